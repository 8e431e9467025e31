"""These tests use the collector of the collector's own tests, and the umpire of the whole-system tests.

They need tools of the machine. Where one is missing they are skipped, and say which; with
BOARDSIDE_REQUIRE_REAL=1 they fail.
"""

import os
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TESTS / "collector"), str(TESTS / "system")]


def lacks(reason: str) -> None:
    """Skips the test, or fails it with BOARDSIDE_REQUIRE_REAL=1."""
    if os.environ.get("BOARDSIDE_REQUIRE_REAL") == "1":
        pytest.fail(reason)
    pytest.skip(reason)
