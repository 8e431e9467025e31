"""What our tables report of SoL's matches, from the database; who plays them here."""

import json
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from boardside.game import fold
from host_tools.store import Store
from host_tools.store.database import reading
from host_tools.store.schema import events, matches
from host_tools.tournament.book import Book
from host_tools.tournament.model import Fixture

_SENT = ("called", "playing", "held", "done")

#: A match at a table: its journal, and where it begins in it.
Key = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Match:
    """A match from SoL that has something to tell. key: where a table reported it; None: no table did. sign:
    another one whenever there may be another thing to tell.
    """

    fixture: Fixture
    key: Key | None
    sign: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Players:
    """Of a match: the key of its event, and the names of both sides."""

    event: str = ""
    a: tuple[str, ...] = ()
    b: tuple[str, ...] = ()


def matches_from_sol(store: Store) -> list[Match]:
    """Those that were called, of tournaments that are open. Raises StoreError."""
    with reading(store.engine) as connection:
        book = Book(connection)
        ours = [one for one in book.fixtures(states=_SENT, only_open=True) if one.id.startswith("sol-")]
        reported = book.reported([one.id for one in ours])
        journals = {journal for journal, _ in reported.values()}
        query = select(matches.c.journal, matches.c.first_seq, matches.c.last_seq)
        rows = connection.execute(query.where(matches.c.journal.in_(journals))).all()
    last = {(row.journal, row.first_seq): row.last_seq for row in rows}
    found = []
    for one in ours:
        key = reported.get(one.id)
        if key is not None or one.state == "done":
            found.append(Match(one, key, (one.state, one.result, key, last.get(key) if key else None)))
    return found


def state_of(store: Store, key: Key | None) -> Any:
    """The match at the table as the rules have it; None when no table reported it. Raises StoreError, and
    GameError or another one for events that no rules of this version have.
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
    kept = [{**json.loads(one.body), "seq": one.seq} for one in bodies]
    return fold.fold(kept.__iter__).state


def players_of(store: Store, fixture: Fixture) -> Players:
    """Who plays, by the names that they have here now. Raises StoreError."""
    with reading(store.engine) as connection:
        book = Book(connection)
        number = book.competition_of(fixture.id)
        of = None if number is None else book.competition(number)
        if of is None:
            return Players()
        names = {entry.id: tuple(player.name for player in entry.players) for entry in book.entries(of.id)}
    return Players(of.key, names.get(fixture.a or 0, ()), names.get(fixture.b or 0, ()))
