"""The firmware is compiled once for all tests of what is put onto a board; none of them changes it."""

import pytest

from tests.compiled import Compiled, compiled_once


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Compiled:
    """Its folder, and what is in it."""
    return compiled_once(tmp_path_factory)
