"""Calls that a restored database lacks, since the desk made them after the backup. A table has received them:
its match names the order, and so gives the call back.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import func, insert, select

from host_tools.store.meta_values import RESTORE
from host_tools.store.schema import acts, commands, events
from host_tools.tournament.matches import calling
from host_tools.tournament.matches.report_matching import Calls, are_same
from host_tools.tournament.matches.reports import Report
from host_tools.tournament.model import finding, hall_tables
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.model import Fixture


@dataclass(frozen=True, slots=True)
class LostCall:
    """A call that is given back by this report of a table."""

    fixture: Fixture
    report: Report


def find(book: Book, by_match: Mapping[str, Sequence[Report]], known: Calls) -> list[LostCall]:
    """The lost calls of matches that are ready, as the tables report them since the last restore. Of a match
    that was called to several tables the one where it was begun. Reads only.
    """
    unknown = {
        match: [report for report in reports if report.command and report.command not in known.sent]
        for match, reports in by_match.items()
        if match not in known.present
    }
    unknown = {match: reports for match, reports in unknown.items() if reports}
    if not unknown:
        return []
    restored = book.connection.execute(select(func.max(acts.c.at)).where(acts.c.what == RESTORE)).scalar()
    if restored is None:
        return []
    lost = []
    for fixture in book.fixtures(ids=list(unknown), states=("ready",)):
        reports = [
            report
            for report in unknown[fixture.id]
            if report.started_at >= restored and _has_names(book, fixture, report)
        ]
        begun = [report for report in reports if report.result is not None or report.goes_on]
        chosen = begun or [report for report in reports if report.is_untouched and report.is_last]
        if len(chosen) == 1:
            lost.append(LostCall(fixture, chosen[0]))
    return lost


def _has_names(book: Book, fixture: Fixture, report: Report) -> bool:
    """Whether they are those with which the desk would call the match now."""
    competition = finding.competition_of(book, fixture)
    entries = {entry.id: entry for entry in book.entries(competition.id)}
    event = calling.event_of(competition, fixture, entries)
    return are_same(report.names, {side: list(event.get(side) or []) for side in ("a", "b")})


def take_up(book: Book, lost: LostCall) -> None:
    """Store the call as it was."""
    fixture, report = lost.fixture, lost.report
    competition = finding.competition_of(book, fixture)
    of_report = (events.c.journal == report.journal, events.c.seq == report.first_seq)
    body = json.loads(book.connection.execute(select(events.c.body).where(*of_report)).scalar_one())
    sent = {name: value for name, value in body.items() if name not in ("seq", "cmd")}
    length_ms = calling.report_length(competition, fixture, None)
    at = report.started_at
    called = replace(
        fixture,
        state="called",
        table=report.table,
        hall=hall_tables.hall_of(book, report.table, finding.tournament_of(book, competition)),
        called_at=at,
        report_by=None if length_ms is None else at + length_ms,
    )
    values = {"id": report.command, "table_no": report.table, "body": json.dumps(sent), "state": "done"}
    book.connection.execute(insert(commands).values(created_at=at, answered_at=at, **values))
    book.put_fixture(called)
    book.set_fixture(fixture.id, command=report.command)
