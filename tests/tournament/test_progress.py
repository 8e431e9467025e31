"""How a knockout goes on: winners, losers, byes, walk-overs; and the places everybody has in the end."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tournament_values import better_seed_wins, by_chance, decide, entries, play_through, result

from host_tools.tournament.draw import knockout
from host_tools.tournament.model import progress, remarks
from host_tools.tournament.model.model import Fixture, Place, Result
from host_tools.tournament.standings import standings


def drawn(count: int, third: bool = False) -> list[Fixture]:
    """The better number is the better seed, so that 1 meets the last, and so on."""
    return knockout.draw(entries(count, seeds=count), "S", prefix="ms", third=third)


def by_id(fixtures: list[Fixture]) -> dict[str, Fixture]:
    return {fixture.id: fixture for fixture in fixtures}


def places(fixtures: list[Fixture], count: int, withdrawn: tuple[int, ...] = ()) -> list[Place]:
    return standings.standing("icf", "knockout", range(1, count + 1), fixtures, withdrawn=withdrawn)


def decided(fixtures: list[Fixture], **results: Result) -> list[Fixture]:
    """The fixtures with these results ("r1_2": round 1, number 2), and what follows from them."""
    result_by_id = {f"ms-1-{name[1:].replace('_', '-')}": result for name, result in results.items()}
    return progress.resolve([decide(f, result_by_id[f.id]) if f.id in result_by_id else f for f in fixtures])


# Who comes next


def test_winners_meet_as_soon_as_both_are_known() -> None:
    once = decided(drawn(4), r1_1=result("a"))
    final = by_id(once)["ms-1-2-1"]
    assert (final.a, final.b, final.state) == (1, None, "waiting")
    twice = decided(once, r1_2=result("b"))
    final = by_id(twice)["ms-1-2-1"]
    assert (final.a, final.b, final.state) == (1, 2, "ready")


def test_losers_play_for_third_place() -> None:
    third = by_id(decided(drawn(4, third=True), r1_1=result("a"), r1_2=result("b")))["ms-1-2-2"]
    assert {third.a, third.b} == {3, 4}
    assert third.state == "ready"


def test_a_corrected_winner_moves_on_while_the_next_match_is_not_called() -> None:
    once = decided(drawn(4), r1_1=result("a"), r1_2=result("b"))
    corrected = decided(once, r1_1=result("b"))
    before, after = by_id(once)["ms-1-2-1"], by_id(corrected)["ms-1-2-1"]
    assert before.a == 1
    assert after.a == by_id(once)["ms-1-1-1"].b


@pytest.mark.parametrize("state", ["called", "playing", "held", "done"])
def test_a_match_that_was_called_keeps_its_players(state: str) -> None:
    once = decided(drawn(4), r1_1=result("a"), r1_2=result("b"))
    running = [replace(f, state=state) if f.id == "ms-1-2-1" else f for f in once]  # type: ignore[arg-type]
    assert by_id(decided(running, r1_1=result("b")))["ms-1-2-1"].a == 1


def test_a_result_that_was_taken_back_takes_the_player_back() -> None:
    once = decided(drawn(4), r1_1=result("a"))
    undone = progress.resolve(
        [replace(f, state="ready", result=None) if f.id == "ms-1-1-1" else f for f in once]
    )
    assert by_id(undone)["ms-1-2-1"].a is None


def test_two_walk_overs_give_the_next_opponent_a_bye() -> None:
    nobody = result(None, how="walk_over")
    fixtures = decided(drawn(8, third=True), r1_1=nobody, r1_2=result("b"))
    semi = by_id(fixtures)["ms-1-2-1"]
    assert (semi.state, semi.a) == ("bye", None)
    assert by_id(fixtures)["ms-1-3-1"].a == semi.b
    done = play_through(fixtures, better_seed_wins)
    assert by_id(done)["ms-1-3-2"].state == "bye"  # only one has lost a semi-final


def test_when_nobody_comes_a_match_is_off() -> None:
    nobody = result(None, how="walk_over")
    fixtures = decided(drawn(8), r1_1=nobody, r1_2=nobody)
    assert by_id(fixtures)["ms-1-2-1"].state == "off"
    fixtures = decided(fixtures, r1_3=nobody, r1_4=nobody)
    assert by_id(fixtures)["ms-1-3-1"].state == "off"


def test_a_drawn_match_of_a_knockout_waits_for_a_word() -> None:
    fixtures = decided(drawn(4), r1_1=result(None), r1_2=result("a"))
    assert by_id(fixtures)["ms-1-2-1"].a is None
    assert [p.step for p in places(fixtures, 4)] == ["playing"] * 3 + ["round"]


def test_places_of_groups_fill_the_knockout_and_missing_ones_are_byes() -> None:
    fixtures = knockout.from_places(2, 2, stage=2, prefix="ms")
    first, second = fixtures[:2]
    assert first.state == second.state == "waiting"
    some = progress.resolve(fixtures, {(1, 1, 1): 11, (1, 1, 2): 12})
    assert (some[0].a, some[0].b, some[0].state) == (11, None, "waiting")
    standing = {(1, 1, 1): 11, (1, 1, 2): 12, (1, 2, 1): 21, (1, 2, 2): None}
    known = progress.resolve(fixtures, standing)
    assert {(f.a, f.b, f.state) for f in known[:2]} == {(11, None, "bye"), (12, 21, "ready")}
    assert known[2].a == 11


@settings(max_examples=40)
@given(st.integers(1, 24), st.integers(0, 10**6), st.booleans())
def test_doing_it_twice_changes_nothing(count: int, chance: int, third: bool) -> None:
    fixtures = drawn(count, third)
    assert progress.resolve(fixtures) == fixtures
    played = play_through(fixtures, by_chance(chance))
    assert progress.resolve(played) == played
    assert {f.state for f in played} <= {"done", "bye"}


# The places


def rows(places_there: list[Place]) -> list[tuple[int, int]]:
    return [(place.place, place.entry) for place in places_there]


def test_losers_of_one_round_share_a_place() -> None:
    places_there = places(play_through(drawn(8), better_seed_wins), 8)
    assert rows(places_there) == [(1, 1), (2, 2), (3, 3), (3, 4), (5, 5), (5, 6), (5, 7), (5, 8)]
    assert [remarks.why(place) for place in places_there[:4]] == [
        *("won the final", "lost the final", "lost the semi-final", "lost the semi-final")
    ]
    assert (places_there[0].won, places_there[0].lost, places_there[7].won, places_there[7].lost) == (
        3,
        0,
        0,
        1,
    )


def test_a_match_for_third_place_separates_the_losers_of_the_semi_finals() -> None:
    places_there = places(play_through(drawn(8, third=True), better_seed_wins), 8)
    assert rows(places_there)[:4] == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert [(place.step, remarks.why(place)) for place in places_there[2:4]] == [
        ("third", "won the match for third place"),
        ("third", "lost the match for third place"),
    ]


def test_a_round_before_the_pre_quarter_final_is_named_by_its_number() -> None:
    places_there = places(play_through(drawn(32), better_seed_wins), 32)
    assert remarks.why(places_there[-1]) == "lost round 1"
    assert [place.place for place in places_there] == [1, 2, 3, 3, *[5] * 4, *[9] * 8, *[17] * 16]


def test_byes_make_nobody_worse_than_he_is() -> None:
    places_there = places(play_through(drawn(6), better_seed_wins), 6)
    assert rows(places_there) == [(1, 1), (2, 2), (3, 3), (3, 4), (5, 5), (5, 6)]


def test_who_is_still_in_has_the_place_that_is_certain() -> None:
    places_there = places(decided(drawn(4), r1_1=result("a")), 4)
    loser = next(place for place in places_there if place.step == "round")
    assert rows(places_there)[0] == (2, 1)
    assert remarks.why(places_there[0]) == "still in: the final"
    assert (loser.place, places_there[-1].entry) == (3, loser.entry)
    assert [place.step for place in places_there] == ["playing", "playing", "playing", "round"]


def test_a_winner_is_through_before_the_next_match_is_filled() -> None:
    fixtures = [decide(f, result("a")) if f.id == "ms-1-1-1" else f for f in drawn(4)]
    first = places(fixtures, 4)[0]
    assert (first.place, first.step, remarks.why(first)) == (2, "playing", "through the semi-final")


def test_when_neither_comes_to_the_match_for_third_place_both_are_third() -> None:
    fixtures = decided(drawn(4, third=True), r1_1=result("a"), r1_2=result("b"))
    places_there = places(decided(fixtures, r2_2=result(None, how="walk_over")), 4)
    assert rows(places_there)[2:] == [(3, 3), (3, 4)]


def test_walk_overs_are_named() -> None:
    places_there = places(play_through(drawn(2), lambda _: result("a", how="walk_over")), 2)
    assert [remarks.why(place) for place in places_there] == [
        "won the final",
        "lost the final by walk-over",
    ]


def test_one_entry_has_won_and_one_without_a_match_is_last() -> None:
    (only,) = places(drawn(1), 1)
    assert (only.place, remarks.why(only)) == (1, "nobody to play in the final")
    places_there = places(play_through(drawn(2), better_seed_wins), 3)
    assert rows(places_there) == [(1, 1), (2, 2), (3, 3)]
    assert remarks.why(places_there[-1]) == "has no match"


def test_who_withdrew_keeps_the_place_reached() -> None:
    places_there = places(play_through(drawn(4), better_seed_wins), 4, withdrawn=(2,))
    assert (places_there[1].place, places_there[1].entry, remarks.why(places_there[1])) == (
        2,
        2,
        "lost the final (withdrawn)",
    )


@settings(max_examples=40)
@given(st.integers(1, 24), st.integers(0, 10**6), st.booleans())
def test_the_places_of_any_knockout(count: int, chance: int, third: bool) -> None:
    fixtures = play_through(drawn(count, third), by_chance(chance))
    places_there = places(fixtures, count)
    assert sorted(place.entry for place in places_there) == list(range(1, count + 1))
    assert [place.place for place in places_there] == sorted(place.place for place in places_there)
    expected = {1, 2, 3, 5, 9, 17} | ({4} if third else set())
    assert {place.place for place in places_there} <= expected
    assert places(fixtures[::-1], count) == places_there
    for fixture in fixtures:
        if fixture.state == "done" and fixture.result is not None:
            place_of = {place.entry: place.place for place in places_there}
            winner, loser = (fixture.a, fixture.b) if fixture.result.winner == "a" else (fixture.b, fixture.a)
            assert place_of[winner or 0] < place_of[loser or 0]
