"""Advances an event: fills in sides that become known, decides ties, begins the stages that follow."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from host_tools.tournament.draw import swiss
from host_tools.tournament.model import progress, ties
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.model import BEGUN, DRAWN, Competition, Fixture, Side, Stage
from host_tools.tournament.rounds import drawing, swiss_rounds
from host_tools.tournament.standings import results, stage_standings
from host_tools.tournament.standings.results import settled_shoot_outs


def advance(book: Book, competition: Competition, at: int) -> list[str]:
    """Bring everything that follows from the results of this event up to date; returns the ids of the matches
    that changed. A second call changes nothing. `at`: UTC ms, the time of walk-overs against entries that
    withdrew.
    """
    if competition.state == "entries":
        return []
    changed: dict[str, None] = {}
    while True:
        stages = book.stages(competition.id)
        before = book.fixtures(competition.id)
        after = _followed(book, competition, stages, before, at)
        for old, new in zip(before, after, strict=True):
            if old != new:
                book.put_fixture(new)
                changed[new.id] = None
        if not drawing.next_stage(book, competition, stages, after):
            break
    _note_ends(book, competition, stages, after)
    return list(changed)


def note_contradictions(book: Book, competition: Competition, changed_by: Collection[str] = ()) -> list[str]:
    """Mark matches that were called, or played, with another side than the results before them now give;
    remove the mark where the side is right again. changed_by: as for `contradictions`. Returns the ids of
    those that changed.
    """
    wrong = contradictions(book, competition, changed_by)
    rounds = {stage.position for stage in book.stages(competition.id) if stage.kind == swiss.KIND}
    checked = swiss_rounds.drawn_after(book, competition, changed_by)
    changed = []
    for fixture in book.fixtures(competition.id):
        facts = wrong.get(fixture.id)
        new = fixture
        if facts is not None:
            new = fixture.noted("called_with", **facts)
        elif fixture.note_code == "called_with" and (fixture.stage not in rounds or fixture.id in checked):
            new = fixture.noted(None)
        if new != fixture:
            book.put_fixture(new)
            changed.append(fixture.id)
    return changed


def contradictions(
    book: Book, competition: Competition, changed_by: Collection[str] = ()
) -> dict[str, dict[str, str | None]]:
    """Each match that was called or played and now has another side by the results: `called`, the side then,
    and `instead`, the side now (None: not known yet). changed_by: the ids of the matches with other results;
    the rounds of a Swiss that were drawn after them are looked at only then.
    """
    fixtures = book.fixtures(competition.id)
    known = stage_standings.places(book, competition, book.stages(competition.id), fixtures)
    titles = {entry.id: entry.title for entry in book.entries(competition.id)}
    wrong = swiss_rounds.would_differ(book, competition, changed_by) if changed_by else {}
    for fixture in fixtures:
        if fixture.state not in BEGUN or fixture.source_a == fixture.source_b == DRAWN:
            continue
        feeding = {fixture.source_a.fixture, fixture.source_b.fixture}
        feeders = [other for other in fixtures if other.id in feeding or (other.tie or "") in feeding]
        again = progress.resolve([*feeders, replace(fixture, state="waiting", tie=None)], known)[-1]
        for old, new in ((fixture.a, again.a), (fixture.b, again.b)):
            if old is not None and old != new:
                instead = None if new is None else titles.get(new)
                wrong[fixture.id] = {"called": titles[old], "instead": instead}
    return wrong


def _followed(
    book: Book, competition: Competition, stages: Sequence[Stage], fixtures: Sequence[Fixture], at: int
) -> list[Fixture]:
    withdrawn = {entry.id for entry in book.entries(competition.id) if entry.withdrawn}
    # Walk-overs that Boardside gave by itself are given again, if they still follow; those before the last
    # round of a Swiss stay, since that round was drawn by them.
    last = {
        stage.position: swiss.last_round(each for each in fixtures if each.stage == stage.position)
        for stage in stages
        if stage.kind == swiss.KIND
    }
    given = {
        fixture.id: fixture
        for fixture in fixtures
        if is_automatic(fixture) and fixture.round >= last.get(fixture.stage, 0)
    }
    current = [_not_given(fixture) if fixture.id in given else fixture for fixture in fixtures]
    while True:
        after = progress.resolve(current, stage_standings.places(book, competition, stages, current))
        if competition.kind == "team":
            after = ties.settled(after)
        after = settled_shoot_outs(after, _level(book, competition, stages, after))
        after = [_without(competition, fixture, withdrawn, at) for fixture in after]
        if after == current:
            return [_as_given(fixture, given.get(fixture.id)) for fixture in current]
        current = after


def _level(
    book: Book, competition: Competition, stages: Sequence[Stage], fixtures: Sequence[Fixture]
) -> Callable[[int, int], list[frozenset[int]]]:
    """The sets of entries that owe a shoot-out, by the stage's position and the group."""

    def of_group(position: int, group: int) -> list[frozenset[int]]:
        stage = next(each for each in stages if each.position == position)
        lines = stage_standings.of_stage(book, competition, stage, fixtures).get(group, [])
        owed = [line for line in lines if line.open]
        return [
            frozenset(line.entry for line in owed if line.place == place)
            for place in {line.place for line in owed}
        ]

    return of_group


def is_automatic(fixture: Fixture) -> bool:
    """Whether it is a walk-over that Boardside gave by itself, since an entry has withdrawn."""
    is_given = fixture.note_code == "withdrawn" and not fixture.note_facts
    return fixture.state == "done" and is_given and not fixture.corrected


def _not_given(fixture: Fixture) -> Fixture:
    return replace(fixture, state="ready", result=None, decided_at=None).noted(None)


def _as_given(fixture: Fixture, given: Fixture | None) -> Fixture:
    """The walk-over with the time at which it was given first."""
    if given is None or not is_automatic(fixture):
        return fixture
    is_same = replace(fixture, decided_at=given.decided_at) == given
    return given if is_same else fixture


def _without(competition: Competition, fixture: Fixture, withdrawn: set[int], at: int) -> Fixture:
    """Make a walk-over of each ready match against an entry that has withdrawn."""
    gone = fixture.a in withdrawn, fixture.b in withdrawn
    if fixture.state != "ready" or not any(gone):
        return fixture
    winner: Side | None = None if all(gone) else ("b" if gone[0] else "a")
    result = results.walk_over(competition, fixture, winner)
    return replace(fixture, state="done", result=result, decided_at=at).noted("withdrawn")


def _note_ends(
    book: Book, competition: Competition, stages: Sequence[Stage], fixtures: Sequence[Fixture]
) -> None:
    """Store which stages are complete, and whether the event is."""
    for stage in stages:
        own = [fixture for fixture in fixtures if fixture.stage == stage.position]
        if stage.state != "waiting" and own:
            state = "done" if stage_standings.is_over(stage, own) else "drawn"
            if state != stage.state:
                book.set_stage(stage.id, state=state)
    stages = book.stages(competition.id)
    state = "done" if all(stage.state == "done" for stage in stages) else "drawn"
    if state != competition.state:
        book.set_competition(competition.id, state=state)
