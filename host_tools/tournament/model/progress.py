"""Fills in the sides of fixtures: the winners, losers and placed entries that their sources name."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from host_tools.tournament.model import ties
from host_tools.tournament.model.model import Fixture, FixtureState, Source

#: (stage, group, place) of a finished stage: the entry.
Places = Mapping[tuple[int, int, int], int | None]

_OPEN: tuple[FixtureState, ...] = ("waiting", "ready", "bye", "off")


class _Nobody:
    """A side that stays empty: the other one has a bye."""


_NOBODY = _Nobody()
_Side = int | _Nobody | None  # None: not known yet


def resolve(fixtures: Sequence[Fixture], places: Places | None = None) -> list[Fixture]:
    """The fixtures in the same order, with every side filled in that is known.

    A fixture that was not called yet becomes ready (both sides known), bye (one side stays empty: a bye, or a
    match before it that both sides lost by walk-over), off (both stay empty) or waiting again (a correction
    took a side away); other fixtures do not change. places: of stages that are complete; a place that is None
    stays empty. A second call changes nothing.
    """
    current = list(fixtures)
    while True:
        by_id = {fixture.id: fixture for fixture in ties.folded(current)}
        after = [_filled(fixture, by_id, places or {}) for fixture in current]
        if after == current:
            return current
        current = after


def _filled(fixture: Fixture, by_id: Mapping[str, Fixture], places: Places) -> Fixture:
    if fixture.state not in _OPEN or (fixture.state == "off" and fixture.tie and fixture.a is not None):
        return fixture
    a = _side(fixture.a, fixture.source_a, by_id, places)
    b = _side(fixture.b, fixture.source_b, by_id, places)
    state: FixtureState = "waiting"
    if a is _NOBODY and b is _NOBODY:
        state = "off"
    elif a is _NOBODY or b is _NOBODY:
        state = "bye"
    elif a is not None and b is not None:
        state = "ready"
    return replace(
        fixture,
        a=a if isinstance(a, int) else None,
        b=b if isinstance(b, int) else None,
        state=state,
    )


def _side(drawn: int | None, source: Source, by_id: Mapping[str, Fixture], places: Places) -> _Side:
    if source.kind == "drawn":
        return drawn
    if source.kind == "bye":
        return _NOBODY
    if source.kind == "place":
        key = (source.stage, source.group, source.place)
        if key not in places:
            return None
        entry = places[key]
        return _NOBODY if entry is None else entry
    before = by_id.get(source.fixture)
    return None if before is None else _outcome(before, source.kind == "winner")


def _outcome(fixture: Fixture, wants_winner: bool) -> _Side:
    if fixture.state == "off":
        return _NOBODY
    if fixture.state == "bye":
        if not wants_winner:
            return _NOBODY
        return fixture.a if fixture.a is not None else fixture.b
    if fixture.state != "done" or fixture.result is None:
        return None
    winner = fixture.result.winner
    if winner is None:  # both sides stayed away; a drawn match waits for the organiser
        return _NOBODY if fixture.result.how == "walk_over" else None
    entry = fixture.a if (winner == "a") == wants_winner else fixture.b
    return _NOBODY if entry is None else entry
