"""Which tables a file brings. Each table of the schema is of one class; a test holds that none is missed."""

from collections.abc import Mapping
from typing import Literal, get_args

from sqlalchemy import Table

from host_tools.store import schema
from host_tools.store import tournament_schema as tournament
from host_tools.store.tournament_schema import metadata

#: What a file is: of one tournament, or a backup of a whole database.
FileKind = Literal["tournament", "backup"]
FILE_KINDS: tuple[FileKind, ...] = get_args(FileKind)

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
