"""These tests use the collector of the collector's own tests, and the umpire of the whole-system tests.

They need tools of the machine; where one is missing they are skipped, and say which.
"""

import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TESTS / "collector"), str(TESTS / "system")]
