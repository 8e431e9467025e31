"""`boardside export FOLDER/`: the tournament as a folder of pages that need no server and no JavaScript.

The routes of the collector's pages draw them, over a hub without tables; static_marks.py gives them names and
links.
"""

import asyncio
import json
import shutil
from collections.abc import AsyncIterator, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import typer
from fastapi import FastAPI

from host_tools.exports import ExportError
from host_tools.exports.output import languages_of, moment_now
from host_tools.glyphs import faces
from host_tools.i18n import CODES
from host_tools.live_values import Change, ClockView
from host_tools.outside.files import folder_refused, replacing_folder
from host_tools.reasons import Cause
from host_tools.store import Store
from host_tools.store.command_line import errors_reported
from host_tools.tournament.commands.command_line import Progress, at_desk, showing
from host_tools.web.http.ports import TableView
from host_tools.web.http.routes import put
from host_tools.web.live.feed import Feed
from host_tools.web.live.results import Programme, Results
from host_tools.web.pages import events_pages, fixtures, match_pages, pages, player_pages, static_marks
from host_tools.web.pages.language_choice import LanguageChoice
from host_tools.web.pages.static_marks import Still

MARKER = "boardside-site.json"
"""The file by which a folder is known as one that this command made."""
FORMAT = "boardside site"
#: What the pages load.
ASSETS = ("fonts.css", "base.css", "tile.css", "table.css", "events.css", "match.css", "print.css", "fonts")


class Made(NamedTuple):
    """What was written: the tournament's name, the number of pages in all languages, the size in bytes."""

    tournament: str
    pages: int
    size: int


class _NoTables:
    """A hub without tables."""

    def __init__(self) -> None:
        self.problem: Cause | None = None
        self.remarks: dict[str, Cause] = {}
        self.hall: ClockView | None = None
        self.halls: dict[str, ClockView | None] = {}

    def snapshot(self) -> Sequence[TableView]:
        """There is no table."""
        return ()

    async def subscribe(self) -> AsyncIterator[Change]:
        """Nothing happens there."""
        return
        yield


def write(
    store: Store,
    folder: Path,
    tournament: str,
    languages: Sequence[str],
    made_at: datetime,
    progress: Progress,
) -> Made:
    """Write the pages of the tournament with this key into `folder`, which appears when it is complete.
    languages: the first one's pages are in the folder itself, those of the others in folders of their own.
    progress: called before each page; what it raises stops the writing, and nothing is left.

    Raises ExportError, also when the folder has other contents, and StoreError.
    """
    unknown = [code for code in languages if code not in CODES]
    if unknown:
        raise ExportError("unknown_language", language=unknown[0], languages=[*CODES, "all"])
    if folder_refused(folder, MARKER):
        raise ExportError("folder_has_other", folder=str(folder))
    try:
        with replacing_folder(folder) as part:
            name, count = asyncio.run(_write(store, part, tournament, languages, made_at, progress))
            size = sum(file.stat().st_size for file in part.rglob("*") if file.is_file())
            return Made(name, count, size)
    except OSError as error:
        raise ExportError("not_writable", file=str(folder), why=error.strerror) from error


async def _write(
    store: Store,
    folder: Path,
    tournament: str,
    languages: Sequence[str],
    made_at: datetime,
    progress: Progress,
) -> tuple[str, int]:
    made_ms = int(made_at.timestamp() * 1000)
    # A clock that stands still: the tournament is read once, for all pages.
    results = Results(store, lambda: 0.0, tournament)
    app = _application(results, Still(languages, made_ms))
    programme = await results.now()
    assert programme is not None
    files = static_marks.files_of(_addresses(programme))
    folders = {code: f"{code}/" if number else "" for number, code in enumerate(languages)}
    total, done, more = len(files) * len(languages), 0, 0
    for code in languages:
        for address, file in files.items():
            progress(done, total)
            done += 1
            page = await _page(app, address, code)
            boards = static_marks.boards_of(page)
            own = {f"{address}?board={each}": static_marks.file_of_board(file, each) for each in boards[:-1]}
            more += len(own)
            # The match's own page shows the last board.
            links = files | own | {f"{address}?board={each}": file for each in boards[-1:]}
            for at, name in [(address, file), *own.items()]:
                text = page if at == address else await _page(app, at, code)
                target = folder / folders[code] / name
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(
                    static_marks.linked(text, name, links, folders[code], folders), encoding="utf-8"
                )
    progress(total, total)
    _assets(folder)
    about = {
        "format": FORMAT,
        "version": 1,
        "tournament": programme.tournament.key,
        "made_at": made_at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
    }
    (folder / MARKER).write_text(json.dumps(about) + "\n", encoding="utf-8")
    return programme.tournament.name, done + more


def _application(results: Results, made: Still) -> FastAPI:
    """The tournament's pages of the collector, without a hall."""
    app = FastAPI(openapi_url=None)
    app.state.feed = Feed(_NoTables(), lambda: made.made_ms)
    app.state.results = results
    app.state.courses = match_pages.Courses(results.store)
    app.state.courses.events = {}
    app.state.drawn = {}
    app.state.still = made
    put(app, events_pages.routes, match_pages.routes, player_pages.routes)
    app.add_middleware(LanguageChoice)
    return app


def _addresses(programme: Programme) -> Iterator[str]:
    """The addresses of all pages but the first."""
    yield "/players"
    for event in programme.events:
        yield f"/events/{event.competition.key}"
    for number in programme.players:
        yield f"/players/{number}"
    for event in programme.events:
        for entry in event.entries.values():
            if len(entry.players) != 1 or entry.name:
                yield f"/entries/{entry.id}"
    for event in programme.events:
        for fixture in event.fixtures:
            if fixture.state != "bye" or fixture.result is not None:
                yield fixtures.address(fixture.id)


def _assets(folder: Path) -> None:
    target = folder / "static"
    target.mkdir()
    for name in ASSETS:
        source = pages.HERE / "static" / name
        if source.is_dir():
            shutil.copytree(source, target / name)
        else:
            shutil.copyfile(source, target / name)
    for path in faces.HERE.glob("*noto*"):
        shutil.copy(path, target / "fonts")


async def _page(app: FastAPI, address: str, language: str) -> str:
    """The page that the application answers with. Raises ExportError when it refuses."""
    path, _, query = address.partition("?")
    scope: dict[str, Any] = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": f"{query}&lang={language}".encode(),
        "root_path": "",
        "headers": [],
        "client": None,
        "server": ("localhost", 80),
    }
    status, body = 0, bytearray()

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        nonlocal status
        status = message.get("status", status)
        body.extend(message.get("body", b""))

    await app(scope, receive, send)
    if status != 200:
        raise ExportError("changed_meanwhile", page=address)
    return body.decode()


def export_site(db: str, folder: Path, tournament: str | None, language: str | None) -> None:
    """Write a tournament, of which there may be only one, as pages in these languages (`languages_of`)."""
    with at_desk(db) as desk, errors_reported(), showing("Writing", "pages") as progress:
        key = desk.tournament(tournament).key
        made = write(desk.store, folder, key, languages_of(language), moment_now(), progress)
    typer.echo(f"{folder}: {made.tournament}, {made.pages} pages, {made.size / 1e6:.1f} MB.")
