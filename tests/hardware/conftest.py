"""KiCad is needed by most of these tests: without it they are skipped."""

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
    """Skips the test where kicad-cli is missing."""
    if not kicad.available():
        pytest.skip("no kicad-cli (KiCad 9): hardware/install-tools.sh")


@pytest.fixture
def hardware() -> Path:
    """The folder of the committed hardware."""
    return HARDWARE
