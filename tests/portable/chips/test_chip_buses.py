"""What chips share a bus, lines that several hold, and what is told of displays, on both interpreters."""

import project_root  # noqa: F401
from portable import raises

from host_tools.simulator.chips.control import Control
from host_tools.simulator.chips.digit_chips import Max7219
from host_tools.simulator.chips.gpio import INPUT, OPEN_DRAIN, OUTPUT, Gpio
from host_tools.simulator.chips.solder import I2c, Spi


class Sink:
    def __init__(self):
        self.lines = []

    def write(self, buf):
        self.lines.append(bytes(buf))
        return len(buf)


class Hands:
    def read(self, gpio, now):
        return 1


def test_every_chip_of_a_bus_hears_every_byte_and_a_shared_one_does_not_complain():
    errors = []
    alone, first, second = (
        Max7219(None, errors.append),
        Max7219(None, errors.append),
        Max7219(None, errors.append),
    )
    bus = Spi()
    bus.attach(alone)
    bus.clock(1)
    assert len(errors) == 1
    bus = Spi()
    bus.attach(first)
    bus.attach(second)
    first.load(0)
    bus.clock(0x0A)
    bus.clock(0x05)
    first.load(1)
    assert (first.intensity, second.intensity) == (5, 0)
    second.load(0)
    bus.clock(0x0A)
    bus.clock(0x07)
    second.load(1)
    assert (first.intensity, second.intensity) == (5, 7)
    assert len(errors) == 1


def test_an_address_is_one_chip():
    bus = I2c()
    bus.attach(0x70, object())
    raises(ValueError, bus.attach, 0x70, object())


def test_a_line_that_several_hold_is_low_when_one_of_them_pulls_it():
    level = [1]
    levels = []
    errors = []
    gpio = Gpio(Hands(), {25: levels.append}, errors.append, {25: lambda: level[0], 34: lambda: level[0]})
    gpio.configure(25, OPEN_DRAIN, 0)
    gpio.write(25, 1)
    assert gpio.read(25, 0) == 1
    level[0] = 0
    assert gpio.read(25, 0) == 0
    level[0] = 1
    gpio.write(25, 0)
    assert gpio.read(25, 0) == 0
    gpio.configure(34, INPUT, 0)
    assert gpio.read(34, 0) == 1, "a chip drives it: no pull-up is needed"
    gpio.configure(25, OUTPUT, 0)
    assert gpio.read(25, 0) == 0
    assert levels == [1, 0]
    assert errors == []


def test_further_digits_and_pictures_are_reported_in_the_documented_form():
    sink = Sink()
    control = Control(sink, None)
    control.lit(2, b"\x01\x02\xfe\x80", (3, 2, 1, 0), 9, 0x1234)
    assert sink.lines[0].rstrip() == b"L204900001234" + b"80fe0201"
    control.picture(1, bytes(range(6)), 3, 7)
    assert sink.lines[1:] == [b"E1000000070002" + b"0003\n", b"e000102\n", b"e030405\n"]
