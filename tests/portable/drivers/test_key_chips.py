"""The drivers of the panels against the chip models, bus traffic and all, on both interpreters."""

import project_root  # noqa: F401
from locked_heap import heap_locked
from portable import diff, raises

from boardside.drivers.keys import PRESS, Keys
from boardside.drivers.mcp23017 import Mcp23017
from boardside.drivers.pcf8574 import Pcf8574
from boardside.drivers.tm1638 import Tm1638
from host_tools.simulator.chips import key_chips
from host_tools.simulator.chips.solder import I2c

COUNT = 10


class Fingers:
    """Levels of ten keys, 0 = closed."""

    def __init__(self):
        self.levels = bytearray(b"\x01" * COUNT)

    def read(self, index):
        return self.levels[index]


class Wire:
    """An I2C master as MicroPython has it, on the bus of the models."""

    def __init__(self, bus):
        self.bus = bus
        self.register = bytearray(1)
        self.transfers = 0

    def chip(self, address):
        self.transfers += 1
        if address not in self.bus.chips:
            raise OSError(19)
        return self.bus.chips[address]

    def writeto(self, address, data):
        return self.chip(address).write(data)

    def readfrom_into(self, address, data):
        self.chip(address).read(data)

    def readfrom_mem_into(self, address, register, data):
        self.register[0] = register
        chip = self.chip(address)
        chip.write(self.register)
        chip.read(data)


class Line:
    """A pin of the master on a line of the model: set by a level, read without."""

    def __init__(self, on_level, pulls=None):
        self.on_level = on_level
        self.pulls = pulls
        self.level = 1

    def __call__(self, level=None):
        if level is None:
            return self.level & self.pulls()
        self.level = level
        self.on_level(level)
        return None


class Bench:
    """One panel: its driver, its chips, the fingers on it, and what was noted."""

    def __init__(self, name):
        self.fingers = Fingers()
        self.notes = []
        self.bus = I2c()
        self.wire = Wire(self.bus)
        self.chip = None
        read, note = self.fingers.read, self.notes.append
        if name == "mcp23017":
            self.chip = key_chips.Mcp23017(read, note)
            self.bus.attach(0x20, self.chip)
            self.source = Mcp23017(self.wire)
        elif name == "pcf8574":
            self.chip = key_chips.Pcf8574(0, 8, read, note)
            self.bus.attach(0x20, self.chip)
            self.bus.attach(0x21, key_chips.Pcf8574(8, 2, read, note))
            self.source = Pcf8574(self.wire)
        else:
            self.chip = key_chips.Tm1638(read, note)
            self.source = Tm1638(
                Line(self.chip.stb), Line(self.chip.clk), Line(self.chip.dio, self.chip.pulls)
            )

    def plug(self, is_in):
        if isinstance(self.chip, key_chips.Tm1638):
            self.chip.is_there = is_in
        else:
            self.bus.plug(0x20, is_in)


PANELS = ("mcp23017", "pcf8574", "tm1638")


def test_every_set_of_keys_is_read_as_it_is():
    for name in PANELS:
        bench = Bench(name)
        for mask in range(1 << COUNT):
            for key in range(COUNT):
                bench.fingers.levels[key] = 1 - (mask >> key & 1)
            assert bench.source.read() == mask, (name, mask)
        assert bench.notes == [], name


def test_a_panel_that_is_away_is_an_error_and_comes_back_set_up():
    for name in PANELS:
        bench = Bench(name)
        assert bench.source.read() == 0
        bench.plug(False)
        for _ in range(3):
            raises(OSError, bench.source.read)
        bench.plug(True)
        bench.fingers.levels[4] = 0
        assert bench.source.read() == 1 << 4, name
        assert bench.notes == [], name


def test_a_second_expander_that_is_away_is_an_error():
    bench = Bench("pcf8574")
    bench.source.read()
    bench.bus.plug(0x21, False)
    raises(OSError, bench.source.read)


def test_a_chip_that_lost_its_supply_for_a_moment_invents_no_key():
    for name in ("mcp23017", "pcf8574"):
        bench = Bench(name)
        keys = Keys(bench.source, diff)
        for now in range(0, 100, 10):
            keys.scan(now)
        bench.chip.power(True)  # it answers as before, with what it has after a reset
        for now in range(100, 1000, 10):
            assert keys.scan(now) == 0, name
        assert keys.answers
        bench.fingers.levels[3] = 0
        keys.scan(1000)
        assert keys.get() == (3, PRESS), name


def test_a_port_that_a_spark_pulled_low_is_put_right_before_a_key_is_believed():
    bench = Bench("pcf8574")
    assert bench.source.read() == 0
    bench.chip.write(b"\xf0")
    assert bench.source.read() == 0
    assert bench.notes == ["PCF8574: a key is read while its pin is held low: write ones first"]


def test_nothing_touched_costs_one_short_transfer_a_chip():
    for name, transfers in (("mcp23017", 1), ("pcf8574", 2)):
        bench = Bench(name)
        bench.source.read()
        bench.wire.transfers = 0
        bench.source.read()
        assert bench.wire.transfers == transfers


def test_a_scan_allocates_nothing():
    for name in PANELS:
        bench = Bench(name)
        keys = Keys(bench.source, diff)
        keys.scan(0)

        def work(bench=bench, keys=keys):
            for step in range(60):
                bench.fingers.levels[step % COUNT] = step % 3 % 2
                keys.scan(10 * step)
                keys.get()

        heap_locked(work)


def test_the_models_note_what_no_correct_driver_does():
    bench = Bench("mcp23017")
    bench.wire.writeto(0x20, b"\x00\xff\x07")
    bench.wire.readfrom_mem_into(0x20, 0x12, bytearray(1))
    bench.wire.readfrom_mem_into(0x20, 0x16, bytearray(1))
    assert [note.split(": ")[1] for note in bench.notes] == [
        "GPA7 and GPB7 are outputs only",
        "GPA0 is read but has no pull-up and floats",
        "GPA1 is read but has no pull-up and floats",
        "GPA2 is read but has no pull-up and floats",
        "GPA3 is read but has no pull-up and floats",
        "GPA4 is read but has no pull-up and floats",
        "GPA5 is read but has no pull-up and floats",
        "GPA6 is read but has no pull-up and floats",
        "there is no register 0x16",
    ]
    bench = Bench("tm1638")
    chip = bench.chip
    chip.stb(0)
    for level in (0, 1, 0, 1):
        chip.clk(level)
    chip.stb(1)
    assert bench.notes == ["TM1638: STB rose after 2 bits of a byte"]


def test_the_tm1638_stays_dark():
    bench = Bench("tm1638")
    bench.chip.is_lit = True
    bench.source.read()
    assert not bench.chip.is_lit
