"""After `boardside forget` no byte of the name is in anything that is made from then on: the database and
what stands beside it, backups, archives, every export, score cards, lists, pages, the API.
"""

import io
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from kept import MATCH, NAME, hall
from pypdf import PdfReader
from typer.testing import CliRunner

from host_tools import cli
from host_tools.backup import backups, forgetting, portable
from host_tools.collector.hub import Hub
from host_tools.store import Store
from host_tools.tournament.desk.desk import Desk
from host_tools.web import create_app
from host_tools.web.live.results import Results
from host_tools.web.pages import card_files

NOON = datetime(2026, 3, 12, 12, tzinfo=UTC)
#: First and second name alone, too: nobody else here is called so.
TRACES = [part.encode() for part in NAME.split()] + [part.lower().encode() for part in NAME.split()]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = hall(tmp_path)
    yield made
    made.close()


def texts(name: str, content: bytes) -> list[bytes]:
    """All texts in a file: its own bytes, those packed in it, and those that can be read on its pages."""
    parts = [content]
    if content[:2] == b"PK":
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            parts += [packed.read(name) for name in packed.namelist()]
    if content[:4] == b"%PDF":
        parts += [page.extract_text().encode() for page in PdfReader(io.BytesIO(content)).pages]
    return parts


def holds(name: str, content: bytes) -> bool:
    return any(trace in text for text in texts(name, content) for trace in TRACES)


def everything(store: Store, folder: Path) -> dict[str, bytes]:
    """All that can be made of the database, by its name."""
    folder.mkdir()
    url = str(store.engine.url)
    backups.back_up(store, folder / "backup.sqlite3", NOON)
    backups._server(store, folder / "backup.boardside", NOON)
    portable.archive(store, "open-2026", folder / "open.boardside", NOON)
    commands = [
        ["export", str(folder / "all.json")],
        ["export", str(folder / "all.xlsx")],
        *(
            ["export", "--what", kind, str(folder / f"{kind}.csv")]
            for kind in ("entries", "matches", "boards", "standings", "events")
        ),
        ["scorecards", "--all", str(folder / "cards.pdf")],
        ["scorecards", "--event", "ms", "--planned", str(folder / "planned.pdf")],
        ["lists", "--event", "ms", str(folder / "lists.pdf")],
    ]
    for command in commands:
        result = CliRunner().invoke(cli.build(command[0]), [*command, "--db", url])
        assert result.exit_code in (0, 2), result.output
    made = {file.name: file.read_bytes() for file in folder.iterdir()}
    return made | pages(store)


def pages(store: Store) -> dict[str, bytes]:
    desk = Desk(store)
    app = create_app(Hub(), store, admin_store=store, results=Results(store), desk=desk)
    card_files.install(app, store)
    token = store.tokens.make(f"script {len(store.tokens.rows())}")
    contents = {}
    with TestClient(app, headers={"Authorization": f"Bearer {token}"}) as client:
        for path in (
            *("/", "/events", "/events/ms", "/players/2", "/screen/slides", "/overlay/next", "/tables/3"),
            *("/api/v1/matches", "/api/v1/events", "/api/v1/tournaments/open-2026/players"),
            *(
                f"/api/v1/tournaments/open-2026/events/ms/{kind}"
                for kind in ("entries", "matches", "standings")
            ),
            *(f"/matches/{MATCH}/card.pdf", "/tables/3/card.pdf"),
        ):
            contents[path] = client.get(path).content
    return contents


@pytest.mark.slow
def test_nothing_that_is_made_afterwards_holds_the_name(store: Store, tmp_path: Path) -> None:
    before = {
        name for name, content in everything(store, tmp_path / "before").items() if holds(name, content)
    }
    # The same things do hold it as long as nobody has asked: so they are looked into in the right way.
    assert {"backup.sqlite3", "backup.boardside", "open.boardside", "all.json", "all.xlsx"} <= before
    assert {"entries.csv", "matches.csv", "standings.csv", "events.csv"} <= before
    assert {"cards.pdf", "lists.pdf", "/events/ms", "/players/2", "/api/v1/matches"} <= before
    assert f"/matches/{MATCH}/card.pdf" in before
    forgetting.forget(store, NAME, 1_773_000_000_000, "test")
    after = {name for name, content in everything(store, tmp_path / "after").items() if holds(name, content)}
    assert after == set()
    beside = [file for file in tmp_path.glob("hall.sqlite3*") if holds(file.name, file.read_bytes())]
    assert beside == []  # while it is open: the write-ahead log is there
