"""A table's report as the organiser sees it: the planned players, those who played, why it does not count by
itself.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from host_tools.tournament.matches import stale_results
from host_tools.tournament.matches.reports import Report
from host_tools.tournament.model import wording
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
