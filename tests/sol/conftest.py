"""SoL, where a Python 3.12 is; without one the tests of the real SoL are skipped."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sol_server import NoSol, SolServer, environment


@pytest.fixture
def sol(tmp_path: Path) -> Iterator[SolServer]:
    """A SoL of its own with an empty database; it runs when the test begins."""
    try:
        programs = environment()
    except NoSol as error:
        pytest.skip(str(error))
    server = SolServer(programs, tmp_path / "sol")
    server.start()
    try:
        yield server
    finally:
        server.stop()
