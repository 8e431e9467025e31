"""The MAX7219 model against the data sheet (Maxim 19-4452, rev 4), on both interpreters."""

import project_root  # noqa: F401

from host_tools.simulator.chips.digit_chips import Max7219

BLANK = b"\0" * 8


class Bench:
    """A chip with a driver's view of it, and what it complained about."""

    def __init__(self):
        self.errors = []
        self.changes = 0
        self.chip = Max7219(self._changed, self.errors.append)

    def _changed(self, chip):
        self.changes += 1

    def word(self, register, data):
        self.chip.load(0)
        self.chip.clock(register)
        self.chip.clock(data)
        self.chip.load(1)

    def ready(self):
        """A bench with a chip awake, all digits scanned, nothing decoded."""
        for register, data in ((0xF, 0), (0x9, 0), (0xB, 7), (0xA, 7), (0xC, 1)):
            self.word(register, data)
        return self


def lit(bench):
    return bytes(bench.chip.lit)


def test_is_shut_down_and_blank_at_power_up():
    bench = Bench()
    bench.word(1, 0x7E)
    assert lit(bench) == BLANK
    assert bench.changes == 0


def test_scans_only_digit_0_until_told():
    bench = Bench()
    bench.word(0xC, 1)
    for digit in range(8):
        bench.word(digit + 1, 0x7E)
    assert lit(bench) == b"\x7e" + b"\0" * 7


def test_shows_segments_undecoded():
    bench = Bench().ready()
    for digit in range(8):
        bench.word(digit + 1, 1 << digit)
    assert lit(bench) == bytes([1, 2, 4, 8, 16, 32, 64, 128])
    assert bench.errors == []


def test_decodes_code_b_on_chosen_digits_only():
    bench = Bench().ready()
    bench.word(0x9, 0b00000001)
    bench.word(1, 0x83)  # 3 with its point
    bench.word(2, 0x83)
    assert lit(bench)[:2] == bytes([0x80 | 0x79, 0x83])
    bench.word(1, 0x0A)
    assert lit(bench)[0] == 0x01  # code B 10 is a dash


def test_shutdown_blanks_and_keeps_the_digits():
    bench = Bench().ready()
    bench.word(3, 0x5B)
    bench.word(0xC, 0)
    assert lit(bench) == BLANK
    bench.word(0xC, 1)
    assert lit(bench)[2] == 0x5B


def test_display_test_lights_everything_even_in_shutdown():
    bench = Bench().ready()
    bench.word(0xC, 0)
    bench.word(0xF, 1)
    assert lit(bench) == b"\xff" * 8
    bench.word(0xF, 0)
    assert lit(bench) == BLANK


def test_scan_limit_blanks_the_digits_above():
    bench = Bench().ready()
    for digit in range(8):
        bench.word(digit + 1, 0x7F)
    bench.word(0xB, 3)
    assert lit(bench) == b"\x7f" * 4 + b"\0" * 4


def test_upper_half_of_the_address_byte_is_ignored():
    bench = Bench().ready()
    bench.word(0xF1, 0x30)
    assert lit(bench)[0] == 0x30


def test_intensity_changes_are_reported():
    bench = Bench().ready()
    before = bench.changes
    bench.word(0xA, 0xF2)
    assert bench.chip.intensity == 2
    assert bench.changes == before + 1
    bench.word(0xA, 0x02)
    assert bench.changes == before + 1


def test_no_op_changes_nothing():
    bench = Bench().ready()
    bench.word(1, 0x30)
    before = lit(bench)
    bench.word(0, 0xFF)
    assert lit(bench) == before
    assert bench.errors == []


def test_only_the_last_16_bits_count():
    bench = Bench().ready()
    bench.chip.load(0)
    for byte in (1, 0x7F, 2, 0x30):
        bench.chip.clock(byte)
    bench.chip.load(1)
    assert lit(bench)[:2] == b"\0\x30"
    assert len(bench.errors) == 1
    assert "only the last 16" in bench.errors[0]


def test_a_short_word_is_an_error_and_uses_the_old_bits_of_the_register():
    bench = Bench().ready()
    bench.word(0, 1)  # leaves 0x0001 in the shift register
    bench.chip.load(0)
    bench.chip.clock(0x7E)
    bench.chip.load(1)
    assert "8 bits" in bench.errors[0]
    assert lit(bench)[0] == 0x7E  # 0x017E: digit 0


def test_clocking_while_load_is_high_is_an_error():
    bench = Bench().ready()
    bench.chip.clock(1)
    assert "LOAD is high" in bench.errors[0]


def test_load_without_a_word_is_an_error():
    bench = Bench().ready()
    bench.chip.load(0)
    bench.chip.load(1)
    assert "nothing shifted in" in bench.errors[0]


def test_an_unknown_register_is_an_error():
    bench = Bench().ready()
    bench.word(0xD, 0)
    assert "0xD" in bench.errors[0]


def test_tells_only_of_changes():
    bench = Bench().ready()
    bench.word(1, 0x30)
    before = bench.changes
    bench.word(1, 0x30)
    assert bench.changes == before
