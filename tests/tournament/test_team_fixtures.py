"""Ties of teams as fixtures (Vaishali), beside what the table says of the same ties."""

from dataclasses import replace

import pytest
from tournament_values import better_seed_wins, decide, entries, result

from boardside.game.ties import matches_of
from host_tools.tournament.draw import groups, knockout
from host_tools.tournament.model import progress, remarks, ties
from host_tools.tournament.model.model import Fixture, FixtureState
from host_tools.tournament.standings import standings


def drawn(count: int) -> list[Fixture]:
    return ties.expand(knockout.draw(entries(count, seeds=count), "S", prefix="t"))


def tie(*winners: str | None, states: tuple[FixtureState, ...] = ()) -> list[Fixture]:
    """A final between 1 and 2 whose matches were won so; "" is not played, None: neither came."""
    fixtures = drawn(2)
    for number, winner in enumerate(winners):
        if winner != "":
            how = "played" if winner else "walk_over"
            fixtures[number] = decide(fixtures[number], result(winner or None, 3, how))  # type: ignore[arg-type]
    for number, state in enumerate(states):
        fixtures[number] = replace(fixtures[number], state=state)
    return fixtures


def states(fixtures: list[Fixture]) -> list[str]:
    return [fixture.state for fixture in fixtures]


@pytest.mark.parametrize(
    "stage", ["group", "round", "pre_quarter_final", "quarter_final", "semi_final", "final"]
)
def test_as_many_matches_as_the_table_expects(stage: str) -> None:
    parts = ties.parts_of(stage)
    assert (sum("doubles" in part for part in parts), parts.count("singles")) == matches_of(stage)


def test_a_late_tie_has_three_matches_an_early_one_one() -> None:
    fixtures = drawn(16)
    early = [f for f in fixtures if f.tie == "t-1-1-1"]
    late = [f for f in fixtures if f.tie == "t-1-2-1"]
    assert [(f.id, f.part) for f in early] == [("t-1-1-1-1", "doubles")]
    assert [(f.id, f.part) for f in late] == [
        *(("t-1-2-1-1", "doubles 1"), ("t-1-2-1-2", "doubles 2"), ("t-1-2-1-3", "singles"))
    ]
    assert {str(f.source_a) for f in late} == {"winner:t-1-1-1"}
    assert len({f.id for f in fixtures}) == len(fixtures)


def test_a_bye_of_a_team_stays_one_fixture() -> None:
    assert next((f.id, f.state, f.tie) for f in drawn(3)) == ("t-1-1-1", "bye", None)


def test_two_wins_take_the_tie_and_the_third_match_is_off() -> None:
    settled = ties.settled(tie("a", "a", ""))
    assert states(settled) == ["done", "done", "off"]
    (folded,) = ties.folded(settled)
    assert (folded.id, folded.state, folded.tie, folded.part) == ("t-1-1-1", "done", None, None)
    assert folded.result is not None
    assert (folded.result.winner, folded.result.games_won, folded.result.points) == ("a", (2, 0), (4, 0))
    assert folded.result.net == 6


def test_one_win_each_needs_the_third() -> None:
    settled = ties.settled(tie("a", "b", ""))
    assert states(settled) == ["done", "done", "ready"]
    assert ties.folded(settled)[0].state == "playing"
    (folded,) = ties.folded(tie("a", "b", "b"))
    assert folded.result is not None
    assert (folded.result.winner, folded.result.games_won) == ("b", (1, 2))


@pytest.mark.parametrize("state", ["called", "playing", "held"])
def test_a_third_match_that_was_called_may_be_played_out(state: FixtureState) -> None:
    """A match that was called may be played to its end after the tie is decided."""
    assert states(ties.settled(tie("a", "a", "", states=("done", "done", state)))) == ["done", "done", state]


def test_a_correction_brings_the_third_match_back() -> None:
    settled = ties.settled(tie("a", "a", ""))
    corrected = [decide(settled[0], result("b")), *settled[1:]]
    assert states(ties.settled(progress.resolve(corrected))) == ["done", "done", "ready"]


def test_a_tie_is_the_more_wins_when_a_match_was_won_by_nobody() -> None:
    """Two stayed away from one match; one win to nothing is more than can still be."""
    (folded,) = ties.folded(tie("a", None, ""))
    assert folded.state == "playing"
    (folded,) = ties.folded(tie("a", None, None))
    assert folded.result is not None
    assert folded.result.winner == "a"


def test_a_tie_that_nobody_came_to_is_lost_by_both() -> None:
    (folded,) = ties.folded(tie(None, None, None))
    assert folded.result is not None
    assert (folded.state, folded.result.winner, folded.result.how) == ("done", None, "walk_over")


def test_a_tie_without_a_majority_in_the_end_is_not_decided() -> None:
    (folded,) = ties.folded(tie("a", "b", None))
    assert (folded.state, folded.result) == ("playing", None)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (("ready", "ready", "ready"), "ready"),
        (("called", "ready", "ready"), "called"),
        (("playing", "called", "ready"), "playing"),
        (("done", "held", "ready"), "held"),
    ],
)
def test_an_undecided_tie_is_as_far_as_its_matches(given: tuple[FixtureState, ...], expected: str) -> None:
    (folded,) = ties.folded(tie(states=given))
    assert folded.state == expected


def test_folding_twice_changes_nothing() -> None:
    once = ties.folded(tie("a", "b", ""))
    assert ties.folded(once) == once


def test_a_whole_knockout_of_teams() -> None:
    """Match by match: the better team wins each, so that no third match is played."""
    fixtures = ties.settled(progress.resolve(drawn(16)))
    while any(fixture.state == "ready" for fixture in fixtures):
        number = next(at for at, fixture in enumerate(fixtures) if fixture.state == "ready")
        fixtures[number] = decide(fixtures[number], better_seed_wins(fixtures[number]))
        fixtures = ties.settled(progress.resolve(fixtures))
    played = [fixture for fixture in fixtures if fixture.state == "done"]
    assert len(played) == 8 + 2 * 7
    assert states([f for f in fixtures if f.part == "singles"]) == ["off"] * 7
    places = standings.standing("vaishali", "knockout", range(1, 17), fixtures)
    assert [place.entry for place in places[:4]] == [1, 2, 3, 4]
    assert (places[0].won, remarks.why(places[0])) == (4, "won the final")


def test_ties_in_a_group_count_as_one_each() -> None:
    """Two points a tie that is won, net points of its matches together."""
    games = ties.expand([replace(f, laws_stage="final") for f in _group()])
    done = [decide(f, result("a" if (f.a or 0) < (f.b or 0) else "b", 0)) for f in games]
    places = standings.standing("vaishali", "groups", [1, 2, 3], ties.settled(done))
    assert [(place.entry, place.points, place.played) for place in places] == [
        (1, 4, 2),
        (2, 2, 2),
        (3, 0, 2),
    ]


def _group() -> list[Fixture]:
    return groups.round_robin([1, 2, 3], stage=1, prefix="t", group=1)
