"""The models of TM1637, HT16K33 and STP16CP05 against their data sheets, on both interpreters."""

import project_root  # noqa: F401

from host_tools.simulator.chips.clock_chips import Ht16k33, Tm1637
from host_tools.simulator.chips.digit_chips import DigitBoards


class Lines:
    """CLK and DIO of a TM1637, moved as a correct driver would, unless told otherwise."""

    def __init__(self):
        self.errors = []
        self.now = 0
        self.step_us = 10
        self.chip = Tm1637(None, self.errors.append, self._ticks_us)

    def _ticks_us(self):
        self.now += self.step_us
        return self.now

    def start(self):
        self.chip.dio(1)
        self.chip.clk(1)
        self.chip.dio(0)
        self.chip.clk(0)

    def stop(self):
        self.chip.dio(0)
        self.chip.clk(1)
        self.chip.dio(1)

    def bits(self, byte, count=8):
        for bit in range(count):
            self.chip.dio(byte >> bit & 1)
            self.pulse()

    def pulse(self):
        self.chip.clk(1)
        self.chip.clk(0)

    def byte(self, byte):
        self.bits(byte)
        self.chip.dio(1)
        acknowledged = not self.chip.pull()
        self.pulse()
        return acknowledged and self.chip.pull()

    def send(self, *data):
        self.start()
        for byte in data:
            assert self.byte(byte)
        self.stop()

    def said(self, words):
        assert len(self.errors) == 1, self.errors
        assert words in self.errors[0], self.errors


def test_tm1637_shows_segments_at_addresses_once_it_is_on():
    lines = Lines()
    lines.send(0x40)
    lines.send(0xC0, 0x06, 0x86, 0x01, 0x40)
    assert bytes(lines.chip.lit) == bytes(4)
    lines.send(0x8F)
    assert bytes(lines.chip.lit) == b"\x30\xb0\x40\x01"  # B C, with the colon, A, G
    assert lines.chip.intensity == 15
    lines.send(0xC2, 0x7F)
    assert lines.chip.lit[2] == 0x7F
    lines.send(0x44)
    lines.send(0xC0, 0x01, 0x02)
    assert bytes(lines.chip.lit[:2]) == b"\x20\xb0", "fixed address"
    lines.send(0x80)
    assert bytes(lines.chip.lit) == bytes(4)
    assert lines.errors == []


def test_tm1637_notes_a_clock_without_a_start():
    lines = Lines()
    lines.chip.clk(0)
    lines.chip.clk(1)
    lines.said("without a start")


def test_tm1637_notes_a_missing_clock_for_the_acknowledge():
    lines = Lines()
    lines.start()
    lines.bits(0x40)
    lines.chip.dio(0)
    lines.chip.clk(1)
    lines.chip.dio(1)
    assert "held low while the chip acknowledges" in lines.errors[0]
    assert "stop after 9 bits" in lines.errors[1]


def test_tm1637_notes_a_stop_in_the_middle_of_a_byte():
    lines = Lines()
    lines.start()
    lines.bits(0x40, 5)
    lines.stop()
    lines.said("6 bits")


def test_tm1637_notes_a_line_that_is_not_let_go():
    lines = Lines()
    lines.start()
    lines.bits(0x40)
    lines.chip.dio(0)
    lines.pulse()
    lines.said("let it go")


def test_tm1637_notes_a_clock_that_is_too_fast():
    lines = Lines()
    lines.start()
    lines.chip.dio(1)
    lines.pulse()
    lines.step_us = 2
    lines.pulse()
    assert lines.errors == []
    lines.step_us = 1
    lines.pulse()
    lines.said("500 kHz")


def test_tm1637_notes_commands_that_do_not_exist_and_data_without_an_address():
    for data, words in (
        ((0x05,), "does not exist"),
        ((0x42,), "keys"),
        ((0xC7,), "six digits"),
        ((0xF0,), "bits 5 and 4"),
        ((0x40, 0x01), "without an address"),
        ((0xC5, 0, 0), "behind the last"),
    ):
        lines = Lines()
        lines.send(*data)
        lines.said(words)


def test_tm1637_notes_a_display_that_is_never_switched_on():
    lines = Lines()
    lines.send(0x40)
    lines.send(0xC0, 0, 0, 0, 0)
    assert lines.errors == []
    lines.send(0xC0, 1)
    lines.said("never switched on")


class Backpack:
    def __init__(self):
        self.errors = []
        self.chip = Ht16k33(None, self.errors.append)

    def send(self, *data):
        assert self.chip.write(bytes(data)) == len(data)


def test_ht16k33_shows_what_the_backpack_has_where_once_oscillator_and_display_are_on():
    pack = Backpack()
    pack.send(0x00, 0x06, 0xFF, 0x01, 0xFF, 0x02, 0xFF, 0x40, 0xFF, 0x80)
    assert bytes(pack.chip.lit) == bytes(4)
    pack.send(0x81)
    assert bytes(pack.chip.lit) == bytes(4)
    pack.send(0x21)
    assert bytes(pack.chip.lit) == b"\x30\xc0\x01\x80"
    pack.send(0xE3)
    assert pack.chip.intensity == 3
    pack.send(0x08, 0x3F)
    assert pack.chip.lit[3] == 0x7E
    pack.send(0x80)
    assert bytes(pack.chip.lit) == bytes(4)
    assert pack.errors == []


def test_ht16k33_forgets_all_without_power():
    pack = Backpack()
    pack.send(0x21)
    pack.send(0x81)
    pack.send(0x00, 0xFF)
    pack.chip.power(False)
    pack.chip.power(True)
    pack.send(0x21)
    pack.send(0x81)
    assert bytes(pack.chip.lit) == bytes(4)


def test_ht16k33_notes_wrong_traffic():
    for data, words in (
        ((0x30,), "does not exist"),
        ((0x85,), "blinking"),
        ((0xE3, 0x01), "takes no data"),
        ((0xA1,), "keys"),
        ((), "nothing"),
    ):
        pack = Backpack()
        pack.chip.write(bytes(data))
        assert len(pack.errors) == 1
        assert words in pack.errors[0], pack.errors
    pack = Backpack()
    pack.chip.read(bytearray(1))
    assert "no keys" in pack.errors[0]
    pack = Backpack()
    pack.send(0x00, 0x01)
    pack.send(0x02, 0x01)
    assert "never switched on" in pack.errors[0]


class Boards:
    def __init__(self):
        self.errors = []
        self.boards = DigitBoards(None, self.errors.append)
        self.boards.supply(1)
        self.boards.oe(0)

    def send(self, data):
        for byte in data:
            self.boards.clock(byte)
        self.boards.le(1)
        self.boards.le(0)


def test_the_digit_boards_show_each_output_at_its_segment():
    # By the schematic: outputs 0-7 G F A B DP C D E of the left digit, 8-15 DP C D E G F A B of the right.
    order = (0x01, 0x02, 0x40, 0x20, 0x80, 0x10, 0x08, 0x04, 0x80, 0x10, 0x08, 0x04, 0x01, 0x02, 0x40, 0x20)
    boards = Boards()
    for board in range(4):
        for output in range(16):
            bit = 16 * board + output  # of 64, the last one shifted is 0
            boards.send(bytes([(1 << bit >> 8 * (7 - at)) & 0xFF for at in range(8)]))
            wanted = bytearray(8)
            wanted[2 * board + output // 8] = order[output]
            assert boards.boards.lit == wanted, (board, output)
    assert boards.errors == []


def test_the_digit_boards_need_supply_latch_and_output_enable():
    boards = Boards()
    chips = boards.boards
    for _ in range(8):
        chips.clock(0xFF)
    assert bytes(chips.lit) == bytes(8)
    chips.le(1)
    assert bytes(chips.lit) == b"\xff" * 8
    chips.le(0)
    chips.supply(0)
    assert bytes(chips.lit) == bytes(8)
    chips.supply(1)
    chips.oe(1)
    assert bytes(chips.lit) == bytes(8)
    chips.dim(2000, 32768)
    assert chips.intensity == 7
    assert bytes(chips.lit) == b"\xff" * 8
    chips.dim(2000, 65535)
    assert bytes(chips.lit) == bytes(8)
    assert boards.errors == []


def test_the_digit_boards_note_wrong_traffic():
    boards = Boards()
    boards.send(bytes(7))
    assert "56 bits" in boards.errors[0]
    boards = Boards()
    boards.send(bytes(9))
    assert "72 bits" in boards.errors[0]
    boards = Boards()
    boards.boards.shares = True
    boards.send(bytes(9))
    assert boards.errors == [], "the first byte was for another chip of the bus"
    boards.boards.le(1)
    boards.boards.clock(0)
    assert "LE is high" in boards.errors[-1]
    boards = Boards()
    boards.boards.dim(60, 1000)
    assert "flicker" in boards.errors[0]
