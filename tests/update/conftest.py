"""The firmware is compiled once for all tests of updates."""

import pytest
from update_tools import Firmware

from tests.compiled import compiled_once


@pytest.fixture(scope="session")
def firmware(tmp_path_factory: pytest.TempPathFactory) -> Firmware:
    return Firmware(tmp_path_factory.mktemp("firmware"), compiled_once(tmp_path_factory)[0])
