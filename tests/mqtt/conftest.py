"""A real Mosquitto. Where none is installed these tests are left out; with BOARDSIDE_REQUIRE_MOSQUITTO=1 they
fail. The tables are those of the collector's own tests.
"""

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "collector"), str(HERE.parent / "tournament")]

from mosquitto_broker import Mosquitto  # noqa: E402


@pytest.fixture
def mosquitto_program() -> str:
    """The path of the program."""
    program = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin")
    if program is None:
        reason = "No Mosquitto is installed here: apt install mosquitto."
        if os.environ.get("BOARDSIDE_REQUIRE_MOSQUITTO") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    return program


@pytest.fixture
def mosquitto(mosquitto_program: str, tmp_path: Path) -> Iterator[Mosquitto]:
    """One that runs when the test begins; a test may stop and start it."""
    broker = Mosquitto(mosquitto_program, tmp_path)
    broker.start()
    try:
        yield broker
    finally:
        broker.stop()
