"""A table's report as the organiser sees it: the planned players, those who played, why it does not count by
itself.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from host_tools.tournament.matches import reports, stale_results
from host_tools.tournament.matches.reports import Report
from host_tools.tournament.model import finding, wording
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.model import Competition, Fixture, ReportState, TableReport
from host_tools.tournament.standings import results

#: The keys of a report's detail that serve to take a decision back and are not shown.
_OURS = ("instead",)


@dataclass(frozen=True, slots=True)
class ReportView:
    """A report for people. title: of the match; players: who is to play it, "Asha - Bela"; names: who plays
    at the table; score: so far; is_confirmed: the umpire has confirmed it; seal: of its confirmation. reason:
    why it does not count by itself, facts: the arguments of the reason; version: of its result
    (`stale_results.version`).
    """

    number: int
    match: str
    event: str
    title: str
    players: str
    table: int
    reason: str
    state: ReportState
    facts: Mapping[str, Any]
    names: str
    score: str
    winner: str | None
    is_confirmed: bool
    seal: str | None
    since: int
    actor: str | None
    why: str | None
    decided_at: int | None
    version: str

    @property
    def effect(self) -> str:
        """What was decided, for people."""
        return {"taken": "taken: it counts", "left": "left: it does not count"}.get(self.state, self.state)

    @property
    def can_take(self) -> bool:
        """Whether there is something to take: a result, or the names of a match in play."""
        return self.state != "taken" and (self.is_confirmed or self.reason == "other_names")

    @classmethod
    def from_row(
        cls,
        row: TableReport,
        fixture: Fixture,
        competition: Competition,
        titles: Mapping[int, str],
        report: Report | None,
    ) -> "ReportView":
        """report: the match at the table now; None: it is no longer in the record."""
        result = row.result if report is None or report.result is None else report.result
        score = results.shown(result) if result else "" if report is None else report.score
        names = {} if report is None else report.names
        return cls(
            number=row.number,
            match=fixture.id,
            event=competition.key,
            title=wording.title(competition, fixture),
            players=" - ".join(titles.get(entry or 0, "?") for entry in (fixture.a, fixture.b)),
            table=row.table,
            reason=row.reason,
            state=row.state,
            facts={name: value for name, value in row.detail.items() if name not in _OURS},
            names=" - ".join(" / ".join(names.get(side) or []) or "?" for side in "ab"),
            score=score,
            winner=result.winner if result else None,
            is_confirmed=row.result is not None,
            seal=None if report is None else report.seal,
            since=row.since,
            actor=row.actor,
            why=row.why,
            decided_at=row.decided_at,
            version=stale_results.version(row.result),
        )


def gather(book: Book, rows: Sequence[TableReport]) -> list[ReportView]:
    """These reports, as people see them now."""
    ids = sorted({row.fixture for row in rows})
    reports_by_fixture = reports.gather(book, ids) if rows else {}
    reported = {report.key: report for each in reports_by_fixture.values() for report in each}
    fixtures = {fixture.id: fixture for fixture in book.fixtures(ids=ids)} if rows else {}
    views = []
    for row in rows:
        fixture = fixtures[row.fixture]
        competition = finding.competition_of(book, fixture)
        titles = {entry.id: entry.title for entry in book.entries(competition.id)}
        views.append(ReportView.from_row(row, fixture, competition, titles, reported.get(row.key)))
    return views


def find(book: Book, number: int) -> ReportView:
    """A report by its number. DeskError."""
    rows = book.table_reports(number=number)
    if not rows or not book.fixtures(ids=[rows[0].fixture]):
        raise DeskError("no_report", number=number)
    return gather(book, rows[:1])[0]
