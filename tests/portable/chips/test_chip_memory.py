"""The chips' paths that a driver drives all the time allocate nothing, so heap tests of the firmware hold."""

import sys

import project_root  # noqa: F401

from host_tools.simulator.chips.control import Control
from host_tools.simulator.chips.digit_chips import Max7219
from host_tools.simulator.chips.gpio import INPUT, OUTPUT, PULL_UP, Gpio
from host_tools.simulator.chips.keys import Keys
from host_tools.simulator.chips.solder import Displays, I2c, Spi


class Sink:
    """A stream without input that takes everything."""

    def readinto(self, buf):
        return None

    def write(self, buf):
        return len(buf)


def test_a_driver_s_traffic_allocates_nothing():
    if sys.implementation.name != "micropython":
        return
    import micropython

    control = Control(Sink(), None)
    places = (7, 6, 5, 4, 3, 2, 1, 0)

    def show(chip):
        control.display(chip.lit, places, chip.intensity, 123456)

    chip = Max7219(show, None)
    keys = Keys(None, 5000)
    gpio = Gpio(keys, {5: chip.load}, None)
    gpio.configure(13, INPUT, PULL_UP)
    gpio.configure(5, OUTPUT, 0)
    gpio.write(5, 1)
    micropython.heap_lock()
    try:
        for now in range(0, 400_000, 1000):
            control.poll()
            if now == 100_000:
                keys.press(1 << 13, 20_000, 45_000, now)
            keys.step(now)
            gpio.read(13, now)
            gpio.write(5, 0)
            chip.clock(12 if now == 0 else 1)
            chip.clock(1 if now == 0 else now & 0xFF)
            gpio.write(5, 1)
            control.tone(2000, now & 0xFFFF, now)
    finally:
        micropython.heap_unlock()
    assert chip.lit[0] == 399_000 & 0xFF


def test_reporting_displays_allocates_nothing():
    if sys.implementation.name != "micropython":
        return
    import micropython

    control = Control(Sink(), None)
    drivers, outputs, pwm = {}, {}, {}
    names = ("max7219x2", "tm1637", "ht16k33 back")
    boards = Displays(names, Spi(), I2c(), outputs, drivers, pwm, control, lambda: 123456, None)
    shown = (bytes(range(16)), b"\x01\x02\x03\x80", b"\x7e\x30\x6d\x79")
    places = (tuple(range(16)), (0, 1, 2, 3), (0, 1, 2, 3))
    micropython.heap_lock()
    try:
        for display in range(3):
            chip = boards.chips[display]
            for at in range(len(shown[display])):
                chip.lit[at] = shown[display][at]
            boards.tell(display, places[display], chip.lit, 7)
    finally:
        micropython.heap_unlock()
