"""How an event goes on by itself: sides that become known, ties that are decided, stages that follow."""

from collections.abc import Sequence
from dataclasses import replace

from host_tools.tournament import drawing, placing, progress, results, ties
from host_tools.tournament.book import Book
from host_tools.tournament.model import Competition, Fixture, Side, Stage


def advance(book: Book, of: Competition, at: int) -> list[str]:
    """Bring everything that follows from the results of this event up to date; the ids of the matches that
    changed. Doing it twice changes nothing more. `at`: UTC ms, of walk-overs against those who withdrew.
    """
    if of.state == "entries":
        return []
    changed: dict[str, None] = {}
    while True:
        stages = book.stages(of.id)
        before = book.fixtures(of.id)
        after = _followed(book, of, stages, before, at)
        for old, new in zip(before, after, strict=True):
            if old != new:
                book.put_fixture(new)
                changed[new.id] = None
        if not drawing.next_stage(book, of, stages, after):
            break
    _note_ends(book, of, stages, after)
    return list(changed)


def _followed(
    book: Book, of: Competition, stages: Sequence[Stage], fixtures: Sequence[Fixture], at: int
) -> list[Fixture]:
    withdrawn = {entry.id for entry in book.entries(of.id) if entry.withdrawn}
    current = list(fixtures)
    while True:
        after = progress.resolve(current, placing.places(book, of, stages, current))
        if of.kind == "team":
            after = ties.settled(after)
        after = [_without(of, fixture, withdrawn, at) for fixture in after]
        if after == current:
            return current
        current = after


def _without(of: Competition, fixture: Fixture, withdrawn: set[int], at: int) -> Fixture:
    """A match that is ready, against somebody who has withdrawn, is a walk-over."""
    gone = fixture.a in withdrawn, fixture.b in withdrawn
    if fixture.state != "ready" or not any(gone):
        return fixture
    winner: Side | None = None if all(gone) else ("b" if gone[0] else "a")
    result = results.walk_over(of, fixture, winner)
    return replace(fixture, state="done", result=result, decided_at=at, note="withdrawn")


def _note_ends(book: Book, of: Competition, stages: Sequence[Stage], fixtures: Sequence[Fixture]) -> None:
    """Which stages are complete, and whether the event is."""
    for stage in stages:
        own = [fixture for fixture in fixtures if fixture.stage == stage.position]
        if stage.state != "waiting" and own:
            state = "done" if all(one.state in placing.ENDED for one in own) else "drawn"
            if state != stage.state:
                book.set_stage(stage.id, state=state)
    stages = book.stages(of.id)
    state = "done" if all(stage.state == "done" for stage in stages) else "drawn"
    if state != of.state:
        book.set_competition(of.id, state=state)
