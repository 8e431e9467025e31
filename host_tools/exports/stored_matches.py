"""Matches as tables played them, read from the collector's database."""

import json
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, cast

from sqlalchemy import Connection, select

from host_tools.live_values import OfficialResult
from host_tools.store.schema import matches
from host_tools.tournament.model import finding
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.errors import DeskError

#: As many as `matches` gives at once.
_PAGE = 200


class StoredMatch(NamedTuple):
    """A match at a table as the collector has stored it: a row of `matches`. Times are UTC ms."""

    id: int
    journal: str
    first_seq: int
    last_seq: int
    match: str | None
    table_no: int
    title: str | None
    stage: str | None
    ruleset: str | None
    doubles: bool
    names: dict[str, list[str]]
    phase: str
    official: OfficialResult
    winner: str | None
    confirmed: bool
    seal: str | None
    soft: bool
    started_at: int
    updated_at: int


#: The columns of `matches` that a StoredMatch has, in its order.
_STORED = tuple(matches.c[name] for name in StoredMatch._fields)


def id_of(connection: Connection, name: str) -> str:
    """The id of a match that is named by its id, or as the desk names it ("MS 3"); what is no
    match, or several, stays as it is.
    """
    if connection.execute(select(matches.c.id).where(matches.c.match == name).limit(1)).first():
        return name
    try:
        return finding.fixture(Book(connection), name).id
    except DeskError:
        return name


def read(
    connection: Connection, match_id: str | None = None, table: int | None = None
) -> Iterator[StoredMatch]:
    """The matches as they were begun, in order: all, or those with this match id, or of this table."""
    query = select(*_STORED)
    if match_id is not None:
        query = query.where(matches.c.match == match_id)
    if table is not None:
        query = query.where(matches.c.table_no == table)
    after = 0
    while page := connection.execute(
        query.where(matches.c.id > after).order_by(matches.c.id).limit(_PAGE)
    ).all():
        yield from map(_decoded, page)
        after = page[-1].id


def last(connection: Connection, table: int) -> StoredMatch | None:
    """The match that was begun last at a table; None when there is none."""
    query = select(*_STORED).where(matches.c.table_no == table).order_by(matches.c.id.desc())
    row = connection.execute(query.limit(1)).first()
    return None if row is None else _decoded(row)


def _decoded(row: Sequence[Any]) -> StoredMatch:
    coded = StoredMatch(*row)
    result = cast(OfficialResult, json.loads(str(coded.official)) if coded.official else {})
    return coded._replace(names=json.loads(str(coded.names)), official=result)
