"""Turns what the tables report into results of the tournament, with all that follows from them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from host_tools.tournament import advancing, deciding, judged, reports, results
from host_tools.tournament.book import Book
from host_tools.tournament.judged import Doubt
from host_tools.tournament.model import Correction, Fixture, Result, TableReport
from host_tools.tournament.reports import Report

#: Notes of older databases about matches that are among the reports today.
_NOTES_OF_BEFORE = ("two_results", "broken_seal")


@dataclass(frozen=True, slots=True)
class Change:
    """The new value of a fixture, and its match at a table (None: there is none, or the organiser decided).
    is_note: only its note changes. played: the table's result, when people had decided before.
    """

    fixture: Fixture
    report: Report | None
    is_note: bool = False
    played: Correction | None = None


@dataclass(frozen=True, slots=True)
class Due:
    """What must be done: `changes` of fixtures, `orders` to tables whose match was decided here (D296),
    `doubtful`: reports about which the organiser must decide, or no longer has to.
    """

    changes: list[Change]
    orders: list[deciding.Order]
    doubtful: list[TableReport]

    def __bool__(self) -> bool:
        return bool(self.changes or self.orders or self.doubtful)


def due(book: Book) -> Due:
    """The changes that the tables' reports require and that are not made yet. Reads only."""
    told = reports.gather(book)
    found = Due(_refused(book, told), [], [])
    if not told:
        return found
    known = book.reported(list(told))
    replaced = book.replaced(list(told))
    seen: dict[str, dict[judged.Key, TableReport]] = {}
    for row in book.table_reports(list(told)):
        seen.setdefault(row.fixture, {})[row.key] = row
    calls = judged.calls(book, told)
    for one in book.fixtures(ids=list(told)):
        there = seen.get(one.id, {})
        verdict = judged.judge(book, one, told[one.id], known.get(one.id), there, calls)
        found.doubtful.extend(_doubtful(one, told[one.id], verdict.doubts, there))
        if one.state == "bye":
            continue
        own = verdict.own
        change = _change(
            one, own, None if own is None else verdict.doubts.get(own.key), known, replaced.get(one.id, ())
        )
        if change is not None:
            found.changes.append(change)
        if deciding.is_here(one, known.get(one.id)):
            found.orders.extend(deciding.orders(book, one, told[one.id]))
    return found


def settle(book: Book, at: int) -> list[str]:
    """Take what the tables report, fill in the sides that follow from it, and draw the stages that are due.
    Returns the ids of all matches that changed, or whose reports changed. A second call changes nothing.
    """
    changed: dict[str, None] = {}
    touched: dict[int, None] = {}
    found = due(book)
    deciding.send(book, found.orders)
    for row in found.doubtful:
        book.put_table_report(row if row.number else replace(row, since=at))
        changed[row.fixture] = None
    for change in found.changes:
        book.put_fixture(change.fixture)
        if change.played is not None:
            book.add_correction(change.played)
        report = change.report
        if not change.is_note:
            book.set_fixture(
                change.fixture.id,
                journal=None if report is None else report.journal,
                first_seq=None if report is None else report.first_seq,
            )
        changed[change.fixture.id] = None
        number = book.competition_of(change.fixture.id)
        if number is not None:
            touched[number] = None
    for number in touched:
        of = book.competition(number)
        if of is not None:
            changed.update(dict.fromkeys(advancing.advance(book, of, at)))
            changed.update(dict.fromkeys(advancing.note_contradictions(book, of)))
    return list(changed)


def _doubtful(
    one: Fixture,
    told: Sequence[Report],
    doubts: Mapping[judged.Key, Doubt],
    seen: Mapping[judged.Key, TableReport],
) -> list[TableReport]:
    """The rows to write for the matches of this fixture that do not count by themselves."""
    found = []
    for report in told:
        old, doubt = seen.get(report.key), doubts.get(report.key)
        if old is not None and old.reason == "before" and old.state == "open":
            continue  # its result counts, and people must say whether it should
        if doubt is None or not _is_to_be_asked(one, report):
            new = None if old is None else _no_question(old)
        else:
            new = _question(one, report, doubt, old)
        if new is not None and new != old:
            found.append(new)
    return found


def _is_to_be_asked(one: Fixture, report: Report) -> bool:
    """Whether the organiser must decide: the match goes on, or has another result than the one that the
    organiser has given.
    """
    if report.result is None:
        return report.goes_on
    is_given = one.state == "done" and (one.corrected or one.taken) and one.result is not None
    return not (is_given and one.result is not None and results.agree(one.result, report.result))


def _no_question(old: TableReport) -> TableReport:
    """A decided report stays as it is; an open one no longer needs a decision."""
    return replace(old, state="settled") if old.state == "open" else old


def _question(one: Fixture, report: Report, doubt: Doubt, old: TableReport | None) -> TableReport:
    """The report for the organiser to decide, or as the organiser has decided it."""
    result = report.result
    if old is None:
        about = (one.id, report.journal, report.first_seq, report.table)
        return TableReport(0, *about, doubt.reason, doubt.detail, result, "open", report.updated_at)
    if old.state in ("taken", "left"):
        is_new = result is not None and not (old.result is not None and results.agree(old.result, result))
        if not is_new and not (old.state == "taken" and old.result is None):
            return old
        again = {**doubt.detail, "again": old.state}
        return replace(old, state="open", reason=doubt.reason, detail=again, result=result)
    kept = {name: old.detail[name] for name in ("again",) if name in old.detail}
    detail = {**doubt.detail, **kept}
    told = {"reason": doubt.reason, "detail": detail, "result": result, "table": report.table}
    return replace(old, state="open", **told)  # type: ignore[arg-type]


def _refused(book: Book, told: Mapping[str, list[Report]]) -> list[Change]:
    """Called matches that their table refused and has not reported since, with the reason as their note."""
    found = []
    refusals = reports.refusals(book)
    for one in book.fixtures(ids=list(refusals), states=("called",)):
        new = one.noted("refused", table=one.table, why=refusals[one.id])
        if new != one and not any(report.table == one.table for report in told.get(one.id, ())):
            found.append(Change(new, None, is_note=True))
    return found


def _change(
    one: Fixture,
    report: Report | None,
    doubt: Doubt | None,
    known: Mapping[str, judged.Key],
    replaced: Sequence[Result],
) -> Change | None:
    """The change of a fixture; None: there is none. report: the fixture's own match. doubt: why its result
    does not count by itself; None: it does.
    """
    is_here = deciding.is_here(one, known.get(one.id))
    if report is None or report.is_by_desk:
        return _without_note_of_before(one)
    is_ended = report.result is not None and (one.state == "done" or report.seal == "broken")
    if doubt is not None and (is_here or is_ended):
        # A result that counts goes on counting until people decide otherwise, or its umpire takes it back.
        return _without_note_of_before(one)
    if is_here:
        return _beside(one, report, replaced)
    new = _follows(one, report, known.get(one.id), is_counted=doubt is None)
    if one.note_code in _NOTES_OF_BEFORE:
        new = new.noted(None)
    is_known = known.get(one.id) == report.key
    return None if new == one and (is_known or report.is_untouched) else Change(new, report)


def _without_note_of_before(one: Fixture) -> Change | None:
    return Change(one.noted(None), None, is_note=True) if one.note_code in _NOTES_OF_BEFORE else None


def _beside(one: Fixture, report: Report, replaced: Sequence[Result]) -> Change | None:
    """The organiser has decided, and that counts. A different result from the table that is not known yet is
    noted, and kept with the corrections, so that what was played can always be seen.
    """
    told, played, new = report.result, None, one
    if told is None or one.result is None:
        return None
    other = one.noted("other_result", score=report.score, table=report.table)
    is_known = any(results.agree(told, seen) for seen in replaced)
    if results.agree(told, one.result) or (is_known and one != other):
        new = one.noted(None)
    elif not is_known:
        new = other
        who = f"table {report.table}"
        played = Correction(one.id, report.updated_at, who, "", told, one.result, "as_played")
    if one.note_code not in (None, "other_result", *_NOTES_OF_BEFORE):
        new = one
    if new == one and played is None:
        return None
    return Change(new, None, is_note=True, played=played)


def _follows(one: Fixture, report: Report, known: judged.Key | None, is_counted: bool) -> Fixture:
    """The fixture with the state that it has at the table. is_counted: its result counts, once it is
    confirmed.
    """
    if report.is_untouched:
        if one.state != "called" or report.table != one.table:
            return _reopened(one, "called") if one.state in ("playing", "held", "done") else one
        return _announced(one, report) if known is None else one
    at_table = replace(one, table=report.table)
    result = report.result if is_counted else None
    if result is not None:
        if one.state == "done" and one.result == result:
            return at_table
        return replace(at_table, state="done", result=result, decided_at=report.updated_at)
    is_held = report.phase == "over" and bool(report.official.get("held"))
    return _reopened(at_table, "held" if is_held else "playing")


def _announced(one: Fixture, report: Report) -> Fixture:
    """The table has the match: its report clock runs from its beginning there."""
    if one.report_by is None or one.called_at is None:
        return one
    return replace(one, report_by=max(report.started_at, one.called_at) + one.report_by - one.called_at)


def _reopened(one: Fixture, state: str) -> Fixture:
    return replace(one, state=state, result=None, decided_at=None)  # type: ignore[arg-type]
