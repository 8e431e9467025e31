"""The pairs of a Swiss round: a tournament of eight by hand, and what holds in every tournament."""

import random
from collections.abc import Mapping, Sequence

import pytest

from host_tools.tournament.draw import swiss
from host_tools.tournament.draw.draw_order import DrawError
from host_tools.tournament.model.model import BYE, Entry, Fixture, Player, Result
from host_tools.tournament.standings import standings

BYE_RESULT = Result("a", "walk_over", ((25, 0),), (1, 0), (25, 0), 25)


def entry(number: int, club: str = "", seeding: int | None = None, country: str = "") -> Entry:
    return Entry(number, (Player(number, number, f"P{number}", club, country),), seeding=seeding)


def played(number: int, round_: int, a: int, b: int | None, score: tuple[int, int] = (25, 0)) -> Fixture:
    """A match with its result; b None: a bye."""
    name = f"m-{round_}-{number}"
    if b is None:
        return Fixture(name, 1, round_, number, "group", a=a, source_b=BYE, state="bye", result=BYE_RESULT)
    winner = None if score[0] == score[1] else "ab"[score[0] < score[1]]
    result = Result(winner, "played", (score,), points=score, net=score[0] - score[1])  # type: ignore[arg-type]
    return Fixture(name, 1, round_, number, "group", a=a, b=b, state="done", result=result)


def paired(
    order: Sequence[int],
    points: Mapping[int, int],
    fixtures: Sequence[Fixture] = (),
    alike: Mapping[int, frozenset[str]] | None = None,
    seed: str = "S/2",
) -> tuple[list[tuple[int, int]], int | None]:
    met, byes = swiss.meetings(fixtures), swiss.byes(fixtures)
    return swiss.pairs(swiss.Standing(order, points, met, byes, alike or {}), seed)


# Eight, by hand. Round 1: 1-2 25-5, 3-4 25-10, 5-6 20-20, 7-8 5-25. Round 2: 1-3 25-20, 8-5 25-9, 6-4 0-25,
# 2-7 25-24.
FIRST = [
    played(1, 1, 1, 2, (25, 5)),
    played(2, 1, 3, 4, (25, 10)),
    played(3, 1, 5, 6, (20, 20)),
    played(4, 1, 7, 8, (5, 25)),
]
SECOND = [
    played(1, 2, 1, 3, (25, 20)),
    played(2, 2, 8, 5, (25, 9)),
    played(3, 2, 6, 4, (0, 25)),
    played(4, 2, 2, 7, (25, 24)),
]


def test_the_standing_of_eight_by_hand() -> None:
    places = standings.standing("icf", "swiss", range(1, 9), [*FIRST, *SECOND], is_over=False)
    # points: 1 4, 8 4, 3 2, 2 2, 4 2, 5 1, 6 1, 7 0. Buchholz: of 1 those of 2 and 3, and so on.
    assert [(line.place, line.entry, line.points, line.buchholz, line.net) for line in places] == [
        (1, 1, 4, 4, 25),
        (2, 8, 4, 1, 36),
        (3, 3, 2, 6, 10),
        (4, 2, 2, 4, -19),
        (5, 4, 2, 3, 10),
        (6, 5, 1, 5, -16),
        (7, 6, 1, 3, -25),
        (8, 7, 0, 6, -21),
    ]
    assert [line.step for line in places[:3]] == ["buchholz", "buchholz", "buchholz"]
    assert not any(line.open for line in places)


def test_the_rounds_of_eight_by_hand() -> None:
    after_first = [8, 1, 3, 5, 6, 4, 2, 7]  # 2 points: 8 +20, 1 +20, 3 +15; 1: 5, 6; 0: 4 -15, 2 -20, 7 -20
    points = {1: 2, 8: 2, 3: 2, 5: 1, 6: 1, 4: 0, 2: 0, 7: 0}
    # Neighbours: 8-1 and 3-5; 5-6 have met, so 6-4 and 2-7: one of three goes down to those with 1 point.
    assert paired(after_first, points, FIRST) == ([(8, 1), (3, 5), (6, 4), (2, 7)], None)
    # After SECOND 1 and 8 lead and have not met; 3-2, 4-5 and 6-7 follow.
    order, points = [1, 8, 3, 2, 4, 5, 6, 7], {1: 4, 8: 4, 3: 2, 2: 2, 4: 2, 5: 1, 6: 1, 7: 0}
    assert paired(order, points, [*FIRST, *SECOND]) == ([(1, 8), (3, 2), (4, 5), (6, 7)], None)


def test_the_bye_goes_to_the_last_who_has_had_none_and_who_can_be_spared() -> None:
    order, points = [1, 2, 3, 4, 5], dict.fromkeys(range(1, 6), 0)
    assert paired(order, points) == ([(1, 2), (3, 4)], 5)
    had = [played(3, 1, 5, None)]
    assert paired(order, points, had)[1] == 4
    # 4 and 5 have met 1, 2 and 3: with the bye for 3, the others could not be paired ... but 4 and 5 could.
    met = [played(1, 1, better, other) for better in (1, 2, 3) for other in (4, 5)]
    assert paired([1, 2, 3, 4, 5], points, [*had, *met]) == ([(1, 2), (4, 5)], 3)


def test_seeded_entries_meet_the_lower_half_first() -> None:
    entries = [entry(number, seeding=number if number <= 4 else None) for number in range(1, 9)]
    order = swiss.first_order(entries, "S")
    made, bye = paired(order, {}, seed="S/1")
    assert bye is None
    assert {a for a, _ in made} == {1, 2, 3, 4}
    assert paired(swiss.first_order(list(reversed(entries)), "S"), {}, seed="S/1") == (made, None)


def test_clubs_and_countries_are_apart_as_long_as_asked_and_possible() -> None:
    clubs = ["A"] * 4 + ["B"] * 4
    entries = [
        entry(number, club, country="IT" if number % 2 else "CH") for number, club in enumerate(clubs, 1)
    ]
    points = dict.fromkeys(range(1, 9), 0)

    def shared(number: int, field: str, **settings: int) -> int:
        alike = swiss.kept_apart(entries, settings, number)  # type: ignore[arg-type]
        made, _ = paired(range(1, 9), points, alike=alike)
        value = {each.id: getattr(each.players[0], field) for each in entries}
        return sum(value[a] == value[b] for a, b in made)

    assert shared(1, "club", clubs_apart=1) == 0
    assert shared(2, "club", clubs_apart=1) == 4
    assert shared(1, "country", clubs_apart=1, countries_apart=1) == 0
    for each in (0, 1):
        entries[each] = entry(each + 1)  # without a club: apart from nobody
    assert swiss.kept_apart(entries, {"clubs_apart": 1}, 1)[1] == frozenset()
    too_many = [entry(number, "A" if number < 6 else "B") for number in range(1, 9)]
    alike = swiss.kept_apart(too_many, {"clubs_apart": 1}, 1)
    made, _ = paired(range(1, 9), points, alike=alike)
    assert sum(a < 6 and b < 6 for a, b in made) == 1  # five of eight are of one club


def test_a_pairing_without_a_second_meeting_that_does_not_exist_is_refused() -> None:
    met = [played(1, 1, 1, 2), played(2, 1, 3, 4), played(1, 2, 1, 3), played(2, 2, 2, 4)]
    points = dict.fromkeys(range(1, 5), 0)
    assert paired([1, 2, 3, 4], points, met) == ([(1, 4), (2, 3)], None)
    last = [played(1, 3, 1, 4), played(2, 3, 2, 3)]
    with pytest.raises(DrawError) as refused:
        paired([1, 2, 3, 4], points, [*met, *last])
    assert refused.value.reason == "nobody_left_to_meet"


@pytest.mark.parametrize("seed", range(8))
def test_in_every_tournament_nobody_meets_twice_and_each_has_at_most_one_bye(seed: int) -> None:
    chance = random.Random(seed)
    count = chance.randint(4, 16)
    entrants = [entry(number, f"C{chance.randint(1, 4)}") for number in range(1, count + 1)]
    fixtures: list[Fixture] = []
    for number in range(1, count // 2):
        if chance.random() < 0.2 and len(entrants) > 4:
            entrants.pop(chance.randrange(len(entrants)))
        if chance.random() < 0.2:
            entrants.append(entry(100 + number, "C1"))
        ids = [each.id for each in entrants]
        everybody = sorted({*ids, *standings.entries_of(fixtures)})
        places = standings.standing("icf", "swiss", everybody, fixtures)
        order = [line.entry for line in places if line.entry in ids]
        points = {line.entry: line.points for line in places}
        alike = swiss.kept_apart(entrants, {"clubs_apart": 2}, number)
        try:
            made, bye = paired(order, points, fixtures, alike, f"{seed}/{number}")
        except DrawError:
            assert len(entrants) < 2 * number  # so few are left that everybody has met
            break
        assert sorted([side for pair in made for side in pair] + ([bye] if bye else [])) == sorted(ids)
        assert (bye is None) == (len(ids) % 2 == 0)
        assert not swiss.meetings(fixtures) & set(made)
        assert bye not in swiss.byes(fixtures)
        assert (made, bye) == paired(order, points, list(reversed(fixtures)), alike, f"{seed}/{number}")
        scores = [(25, chance.randint(0, 24)), (chance.randint(0, 24), 25), (20, 20)]
        fixtures += [played(at, number, a, b, chance.choice(scores)) for at, (a, b) in enumerate(made, 1)]
        fixtures += [played(99, number, bye, None)] if bye else []
    places = standings.standing("icf", "swiss", standings.entries_of(fixtures), fixtures)
    rounds = swiss.last_round(fixtures)
    assert sum(line.points for line in places) == sum(2 for each in fixtures)
    assert all(line.played <= rounds for line in places)
