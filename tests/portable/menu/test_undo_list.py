"""UNDO held: the last events as a list, to look at or to leave out."""

import sys

sys.path.append("tests/portable/menu")

from menu_kit import equipped

from boardside.game import dicts, match


def played(*results):
    umpire = equipped()
    umpire.settings["strokes"] = 0
    umpire.assign()
    for winner, left in results:
        umpire.result(winner, left, winner)
    return umpire


def state_of(umpire):
    return dicts.to_dict(umpire.state)


def test_holding_undo_only_looks():
    umpire = played(("a", 5), ("b", 3))
    before, kinds = state_of(umpire), umpire.memory.kinds()
    umpire.press("U+")
    assert state_of(umpire) == before
    assert umpire.memory.kinds() == kinds + ["undo", "undo"]
    assert umpire.show() == "1 bd  r3"
    assert umpire.line() == "1: board: to Bo, 3 left"
    umpire.press("B")
    assert umpire.show() == "2 bd  L5"
    umpire.press("U")
    assert state_of(umpire) == before
    assert umpire.is_fold()


def test_holding_undo_does_not_bend_the_clock():
    umpire = equipped()
    umpire.assign()
    umpire.press("C CWC")
    umpire.wait(3_000)
    left = umpire.table.clocks.left(umpire.now)
    assert umpire.table.clocks.main.state == 1
    umpire.press("U+")
    assert umpire.show() == "1 5trC10"
    assert umpire.line() == "1: stroke: 1 own, 0 other"
    assert umpire.table.clocks.main.state == 1
    assert umpire.table.clocks.left(umpire.now) == left - 700
    umpire.press("B")
    assert umpire.show() == "2 PLAY  "


def test_several_are_left_out_after_a_question():
    umpire = played(("a", 5), ("b", 3), ("a", 2))
    umpire.press("U+ BB O")
    assert umpire.show() == "Undo  -3"
    umpire.press("U")
    assert umpire.show() == "3 bd  L5"
    umpire.press("W OO")
    assert umpire.show() == "Undo.  -2"
    assert umpire.state.points == {"a": 8, "b": 0}
    assert umpire.is_fold()
    assert umpire.memory.kinds()[-2:] == ["undo", "undo"]


def test_redo_is_listed_before_the_newest_event():
    umpire = played(("a", 5), ("b", 3))
    umpire.press("U")
    umpire.press("U+")  # the press leaves board 1 out; held, it holds again
    assert umpire.state.points == {"a": 8, "b": 0}
    umpire.press("W")
    assert umpire.show() == "0 rEdo  "
    umpire.press("O")
    assert umpire.state.points == {"a": 8, "b": 6}
    assert umpire.is_fold()


def test_the_list_ends_at_both_ends_and_holds_nine():
    umpire = equipped()
    umpire.assign(stage="final")
    umpire.press("C")
    for _ in range(12):
        umpire.press("CC")
    umpire.press("U+")
    umpire.press("B" * 8)
    assert umpire.show()[0] == "9"
    umpire.press("B")
    assert umpire.shows("At End")
    umpire.wait(2_000)
    umpire.press("OO")
    umpire.wait(2_000)
    assert umpire.is_fold()
    assert umpire.memory.kinds()[-9:] == ["undo"] * 9


def test_the_seal_can_be_looked_at_and_stays():
    umpire = played(*[("a", 9), ("a", 8)] * 2)
    while umpire.state.phase != "over":
        if umpire.state.phase in ("change", "interval"):
            umpire.press("C")
        else:
            umpire.result("a", 9, "a" if match.queen_matters(umpire.state, "a") else None)
    umpire.press("O")
    assert umpire.state.confirmed
    umpire.press("U+")
    assert umpire.state.confirmed
    assert umpire.show() == "1 ConF  "


def test_without_events_there_is_no_list():
    umpire = equipped()
    umpire.assign()
    umpire.press("U+")
    assert umpire.shows("At 5tArt".replace("5", "S"))


def test_the_flash_may_fail_on_the_way():
    umpire = played(("a", 5), ("b", 3))
    umpire.press("U+ B O")
    umpire.memory.refuses = True
    umpire.press("O")
    assert umpire.shows("FLASH")
    assert umpire.state.points == {"a": 8, "b": 6}
    assert umpire.is_fold()
