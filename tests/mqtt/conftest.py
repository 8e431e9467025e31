"""A real Mosquitto; without one these tests are skipped. The tables are those of the collector's tests."""

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
        pytest.skip("no Mosquitto: apt install mosquitto")
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
