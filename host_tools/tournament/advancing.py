"""How an event goes on by itself: sides that become known, ties that are decided, stages that follow."""

from collections.abc import Sequence
from dataclasses import replace

from host_tools.tournament import drawing, placing, progress, results, ties
from host_tools.tournament.book import Book
from host_tools.tournament.entering import BEGUN, WITHDRAWN
from host_tools.tournament.model import DRAWN, Competition, Fixture, Side, Stage

CONTRADICTION = "It was called with"


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


def note_contradictions(book: Book, of: Competition) -> list[str]:
    """Mark matches that were called, or played, with another side than the results before them now say; take
    the mark off where it is right again. The ids of those that changed.
    """
    wrong = contradictions(book, of)
    changed = []
    for one in book.fixtures(of.id):
        note = wrong.get(one.id, "")
        if note != one.note and (note or one.note.startswith(CONTRADICTION)):
            book.put_fixture(replace(one, note=note))
            changed.append(one.id)
    return changed


def contradictions(book: Book, of: Competition) -> dict[str, str]:
    """For each match that was called or played and would have another side by now: what is wrong."""
    fixtures = book.fixtures(of.id)
    known = placing.places(book, of, book.stages(of.id), fixtures)
    titles = {entry.id: entry.title for entry in book.entries(of.id)}
    found = {}
    for one in fixtures:
        if one.state not in BEGUN or one.source_a == one.source_b == DRAWN:
            continue
        feeding = {one.source_a.fixture, one.source_b.fixture}
        feeders = [other for other in fixtures if other.id in feeding or (other.tie or "") in feeding]
        again = progress.resolve([*feeders, replace(one, state="waiting", tie=None)], known)[-1]
        for old, new in ((one.a, again.a), (one.b, again.b)):
            if old is not None and old != new:
                instead = titles.get(new, "nobody yet") if new is not None else "nobody yet"
                found[one.id] = f"{CONTRADICTION} {titles[old]}; by the results before it: {instead}."
    return found


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
    return replace(fixture, state="done", result=result, decided_at=at, note=WITHDRAWN)


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
