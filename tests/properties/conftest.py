"""What these tests play with is also used elsewhere: the recorded matches of the other folders."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
