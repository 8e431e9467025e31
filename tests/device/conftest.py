"""The firmware is compiled once for all tests of what is put onto a board; none of them changes it."""

from pathlib import Path

import pytest

from host_tools.device import build as building

Compiled = tuple[Path, list[building.Built]]


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Compiled:
    """Its folder, and what is in it."""
    out = tmp_path_factory.mktemp("compiled") / "firmware"
    return out, building.build(out=out)
