"""A Swiss round is the closest that is possible, and leaves the rounds that are announced possible.

Every pairing is tried up to ten entries; up to 16 a table of subsets finds the least sum; for larger fields
another search over all pairs that have not met.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

import networkx
import pytest

from host_tools.tournament.draw import draw_order, swiss, swiss_ahead
from host_tools.tournament.draw.draw_order import DrawError
from host_tools.tournament.draw.swiss import Pair, Standing
from host_tools.tournament.model.model import BYE, Fixture, Result
from host_tools.tournament.standings import standings

Sums = tuple[int, int, int]
"""Of a pairing: pairs that are alike, squared differences of points, squared differences of places."""


def played(
    round_: int, at: int, a: int, b: int | None, score: tuple[int, int], how: str = "played"
) -> Fixture:
    """A match with its result; b None: a bye."""
    winner = None if score[0] == score[1] else "ab"[score[0] < score[1]]
    result = Result(winner, how, (score,), points=score, net=score[0] - score[1])  # type: ignore[arg-type]
    name = f"m-{round_}-{at}"
    if b is None:
        return Fixture(name, 1, round_, at, "group", a=a, source_b=BYE, state="bye", result=result)
    return Fixture(name, 1, round_, at, "group", a=a, b=b, state="done", result=result)


def before_each_round(
    count: int, rounds: int, seed: int, clubs: int = 0, announced: bool = True
) -> Iterator[tuple[Standing, list[Pair], int | None]]:
    """A tournament with results by chance: before each round the standing, then its pairs and the bye."""
    chance, fixtures, ids = random.Random(seed), list[Fixture](), list(range(1, count + 1))
    alike = {entry: frozenset({f"club {entry % clubs}"}) for entry in ids} if clubs else {}
    for number in range(1, rounds + 1):
        places = standings.standing("icf", "swiss", ids, fixtures)
        lots = f"{seed}/{number}"
        ranked = sorted(places, key=lambda line: (line.place, draw_order.lot(lots, line.entry)))
        standing = Standing(
            [line.entry for line in ranked],
            {line.entry: line.points for line in places},
            swiss.meetings(fixtures),
            swiss.byes(fixtures),
            alike if number <= 2 else {},
            to_come=rounds - number if announced else 0,
        )
        made, bye = swiss.pairs(standing, lots)
        yield standing, made, bye
        scores = [(25, chance.randint(0, 24)), (chance.randint(0, 24), 25), (20, 20)]
        fixtures += [played(number, at, a, b, chance.choice(scores)) for at, (a, b) in enumerate(made, 1)]
        fixtures += [] if bye is None else [played(number, count, bye, None, (25, 0))]


def sums(standing: Standing, made: Sequence[Pair]) -> Sums:
    at = {entry: place for place, entry in enumerate(standing.order)}
    nothing = frozenset[str]()
    return (
        sum(bool(standing.alike.get(a, nothing) & standing.alike.get(b, nothing)) for a, b in made),
        sum((standing.points[a] - standing.points[b]) ** 2 for a, b in made),
        sum((at[a] - at[b]) ** 2 for a, b in made),
    )


def all_pairings(entries: Sequence[int], met: frozenset[Pair]) -> Iterator[list[Pair]]:
    if not entries:
        yield []
    for at in range(1, len(entries)):
        if (entries[0], entries[at]) not in met:
            for rest in all_pairings([*entries[1:at], *entries[at + 1 :]], met):
                yield [(entries[0], entries[at]), *rest]


def least(standing: Standing, entries: Sequence[int]) -> Sums:
    """The least sums of any pairing, by a table of the sets of entries that are left."""

    @lru_cache(None)
    def least_of(left: int) -> Sums | None:
        if not left:
            return (0, 0, 0)
        first = (left & -left).bit_length() - 1
        best: Sums | None = None
        for other in range(first + 1, len(entries)):
            pair = (entries[first], entries[other])
            if not left >> other & 1 or pair in standing.met:
                continue
            rest = least_of(left & ~(1 << first | 1 << other))
            if rest is not None:
                own = sums(standing, [pair])
                whole = (own[0] + rest[0], own[1] + rest[1], own[2] + rest[2])
                best = whole if best is None else min(best, whole)
        return best

    whole = least_of((1 << len(entries)) - 1)
    assert whole is not None
    return whole


def of_all_pairs(standing: Standing) -> Sums:
    """The least sums among all pairs that have not met."""
    count, graph = len(standing.order), networkx.Graph()
    dearest = (count, count * max(standing.points.values()) ** 2 + 1, count**3)
    for at, a in enumerate(standing.order):
        for b in standing.order[at + 1 :]:
            if (a, b) not in standing.met:
                alike, points, places = sums(standing, [(a, b)])
                cost = (alike * dearest[1] + points) * dearest[2] + places
                graph.add_edge(a, b, weight=cost)
    return sums(standing, list(networkx.min_weight_matching(graph)))


@pytest.mark.parametrize("count", range(4, 11))
def test_up_to_ten_entries_no_pairing_is_closer(count: int) -> None:
    for seed in range(12):
        try:
            for standing, made, bye in before_each_round(
                count, count - 1, seed, clubs=3 * (seed % 3 == 0), announced=False
            ):
                playing = [entry for entry in standing.order if entry != bye]
                pairings = list(all_pairings(playing, standing.met))
                assert sums(standing, made) == min(sums(standing, pairing) for pairing in pairings)
                lower = list(standing.order)[list(standing.order).index(bye) + 1 :] if bye else []
                for other in lower:  # had a bye before, or the others cannot be paired
                    others = [entry for entry in standing.order if entry != other]
                    assert other in standing.byes or not any(all_pairings(others, standing.met))
        except DrawError:
            continue  # without a word of the rounds to come a small field can come to an end


@pytest.mark.parametrize(("count", "rounds"), [(12, 7), (13, 8), (16, 8), (16, 11)])
def test_up_to_16_entries_no_pairing_is_closer(count: int, rounds: int) -> None:
    for seed in range(4):
        for standing, made, bye in before_each_round(count, rounds, seed):
            playing = [entry for entry in standing.order if entry != bye]
            assert sums(standing, made) == least(standing, playing)


@pytest.mark.parametrize(("count", "rounds", "clubs"), [(40, 9, 0), (64, 4, 3), (80, 3, 2), (80, 4, 7)])
def test_in_larger_fields_no_pairing_is_closer(count: int, rounds: int, clubs: int) -> None:
    for standing, made, _bye in before_each_round(count, rounds, count, clubs):
        assert sums(standing, made) == of_all_pairs(standing)


def test_leaders_who_have_not_met_meet() -> None:
    """Two lead by four points; the next four below each of them are no reason to keep them apart."""
    order = list(range(1, 17))
    points: Mapping[int, int] = {1: 12, 2: 12} | dict.fromkeys(range(3, 17), 8)
    met = {(1, other) for other in range(3, 8)} | {(2, other) for other in range(3, 8)}
    both = frozenset(met | {(b, a) for a, b in met})
    made, _ = swiss.pairs(Standing(order, points, both, frozenset(), {}), "S/6")
    assert made[0] == (1, 2)


def test_entries_in_any_order_of_points_are_paired_as_closely() -> None:
    chance = random.Random(3)
    for _ in range(10):
        order = list(range(1, 13))
        points = {entry: 2 * chance.randint(0, 4) for entry in order}
        standing = Standing(order, points, frozenset(), frozenset(), {})
        assert sums(standing, swiss.pairs(standing, "S/2")[0]) == least(standing, order)


# Rounds to come


@pytest.mark.parametrize(
    ("count", "rounds"),
    [(4, 3), (5, 4), (5, 5), (6, 5), (7, 6), (7, 7), (8, 6), (8, 7), (9, 8), (9, 9), (10, 8), (10, 9)],
)
def test_the_announced_rounds_of_a_small_swiss_are_all_possible(count: int, rounds: int) -> None:
    for seed in range(20):
        assert len(list(before_each_round(count, rounds, seed))) == rounds


@pytest.mark.parametrize(("count", "rounds"), [(6, 5), (7, 6), (8, 7)])
def test_no_closer_pairing_would_leave_the_announced_rounds_possible(count: int, rounds: int) -> None:
    for seed in range(6):
        for standing, made, bye in before_each_round(count, rounds, seed):
            playing = [entry for entry in standing.order if entry != bye]
            for pairing in all_pairings(playing, standing.met):
                if sums(standing, pairing) < sums(standing, made):
                    assert not goes_on(standing, pairing, bye, standing.to_come)


def goes_on(standing: Standing, made: Sequence[Pair], bye: int | None, rounds: int) -> bool:
    """Whether so many more rounds can be made after this one, by trying all of them."""
    if not rounds:
        return True
    met = standing.met | {pair for a, b in made for pair in ((a, b), (b, a))}
    byes = standing.byes | ({bye} if bye is not None else set())
    after = Standing(standing.order, standing.points, met, byes, {})
    spared = [None] if bye is None else [entry for entry in standing.order if entry not in byes]
    return any(
        goes_on(after, pairing, other, rounds - 1)
        for other in spared
        for pairing in all_pairings([entry for entry in standing.order if entry != other], met)
    )


def test_as_many_rounds_as_possible_are_left_when_not_all_are() -> None:
    """Six, five rounds announced; after two of them somebody came, and nobody can play five more."""
    standing = Standing(range(1, 7), dict.fromkeys(range(1, 7), 0), frozenset(), frozenset(), {}, to_come=9)
    made, _ = swiss.pairs(standing, "S/1")
    assert goes_on(standing, made, None, 4)


def test_rounds_are_possible_as_trying_all_of_them_says() -> None:
    chance = random.Random(1)
    pairs = [(a, b) for a in range(6) for b in range(a + 1, 6)]
    for _ in range(200):
        gone = [pair for pair in pairs if chance.random() < 0.35]
        met = frozenset(gone) | frozenset((b, a) for a, b in gone)
        standing = Standing(range(6), {}, met, frozenset(), {})
        graph = swiss_ahead.Graph.without(6, gone)
        for rounds in range(1, 6):
            assert graph.has_rounds(rounds) == goes_on(standing, [], None, rounds), (gone, rounds)


# Pairs that must not meet, and byes that were asked for


def both_ways(*pairs: Pair) -> frozenset[Pair]:
    return frozenset(pairs) | frozenset((b, a) for a, b in pairs)


def chance_standing(chance: random.Random, count: int, apart: int, **more: int) -> Standing:
    order = list(range(1, count + 1))
    pairs = [(a, b) for a in order for b in order if a < b]
    return Standing(
        order,
        {entry: chance.randint(0, 4) for entry in order},
        both_ways(*chance.sample(pairs, count)),
        frozenset(),
        {},
        apart=both_ways(*chance.sample(pairs, apart)),
        **more,  # type: ignore[arg-type]
    )


def broken(standing: Standing, made: Sequence[Pair]) -> int:
    return len(standing.apart & set(made))


@pytest.mark.parametrize("seed", range(30))
def test_as_few_as_possible_meet_who_must_not_and_no_pairing_is_closer(seed: int) -> None:
    chance = random.Random(seed)
    count = chance.choice([6, 7, 8, 9, 12, 13])
    standing = chance_standing(chance, count, chance.choice([1, 3, count, 2 * count]))
    made, bye = swiss.pairs(standing, "S/2")
    if count % 2 == 0:
        best = min((broken(standing, each), *sums(standing, each)) for each in all_of(standing, None))
        assert (broken(standing, made), *sums(standing, made)) == best
    fewest = min(
        broken(standing, each)
        for other in ([None] if count % 2 == 0 else standing.order)
        for each in all_of(standing, other)
    )
    assert broken(standing, made) == fewest
    assert (bye is None) == (count % 2 == 0)


def all_of(standing: Standing, bye: int | None) -> Iterator[list[Pair]]:
    return all_pairings([entry for entry in standing.order if entry != bye], standing.met)


@pytest.mark.parametrize("count", [70, 500])
def test_in_a_large_field_nobody_meets_who_must_not(count: int) -> None:
    """All neighbours in the order are apart: the search widens until nobody meets who must not."""
    order = list(range(1, count + 1))
    apart = both_ways(*zip(order[::2], order[1::2], strict=True))
    points = {entry: (count - entry) // 20 for entry in order}
    standing = Standing(order, points, frozenset(), frozenset(), {}, apart=apart)
    made, _ = swiss.pairs(standing, "S/3")
    assert not broken(standing, made)
    assert sum(standing.points[a] != standing.points[b] for a, b in made) == 0


def test_a_pair_that_must_not_meet_meets_last_when_everybody_meets_everybody() -> None:
    """Six and five rounds: each pair meets once, so that one does in the last round, and no round is lost."""
    fixtures, apart = list[Fixture](), both_ways((1, 2))
    for number in range(1, 6):
        standing = Standing(
            range(1, 7),
            dict.fromkeys(range(1, 7), 0),
            swiss.meetings(fixtures),
            frozenset(),
            {},
            to_come=5 - number,
            apart=apart,
        )
        made, _ = swiss.pairs(standing, f"S/{number}")
        assert broken(standing, made) == (number == 5)
        fixtures += [played(number, at, a, b, (25, 5)) for at, (a, b) in enumerate(made, 1)]


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize(("count", "rounds"), [(6, 4), (7, 6), (8, 6)])
def test_a_bye_that_was_asked_for_leaves_the_others_possible(count: int, rounds: int, seed: int) -> None:
    chance = random.Random(seed)
    fixtures: list[Fixture] = []
    resting, of_round = chance.randint(1, count), chance.randint(1, 3)
    for number in range(1, rounds + 1):
        away = [resting] if number == of_round else []
        standing = Standing(
            [entry for entry in range(1, count + 1) if entry not in away],
            dict.fromkeys(range(1, count + 1), 0),
            swiss.meetings(fixtures),
            swiss.byes(fixtures),
            {},
            to_come=rounds - number,
            resting=away,
        )
        made, bye = swiss.pairs(standing, f"{seed}/{number}")
        fixtures += [played(number, at, a, b, (25, 5)) for at, (a, b) in enumerate(made, 1)]
        fixtures += [] if bye is None else [played(number, 99, bye, None, (25, 0))]
        fixtures += [played(number, 98, entry, None, (12, 12)) for entry in away]
    assert resting not in swiss.byes([each for each in fixtures if each.round == of_round])


# Byes


def test_who_has_won_without_playing_or_is_new_has_a_bye_only_when_nobody_else_can() -> None:
    order, points = [1, 2, 3, 4, 5], dict.fromkeys(range(1, 6), 0)
    before = [
        played(1, 1, 1, 2, (25, 3)),
        played(1, 2, 4, 3, (25, 0), "walk_over"),
        played(1, 3, 6, None, (25, 0)),
    ]
    spared = swiss.spared(before, order)
    assert spared == {4: 2, 5: 1}  # 5 comes late

    def bye(*had: int) -> int | None:
        return swiss.pairs(
            Standing(order, points, swiss.meetings(before), frozenset(had), {}, spared), "S/2"
        )[1]

    assert bye() == 3  # a walk-over that one lost is no bye
    assert bye(3, 2, 1) == 5
    assert bye(3, 2, 1, 5) == 4
    assert swiss.spared([], order) == {}
