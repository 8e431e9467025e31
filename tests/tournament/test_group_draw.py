"""Groups, round robin and preliminaries: who meets whom, and when."""

import itertools
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tournament_values import entries, entry

from host_tools.tournament.draw import groups
from host_tools.tournament.draw.draw_order import DrawError
from host_tools.tournament.draw.groups import draw_preliminary
from host_tools.tournament.model.model import Fixture
from tests.refusals import refused


def rounds_of(fixtures: list[Fixture]) -> list[list[int]]:
    """The entries that play in each round, both sides of every match."""
    rounds: dict[int, list[int]] = {}
    for fixture in fixtures:
        assert fixture.a is not None
        assert fixture.b is not None
        rounds.setdefault(fixture.round, []).extend((fixture.a, fixture.b))
    return [rounds[number] for number in sorted(rounds)]


def pairs_of(fixtures: list[Fixture]) -> list[frozenset[int | None]]:
    return [frozenset((fixture.a, fixture.b)) for fixture in fixtures]


# Everybody against everybody


@pytest.mark.parametrize("count", range(2, 26))
def test_everybody_meets_everybody_once_and_plays_once_a_round(count: int) -> None:
    fixtures = groups.round_robin(range(1, count + 1), stage=1, prefix="ms")
    everybody = itertools.combinations(range(1, count + 1), 2)
    assert sorted(map(sorted, pairs_of(fixtures))) == sorted(map(list, everybody))  # type: ignore[type-var]
    rounds = rounds_of(fixtures)
    assert len(rounds) == (count - 1 if count % 2 == 0 else count)
    for players in rounds:
        assert len(set(players)) == len(players) == count - count % 2
    assert len({fixture.id for fixture in fixtures}) == len(fixtures)
    assert {(fixture.state, fixture.laws_stage) for fixture in fixtures} == {("ready", "group")}


@pytest.mark.parametrize("count", range(3, 20, 2))
def test_of_an_odd_number_each_sits_out_once(count: int) -> None:
    missing = [
        (set(range(count)) - set(players)).pop()
        for players in rounds_of(groups.round_robin(range(count), stage=1, prefix="ms"))
    ]
    assert sorted(missing) == list(range(count))


@pytest.mark.parametrize("count", range(2, 26))
def test_nobody_is_first_much_more_often_than_second(count: int) -> None:
    fixtures = groups.round_robin(range(count), stage=1, prefix="ms")
    first = Counter(fixture.a for fixture in fixtures)
    assert all(abs(2 * first[number] - (count - 1)) <= 2 for number in range(count)), first


def test_four_as_it_is_written_on_the_page() -> None:
    """docs/organiser/standings.md, "Groups"."""
    assert groups.circle(["1", "2", "3", "4"]) == [  # type: ignore[list-item]
        [("1", "4"), ("3", "2")],
        [("3", "1"), ("2", "4")],
        [("1", "2"), ("4", "3")],
    ]


def test_one_alone_has_no_fixtures_and_nobody_neither() -> None:
    assert groups.round_robin([7], stage=1, prefix="ms") == []
    assert groups.round_robin([], stage=1, prefix="ms") == []


def test_twice_the_same_is_refused() -> None:
    with refused("entry_twice"):
        groups.round_robin([1, 2, 1], stage=1, prefix="ms")


# Groups


def test_the_seeds_go_into_the_groups_as_a_snake() -> None:
    members = groups.members_of(entries(12, seeds=12), "S", groups=4)
    assert members == [[1, 8, 9], [2, 7, 10], [3, 6, 11], [4, 5, 12]]


def test_who_is_not_seeded_follows_by_lot() -> None:
    first = groups.members_of(entries(12, seeds=4), "one", groups=4)
    other = groups.members_of(entries(12, seeds=4), "other", groups=4)
    assert [group[0] for group in first] == [group[0] for group in other] == [1, 2, 3, 4]
    assert first != other


def test_ids_name_stage_group_round_and_number() -> None:
    fixtures = groups.draw(entries(8), "S", stage=2, prefix="ms", groups=2)
    assert [fixture.id for fixture in fixtures][:3] == ["ms-2-g1-1-1", "ms-2-g1-1-2", "ms-2-g1-2-1"]
    assert fixtures[-1].id == "ms-2-g2-3-2"
    assert {fixture.group for fixture in fixtures} == {1, 2}


@settings(max_examples=80)
@given(st.integers(2, 60), st.integers(2, 9), st.text(max_size=9), st.integers(0, 20))
def test_groups_of_at_most_so_many(count: int, size: int, seed: str, seeds: int) -> None:
    entrants = entries(count, seeds=seeds)
    try:
        members = groups.members_of(entrants, seed, size=size)
    except DrawError:
        assert count < 2 * -(-count // size)
        return
    sizes = [len(group) for group in members]
    assert max(sizes) <= size
    assert max(sizes) - min(sizes) <= 1
    assert min(sizes) >= 2
    assert sorted(itertools.chain(*members)) == list(range(1, count + 1))
    assert groups.members_of(entrants[::-1], seed, size=size) == members
    drawn = groups.draw(entrants, seed, prefix="ms", size=size)
    assert len(drawn) == sum(size * (size - 1) // 2 for size in sizes)


def test_each_of_four_clubs_has_one_in_each_of_four_groups() -> None:
    for number in range(20):
        entrants = entries(16, clubs=4, seeds=2)
        for members in groups.members_of(entrants, f"s{number}", groups=4):
            assert len({entrants[number - 1].club for number in members}) == 4


def test_with_more_of_a_club_than_groups_only_those_meet_who_must() -> None:
    entrants = [entry(number, "Civil" if number <= 6 else f"Club {number}") for number in range(1, 17)]
    for number in range(20):
        members = groups.members_of(entrants, f"s{number}", groups=4)
        assert sorted(sum(number <= 6 for number in group) for group in members) == [1, 1, 2, 2]


@settings(max_examples=60)
@given(st.integers(4, 40), st.integers(1, 6), st.integers(1, 8), st.text(max_size=9), st.integers(0, 9))
def test_clubs_change_neither_sizes_nor_seeds_and_make_nothing_worse(
    count: int, number: int, clubs: int, seed: str, seeds: int
) -> None:
    entrants = entries(count, clubs=clubs, seeds=seeds)
    if count < 2 * number:
        return
    with_clubs = groups.members_of(entrants, seed, groups=number)
    without = groups.members_of(entrants, seed, groups=number, avoid_clubs=False)
    assert [len(group) for group in with_clubs] == [len(group) for group in without]
    assert sorted(itertools.chain(*with_clubs)) == list(range(1, count + 1))
    for with_club, without_club in zip(with_clubs, without, strict=True):
        assert [name for name in with_club if name <= seeds] == [
            name for name in without_club if name <= seeds
        ]
    assert meetings(with_clubs, clubs) <= meetings(without, clubs)
    assert groups.members_of(entrants[::-1], seed, groups=number) == with_clubs


def meetings(members: list[list[int]], clubs: int) -> int:
    """The number of pairs from one club."""
    pairs = (pair for group in members for pair in itertools.combinations(group, 2))
    return sum(member % clubs == other % clubs for member, other in pairs)


def test_what_cannot_be_grouped_is_refused_with_what_can() -> None:
    with refused("too_few_for_groups", most=2):
        groups.draw(entries(5), "S", prefix="ms", groups=3)
    with refused("groups_or_size_needed"):
        groups.draw(entries(5), "S", prefix="ms")
    with refused("groups_or_size_needed"):
        groups.draw(entries(5), "S", prefix="ms", groups=2, size=4)
    with refused("nobody_entered"):
        groups.draw([], "S", prefix="ms", groups=2)
    with refused("group_needs_two"):
        groups.draw(entries(5), "S", prefix="ms", groups=0)
    with refused("group_needs_two"):
        groups.draw(entries(5), "S", prefix="ms", size=1)


def test_who_withdrew_is_in_no_group() -> None:
    entrants = [*entries(4), entry(5, withdrawn=True)]
    assert groups.members_of(entrants, "S", groups=2) == groups.members_of(entries(4), "S", groups=2)


# Preliminaries


@pytest.mark.parametrize("opponents", [1, 2, 4, 6, 10])
@pytest.mark.parametrize("count", [*range(1, 42), 120, 121])
def test_everybody_plays_so_many_different_opponents(count: int, opponents: int) -> None:
    if count % 2 and opponents % 2 and count > opponents + 1:
        with refused("both_odd"):
            draw_preliminary(entries(count), "S", prefix="ms", opponents=opponents)
        return
    fixtures = draw_preliminary(entries(count), "S", prefix="ms", opponents=opponents)
    pairs = pairs_of(fixtures)
    assert len(set(pairs)) == len(pairs)
    met = Counter(itertools.chain(*pairs))
    assert set(met.values()) == ({min(opponents, count - 1)} if count > 1 else set())
    for players in rounds_of(fixtures):
        assert len(set(players)) == len(players)


@pytest.mark.parametrize("count", range(13, 60, 2))
def test_with_an_odd_number_nobody_sits_out_twice_and_there_is_one_round_more(count: int) -> None:
    """Ten rounds in which one sits out, and an eleventh for those ten."""
    rounds = rounds_of(draw_preliminary(entries(count), "S", prefix="ms"))
    everybody = set(range(1, count + 1))
    missing = [everybody - set(players) for players in rounds[:10]]
    assert [len(group) for group in missing] == [1] * 10
    sat_out = set().union(*missing)
    assert len(sat_out) == 10
    assert len(rounds) == 11
    assert set(rounds[10]) == sat_out


def test_a_preliminary_follows_from_its_seed() -> None:
    entrants = entries(30)
    drawn = draw_preliminary(entrants, "S", prefix="ms")
    assert draw_preliminary(entrants[::-1], "S", prefix="ms") == drawn
    assert draw_preliminary(entrants, "T", prefix="ms") != drawn
    assert {fixture.group for fixture in drawn} == {0}


def test_a_preliminary_of_nobody_or_without_opponents_is_refused() -> None:
    with refused("nobody_entered"):
        draw_preliminary([], "S", prefix="ms")
    with refused("opponent_needed"):
        draw_preliminary(entries(4), "S", prefix="ms", opponents=0)
