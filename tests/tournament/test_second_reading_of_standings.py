"""Standings once more, read again from the rulebooks, over random groups; and what must hold for any of them.

The second reading knows nothing of Tally and Step: lists of those who are level are split again and again
until nothing splits them.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, replace

from hypothesis import given, settings
from hypothesis import strategies as st
from tournament_values import match

from host_tools.tournament.model.model import Decision, Fixture, Place, Result, Side, StageKind
from host_tools.tournament.standings import standings

Value = Callable[[int, list[int]], int]


@dataclass(frozen=True)
class Game:
    """A game as one of its two players sees it."""

    me: int
    other: int
    winner: int | None
    points: int
    twenties: int
    net: int


# The second reading


def read_wcc(entries: list[int], games: list[Game]) -> list[list[int]]:
    """The round robin: points; then steps 1 to 3, and from step 1 again whenever one has split something."""

    def among(level: list[int], me: int) -> list[Game]:
        return [game for game in games if game.me == me and game.other in level]

    steps: list[Value] = [
        lambda me, level: sum(game.points for game in among(level, me)),
        lambda me, level: sum(game.twenties for game in among(level, me)),
        lambda me, level: sum(game.twenties for game in among(entries, me)),
    ]
    groups = split([entries], steps[0])
    number = 0
    while number < len(steps):
        after = split(groups, steps[number])
        number = 0 if after != groups else number + 1
        groups = after
    return groups


def read_preliminary(entries: list[int], games: list[Game]) -> list[list[int]]:
    """Points, then 20s."""
    groups = split([entries], lambda me, _: sum(game.points for game in games if game.me == me))
    return split(groups, lambda me, _: sum(game.twenties for game in games if game.me == me))


def read_vkk(entries: list[int], games: list[Game]) -> list[list[int]]:
    """Two points a win (one each when drawn), wins, net points."""

    def worth(game: Game) -> int:
        return {game.me: 2, None: 1}.get(game.winner, 0)

    groups = split([entries], lambda me, _: sum(worth(game) for game in games if game.me == me))
    groups = split(groups, lambda me, _: sum(game.winner == me for game in games if game.me == me))
    return split(groups, lambda me, _: sum(game.net for game in games if game.me == me))


def shot_out(lists: list[list[int]], shoot_outs: list[dict[int, int]]) -> list[list[int]]:
    """Each shoot-out splits those who are level and all took part in it."""
    for shots in shoot_outs:
        groups = []
        for level in lists:
            took_part = set(level) <= set(shots)
            groups += split([level], lambda me, _, s=shots: s[me]) if took_part else [level]  # type: ignore[misc]
        lists = groups
    return lists


def split(lists: list[list[int]], value: Value) -> list[list[int]]:
    groups = []
    for level in lists:
        by_value: dict[int, list[int]] = {}
        for me in level:
            by_value.setdefault(value(me, level), []).append(me)
        groups += [sorted(by_value[number]) for number in sorted(by_value, reverse=True)]
    return groups


# Random groups, with figures so small that many are level


def played(entries: list[int], chance: random.Random) -> list[Fixture]:
    """Everybody against everybody; some games are not played."""
    matches = []
    for number, entry in enumerate(entries):
        for other in entries[number + 1 :]:
            a, b = chance.sample((entry, other), 2)
            matches.append(match(a, b, some_result(chance) if chance.random() < 0.9 else None))
    return matches


def some_result(chance: random.Random) -> Result:
    points = chance.choice(((4, 4), (4, 4), (5, 3), (3, 5), (6, 2), (2, 6)))
    winner: Side | None = None if points == (4, 4) else ("a" if points[0] > 4 else "b")
    sunk = chance.randint(0, 1), chance.randint(0, 1)
    return Result(winner, "played", points=points, net=chance.randint(-1, 1), twenties=sunk)


def seen_from_both(fixtures: list[Fixture]) -> list[Game]:
    games = []
    for fixture in fixtures:
        result, a, b = fixture.result, fixture.a, fixture.b
        if result is None or a is None or b is None:
            continue
        winner = {"a": a, "b": b}[result.winner] if result.winner else None
        games.append(Game(a, b, winner, result.points[0], result.twenties[0], result.net))
        games.append(Game(b, a, winner, result.points[1], result.twenties[1], -result.net))
    return games


def some_shoot_outs(entries: list[int], chance: random.Random) -> list[Decision]:
    decisions = []
    for _ in range(chance.randint(0, 3)):
        takers = chance.sample(entries, chance.randint(1, len(entries)))
        scores = sorted(((entry, chance.randint(0, 2)) for entry in takers), key=lambda shot: -shot[1])
        decisions.append(Decision("shoot_out", tuple(scores)))
    return decisions


def lists_of(places: list[Place]) -> list[list[int]]:
    lists: dict[int, list[int]] = {}
    for place in places:
        lists.setdefault(place.place, []).append(place.entry)
    return [lists[number] for number in sorted(lists)]


Reading = tuple[str, StageKind, Callable[[list[int], list[Game]], list[list[int]]]]
READINGS: list[Reading] = [
    ("wcc", "round_robin", read_wcc),
    ("wcc", "groups", read_wcc),
    ("wcc", "preliminary", read_preliminary),
    ("vkk", "groups", read_vkk),
    ("icf", "round_robin", read_vkk),
]
random_groups = given(st.sampled_from(READINGS), st.integers(1, 7), st.integers(0, 10**9))


@settings(max_examples=250)
@random_groups
def test_both_readings_agree(reading: Reading, count: int, seed: int) -> None:
    chance = random.Random(seed)
    ruleset, kind, read = reading
    entries = list(range(1, count + 1))
    fixtures = played(entries, chance)
    shoot_outs = some_shoot_outs(entries, chance)
    places = standings.standing(ruleset, kind, entries, fixtures, shoot_outs)
    expected = shot_out(
        read(entries, seen_from_both(fixtures)), [dict(decision.order) for decision in shoot_outs]
    )
    assert lists_of(places) == expected


@settings(max_examples=100)
@random_groups
def test_what_holds_for_any_standing(reading: Reading, count: int, seed: int) -> None:
    chance = random.Random(seed)
    ruleset, kind, _ = reading
    entries = list(range(1, count + 1))
    fixtures = played(entries, chance)
    places = standings.standing(ruleset, kind, entries, fixtures)
    assert sorted(place.entry for place in places) == entries
    for number, place in enumerate(places):
        better = sum(other.place < place.place for other in places)
        assert place.place == better + 1
        assert place.played == place.won + place.drawn + place.lost
        assert (place.step == "level") == (
            sum(other.place == place.place for other in places) > 1
        ) or count == 1
        assert not place.open or place.step == "level"
        assert number == 0 or place.points <= places[number - 1].points
    assert sum(place.net for place in places) == 0
    assert sum(place.won for place in places) == sum(place.lost for place in places)


@settings(max_examples=60)
@random_groups
def test_neither_order_nor_sides_nor_numbers_change_a_standing(
    reading: Reading, count: int, seed: int
) -> None:
    chance = random.Random(seed)
    ruleset, kind, _ = reading
    entries = list(range(1, count + 1))
    fixtures = played(entries, chance)
    places = standings.standing(ruleset, kind, entries, fixtures)
    mixed = [
        turned(fixture) if chance.random() < 0.5 else fixture
        for fixture in chance.sample(fixtures, len(fixtures))
    ]
    assert standings.standing(ruleset, kind, chance.sample(entries, count), mixed) == places
    other = dict(zip(entries, chance.sample(range(100, 200), count), strict=True))
    renamed = [replace(fixture, a=other[fixture.a or 0], b=other[fixture.b or 0]) for fixture in fixtures]
    again = standings.standing(ruleset, kind, list(other.values()), renamed)
    assert [set(level) for level in lists_of(again)] == [
        {other[entry] for entry in level} for level in lists_of(places)
    ]


def turned(fixture: Fixture) -> Fixture:
    """The same match with a and b exchanged."""
    result = fixture.result
    if result is not None:
        winner: Side | None = {"a": "b", "b": "a"}[result.winner] if result.winner else None  # type: ignore[assignment]
        result = replace(
            result, winner=winner, points=result.points[::-1], twenties=result.twenties[::-1], net=-result.net
        )
    return replace(fixture, a=fixture.b, b=fixture.a, result=result)
