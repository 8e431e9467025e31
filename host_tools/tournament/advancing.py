"""Advances an event: fills in sides that become known, decides ties, begins the stages that follow."""

from collections.abc import Sequence
from dataclasses import replace

from host_tools.tournament import drawing, placing, progress, results, ties
from host_tools.tournament.book import Book
from host_tools.tournament.entering import BEGUN
from host_tools.tournament.model import DRAWN, Competition, Fixture, Side, Stage


def advance(book: Book, of: Competition, at: int) -> list[str]:
    """Bring everything that follows from the results of this event up to date; returns the ids of the matches
    that changed. A second call changes nothing. `at`: UTC ms, the time of walk-overs against entries that
    withdrew.
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
    """Mark matches that were called, or played, with another side than the results before them now give;
    remove the mark where the side is right again. Returns the ids of those that changed.
    """
    wrong = contradictions(book, of)
    changed = []
    for one in book.fixtures(of.id):
        facts = wrong.get(one.id)
        new = one
        if facts is not None:
            new = one.noted("called_with", **facts)
        elif one.note_code == "called_with":
            new = one.noted(None)
        if new != one:
            book.put_fixture(new)
            changed.append(one.id)
    return changed


def contradictions(book: Book, of: Competition) -> dict[str, dict[str, str | None]]:
    """Each match that was called or played and now has another side by the results: `called`, the side then,
    and `instead`, the side now (None: not known yet).
    """
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
                instead = None if new is None else titles.get(new)
                found[one.id] = {"called": titles[old], "instead": instead}
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
    """Make a walk-over of each ready match against an entry that has withdrawn."""
    gone = fixture.a in withdrawn, fixture.b in withdrawn
    if fixture.state != "ready" or not any(gone):
        return fixture
    winner: Side | None = None if all(gone) else ("b" if gone[0] else "a")
    result = results.walk_over(of, fixture, winner)
    return replace(fixture, state="done", result=result, decided_at=at).noted("withdrawn")


def _note_ends(book: Book, of: Competition, stages: Sequence[Stage], fixtures: Sequence[Fixture]) -> None:
    """Store which stages are complete, and whether the event is."""
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
