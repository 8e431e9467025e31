"""`boardside forget`: deletes a person's data. The results and their proof stay."""

import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence, Set
from contextlib import closing
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table, select, update

from host_tools.backup import people
from host_tools.backup.backups import alone
from host_tools.backup.people import Eraser, near_names, same_spelling
from host_tools.backup.reasons import CareError
from host_tools.collector.match_fold import ERASABLE
from host_tools.store import Store
from host_tools.store.database import at_leisure, writing
from host_tools.store.database_file import advance_generation
from host_tools.store.schema import (
    acts,
    commands,
    conflicts,
    events,
    hall,
    journal_stops,
    keys,
    matches,
    meta,
    tables,
)
from host_tools.store.tournament_schema import (
    corrections,
    decisions,
    entries,
    fixtures,
    players,
    reports,
    stages,
)
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.people import PERSON

#: The columns, besides events, that can contain a name, and whether the column contains JSON.
_COLUMNS: tuple[tuple[Table, str, bool], ...] = (
    (matches, "names", True),
    (matches, "title", False),
    (matches, "official", True),
    (matches, "problem", False),
    (commands, "body", True),
    (commands, "message", False),
    (commands, "facts", True),
    (conflicts, "body", True),
    (tables, "status", True),
    (tables, "problem", False),
    (acts, "detail", True),
    (acts, "who", False),
    (entries, "name", False),
    (fixtures, "umpire", False),
    (fixtures, "note", True),
    (corrections, "reason", True),
    (corrections, "who", False),
    (decisions, "who", False),
    (stages, "name", False),
    (stages, "settings", True),
    (reports, "detail", True),
    (reports, "who", False),
    (reports, "why", False),
    (hall, "by", False),
    (keys, "note", False),
    (journal_stops, "who", False),
    (journal_stops, "why", False),
    (meta, "value", True),
)

#: How long to wait for other readers of the database before reporting that its files may contain traces.
READERS_S = 10.0
NOT_REACHED = (
    "the tables themselves: their flash keeps the last matches until the room is needed",
    "backups, archives, exports and copies (*.bak) that were made before",
    "what was printed, shown on screens or sent to other systems",
    "what a broker keeps (MQTT), until a collector runs with --mqtt again and replaces it",
    "accounts and tokens of the pages, and the names of tournaments and events",
    "what proves the results: start numbers, draws, scores, and the chain and seals of the tables' events",
)
FORMER = "was called so before"
PLAYED = "played so in a match of theirs"
#: The most similar names to report, the nearest first.
NEAR_MOST = 8


@dataclass(frozen=True, slots=True)
class Near:
    """A similar name in the database. `how`: the difference; `where`: the places; both in words."""

    name: str
    how: str
    where: str

    def __str__(self) -> str:
        return f"{self.name!r} ({self.how}; {self.where})"


@dataclass(slots=True)
class Forgotten:
    """What was deleted. players: each in one tournament. spellings: the names that were deleted. rows: the
    number of changed rows by table. places: these rows in words.

    uncovered: the ids of matches whose seal no longer covers everything. near: similar names, possibly
    of the same person, which stay.
    """

    players: list[str] = field(default_factory=list)
    spellings: list[str] = field(default_factory=list)
    rows: dict[str, int] = field(default_factory=dict)
    places: dict[str, list[str]] = field(default_factory=dict)
    uncovered: list[str] = field(default_factory=list)
    near: list[Near] = field(default_factory=list)
    _seen: set[tuple[Any, ...]] = field(default_factory=set)

    def note(self, table: Table, key: tuple[Any, ...], place: str) -> None:
        """Count a changed row once, even when several of its columns were changed."""
        if (table.name, *key) in self._seen:
            return
        self._seen.add((table.name, *key))
        self.rows[table.name] = self.rows.get(table.name, 0) + 1
        kept = self.places.setdefault(table.name, [])
        if place not in kept:
            kept.append(place)


def forget(
    store: Store, name: str, at: int, by: str, *, also: Sequence[str] = (), only_look: bool = False
) -> Forgotten:
    """Delete the data of all persons who have, or had, this name or one of `also` (compared by erasing.same):
    every spelling of the name, in all places, including the tables' events, and club, country and licence,
    also as they were before somebody edited them. `at`: UTC ms. only_look: change nothing.

    Raises CareError when the name is empty, when no person has it (the fact `near`: similar names), and
    while a collector runs, because that would write names again. Raises StoreError.
    """
    names = [" ".join(each.split()) for each in (name, *also)]
    if not all(names):
        raise CareError("whose_data")
    if only_look:
        return _forget(store, names, at, by, only_look=True)
    with alone(store.engine):
        return _forget(store, names, at, by, only_look=False)


def _forget(store: Store, names: Sequence[str], at: int, by: str, *, only_look: bool) -> Forgotten:
    forgotten = Forgotten()
    with writing(store.engine) as connection:
        at_leisure(connection)
        person = people.identified(connection, names)
        forgotten.spellings = sorted(person.names)
        forgotten.near = _near(connection, names[0], person)
        erase = Eraser(*person.names)
        _players(connection, person.players, forgotten, at)
        _acts(connection, person, forgotten)
        _events(connection, erase, forgotten, at)
        for table, column, is_json in _COLUMNS:
            _column(connection, table, column, erase.json_text if is_json else erase.text, forgotten)
        is_anybody = erase.is_anybody or bool(forgotten.players)
        if only_look or not is_anybody:
            connection.rollback()
        else:
            detail = {"players": len(forgotten.players), "rows": forgotten.rows}
            Book(connection).note(erase.text(by), "forget", detail, at)
            advance_generation(connection)
    if not only_look and store.engine.dialect.name == "sqlite":
        _clean_file(Path(store.engine.url.database or ""))  # also cleans what an earlier run could not
    if not is_anybody:
        raise CareError("nobody_has_name", name=names[0], near=[asdict(near) for near in forgotten.near])
    return forgotten


def _near(connection: Connection, given_name: str, person: people.Identified) -> list[Near]:
    """Names that may be meant, and stay, with their places: those of who was called so, and similar ones."""
    deleted = {same_spelling(name) for name in person.names}
    stands: dict[str, dict[str, int]] = {}
    for name, place in _names(connection):
        if name.strip() and same_spelling(name) not in deleted:
            at = stands.setdefault(name, {})
            at[place] = at.get(place, 0) + 1
    similar = []
    former = [(name, FORMER) for name in sorted(stands) if same_spelling(name) in person.former]
    former += [(name, PLAYED) for name in sorted(stands) if same_spelling(name) in person.played]
    former_names = {name for name, _ in former}
    alike = [pair for pair in near_names(given_name, stands) if pair[0] not in former_names]
    for name, how in (former + alike)[:NEAR_MOST]:
        where = ", ".join(
            f"{place} ({count})" if count > 1 else place for place, count in stands[name].items()
        )
        similar.append(Near(name, how, where))
    return similar


def _names(connection: Connection) -> Iterator[tuple[str, str]]:
    """Every name of a person that has a separate field, with its place."""
    book = Book(connection)
    for tournament in book.tournaments():
        for player in book.players(tournament.id):
            yield player.name, f"player of {tournament.name}"
    for row in connection.execute(select(matches.c.names)):
        yield from ((name, "matches") for name in _sides(row.names))
    for row in connection.execute(select(events.c.body).where(events.c.kind.in_(("match", "names")))):
        yield from ((name, "events") for name in _sides(row.body))
    for row in connection.execute(select(fixtures.c.umpire).where(fixtures.c.umpire != "")):
        yield row.umpire, "umpires"


def _sides(text: str) -> Iterator[str]:
    sides = json.loads(text)
    for side in ("a", "b"):
        names = sides.get(side) if isinstance(sides, dict) else None
        yield from (name for name in names or () if isinstance(name, str))


def _players(connection: Connection, ids: Set[int], forgotten: Forgotten, at: int) -> None:
    book = Book(connection)
    for tournament in book.tournaments():
        for player in book.players(tournament.id):
            if player.id in ids and player.name:
                book.set_player(player.id, **dict.fromkeys(PERSON, ""), removed_at=at)
                forgotten.players.append(f"No. {player.number} of {tournament.name}")
                forgotten.note(players, (player.id,), f"No. {player.number} of {tournament.name}")


def _acts(connection: Connection, person: people.Identified, forgotten: Forgotten) -> None:
    """Empty what the acts keep of the person, with what taking them back needs."""
    for row in connection.execute(select(acts).where(acts.c.detail.is_not(None))).all():
        detail = json.loads(row.detail)
        own = [record for player, record in people.records(detail) if player in person.players]
        if any(record.get(name) for record in own for name in people.FIELDS):
            for record in own:
                record |= {name: "" for name in people.FIELDS if name in record}
            text = json.dumps(detail, ensure_ascii=False, separators=(",", ":"))
            connection.execute(update(acts).where(acts.c.id == row.id).values(detail=text))
            forgotten.note(acts, (row.id,), _place(acts, row.id))


def _events(connection: Connection, erase: Eraser, forgotten: Forgotten, at: int) -> None:
    """Remove the name from the events that contain typed text. The head of the hash chain stays."""
    query = select(events).where(events.c.kind.in_(ERASABLE)).order_by(events.c.id)
    for row in connection.execute(query).all():
        event = json.loads(row.body)
        without = erase.value(event)
        if without == event:
            continue
        if row.chain is not None:
            without["erased"] = {"at": at, "head": row.chain}
            if row.kind != "match" and row.match and row.match not in forgotten.uncovered:
                forgotten.uncovered.append(row.match)
        body = json.dumps(without, ensure_ascii=False, separators=(",", ":"))
        connection.execute(update(events).where(events.c.id == row.id).values(body=body))
        forgotten.note(events, (row.id,), f"{row.kind} of {row.match or f'table {row.table_no}'}")


def _column(
    connection: Connection, table: Table, column: str, without: Callable[[str], str], forgotten: Forgotten
) -> None:
    key = list(table.primary_key)
    identity = (
        table.c.match if table is matches else table.c.fixture if table in (corrections, reports) else key[0]
    )
    query = select(*key, table.c[column].label("held"), identity.label("told"))
    for row in connection.execute(query.where(table.c[column].is_not(None))).all():
        text = without(row.held)
        if text != row.held:
            values = tuple(row)[: len(key)]
            where = [key_column == value for key_column, value in zip(key, values, strict=True)]
            connection.execute(update(table).where(*where).values({column: text}))
            forgotten.note(table, values, _place(table, row.told))


def _place(table: Table, identity: Any) -> str:
    """A row in words, for example its match id or its number."""
    return str(identity) if identity is not None else f"{table.name} without an id"


def _clean_file(path: Path) -> None:
    """Remove overwritten data from the file: rewrite the database without free pages, and empty the WAL."""
    try:
        with closing(sqlite3.connect(path, timeout=READERS_S)) as connection:
            connection.execute("VACUUM")
            busy = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    except sqlite3.Error as error:
        raise CareError("traces_left", file=str(path), log=f"{path.name}-wal", why=str(error)) from error
    if busy is not None and busy[0]:
        raise CareError("traces_left_by_readers", file=str(path), log=f"{path.name}-wal")
