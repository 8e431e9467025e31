"""Runs under MicroPython under callgrind: marks what is counted, for `callgrind.py` to read.

callgrind writes a part of its output whenever one of two functions of MicroPython's is called, which nothing
else calls: what lies between `begin` and `end` is a part of its own.
"""

import gc
import sys

from micropython import mem_peak as _end
from micropython import mem_total as begin  # noqa: F401 - for whoever marks

names = []


def end(name):
    """What was done since `begin` is counted as `name`; a name that comes again is counted again."""
    _end()
    names.append(name)


def quiet():
    """No collection comes by itself until `gc.threshold` is set again; there is room for what comes."""
    gc.collect()
    gc.threshold(-1)


def write(notes):
    """Tell what was counted, in the order of it, and `notes`, a dict of whatever else was found."""
    import json

    with open(sys.argv[2], "w") as file:
        json.dump({"names": names, "notes": notes}, file)
