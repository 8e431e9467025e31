"""What counts in a standing: matches that are decided, walk-overs, and those of who withdraws."""

from dataclasses import replace

from tournament_values import match, result, rounds

from host_tools.tournament.model import remarks
from host_tools.tournament.model.model import Fixture, Place
from host_tools.tournament.standings import standings


def rows(places: list[Place]) -> list[tuple[int, int, str]]:
    """(place, entry, step) of each line."""
    return [(place.place, place.entry, place.step) for place in places]


def vkk(fixtures: list[Fixture], count: int = 3) -> list[Place]:
    return standings.standing("vkk", "groups", range(1, count + 1), fixtures)


def test_only_decided_matches_count_and_before_the_last_nothing_is_owed() -> None:
    held = match(2, 3, result("a", 9), state="held")
    places = vkk([match(1, 2, result("a", 5)), held, match(1, 3)])
    assert rows(places) == [(1, 1, "points"), (2, 3, "net"), (3, 2, "net")]
    assert not any(place.open for place in places)
    nothing = vkk([match(1, 2), match(2, 3), match(1, 3)])
    assert rows(nothing) == [(1, 1, "level"), (1, 2, "level"), (1, 3, "level")]
    assert remarks.why(nothing[0]) == "has not played yet"


def test_a_walk_over_counts_as_its_result_says() -> None:
    """D26: 25-0 in each game needed; D86 in crokinole: 8-0."""
    places = vkk([match(1, 2, result("a", 25, "walk_over"))], count=2)
    assert [(p.points, p.won, p.lost, p.net) for p in places] == [(2, 1, 0, 25), (0, 0, 1, -25)]


def test_when_neither_came_both_have_lost() -> None:
    both = match(1, 2, result(None, 0, "walk_over"))
    assert [(p.points, p.lost, p.drawn) for p in vkk([both], count=2)] == [(0, 1, 0), (0, 1, 0)]


def test_a_single_entry_is_first() -> None:
    (place,) = vkk([], count=1)
    assert (place.place, remarks.why(place), place.open) == (1, "the only entry", False)
    assert vkk([], count=0) == []


def test_results_against_somebody_who_is_not_in_it_do_not_count() -> None:
    assert [p.points for p in vkk([match(1, 9, result("a", 5))], count=2)] == [0, 0]


# Who withdraws


def group_with(*last: Fixture) -> list[Fixture]:
    return [match(1, 2, result("a", 25)), match(2, 3, result("a", 3)), match(1, 3, result("b", -1)), *last]


def test_in_a_group_the_matches_of_who_left_count_for_nobody() -> None:
    with_4 = group_with(
        match(1, 4, result("b", -25)),
        match(2, 4, result("a", 25, "walk_over"), note_code="withdrawn"),
        match(3, 4, result("a", 25, "walk_over"), note_code="withdrawn"),
    )
    places = standings.standing("vkk", "groups", [1, 2, 3, 4], with_4, withdrawn=[4])
    assert places[:3] == standings.standing("vkk", "groups", [1, 2, 3], group_with())
    assert rows(places)[3] == (4, 4, "withdrawn")


def test_before_the_walk_overs_are_written_it_is_the_same() -> None:
    unplayed = group_with(match(1, 4, result("b", -25)), match(2, 4), match(3, 4))
    places = standings.standing("vkk", "groups", [1, 2, 3, 4], unplayed, withdrawn=[4])
    assert places[:3] == standings.standing("vkk", "groups", [1, 2, 3], group_with())


def test_who_withdraws_after_the_last_match_keeps_the_place() -> None:
    """Also when an opponent had withdrawn before, or did not come."""
    whole = group_with(
        match(1, 4, result("b", -25)),
        match(2, 4, result("b", -9, "walk_over")),
        match(4, 3, result("b", -9, "walk_over")),
    )
    without = standings.standing("vkk", "groups", [1, 2, 3, 4], whole)
    assert standings.standing("vkk", "groups", [1, 2, 3, 4], whole, withdrawn=[4]) == without


def test_who_got_a_walk_over_from_one_who_left_has_not_left() -> None:
    given = match(1, 4, result("a", 25, "walk_over"), note_code="withdrawn")
    whole = group_with(given, match(2, 4, result("a", 1)), match(3, 4, result("a", 1)))
    without_4 = standings.standing("vkk", "groups", [1, 2, 3, 4], whole, withdrawn=[4])
    assert standings.standing("vkk", "groups", [1, 2, 3, 4], whole, withdrawn=[1, 4]) == without_4
    assert [place.entry for place in without_4 if place.step == "withdrawn"] == [4]


def test_in_a_preliminary_what_was_played_stands() -> None:
    fixtures = [
        match(1, 4, rounds(6, 2)),
        match(2, 3, rounds(5, 3)),
        match(3, 4, rounds(8, 0), note_code="withdrawn"),
    ]
    fixtures[2] = replace(fixtures[2], result=replace(rounds(8, 0), how="walk_over"))
    places = standings.standing("wcc", "preliminary", [1, 2, 3, 4], fixtures, withdrawn=[4])
    assert [(p.place, p.entry, p.points) for p in places] == [(1, 3, 11), (2, 1, 6), (3, 2, 5), (4, 4, 2)]
    assert places[-1].step == "withdrawn"


# By group


def test_by_group_each_group_by_itself() -> None:
    fixtures = [match(1, 2, result("b", -1), group=1), match(3, 4, result("a", 1), group=2)]
    groups = standings.by_group("vkk", "groups", fixtures)
    assert {group: [place.entry for place in places] for group, places in groups.items()} == {
        1: [2, 1],
        2: [3, 4],
    }
