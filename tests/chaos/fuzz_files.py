"""Files from outside with changes at random: archives, backups, `.sol`, imports.

Each is refused with a reason, or taken; and of what was taken every page, list and export can be read.
"""

import json
import random
import shutil
import sqlite3
import sys
import tempfile
import zipfile
from contextlib import closing
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient

from host_tools.backup import backups, portable
from host_tools.backup.reasons import CareError
from host_tools.collector.hub import Hub
from host_tools.exports import Choice
from host_tools.exports.export_command import Format, exported
from host_tools.exports.sheets import WHATS, SheetName
from host_tools.integrations.sol import importing as sol
from host_tools.integrations.sol import reading
from host_tools.integrations.sol.reasons import SolError
from host_tools.orders import BadRequest
from host_tools.store import Store
from host_tools.tournament.acts.tournament import NewTournament
from host_tools.tournament.desk.desk import Desk
from host_tools.tournament.imports.import_files import ImportFile
from host_tools.web.app import create_app
from host_tools.web.http.known_hosts import KnownHosts

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "web"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "backup"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "sol"))

NOON = datetime(2026, 3, 12, 12, tzinfo=UTC)
#: Values that are somewhere more than they look.
ODD: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 7, 2**31, 2**63, 10**30, 1.5, "", " ", "x", "ms", "open", "a", "b"),
    *("../../x", "/etc/x", "a/b", "+", "#", ".", "..", "\x1b[2J", "A\x85", "\u202e", "two\nlines", "x" * 300),
    *("[]", "{}", "null", "NaN", '"', "[[[[", "9" * 5000, "2021-13-45", "winner:", "place:9:9:9", "bye"),
    *('{"a": 1}', '{"code": 5}', '{"halls": 5}', [], {}, [1], {"a": [1]}, {"code": "x", "self": 1}),
)


class Files:
    """What all four share: a folder, and the readers of what was taken."""

    def __init__(self, dice: random.Random) -> None:
        self.dice = dice
        self.folder = Path(tempfile.mkdtemp(prefix="boardside-fuzz-"))
        self.taken = self.refused = 0

    def throw_one(self) -> None:
        """One file."""
        raise NotImplementedError

    def close(self) -> None:
        """The end of a block."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def changed(self, value: Any) -> Any:
        """The value, odd, or with something odd inside; JSON inside a text too."""
        if isinstance(value, str) and value[:1] in ("{", "[") and self.dice.random() < 0.8:
            return json.dumps(self.changed(json.loads(value)))
        if isinstance(value, dict) and value and self.dice.random() < 0.9:
            name = self.dice.choice(list(value))
            if self.dice.random() < 0.1:
                return {key: item for key, item in value.items() if key != name}
            return {**value, name: self.changed(value[name])}
        if isinstance(value, list) and value and self.dice.random() < 0.9:
            at = self.dice.randrange(len(value))
            if self.dice.random() < 0.1:
                return [*value, *value[at:]]
            return [*value[:at], self.changed(value[at]), *value[at + 1 :]]
        return self.dice.choice(ODD)

    def read(self, store: Store) -> None:
        """Read everything. AssertionError, or whatever a reader raises."""
        whats: list[SheetName] = list(WHATS)
        exported(store, Format.json, whats, Choice(), NOON)
        app = create_app(Hub(), store, admin_store=store, desk=Desk(store), hosts=KnownHosts(["testserver"]))
        headers = {"Authorization": f"Bearer {store.tokens.make('fuzz')}"}
        with TestClient(app, raise_server_exceptions=True) as client:
            for address in addresses(store):
                answer = client.get(address, headers=headers)
                assert answer.status_code < 500, f"{address}: {answer.status_code} {answer.text[:300]}"


def addresses(store: Store) -> list[str]:
    """The pages and lists of what is in a database."""
    desk = Desk(store)
    pages = [
        "/events",
        "/players",
        "/api/v1/tournaments",
        "/api/v1/matches",
        "/api/v1/events",
        "/api/v1/protests",
    ]
    for tournament in desk.tournaments():
        at = f"/api/v1/tournaments/{tournament.key}"
        pages += [at, f"{at}/players", f"{at}/events"]
        for event in desk.competitions(tournament):
            pages += [f"{at}/events/{event.key}/{part}" for part in ("entries", "matches", "standings")]
            pages.append(f"/events/{event.key}")
            pages += [f"/matches/{fixture.id}" for fixture in desk.fixtures(event)[:3]]
        pages += [f"/players/{player.number}" for player in desk.players(tournament)[:2]]
    return pages


class Kept(Files):
    """A hall's database, its backup and its archive."""

    def __init__(self, dice: random.Random) -> None:
        super().__init__(dice)
        from kept import hall  # type: ignore[import-not-found]

        self.hall: Store = hall(self.folder)
        self.target = self.folder / "new.sqlite3"

    def close(self) -> None:
        self.hall.close()
        super().close()

    def take(self, file: Path, kind: Any) -> None:
        """Restore it; then read it, if it was taken."""
        before = {path.name for path in self.folder.iterdir()}
        try:
            backups.restore(file, f"sqlite:///{self.target}", kind, force=True)
        except CareError:
            self.refused += 1
            assert {path.name for path in self.folder.iterdir()} == before
            return
        self.taken += 1
        store = Store.open(f"sqlite:///{self.target}", create=False)
        try:
            self.read(store)
        finally:
            store.close()
            for path in self.folder.glob("new.sqlite3*"):
                path.unlink()


class Archives(Kept):
    """Archives of a tournament."""

    def __init__(self, dice: random.Random) -> None:
        super().__init__(dice)
        file = self.folder / "open.boardside"
        portable.archive(self.hall, "open-2026", file, NOON)
        with zipfile.ZipFile(file) as archive:
            self.manifest = json.loads(archive.read(portable.MANIFEST))
            self.rows = {
                name: [json.loads(line) for line in archive.read(f"{name}.jsonl").splitlines()]
                for name in self.manifest["tables"]
            }

    def throw_one(self) -> None:
        """An archive with one or two changed rows, and sums that fit."""
        tables, manifest = {**self.rows}, {**self.manifest}
        for _ in range(self.dice.choice((1, 1, 2))):
            name = self.dice.choice([name for name, rows in tables.items() if rows])
            at = self.dice.randrange(len(tables[name]))
            tables[name] = [*tables[name]]
            tables[name][at] = self.changed(tables[name][at])
        manifest["tables"] = {}
        file = self.folder / "changed.boardside"
        with zipfile.ZipFile(file, "w") as archive:
            for name, rows in tables.items():
                lines = "".join(json.dumps(row) + "\n" for row in rows).encode()
                manifest["tables"][name] = {"rows": len(rows), "sha256": sha256(lines).hexdigest()}
                archive.writestr(f"{name}.jsonl", lines)
            if self.dice.random() < 0.1:
                manifest = self.changed(manifest)
            archive.writestr(portable.MANIFEST, json.dumps(manifest))
        self.take(file, "tournament")


class Backups(Kept):
    """SQLite databases, with changed cells or bytes."""

    def __init__(self, dice: random.Random) -> None:
        super().__init__(dice)
        self.whole = self.folder / "whole.sqlite3"
        backups.back_up(self.hall, self.whole, NOON)

    def throw_one(self) -> None:
        """A backup with one changed cell, or some changed bytes."""
        file = self.folder / "changed.sqlite3"
        shutil.copyfile(self.whole, file)
        if self.dice.random() < 0.3:
            content = bytearray(file.read_bytes())
            for _ in range(self.dice.choice((1, 5, 100))):
                content[self.dice.randrange(len(content))] = self.dice.randrange(256)
            file.write_bytes(content)
        else:
            with closing(sqlite3.connect(file)) as database:
                names = [
                    row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type='table'")
                ]
                name = self.dice.choice(names)
                columns = [row[1] for row in database.execute(f'PRAGMA table_info("{name}")')]
                column = self.dice.choice(columns)
                row = database.execute(f'SELECT rowid, "{column}" FROM "{name}" ORDER BY random() LIMIT 1')
                for number, value in row.fetchall():
                    new = self.changed(value)
                    new = json.dumps(new) if isinstance(new, list | dict) else new
                    try:
                        database.execute(f'UPDATE "{name}" SET "{column}" = ? WHERE rowid = ?', (new, number))
                    except (sqlite3.Error, OverflowError):
                        continue
                database.commit()
        self.take(file, "backup")


class Imports(Files):
    """A tournament's export, imported into an empty database."""

    def __init__(self, dice: random.Random) -> None:
        super().__init__(dice)
        from kept import hall

        store = hall(self.folder)
        self.document = json.loads(exported(store, Format.json, list(WHATS), Choice(), NOON))
        self.document["events"] = []
        store.close()

    def throw_one(self) -> None:
        """The export with one or two changed rows."""
        document = {**self.document}
        for _ in range(self.dice.choice((1, 1, 2))):
            name = self.dice.choice([name for name, rows in document.items() if rows])
            document[name] = self.changed(document[name])
        text = json.dumps(document)
        self.take(ImportFile("open.json", text.encode()))

    def take(self, file: ImportFile) -> None:
        """Import it; then read it, if it was taken."""
        store = Store.open(f"sqlite:///{self.folder / 'new.sqlite3'}")
        try:
            try:
                Desk(store).import_files([file])
            except BadRequest:
                self.refused += 1
                return
            self.taken += 1
            self.read(store)
        finally:
            store.close()
            for path in self.folder.glob("new.sqlite3*"):
                path.unlink()


class Tourneys(Files):
    """SoL's exports, as JSON and as YAML."""

    def throw_one(self) -> None:
        """A tourney with one or two changed values."""
        import yaml
        from sol_exports import export

        documents = json.loads(export())
        for _ in range(self.dice.choice((1, 1, 2))):
            documents = self.changed(documents)
        raw = json.dumps(documents).encode()
        if isinstance(documents, list) and self.dice.random() < 0.5:
            raw = yaml.safe_dump_all(documents).encode()
        store = Store.open(f"sqlite:///{self.folder / 'new.sqlite3'}")
        try:
            desk = Desk(store)
            try:
                sol_round = reading.parse(raw)
                event = sol.event_for(
                    desk, desk.do(NewTournament(key="open", name="Open"), None), "sol", sol_round
                )
                sol.take(desk, event, sol_round)
            except (BadRequest, SolError):
                self.refused += 1
                return
            self.taken += 1
            self.read(store)
        finally:
            store.close()
            for path in self.folder.glob("new.sqlite3*"):
                path.unlink()
