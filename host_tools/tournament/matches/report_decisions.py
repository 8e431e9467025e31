"""Reports of tables that do not count by themselves: the organiser takes one, or leaves it."""

from dataclasses import replace

from host_tools.tournament.matches import calling, correcting, protesting, stale_results
from host_tools.tournament.matches import reports as at_tables
from host_tools.tournament.matches.reports import Report
from host_tools.tournament.model import finding, hall_tables
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.model import Competition, Correction, Fixture, Result, TableReport
from host_tools.tournament.standings import withdrawals

_NO_RESULT = ("waiting", "bye", "off")


def take(
    book: Book, row: TableReport, why: str, actor: str, at: int, force: bool, known: str | None
) -> list[str]:
    """Let the match at the table count: its result becomes the fixture's. Returns the ids of the matches that
    changed; none when it was taken before. For a match in play with other names than the desk sent: accept
    these names, so that its result will count. known: the version (`stale_results.version`) of the result
    that the organiser saw. Raises DeskError.
    """
    if row.state == "taken":
        return []
    fixture, report = _at_table(book, row)
    competition = finding.competition_of(book, fixture)
    if fixture.state in _NO_RESULT:
        raise DeskError("no_result_possible", match=fixture.id, state=fixture.state)
    _check(row, why, known)
    decided = replace(row, state="taken", actor=actor, why=why.strip(), decided_at=at)
    result = report.result
    if result is None and row.reason == "other_names":
        book.put_table_report(replace(decided, result=None))
        return [fixture.id]
    if result is None:
        raise DeskError("not_confirmed", table=row.table, match=fixture.id)
    if not force:
        protesting.require_none(book, fixture.id)
    instead = {
        "result": fixture.result and fixture.result.to_json(),
        "decided_at": fixture.decided_at,
        "table": fixture.table,
        "hall": fixture.hall,
        "known": _counted(book, fixture),
    }
    correcting.leave_taken(book, fixture.id, f"report {row.number} was taken instead", actor, at)
    book.put_table_report(replace(decided, result=result, detail={**row.detail, "instead": instead}))
    book.add_correction(Correction(fixture.id, at, actor, why.strip(), fixture.result, result))
    calling.withdraw_command(book, fixture)
    hall = hall_tables.hall_of(book, row.table, finding.tournament_of(book, competition))
    put = replace(
        fixture, state="done", result=result, decided_at=report.updated_at, table=row.table, hall=hall
    )
    book.put_fixture(withdrawals.noted(book, competition, fixture, put))
    book.set_fixture(fixture.id, journal=row.journal, first_seq=row.first_seq)
    return correcting.follow_up(book, competition, fixture.id, at, force)


def leave(
    book: Book, row: TableReport, why: str, actor: str, at: int, force: bool, known: str | None
) -> list[str]:
    """Do not let the match at the table count. If it was taken, the fixture gets back the result that it had
    before; if it had none, it must be called again. Returns the ids of the matches that changed; none when it
    was left before. Raises DeskError, also when something else was decided since it was taken.
    """
    if row.state == "left":
        return []
    fixture = finding.fixture(book, row.fixture)
    competition = finding.competition_of(book, fixture)
    _check(row, why, known)
    result = row.result
    if row.state == "taken" and result is None:
        result = _at_table(book, row)[1].result
    book.put_table_report(
        replace(row, state="left", actor=actor, why=why.strip(), decided_at=at, result=result)
    )
    if _counted(book, fixture) == row.key and fixture.state == "done":
        _put_back(book, competition, fixture, row, why, actor, at)
        return correcting.follow_up(book, competition, fixture.id, at, force)
    if row.state == "taken" and row.result is not None:
        raise DeskError("other_result_since", match=fixture.id, table=row.table)
    return [fixture.id]


def _put_back(
    book: Book, competition: Competition, fixture: Fixture, row: TableReport, why: str, actor: str, at: int
) -> None:
    """Restore the fixture as it was before the report was taken."""
    instead = row.detail.get("instead") or {}
    before = instead.get("result") and Result.from_json(instead["result"])
    book.add_correction(Correction(fixture.id, at, actor, why.strip(), fixture.result, before))
    if before is None:
        calling.to_be_called(book, fixture)
        return
    put = replace(fixture, result=before, decided_at=instead["decided_at"], table=instead["table"])
    book.put_fixture(replace(put, hall=instead["hall"]).noted(None))
    journal, first_seq = instead["known"] or (None, None)
    book.set_fixture(fixture.id, journal=journal, first_seq=first_seq)
    for other in book.table_reports([fixture.id], states=["left"]):
        if other.key == (journal, first_seq) and other.result is not None:
            book.put_table_report(replace(other, state="taken", actor=actor, why=why.strip(), decided_at=at))


def _counted(book: Book, fixture: Fixture) -> tuple[str, int] | None:
    return book.reported([fixture.id]).get(fixture.id)


def _at_table(book: Book, row: TableReport) -> tuple[Fixture, Report]:
    fixture = finding.fixture(book, row.fixture)
    at_table = at_tables.gather(book, [fixture.id]).get(fixture.id, [])
    for report in at_table:
        if report.key == row.key:
            return fixture, report
    raise DeskError("report_gone", table=row.table, match=fixture.id)


def _check(row: TableReport, why: str, known: str | None) -> None:
    if not why.strip():
        raise DeskError("report_needs_reason")
    if known is not None and known != stale_results.version(row.result):
        raise DeskError("report_changed", table=row.table, match=row.fixture)
