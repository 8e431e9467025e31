"""Protests (Laws 144-151): which are open, since when, until when they are to be decided, and the ruling."""

import json
from dataclasses import dataclass

from sqlalchemy import and_, func, select

from boardside.game import fold as folds
from boardside.game.errors import GameError
from host_tools.store.schema import events, matches
from host_tools.store.store import queue
from host_tools.tournament.book import Book
from host_tools.tournament.errors import DeskError
from host_tools.tournament.model import Fixture, Side

#: The decision is to be given within an hour (151c).
DECIDE_MS = 3_600_000


@dataclass(frozen=True, slots=True)
class ProtestView:
    """A protest at a table. number: in its match, from 1. state: open, upheld, overruled.

    lodged_at: when the host heard of it, decide_by: an hour later (UTC ms). fixture: None when the match is
    no planned one. names: of both sides.
    """

    match: str
    table: int
    number: int
    side: Side
    game: int
    board: int
    state: str
    text: str
    lodged_at: int
    decide_by: int
    names: dict[str, list[str]]
    fixture: Fixture | None


def gather(book: Book, only_open: bool = True) -> list[ProtestView]:
    """The protests of all matches, the most urgent first."""
    last = (
        select(matches.c.journal, matches.c.first_seq, matches.c.match, matches.c.table_no)
        .join(
            events,
            and_(
                events.c.journal == matches.c.journal,
                events.c.kind == "protest",
                events.c.seq >= matches.c.first_seq,
                events.c.seq <= matches.c.last_seq,
            ),
        )
        .group_by(matches.c.journal, matches.c.first_seq, matches.c.match, matches.c.table_no)
    )
    found: list[ProtestView] = []
    for row in book.connection.execute(last).all():
        found += _of_match(book, row.journal, row.first_seq, row.match, row.table_no)
    fixtures = {one.id: one for one in book.fixtures(ids=sorted({view.match for view in found}))}
    kept = [_with(view, fixtures.get(view.match)) for view in found]
    kept = [view for view in kept if view.state == "open" or not only_open]
    return sorted(kept, key=lambda view: (view.state != "open", view.decide_by, view.match, view.number))


def rule(book: Book, match: str, upheld: bool, number: int | None = None) -> str:
    """Send the committee's decision to the table (151); the command's id. DeskError when nothing is open."""
    there = [view for view in gather(book) if view.match == match or view.match.endswith(f"-{match}")]
    wanted = [view for view in there if number in (None, view.number)]
    if not wanted:
        raise DeskError(f"There is no open protest in match {match!r}: `boardside protests` lists them.")
    if len(wanted) > 1:
        numbers = ", ".join(f"{view.match} no. {view.number}" for view in wanted)
        raise DeskError(f"Which protest? There are {numbers}; name one with --number.")
    one = wanted[0]
    event = {"kind": "ruled", "match": one.match, "protest": one.number, "upheld": upheld}
    return queue(book.connection, one.table, event)


def _with(view: ProtestView, fixture: Fixture | None) -> ProtestView:
    values = {name: getattr(view, name) for name in ProtestView.__slots__}
    return ProtestView(**{**values, "fixture": fixture})


def _of_match(book: Book, journal: str, first: int, match: str, table: int) -> list[ProtestView]:
    """The protests of one match, from the fold of its events."""
    after = select(func.min(matches.c.first_seq)).where(
        matches.c.journal == journal, matches.c.first_seq > first
    )
    end = book.connection.execute(after).scalar()
    query = select(events.c.seq, events.c.body, events.c.received_at).where(
        events.c.journal == journal, events.c.seq >= first
    )
    if end is not None:
        query = query.where(events.c.seq < end)
    rows = book.connection.execute(query.order_by(events.c.seq)).all()
    received = {row.seq: row.received_at for row in rows}
    told = [{**json.loads(row.body), "seq": row.seq} for row in rows]
    try:
        folded = folds.fold(lambda: iter(told))
    except GameError:
        return []  # the collector says so, at that match
    lodged = {
        int(ruling.facts["protest"]): received[seq]
        for seq, ruling in folded.rulings
        if "upheld" not in ruling.facts and "protest" in ruling.facts
    }
    found = []
    for one in folded.state.protests:
        at = lodged.get(one.number, received[first])
        side: Side = "a" if one.side == "a" else "b"
        about = (one.number, side, one.game, one.board, one.state, one.text, at, at + DECIDE_MS)
        found.append(ProtestView(match, table, *about, folded.state.names, None))
    return found
