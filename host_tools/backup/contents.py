"""Which tables a file brings, and whether the values of a row from it are possible in its table. Each table
of the schema is of one class; a test holds that none is missed. Pure.
"""

import re
import unicodedata
from collections.abc import Mapping
from typing import Any, Literal, get_args

from sqlalchemy import BigInteger, Boolean, Column, Integer, String, Table

from host_tools.outside import json_text
from host_tools.store import schema
from host_tools.store import tournament_schema as tournament
from host_tools.store.rows import CommandState
from host_tools.store.schema import conflicts, events, keys
from host_tools.store.tournament_schema import metadata

#: What a file is: of one tournament, or a backup of a whole database.
FileKind = Literal["tournament", "backup"]

#: The key in `meta` of a SQLite backup: when it was made (ISO 8601). A restore does not bring it.
MADE_AT = "made at"

#: What belongs to a tournament. Its archive brings these tables and no other.
OF_TOURNAMENT = (
    schema.meta,
    schema.events,
    schema.conflicts,
    schema.matches,
    schema.journal_owners,
    schema.journal_stops,
    tournament.tournaments,
    tournament.players,
    tournament.competitions,
    tournament.entries,
    tournament.entry_players,
    tournament.stages,
    tournament.fixtures,
    tournament.reports,
    tournament.corrections,
    tournament.decisions,
    tournament.fees,
)
#: Who may act here, and as which table: only a backup brings them, and it says so.
ACCOUNTS = (schema.admins, schema.logins, schema.tokens, schema.keys, schema.soft_tables)
#: What else belongs to the house: only a backup brings it.
OF_HOUSE = (*ACCOUNTS, schema.tables, schema.commands, schema.devices, schema.hall, schema.acts)
#: Running processes: no file brings them.
PASSING = (schema.collectors, schema.links)

_BY_KIND: Mapping[str, tuple[Table, ...]] = {
    "tournament": OF_TOURNAMENT,
    "backup": (*OF_TOURNAMENT, *OF_HOUSE),
}


def tables_of(kind: FileKind) -> list[Table]:
    """The tables that a file of this kind brings, in an order in which their rows can be inserted."""
    return [table for table in metadata.sorted_tables if table in _BY_KIND[kind]]


# What the values of a row mean is checked afterwards, where all rows can be read together
# (imports/accepting.py).

#: The columns with JSON that every use of their row reads. Others are read by code that takes any text.
JSON_COLUMNS = {
    ("matches", "names"),
    ("matches", "official"),
    ("tables", "status"),
    ("commands", "body"),
    ("acts", "detail"),
    ("tournaments", "settings"),
    ("competitions", "rules"),
    ("competitions", "format"),
    ("stages", "settings"),
    ("fixtures", "line_up"),
    ("fixtures", "result"),
    ("corrections", "before"),
    ("corrections", "after"),
    ("reports", "detail"),
    ("reports", "result"),
    ("decisions", "entries"),
}
#: The columns whose words come from a closed list, and are looked up by them.
WORDS: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("keys", "state"): ("new", "current", "replaced", "revoked"),
    ("journal_stops", "state"): ("open", "kept", "taking", "taken"),
    ("commands", "state"): get_args(CommandState),
    ("hall", "state"): ("running", "paused", "ended", "off"),
}
_HEX = re.compile(r"([0-9a-f]{2})+")
_BITS_31, _BITS_63 = 2**31 - 1, 2**63 - 1


def row_problem(table: Table, row: Mapping[str, Any]) -> str | None:
    """Why a row does not fit its table: a column, or what is wrong with it; None when it fits. Columns that
    may be null can be missing.
    """
    for name in row:
        if name not in table.c:
            return f"{table.name} has no column {str(name)[:40]!r}"
    for column in table.c:
        if not _is_of(column, row.get(column.name)):
            return f"{table.name}.{column.name}"
        if (table.name, column.name) in JSON_COLUMNS and not _is_json(row.get(column.name)):
            return f"{table.name}.{column.name} is no JSON"
        words = WORDS.get((table.name, column.name))
        if words is not None and row[column.name] not in words:
            return f"{table.name}.{column.name}"
    if table is keys and not _HEX.fullmatch(row["key"]):
        return "keys.key is not in hex"
    if table.name in (events.name, conflicts.name) and not _is_event(row):
        return f"{table.name}.body is not the event {row['seq']}"
    return None


def _is_event(row: Mapping[str, Any]) -> bool:
    try:
        event = json_text.value(str(row["body"]))
    except ValueError:
        return False
    return isinstance(event, dict) and event.get("seq") == row["seq"]


def _is_json(text: str | None) -> bool:
    if text is None:
        return True
    try:
        json_text.value(text)
    except ValueError:
        return False
    return True


def _is_of(column: Column[Any], value: Any) -> bool:
    if value is None:
        return bool(column.nullable)
    if isinstance(column.type, Boolean):
        return value in (0, 1)
    if isinstance(column.type, Integer):
        most = _BITS_63 if isinstance(column.type, BigInteger) else _BITS_31
        return type(value) is int and abs(value) <= most
    if not isinstance(value, str) or "\0" in value:
        return False
    is_short = isinstance(column.type, String) and column.type.length is not None
    return not (is_short and column.table in OF_TOURNAMENT and _has_control(value))


def _has_control(text: str) -> bool:
    """Whether a key, an id, a kind or a state has what `store.upserts.make_fit` and the desk take out."""
    return any(unicodedata.category(letter) in ("Cc", "Cs") for letter in text)
