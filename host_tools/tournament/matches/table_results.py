"""Turns what the tables report into results of the tournament, with all that follows from them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from host_tools.tournament.matches import end_orders, lost_calls, report_matching, reports
from host_tools.tournament.matches.report_matching import Doubt
from host_tools.tournament.matches.reports import Report
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.model import Correction, Fixture, Result, TableReport
from host_tools.tournament.rounds import advancing
from host_tools.tournament.standings import results


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
    `doubtful`: reports about which the organiser must decide, or no longer has to, `lost`: calls that a
    restored database lacks; the rest is looked for when they are stored again.
    """

    changes: list[Change]
    orders: list[end_orders.Order]
    doubtful: list[TableReport]
    lost: Sequence[lost_calls.LostCall] = ()

    def __bool__(self) -> bool:
        return bool(self.changes or self.orders or self.doubtful or self.lost)


def due(book: Book) -> Due:
    """The changes that the tables' reports require and that are not made yet. Reads only."""
    by_match = reports.gather(book)
    changes = Due(_refused(book, by_match), [], [])
    if not by_match:
        return changes
    known = book.reported(list(by_match))
    replaced = book.replaced(list(by_match))
    seen: dict[str, dict[report_matching.Key, TableReport]] = {}
    for row in book.table_reports(list(by_match)):
        seen.setdefault(row.fixture, {})[row.key] = row
    calls = report_matching.calls(book, by_match)
    if lost := lost_calls.find(book, by_match, calls):
        return Due([], [], [], lost)
    for fixture in book.fixtures(ids=list(by_match)):
        by_table = seen.get(fixture.id, {})
        verdict = report_matching.judge(
            book, fixture, by_match[fixture.id], known.get(fixture.id), by_table, calls
        )
        changes.doubtful.extend(_doubtful(fixture, by_match[fixture.id], verdict.doubts, by_table))
        if fixture.state == "bye":
            continue
        own = verdict.own
        change = _change(
            fixture,
            own,
            None if own is None else verdict.doubts.get(own.key),
            known,
            replaced.get(fixture.id, ()),
        )
        if change is not None:
            changes.changes.append(change)
        if end_orders.is_here(fixture, known.get(fixture.id)):
            changes.orders.extend(end_orders.orders(book, fixture, by_match[fixture.id]))
    return changes


def settle(book: Book, at: int) -> list[str]:
    """Take what the tables report, fill in the sides that follow from it, and draw the stages that are due.
    Returns the ids of all matches that changed, or whose reports changed. A second call changes nothing.
    """
    changed: dict[str, None] = {}
    touched: dict[int, None] = {}
    changes = due(book)
    if changes.lost:
        for lost in changes.lost:
            lost_calls.take_up(book, lost)
            changed[lost.fixture.id] = None
        changes = due(book)
    end_orders.send(book, changes.orders)
    for row in changes.doubtful:
        book.put_table_report(row if row.number else replace(row, since=at))
        changed[row.fixture] = None
    for change in changes.changes:
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
        competition = book.competition(number)
        if competition is not None:
            changed.update(dict.fromkeys(advancing.advance(book, competition, at)))
            changed.update(dict.fromkeys(advancing.note_contradictions(book, competition, list(changed))))
    return list(changed)


def _doubtful(
    fixture: Fixture,
    at_tables: Sequence[Report],
    doubts: Mapping[report_matching.Key, Doubt],
    seen: Mapping[report_matching.Key, TableReport],
) -> list[TableReport]:
    """The rows to write for the matches of this fixture that do not count by themselves."""
    questions = []
    for report in at_tables:
        old, doubt = seen.get(report.key), doubts.get(report.key)
        if doubt is None or not _is_to_be_asked(fixture, report):
            new = None if old is None else _no_question(old)
        else:
            new = _question(fixture, report, doubt, old)
        if new is not None and new != old:
            questions.append(new)
    return questions


def _is_to_be_asked(fixture: Fixture, report: Report) -> bool:
    """Whether the organiser must decide: the match goes on, or has another result than the one that the
    organiser has given.
    """
    if report.result is None:
        return report.goes_on
    is_given = fixture.state == "done" and (fixture.corrected or fixture.taken) and fixture.result is not None
    return not (is_given and fixture.result is not None and results.agree(fixture.result, report.result))


def _no_question(old: TableReport) -> TableReport:
    """A decided report stays as it is; an open one no longer needs a decision."""
    return replace(old, state="settled") if old.state == "open" else old


def _question(fixture: Fixture, report: Report, doubt: Doubt, old: TableReport | None) -> TableReport:
    """The report for the organiser to decide, or as the organiser has decided it."""
    result = report.result
    if old is None:
        about = (fixture.id, report.journal, report.first_seq, report.table)
        return TableReport(0, *about, doubt.reason, doubt.detail, result, "open", report.updated_at)
    if old.state in ("taken", "left"):
        is_new = result is not None and not (old.result is not None and results.agree(old.result, result))
        if not is_new and not (old.state == "taken" and old.result is None):
            return old
        again = {**doubt.detail, "again": old.state}
        return replace(old, state="open", reason=doubt.reason, detail=again, result=result)
    kept = {name: old.detail[name] for name in ("again",) if name in old.detail}
    detail = {**doubt.detail, **kept}
    values = {"reason": doubt.reason, "detail": detail, "result": result, "table": report.table}
    return replace(old, state="open", **values)  # type: ignore[arg-type]


def _refused(book: Book, by_match: Mapping[str, list[Report]]) -> list[Change]:
    """Called matches that their table refused and has not reported since, with its answer in their note."""
    changes = []
    refusals = reports.refusals(book)
    for fixture in book.fixtures(ids=list(refusals), states=("called",)):
        new = fixture.noted("refused", table=fixture.table, answer=refusals[fixture.id])
        if new != fixture and not any(
            report.table == fixture.table for report in by_match.get(fixture.id, ())
        ):
            changes.append(Change(new, None, is_note=True))
    return changes


def _change(
    fixture: Fixture,
    report: Report | None,
    doubt: Doubt | None,
    known: Mapping[str, report_matching.Key],
    replaced: Sequence[Result],
) -> Change | None:
    """The change of a fixture; None: there is none. report: the fixture's own match. doubt: why its result
    does not count by itself; None: it does.
    """
    is_here = end_orders.is_here(fixture, known.get(fixture.id))
    if report is None or report.is_by_desk:
        return None
    is_ended = report.result is not None and (fixture.state == "done" or report.seal == "broken")
    if doubt is not None and (is_here or is_ended):
        # A result that counts goes on counting until people decide otherwise, or its umpire takes it back.
        return None
    if is_here:
        return _beside(fixture, report, replaced)
    new = _follows(fixture, report, known.get(fixture.id), is_counted=doubt is None)
    is_known = known.get(fixture.id) == report.key
    return None if new == fixture and (is_known or report.is_untouched) else Change(new, report)


def _beside(fixture: Fixture, report: Report, replaced: Sequence[Result]) -> Change | None:
    """The organiser has decided, and that counts. A different result from the table that is not known yet is
    noted, and kept with the corrections, so that what was played can always be seen.
    """
    result, played, new = report.result, None, fixture
    if result is None or fixture.result is None:
        return None
    other = fixture.noted("other_result", score=report.score, table=report.table)
    is_known = any(results.agree(result, seen) for seen in replaced)
    if results.agree(result, fixture.result) or (is_known and fixture != other):
        new = fixture.noted(None)
    elif not is_known:
        new = other
        actor = f"table {report.table}"
        played = Correction(fixture.id, report.updated_at, actor, "", result, fixture.result, "as_played")
    if fixture.note_code not in (None, "other_result"):
        new = fixture
    if new == fixture and played is None:
        return None
    return Change(new, None, is_note=True, played=played)


def _follows(
    fixture: Fixture, report: Report, known: report_matching.Key | None, is_counted: bool
) -> Fixture:
    """The fixture with the state that it has at the table. is_counted: its result counts, once it is
    confirmed.
    """
    if report.is_untouched:
        if fixture.state != "called" or report.table != fixture.table:
            return _reopened(fixture, "called") if fixture.state in ("playing", "held", "done") else fixture
        return _announced(fixture, report) if known is None else fixture
    at_table = replace(fixture, table=report.table)
    result = report.result if is_counted else None
    if result is not None:
        if fixture.state == "done" and fixture.result == result:
            return at_table
        return replace(at_table, state="done", result=result, decided_at=report.updated_at)
    is_held = report.phase == "over" and bool(report.official.get("held"))
    return _reopened(at_table, "held" if is_held else "playing")


def _announced(fixture: Fixture, report: Report) -> Fixture:
    """The table has the match: its report clock runs from its beginning there."""
    if fixture.report_by is None or fixture.called_at is None:
        return fixture
    return replace(
        fixture, report_by=max(report.started_at, fixture.called_at) + fixture.report_by - fixture.called_at
    )


def _reopened(fixture: Fixture, state: str) -> Fixture:
    return replace(fixture, state=state, result=None, decided_at=None)  # type: ignore[arg-type]
