"""`boardside backup --tournament`: writes a tournament to a file that later versions can open (`restore
--archive`).
"""

import json
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Select, and_, or_, select

from host_tools.backup import portable
from host_tools.backup.portable import written
from host_tools.backup.reasons import CareError
from host_tools.store import Store
from host_tools.store import tournament_schema as schema
from host_tools.store.database import at_leisure, reading
from host_tools.store.journals import ARCHIVE_OF
from host_tools.store.schema import (
    SCHEMA_VERSION,
    conflicts,
    events,
    journal_owners,
    journal_stops,
    matches,
)
from host_tools.tournament.model import finding
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.model import Tournament

#: The number of event ranges in one query; SQLite accepts a thousand terms.
_RANGES_AT_ONCE = 100


def archive(
    store: Store, key: str | None, target: Path, at: datetime, *, force: bool = False
) -> portable.Manifest:
    """Write the tournament `key` (None: the only one) with its entries, draw, results, and the record of all
    of its matches. The file does not contain keys of tables, passwords, tokens, and the log of acts (`acts`).

    Raises CareError, also when the file exists and `force` is false, and StoreError.
    """
    with written(store, target, force) as part:
        with reading(store.engine) as connection:
            at_leisure(connection)
            try:
                tournament = finding.tournament(Book(connection), key)
            except DeskError as error:
                raise CareError("tournament_refused", why=error.to_json()) from error
            about = f"{tournament.name} ({tournament.key})"
            tables = _tables(connection, tournament)
            portable.write(part, tables, kind="tournament", schema=SCHEMA_VERSION, about=about, at=at)
        with portable.opened(part) as archived:
            return archived.manifest


def _tables(connection: Connection, tournament: Tournament) -> dict[str, Iterable[portable.Row]]:
    """The rows of each table, in an order in which they can be inserted. They are read lazily."""
    in_tournament = schema.competitions.c.tournament_id == tournament.id
    competitions = select(schema.competitions.c.id).where(in_tournament)
    in_event = schema.entries.c.competition_id.in_(competitions)
    entries = select(schema.entries.c.id).where(in_event)
    stages = select(schema.stages.c.id).where(schema.stages.c.competition_id.in_(competitions))
    fixtures = select(schema.fixtures.c.id).where(schema.fixtures.c.competition_id.in_(competitions))
    wanted = {
        schema.tournaments: schema.tournaments.c.id == tournament.id,
        schema.players: schema.players.c.tournament_id == tournament.id,
        schema.competitions: in_tournament,
        schema.entries: in_event,
        schema.entry_players: schema.entry_players.c.entry_id.in_(entries),
        schema.stages: schema.stages.c.competition_id.in_(competitions),
        schema.fixtures: schema.fixtures.c.competition_id.in_(competitions),
        schema.corrections: schema.corrections.c.fixture.in_(fixtures),
        schema.decisions: schema.decisions.c.stage_id.in_(stages),
        schema.reports: schema.reports.c.fixture.in_(fixtures),
        schema.fees: schema.fees.c.match.in_(fixtures),
        matches: matches.c.match.in_(fixtures),
    }
    ranges = [
        (row.journal, row.first_seq, row.last_seq)
        for row in connection.execute(select(matches).where(matches.c.match.in_(fixtures)))
    ]
    contents: dict[str, Iterable[portable.Row]] = {
        "meta": [{"key": ARCHIVE_OF, "value": json.dumps({"tournament": tournament.key})}]
    }
    for table, condition in wanted.items():
        contents[table.name] = _rows(connection, select(table).where(condition).order_by(*table.primary_key))
    for table in (events, conflicts):
        contents[table.name] = _in_ranges(connection, table, ranges)
    journals = sorted({journal for journal, _, _ in ranges})
    for table in (journal_owners, journal_stops):
        contents[table.name] = _of_journals(connection, table, journals)
    return contents


def _rows(connection: Connection, query: Select[Any]) -> Iterator[portable.Row]:
    for row in connection.execute(query):
        yield dict(row._mapping)


def _of_journals(connection: Connection, table: Any, journals: list[str]) -> Iterator[portable.Row]:
    for start in range(0, len(journals), _RANGES_AT_ONCE):
        some = table.c.journal.in_(journals[start : start + _RANGES_AT_ONCE])
        yield from _rows(connection, select(table).where(some).order_by(*table.primary_key))


def _in_ranges(
    connection: Connection, table: Any, ranges: list[tuple[str, int, int]]
) -> Iterator[portable.Row]:
    for start in range(0, len(ranges), _RANGES_AT_ONCE):
        terms = [
            and_(table.c.journal == journal, table.c.seq.between(first, last))
            for journal, first, last in ranges[start : start + _RANGES_AT_ONCE]
        ]
        yield from _rows(connection, select(table).where(or_(*terms)).order_by(table.c.id))
