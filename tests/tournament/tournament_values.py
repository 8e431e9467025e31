"""Entries, fixtures and results for the tests of draws and standings, in few words."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace

from host_tools.tournament.model import progress
from host_tools.tournament.model.model import (
    Entry,
    Fixture,
    FixtureState,
    How,
    Player,
    Result,
    Side,
)


def entry(number: int, club: str = "", seeding: int | None = None, withdrawn: bool = False) -> Entry:
    """One player, entry and player of the same number."""
    player = Player(number, number, f"Player {number}", club)
    return Entry(number, (player,), seeding=seeding, withdrawn=withdrawn)


def entries(count: int, clubs: int = 0, seeds: int = 0) -> list[Entry]:
    """Entries 1 to `count`; of `clubs` clubs in turn; the first `seeds` are seeded by their number."""
    return [
        entry(number, f"Club {number % clubs}" if clubs else "", number if number <= seeds else None)
        for number in range(1, count + 1)
    ]


def result(winner: Side | None, net: int = 0, how: How = "played") -> Result:
    """A carrom result: who won, and a's net points."""
    return Result(winner, how, net=net)


def rounds(a: int, b: int, a20: int = 0, b20: int = 0) -> Result:
    """A crokinole result: the points of both, and their 20s."""
    winner: Side | None = None if a == b else ("a" if a > b else "b")
    return Result(winner, "played", points=(a, b), net=a - b, twenties=(a20, b20))


def match(
    a: int,
    b: int,
    decided: Result | None = None,
    *,
    state: FixtureState | None = None,
    group: int = 0,
    note_code: str | None = None,
) -> Fixture:
    """A fixture of a round robin: done when it has a result, else ready."""
    known: FixtureState = state or ("done" if decided else "ready")
    return Fixture(
        f"x-1-{a}-{b}",
        1,
        1,
        1,
        "group",
        group=group,
        a=a,
        b=b,
        state=known,
        result=decided,
        note_code=note_code,
    )


def decide(fixture: Fixture, decided: Result) -> Fixture:
    """The fixture with this result."""
    return replace(fixture, state="done", result=decided)


def play_through(
    fixtures: Sequence[Fixture],
    outcome: Callable[[Fixture], Result],
    places: progress.Places | None = None,
) -> list[Fixture]:
    """Everything played that gets ready, winners moved on, until nothing is ready any more."""
    current = progress.resolve(fixtures, places)
    while any(fixture.state == "ready" for fixture in current):
        played = [
            decide(fixture, outcome(fixture)) if fixture.state == "ready" else fixture for fixture in current
        ]
        current = progress.resolve(played, places)
    return current


def better_seed_wins(fixture: Fixture) -> Result:
    """The entry with the smaller number wins."""
    assert fixture.a is not None
    assert fixture.b is not None
    return result("a" if fixture.a < fixture.b else "b")


def by_chance(seed: int) -> Callable[[Fixture], Result]:
    """An outcome by chance, the same for the same seed."""
    chance = random.Random(seed)
    return lambda fixture: result("a" if chance.random() < 0.5 else "b", chance.randint(-25, 25))
