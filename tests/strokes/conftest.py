"""The random player of the portable tests is used here too."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "portable" / "strokes"))
