"""Presses that an umpire forgets, and the presses that make it right: the table ends as it would have
without them, stroke for stroke, with the same count for the same side.
"""

from portable import PERIOD
from strokes_kit import SETTLE, begun, clock, owing, stroke
from table_kit import Umpire, item, last

from boardside.game import dicts
from boardside.table.core.clocks import REST_MS

COUNT = 15_000


def ruled(umpire):
    """The strokes that count, and whose turn it is."""
    return dicts.to_dict(umpire.state)["situation"], umpire.state.situation.turn


def test_struck_is_forgotten_and_the_next_clock_is_complete():
    umpire = begun()
    umpire.wait(COUNT + REST_MS)
    umpire.press("C")  # the c/m lie still: complete
    assert last(umpire) == {"kind": "stroke"}
    assert clock(umpire) == ("stroke", "running")
    right = begun()
    stroke(right)
    assert ruled(umpire) == ruled(right)


def test_struck_is_forgotten_and_what_went_down_is_pressed():
    for wait in (COUNT, COUNT + 1_000, COUNT + REST_MS, COUNT + 20 * REST_MS):
        umpire = begun()
        umpire.wait(wait, 100)
        umpire.press("WC")
        assert last(umpire) == {"kind": "stroke", "own": 1}
        assert clock(umpire) == ("stroke", "running")


def test_at_zero_clock_is_struck_until_the_count_rests():
    """Until then the umpire has just heard the tone: the stroke is made now, and the c/m roll."""
    umpire = begun()
    umpire.wait(COUNT + REST_MS - 100)
    umpire.press("C")
    assert clock(umpire) == ("break", "off")
    assert last(umpire)["kind"] == "expired"
    umpire.press("C")
    assert last(umpire) == {"kind": "stroke"}


def test_a_count_that_nobody_ends_is_told_to_the_hall_for_half_a_minute():
    for start in (0, PERIOD - COUNT - REST_MS // 2):
        umpire = begun(settings={"start": start})
        umpire.wait(COUNT)
        assert clock(umpire) == ("break", "expired")
        assert umpire.sounds[-1] == "zero"
        umpire.wait(REST_MS - 10)
        assert clock(umpire) == ("break", "expired")
        umpire.wait(10)
        assert clock(umpire) == ("break", "off")
        assert umpire.table.screen(umpire.now).clock_s == -1, "nor is the hall's clock in its place"
        assert "46" not in umpire.line()
        assert umpire.sounds[-1] == "zero"
        umpire.wait(20 * REST_MS, 1_000)
        assert clock(umpire) == ("break", "off")
        assert umpire.sounds[-1] == "zero"
        assert umpire.memory.kinds().count("expired") == 1


def test_the_breach_can_be_ruled_after_the_count_has_gone_to_rest():
    umpire = begun()
    umpire.wait(COUNT + REST_MS)
    umpire.press("FO")
    right = begun()
    right.wait(COUNT)
    right.press("FO")
    assert last(umpire) == last(right)
    assert last(umpire)["kind"] == "foul"
    assert ruled(umpire) == ruled(right)


def test_placed_is_forgotten():
    umpire = owing(begun())
    umpire.wait(COUNT + REST_MS)
    assert clock(umpire) == ("placing", "off")
    umpire.press("D")
    assert umpire.shows("PLACLAPS"), "at zero the right may have lapsed (87a)"
    umpire.press("U" + "C")
    assert last(umpire) == {"kind": "place", "how": "done"}


def test_complete_is_forgotten_and_one_clock_more_makes_it_right():
    """CLOCK at the next *struck* ends the stroke before, and its count runs: CLOCK again is *struck*."""
    umpire = begun()
    umpire.press("C")
    umpire.wait(30_000)
    umpire.press("CC")
    assert clock(umpire) == ("stroke", "off")
    umpire.press("C")
    right = begun()
    stroke(right)
    stroke(right)
    assert ruled(umpire) == ruled(right)


def test_of_a_board_entered_as_a_result_the_next_clock_starts_a_count():
    umpire = Umpire(strokes=0)
    assert umpire.assign()[0]
    umpire.press("C")
    umpire.wait(COUNT + REST_MS)
    assert clock(umpire) == ("break", "off")
    umpire.press("C")
    assert clock(umpire) == ("stroke", "running")
    assert umpire.table.clocks.left(umpire.now) == COUNT


def test_a_press_after_the_rest_is_taken_back_with_undo():
    umpire = begun()
    umpire.wait(COUNT + REST_MS)
    umpire.press("W")
    umpire.wait(SETTLE)
    umpire.press("U")
    umpire.wait(SETTLE)
    assert clock(umpire) == ("break", "off")
    umpire.press("C")
    assert last(umpire) == {"kind": "stroke"}


def test_a_rested_count_is_set_by_hand_from_its_whole_length():
    umpire = begun()
    umpire.wait(COUNT + REST_MS)
    item(umpire, "Set the clock")
    umpire.press("O")
    assert last(umpire) == {"kind": "pause", "clock": "break", "left": COUNT, "by_hand": True}


def test_power_fails_while_a_count_rests():
    umpire = begun()
    umpire.wait(COUNT + REST_MS)
    umpire.power_on()
    assert clock(umpire) == ("break", "paused")
    umpire.press("CCC")
    assert last(umpire) == {"kind": "stroke"}


def test_a_long_clock_stands_at_zero_until_somebody_ends_it():
    umpire = Umpire(strokes=1)
    assert umpire.assign()[0]
    umpire.wait(15 * 60_000 + 2 * REST_MS, 100)
    assert clock(umpire) == ("report", "expired")
