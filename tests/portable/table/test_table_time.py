"""The end of the hall's clock calls time, where the rules of a carrom match say so."""

from table_kit import Umpire

BY_HALL = {"games": 1, "time_by": "hall"}


class Hall(Umpire):
    """A table in a hall whose clock runs for five seconds."""

    def __init__(self, **rules):
        Umpire.__init__(self)
        assert self.assign(rules=dict(BY_HALL, **rules))[0]

    def hall(self, do="start", ms=5_000):
        assert self.table.command({"kind": "hall", "do": do, "ms": ms}, self.now)[0]

    def run_out(self):
        self.hall()
        self.wait(5_100)

    @property
    def asks(self):
        return self.table.is_time_called()


def in_board_two(**rules):
    umpire = Hall(**rules)
    umpire.result("b", 5, "b")
    umpire.press("C")
    assert (umpire.state.phase, umpire.state.board) == ("board", 2)
    return umpire


def test_d473_a_board_that_does_not_count_stops_and_the_umpire_ends_the_game():
    umpire = in_board_two()
    umpire.run_out()
    assert umpire.sounds.count("hall_end") == 1
    assert (umpire.asks, umpire.state.phase) == (True, "board")
    assert umpire.table.status(umpire.now)["clock"]["state"] == "paused"
    assert umpire.line() == "Time is up. OK ends the game"
    umpire.press("O")
    assert umpire.shows("End  YES")
    assert umpire.line() == "Board 2 void: OK ends, UNDO plays on"
    umpire.press("W")
    assert umpire.sounds[-1] == "refuse"
    umpire.press("O")
    assert (umpire.memory.kinds()[-1], umpire.state.phase, umpire.state.winner) == ("time", "over", "b")
    assert not umpire.state.confirmed
    umpire.press("O")
    assert umpire.state.confirmed
    assert umpire.is_fold()


def test_d473_a_board_that_counts_is_played_to_its_end_before_the_table_asks():
    umpire = in_board_two(at_time="counts")
    umpire.run_out()
    assert not umpire.asks
    assert umpire.shows("LASt bd")
    umpire.result("a", 9, "a")
    assert (umpire.state.phase, umpire.asks) == ("ready", True)
    umpire.press("O")
    assert umpire.line() == "Time: OK ends the game, UNDO plays on"
    umpire.press("O")
    assert (umpire.state.phase, umpire.state.winner, umpire.state.how) == ("over", "a", "time")


def test_d473_undo_plays_on_and_the_table_asks_again_behind_the_board():
    umpire = in_board_two()
    umpire.run_out()
    umpire.press("OU")
    assert (umpire.asks, umpire.state.phase) == (False, "board")
    umpire.result("a", 1, "a")
    assert umpire.asks
    umpire.press("C")  # so does "Play"
    assert (umpire.asks, umpire.state.phase) == (False, "board")


def test_d473_between_boards_and_only_in_the_game_in_which_the_time_ended():
    umpire = Hall(games=3)
    umpire.run_out()
    assert not umpire.asks  # no board was played
    umpire.result("b", 5, "b")
    assert umpire.asks
    umpire.press("OO")
    assert (umpire.state.game, umpire.asks) == (2, False)
    umpire.press("C")
    umpire.result("b", 5, "b")
    assert not umpire.asks
    umpire.run_out()
    assert umpire.asks


def test_d473_a_clock_that_is_paused_or_starts_again_asks_nothing():
    umpire = in_board_two()
    umpire.hall()
    umpire.hall("pause", 1_000)
    umpire.wait(9_000)
    assert not umpire.asks
    umpire.hall("resume", 1_000)
    umpire.wait(1_100)
    assert umpire.asks
    umpire.press("O")
    umpire.hall()  # five minutes more: the open question is left by UNDO
    umpire.press("U")
    assert not umpire.asks
    umpire.wait(5_100)
    assert not umpire.asks  # play on was said in this board
    umpire.result("a", 1, "a")
    assert umpire.asks


def test_d473_the_question_comes_back_after_power_on():
    for at_time, asks in (("void", True), ("counts", False)):
        umpire = in_board_two(at_time=at_time)
        umpire.run_out()
        umpire.power_on()
        assert umpire.asks is asks
        umpire.press("OU")  # plays on, or leaves an entry
        umpire.result("a", 1, "a")
        umpire.power_on()
        assert umpire.asks
        umpire.press("C")
        umpire.power_on()
        assert not umpire.asks  # this board was begun after the time
    umpire = Hall(games=3)
    umpire.result("b", 5, "b")
    umpire.run_out()
    umpire.press("OOC")
    umpire.result("b", 5, "b")
    umpire.power_on()
    assert not umpire.asks


def test_d473_other_rules_only_show_the_halls_clock():
    umpire = in_board_two(time_by="call")
    umpire.run_out()
    assert not umpire.asks
    assert umpire.table.status(umpire.now)["clock"]["state"] == "running"
    extra = Hall(draws=False)
    extra.result("b", 5, "b")
    extra.result("a", 5, "a")
    extra.run_out()
    extra.press("OO")
    assert (extra.state.phase, extra.asks) == ("toss", False)
