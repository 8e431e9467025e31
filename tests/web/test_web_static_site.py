"""The tournament as a folder of pages (web/pages/static_site.py): whole, linked, without a server."""

import html
import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from typer.testing import CliRunner
from web_matches import Filled, filled

from host_tools.cli import build
from host_tools.exports import ExportError
from host_tools.i18n import CODES
from host_tools.web.pages import static_marks, static_site

NOON = datetime(2026, 3, 12, 12, tzinfo=UTC)


class Stopped(Exception):  # noqa: N818
    """Somebody has stopped it."""


def write(
    hall: Filled, folder: Path, *languages: str, most: int = 10**6, key: str = "open"
) -> static_site.Made:
    def progress(done: int, total: int) -> None:
        assert done <= total
        if done >= most:
            raise Stopped

    return static_site.write(hall.store, folder, key, languages or ("en",), NOON, progress)


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Filled]:
    made = filled(tmp_path_factory.mktemp("hall"))
    yield made
    made.store.close()


@pytest.fixture(scope="module")
def folder(hall: Filled, tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("site") / "out"
    write(hall, target, "en", "ta")
    return target


def test_every_link_of_every_page_leads_to_a_file_of_the_folder(folder: Path) -> None:
    reached = {folder / "index.html"}
    for page in folder.rglob("*.html"):
        text = page.read_text("utf-8")
        for address in re.findall(r'(?:href|src|action)\s*=\s*"([^"]*)"', text):
            parts = urlsplit(html.unescape(address))
            if parts.scheme == "data":
                continue
            assert (parts.scheme, parts.netloc, parts.query) == ("", "", ""), (page, address)
            assert not parts.path.startswith("/"), (page, address)
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            assert target.is_file(), (page, address)
            assert target.is_relative_to(folder.resolve()), (page, address)
            reached.add(target)
            if parts.fragment:
                assert f'id="{parts.fragment}"' in target.read_text("utf-8"), (page, address)
    assert set(folder.rglob("*.html")) == {page for page in reached if page.suffix == ".html"}
    for style in folder.rglob("*.css"):
        for address in re.findall(r"url\(\"?([^\")]*)", style.read_text("utf-8")):
            assert (style.parent / address).is_file(), (style, address)


def test_the_pages_need_no_script_and_no_server(folder: Path) -> None:
    for page in folder.rglob("*.html"):
        text = page.read_text("utf-8")
        assert not re.search(r"<script|<noscript|<form|<button|preload|http-equiv", text), page


def test_it_has_what_the_public_pages_have(folder: Path, hall: Filled) -> None:
    match = (folder / "matches" / f"{hall.strokes}.html").read_text("utf-8")
    for words in ("Stroke by stroke", "<svg", "As of March 12, 2026"):
        assert words in match
    corrected = (folder / "matches" / f"{hall.corrected}.html").read_text("utf-8")
    assert "the sheet was read wrongly" in corrected
    assert 'lang="ta"' in (folder / "ta" / "events" / "ms.html").read_text("utf-8")
    about = json.loads((folder / static_site.MARKER).read_text("utf-8"))
    assert about == {
        "format": "boardside site",
        "version": 1,
        "tournament": "open",
        "made_at": "2026-03-12T12:00:00Z",
    }


def test_a_stop_leaves_the_folder_as_it_was(hall: Filled, tmp_path: Path) -> None:
    with pytest.raises(Stopped):
        write(hall, tmp_path / "out", most=1)
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / static_site.MARKER).write_text("{}")
    with pytest.raises(Stopped):
        write(hall, tmp_path / "out", most=1)
    assert [file.name for file in tmp_path.rglob("*")] == ["out", static_site.MARKER]


def test_only_an_empty_folder_or_an_own_one_is_written_over(hall: Filled, tmp_path: Path) -> None:
    (tmp_path / "theirs").mkdir()
    (tmp_path / "theirs" / "thesis.txt").write_text("years")
    (tmp_path / "file").write_text("")
    for name in ("theirs", "file"):
        with pytest.raises(ExportError) as refused:
            write(hall, tmp_path / name)
        assert refused.value.reason == "folder_has_other"
    own = tmp_path / "own"
    own.mkdir()
    (own / static_site.MARKER).write_text("{}")
    (own / "old.html").write_text("")
    write(hall, own, key="open")
    assert (own / "index.html").is_file()
    assert not (own / "old.html").exists()
    assert (tmp_path / "theirs" / "thesis.txt").read_text() == "years"


def test_names_of_files_fit_any_stick() -> None:
    files = static_marks.files_of(
        ["/players", "/matches/M17", "/matches/m17", "/matches/aux", "/matches/a%3Ab"]
    )
    assert files == {
        "/events": "index.html",
        "/players": "players/index.html",
        "/matches/M17": "matches/M17.html",
        "/matches/m17": "matches/m17_2.html",
        "/matches/aux": "matches/aux_.html",
        "/matches/a%3Ab": "matches/a_3Ab.html",
    }


def test_the_strokes_of_each_board_have_a_page() -> None:
    nav = '<li><a href="/matches/M1?board={0}&amp;step=0#strokes">'
    page = nav.format(2) + nav.format(3)
    assert static_marks.boards_of(page) == [2, 3]
    files = {"/matches/M1?board=2": static_marks.file_of_board("matches/M1.html", 2)}
    assert static_marks.linked(page, "matches/M1.html", files, "", {}) == (
        '<li><a href="M1_board2.html#strokes"><li><a>'
    )


def test_the_command_says_what_it_wrote_and_why_not(hall: Filled, tmp_path: Path) -> None:
    db = hall.store.engine.url.render_as_string()
    run = CliRunner().invoke
    done = run(build("export"), ["export", f"{tmp_path}/out/", "--db", db, "-l", "de"])
    assert done.exit_code == 0, done.output
    assert "Open 2026, 14 pages" in done.output
    assert 'lang="de"' in (tmp_path / "out" / "index.html").read_text("utf-8")
    unknown = run(build("export"), ["export", f"{tmp_path}/no/", "--db", db, "-l", "xx"])
    assert unknown.exit_code == 2
    assert "--language xx" in unknown.output
    assert all(code in unknown.output for code in CODES)
