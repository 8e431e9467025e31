"""Reads from the database what our tables report of SoL's matches, and who plays them."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select

from boardside.game import fold
from host_tools.store import Store
from host_tools.store.database import reading
from host_tools.store.schema import events, matches
from host_tools.store.tournament_schema import corrections
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.model import Fixture

_SENT = ("called", "playing", "held", "done")

#: A match at a table: its journal, and where it begins in it.
Key = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Match:
    """A match from SoL with something to send. key: where a table reported it; None: no table did. sign: it
    differs whenever there may be something new to send.
    """

    fixture: Fixture
    key: Key | None
    sign: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Players:
    """The key of a match's event, and the names of both sides."""

    event: str = ""
    a: tuple[str, ...] = ()
    b: tuple[str, ...] = ()


def matches_from_sol(store: Store) -> list[Match]:
    """The matches from SoL that were called, or whose result was cleared, in open tournaments. Raises
    StoreError.
    """
    with reading(store.engine) as connection:
        book = Book(connection)
        fixtures = book.fixtures(states=(*_SENT, "ready"), only_open=True)
        ours = [fixture for fixture in fixtures if fixture.id.startswith("sol-")]
        cleared = _cleared(connection, [fixture.id for fixture in ours if fixture.state != "done"])
        ours = [fixture for fixture in ours if fixture.state in _SENT or fixture.id in cleared]
        reported = book.reported([fixture.id for fixture in ours])
        journals = {journal for journal, _ in reported.values()}
        query = select(matches.c.journal, matches.c.first_seq, matches.c.last_seq)
        rows = connection.execute(query.where(matches.c.journal.in_(journals))).all()
    last = {(row.journal, row.first_seq): row.last_seq for row in rows}
    listed = []
    for fixture in ours:
        key = reported.get(fixture.id)
        if key is not None or fixture.state == "done" or fixture.id in cleared:
            sign = fixture.state, fixture.result, key, last.get(key) if key else None
            listed.append(Match(fixture, key, sign))
    return listed


def _cleared(connection: Connection, ids: Sequence[str]) -> set[str]:
    """The matches whose result was cleared at the desk: SoL may have it."""
    columns = corrections.c
    cleared: set[str] = set()
    for at in range(0, len(ids), 500):
        query = select(columns.fixture).where(
            columns.fixture.in_(ids[at : at + 500]), columns.after.is_(None)
        )
        cleared |= set(connection.execute(query).scalars())
    return cleared


def state_of(store: Store, key: Key | None) -> Any:
    """The match at the table, folded by the rules; None when no table reported it. Raises StoreError, and
    GameError or another exception for events that the rules of this version do not know.
    """
    if key is None:
        return None
    journal, first_seq = key
    with reading(store.engine) as connection:
        of_match = matches.c.journal == journal, matches.c.first_seq == first_seq
        row = connection.execute(select(matches.c.last_seq).where(*of_match)).first()
        if row is None:
            return None
        bodies = connection.execute(
            select(events.c.seq, events.c.body)
            .where(events.c.journal == journal, events.c.seq.between(first_seq, row.last_seq))
            .order_by(events.c.seq)
        ).all()
    kept = [{**json.loads(row.body), "seq": row.seq} for row in bodies]
    return fold.fold(kept.__iter__).state


def players_of(store: Store, fixture: Fixture) -> Players:
    """The players of a match, by their present names. Raises StoreError."""
    with reading(store.engine) as connection:
        book = Book(connection)
        number = book.competition_of(fixture.id)
        event = None if number is None else book.competition(number)
        if event is None:
            return Players()
        names = {entry.id: tuple(player.name for player in entry.players) for entry in book.entries(event.id)}
    return Players(event.key, names.get(fixture.a or 0, ()), names.get(fixture.b or 0, ()))
