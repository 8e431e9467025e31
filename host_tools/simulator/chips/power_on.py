"""Started as `micropython -i power_on.py SETTINGS`: an ESP32 from power to prompt (`start.py`)."""

import sys

_SIMULATOR = sys.path[0].rsplit("/", 1)[0]

# Not this folder, whose `time` asyncio would take: asyncio belongs on the real clock (see chips/time.py).
sys.path[:] = [".frozen"]
import asyncio  # noqa: E402

sys.path[:] = [_SIMULATOR, ".frozen"]
from chips.start import start as _start  # noqa: E402

_settings = sys.argv[1]
# What the firmware and the prompt find in __main__ is what they find on a board: nothing.
del asyncio, sys
_start(_settings, globals())
