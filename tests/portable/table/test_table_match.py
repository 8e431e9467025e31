"""Whole matches by keys alone: changes of sides, interval, extra board, early ends."""

from table_kit import item, with_match

from boardside.game import match


def pages(umpire):
    """What an alternating screen shows by turns, 2 s each: the message, and the score as (left, right)."""
    shown = []
    for _ in range(2):
        screen = umpire.table.screen(umpire.now)
        if screen.page_now == "message":
            shown.append(screen.message)
        else:
            shown.append((screen.points_left, screen.points_right))
        umpire.wait(2_048)
    return set(shown)


def test_61_two_minutes_to_change_sides_then_the_umpire_is_told():
    umpire = with_match()
    umpire.press("C")
    umpire.result("a", 9, "a")
    umpire.result("a", 9, "a")
    umpire.result("a", 4, None)
    clock = umpire.table.status(umpire.now)["clock"]
    assert (clock["name"], clock["state"], clock["length"]) == ("side_change", "running", 120_000)
    umpire.wait(clock["left"] - 20)
    assert umpire.table.status(umpire.now)["clock"]["state"] == "running"
    umpire.wait(20)
    assert umpire.table.status(umpire.now)["clock"]["state"] == "expired"
    assert umpire.sounds[-1] == "zero"
    assert umpire.state.phase == "change"  # nothing is decided by itself


def test_three_games_with_change_of_sides_interval_and_the_change_in_mid_game():
    umpire = with_match()
    umpire.press("C")
    # game one to a, 24 boards' worth in three: 12 + 12 + 1
    umpire.result("a", 9, "a")
    umpire.result("a", 9, "a")
    assert umpire.sounds[-1] == "board"
    umpire.result("a", 4, None)
    assert umpire.sounds[-1] == "game"
    assert umpire.state.phase == "change"
    assert umpire.state.games == {"a": 1, "b": 0}
    clock = umpire.table.clocks.main
    assert clock.name == "side_change"
    assert "(58)" in umpire.line()
    assert pages(umpire) == {"SidE", (25, 0)}  # the finished game's official score
    assert umpire.table.status(umpire.now)["clock"]["name"] == "side_change"
    umpire.press("C")
    assert umpire.memory.kinds()[-1] == "sides"
    assert umpire.state.left_side == "b"
    assert umpire.state.phase == "ready"
    umpire.wait(-umpire.now % 8_192)  # not in the turn of the games
    assert umpire.shows(" 0_b1  0")  # b breaks first and sits on the left; a's game is on the right
    # game two to b
    umpire.result("b", 9, "b")
    umpire.result("b", 9, "b")
    umpire.result("b", 1, None)
    assert umpire.state.phase == "interval"
    assert umpire.table.screen(umpire.now).clock_s == 600
    assert pages(umpire) == {"rESt", (25, 0)}  # b, who won, sits on the left
    assert umpire.table.status(umpire.now)["clock"]["length"] == 600_000
    umpire.press("C")
    assert umpire.state.left_side == "a"
    # game three: the change falls due at 13 or after the fourth board
    assert umpire.state.breaker == "a"
    umpire.press("C")
    umpire.result("a", 9, "a")
    assert umpire.state.phase == "ready"
    umpire.result("a", 2, "b")
    assert umpire.state.phase == "change"
    assert umpire.sounds[-1] == "change"
    assert umpire.table.status(umpire.now)["clock"]["name"] == "side_change"
    assert "(60)" in umpire.line()
    umpire.press("C")
    assert umpire.state.left_side == "b"
    umpire.result("b", 9, "b")
    assert umpire.state.phase == "ready"  # only once
    umpire.result("a", 9, "a")
    assert umpire.state.phase == "over"
    assert umpire.sounds[-1] == "match"
    assert pages(umpire) == {"ConF", (12, 25)}
    assert umpire.table.screen(umpire.now).provisional
    umpire.press("C")
    assert umpire.sounds[-1] == "refuse"
    umpire.press("O")
    assert umpire.memory.kinds()[-1] == "confirm"
    assert umpire.shows("12    25")
    assert umpire.table.screen(umpire.now).confirmed
    assert umpire.table.status(umpire.now)["points"] == [25, 12]
    assert umpire.table.status(umpire.now)["games"] == [2, 1]
    assert match.official(umpire.state)["games"] == [[25, 0], [0, 25], [25, 12]]
    assert umpire.is_fold()


def test_extra_board_with_its_own_toss():
    umpire = with_match()
    for number in range(8):
        umpire.result("ab"[number % 2], 2, "a" if number % 2 == 0 else "b")
    assert umpire.state.extra
    assert umpire.state.phase == "toss"
    assert "56b" in umpire.line()
    umpire.press("O")
    assert umpire.sounds[-1] == "refuse"
    umpire.press("BO")
    assert umpire.shows("20   _20")
    umpire.press("C")
    umpire.result("b", 1, "b")
    assert umpire.state.games == {"a": 0, "b": 1}
    assert umpire.state.phase == "change"


def test_play_goes_on_without_the_change_and_it_stays_owed():
    umpire = with_match()
    umpire.result("a", 9, "a")
    umpire.result("a", 9, "a")
    umpire.result("a", 1, None)
    assert umpire.state.phase == "change"
    umpire.result("a", 3, "a")
    assert umpire.state.phase == "change"
    assert umpire.table.screen(umpire.now).change_due
    umpire.press("C")
    assert umpire.state.left_side == "b"


def test_conceding_a_game_and_the_match():
    umpire = with_match()
    umpire.result("b", 5, "b")
    item(umpire, "Concede the game")
    umpire.press("O")
    assert umpire.sounds[-1] == "refuse"  # a side must be chosen
    umpire.press("QO")
    assert umpire.state.games == {"a": 0, "b": 1}
    assert umpire.memory.events[-1]["side"] == "a"
    umpire.press("C")
    assert umpire.state.left_side == "b"
    item(umpire, "Concede the match")
    umpire.press("SO")  # right: now a
    assert umpire.memory.events[-1]["side"] == "a"
    assert umpire.state.phase == "over"
    assert umpire.state.how == "conceded"
    umpire.press("U")
    assert umpire.state.phase == "ready"
    item(umpire, "Concede the match")
    umpire.press("SOO")
    assert umpire.state.phase == "confirmed"


def test_match_lost_by_ruling_with_its_letter():
    umpire = with_match()
    item(umpire, "Match lost by ruling")
    assert umpire.shows("143 nonE")
    umpire.press("QQQ")
    assert umpire.shows("143    C")
    umpire.press("O")
    umpire.press("U")  # back to the letter
    assert umpire.shows("143    C")
    umpire.press("QOQO")
    event = umpire.memory.events[-1]
    assert (event["law"], event["side"]) == ("143d", "a")
    assert umpire.state.winner == "b"


def test_nobody_came_the_walk_over_is_offered_and_never_imposed():
    umpire = with_match()
    umpire.wait(899_900, 100)
    umpire.wait(200)
    assert umpire.sounds[-1] == "zero"
    assert umpire.memory.events[-1]["law"] == "143i"
    assert umpire.state.phase == "ready"
    assert pages(umpire) == {"CALL143.i", (0, 0)}
    umpire.press("O")
    umpire.press("O")
    assert umpire.sounds[-1] == "refuse"
    umpire.press("SO")
    assert umpire.state.how == "walkover"
    assert umpire.state.winner == "a"
    assert match.official(umpire.state)["games"] == [[25, 0], [25, 0]]
    umpire.press("U")
    umpire.press("C")  # they came after all
    assert umpire.state.phase == "board"


def test_the_report_clock_ends_with_the_toss_or_play():
    umpire = with_match(breaks=None)
    assert umpire.table.status(umpire.now)["clock"]["name"] == "report"
    umpire.press("WO")
    assert umpire.table.status(umpire.now)["clock"]["state"] == "off"
    umpire = with_match()
    umpire.press("P")
    assert umpire.table.status(umpire.now)["clock"]["state"] == "paused"
    umpire.result("a", 5, "a")
    assert umpire.table.status(umpire.now)["clock"]["state"] == "off"
