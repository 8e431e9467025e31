"""The made-up totals of the recorded crokinole rounds give the recorded points."""

from typing import cast

from boardside.game import match as game
from host_tools.demo.play_offs import play_offs
from host_tools.demo.recorded import SIDES
from host_tools.demo.tournament import score_of
from host_tools.demo.umpire import MOST_OTHERS, discs_of, rounds_of
from host_tools.live_values import OfficialResult
from tests.recorded_events import assignment_of


def test_made_up_discs_give_the_recorded_points_and_20s() -> None:
    made = winner_alone = 0
    for match in play_offs():
        for recorded in match.games:
            for played in rounds_of(recorded):
                discs = discs_of(played)
                if discs is None:
                    winner_alone += 1
                    continue
                made += 1
                a, b = (sum(side) for side in discs)
                assert played.points == ((2, 0) if a > b else (0, 2) if b > a else (1, 1))
                assert tuple(side.count(20) for side in discs) == played.twenties
                assert max(len(side) - side.count(20) for side in discs) <= MOST_OTHERS
    assert made > 60
    assert made + winner_alone == 73


def test_the_rules_take_every_made_up_round_and_come_to_what_was_published() -> None:
    for match in play_offs():
        state, _ = game.apply(game.new(), assignment_of(match))
        for recorded in match.games:
            for played in rounds_of(recorded):
                twenties = dict(zip(SIDES, played.twenties, strict=True))
                discs = discs_of(played)
                if discs is None:
                    winner = "a" if played.points[0] > played.points[1] else "b"
                    event = {"kind": "round", "winner": winner, "twenties": twenties}
                else:
                    totals = {side: sum(values) for side, values in zip(SIDES, discs, strict=True)}
                    event = {"kind": "round", "total": totals, "twenties": twenties}
                state, _ = game.apply(state, event)
        assert state.phase == "over"
        assert score_of(cast("OfficialResult", game.official(state))) == match.official == match.added_up
