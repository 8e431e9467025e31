"""A real Mosquitto; without one these tests are skipped. The tables are those of the collector's tests."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from mosquitto_broker import Mosquitto


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
