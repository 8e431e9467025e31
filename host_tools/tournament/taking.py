"""Reports of tables that do not count by themselves: the organiser takes one, or leaves it (D336)."""

from dataclasses import replace

from host_tools.tournament import (
    calling,
    correcting,
    entering,
    finding,
    hall_tables,
    protesting,
    stale_results,
)
from host_tools.tournament import reports as at_tables
from host_tools.tournament.book import Book
from host_tools.tournament.errors import DeskError
from host_tools.tournament.model import Competition, Correction, Fixture, Result, TableReport
from host_tools.tournament.reports import Report

_NO_RESULT = ("waiting", "bye", "off")


def find(book: Book, number: int) -> TableReport:
    """A report by its number. DeskError."""
    found = book.table_reports(number=number)
    if not found or not book.fixtures(ids=[found[0].fixture]):
        raise DeskError("no_report", number=number)
    return found[0]


def take(
    book: Book, row: TableReport, why: str, who: str, at: int, force: bool, known: str | None
) -> list[str]:
    """Let the match at the table count: its result becomes the fixture's. Returns the ids of the matches that
    changed; none when it was taken before. For a match in play with other names than the desk sent: accept
    these names, so that its result will count. known: the version (`stale_results.version`) of the result
    that the organiser saw. Raises DeskError.
    """
    if row.state == "taken":
        return []
    one, report = _at_table(book, row)
    of = finding.competition_of(book, one)
    if one.state in _NO_RESULT:
        raise DeskError("no_result_possible", match=one.id, state=one.state)
    _check(row, why, known)
    decided = replace(row, state="taken", who=who, why=why.strip(), decided_at=at)
    result = report.result
    if result is None and row.reason == "other_names":
        book.put_table_report(replace(decided, result=None))
        return [one.id]
    if result is None:
        raise DeskError("not_confirmed", table=row.table, match=one.id)
    if not force:
        protesting.require_none(book, one.id)
    counted = _counted(book, one)
    if counted == row.key and one.state == "done":  # an older Boardside took it; it counts already
        book.put_table_report(replace(decided, result=result))
        return [one.id]
    instead = {
        "result": one.result and one.result.to_json(),
        "decided_at": one.decided_at,
        "table": one.table,
        "hall": one.hall,
        "known": counted,
    }
    correcting.leave_taken(book, one.id, f"report {row.number} was taken instead", who, at)
    book.put_table_report(replace(decided, result=result, detail={**row.detail, "instead": instead}))
    book.add_correction(Correction(one.id, at, who, why.strip(), one.result, result))
    calling.withdraw_command(book, one)
    hall = hall_tables.hall_of(book, row.table, entering.tournament_of(book, of))
    put = replace(one, state="done", result=result, decided_at=report.updated_at, table=row.table, hall=hall)
    book.put_fixture(put.noted(None))
    book.set_fixture(one.id, journal=row.journal, first_seq=row.first_seq)
    return correcting.follow_up(book, of, one.id, at, force)


def leave(
    book: Book, row: TableReport, why: str, who: str, at: int, force: bool, known: str | None
) -> list[str]:
    """Do not let the match at the table count. If it was taken, the fixture gets back the result that it had
    before; if it had none, it must be called again. Returns the ids of the matches that changed; none when it
    was left before. Raises DeskError, also when something else was decided since it was taken.
    """
    if row.state == "left":
        return []
    one = finding.fixture(book, row.fixture)
    of = finding.competition_of(book, one)
    _check(row, why, known)
    result = row.result
    if row.state == "taken" and result is None:
        result = _at_table(book, row)[1].result
    book.put_table_report(replace(row, state="left", who=who, why=why.strip(), decided_at=at, result=result))
    if _counted(book, one) == row.key and one.state == "done":
        _put_back(book, of, one, row, why, who, at)
        return correcting.follow_up(book, of, one.id, at, force)
    if row.state == "taken" and row.result is not None:
        raise DeskError("other_result_since", match=one.id, table=row.table)
    return [one.id]


def _put_back(
    book: Book, of: Competition, one: Fixture, row: TableReport, why: str, who: str, at: int
) -> None:
    """Restore the fixture as it was before the report was taken."""
    instead = row.detail.get("instead") or {}
    before = instead.get("result") and Result.from_json(instead["result"])
    book.add_correction(Correction(one.id, at, who, why.strip(), one.result, before))
    if before is None:
        calling.to_be_called(book, one)
        return
    put = replace(one, result=before, decided_at=instead["decided_at"], table=instead["table"])
    book.put_fixture(replace(put, hall=instead["hall"]).noted(None))
    journal, first_seq = instead["known"] or (None, None)
    book.set_fixture(one.id, journal=journal, first_seq=first_seq)
    for other in book.table_reports([one.id], states=["left"]):
        if other.key == (journal, first_seq) and other.result is not None:
            book.put_table_report(replace(other, state="taken", who=who, why=why.strip(), decided_at=at))


def _counted(book: Book, one: Fixture) -> tuple[str, int] | None:
    return book.reported([one.id]).get(one.id)


def _at_table(book: Book, row: TableReport) -> tuple[Fixture, Report]:
    one = finding.fixture(book, row.fixture)
    there = at_tables.gather(book, [one.id]).get(one.id, [])
    for report in there:
        if report.key == row.key:
            return one, report
    raise DeskError("report_gone", table=row.table, match=one.id)


def _check(row: TableReport, why: str, known: str | None) -> None:
    if not why.strip():
        raise DeskError("report_needs_reason")
    if known is not None and known != stale_results.version(row.result):
        raise DeskError("report_changed", table=row.table, match=row.fixture)
