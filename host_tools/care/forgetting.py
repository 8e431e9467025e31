"""`boardside forget`: a person's data leave the database, the results and their proof stay (D225, D226)."""

import json
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table, select, update

from host_tools.care.backups import refuse_running
from host_tools.care.errors import CareError
from host_tools.collector.sealing import ERASABLE
from host_tools.store import Store
from host_tools.store.database import writing
from host_tools.store.schema import acts, commands, conflicts, events, matches, tables
from host_tools.store.tournament_schema import corrections, fixtures, players
from host_tools.tournament.book import Book

#: What stands where a name was inside a longer text.
GONE = "[erased]"
#: Columns besides the events in which a name can stand: JSON is true where the column holds JSON.
_COLUMNS: tuple[tuple[Table, str, bool], ...] = (
    (matches, "names", True),
    (matches, "title", False),
    (commands, "body", True),
    (conflicts, "body", True),
    (tables, "status", True),
    (acts, "detail", True),
    (fixtures, "umpire", False),
    (fixtures, "note", False),
    (corrections, "reason", False),
)

#: Fields of JSON in which words of ours stand, ids and keys: nobody's name, even if somebody is called Final.
_NO_NAMES = {
    *("kind", "match", "ruleset", "rules", "stage", "category", "by", "side", "what", "law", "clock"),
    *("seal", "chain", "event", "key", "journal", "tie"),
}

NOT_REACHED = (
    "the tables themselves: their flash keeps the last matches until the room is needed",
    "backups, archives, exports and copies (*.bak) that were made before",
    "what was printed, shown on screens or sent to other systems",
    "a start number, which stays in the draw and in the results",
)


@dataclass(slots=True)
class Forgotten:
    """What was done: players (of a tournament each), and how many rows of each table were changed.

    uncovered: matches (by id) of which the seal no longer covers everything (D226).
    """

    players: list[str] = field(default_factory=list)
    rows: dict[str, int] = field(default_factory=dict)
    uncovered: list[str] = field(default_factory=list)


def forget(store: Store, name: str, at: int, who: str, *, only_look: bool = False) -> Forgotten:
    """Delete the data of everybody called `name` (case does not matter): name, club, country, licence, and
    the name wherever it stands, in the events of the tables too. `at`: UTC ms. only_look: change nothing.

    Raises CareError for an empty name, when nobody is called so, and while a collector runs, which would
    write names again; and StoreError.
    """
    wanted = " ".join(name.split())
    if not wanted:
        raise CareError("Whose data? Give the whole name, as it stands in the entries.")
    if not only_look:
        refuse_running(store.engine)
    found = Forgotten()
    erase = _Eraser(wanted)
    with writing(store.engine) as connection:
        _players(connection, erase, found, at)
        _events(connection, erase, found, at)
        for table, column, is_json in _COLUMNS:
            _column(connection, table, column, erase.json_text if is_json else erase.text, found)
        if not erase.is_anybody:
            raise CareError(
                f"Nobody is called {wanted!r} here. Give the whole name, as it stands in the entries."
            )
        if only_look:
            connection.rollback()
        else:
            detail = {"players": len(found.players), "rows": found.rows}
            Book(connection).note(who, "forget", detail, at)
    if not only_look and store.engine.dialect.name == "sqlite":
        _clean_file(Path(store.engine.url.database or ""))
    return found


class _Eraser:
    """Takes a name out of texts and of JSON: a text that is the name becomes "", inside a longer text it
    becomes GONE. `is_anybody`: somebody or something had just this name; a first name alone is found inside
    texts, and is nobody's.
    """

    def __init__(self, name: str) -> None:
        self._name = name.casefold()
        self.is_anybody = False

    def is_name(self, text: str) -> bool:
        """Whether a text is nothing but the name."""
        is_it = " ".join(text.split()).casefold() == self._name
        self.is_anybody |= is_it
        return is_it

    def text(self, text: str) -> str:
        """A text without the name; whole words only, so that Ann is not taken out of Anna."""
        if self.is_name(text):
            return ""
        low = text.casefold()
        if len(low) != len(text):  # folding changed the length: places in it are not those of the text
            return GONE if self._name in low else text
        kept, at = [], 0
        while (place := low.find(self._name, at)) >= 0:
            end = place + len(self._name)
            is_word = not _is_letter(text[place - 1 : place]) and not _is_letter(text[end : end + 1])
            kept.append(text[at:place] + (GONE if is_word else text[place:end]))
            at = end
        return "".join([*kept, text[at:]])

    def value(self, value: Any) -> Any:
        """A JSON value without the name in any of its texts; the fields keep their names."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list):
            return [self.value(one) for one in value]
        if isinstance(value, Mapping):
            return {key: one if key in _NO_NAMES else self.value(one) for key, one in value.items()}
        return value

    def json_text(self, text: str) -> str:
        """JSON text without the name; the same text when the name is not in it, or it is no JSON."""
        try:
            value = json.loads(text)
        except ValueError:
            return self.text(text)
        without = self.value(value)
        return text if without == value else json.dumps(without, ensure_ascii=False, separators=(",", ":"))


def _is_letter(character: str) -> bool:
    return character.isalnum()


def _players(connection: Connection, erase: _Eraser, found: Forgotten, at: int) -> None:
    book = Book(connection)
    for tournament in book.tournaments():
        for player in book.players(tournament.id):
            if erase.is_name(player.name):
                book.set_player(player.id, name="", club="", country="", licence="", removed_at=at)
                found.players.append(f"No. {player.number} of {tournament.name}")
                found.rows[players.name] = found.rows.get(players.name, 0) + 1


def _events(connection: Connection, erase: _Eraser, found: Forgotten, at: int) -> None:
    """Take the name out of the events that hold what people typed; the head of the chain stays (D226)."""
    query = select(events).where(events.c.kind.in_(ERASABLE)).order_by(events.c.id)
    for row in connection.execute(query).all():
        event = json.loads(row.body)
        without = erase.value(event)
        if without == event:
            continue
        if row.chain is not None:
            without["erased"] = {"at": at, "head": row.chain}
            if row.kind != "match" and row.match and row.match not in found.uncovered:
                found.uncovered.append(row.match)
        body = json.dumps(without, ensure_ascii=False, separators=(",", ":"))
        connection.execute(update(events).where(events.c.id == row.id).values(body=body))
        found.rows[events.name] = found.rows.get(events.name, 0) + 1


def _column(
    connection: Connection, table: Table, column: str, without: Callable[[str], str], found: Forgotten
) -> None:
    key = list(table.primary_key)
    query = select(*key, table.c[column].label("held")).where(table.c[column].is_not(None))
    for row in connection.execute(query).all():
        text = without(row.held)
        if text != row.held:
            where = [one == value for one, value in zip(key, tuple(row)[: len(key)], strict=True)]
            connection.execute(update(table).where(*where).values({column: text}))
            found.rows[table.name] = found.rows.get(table.name, 0) + 1


def _clean_file(path: Path) -> None:
    """What was overwritten leaves the file, too: free pages and the write-ahead log are written anew."""
    try:
        with closing(sqlite3.connect(path, timeout=10)) as connection:
            connection.execute("VACUUM")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.Error as error:
        raise CareError(
            f"The data are deleted, but {path} may still hold traces of them ({error}): end whatever uses "
            "it, and run the same again."
        ) from error
