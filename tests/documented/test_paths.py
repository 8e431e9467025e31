"""Every file and folder of the project that a page names between backticks exists."""

import re
from pathlib import Path

import pytest

from tests.documented.extraction import ROOT
from tests.documented.test_page_links import PAGES

_PATH = re.compile(r"`((?:docs|firmware|hardware|host_tools|tests)/[\w./-]+)`")
#: Names in a recipe: what the reader is to make.
_TO_BE_MADE = ("NAME", "/es/")
#: Of another project; of an installation, where a build has put it.
_ELSEWHERE = {"docs/en/api-reference/peripherals/gpio.rst", "host_tools/firmware"}


def named(page: Path) -> set[str]:
    """The paths of the project that a page names, but for those that its reader is to make."""
    paths = _PATH.findall(page.read_text(encoding="utf-8"))
    return {path for path in paths if not any(word in path for word in _TO_BE_MADE)} - _ELSEWHERE


def missing(page: Path) -> list[str]:
    """The paths that a page names and that do not exist."""
    return sorted(path for path in named(page) if not (ROOT / path).exists())


def test_pages_name_paths() -> None:
    assert "tests/test_layers.py" in named(ROOT / "CONTRIBUTING.md")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_path_that_is_named_exists(page: Path) -> None:
    assert missing(page) == []


def test_a_path_that_is_gone_is_noticed(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("`host_tools/cli.py`, `host_tools/gone.py`, `host_tools/displays/NAME.py`")
    assert missing(page) == ["host_tools/gone.py"]
