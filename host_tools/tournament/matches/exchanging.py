"""A table's device dies in mid-match, and the match goes on at another device: what was played goes along.

The new device gets the match as any call, then the events that made the score, each marked with the journal
and number that it comes from. Strokes and clocks stay behind: a board in play begins again.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from boardside.game import fold
from boardside.game import match as game
from boardside.game.errors import GameError
from host_tools.live_values import Event
from host_tools.reasons import Cause
from host_tools.store.outbox import queue
from host_tools.store.schema import events, matches, tables
from host_tools.tournament.matches import calling, reports
from host_tools.tournament.matches.reports import Report
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.hall_tables import AT_TABLE
from host_tools.tournament.model.model import Fixture, TableReport

#: The kinds that make a score, and who breaks and sits where.
SCORING = (
    *("toss", "trial", "board", "round", "replayed", "sides", "time", "override"),
    *("concede", "forfeit", "lost"),
)
_ENVELOPE = ("seq", "boot", "at", "by", "match", "cmd", "chain", "erased")


@dataclass(frozen=True, slots=True)
class Exchanged:
    """A match that goes on at another device. score: what was carried over; "": nothing was played."""

    fixture: Fixture
    command: str
    score: str
    remarks: tuple[Cause, ...] = ()

    @property
    def shown_score(self) -> str:
        """For people."""
        return self.score or "0-0"


def exchange(
    book: Book, fixture: Fixture, number: int, reason: str, actor: str, at: int, *, force: bool
) -> Exchanged:
    """Call a match that is at a table to table `number`, with what was played so far. number: may be that of
    the same table, when another device has it now. DeskError: the match is at no table, the device is still
    the same, the table is not free (unless `force`), the score cannot be carried over.
    """
    if fixture.state not in AT_TABLE:
        raise DeskError("not_at_a_table", match=fixture.id, state=fixture.state)
    report = _own(book, fixture)
    device = select(tables.c.journal).where(tables.c.table_no == number)
    if number == fixture.table and (
        report is None or book.connection.execute(device).scalar() == report.journal
    ):
        raise DeskError("same_device", table=number)
    carried = [] if report is None else _carried(book, report)
    if report is not None:
        _set_aside(book, fixture, report, number, reason, actor, at)
    umpire = fixture.umpire
    ready = calling.recall(book, fixture, force=True)
    called = calling.call(book, ready, number, umpire, None, at, force, anyway=True)
    for turn, event in enumerate(carried, 1):
        queue(book.connection, number, event, after_ms=turn)
    score = "" if report is None or not carried else report.score
    return Exchanged(called.fixture, called.command, score, called.remarks)


def _own(book: Book, fixture: Fixture) -> Report | None:
    """The match at a table that is the fixture's."""
    known = book.reported([fixture.id]).get(fixture.id)
    own = reports.gather(book, [fixture.id]).get(fixture.id, [])
    return next((report for report in own if report.key == known), None)


def _set_aside(
    book: Book, fixture: Fixture, report: Report, number: int, reason: str, actor: str, at: int
) -> None:
    """From now on the match at the old device is not the fixture's: what it has still to send is asked
    about.
    """
    old = next((row for row in book.table_reports([fixture.id]) if row.key == report.key), None)
    about = (fixture.id, report.journal, report.first_seq, report.table)
    why = reason or f"table {number}"
    book.put_table_report(
        TableReport(
            old.number if old is not None else 0,
            *about,
            "exchanged",
            {"to": number},
            report.result,
            "left",
            at,
            actor,
            why,
            at,
        )
    )


def _carried(book: Book, report: Report) -> list[Event]:
    """The events for the new device. DeskError: they do not give the same score."""
    of_match = (matches.c.journal == report.journal, matches.c.first_seq == report.first_seq)
    last = book.connection.execute(select(matches.c.last_seq).where(*of_match)).scalar_one()
    rows = book.connection.execute(
        select(events.c.seq, events.c.body)
        .where(events.c.journal == report.journal, events.c.seq.between(report.first_seq, last))
        .order_by(events.c.seq)
    )
    bodies = [{**json.loads(row.body), "seq": row.seq} for row in rows]
    old, match = _folded(bodies), str(bodies[0]["match"])
    holding = [event for event in bodies if event["seq"] not in old.undone.dead]
    found = [
        {
            **{name: value for name, value in event.items() if name not in _ENVELOPE},
            "match": match,
            "carried": {"journal": report.journal, "seq": event["seq"]},
        }
        for event in holding
        if event["kind"] in SCORING
    ]
    begin = {name: value for name, value in bodies[0].items() if name not in ("seq", "cmd", "replaces")}
    if _score(_applied(begin, found)) == _score(old.state):
        return found
    found.append(_by_hand(old.state, report, bodies[-1]["seq"], match))
    if _score(_applied(begin, found)) != _score(old.state):
        raise DeskError("score_not_carried", match=match, score=report.score)
    return found


def _folded(bodies: Sequence[Event]) -> Any:
    """As the collector folds them: without an event that the rules refuse."""
    kept = list(bodies)
    while True:
        try:
            return fold.fold(kept.__iter__)
        except GameError as error:
            kept.remove(next((event for event in kept if event["seq"] == error.seq), kept[-1]))


def _applied(begin: Event, carried: Iterable[Event]) -> Any:
    """The state after these events; None: the rules refuse one."""
    state = game.new()
    try:
        for event in (begin, *carried):
            state = game.apply(state, event)[0]
    except GameError:
        return None
    return state


def _score(state: Any) -> Any:
    """What has to be the same at both devices."""
    if state is None:
        return None
    official = game.official(state)
    return official, state.game, state.board, state.breaker


def _by_hand(state: Any, report: Report, seq: int, match: str) -> Event:
    """The score as the umpire would set it by hand (143c)."""
    changes: dict[str, Any] = {}
    for side in "ab":
        changes[f"games_{side}"] = state.games[side]
        changes[f"points_{side}"] = state.points[side]
    changes["board"] = state.board
    if state.breaker is not None:
        changes["breaks"] = state.breaker
    from_journal = {"journal": report.journal, "seq": seq}
    return {"kind": "override", "match": match, "set": changes, "carried": from_journal}
