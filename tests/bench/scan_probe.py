"""What one scan of the ten keys costs, nothing pressed; run by scan.py under MicroPython: FIRMWARE SCANS."""

import json
import sys
from time import ticks_diff, ticks_us  # type: ignore[attr-defined]

sys.path.insert(0, sys.argv[1])

from micropython import heap_lock, heap_unlock  # type: ignore[import-not-found]

from boardside.drivers.keys import Keys, Registers
from boardside.drivers.mcp23017 import Mcp23017
from boardside.drivers.pcf8574 import Pcf8574
from boardside.drivers.tm1638 import Tm1638

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

ROUNDS = 5
I2C_BIT_US = 10  # at 100 kHz


class Pin:
    """An open key, or a line of a TM1638 that answers "nothing pressed"."""

    def value(self) -> int:
        return 1

    def __call__(self, level: "int | None" = None) -> int:
        return 0


class I2c:
    """Counts the bits of each transfer: address and bytes with their acknowledge, start and stop."""

    def __init__(self) -> None:
        self.bits = 0

    def writeto(self, address: int, data: bytes) -> None:
        self.bits += 11 + 9 * len(data)

    def readfrom_into(self, address: int, data: bytearray) -> None:
        self.bits += 11 + 9 * len(data)
        data[0] = 0xFF

    def readfrom_mem_into(self, address: int, register: int, data: bytearray) -> None:
        self.bits += 30 + 9 * len(data)
        data[0] = data[1] = 0xFF


class Naive:
    """As most examples do it: a list of what is pressed, made anew each time."""

    def __init__(self) -> None:
        self._pins = [Pin() for _ in range(10)]

    def scan(self, now: int) -> "list[int]":
        return [index for index, pin in enumerate(self._pins) if pin.value() == 0]


def small(later: int, earlier: int) -> int:
    return later - earlier


def cost(keys: "Any", scans: int) -> float:
    """Microseconds of a scan, the least of some rounds."""
    least = 0
    for _ in range(ROUNDS):
        began = ticks_us()
        for now in range(scans):
            keys.scan(now)
        us = ticks_diff(ticks_us(), began)
        least = min(least, us) if least else us
    return least / scans


class Words:
    """The registers, all keys open."""

    first, second = (1 << 30) - 1, 1


def main() -> None:
    scans = int(sys.argv[2])
    results = {"naive": [cost(Naive(), scans), 0]}
    for name in ("gpio", "mcp23017", "pcf8574", "tm1638"):
        bus = I2c()
        source: Any = Registers(Words, range(10))
        if name == "mcp23017":
            source = Mcp23017(bus)
        elif name == "pcf8574":
            source = Pcf8574(bus)
        elif name == "tm1638":
            source = Tm1638(Pin(), Pin(), Pin())
        keys = Keys(source, small)
        for now in range(0, 100, 10):
            keys.scan(now)
        heap_lock()
        bus.bits = 0
        keys.scan(100)
        bits = bus.bits
        heap_unlock()
        results[name] = [cost(keys, scans), bits * I2C_BIT_US]
    print(json.dumps(results))


main()
