"""Every relative link of a Markdown file leads somewhere, and every path of the project it names exists."""

import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.documented.extraction import ROOT

#: What is installed, built or kept beside the project is none of it.
_OTHERS = {"build", "dist", "run", "node_modules"}
_LINK = re.compile(r"\]\((?!\w+:)([^)\s#]*)(?:#([^)\s]*))?\)")
_HEADING = re.compile(r"^#+ (.+?) *$", re.MULTILINE)
_FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def our_pages() -> Iterator[Path]:
    """The pages of the project, none of an environment, nor of what is built."""
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [name for name in folders if not name.startswith(".") and name not in _OTHERS]
        yield from (Path(folder, name) for name in files if name.endswith(".md"))


PAGES = sorted(our_pages())


@cache
def anchors(text: str) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    names: set[str] = set()
    for heading in _HEADING.findall(_FENCED.sub("", text)):
        title = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading)
        slug = re.sub(r"[^\w -]", "", title).lower().replace(" ", "-")
        number = next(n for n in range(len(names) + 1) if (f"{slug}-{n}" if n else slug) not in names)
        names.add(f"{slug}-{number}" if number else slug)
    return names


def dead_links(page: Path) -> list[str]:
    """The links of a page that lead nowhere, with their line."""
    dead = []
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        for file, anchor in _LINK.findall(line):
            target = (page.parent / file) if file else page
            if not target.exists():
                dead.append(f"line {number}: there is no {file}")
            elif anchor and anchor not in anchors(target.read_text(encoding="utf-8")):
                dead.append(f"line {number}: {file or page.name} has no heading #{anchor}")
    return dead


def test_there_are_pages() -> None:
    assert {"README.md", "CHANGELOG.md"} <= {page.name for page in PAGES if page.parent == ROOT}
    assert len(PAGES) > 25


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    assert dead_links(page) == []


def test_a_dead_link_is_noticed(tmp_path: Path) -> None:
    other = tmp_path / "other.md"
    other.write_text("# Two words\n\n## `code`, and more\n\n## Two words\n")
    page = tmp_path / "page.md"
    page.write_text("[a](other.md#two-words) [b](other.md#code-and-more) [c](other.md#two-words-1)\n")
    assert dead_links(page) == []
    page.write_text("[a](none.md)\n[b](other.md#none) [c](#none) [d](https://example.org/none#none)\n")
    assert dead_links(page) == [
        "line 1: there is no none.md",
        "line 2: other.md has no heading #none",
        "line 2: page.md has no heading #none",
    ]


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


_MODULE = re.compile(r"\(([\w/]+\.py)[,)]|\b((?:host_tools|boardside|admin|tests)/[\w/]+\.py)")


def test_every_module_that_a_comment_names_exists() -> None:
    files = [path for part in ("host_tools", "firmware") for path in (ROOT / part).rglob("*")]
    modules = [str(path.relative_to(ROOT)) for path in files if path.suffix == ".py"]
    modules += [str(path.relative_to(ROOT)) for path in (ROOT / "tests").rglob("*.py")]
    modules += ["hatch_build.py", "boardside/play1.py"]  # beside the parts; what a build makes
    absent = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in files
        if path.suffix in (".py", ".html", ".js", ".css")
        for found in _MODULE.findall(path.read_text(encoding="utf-8"))
        for name in [found[0] or found[1]]
        if not any(f"/{module}".endswith(f"/{name}") for module in modules)
    }
    assert absent == set()
