"""Clocks set by hand: a recorded pause with what the umpire set (D160)."""

import sys

sys.path.append("tests/portable/menu")

from menu_kit import equipped, to_item

from boardside.table.core.clocks import PAUSED, RUNNING
from boardside.table.ruling_words import text_of


def in_board():
    umpire = equipped()
    umpire.assign()
    umpire.press("C CWC")
    umpire.wait(5_000)
    return umpire


def test_a_stroke_clock_is_set_in_eight_presses():
    umpire = in_board()
    begun = umpire.now
    umpire.press("P O+ WW O QQ O")
    assert umpire.table.clocks.main.state == PAUSED
    assert (umpire.table.clocks.left(umpire.now) + 999) // 1000 == 12
    assert umpire.now - begun == 8 * 50 + 650  # each press 50 ms, and OK held
    last = umpire.memory.events[-1]
    assert (last["kind"], last["clock"], last["left"], last["by_hand"]) == ("pause", "stroke", 12_000, True)
    assert text_of(umpire.table.record.ruling.clauses) == "The umpire sets the stroke clock to 12 s"
    assert umpire.table.record.ruling.laws == ("D160",)
    umpire.press("C")
    assert umpire.table.clocks.main.state == RUNNING
    assert umpire.is_fold()


def test_the_page_stops_a_running_count():
    umpire = in_board()
    umpire.press("O+")
    umpire.press("WW O")
    assert umpire.table.clocks.main.state == PAUSED
    assert umpire.show() == "t1   0.10"
    left = umpire.table.clocks.left(umpire.now)
    umpire.press("U")
    umpire.wait(3_000)
    assert umpire.table.clocks.left(umpire.now) == left


def test_it_comes_back_after_a_power_cut():
    umpire = in_board()
    umpire.press("O+ WW O SSS O")
    set_to = umpire.table.clocks.left(umpire.now)
    assert set_to == 7_000
    umpire.power_on()
    assert umpire.table.clocks.main.state == PAUSED
    assert umpire.table.clocks.left(umpire.now) == set_to


def test_a_long_clock_begins_with_steps_of_ten_and_ends_at_its_length():
    umpire = equipped()
    umpire.assign()
    umpire.press("O+ WW O")
    assert umpire.show() == "t10 15.00"
    umpire.press("Q")
    assert umpire.shows("At End")
    umpire.wait(2_000)
    umpire.press("W SSSSS B S O")
    assert umpire.table.clocks.left(umpire.now) == (10 * 60 - 10) * 1000
    assert umpire.table.clocks.main.name == "report"


def test_between_strokes_the_clock_of_the_moment_is_set():
    umpire = in_board()
    umpire.press("C")  # struck: no clock runs
    umpire.press("O+")
    assert not umpire.table.panel.is_at_main
    umpire.press("WW O")
    assert umpire.show() == "t1   0.15"
    umpire.press("S O")
    assert umpire.table.clocks.left(umpire.now) == 14_000
    assert umpire.table.clocks.main.name == "stroke"


def test_an_expired_clock_can_be_given_time():
    umpire = in_board()
    umpire.wait(16_000)
    to_item(umpire, "CLoC")
    assert umpire.show() == "t1   0.01"
    umpire.press("QQQQ O")
    assert umpire.table.clocks.left(umpire.now) == 5_000
    assert umpire.table.clocks.main.state == PAUSED


def test_where_no_clock_belongs_it_is_refused():
    umpire = equipped()
    to_item(umpire, "CLoC")
    assert umpire.shows("no PLAY")
    umpire.press("U")
    umpire.assign()
    umpire.result("a", 5, "a")
    umpire.press("O+ WW O")  # a board awaits its "Play"
    assert umpire.shows("CLoC OFF")


def test_a_round_of_crokinole():
    umpire = equipped()
    umpire.assign(ruleset="wcc", category="adult")
    umpire.press("C")
    to_item(umpire, "CLoC")
    assert umpire.shows("CLoC OFF")  # the hall's clock counts it (D85)
