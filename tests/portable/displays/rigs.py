"""Every driver with digits on the chip models that hear its traffic, without a board."""

import project_root  # noqa: F401

from boardside.drivers.ht16k33 import Ht16k33
from boardside.drivers.max7219 import Max7219
from boardside.drivers.stp16cp05 import Stp16cp05
from boardside.drivers.tm1637 import Tm1637
from host_tools.simulator.chips import clock_chips, digit_chips, wiring


class Pin:
    """An output to `chip(level)`; read, what `line()` answers with, low if either pulls."""

    def __init__(self, chip, line=None):
        self._chip = chip
        self._line = line
        self._out = 1

    def value(self, level=None):
        if level is None:
            return self._out & self._line()
        self._out = level
        self._chip(level)
        return None


class Spi:
    """A bus to one chip, which counts its bytes."""

    def __init__(self, chip):
        self._chip = chip
        self.sent = 0

    def write(self, buffer):
        for byte in buffer:
            self._chip.clock(byte)
        self.sent += len(buffer)


class I2c:
    """A bus to one chip, which can be pulled off it; counts bytes, the address with them."""

    def __init__(self, chip):
        self._chip = chip
        self.is_in = True
        self.sent = 0

    def writeto(self, address, buffer):
        assert address == wiring.HT16K33_ADDRESS
        self.sent += 1
        if not self.is_in:
            raise OSError(19)
        self.sent += len(buffer)
        return self._chip.write(buffer)


class Pwm:
    """A pin that is switched: high for `duty` of 65536."""

    def __init__(self, chip, hertz):
        self._chip = chip
        self._hertz = hertz

    def duty_u16(self, duty):
        self._chip(self._hertz, duty)


class Rig:
    """`driver` with its `chip`; `errors`: what the chip complained of; `sent()`: bytes on the bus so far.

    `levels`: how many steps of brightness the chip has. `most`: most bytes for a change of one digit.
    `upset()`: change the chip's memory, as a spark may.
    """

    levels = 16
    most = 0

    def __init__(self, places):
        self.errors = []
        self.changes = 0
        self._places = places
        self.count = len(places)

    def changed(self, chip):
        self.changes += 1

    def shown(self):
        """What is lit, leftmost first."""
        return bytes([self.chip.lit[place] for place in self._places])

    def sent(self):
        return self.bus.sent


class OneModule(Rig):
    most = 2

    def __init__(self):
        Rig.__init__(self, wiring.DIGIT_AT_PLACE)
        self.chip = digit_chips.Max7219(self.changed, self.errors.append)
        self.bus = Spi(self.chip)
        self.driver = Max7219(self.bus, Pin(self.chip.load))

    def upset(self):
        _upset_max7219(self.chip)


class TwoModules(Rig):
    most = 4

    def __init__(self):
        Rig.__init__(self, wiring.DIGIT_AT_PLACE_OF_TWO)
        self.chip = digit_chips.Max7219Pair(self.changed, self.errors.append)
        self.bus = Spi(self.chip)
        self.driver = Max7219(self.bus, Pin(self.chip.load), 2)

    def upset(self):
        _upset_max7219(self.chip._second)


class ClockModule(Rig):
    levels = 8
    most = 2

    def __init__(self):
        Rig.__init__(self, (0, 1, 2, 3))
        self.now = 0
        self.edges = 0
        self.chip = clock_chips.Tm1637(self.changed, self.errors.append, self._ticks_us)
        self.driver = Tm1637(Pin(self._clk), Pin(self.chip.dio, self.chip.pull), self._wait_us)

    def _clk(self, level):
        self.edges += level
        self.chip.clk(level)

    def _ticks_us(self):
        return self.now

    def _wait_us(self, count):
        self.now += count

    def sent(self):
        """Nine clocks a byte; one more for each stop."""
        return self.edges // 9

    def upset(self):
        self.chip._ram[0] ^= 0x10
        self.chip._is_on = False
        self.chip._light(0)


class Backpack(Rig):
    most = 3

    def __init__(self):
        Rig.__init__(self, (0, 1, 2, 3))
        self.chip = clock_chips.Ht16k33(self.changed, self.errors.append)
        self.bus = I2c(self.chip)
        self.driver = Ht16k33(self.bus)

    def upset(self):
        self.chip.power(False)


class LargeDigits(Rig):
    most = 8

    def __init__(self):
        Rig.__init__(self, (0, 1, 2, 3, 4, 5, 6, 7))
        self.chip = digit_chips.DigitBoards(self.changed, self.errors.append)
        self.bus = Spi(self.chip)
        self.driver = Stp16cp05(self.bus, Pin(self.chip.le), Pwm(self.chip.dim, 2000), Pin(self.chip.supply))

    def upset(self):
        self.chip._chips[1].latch ^= 0x0810
        self.chip._look()


def _upset_max7219(chip):
    chip._data[3] ^= 0x22
    chip._scan = 2
    chip._light(chip.intensity)
    chip._changed(chip)


RIGS = (OneModule, TwoModules, ClockModule, Backpack, LargeDigits)


def started(rig):
    """A rig whose driver has begun, at full brightness."""
    made = rig()
    made.driver.init()
    made.driver.brightness(15)
    return made
