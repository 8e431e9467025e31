"""Started as `micropython -i power_on.py SETTINGS`: an ESP32 from power to prompt (`start.py`)."""

import sys

_SIMULATOR = sys.path[0].rsplit("/", 1)[0]

# Without this folder: asyncio would import its `time`, but needs the real clock (see chips/time.py).
sys.path[:] = [".frozen"]
import asyncio  # noqa: E402

sys.path[:] = [_SIMULATOR, ".frozen"]
from chips.start import start as _start  # noqa: E402

_settings = sys.argv[1]
# __main__ is empty for the firmware and the prompt, as on a board.
del asyncio, sys
_start(_settings, globals())
