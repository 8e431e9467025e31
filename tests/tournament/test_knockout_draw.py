"""The draw of a knockout: seeds, byes, clubs."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tournament_values import better_seed_wins, by_chance, entries, entry, play_through

from host_tools.tournament.draw import bracket, keeping_apart, knockout
from host_tools.tournament.model.model import BYE, Entry, Fixture
from tests.refusals import refused


def first_round(fixtures: list[Fixture]) -> list[Fixture]:
    return [fixture for fixture in fixtures if fixture.round == 1]


def slots_of(fixtures: list[Fixture]) -> list[int | None]:
    """The entries of the first round from the top; None: a bye."""
    return [side for fixture in first_round(fixtures) for side in (fixture.a, fixture.b)]


def half(fixtures: list[Fixture], entry: int) -> int:
    slots = slots_of(fixtures)
    return slots.index(entry) * 2 // len(slots)


def quarter(fixtures: list[Fixture], entry: int) -> int:
    slots = slots_of(fixtures)
    return slots.index(entry) * 4 // len(slots)


def drawn(count: int, seed: str = "S", **options: int) -> list[Fixture]:
    return knockout.draw(entries(count, **options), seed, prefix="ms")


# The frame


def test_standard_positions() -> None:
    assert bracket.positions(2) == [0, 1]
    by_slot = sorted(range(1, 9), key=lambda number: bracket.positions(8)[number - 1])
    assert by_slot == [1, 8, 5, 4, 3, 6, 7, 2]


@pytest.mark.parametrize("size", [2, 4, 8, 16, 64, 512])
def test_if_the_better_seed_always_wins_each_round_pairs_best_with_worst(size: int) -> None:
    positions = bracket.positions(size)
    left = sorted(range(1, size + 1), key=lambda number: positions[number - 1])
    while len(left) > 1:
        pairs = list(zip(left[::2], left[1::2], strict=True))
        assert {sum(pair) for pair in pairs} == {len(left) + 1}
        left = [min(pair) for pair in pairs]
    assert left == [1]


def test_eight_make_seven_matches_in_three_rounds_with_their_stages() -> None:
    fixtures = drawn(8)
    assert [(f.id, f.round, f.number, f.laws_stage) for f in fixtures] == [
        *((f"ms-1-1-{number}", 1, number, "quarter_final") for number in (1, 2, 3, 4)),
        *((f"ms-1-2-{number}", 2, number, "semi_final") for number in (1, 2)),
        ("ms-1-3-1", 3, 1, "final"),
    ]
    assert [f.state for f in fixtures] == ["ready"] * 4 + ["waiting"] * 3
    assert str(fixtures[4].source_a) == "winner:ms-1-1-1"
    assert str(fixtures[6].source_b) == "winner:ms-1-2-2"


def test_stages_of_the_laws_by_how_many_are_left() -> None:
    stages = {f.round: f.laws_stage for f in drawn(64)}
    assert list(stages.values()) == [
        *("round", "round", "pre_quarter_final", "quarter_final", "semi_final", "final")
    ]


def test_third_place_is_for_the_losers_of_the_semi_finals() -> None:
    fixtures = knockout.draw(entries(8), "S", prefix="ms", third=True)
    last = fixtures[-1]
    assert (last.id, last.round, last.number) == ("ms-1-3-2", 3, 2)
    assert (str(last.source_a), str(last.source_b)) == ("loser:ms-1-2-1", "loser:ms-1-2-2")
    assert bracket.is_for_third_place(last)
    assert not any(bracket.is_for_third_place(fixture) for fixture in fixtures[:-1])
    assert last.laws_stage == "semi_final"


# Few entries


def test_one_entry_has_a_bye_in_the_final() -> None:
    (final,) = drawn(1)
    assert (final.a, final.b, final.state, final.laws_stage) == (1, None, "bye", "final")


def test_two_entries_play_the_final() -> None:
    (final,) = drawn(2)
    assert {final.a, final.b} == {1, 2}
    assert final.state == "ready"


def test_two_with_a_match_for_third_place_just_play_the_final() -> None:
    assert len(knockout.draw(entries(2), "S", prefix="ms", third=True)) == 1


def test_nobody_and_twice_the_same_are_refused() -> None:
    with refused("nobody_entered"):
        knockout.draw([], "S", prefix="ms")
    with refused("nobody_entered"):
        knockout.draw([entry(1, withdrawn=True)], "S", prefix="ms")
    with refused("entry_twice"):
        knockout.draw([entry(1), entry(1)], "S", prefix="ms")


def test_who_withdrew_is_not_drawn() -> None:
    entrants = [*entries(4), entry(5, withdrawn=True)]
    assert slots_of(knockout.draw(entrants, "S", prefix="ms")) == slots_of(drawn(4))


# Seeds


def test_seeds_one_and_two_are_in_different_halves_and_the_first_four_in_different_quarters() -> None:
    for number in range(40):
        fixtures = drawn(29, f"seed {number}", seeds=4)
        assert slots_of(fixtures)[0] == 1
        assert slots_of(fixtures)[-1] == 2 or slots_of(fixtures)[-2:] == [None, 2]
        assert half(fixtures, 1) != half(fixtures, 2)
        assert {quarter(fixtures, seeded) for seeded in (1, 2, 3, 4)} == {0, 1, 2, 3}


def test_three_and_four_are_drawn_between_two_positions() -> None:
    where = {quarter(drawn(16, f"seed {number}", seeds=4), 3) for number in range(20)}
    assert where == {1, 2}


def test_nobody_seeded_meets_another_in_the_first_round_however_many_there_are() -> None:
    for seeded in range(1, 17):
        for fixture in first_round(drawn(16, seeds=seeded)):
            best = range(1, min(seeded, 8) + 1)
            assert not (fixture.a in best and fixture.b in best)


def test_random_means_lots_alone() -> None:
    """Spandan 10: "fixtures will be picked at random"."""
    plain = knockout.draw(entries(16), "S", prefix="ms")
    ignoring = knockout.draw(entries(16, clubs=3, seeds=8), "S", prefix="ms", random=True)
    assert slots_of(ignoring) == slots_of(plain)


# Byes


@pytest.mark.parametrize("count", [3, 5, 6, 7, 11, 13, 29, 33])
def test_byes_go_to_the_best_seeds_and_nobody_else(count: int) -> None:
    size = bracket.size_for(count)
    fixtures = drawn(count, seeds=min(count, size // 2))
    free = {fixture.a or fixture.b for fixture in first_round(fixtures) if fixture.state == "bye"}
    assert free == set(range(1, size - count + 1))


def test_a_bye_is_in_the_second_round_at_once() -> None:
    fixtures = drawn(3, seeds=1)
    semi, final = fixtures[0], fixtures[-1]
    assert (semi.a, semi.b, semi.state, semi.source_b) == (1, None, "bye", BYE)
    assert (final.a, final.b, final.state) == (1, None, "waiting")


@pytest.mark.parametrize("count", range(2, 70))
def test_byes_without_seeds_are_spread_and_never_meet(count: int) -> None:
    fixtures = drawn(count)
    firsts = first_round(fixtures)
    assert all(fixture.a is not None or fixture.b is not None for fixture in firsts)
    top, bottom = firsts[: len(firsts) // 2], firsts[len(firsts) // 2 :]
    assert abs(sum(f.state == "bye" for f in top) - sum(f.state == "bye" for f in bottom)) <= 1


# Clubs


def same_club(fixtures: list[Fixture], entrants: list[Entry]) -> int:
    clubs = {entry.id: entry.club for entry in entrants}
    return sum(
        fixture.a is not None and fixture.b is not None and clubs[fixture.a] == clubs[fixture.b]
        for fixture in first_round(fixtures)
    )


@pytest.mark.parametrize("clubs", [2, 3, 5, 9])
@pytest.mark.parametrize("count", [8, 13, 16, 30, 32])
def test_players_of_one_club_do_not_meet_in_the_first_round(count: int, clubs: int) -> None:
    for number in range(10):
        entrants = entries(count, clubs=clubs)
        assert same_club(knockout.draw(entrants, f"s{number}", prefix="ms"), entrants) == 0


def test_when_a_club_has_most_of_the_players_only_those_meet_who_must() -> None:
    entrants = [entry(number, "Civil" if number <= 12 else "CSE") for number in range(1, 17)]
    for number in range(20):
        assert same_club(knockout.draw(entrants, f"s{number}", prefix="ms"), entrants) == 4


def test_clubs_do_not_move_seeds_or_byes() -> None:
    entrants = [entry(number, "A", number if number < 5 else None) for number in range(1, 12)]
    entrants += [entry(number, "B") for number in range(12, 14)]
    with_clubs = slots_of(knockout.draw(entrants, "S", prefix="ms"))
    without = slots_of(knockout.draw(entrants, "S", prefix="ms", avoid_clubs=False))
    for seeded in (1, 2, 3, 4):
        assert with_clubs.index(seeded) == without.index(seeded)
    assert [slot is None for slot in with_clubs] == [slot is None for slot in without]


def test_the_opponent_of_a_seed_at_the_bottom_changes_places_too() -> None:
    """There the seed is the second of the pair, so that it is the first who moves."""
    for number in range(20):
        entrants = [entry(1, "A", 1), entry(2, "B", 2), entry(3, "B"), *entries(8, clubs=8)[3:]]
        assert same_club(knockout.draw(entrants, f"s{number}", prefix="ms"), entrants) == 0


def test_clubs_are_compared_without_case_and_spaces() -> None:
    assert keeping_apart.clubs_of(entry(1, " Civil  Dept ")) == keeping_apart.clubs_of(entry(2, "civil dept"))
    assert keeping_apart.clubs_of(entry(1, "")) == frozenset()


@settings(max_examples=50)
@given(st.lists(st.sampled_from("ABC"), min_size=2, max_size=6), st.integers(0, 1000))
def test_exchanges_reach_the_fewest_meetings_there_can_be(clubs: list[str], seed: int) -> None:
    """Against every way to put these players into the places that are not byes."""
    entrants = [entry(number, club) for number, club in enumerate(clubs, start=1)]
    fixtures = knockout.draw(entrants, str(seed), prefix="ms")
    slots = slots_of(fixtures)

    def meetings(order: tuple[str, ...]) -> int:
        names = iter(order)
        filled = [None if slot is None else next(names) for slot in slots]
        return sum(a == b for a, b in zip(filled[::2], filled[1::2], strict=True) if a is not None)

    assert same_club(fixtures, entrants) == min(map(meetings, itertools.permutations(clubs)))


# All of it


@settings(max_examples=40)
@given(st.integers(1, 40), st.integers(0, 9), st.integers(0, 12), st.text(max_size=12), st.booleans())
def test_everybody_once_and_one_winner(count: int, clubs: int, seeds: int, seed: str, third: bool) -> None:
    entrants = entries(count, clubs=clubs, seeds=seeds)
    fixtures = knockout.draw(entrants, seed, prefix="ms", third=third)
    standing = [entry for entry in slots_of(fixtures) if entry is not None]
    assert sorted(standing) == list(range(1, count + 1))
    assert len({fixture.id for fixture in fixtures}) == len(fixtures)
    assert knockout.draw(entrants[::-1], seed, prefix="ms", third=third) == fixtures
    played = play_through(fixtures, by_chance(count))
    losers = [f for f in played if f.state == "done" and not bracket.is_for_third_place(f)]
    assert len(losers) == count - 1
    pairs = [frozenset((f.a, f.b)) for f in losers]
    assert len(set(pairs)) == len(pairs)


def test_the_best_seed_wins_when_the_better_always_does() -> None:
    final = play_through(drawn(100, seeds=50), better_seed_wins)[-1]
    assert (final.a, final.b) == (1, 2)
