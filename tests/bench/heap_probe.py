"""Runs under MicroPython: makes the real device on mute chips, plays a whole match, prints what the heap
holds.

Usage: micropython heap_probe.py FIRMWARE, in an empty directory that stands for the flash. The match
is pressed key by key, boards by their results.
"""

import gc
import json
import sys

sys.path.insert(0, sys.argv[1])


def held():
    gc.collect()
    return gc.mem_alloc()


sys.path.append(sys.path[1] + "/counted")
import mute  # noqa: E402
from heap_match import play  # noqa: E402

for name, module in mute.CHIPS.items():
    sys.modules[name] = module
import asyncio  # noqa: E402, F401

figures = {"asyncio": held()}
import boardside.app.device as device  # noqa: E402
from boardside.app.forget import forget  # noqa: E402

figures["imported"] = held()
made = device.Device()
made.complete()
figures["ready"] = held()
play(made._table, lambda: forget("table.menu"))  # without what is loaded ahead of its use
figures["played"] = held()
print(json.dumps(figures))
