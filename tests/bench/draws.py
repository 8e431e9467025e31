"""Draw and standing of 500 entries, in milliseconds of the processor.

Baselines of the same run: for a draw `random.shuffle` of the same entries (no seeds, no byes, no fixtures);
for a standing the same results added up and sorted by points alone, without any tie-break or word of why.
"""

import functools
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from host_tools.tournament.draw import groups, knockout
from host_tools.tournament.draw.groups import draw_preliminary
from host_tools.tournament.model import progress
from host_tools.tournament.model.model import Entry, Fixture, Player, Result, Side
from host_tools.tournament.standings import standings
from tests.bench.figures import Figure

ENTRIES = 500
ROUNDS = 5
BUDGET = "under 1 s"


def run() -> list[Figure]:
    """Every draw and every standing, the fastest of five."""
    entries = _entries()
    ids = [entry.id for entry in entries]
    shuffled = _milliseconds(lambda: random.Random(1).shuffle(list(ids)))
    first = draw_preliminary(entries, "S", prefix="b", opponents=10)
    pools = groups.draw(entries, "S", prefix="b", size=4)
    bracket = knockout.draw(entries, "S", prefix="b", third=True)
    draws: list[tuple[str, Callable[[], object]]] = [
        ("knockout, 32 seeds, 40 clubs", lambda: knockout.draw(entries, "S", prefix="b", third=True)),
        ("groups of four", lambda: groups.draw(entries, "S", prefix="b", size=4)),
        ("ten opponents each", lambda: draw_preliminary(entries, "S", prefix="b", opponents=10)),
        ("knockout from 125 groups", lambda: knockout.from_places(125, 2, stage=2, prefix="b")),
    ]
    figures = [
        Figure(f"draw: {title}", _milliseconds(call), "ms", "random.shuffle", shuffled, BUDGET)
        for title, call in draws
    ]
    played, in_groups, to_the_end = _played(first), _played(pools), _played_out(bracket)
    level = _level(played)
    ranks: list[tuple[str, Callable[[], object], Sequence[Fixture]]] = [
        ("2,500 matches, crokinole", lambda: standings.standing("wcc", "preliminary", ids, played), played),
        ("2,500 matches, all level", lambda: standings.standing("wcc", "round_robin", ids, level), level),
        ("125 groups, VKK", lambda: standings.by_group("vkk", "groups", in_groups), in_groups),
        ("knockout", lambda: standings.standing("icf", "knockout", ids, to_the_end), to_the_end),
    ]
    for title, call, results in ranks:
        plain = _milliseconds(functools.partial(_by_points, ids, results))
        took = _milliseconds(call)
        figures.append(Figure(f"standing: {title}", took, "ms", "sorted by points", plain, BUDGET))
    return figures


def _entries() -> list[Entry]:
    return [
        Entry(
            number,
            (Player(number, number, f"Player {number}", f"Club {number % 40}"),),
            seeding=number if number <= 32 else None,
        )
        for number in range(1, ENTRIES + 1)
    ]


def _played(fixtures: Sequence[Fixture]) -> list[Fixture]:
    chance = random.Random(1)
    return [replace(fixture, state="done", result=_result(chance)) for fixture in fixtures]


def _level(fixtures: Sequence[Fixture]) -> list[Fixture]:
    """Every game drawn 4-4: the tie-break goes through all its steps, for all entries."""
    return [
        replace(fixture, result=Result(None, "played", points=(4, 4), twenties=(3, 3)))
        for fixture in fixtures
    ]


def _result(chance: random.Random) -> Result:
    points = chance.choice(((8, 0), (6, 2), (5, 3), (4, 4), (3, 5), (2, 6), (0, 8)))
    winner: Side | None = None if points == (4, 4) else ("a" if points[0] > 4 else "b")
    sunk = chance.randint(0, 15), chance.randint(0, 15)
    return Result(winner, "played", points=points, net=points[0] - points[1], twenties=sunk)


def _played_out(fixtures: Sequence[Fixture]) -> list[Fixture]:
    current = list(fixtures)
    while any(fixture.state == "ready" for fixture in current):
        current = progress.resolve(
            [
                replace(fixture, state="done", result=Result("a", "played", net=7))
                if fixture.state == "ready"
                else fixture
                for fixture in current
            ]
        )
    return current


def _by_points(ids: Sequence[int], fixtures: Sequence[Fixture]) -> list[int]:
    points = dict.fromkeys(ids, 0)
    for fixture in fixtures:
        if fixture.result is not None and fixture.a is not None and fixture.b is not None:
            points[fixture.a] += fixture.result.points[0]
            points[fixture.b] += fixture.result.points[1]
    return sorted(ids, key=lambda entry: -points[entry])


def _milliseconds(call: Callable[[], object]) -> float:
    """Processor time, the least of `ROUNDS`."""
    figures = []
    for _ in range(ROUNDS):
        before = time.process_time()
        call()
        figures.append(time.process_time() - before)
    return min(figures) * 1000
