"""Nothing sounds over rolling c/m: from *struck* to *complete* the digits alone answer a press."""

from strokes_kit import SETTLE, begun, clock, doubles
from table_kit import Umpire


def heard(umpire, keys):
    """What each press of `keys` sounds, by itself."""
    sounds = []
    for letter in keys:
        umpire.sounds.clear()
        umpire.press(letter)
        sounds.append(umpire.sounds[-1] if umpire.sounds else "")
    return sounds


def test_struck_and_what_goes_down_are_silent_and_complete_clicks():
    for umpire in (begun(), doubles()):
        assert heard(umpire, "C") == [""]
        assert heard(umpire, "WW") == ["", ""]
        assert heard(umpire, "C") == ["key"]
        umpire.wait(SETTLE)
        assert heard(umpire, "CQWWBSFC") == [""] * 7 + ["key"]


def test_from_struck_to_complete_nothing_sounds_however_long_it_takes():
    umpire = begun()
    umpire.wait(14_000)
    umpire.sounds.clear()
    umpire.press("C")
    umpire.wait(20_000)
    umpire.press("W")
    umpire.wait(20_000)
    assert umpire.sounds == []


def test_struck_in_the_moment_of_the_warning_is_silent_too():
    umpire = begun()
    umpire.wait(9_950)
    umpire.sounds.clear()
    umpire.press("C")  # 50 ms later: at the warning
    umpire.wait(2_000)
    assert umpire.sounds == []


def test_a_piece_pressed_while_the_count_runs_is_struck_as_well():
    assert heard(begun(), "WBC") == ["", "", "key"]


def test_struck_after_zero_is_silent():
    for keys in ("C", "W"):
        umpire = begun()
        umpire.wait(15_000)
        assert umpire.sounds[-1] == "zero"
        assert heard(umpire, keys) == [""]


def test_presses_taken_back_while_c_m_roll_are_silent_and_a_count_that_runs_on_clicks():
    umpire = begun()
    umpire.press("CWW")
    assert heard(umpire, "UU") == ["", ""]
    assert heard(umpire, "U") == ["key"]
    assert clock(umpire)[1] == "running"
    umpire.press("W")
    assert heard(umpire, "U") == ["key"]
    assert clock(umpire)[1] == "running"


def test_a_stroke_taken_back_is_at_rest_and_its_keys_click():
    umpire = begun()
    umpire.press("CWC")
    umpire.wait(SETTLE)
    assert heard(umpire, "UBUSC") == ["key"] * 5


def test_a_press_that_cannot_be_is_still_refused_aloud():
    umpire = begun()
    umpire.press("C" + "W" * 9)
    assert heard(umpire, "W") == ["refuse"]
    assert heard(umpire, "D") == ["refuse"]


def test_a_break_before_play_is_silent_as_c_m_roll():
    umpire = Umpire(strokes=1)
    assert umpire.assign()[0]
    assert heard(umpire, "FWC") == ["", "", "key"]


def test_a_board_that_is_timed_alone_is_silent_when_the_count_stops():
    umpire = Umpire(strokes=0)
    assert umpire.assign()[0]
    assert heard(umpire, "CCCC") == ["start", "", "key", ""]


def test_without_struck_complete_clicks():
    umpire = begun(settings={"struck": 0})
    assert heard(umpire, "C") == ["key"]
    umpire.wait(SETTLE)
    assert heard(umpire, "WC") == ["", "key"]


def test_the_halls_end_is_heard_in_any_case():
    umpire = begun()
    umpire.press("C")
    umpire.sounds.clear()
    assert umpire.table.command({"kind": "hall", "do": "start", "ms": 60_000}, umpire.now)[0]
    assert umpire.table.command({"kind": "hall", "do": "end"}, umpire.now)[0]
    umpire.press("W")
    umpire.wait(50)
    assert umpire.sounds[-1] == "hall_end"


def test_placing_clicks_as_nothing_rolls():
    umpire = begun()
    umpire.press("CWC")
    umpire.wait(SETTLE)
    umpire.press("CSC")
    umpire.wait(SETTLE)
    assert clock(umpire)[0] == "placing"
    assert heard(umpire, "C") == ["key"]
