"""Protests (Laws 144-151): which are open, since when, until when they must be decided, the ruling,
and the scrutiny fee."""

import json
from dataclasses import dataclass, replace

from sqlalchemy import and_, func, select

from boardside.game import fold as folds
from boardside.game.errors import GameError
from host_tools.reasons import Cause
from host_tools.store.outbox import ANSWER, AnswerFact, answer_fact, queue
from host_tools.store.schema import commands, events, matches
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.model import FEES, Fixture, Side
from host_tools.tournament.reasons import cause

#: The decision must be given within an hour (151c).
DECIDE_MS = 3_600_000


@dataclass(frozen=True, slots=True)
class ProtestView:
    """A protest at a table. number: in its match, from 1. state: open, upheld, overruled.

    lodged_at: when the host received it, decide_by: an hour later (UTC ms). fixture: None when the match was
    not planned. names: of both sides. sent: for an open protest, the last ruling that was sent to the table,
    "uphold" or "overrule"; None: none was sent, or the table took it and its umpire took it back. refused:
    the answer of the table that refuses that ruling; None: it has not answered. paid: the scrutiny fee (145),
    as people write it, "" if its amount is not known; None: none was noted.
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
    sent: str | None = None
    refused: AnswerFact | None = None
    paid: str | None = None

    @property
    def fee(self) -> str | None:
        """What became of the fee: paid, refunded (151a), forfeited (151b); None: none was noted."""
        return None if self.paid is None else FEES[self.state]

    @property
    def shown_fee(self) -> str:
        """The same with the amount: "refunded, 500 INR"; "" if none was noted."""
        return ", ".join(filter(None, (self.fee, self.paid)))

    @property
    def standing(self) -> Cause:
        """Its state, and the table's answer to a ruling that was sent."""
        if self.sent is None:
            return cause("protest_stands", state=self.state)
        ruling = {"state": self.state, "ruling": self.sent, "table": self.table}
        if self.refused is None:
            return cause("ruling_not_answered", **ruling)
        return cause("ruling_not_taken", **ruling, answer=self.refused)


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
    views: list[ProtestView] = []
    for row in book.connection.execute(last).all():
        views += _of_match(book, row.journal, row.first_seq, row.match, row.table_no)
    fixtures = {fixture.id: fixture for fixture in book.fixtures(ids=sorted({view.match for view in views}))}
    fees = book.fees()
    kept = [
        replace(view, fixture=fixtures.get(view.match), paid=fees.get((view.match, view.number)))
        for view in views
    ]
    kept = [_as_sent(book, view) for view in kept if view.state == "open" or not only_open]
    return sorted(kept, key=lambda view: (view.state != "open", view.decide_by, view.match, view.number))


def find(book: Book, match: str, number: int | None = None) -> ProtestView:
    """The protest of this match (its id, or the end of it); of several the open one, if `number` names none.
    DeskError.
    """
    views = [
        view
        for view in gather(book, only_open=False)
        if (view.match == match or view.match.endswith(f"-{match}")) and number in (None, view.number)
    ]
    candidates = [view for view in views if view.state == "open"] or views
    if not candidates:
        raise DeskError("no_protest", match=match)
    if len(candidates) > 1:
        raise DeskError("which_protest", protests=[[view.match, view.number] for view in candidates])
    return candidates[0]


def rule(book: Book, protest: ProtestView, upheld: bool) -> str:
    """Send the committee's decision to the table (151), and return the command's id. DeskError when it is
    decided, or the table has not yet taken a ruling that was sent.
    """
    if protest.state != "open":
        raise DeskError("no_open_protest", match=protest.match)
    if protest.sent is not None and protest.refused is None:
        raise DeskError("ruling_sent", ruling=protest.sent, table=protest.table)
    event = {"kind": "ruled", "match": protest.match, "protest": protest.number, "upheld": upheld}
    return queue(book.connection, protest.table, event)


def require_none(book: Book, match: str) -> None:
    """Raise DeskError when a protest in this match is undecided: its result is not announced before (150)."""
    protests = [view for view in gather(book) if view.match == match]
    if protests:
        raise DeskError("protest_open", side=protests[0].side, match=match)


def _as_sent(book: Book, view: ProtestView) -> ProtestView:
    """The protest with the last ruling on it that was sent, and the table's answer."""
    if view.state != "open":
        return view
    query = select(commands.c.body, commands.c.state, *ANSWER).where(
        commands.c.table_no == view.table, commands.c.body.contains('"kind":"ruled"')
    )
    for row in book.connection.execute(query.order_by(commands.c.created_at.desc())):
        event = json.loads(row.body)
        if (event.get("match"), event.get("protest")) == (view.match, view.number):
            sent = "uphold" if event["upheld"] else "overrule"
            refused = answer_fact(row) if row.state == "refused" else None
            return view if row.state == "done" else replace(view, sent=sent, refused=refused)
    return view


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
    own_events = [{**json.loads(row.body), "seq": row.seq} for row in rows]
    try:
        folded = folds.fold(lambda: iter(own_events))
    except GameError:
        return []  # the collector reports the error at that match
    lodged = {
        int(ruling.facts["protest"]): received[seq]
        for seq, ruling in folded.rulings
        if "upheld" not in ruling.facts and "protest" in ruling.facts
    }
    views = []
    for protest in folded.state.protests:
        at = lodged.get(protest.number, received[first])
        side: Side = "a" if protest.side == "a" else "b"
        about = (
            protest.number,
            side,
            protest.game,
            protest.board,
            protest.state,
            protest.text,
            at,
            at + DECIDE_MS,
        )
        views.append(ProtestView(match, table, *about, folded.state.names, None))
    return views
