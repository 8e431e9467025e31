"""From what the tables report to what the tournament knows: results, and all that follows from them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from host_tools.tournament import advancing, deciding, reports, results
from host_tools.tournament.book import Book
from host_tools.tournament.model import Correction, Fixture, Result
from host_tools.tournament.reports import Report

_OPEN_TO_TABLES = ("ready", "called", "playing", "held", "done", "off", "waiting")
_OTHER_RESULT = "The table reports another result"
#: The reason beside a result of a table's that came after one by hand.
_AS_PLAYED = "confirmed at the table after the result by hand, which stands (D211)"
#: What begins the notes of results that count nowhere (reports.chosen); gone when one does count.
_UNCOUNTED = ("Two matches with this id", "The seal of this result")


@dataclass(frozen=True, slots=True)
class Change:
    """What a fixture becomes, and which match at a table it is (None: none, or the organiser's word).

    is_refusal: only its note is another one: the table did not take it. played: what the table came to, when
    people had decided before.
    """

    fixture: Fixture
    report: Report | None
    is_refusal: bool = False
    played: Correction | None = None


@dataclass(frozen=True, slots=True)
class Due:
    """What is to be done: `changes` of fixtures, `orders` to tables whose match was decided here (D296)."""

    changes: list[Change]
    orders: list[deciding.Order]

    def __bool__(self) -> bool:
        return bool(self.changes or self.orders)


def due(book: Book) -> Due:
    """What the tables' reports make of the fixtures, where it is not so already. Reads only."""
    told = reports.gather(book)
    found, orders = _refused(book, told), []
    if not told:
        return Due(found, [])
    known = book.reported(list(told))
    replaced = book.replaced(list(told))
    for one in book.fixtures(ids=list(told), states=_OPEN_TO_TABLES):
        change = _change(one, told[one.id], known.get(one.id), replaced.get(one.id, ()))
        if change is not None:
            found.append(change)
        if deciding.is_here(one, known.get(one.id)):
            orders += deciding.orders(book, one, told[one.id])
    return Due(found, orders)


def settle(book: Book, at: int) -> list[str]:
    """Take what the tables report, fill what follows, draw the stages that are due; the ids of all matches
    that changed. Doing it twice changes nothing more.
    """
    changed: dict[str, None] = {}
    touched: dict[int, None] = {}
    found = due(book)
    deciding.send(book, found.orders)
    for change in found.changes:
        book.put_fixture(change.fixture)
        if change.played is not None:
            book.add_correction(change.played)
        report = change.report
        if not change.is_refusal:
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


def _refused(book: Book, told: Mapping[str, list[Report]]) -> list[Change]:
    """Called matches that their table did not take, and has not reported since: marked with its reason."""
    found = []
    refusals = reports.refusals(book)
    for one in book.fixtures(ids=list(refusals), states=("called",)):
        note = f"Table {one.table} refuses it: {refusals[one.id]}. Recall it, or call it to another table."
        if one.note != note and not any(report.table == one.table for report in told.get(one.id, ())):
            found.append(Change(replace(one, note=note), None, is_refusal=True))
    return found


def _change(
    one: Fixture, told: list[Report], known: tuple[str, int] | None, replaced: Sequence[Result]
) -> Change | None:
    # Called away from the table where it was begun: what is known from there counts no more.
    told = [one_of for one_of in told if _key(one_of) != known or one_of.table == one.table]
    told = [one_of for one_of in told if not one_of.is_by_desk]
    report, problem = reports.chosen(one, told)
    if problem:
        return None if one.note == problem else Change(replace(one, note=problem), _same(told, known))
    if report is None:
        return None
    if deciding.is_here(one, known):
        return _beside(one, report, replaced)
    new = _follows(one, report, known)
    if one.note.startswith(_UNCOUNTED):
        new = replace(new, note="")
    is_known = known == _key(report)
    return None if new == one and (is_known or report.is_untouched) else Change(new, report)


def _same(told: list[Report], known: tuple[str, int] | None) -> Report | None:
    return next((report for report in told if _key(report) == known), None)


def _key(report: Report) -> tuple[str, int]:
    return report.journal, report.first_seq


def _beside(one: Fixture, report: Report, replaced: Sequence[Result]) -> Change | None:
    """The organiser has decided: his word stands. A result of the table's that he did not know is noted, and
    kept with the corrections, so that what was played can always be seen.
    """
    note, played = one.note, None
    if report.confirmed and one.result is not None:
        told = results.from_table(report.official)
        other = f"{_OTHER_RESULT}: {report.score} (table {report.table})."
        if _is_same(told, one.result):
            note = ""
        elif any(_is_same(told, seen) for seen in replaced):
            note = one.note if one.note == other else ""
        else:
            note = other
            who = f"table {report.table}"
            played = Correction(one.id, report.updated_at, who, _AS_PLAYED, told, one.result)
    if not (one.note == "" or one.note.startswith(_OTHER_RESULT)):
        note = one.note
    if note == one.note and played is None:
        return None
    return Change(replace(one, note=note), None, played=played)


def _is_same(one: Result, other: Result) -> bool:
    return (one.winner, one.games) == (other.winner, other.games)


def _follows(one: Fixture, report: Report, known: tuple[str, int] | None) -> Fixture:
    """The fixture as the table has it."""
    if report.is_untouched:
        if one.state != "called" or report.table != one.table:
            return _reopened(one, "called") if one.state in ("playing", "held", "done") else one
        return _announced(one, report) if known is None else one
    at_table = replace(one, table=report.table)
    if report.confirmed:
        result = results.from_table(report.official)
        if one.state == "done" and one.result == result:
            return at_table
        return replace(at_table, state="done", result=result, decided_at=report.updated_at)
    is_held = report.phase == "over" and bool(report.official.get("held"))
    return _reopened(at_table, "held" if is_held else "playing")


def _announced(one: Fixture, report: Report) -> Fixture:
    """The table has the match: its report clock runs from there."""
    if one.report_by is None or one.called_at is None:
        return one
    return replace(one, report_by=max(report.started_at, one.called_at) + one.report_by - one.called_at)


def _reopened(one: Fixture, state: str) -> Fixture:
    return replace(one, state=state, result=None, decided_at=None)  # type: ignore[arg-type]
