"""The modelled SSD1683 and SSD1680 against their data sheets: what is shown when, what traffic is wrong."""

import paper_rig  # noqa: F401  (puts the project's root on the path)

from host_tools.simulator.chips.ssd16xx import SSD1680, SSD1683, Ssd16xx, page


class Bench:
    """A chip and a program that writes to it by hand; `us` is its time."""

    def __init__(self, model=SSD1683):
        self.us = 0
        self.errors = []
        self.calls = 0
        self.chip = Ssd16xx(model, self._changed, self.errors.append, lambda: self.us)

    def _changed(self, chip):
        self.calls += 1

    def wait(self, ms):
        self.us += ms * 1000

    def send(self, command, *data):
        self.chip.cs(0)
        self.chip.dc(0)
        self.chip.clock(command)
        self.chip.dc(1)
        for byte in data:
            self.chip.clock(byte)
        self.chip.cs(1)

    def reset(self):
        self.chip.rst(0)
        self.wait(10)
        self.chip.rst(1)
        self.wait(10)

    def ready(self):
        """Reset, and set up as the panel wants it."""
        self.reset()
        self.send(0x12)
        self.wait(10)
        gates = self.chip.model.gates - 1
        self.send(0x01, gates & 255, gates >> 8, 0)
        self.send(0x18, 0x80)
        self.send(0x21, 0x00, 0x00)
        return self

    def window(self, x0, x1, y0, y1):
        self.send(0x44, x0, x1)
        self.send(0x45, y0 & 255, y0 >> 8, y1 & 255, y1 >> 8)
        self.send(0x4E, x0)
        self.send(0x4F, y0 & 255, y0 >> 8)

    def refresh(self, sequence):
        self.send(0x22, sequence)
        self.send(0x20)
        assert self.chip.busy() == 1
        self.wait(2000)
        assert self.chip.busy() == 0


def says(bench, word):
    assert [text for text in bench.errors if word in text], bench.errors


def test_a_full_refresh_shows_the_ram_when_it_has_ended():
    bench = Bench().ready()
    bench.window(2, 3, 5, 6)
    bench.send(0x24, 0xF0, 0x0F, 0xAA, 0x55)
    bench.send(0x22, 0xF7)
    bench.send(0x20)
    bench.wait(1500)
    assert bench.chip.busy() == 1
    assert bench.calls == 0
    bench.wait(101)
    assert bench.chip.busy() == 0
    assert bench.calls == 1
    shown = bench.chip.shown
    assert bytes(shown[5 * 50 + 2 : 5 * 50 + 4]) == b"\xf0\x0f"
    assert bytes(shown[6 * 50 + 2 : 6 * 50 + 4]) == b"\xaa\x55"
    assert bench.errors == []


def test_a_partial_refresh_drives_only_where_the_rams_differ():
    bench = Bench().ready()
    bench.window(0, 1, 0, 0)
    bench.send(0x24, 0x00, 0xFF)
    bench.refresh(0xF7)
    bench.window(0, 1, 0, 0)
    bench.send(0x26, 0x00, 0x00)  # it claims that all is black: the second byte was white
    bench.window(0, 1, 0, 0)
    bench.send(0x24, 0x0F, 0x00)
    bench.refresh(0xFF)
    assert bytes(bench.chip.shown[:2]) == b"\x0f\xff"  # and stays white: nothing there differs
    assert bench.chip.partials == 1
    assert bench.errors == []


def test_data_entry_modes_go_their_ways():
    for mode, expected in ((0x03, b"\1\2\3\4"), (0x07, b"\1\3\2\4")):
        bench = Bench().ready()
        bench.send(0x11, mode)
        bench.window(0, 1, 0, 1)
        bench.send(0x24, 1, 2, 3, 4)
        ram = bench.chip.ram
        assert bytes([ram[0], ram[1], ram[50], ram[51]]) == expected
    bench = Bench(SSD1680).ready()
    bench.send(0x11, 0x06)  # X falling, Y rising, Y first
    bench.window(15, 14, 0, 1)
    bench.send(0x24, 1, 2, 3, 4)
    ram = bench.chip.ram
    assert bytes([ram[15], ram[31], ram[14], ram[30]]) == b"\1\2\3\4"
    assert bench.errors == []


def test_the_small_panel_is_looked_at_on_its_long_side():
    bench = Bench(SSD1680).ready()
    bench.send(0x11, 0x06)
    bench.chip.ram[:] = b"\xff" * len(bench.chip.ram)
    bench.window(15, 15, 0, 1)
    bench.send(0x24, 0xFE, 0x7F)  # bit 0 is the uppermost row, bit 7 the eighth
    bench.refresh(0xF7)
    pixels, row_bytes = page(bench.chip)
    assert row_bytes == 37
    assert pixels[0] == 0x7F
    assert pixels[7 * 37] == 0xBF
    assert bytes(pixels[37:74]) == b"\xff" * 37


def test_writing_while_busy_is_an_error_and_lost():
    bench = Bench().ready()
    bench.window(0, 0, 0, 0)
    bench.send(0x24, 0x00)
    bench.send(0x22, 0xF7)
    bench.send(0x20)
    bench.send(0x24, 0xFF)
    says(bench, "BUSY is high")
    bench.wait(2000)
    assert bench.chip.busy() == 0
    assert bench.chip.shown[0] == 0


def test_deep_sleep_keeps_the_ram_and_only_rst_ends_it():
    bench = Bench().ready()
    bench.window(0, 0, 0, 0)
    bench.send(0x24, 0x42)
    bench.send(0x10, 0x01)
    assert bench.chip.busy() == 1
    assert bench.errors == []
    bench.send(0x24, 0x00)
    says(bench, "deep sleep")
    bench.reset()
    assert bench.chip.busy() == 0
    assert bench.chip.ram[0] == 0x42


def test_wrong_traffic_is_reported():
    cases = (
        ("there is no command 0x99", lambda bench: bench.send(0x99)),
        ("data without a command", lambda bench: bench.send(0x99, 1)),
        ("0x45 got 2 of 4", lambda bench: (bench.send(0x45, 0, 0), bench.send(0x7F))),
        ("0x3C takes 1", lambda bench: bench.send(0x3C, 5, 5)),
        ("RAM address 60 of 50", lambda bench: bench.send(0x44, 0, 60)),
        ("outside of its window", lambda bench: (bench.send(0x44, 4, 5), bench.send(0x24, 1))),
        ("more bytes than", lambda bench: (bench.window(0, 0, 0, 0), bench.send(0x24, 1, 2))),
        ("nothing was written", lambda bench: bench.refresh(0xF7)),
        ("clock or analog", lambda bench: (bench.send(0x24, 1), bench.refresh(0x34))),
        ("without loading a waveform", lambda bench: (bench.send(0x24, 1), bench.refresh(0xC7))),
        ("less than 10 ms", lambda bench: (bench.chip.rst(0), bench.chip.rst(1))),
        ("CS is high", lambda bench: bench.chip.clock(1)),
    )
    for word, act in cases:
        bench = Bench().ready()
        assert bench.errors == []
        act(bench)
        says(bench, word)


def test_without_a_set_up_the_panel_complains():
    bench = Bench()
    bench.send(0x12)
    says(bench, "before it was reset")
    bench.reset()
    bench.send(0x24, 1)
    bench.refresh(0xF7)
    says(bench, "gates of 300")
    says(bench, "temperature")


def test_a_reset_in_mid_refresh_spoils_the_picture():
    bench = Bench().ready()
    bench.send(0x24, 0x00)
    bench.send(0x22, 0xF7)
    bench.send(0x20)
    bench.wait(100)
    bench.chip.rst(0)
    says(bench, "mid-refresh")
    bench.wait(2000)
    assert bench.calls == 0


def test_a_shared_bus_may_be_clocked_while_not_selected():
    bench = Bench().ready()
    bench.chip.shares = True
    bench.chip.clock(0x55)
    assert bench.errors == []
