"""Whole matches by keys alone: changes of sides, interval, extra board, early ends, undo and redo."""

from table_kit import Umpire

from boardside.game import match
from boardside.table.items import ITEMS


def begun(**fields):
    umpire = Umpire()
    assert umpire.assign(**fields)[0]
    return umpire


def item(umpire, message):
    """Open the menu at the item whose line begins with `message`, and press OK."""
    umpire.press("O+")
    for _ in range(len(ITEMS)):
        if umpire.table.screen(umpire.now).menu_item.startswith(message):
            umpire.press("O")
            return
        umpire.press("B")
    raise AssertionError("no item %r" % message)


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
    umpire = begun()
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
    umpire = begun()
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
    assert umpire.shows(" 0.0b11 0")  # b breaks first and sits on the left; a's game is on the right
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
    assert umpire.shows("121Fi225.")
    assert umpire.table.screen(umpire.now).confirmed
    assert umpire.table.status(umpire.now)["points"] == [25, 12]
    assert umpire.table.status(umpire.now)["games"] == [2, 1]
    assert match.official(umpire.state)["games"] == [[25, 0], [0, 25], [25, 12]]
    assert umpire.is_fold()


def three_games(umpire):
    """A match of three games by keys, confirmed."""
    for winner, lefts in (("a", (9, 9, 4)), ("b", (9, 9, 4)), ("a", (9, 9))):
        for left in lefts:
            umpire.press("C")
            if umpire.state.phase == "ready":
                umpire.press("C")
            high = umpire.state.points[winner] > 21
            umpire.result(winner, left, None if high else winner)
        if umpire.state.phase != "over":
            umpire.press("C")
    umpire.press("C")
    if umpire.state.phase == "ready":
        umpire.press("C")
    umpire.result("a", 4, None)
    umpire.press("O")


def test_undo_goes_back_to_the_start_and_redo_brings_everything_back():
    umpire = begun()
    umpire.wait(500)
    start = match.to_dict(umpire.state)
    three_games(umpire)
    assert umpire.state.phase == "confirmed"
    assert umpire.state.games == {"a": 2, "b": 1}
    end = match.to_dict(umpire.state)
    steps = 0
    while umpire.table.record.undoable is not None:
        umpire.press("U")
        assert umpire.table.screen(umpire.now).message.startswith("Undo.")
        umpire.press("F")  # any key in between, so that the next UNDO is another one
        umpire.wait(1_100)  # it is refused: an UNDO at once would be for that key (D151)
        steps += 1
    assert steps > 15
    assert match.to_dict(umpire.state) == start
    umpire.press("U")
    assert umpire.shows("At StArt")
    assert umpire.is_fold()
    for _ in range(steps):
        item(umpire, "Take the last undo back")
        assert umpire.table.screen(umpire.now).message.startswith("rEdo.")
    assert match.to_dict(umpire.state) == end
    item(umpire, "Take the last undo back")
    assert umpire.sounds[-1] == "refuse"
    assert umpire.is_fold()


def test_undo_crosses_game_and_match_and_shows_what_it_took():
    umpire = begun()
    three_games(umpire)
    shown = []
    while umpire.state.game != 1 or umpire.state.phase != "board":
        umpire.press("U")
        shown.append(umpire.table.screen(umpire.now).message)
    assert shown[:4] == ["Undo.ConF", "Undo.bd 3", "Undo.PLAY", "Undo.SidE"]
    assert shown[-2:] == ["Undo.SidE", "Undo.bd 3"]
    assert umpire.state.points == {"a": 24, "b": 0}


def test_something_new_after_an_undo_ends_the_redo():
    umpire = begun()
    umpire.result("a", 5, "a")
    umpire.press("U")
    umpire.result("b", 5, "b")
    item(umpire, "Take the last undo back")
    assert umpire.sounds[-1] == "refuse"
    assert umpire.state.points == {"a": 0, "b": 8}
    umpire.wait(1_600)
    umpire.press("UU")  # out of the menu; then the board
    assert umpire.state.points == {"a": 0, "b": 0}
    item(umpire, "Take the last undo back")
    assert umpire.state.points == {"a": 0, "b": 8}


def test_undo_held_lists_the_events_and_offers_the_redo():
    umpire = begun()
    umpire.result("a", 5, "a")
    umpire.press("U+")
    assert umpire.state.points["a"] == 8
    assert umpire.shows("1 bd  L5")
    umpire.press("OO")
    assert umpire.state.points["a"] == 0
    umpire.press("O+ B O")
    assert umpire.state.points["a"] == 8


def test_extra_board_with_its_own_toss():
    umpire = begun()
    for number in range(8):
        umpire.result("ab"[number % 2], 2, "a" if number % 2 == 0 else "b")
    assert umpire.state.extra
    assert umpire.state.phase == "toss"
    assert "56b" in umpire.line()
    umpire.press("O")
    assert umpire.sounds[-1] == "refuse"
    umpire.press("BO")
    assert umpire.shows("200Eb020.")
    umpire.press("C")
    umpire.result("b", 1, "b")
    assert umpire.state.games == {"a": 0, "b": 1}
    assert umpire.state.phase == "change"


def test_play_goes_on_without_the_change_and_it_stays_owed():
    umpire = begun()
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
    umpire = begun()
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
    umpire = begun()
    item(umpire, "Match lost by ruling")
    assert umpire.shows("143   --")
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
    umpire = begun()
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
    umpire = begun(breaks=None)
    assert umpire.table.status(umpire.now)["clock"]["name"] == "report"
    umpire.press("WO")
    assert umpire.table.status(umpire.now)["clock"]["state"] == "off"
    umpire = begun()
    umpire.press("P")
    assert umpire.table.status(umpire.now)["clock"]["state"] == "paused"
    umpire.result("a", 5, "a")
    assert umpire.table.status(umpire.now)["clock"]["state"] == "off"


def test_override_of_the_score_is_typed_in_and_recorded_as_one():
    umpire = begun()
    umpire.result("a", 5, "a")
    item(umpire, "Edit the score")
    assert umpire.table.screen(umpire.now).blink == "points_left"
    umpire.press("QQ")  # points left: up
    umpire.press("BB")  # over games left to the break
    umpire.press("Q")
    umpire.press("BB")  # points right
    umpire.press("S")
    assert umpire.sounds[-1] == "refuse"  # not below 0
    umpire.press("QQQ")
    assert len(umpire.memory.events) == 3
    umpire.press("O")
    event = umpire.memory.events[-1]
    assert event["kind"] == "override"
    assert event["set"] == {"points_a": 10, "points_b": 3, "breaks": "a"}
    assert umpire.state.overridden
    assert umpire.shows("10.0b20 3")
    umpire.press("U")
    assert umpire.state.points == {"a": 8, "b": 0}
    assert umpire.shows("Undo.Edit")


def test_editing_without_a_change_stores_nothing():
    umpire = begun()
    item(umpire, "Edit the score")
    umpire.press("QSO")
    assert umpire.sounds[-1] == "refuse"
    umpire.press("QU")
    assert len(umpire.memory.events) == 2


def test_swapping_the_sides_keeps_the_points_with_their_players():
    umpire = begun()
    umpire.result("a", 5, "a")
    item(umpire, "The players change ends")
    assert umpire.state.left_side == "b"
    assert umpire.shows(" 0.0b20 8")
    umpire.result("b", 3, "b")
    assert umpire.state.points == {"a": 8, "b": 6}


def test_replaying_the_board():
    umpire = begun()
    umpire.press("C")
    item(umpire, "Replay the board")
    umpire.press("QQQQ")
    assert umpire.shows("bY  151A")
    umpire.press("Q")
    umpire.press("O")
    assert umpire.memory.events[-1]["law"] == "137"
    assert umpire.state.phase == "ready"
    assert umpire.state.breaker == "a"


def test_the_organiser_calls_time_only_after_a_yes():
    umpire = begun()
    umpire.result("b", 5, "b")
    item(umpire, "The organiser calls time")
    umpire.press("O")
    assert umpire.state.phase == "ready"
    item(umpire, "The organiser calls time")
    umpire.press("QO")
    assert umpire.state.games == {"a": 0, "b": 1}
    assert umpire.memory.kinds()[-1] == "time"


def test_a_match_set_up_at_the_table_alone():
    umpire = Umpire(journal="1a2b3c4d")
    umpire.press("O")
    umpire.press("O")
    assert umpire.shows("StAG rnd")
    umpire.press("QQ")
    assert umpire.shows("StAG  qF")
    umpire.press("O")
    umpire.press("Q")
    assert umpire.shows("tYPE dbL")
    umpire.press("O")
    umpire.press("QO")
    event = umpire.memory.events[-1]
    assert (event["stage"], event["doubles"], event["breaks"]) == ("quarter_final", True, "a")
    assert event["match"] == "t3-1a2b3c4d-2"
    assert umpire.state.phase == "ready"
    umpire.result("a", 5, "a")
    umpire.press("O+")
    while umpire.table.screen(umpire.now).menu_item != "New match":
        umpire.press("B")
    umpire.press("O")
    assert umpire.sounds[-1] == "refuse"  # not in the middle of one
    assert "End" in umpire.line()


def test_every_page_of_the_menu_is_legible_and_left_by_undo():
    for at in range(len(ITEMS)):
        umpire = begun()
        umpire.result("a", 5, "a")
        item(umpire, ITEMS[at][1])
        umpire.wait(1_600)
        for _ in range(3):
            for _ in range(10):
                umpire.press("Q")
                umpire.show()
            umpire.press("B")
            umpire.show()
        for _ in range(4):
            umpire.press("U")
            umpire.wait(1_600)
            umpire.show()
            if not umpire.table.panel.is_busy:
                break
        assert not umpire.table.panel.is_busy, ITEMS[at][0]
        assert umpire.is_fold()


def test_settings_and_pages_to_read():
    umpire = begun()
    told = []
    umpire.table.on_setting = lambda name, value: told.append((name, value))
    item(umpire, "Brightness")
    umpire.press("Q")
    assert told == [("brightness", 9)]
    umpire.press("Q" * 6)
    umpire.press("Q")
    assert umpire.sounds[-1] == "refuse"
    assert umpire.settings["brightness"] == 15
    umpire.press("O")
    item(umpire, "Volume")
    umpire.press("S")
    assert told[-1] == ("volume", 6)
    umpire.press("UU")
    umpire.table.set_link("up", 3)
    item(umpire, "Link")
    assert umpire.shows("Lin   UP")
    umpire.press("B")
    assert umpire.shows("AGE    3")
    umpire.press("UU")
    item(umpire, "About")
    assert umpire.shows("tbL    3")
    umpire.press("O")
    assert umpire.shows("Fir  0.1.0")
    umpire.press("C")  # out of the menu at once
    assert umpire.state.phase == "board"
