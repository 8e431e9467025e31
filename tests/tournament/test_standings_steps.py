"""The tie-breaks of each rulebook, step by step (RULES.md section 6), with the words for them."""

from dataclasses import replace

import pytest
from tournament_values import match, result, rounds

from host_tools.tournament.model import remarks
from host_tools.tournament.model.model import Decision, Fixture, Place, StageKind
from host_tools.tournament.standings import standings


def rows(places: list[Place]) -> list[tuple[int, int, str]]:
    """(place, entry, step) of each line."""
    return [(place.place, place.entry, place.step) for place in places]


def why(places: list[Place]) -> dict[int, str]:
    return {place.entry: remarks.why(place) for place in places}


def vkk(fixtures: list[Fixture], *decisions: Decision, count: int = 3) -> list[Place]:
    return standings.standing("vkk", "groups", range(1, count + 1), fixtures, decisions)


def wcc(
    fixtures: list[Fixture], *decisions: Decision, count: int = 3, kind: StageKind = "round_robin"
) -> list[Place]:
    return standings.standing("wcc", kind, range(1, count + 1), fixtures, decisions)


def shoot_out(*scores: tuple[int, int], group: int = 0) -> Decision:
    return Decision("shoot_out", scores, group)


# vkk: points, wins, net points, shoot-out


def test_vkk_points() -> None:
    """ "Win 2 points, loss 0"."""
    places = vkk([match(1, 2, result("a", 5)), match(1, 3, result("a", 1)), match(3, 2, result("a", 20))])
    assert rows(places) == [(1, 1, "points"), (2, 3, "points"), (3, 2, "points")]
    assert why(places) == {1: "points 4 against 2", 3: "points 2 against 4 and 0", 2: "points 0 against 2"}
    first = places[0]
    assert (first.played, first.won, first.drawn, first.lost, first.points) == (2, 2, 0, 0, 4)
    assert (first.figure, first.against) == (4, (2,))


def test_vkk_wins_before_net_points() -> None:
    """ "If there is a points tie player with higher wins": two drawn matches are no win."""
    drawn = [match(1, 3, result(None)), match(1, 4, result(None))]
    places = vkk([*drawn, match(2, 3, result("a", 1)), match(4, 2, result("a", 9))], count=4)
    assert [(p.entry, p.points, p.won, p.net) for p in places] == [
        *((4, 3, 1, 9), (2, 2, 1, -8), (1, 2, 0, 0), (3, 1, 0, -1))
    ]
    assert why(places)[2] == "matches won 1 against 0"
    assert why(places)[1] == "matches won 0 against 1"


def test_vkk_net_points() -> None:
    """ "Higher net points (total points scored - total points conceded)"; b's are the negative of a's."""
    circle = [match(1, 2, result("a", 5)), match(2, 3, result("a", 9)), match(1, 3, result("b", -7))]
    places = vkk(circle)
    assert [(place.entry, place.net) for place in places] == [(2, 4), (1, -2), (3, -2)]
    assert rows(places) == [(1, 2, "net"), (2, 1, "level"), (2, 3, "level")]
    assert why(places)[2] == "net points 4 against -2"
    assert why(places)[1] == "level with one other; a shoot-out decides"
    assert [place.open for place in places] == [False, True, True]


def test_vkk_shoot_out() -> None:
    circle = [match(1, 2, result("a", 5)), match(2, 3, result("a", 9)), match(1, 3, result("b", -7))]
    places = vkk(circle, shoot_out((3, 6), (1, 0)))
    assert rows(places) == [(1, 2, "net"), (2, 3, "shoot_out"), (3, 1, "shoot_out")]
    assert why(places)[3] == "shoot-out 6 against 0"
    assert not any(place.open for place in places)


LEVEL = [match(1, 2, result("a", 5)), match(2, 3, result("a", 5)), match(1, 3, result("b", -5))]


def test_all_level_share_the_first_place_until_a_shoot_out() -> None:
    places = vkk(LEVEL)
    assert rows(places) == [(1, 1, "level"), (1, 2, "level"), (1, 3, "level")]
    assert why(places)[1] == "level with 2 others; a shoot-out decides"


def test_a_shoot_out_is_repeated_by_those_it_leaves_level() -> None:
    once = vkk(LEVEL, shoot_out((2, 9), (1, 7), (3, 7)))
    assert rows(once) == [(1, 2, "shoot_out"), (2, 1, "level"), (2, 3, "level")]
    assert [place.open for place in once] == [False, True, True]
    again = vkk(
        LEVEL, shoot_out((2, 9), (1, 7), (3, 7)), shoot_out((3, 4), (1, 4)), shoot_out((3, 5), (1, 3))
    )
    assert rows(again) == [(1, 2, "shoot_out"), (2, 3, "shoot_out"), (3, 1, "shoot_out")]
    assert why(again)[1] == "shoot-out 3 against 5"


def test_toss_and_organiser_are_named_as_what_they_are() -> None:
    toss = vkk(LEVEL, Decision("toss", ((3, 1), (1, 0), (2, 0))), Decision("organiser", ((2, 2), (1, 1))))
    assert rows(toss) == [(1, 3, "toss"), (2, 2, "organiser"), (3, 1, "organiser")]
    assert why(toss)[2] == "the organiser's decision 2 against 1"


def test_a_shoot_out_never_moves_who_is_not_level() -> None:
    clear = [match(1, 2, result("a", 5)), match(1, 3, result("a", 1)), match(3, 2, result("a", 20))]
    assert rows(vkk(clear, shoot_out((2, 12), (3, 5), (1, 0)))) == rows(vkk(clear))


def test_a_shoot_out_without_one_of_those_level_does_not_count() -> None:
    """It was held before a correction made the third level with them: it must be repeated by all."""
    places = vkk(LEVEL, shoot_out((1, 9), (2, 7)))
    assert [place.open for place in places] == [True, True, True]


def test_of_another_group_a_shoot_out_says_nothing() -> None:
    fixtures = [replace(fixture, group=2) for fixture in LEVEL]
    other = vkk(fixtures, shoot_out((1, 9), (2, 7), (3, 5), group=1))
    mine = vkk(fixtures, shoot_out((1, 9), (2, 7), (3, 5), group=2))
    assert [place.open for place in other] == [True, True, True]
    assert rows(mine) == [(1, 1, "shoot_out"), (2, 2, "shoot_out"), (3, 3, "shoot_out")]


def test_where_it_does_not_matter_no_shoot_out_is_owed() -> None:
    """Places 2 and 3 are level: with one going on they stay so; with two they must be told apart."""
    circle = [match(1, 2, result("a", 5)), match(2, 3, result("a", 9)), match(1, 3, result("b", -7))]

    def open_places(advance: int | None) -> list[bool]:
        return [
            place.open for place in standings.standing("vkk", "groups", [1, 2, 3], circle, advance=advance)
        ]

    assert open_places(1) == [False, False, False]
    assert open_places(2) == open_places(3) == open_places(None) == [False, True, True]


@pytest.mark.parametrize("ruleset", ["icf", "spandan", "vaishali"])
def test_rulebooks_without_a_word_on_groups_take_vkk_s(ruleset: str) -> None:

    circle = [match(1, 2, result("a", 5)), match(2, 3, result("a", 9)), match(1, 3, result("b", -7))]
    assert standings.standing(ruleset, "groups", [1, 2, 3], circle) == vkk(circle)


# wcc, round robin


def test_wcc_points_are_those_of_the_rounds() -> None:
    places = wcc([match(1, 2, rounds(5, 3)), match(2, 3, rounds(8, 0)), match(1, 3, rounds(4, 4))])
    assert [(p.place, p.entry, p.points, remarks.why(p)) for p in places] == [
        (1, 2, 11, "points 11 against 9"),
        (2, 1, 9, "points 9 against 11 and 4"),
        (3, 3, 4, "points 4 against 9"),
    ]
    assert [(p.won, p.drawn, p.lost) for p in places] == [(1, 0, 1), (1, 1, 0), (0, 1, 1)]


def test_wcc_step_1_two_level_who_won_the_game_between_them() -> None:
    places = wcc([match(1, 2, rounds(5, 3, 1, 9)), match(2, 3, rounds(6, 2)), match(1, 3, rounds(4, 4))])
    assert rows(places)[:2] == [(1, 1, "head_to_head"), (2, 2, "head_to_head")]
    assert why(places)[1] == "points among those level 5 against 3"


def test_wcc_step_1_three_level_points_among_them_only() -> None:
    """All three have 12; among themselves 1 has 9, 2 has 8, 3 has 7."""
    fixtures = [match(1, 2, rounds(4, 4)), match(1, 3, rounds(5, 3)), match(2, 3, rounds(4, 4))]
    fixtures += [match(1, 4, rounds(3, 5)), match(2, 4, rounds(4, 4)), match(3, 4, rounds(5, 2))]
    places = wcc(fixtures, count=4)
    assert [(p.entry, p.points) for p in places] == [(1, 12), (2, 12), (3, 12), (4, 11)]
    assert [p.step for p in places] == ["head_to_head"] * 3 + ["points"]
    assert why(places)[2] == "points among those level 8 against 9 and 7"


def test_wcc_step_2_20s_in_games_among_those_level() -> None:
    """As in the Final 6 of 2014: 25 points each, 4-4 between them, 6 of the 20s of that game against 5."""
    places = wcc(
        [match(1, 2, rounds(4, 4, 5, 6)), match(1, 3, rounds(6, 2, 9, 0)), match(2, 3, rounds(6, 2, 1, 0))]
    )
    assert rows(places)[:2] == [(1, 2, "twenties_tied"), (2, 1, "twenties_tied")]
    assert why(places)[2] == "20s in games among those level 6 against 5"


def test_wcc_step_3_20s_in_all_games() -> None:
    places = wcc(
        [match(1, 2, rounds(4, 4, 5, 5)), match(1, 3, rounds(6, 2, 9, 0)), match(2, 3, rounds(6, 2, 8, 0))]
    )
    assert rows(places)[:2] == [(1, 1, "twenties_all"), (2, 2, "twenties_all")]
    assert why(places)[1] == "20s in all games 14 against 13"


def test_wcc_step_4_shoot_out() -> None:
    level = [
        match(1, 2, rounds(4, 4, 5, 5)),
        match(1, 3, rounds(6, 2, 8, 0)),
        match(2, 3, rounds(6, 2, 8, 0)),
    ]
    assert [place.open for place in wcc(level)] == [True, True, False]
    assert rows(wcc(level, shoot_out((2, 7), (1, 6))))[:2] == [(1, 2, "shoot_out"), (2, 1, "shoot_out")]


def test_wcc_those_still_level_return_to_step_1_among_themselves() -> None:
    """13 points each. Step 1: 12 for 1, 6 each for 2 and 3; between these two 3 won 5-3.

    Without the return, step 2 (the 20s of the games among all three) would put 2 before 3.
    """
    fixtures = [match(1, 2, rounds(5, 3, 0, 9)), match(1, 3, rounds(7, 1)), match(2, 3, rounds(3, 5))]
    fixtures += [match(1, 4, rounds(1, 7)), match(2, 4, rounds(7, 1)), match(3, 4, rounds(7, 1))]
    places = wcc(fixtures, count=4)
    assert [(p.entry, p.points) for p in places] == [(1, 13), (3, 13), (2, 13), (4, 9)]
    assert why(places)[1] == "points among those level 12 against 6"
    assert why(places)[3] == "points among those level 5 against 3"


def test_wcc_after_a_separation_by_20s_the_game_between_those_still_level_counts() -> None:
    """Each of 1, 2, 3 beat one of the others 5-3. 20s among them: 10, 6, 6; then 2 beat 3.

    Without the return, step 3 (20s in all games) would put 3 before 2.
    """
    fixtures = [match(1, 2, rounds(5, 3, 5, 3)), match(2, 3, rounds(5, 3, 3, 3))]
    fixtures += [match(3, 1, rounds(5, 3, 3, 5))]
    fixtures += [match(entry, 4, rounds(6, 2, 9 if entry == 3 else 0, 0)) for entry in (1, 2, 3)]
    places = wcc(fixtures, count=4)
    assert rows(places)[:3] == [(1, 1, "twenties_tied"), (2, 2, "head_to_head"), (3, 3, "head_to_head")]
    assert why(places)[1] == "20s in games among those level 10 against 6"
    assert why(places)[3] == "points among those level 3 against 5"


# wcc, preliminary


def test_wcc_preliminary_points_then_20s_whatever_the_game_between_them_was() -> None:
    fixtures = [
        match(1, 2, rounds(8, 0, 1, 5)),
        match(1, 3, rounds(0, 8, 1, 0)),
        match(2, 4, rounds(8, 0, 2, 0)),
    ]
    places = wcc(fixtures, count=4, kind="preliminary")
    assert rows(places)[:3] == [(1, 2, "twenties_all"), (2, 1, "twenties_all"), (3, 3, "twenties_all")]
    assert why(places)[1] == "20s 2 against 7 and 0"


def test_wcc_preliminary_shoot_out() -> None:
    level = [match(1, 2, rounds(4, 4, 5, 5))]
    assert [place.open for place in wcc(level, count=2, kind="preliminary")] == [True, True]
    places = wcc(level, shoot_out((2, 8), (1, 8)), shoot_out((2, 7), (1, 9)), count=2, kind="preliminary")
    assert rows(places) == [(1, 1, "shoot_out"), (2, 2, "shoot_out")]
