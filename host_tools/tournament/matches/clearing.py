"""Clears what the desk has decided of a match, a result by hand or a walk-over, with what followed from it.

The match can be called again. If its table has it in play, or has a confirmed result of its own, that
counts again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from host_tools.reasons import Cause
from host_tools.tournament.matches import calling, end_orders, report_matching, table_results
from host_tools.tournament.matches import reports as at_tables
from host_tools.tournament.matches.reports import Report
from host_tools.tournament.model import finding, wording
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.hall_tables import was_called_id
from host_tools.tournament.model.model import (
    BEGUN,
    Competition,
    Correction,
    Fixture,
    Place,
    Stage,
)
from host_tools.tournament.reasons import cause
from host_tools.tournament.rounds import advancing, swiss_rounds
from host_tools.tournament.standings import stage_standings


@dataclass(frozen=True, slots=True)
class Change:
    """Another match that changes with it."""

    before: Fixture
    after: Fixture


@dataclass(frozen=True, slots=True)
class Standing:
    """A standing that changes with it: the stage's position, and the group (0: the only one)."""

    stage: int
    group: int


@dataclass(frozen=True, slots=True)
class Cleared:
    """What clearing a result does: the match before and after. later: what was called or played and stays,
    marked.
    """

    before: Fixture
    fixture: Fixture
    later: tuple[Cause, ...]


def check(book: Book, fixture: Fixture) -> None:
    """Raise DeskError unless the match has a result by hand, or a walk-over by the desk."""
    known = book.reported([fixture.id]).get(fixture.id)
    if fixture.state != "done" or fixture.result is None:
        raise DeskError("nothing_to_clear", match=fixture.id)
    if fixture.taken:
        number = next((row.number for row in book.table_reports([fixture.id], states=["taken"])), 0)
        raise DeskError("result_of_report", match=fixture.id, number=number)
    if not end_orders.is_here(fixture, known):
        raise DeskError("result_of_table", match=fixture.id, table=fixture.table)
    if advancing.is_automatic(fixture):
        entries = book.entries(finding.competition_of(book, fixture).id)
        gone = [entry.title for entry in entries if entry.withdrawn and entry.id in (fixture.a, fixture.b)]
        raise DeskError("walk_over_of_withdrawn", match=fixture.id, entries=gone)


def clear(
    book: Book, competition: Competition, fixture: Fixture, reason: str, actor: str, at: int
) -> Cleared:
    """Take the result by hand, or the walk-over, away, and what followed from it; put on record who did and
    why. What was called or played since stays, and is marked. Raises DeskError.
    """
    reopen(book, fixture, reason, actor, at)
    _, later = follow(book, competition, fixture.stage, at)
    drawn_since = swiss_rounds.drawn_after(book, competition, [fixture.id])
    rounds = {each.round for each in book.fixtures(competition.id) if each.id in drawn_since}
    later += [cause("round_drawn_since", round=number) for number in sorted(rounds)]
    return Cleared(fixture, finding.fixture(book, fixture.id), tuple(later))


def changed_standings(
    before: Mapping[tuple[int, int], list[Place]], after: Mapping[tuple[int, int], list[Place]]
) -> tuple[Standing, ...]:
    """Those of the standings that are still there, and are not as they were."""
    return tuple(
        Standing(stage, group)
        for (stage, group), places in before.items()
        if (stage, group) in after and after[stage, group] != places
    )


def reopen(book: Book, fixture: Fixture, reason: str, actor: str, at: int) -> None:
    """Take the result away and put that on record; what followed from it stays. Raises DeskError."""
    check(book, fixture)
    if not reason.strip():
        raise DeskError("clearing_needs_reason")
    book.add_correction(Correction(fixture.id, at, actor, reason.strip(), fixture.result, None))
    end_orders.withdraw(book, fixture.id)
    report = of_table(book, fixture)
    if report is None:
        calling.withdraw_command(book, fixture)
        calling.to_be_called(book, fixture)
    else:
        book.put_fixture(replace(fixture, state="called", result=None, decided_at=None).noted(None))
        table_results.settle(book, at)


def follow(book: Book, competition: Competition, stage: int, at: int) -> tuple[list[Stage], list[Cause]]:
    """Bring up to date what follows when matches of the stage (position) are open again; mark what was called
    with another side. Returns the later stages whose draw was taken back, and what was called and stays.
    """
    advancing.advance(book, competition, at)
    taken_back, begun = _take_back_draws(book, competition, stage)
    advancing.advance(book, competition, at)
    wrong = advancing.contradictions(book, competition)
    advancing.note_contradictions(book, competition)
    return taken_back, [
        *(cause("later_match", match=match, **facts) for match, facts in wrong.items()),
        *begun,
    ]


def of_table(book: Book, fixture: Fixture) -> Report | None:
    """The match at the table that would count, if the desk had not decided: its result is confirmed, or it
    goes on and its umpire was not asked to end it. None: there is none.
    """
    reports = at_tables.gather(book, [fixture.id])
    seen = {row.key: row for row in book.table_reports([fixture.id])}
    of_desk = report_matching.calls(book, reports)
    reported = reports.get(fixture.id, [])
    verdict = report_matching.judge(book, fixture, reported, None, seen, of_desk)
    own = verdict.own
    if own is None or own.key in verdict.doubts:
        return None
    goes_on = own.goes_on and not end_orders.was_sent(book, own, fixture.id)
    return own if own.result is not None or goes_on else None


def standings(
    book: Book, competition: Competition, stages: Sequence[Stage], fixtures: Sequence[Fixture]
) -> dict[tuple[int, int], list[Place]]:
    """The standing of each group of the stages that have one."""
    return {
        (stage.position, group): places
        for stage in stages
        if stage.kind != "knockout" and stage.state != "waiting"
        for group, places in stage_standings.of_stage(book, competition, stage, fixtures).items()
    }


def _take_back_draws(book: Book, competition: Competition, first: int) -> tuple[list[Stage], list[Cause]]:
    """Take back the draws of later stages that were made since the stages before them were complete; returns
    those stages, and why the others stay: a match of them was called.
    """
    stages = [stage for stage in book.stages(competition.id) if stage.position >= first]
    fixtures = book.fixtures(competition.id)
    gone: list[Stage] = []
    for before, stage in pairwise(stages):
        own = [each for each in fixtures if each.stage == stage.position]
        is_fixed = bool(own) and all(each.source_a.kind != "place" != each.source_b.kind for each in own)
        is_open = before.state != "done" and is_fixed
        if stage.state == "waiting" or not (is_open or before in gone):
            continue
        if any(has_begun(book, each) for each in own):
            name = wording.stage(stage)
            return gone, [cause("later_stage_begun", stage=name, position=stage.position)]
        book.remove_fixtures(stage.id)
        book.set_stage(stage.id, state="waiting", draw_seed=None)
        gone.append(stage)
    return gone, []


def has_begun(book: Book, fixture: Fixture) -> bool:
    """Whether it was called, played or decided by people: a table may know its id."""
    is_decided = fixture.state in BEGUN and not advancing.is_automatic(fixture)
    return is_decided or was_called_id(book, fixture.id)


def changes(before: Sequence[Fixture], after: dict[str, Fixture], match: str = "") -> list[Change]:
    """The matches, other than `match`, that are another thing now."""
    return [
        Change(old, after[old.id])
        for old in before
        if old.id != match and old.id in after and _seen(old) != _seen(after[old.id])
    ]


def _seen(fixture: Fixture) -> tuple[object, ...]:
    return fixture.state, fixture.a, fixture.b, fixture.result, fixture.note_code
