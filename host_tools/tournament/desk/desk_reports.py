"""The desk's part for reports of tables that do not count by themselves: list, take and leave them."""

from collections.abc import Callable

from host_tools.tournament.desk.desk_base import COMMAND_LINE, DeskBase
from host_tools.tournament.desk.report_views import ReportView
from host_tools.tournament.matches import report_decisions, table_results
from host_tools.tournament.matches import reports as at_tables
from host_tools.tournament.model import finding
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.model import TableReport


class Reports(DeskBase):
    """Reports by tables of matches that were not called to them."""

    def reports(self, only_open: bool = True) -> list[ReportView]:
        """The reports that wait for the organiser, of tournaments that are open, the oldest first; or all."""
        with self._looking() as book:
            rows = book.table_reports(states=["open"] if only_open else None, only_open=True)
            ids = sorted({row.fixture for row in rows})
            there = at_tables.gather(book, ids) if rows else {}
            reported = {report.key: report for reports in there.values() for report in reports}
            fixtures = {fixture.id: fixture for fixture in book.fixtures(ids=ids)}
            views = []
            for row in rows:
                fixture = fixtures[row.fixture]
                competition = finding.competition_of(book, fixture)
                titles = {entry.id: entry.title for entry in book.entries(competition.id)}
                views.append(ReportView.from_row(row, fixture, competition, titles, reported.get(row.key)))
        return views

    def take_report(
        self,
        number: int,
        why: str,
        *,
        force: bool = False,
        known: str | None = None,
        actor: str = COMMAND_LINE,
    ) -> list[str]:
        """Let a report count: its result becomes the match's, as if the table had been called. For a match in
        play with other names than the desk sent: accept these names. Returns the ids of the matches that
        changed. A second call does nothing. DeskError: the table has confirmed nothing; a later match was
        called with the other side, or a protest is open, unless `force`. known: the version of the result
        that the organiser saw (`ReportView.version`); DeskError, `report_changed`, when there is another one
        since.
        """
        return self._decide(report_decisions.take, "report taken", number, why, force, known, actor)

    def leave_report(
        self,
        number: int,
        why: str,
        *,
        force: bool = False,
        known: str | None = None,
        actor: str = COMMAND_LINE,
    ) -> list[str]:
        """Do not let a report count. If it was taken, the match gets back the result that it had before.
        Returns the ids of the matches that changed; `force` and `known` as when it is taken.
        """
        return self._decide(report_decisions.leave, "report left", number, why, force, known, actor)

    def _decide(
        self,
        do: Callable[[Book, TableReport, str, str, int, bool, str | None], list[str]],
        act: str,
        number: int,
        why: str,
        force: bool,
        known: str | None,
        actor: str,
    ) -> list[str]:
        with self._acting(actor, act, report=number, why=why) as book:
            row = report_decisions.find(book, number)
            self._fresh(book, finding.competition_of(book, finding.fixture(book, row.fixture)))
            changed = do(book, row, why, actor, self._clock(), force, known)
            return list(dict.fromkeys([*changed, *table_results.settle(book, self._clock())]))
