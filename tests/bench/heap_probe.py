"""Runs under MicroPython: makes the real device on mute chips, plays a whole match, prints what the heap
holds.

Usage: micropython heap_probe.py FIRMWARE [EVENTS [undo]], in an empty directory that stands for the flash.
FIRMWARE is a folder, or a ROMFS image, whose bytecode is executed in place, as from flash; the image itself
is not counted. EVENTS: the events of the match, one JSON object a line, entered at the table; without it the
match is pressed key by key, boards by their results. undo: UNDO is timed, instead of telling what the match's
record holds.
"""

import gc
import json
import sys
import time

if sys.argv[1].endswith(".romfs"):
    import vfs

    with open(sys.argv[1], "rb") as file:
        image = file.read()
    vfs.mount(vfs.VfsRom(memoryview(image)), "/rom")
    sys.path.insert(0, "/rom")
else:
    sys.path.insert(0, sys.argv[1])


UNDOS = 60


def held():
    gc.collect()
    return gc.mem_alloc()


def enter(table, path):
    """The match of a file, read line by line so that the list of its events is not in the heap as well."""
    now = 1000
    with open(path) as lines:
        for line in lines:
            table.enter(json.loads(line), now, "panel")
            table.tick(now + 50)
            table.screen(now + 50)
            now += 100
    if table.record.state.phase != "over":
        raise SystemExit("the match did not end: " + table.record.state.phase)


def fold_all(record):
    """Microseconds to fold the whole match from the journal, as at power-on."""
    gc.collect()
    start = time.ticks_us()
    fold.fold(record.read, 1)
    return time.ticks_diff(time.ticks_us(), start)


def undo(table):
    """Microseconds of each UNDO from the end of the match back to the middle of its last but one board."""
    times = []
    for _ in range(UNDOS):
        gc.collect()
        start = time.ticks_us()
        table.undo(900000)
        times.append(time.ticks_diff(time.ticks_us(), start))
    return times


sys.path.append(sys.path[1] + "/counted")
import mute  # noqa: E402
from heap_match import play  # noqa: E402

for name, module in mute.CHIPS.items():
    sys.modules[name] = module
import asyncio  # noqa: E402

figures = {"asyncio": held()}
import boardside.app.device as device  # noqa: E402
from boardside.app.forget import forget  # noqa: E402
from boardside.game import fold  # noqa: E402

figures["imported"] = held()
made = device.Device()
made.complete()
figures["ready"] = held()
if len(sys.argv) > 2:
    enter(made._table, sys.argv[2])
else:
    play(made._table, lambda: forget("table.menu"))  # without what is loaded ahead of its use
figures["played"] = held()
record = made._table.record
figures["events"] = record.last_seq
if len(sys.argv) > 3:
    figures["fold_us"] = fold_all(record)
    figures["undo_us"] = undo(made._table)
else:
    record.__init__(None, None, OSError)
    figures["record"] = figures["played"] - held()
figures["asyncio_is"] = asyncio.__name__
print(json.dumps(figures))
