"""Runs under MicroPython: makes the real device on mute chips, plays a whole match, prints what the heap
holds.

Usage: micropython heap_probe.py FIRMWARE, in an empty directory that stands for the flash. FIRMWARE is a
folder, or a ROMFS image, whose bytecode is executed in place, as from flash; the image itself is not
counted.
"""

import gc
import json
import sys

if sys.argv[1].endswith(".romfs"):
    import vfs

    with open(sys.argv[1], "rb") as file:
        image = file.read()
    vfs.mount(vfs.VfsRom(memoryview(image)), "/rom")
    sys.path.insert(0, "/rom")
else:
    sys.path.insert(0, sys.argv[1])


class Mute:
    """A chip that takes everything and says nothing: a pin that reads open, a bus, a buzzer."""

    IN = OUT = PULL_UP = 0

    def __init__(self, *arguments, **named):
        pass

    def value(self, *level):
        return 1

    def write(self, data):
        pass

    def freq(self, *hertz):
        return 1000

    def duty_u16(self, *duty):
        return 0


class Machine:
    Pin = SPI = PWM = Mute
    PWRON_RESET, HARD_RESET, WDT_RESET, DEEPSLEEP_RESET, SOFT_RESET = 1, 2, 3, 4, 5

    @staticmethod
    def reset_cause():
        return 1


def held():
    gc.collect()
    return gc.mem_alloc()


def play(table):
    """Three games of eight boards: Play, three strokes' clocks, the result; sides changed when owed."""
    now = 1000
    for key in ("OK", "OK", "OK", "OK", "QUEEN", "OK"):
        now = press(table, key, now)
    for game in range(3):
        winner = "ab"[game % 2]
        for board in range(8):
            if table.state.change_due:
                now = press(table, "CLOCK", now)
            breaker = "ab"[(game + board) % 2]
            colour = "BLACK" if breaker == winner else "WHITE"
            strokes = ("CLOCK",) * 7
            for key in strokes + ("OK", colour, "QUEEN", "QUEEN", "OK", "OK"):
                now = press(table, key, now)
    if table.state.phase != "over":
        raise SystemExit("the match did not end: " + table.state.phase)


def press(table, key, now):
    table.press(key, False, now)
    table.tick(now + 50)
    table.screen(now + 50)
    return now + 100


sys.modules["machine"] = Machine
import asyncio  # noqa: E402

figures = {"asyncio": held()}
import boardside.app.device as device  # noqa: E402

figures["imported"] = held()
made = device.Device()
figures["ready"] = held()
play(made._table)
figures["played"] = held()
figures["asyncio_is"] = asyncio.__name__
print(json.dumps(figures))
