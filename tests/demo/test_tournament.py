"""What the robots press and send is what the rules engine and the panel guide mean by it."""

from boardside.game import match as game
from host_tools.demo.recorded import RecordedBoard, championship
from host_tools.demo.umpire import result_keys
from tests.recorded_events import assignment


def test_the_umpire_counts_the_losers_colour() -> None:
    assert result_keys(RecordedBoard("a", 2, "a"), white="a") == [
        "OK", "BLACK", "BLACK", "QUEEN", "OK", "OK",
    ]  # fmt: skip
    assert result_keys(RecordedBoard("a", 1, "b"), white="b") == [
        "OK", "WHITE", "QUEEN", "QUEEN", "OK", "OK",
    ]  # fmt: skip
    assert result_keys(RecordedBoard("b", 1, None), white="a") == [
        "OK", "WHITE", "QUEEN", "QUEEN", "OK", "OK",
    ]  # fmt: skip


def test_every_recorded_match_can_be_assigned() -> None:
    for match in championship():
        state, _ = game.apply(game.new(), assignment(match))
        assert (state.phase, state.setup.rules["board_limit"]["group"]) == ("ready", 8)
