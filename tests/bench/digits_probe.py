"""Runs under MicroPython: what a frame of each display with digits costs, on mute pins.

Usage: digits_probe.py FIRMWARE FRAMES. Prints JSON: display -> how ("changed": one digit is another in each
frame; "all": every digit is, and the picture is made anew) -> [bytes on the bus a frame, microseconds there,
microseconds of the interpreter (the least of several rounds), bytes allocated in a round].
"""

import gc
import json
import sys
from gc import mem_alloc  # type: ignore[attr-defined]
from time import ticks_diff, ticks_us  # type: ignore[attr-defined]

sys.path.insert(0, sys.argv[1])

from boardside import pins
from boardside.drivers.ht16k33 import Ht16k33
from boardside.drivers.max7219 import Max7219
from boardside.drivers.stp16cp05 import Stp16cp05
from boardside.drivers.tm1637 import Tm1637

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

ROUNDS = 5


class Bus:
    """SPI, I2C and the lines of a TM1637: says nothing, counts bytes and what they take."""

    def __init__(self) -> None:
        self.bytes = 0
        self.us = 0

    def write(self, buffer: bytearray) -> None:
        self.bytes += len(buffer)
        self.us += len(buffer) * 8_000_000 // pins.SPI_HZ

    def writeto(self, address: int, buffer: bytearray) -> None:
        self.bytes += 1 + len(buffer)
        self.us += (9 * (1 + len(buffer)) + 2) * 1_000_000 // pins.I2C_HZ

    def wait_us(self, count: int) -> None:
        self.us += count


class Pin:
    def __init__(self, bus: "Bus | None" = None) -> None:
        self._bus = bus
        self._edges = 0

    def value(self, level: "int | None" = None) -> int:
        if self._bus is not None and level:
            self._edges += 1
            if self._edges % 9 == 0:  # of CLK: nine a byte
                self._bus.bytes += 1
        return 0

    def duty_u16(self, duty: int) -> None:
        pass


def drivers() -> "Iterator[tuple[str, Any, Bus, int]]":
    """(name, driver, its bus, its digits)."""
    bus = Bus()
    yield "max7219", Max7219(bus, Pin()), bus, 8
    bus = Bus()
    yield "max7219x2", Max7219(bus, Pin(), 2), bus, 16
    bus = Bus()
    yield "tm1637", Tm1637(Pin(bus), Pin(), bus.wait_us), bus, 4
    bus = Bus()
    yield "ht16k33", Ht16k33(bus), bus, 4
    bus = Bus()
    yield "digits", Stp16cp05(bus, Pin(), Pin(), Pin()), bus, 8


def cost(
    driver: "Any", bus: Bus, pictures: "tuple[bytes, bytes]", frames: int, is_naive: bool
) -> "list[float]":
    """What `frames` frames cost, two pictures by turns."""
    driver.init()
    driver.show(pictures[0])
    least_us = allocated = 0
    bus.bytes = bus.us = 0
    for _ in range(ROUNDS):
        gc.collect()
        gc.disable()
        before = mem_alloc()
        began = ticks_us()
        for frame in range(frames):
            picture = pictures[(frame + 1) & 1]
            driver.show(bytearray(picture) if is_naive else picture)
        us = ticks_diff(ticks_us(), began)
        allocated = mem_alloc() - before
        gc.enable()
        least_us = min(least_us, us) if least_us else us
    frames *= ROUNDS
    return [bus.bytes / frames, bus.us / frames, least_us * ROUNDS / frames, allocated]


def main() -> None:
    frames = int(sys.argv[2])
    results = {}
    for name, driver, bus, count in drivers():
        frame = bytearray(b"\x7e" * count)
        frame[2] = 0x30
        first, every = bytes(b"\x7e" * count), bytes(b"\x30" * count)
        results[name] = {
            "changed": cost(driver, bus, (first, bytes(frame)), frames, False),
            "all": cost(driver, bus, (first, every), frames, True),
        }
    print(json.dumps(results))


main()
