"""A knockout from the places of groups: who can meet whom again, and when."""

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host_tools.tournament.draw import keeping_apart, knockout
from host_tools.tournament.draw.draw_order import DrawError
from host_tools.tournament.model.model import BYE, Fixture


def first_round(fixtures: list[Fixture]) -> list[Fixture]:
    return [fixture for fixture in fixtures if fixture.round == 1]


def places(fixtures: list[Fixture]) -> list[tuple[int, int] | None]:
    return [
        None if source == BYE else (source.group, source.place)
        for fixture in first_round(fixtures)
        for source in (fixture.source_a, fixture.source_b)
    ]


def test_four_groups_of_which_two_go_on() -> None:
    fixtures = knockout.from_places(4, 2, stage=2, prefix="ms")
    pairs = [(str(f.source_a), str(f.source_b)) for f in first_round(fixtures)]
    assert pairs == [
        ("place:1:1:1", "place:1:3:2"),
        ("place:1:2:2", "place:1:4:1"),
        ("place:1:3:1", "place:1:1:2"),
        ("place:1:4:2", "place:1:2:1"),
    ]
    assert {f.state for f in fixtures} == {"waiting"}


@pytest.mark.parametrize("groups", range(1, 33))
def test_the_first_two_of_a_group_can_only_meet_in_the_final(groups: int) -> None:
    slots = places(knockout.from_places(groups, 2, stage=2, prefix="ms"))
    for group in range(1, groups + 1):
        halves = {slots.index((group, place)) * 2 // len(slots) for place in (1, 2)}
        assert halves == {0, 1}


@pytest.mark.parametrize("groups", [1, 2, 4, 8, 16])
def test_the_first_four_of_a_group_are_in_different_quarters(groups: int) -> None:
    slots = places(knockout.from_places(groups, 4, stage=2, prefix="ms"))
    for group in range(1, groups + 1):
        quarters = {slots.index((group, place)) * 4 // len(slots) for place in (1, 2, 3, 4)}
        assert quarters == {0, 1, 2, 3}


@pytest.mark.parametrize("groups", range(2, 25))
@pytest.mark.parametrize("advance", [1, 2, 3, 4])
def test_places_stand_once_winners_have_the_byes_and_no_group_meets_at_once(
    groups: int, advance: int
) -> None:
    slots = places(knockout.from_places(groups, advance, stage=2, prefix="ms"))
    known = [slot for slot in slots if slot is not None]
    assert sorted(known) == sorted(itertools.product(range(1, groups + 1), range(1, advance + 1)))
    free = [slot for at, slot in enumerate(slots) if slot is not None and slots[at ^ 1] is None]
    playing = [slot for slot in known if slot not in free]
    assert max((place for _, place in free), default=0) <= min(place for _, place in playing)
    for a, b in zip(slots[::2], slots[1::2], strict=True):
        assert a is None or b is None or a[0] != b[0]


@pytest.mark.parametrize("groups", [2, 4, 8, 16])
def test_winners_meet_runners_up(groups: int) -> None:
    slots = places(knockout.from_places(groups, 2, stage=2, prefix="ms"))
    for a, b in zip(slots[::2], slots[1::2], strict=True):
        assert a is not None
        assert b is not None
        assert {a[1], b[1]} == {1, 2}


def test_from_one_table_the_best_of_it() -> None:
    """A preliminary or round robin has no groups: its places are of group 0."""
    fixtures = knockout.from_places(1, 2, stage=3, prefix="ms", first_group=0)
    assert [(str(f.source_a), str(f.source_b)) for f in fixtures] == [("place:2:0:1", "place:2:0:2")]


def test_nobody_going_on_is_refused() -> None:
    with pytest.raises(DrawError):
        knockout.from_places(0, 2, stage=2, prefix="ms")


def test_the_cheapest_assignment_against_all_of_them() -> None:
    costs = [[7, 5, 9, 8], [9, 4, 3, 9], [3, 8, 1, 8], [6, 3, 2, 8]]
    cheapest = min(
        sum(row[column] for row, column in zip(costs, columns, strict=True))
        for columns in itertools.permutations(range(4))
    )
    assigned = keeping_apart.cheapest(costs)
    assert sorted(assigned) == [0, 1, 2, 3]
    assert sum(row[column] for row, column in zip(costs, assigned, strict=True)) == cheapest


@settings(max_examples=60)
@given(st.integers(1, 5), st.randoms())
def test_the_cheapest_assignment_of_any_table(size: int, chance: random.Random) -> None:
    costs = [[chance.randint(0, 9) for _ in range(size)] for _ in range(size)]
    cheapest = min(
        sum(costs[row][column] for row, column in enumerate(columns))
        for columns in itertools.permutations(range(size))
    )
    assert sum(costs[row][column] for row, column in enumerate(keeping_apart.cheapest(costs))) == cheapest
