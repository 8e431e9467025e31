"""The random players of strokes and of matches are used here too."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "portable" / "strokes"))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "properties"))
