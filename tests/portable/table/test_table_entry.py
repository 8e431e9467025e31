"""A board's result by keys: counting, the Queen, points on demand, the proposal, corrections."""

from table_kit import Umpire, item, with_match

from boardside.game import match


def board(umpire):
    """The last stored event, a board."""
    event = umpire.memory.events[-1]
    assert event["kind"] == "board", event
    return event


def test_a_proposal_beyond_the_games_points_is_cut_as_the_result_will_be():
    umpire = with_match()
    for keys in ("OBBBBBQOO", "OWWWWWQOO", "OBBBBBQOO"):
        umpire.press(keys)
    assert umpire.state.points == {"a": 24, "b": 0}
    umpire.press("OWWWWWQO")
    assert umpire.shows("25 P5  0")
    umpire.press("O")
    assert board(umpire)["winner"] == "a"
    assert umpire.state.history[0].points == {"a": 25, "b": 0}


def test_the_colour_left_is_the_losers_whoever_breaks():
    umpire = with_match()
    umpire.press("OWWQOO")  # a has white
    assert board(umpire)["winner"] == "b"
    assert umpire.state.breaker == "b"
    umpire.press("OWWQOO")  # now b has white
    assert board(umpire)["winner"] == "a"


def test_the_other_colour_starts_over_and_forgets_the_queen():
    umpire = with_match()
    umpire.press("OBBBQS")
    umpire.press("W")
    assert umpire.shows("C1 qUEEn")
    umpire.press("O")
    assert umpire.sounds[-1] == "refuse"  # the Queen has to be told again
    umpire.press("QOO")
    event = board(umpire)
    assert (event["winner"], event["left"], event["queen"], event["demand"]) == ("b", 1, "b", 0)


def test_undo_takes_back_press_by_press_and_then_leaves():
    umpire = with_match()
    umpire.press("OBBQS")
    umpire.press("W")
    shown = []
    for _ in range(6):
        umpire.press("U")
        shown.append(umpire.show())
    assert shown[:4] == ["P1. on C2", "  . on C2", "qUEEn C2", "qUEEn C1"]
    assert shown[4].startswith("rE5")
    assert umpire.table.panel.is_at_main
    assert umpire.memory.kinds() == ["boot", "match"]


def test_nothing_left_names_the_winner_by_the_held_key():
    umpire = with_match()
    umpire.press("OW+")
    assert umpire.shows("qUEEn C0")
    umpire.press("QOO")
    event = board(umpire)
    assert (event["winner"], event["left"]) == ("a", 0)
    assert umpire.state.points["a"] == 3
    umpire.press("OBBB" + "W+")  # black was counted three times; then white, held
    event_before = len(umpire.memory.events)
    umpire.press("QOO")
    assert len(umpire.memory.events) == event_before + 1
    event = board(umpire)
    assert (event["winner"], event["left"]) == ("b", 0)


def test_a_held_key_replaces_what_its_press_counted():
    umpire = with_match()
    umpire.press("OBBQ")
    umpire.press("W+")  # white won: black is what is counted, so the Queen stays as told
    assert umpire.shows("  . on C0")
    umpire.press("U")
    assert umpire.shows("  . on C2")


def test_no_side_has_more_than_nine():
    umpire = with_match()
    umpire.press("O" + "B" * 9)
    umpire.press("B")
    assert umpire.sounds[-1] == "refuse"
    assert umpire.shows("9 onLY")
    umpire.press("QOO")
    assert board(umpire)["left"] == 9
    assert umpire.state.points["a"] == 12


def test_the_queen_must_be_told_unless_she_counts_nothing():
    umpire = with_match()
    umpire.press("OBO")
    assert umpire.sounds[-1] == "refuse"
    assert "QUEEN" in umpire.line()
    umpire.press("UUU")
    for _ in range(2):
        umpire.result("a", 8, "a")
    assert umpire.state.points["a"] == 22
    breaker = umpire.state.breaker
    umpire.press("O" + ("B" if breaker == "a" else "W") * 2)
    assert "-" not in umpire.show()
    umpire.press("OO")
    assert board(umpire)["queen"] is None
    assert umpire.state.points["a"] == 24


def test_points_on_demand_go_round():
    umpire = with_match()
    umpire.press("OBBQ")
    for demand in (1, 2, 0, 1):
        umpire.press("S")
        assert umpire.table.screen(umpire.now).entry_demand == demand
    umpire.press("O")
    assert umpire.table.screen(umpire.now).gain == 6
    umpire.press("S")  # still there to choose on the proposal
    assert umpire.table.screen(umpire.now).gain == 7
    umpire.press("Q")  # and the Queen
    assert umpire.table.screen(umpire.now).gain == 4
    umpire.press("O")
    event = board(umpire)
    assert (event["queen"], event["demand"]) == ("b", 2)


def test_the_umpires_own_points_are_an_override_and_shown_as_one():
    umpire = with_match()
    umpire.press("OBBBQO")
    umpire.press("WW")
    assert umpire.table.screen(umpire.now).gain == 8
    assert umpire.table.screen(umpire.now).gain_overridden
    umpire.press("BB")
    assert not umpire.table.screen(umpire.now).gain_overridden
    umpire.press("B")
    umpire.press("O")
    assert board(umpire)["points"] == 5
    assert umpire.state.overridden
    assert umpire.state.boards[0].override


def test_the_umpires_points_stay_within_what_a_board_can_give():
    umpire = with_match()
    umpire.press("OBBBQO" + "W" * 6)
    assert umpire.table.screen(umpire.now).gain == 12
    umpire.press("W")
    assert umpire.sounds[-1] == "refuse"
    umpire.press("B" * 12)
    assert umpire.table.screen(umpire.now).gain == 0
    umpire.press("B")
    assert umpire.sounds[-1] == "refuse"


def test_other_keys_are_refused_once_something_is_counted():
    umpire = with_match()
    umpire.press("COB")
    for keys in ("C", "P", "D"):
        umpire.press(keys)
        assert umpire.sounds[-1] == "refuse"
        assert "UNDO" in umpire.line()
    umpire.press("QO")
    umpire.press("C")
    assert umpire.sounds[-1] == "refuse"
    umpire.press("O")
    assert board(umpire)["left"] == 1


def test_counting_holds_a_running_stroke_and_leaving_lets_it_go_on():
    umpire = with_match()
    umpire.press("C")
    umpire.wait(5_000)
    umpire.press("O")
    assert umpire.table.status(umpire.now)["clock"]["state"] == "running"
    umpire.press("B")
    left = umpire.table.clocks.left(umpire.now)
    umpire.wait(60_000)
    assert "expired" not in umpire.memory.kinds()
    umpire.press("UU")
    assert umpire.table.status(umpire.now)["clock"]["state"] == "paused"
    umpire.press("C")
    assert umpire.table.clocks.left(umpire.now) == left


def test_board_lost_by_ruling():
    umpire = with_match()
    umpire.press("C")
    item(umpire, "Board lost by ruling")
    umpire.press("Q")
    assert umpire.shows("bY    51")
    umpire.press("QQ")
    umpire.press("O")
    assert umpire.shows("LoSt121b")
    umpire.press("W+")  # with none left there is nothing to lose it by
    assert umpire.sounds[-1] == "refuse"
    umpire.press("UU")
    item(umpire, "Board lost by ruling")
    umpire.press("QO" + "WWWW" + "QQQ")
    umpire.press("S")
    assert umpire.sounds[-1] == "refuse"
    umpire.press("OO")
    event = board(umpire)
    assert (event["winner"], event["left"], event["queen"], event["law"]) == ("b", 4, "board", "51")
    assert umpire.state.points["b"] == 7


def test_what_is_proposed_is_what_is_entered():
    for winner in ("a", "b"):
        for left in range(10):
            for queen in ("a", "b", "board"):
                umpire = with_match()
                event = {"kind": "board", "winner": winner, "left": left, "queen": queen, "demand": 1}
                expected = match.propose(umpire.state, event)
                umpire.result(winner, left, queen, 1)
                stored = umpire.state.boards[0]
                assert stored.points == expected.points
                assert stored.after == expected.after
                assert (stored.winner, stored.left, stored.queen) == (winner, left, queen)


def test_d10_a_board_that_counts_nothing_yet_says_why():
    umpire = Umpire()
    umpire.assign(ruleset="vaishali")
    umpire.press("OBBBBQQO")
    assert umpire.line() == "Asha gets 0 (D10): OK enters"
    umpire.press("Q")
    assert umpire.line() == "Asha gets 9: OK enters"
    umpire.press("Q")
    assert umpire.line() == "Asha gets 0 (D10): OK enters", "V9: QUEEN never says that she is on the board"
    umpire.press("S")
    assert umpire.shows("no duE"), "V9: foul pieces come back, there are no points on demand"


def test_d71_the_queen_is_asked_for_while_she_may_open_an_account():
    umpire = Umpire()
    umpire.assign(ruleset="vaishali")
    umpire.result("a", 9, "a")
    umpire.result("a", 5, "a")
    assert umpire.state.points == {"a": 24, "b": 0}, "she counts nothing for Asha, from 24"
    umpire.press("OBO")
    assert umpire.sounds[-1] == "refuse", "b may have covered her"
    umpire.press("QQOO")
    assert (board(umpire)["winner"], board(umpire)["queen"]) == ("a", "b")
    umpire.result("b", 3, "a")
    assert umpire.state.points == {"a": 25, "b": 3}
    umpire.press("OBO")
    assert umpire.sounds[-1] != "refuse", "both have an account"
