"""KiCad is needed by most of these tests: without it they are left out, unless BOARDSIDE_REQUIRE_KICAD=1."""

import os
from pathlib import Path

import pytest

from hardware.generator import kicad
from hardware.generator.files import HARDWARE


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """KiCad starts anew for every check: its tests belong to the long runs."""
    for item in items:
        if "kicad_cli" in getattr(item, "fixturenames", ()):
            item.add_marker("kicad")
            item.add_marker("slow")


@pytest.fixture
def kicad_cli() -> None:
    """Leaves the test out when kicad-cli is missing, or lets it fail where that is demanded."""
    if kicad.available():
        return
    reason = "kicad-cli (KiCad 9) is not installed: hardware/install-tools.sh"
    if os.environ.get("BOARDSIDE_REQUIRE_KICAD") == "1":
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture
def hardware() -> Path:
    """The folder of the committed hardware."""
    return HARDWARE
