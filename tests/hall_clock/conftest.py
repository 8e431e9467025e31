"""The real hall of this folder uses the collector and the simulated tables of the other tests."""

import sys
from pathlib import Path

for folder in ("collector", "system"):
    sys.path.append(str(Path(__file__).resolve().parent.parent / folder))
