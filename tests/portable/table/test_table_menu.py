"""The menu by keys alone: overrides, sides, a board again, a call of time, a new match, settings, pages."""

from table_kit import Umpire, item, with_match

from boardside.game import dicts
from boardside.table.menu.items import ITEMS


def test_override_of_the_score_is_typed_in_and_recorded_as_one():
    umpire = with_match()
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
    assert umpire.shows("10_b2  3")
    umpire.press("U")
    assert umpire.state.points == {"a": 8, "b": 0}
    assert umpire.shows("Undo.Edit")


def test_editing_without_a_change_stores_nothing():
    umpire = with_match()
    item(umpire, "Edit the score")
    umpire.press("QSO")
    assert umpire.sounds[-1] == "refuse"
    umpire.press("QU")
    assert len(umpire.memory.events) == 2


def test_swapping_the_sides_keeps_the_points_with_their_players():
    umpire = with_match()
    umpire.result("a", 5, "a")
    item(umpire, "The players change ends")
    assert umpire.state.left_side == "b"
    assert umpire.shows(" 0_b2  8")
    umpire.result("b", 3, "b")
    assert umpire.state.points == {"a": 8, "b": 6}


def test_replaying_the_board():
    umpire = with_match()
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
    umpire = with_match()
    umpire.result("b", 5, "b")
    item(umpire, "The organiser calls time")
    umpire.press("O")
    assert umpire.state.phase == "ready"
    item(umpire, "The organiser calls time")
    umpire.press("QO")
    assert umpire.state.games == {"a": 0, "b": 1}
    assert umpire.memory.kinds()[-1] == "time"


def test_d462_time_called_in_a_board_that_counts_leaves_it_to_be_entered():
    umpire = Umpire()
    assert umpire.assign(rules={"games": 1, "at_time": "counts"})[0]
    umpire.result("b", 5, "b")
    umpire.press("C")
    item(umpire, "The organiser calls time")
    umpire.press("QO")
    assert (umpire.state.phase, umpire.state.board) == ("board", 2)
    assert umpire.memory.kinds()[-1] == "time"
    umpire.power_on()
    assert dicts.to_dict(umpire.state)["last_board"] is True
    umpire.result("a", 9, "b")
    assert (umpire.state.phase, umpire.state.winner, umpire.state.how) == ("over", "a", "time")


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
    item(umpire, "New match")
    assert umpire.sounds[-1] == "refuse"  # not in the middle of one
    assert "End" in umpire.line()


def test_every_page_of_the_menu_is_legible_and_left_by_undo():
    for at in range(len(ITEMS)):
        umpire = with_match()
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
    umpire = with_match()
    heard = []
    umpire.table.on_setting = lambda name, value: heard.append((name, value))
    item(umpire, "Brightness")
    umpire.press("Q")
    assert heard == [("brightness", 9)]
    umpire.press("Q" * 6)
    umpire.press("Q")
    assert umpire.sounds[-1] == "refuse"
    assert umpire.settings["brightness"] == 15
    umpire.press("O")
    item(umpire, "Volume")
    umpire.press("S")
    assert heard[-1] == ("volume", 6)
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
