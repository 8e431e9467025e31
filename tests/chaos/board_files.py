"""What host code does not import: the loader, which stands beside the package `boardside` on a board, and the
parts of the firmware that do updates. They are written for MicroPython, without types.
"""

import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any

from tests.chaos.virtual import patched

_FIRMWARE = str(Path(__file__).resolve().parents[2] / "firmware")
if _FIRMWARE not in sys.path:
    sys.path.append(_FIRMWARE)

loader: Any = import_module("loader")
receivers: Any = import_module("boardside.update.receiver")
with patched(*((time, name, len) for name in ("ticks_ms", "ticks_diff", "ticks_add"))):  # not called here
    updating: Any = import_module("boardside.app.updating")
