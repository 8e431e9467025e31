"""Finds the match that is the fixture's, the one that was called, among matches at tables with its id.

A match at a table belongs to a fixture when the table, the call and the names are those of the fixture. Any
other match gets a reason (model.str), and the organiser decides about it.
"""

import json
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import select

from host_tools.store.schema import commands
from host_tools.tournament.matches import calling
from host_tools.tournament.matches.reports import Report
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.model import Fixture, TableReport
from host_tools.tournament.standings import results

Names = Mapping[str, Sequence[str]]
Key = tuple[str, int]
#: Combining marks of Latin, Greek and Cyrillic. In other scripts such a mark makes a different letter.
_ACCENTS = frozenset(map(chr, range(0x300, 0x370)))


@dataclass(frozen=True, slots=True)
class Call:
    """A `match` event that the desk sent to a table. created_at: UTC ms."""

    table: int
    match: str
    names: Names
    created_at: int


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why a match at a table does not count by itself, with the arguments of the reason."""

    reason: str
    detail: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Judged:
    """own: the match at a table that is the fixture's; None: there is none yet. doubts: those about all
    others, and about the own match when its result must not count by itself.
    """

    own: Report | None
    doubts: Mapping[Key, Doubt]


@dataclass(frozen=True, slots=True)
class Calls:
    """present: by fixture (id) the command of its call, if it has one. sent: the calls by their command."""

    present: Mapping[str, str]
    sent: Mapping[str, Call]


def calls(book: Book, by_match: Mapping[str, Sequence[Report]]) -> Calls:
    """The calls of these fixtures, and those that the matches at tables name."""
    present = book.commands_of(list(by_match))
    named = {report.command for group in by_match.values() for report in group if report.command is not None}
    numbers = sorted(named.union(present.values()))
    sent = {}
    for at in range(0, len(numbers), 500):
        of_ids = commands.c.id.in_(numbers[at : at + 500])
        for row in book.connection.execute(select(commands).where(of_ids)):
            event = json.loads(row.body)
            if event.get("kind") == "match":
                names = {side: event.get(side) or [] for side in ("a", "b")}
                sent[row.id] = Call(row.table_no, event.get("match", ""), names, row.created_at)
    return Calls(present, sent)


def judge(
    book: Book,
    fixture: Fixture,
    reported: Sequence[Report],
    known: Key | None,
    seen: Mapping[Key, TableReport],
    of_desk: Calls,
) -> Judged:
    """Separate the fixture's match from all others. known: the match that counted so far; seen: the rows of
    `reports` for these matches. Reads only.
    """
    present, calls = of_desk.present.get(fixture.id), of_desk.sent
    doubts: dict[Key, Doubt] = {}
    own: list[Report] = []
    for report in reported:
        aside = seen.get(report.key)
        if aside is not None and aside.reason == "exchanged" and aside.state != "taken":
            doubts[report.key] = Doubt("exchanged", aside.detail)
            continue
        doubt = _doubt_about_call(fixture, report, present, calls, seen.get(report.key))
        if doubt is None:
            own.append(report)
            doubt = _doubt_about_result(book, fixture, report, calls, seen.get(report.key))
        if doubt is not None:
            doubts[report.key] = doubt
    chosen, others = _choose(own, present, known)
    for report in others:
        doubts[report.key] = Doubt("twice", {"called": fixture.table})
    return Judged(chosen, doubts)


def _doubt_about_call(
    fixture: Fixture, report: Report, present: str | None, calls: Mapping[str, Call], seen: TableReport | None
) -> Doubt | None:
    """Why the match does not come from the call of this fixture to this table; None: it does.

    An earlier call to the same table counts like the last one: a table that has the match in play already
    says so in its answer, and plays on. A result that it confirmed between the two calls became a report
    then, and the organiser still decides about it.
    """
    call = calls.get(report.command or "")
    is_call = call is not None and (call.match, call.table) == (fixture.id, report.table)
    if present is None:
        return Doubt("recalled" if is_call else "not_called")
    now = calls.get(present)
    called = now.table if now is not None else fixture.table
    if report.table != called:
        return Doubt("recalled" if is_call else "other_table", {"called": called})
    if report.command == present:
        return None
    if not is_call:
        return Doubt("other_call", {"called": called})
    if seen is not None and seen.state in ("open", "left") and seen.result is not None:
        return Doubt("recalled", {"called": called})
    return None


def _doubt_about_result(
    book: Book, fixture: Fixture, report: Report, calls: Mapping[str, Call], seen: TableReport | None
) -> Doubt | None:
    """Why the result of the fixture's own match must not count by itself; None: it may."""
    if report.confirmed and report.seal in ("broken", "foreign"):
        return Doubt("broken_seal")
    accepted = seen is not None and seen.state == "taken" and seen.detail.get("names") == report.names
    call = calls.get(report.command or "")
    if accepted or (call is not None and are_same(report.names, call.names)):
        return None
    sent = _names_sent(book, fixture, report, call)
    if any(are_same(report.names, names) for names in sent):
        return None
    return Doubt("other_names", {"names": report.names, "sent": sent[0] if sent else {}})


def are_same(names: Names, other: Names) -> bool:
    """Whether both sides have the same people, however a partner's order, capitals, accents and spaces are
    written. A different letter makes a different name, which may be another person's.
    """
    return all(
        sorted(map(_plain, names.get(side) or ())) == sorted(map(_plain, other.get(side) or ()))
        for side in "ab"
    )


def _plain(name: str) -> str:
    decomposed = unicodedata.normalize("NFKD", name.casefold())
    return " ".join("".join(each for each in decomposed if each not in _ACCENTS).split())


def _choose(
    own: Iterable[Report], present: str | None, known: Key | None
) -> tuple[Report | None, list[Report]]:
    """(the fixture's match, other matches of the same call that have started).

    A result that counts already goes on counting. When confirmed results differ and none counts yet, none is
    chosen.
    """
    of_tables = [report for report in own if not report.is_by_desk]
    begun = [report for report in of_tables if report.result is not None or report.goes_on]
    if not begun:
        waiting = [report for report in of_tables if report.is_last]
        return (waiting[-1] if waiting else None), []
    confirmed = [report for report in begun if report.result is not None]
    counting = [report for report in confirmed if report.key == known]
    if not counting and len(confirmed) > 1 and not all(_is_same(confirmed[0], other) for other in confirmed):
        return None, begun
    ranked = sorted(begun, key=lambda report: (report.key == known, report.command == present))
    chosen = (counting or ranked)[-1]
    return chosen, [report for report in begun if report is not chosen]


def _is_same(report: Report, other: Report) -> bool:
    return (
        report.result is not None and other.result is not None and results.agree(report.result, other.result)
    )


def _names_sent(
    book: Book, fixture: Fixture, report: Report, call: Call | None
) -> list[dict[str, list[str]]]:
    """Both sides' names as the desk would send them now, and as it has sent them to this table since the
    call.
    """
    sent = []
    competition = book.competition(book.competition_of(fixture.id) or 0)
    if competition is not None and fixture.a is not None and fixture.b is not None:
        entries = {entry.id: entry for entry in book.entries(competition.id)}
        sent.append(calling.event_of(competition, fixture, entries))
    since = call.created_at if call is not None else fixture.called_at or 0
    query = select(commands.c.body).where(
        commands.c.table_no == report.table,
        commands.c.created_at >= since,
        commands.c.body.contains('"kind":"names"'),
    )
    sent += [json.loads(row.body) for row in book.connection.execute(query)]
    return [{side: list(event.get(side) or []) for side in ("a", "b")} for event in sent]
