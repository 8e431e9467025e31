"""What an act of the desk changed, cell by cell, and which acts stand on which.

The record of an act (`Act.undo`) has `rows`: by table and key of a row [before, after], each with the columns
that changed. A new row is [null, {}], a new match that is decided has its result; a row that is gone is
[the row, null]. `follows`: the same for what is worked out from other rows. `parents`: what the changed rows
belong to, as "table/key". `orders`: commands to tables.
"""

import json
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, FromClause, Table, bindparam, delete, insert, select, update

from host_tools.store import tournament_schema as schema
from host_tools.store.schema import commands, meta
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.model import Act
from host_tools.tournament.model.rows import dump

Json = dict[str, Any]
#: The rows of the desk by table and key. Each setting of a tournament or a stage is a column "settings/NAME",
#: of an event or a player "settings/NAME/KEY".
Rows = dict[str, dict[str, Json]]

#: The tables of the desk, each after those that its rows refer to, with what joins it to its event.
_TABLES: Mapping[Table, tuple[Table, ...]] = {
    meta: (),
    schema.tournaments: (),
    schema.players: (),
    schema.competitions: (),
    schema.entries: (schema.competitions,),
    schema.entry_players: (schema.entries, schema.competitions),
    schema.stages: (schema.competitions,),
    schema.fixtures: (schema.competitions,),
    schema.decisions: (schema.stages, schema.competitions),
    schema.reports: (),
    schema.fees: (),
    schema.corrections: (schema.fixtures, schema.competitions),
}
_NAMED = {table.name: table for table in _TABLES}
#: The whole row, in place of a column.
_ROW = "*"
#: Settings whose keys are cells of their own: another event's, another player's.
_BY_KEY = ("event_", "here", "apart")
#: States of a match that Boardside works out.
_OPEN = ("waiting", "ready", "bye", "off")

# What acts have read beside what they changed: columns by table,
_LOTS = {
    "competitions": {"kind", "ruleset", "category", "rules", "variant", "format"},
    "stages": {"kind", "settings"},
    "entries": {"seeding", "state", "byes", "apart"},
    "entry_players": {"player_id"},
    "players": {"club"},
    "fixtures": {"entry_a", "entry_b", "result"},
}
_STANDING = {"fixtures": {"result"}}
_SIDES = {"fixtures": {"entry_a", "entry_b"}, "entries": {"state"}}
#: of all rows of their event (an undone "event undraw" is a draw again),
_READ_OF_EVENT: Mapping[str, Mapping[str, set[str]]] = {
    "event draw": _LOTS,
    "event undraw": _LOTS,
    "event decide": _STANDING,
    "event shoot-out": _STANDING,
}
#: and of their match and its sides.
_READ_OF_MATCH = (
    "match call",
    "tournament call-next",
    "event results",
    "match walk-over",
    "match result",
    "match line-up",
    "report decide",
)


@contextmanager
def recorded(book: Book, actor: str, name: str, detail: Json, at: int) -> Iterator[None]:
    """Put on record what is done inside, with what it changed."""
    closed = {tournament.id for tournament in book.tournaments() if tournament.state != "open"}
    before, sent = seen(book.connection, closed), _orders(book.connection)
    yield
    changed = _between(before, seen(book.connection, closed))
    orders = [order for order in _orders(book.connection) if order not in sent]
    book.note(actor, name, {**detail, "undo": {**changed, "orders": orders}}, at)


def _orders(connection: Connection) -> list[str]:
    return list(connection.execute(select(commands.c.id).where(commands.c.state == "pending")).scalars())


def seen(connection: Connection, closed: Collection[int] = ()) -> Rows:
    """The rows of the desk, without those of events of these tournaments (ids)."""
    rows: Rows = {}
    for table, path in _TABLES.items():
        source: FromClause = table
        for other in path:
            source = source.join(other)
        query = select(table).select_from(source)
        owner = (path[-1] if path else table).c.get("tournament_id")
        if table is meta:
            query = query.where(meta.c.key.startswith("ruleset "))
        elif owner is not None and closed:
            query = query.where(owner.not_in(closed))
        names = [column.name for column in table.primary_key]
        rows[table.name] = {
            "/".join(str(row[name]) for name in names): _cells(row)
            for row in connection.execute(query).mappings()
        }
    return rows


def _cells(row: Mapping[Any, Any]) -> Json:
    cells = dict(row)
    for name, value in json.loads(cells.pop("settings", "{}")).items():
        inner = value if name.startswith(_BY_KEY) and isinstance(value, dict) else {"": value}
        cells |= {f"settings/{name}/{key}".rstrip("/"): each for key, each in inner.items()}
    return cells


def write(connection: Connection, before: Rows, after: Rows) -> None:
    """Make the rows of the database, which are `before`, those of `after`."""
    differing = {table: list(_differing(before, after, table.name)) for table in _TABLES}
    for table, pairs in differing.items():
        if new := [_columns(table, row) for _, old, row in pairs if old is None and row]:
            connection.execute(insert(table), new)
    for table, pairs in differing.items():
        of_row = [column == bindparam(f"of_{column.name}") for column in table.primary_key]
        for _, old, row in pairs:
            if old and row:
                was, now = _columns(table, old), _columns(table, row)
                changed = {name: value for name, value in now.items() if was[name] != value}
                if changed:
                    connection.execute(update(table).where(*of_row).values(changed), _key(table, old))
    for table, pairs in reversed(differing.items()):
        of_row = [column == bindparam(f"of_{column.name}") for column in table.primary_key]
        if gone := [_key(table, old) for _, old, row in pairs if row is None and old]:
            connection.execute(delete(table).where(*of_row), gone)


def whole(table: str, row: Json) -> Json:
    """The row with the columns that a record leaves out."""
    return dict.fromkeys(column.name for column in _NAMED[table].c if column.name != "settings") | row


def _key(table: Table, row: Json) -> Json:
    return {f"of_{column.name}": row[column.name] for column in table.primary_key}


def _columns(table: Table, row: Json) -> Json:
    columns = {column.name: row.get(column.name) for column in table.c}
    settings: Json = {}
    for name, value in row.items():
        _, *path = name.split("/", 2)
        if path and value is not None:
            inner = settings.setdefault(path[0], {}) if path[1:] else settings
            inner[path[-1]] = value
    return columns | ({"settings": dump(settings)} if "settings" in columns else {})


# What changed


def _differing(before: Rows, after: Rows, table: str) -> Iterator[tuple[str, Json | None, Json | None]]:
    old, new = before[table], after[table]
    for key in {**old, **new}:
        if old.get(key) is not new.get(key) and old.get(key) != new.get(key):
            yield key, old.get(key), new.get(key)


def _between(before: Rows, after: Rows) -> Json:
    drawn = {
        int(key)
        for key, old, new in _differing(before, after, "competitions")
        if not old or not new or "entries" in (old["state"], new["state"])
    }
    begun = {
        int(key)
        for key, old, new in _differing(before, after, "stages")
        if old and new and new["competition_id"] not in drawn and "waiting" in (old["state"], new["state"])
    }
    changed: Json = {"rows": {}, "follows": {}}
    above: set[str] = set()
    new_rows = set()
    for table in _NAMED:
        for key, old, new in _differing(before, after, table):
            names = (
                {name for name in {**old, **new} if old.get(name) != new.get(name)} if old and new else {_ROW}
            )
            led = names & _led(table, old, new, drawn, begun)
            for part, part_names in (("rows", names - led), ("follows", led)):
                if part_names:
                    changed[part].setdefault(table, {})[key] = _pair(old, new, part_names)
            if names - led:
                for row in filter(None, (old, new)):
                    _climb(table, row, (after, before), above)
                if table == "players" and old and new:
                    for link in after["entry_players"].values():
                        if link["player_id"] == new["id"]:
                            _climb("entry_players", link, (after, before), above)
                new_rows |= set() if old else {f"{table}/{key}"}
    return {**changed, "parents": sorted(above - new_rows)}


def _pair(old: Json | None, new: Json | None, names: set[str]) -> list[Json | None]:
    if old and new:
        return [{name: row.get(name) for name in sorted(names)} for row in (old, new)]
    if old:
        return [{name: value for name, value in old.items() if value is not None}, None]
    is_decided = new is not None and "source_a" in new and not is_open(new)
    return [None, {name: new[name] for name in ("state", "result")} if new and is_decided else {}]


def is_open(fixture: Json) -> bool:
    """Whether nobody has called, played or decided the match (a row)."""
    is_given = (fixture["note_code"], fixture["note"]) == ("withdrawn", "{}")
    return fixture["state"] in _OPEN or (fixture["state"] == "done" and is_given)


def _led(
    table: str, old: Json | None, new: Json | None, drawn: Collection[int], begun: Collection[int]
) -> set[str]:
    """The columns that Boardside works out from other rows (advancing.py). drawn: the events whose draw was
    made or taken back; begun: the stages of others of which that is true.
    """
    row = new or old or {}
    if table == "competitions":
        return set() if row["id"] in drawn else {"state"}
    if table == "stages":
        return set() if row["competition_id"] in drawn else {"state", "draw_seed"}
    if table != "fixtures":
        return set()
    if old is None or new is None:
        return {_ROW} if row["stage_id"] in begun else set()
    led = {"note", "note_code"} if {old["note_code"], new["note_code"]} <= {None, "called_with"} else set()
    if is_open(old) and is_open(new):
        led |= {"state", "result", "decided_at", "note", "note_code"}
        led |= {f"entry_{side}" for side in "ab" if row[f"source_{side}"]}
    return led


def _climb(table: str, row: Json, snapshots: tuple[Rows, ...], above: set[str]) -> None:
    """Add all that the row belongs to; of an entry not its people, who may be in others."""
    parents = [
        (key.column.table.name, row[key.parent.name])
        for key in _NAMED[table].foreign_keys
        if key.column.table is not schema.players
    ]
    parents += [("fixtures", row["fixture"])] if table == "reports" else []
    for name, key in parents:
        parent = next((rows[name][str(key)] for rows in snapshots if str(key) in rows[name]), None)
        if parent is not None and f"{name}/{key}" not in above:
            above.add(f"{name}/{key}")
            _climb(name, parent, snapshots, above)


# Which acts stand on which


class Touched:
    """What an act touched, as cells (table, key, column or `_ROW`). own: without what follows; rows: the rows
    of `own`; whole: the new and the gone rows of all; parents: what the rows belong to.
    """

    def __init__(self, act: Act) -> None:
        self.name = act.name
        own, led = (list(_cells_of(act.undo[part])) for part in ("rows", "follows"))
        self.own, self.all = set(own), {*own, *led}
        self.rows = {cell[:2] for cell in own}
        self.whole = {cell[:2] for cell in self.all if cell[2] == _ROW}
        self.parents = {tuple(parent.split("/", 1)) for parent in act.undo["parents"]}
        self.events = {int(key) for table, key in self.parents | self.rows if table == "competitions"}

    def stands_on(self, earlier: "Touched") -> bool:
        """Whether this act touched what the earlier one changed, belongs to it, or has read it."""
        return bool(
            self.own & earlier.all
            or (self.rows | self.parents) & earlier.whole
            or self.whole & earlier.rows
            or self._has_read(earlier)
            or (earlier.name == "event undraw" and earlier._has_read(self))
        )

    def _has_read(self, other: "Touched") -> bool:
        if self.name in _READ_OF_MATCH:
            sides = [row for row in self.rows | self.parents if row[0] in _SIDES]
            return any((*row, column) in other.own for row in sides for column in _SIDES[row[0]])
        read = _READ_OF_EVENT.get(self.name)
        if read is None or not self.events & other.events:
            return False
        return any(
            table in read and (column == _ROW or column.split("/")[0] in read[table])
            for table, _, column in other.own
        )


def each_row(part: Json) -> Iterator[tuple[str, str, Json | None, Json | None]]:
    """Table, key, and the row before and after, of a part of a record."""
    for table, rows in part.items():
        for key, (old, new) in rows.items():
            yield table, key, old, new


def _cells_of(part: Json) -> Iterator[tuple[str, str, str]]:
    for table, key, old, new in each_row(part):
        for column in (_ROW,) if old is None or new is None else old:
            yield table, key, column
