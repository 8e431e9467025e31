"""A tournament as one PDF (host_tools/exports/lists.py)."""

import io
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from carded import opened
from drawn import with_groups
from pypdf import PdfReader
from typer.testing import CliRunner

from host_tools.cli import build
from host_tools.exports.lists import read_chapters, render_book
from host_tools.store import Store

NOON = datetime(2026, 3, 12, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    made = opened(tmp_path_factory.mktemp("book"))
    with_groups(made)
    yield made
    made.close()


@pytest.fixture(scope="module")
def content(store: Store) -> bytes:
    return render_book(read_chapters(store, "open-2026", with_cards=True), NOON)[0]


def outlined(reader: PdfReader, entries: Any, level: int = 0) -> Iterator[tuple[int, str, int]]:
    for entry in entries:
        if isinstance(entry, list):
            yield from outlined(reader, entry, level + 1)
        else:
            yield level, entry.title, (reader.get_destination_page_number(entry) or 0) + 1


def test_contents_outline_and_pages_agree(content: bytes) -> None:
    reader = PdfReader(io.BytesIO(content))
    pages = [page.extract_text() for page in reader.pages]
    assert "Open 2026" in pages[0]
    assert "Men's Singles" in pages[0]
    entries = list(outlined(reader, reader.outline))
    assert [(level, title) for level, title, _page in entries][:3] == [
        (0, "Men's Singles"),
        (1, "Standing"),
        (1, "Groups"),
    ]
    assert "Contents" in pages[1]
    for _level, title, page in entries:
        assert title in pages[1]
        assert str(page) in pages[1]
    begin = {title: pages[page - 1] for _level, title, page in entries}
    assert "Final standing" in begin["Standing"]
    assert "The draw" in begin["The draw"]
    assert "Semi-finals" in begin["Bracket: Knockout"]
    assert "SCORE CARD" in begin["Score cards"]
    for number, text in enumerate(pages[1:], 2):
        assert str(number) in text.split("\n")
    links = list(reader.pages[1].get("/Annots", []))
    assert len(links) == len(entries)


def test_the_same_tournament_and_moment_give_the_same_bytes(store: Store, content: bytes) -> None:
    steps: list[tuple[int, int]] = []
    chapters = read_chapters(store, "open-2026", with_cards=True)
    again, _complaint = render_book(chapters, NOON, lambda *step: steps.append(step))
    assert again == content
    total = steps[0][1]
    assert total > len(chapters[0].cards)
    assert steps[0] == (0, total)
    assert steps[-1] == (total, total)
    assert steps == sorted(steps)


def test_the_command_writes_it_and_refuses_without_events(store: Store, tmp_path: Path) -> None:
    db = store.engine.url.render_as_string()
    run = CliRunner().invoke
    done = run(build("lists"), ["lists", "--book", str(tmp_path / "open.pdf"), "--db", db])
    assert done.exit_code == 0, done.output
    assert "SCORE CARD" not in PdfReader(tmp_path / "open.pdf").pages[-1].extract_text()
    unknown = run(build("lists"), ["lists", "--book", str(tmp_path / "no.pdf"), "-t", "none", "--db", db])
    assert unknown.exit_code == 2
    assert not (tmp_path / "no.pdf").exists()
