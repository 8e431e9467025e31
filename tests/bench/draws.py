"""Draw and standing of 500 entries, in milliseconds of the processor.

Baselines of the same run: for a draw `random.shuffle` of the same entries (no seeds, no byes, no fixtures);
for a standing the same results added up and sorted by points alone, without any tie-break or word of why; for
the rounds of a Swiss the same matching over all pairs that have not met, of fewer entries: it grows with the
cube of their number.
"""

import functools
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

import networkx

from host_tools.tournament.draw import groups, knockout, preliminary, swiss
from host_tools.tournament.model import progress
from host_tools.tournament.model.model import Entry, Fixture, Player, Result, Side
from host_tools.tournament.standings import standings
from tests.bench.figures import Figure

ENTRIES = 500
ROUNDS = 5
#: For the matching over all pairs.
DENSE = 100
BUDGET = "under 1 s"


def run() -> list[Figure]:
    """Every draw and every standing, the fastest of five."""
    entries = _entries()
    ids = [entry.id for entry in entries]
    shuffled = _milliseconds(lambda: random.Random(1).shuffle(list(ids)))
    first = preliminary.draw(entries, "S", prefix="b", opponents=10)
    pools = groups.draw(entries, "S", prefix="b", size=4)
    bracket = knockout.draw(entries, "S", prefix="b", third=True)
    draws: list[tuple[str, Callable[[], object]]] = [
        ("knockout, 32 seeds, 40 clubs", lambda: knockout.draw(entries, "S", prefix="b", third=True)),
        ("groups of four", lambda: groups.draw(entries, "S", prefix="b", size=4)),
        ("ten opponents each", lambda: preliminary.draw(entries, "S", prefix="b", opponents=10)),
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
    return figures + _swiss()


def _swiss() -> list[Figure]:
    """The slowest of the first three rounds of 500 entries; beside it all pairs as candidates, of 100."""
    few = _slowest_round(_entries(), _closest)
    all_pairs, same = (_slowest_round(_entries()[:DENSE], draw) for draw in (_of_all_pairs, _closest))
    dense = f"all pairs, of {DENSE}"
    return [
        Figure("draw: a Swiss round, 500 entries", few, "ms", dense, all_pairs, "under 5 s"),
        Figure(f"draw: a Swiss round, {DENSE} entries", same, "ms", dense, all_pairs, "under 5 s"),
    ]


def _closest(standing: swiss.Standing, seed: str) -> list[swiss.Pair]:
    return swiss.pairs(standing, seed)[0]


def _of_all_pairs(standing: swiss.Standing, seed: str) -> list[swiss.Pair]:
    """The same matching over all pairs that have not met; which of those alike meet does not count."""
    graph = networkx.Graph()
    for at, entry in enumerate(standing.order):
        for distance, other in enumerate(standing.order[at + 1 :], 1):
            if (entry, other) not in standing.met:
                points = standing.points[entry] - standing.points[other]
                graph.add_edge(entry, other, weight=points**2 * len(standing.order) ** 3 + distance**2)
    place = {entry: at for at, entry in enumerate(standing.order)}
    return [(a, b) if place[a] < place[b] else (b, a) for a, b in networkx.min_weight_matching(graph)]


def _slowest_round(
    entries: Sequence[Entry], draw: Callable[[swiss.Standing, str], list[swiss.Pair]]
) -> float:
    """Milliseconds of the processor; the better seeded of a pair, or the first, wins."""
    points = {entry.id: 0 for entry in entries}
    order, met, slowest = swiss.first_order(entries, "S"), set[swiss.Pair](), 0.0
    for number in (1, 2, 3):
        alike = swiss.kept_apart(entries, {"clubs_apart": 2}, number)
        standing = swiss.Standing(order, points, frozenset(met), frozenset(), alike)
        before = time.process_time()
        paired = draw(standing, f"S/{number}")
        slowest = max(slowest, time.process_time() - before)
        met |= {pair for a, b in paired for pair in ((a, b), (b, a))}
        for a, _loser in paired:
            points[a] += 2
        order = sorted(order, key=lambda entry: -points[entry])
    return slowest * 1000


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
