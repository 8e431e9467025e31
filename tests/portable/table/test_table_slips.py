"""A wrong key that is replaced at once, and UNDO after a key that was refused."""

from portable import PERIOD
from table_kit import Umpire

from boardside.table.pages.panel import GESTURE_MS


def begun(start=0, **settings):
    """A board in play stroke by stroke, its break's count 3 s old."""
    umpire = Umpire(start, strokes=1, **settings)
    assert umpire.assign()[0]
    umpire.press("C")
    umpire.wait(3_000)
    return umpire


def left(umpire):
    return umpire.table.clocks.left(umpire.now)


def test_an_appeal_pressed_as_clock_stands_where_the_wrong_key_was_pressed():
    for start in (0, PERIOD - 3_400):
        umpire = begun(start)
        umpire.press("C")  # at 3,050: "struck", but an appeal was meant
        umpire.wait(600)
        umpire.press("U")
        umpire.wait(700)
        umpire.press("P")
        assert umpire.memory.events[-1]["kind"] == "pause"
        assert umpire.memory.events[-1]["left"] == 11_950
        assert left(umpire) == 11_950
        assert umpire.memory.kinds().count("undo") == 0  # nothing was recorded of the wrong one


def test_a_slower_hand_pauses_when_it_does():
    for before_undo, after_undo in ((GESTURE_MS, 100), (100, GESTURE_MS)):
        umpire = begun()
        umpire.press("C")
        umpire.wait(before_undo)
        umpire.press("U")
        umpire.wait(after_undo)
        umpire.press("P")
        assert umpire.memory.events[-1]["left"] == 11_950 - 100 - before_undo - after_undo


def test_the_next_count_begins_at_the_wrong_key_that_was_meant_for_complete():
    umpire = begun()
    umpire.press("CD")  # struck; DUE, a try that touched nothing, in place of complete
    assert umpire.memory.events[-1]["untouched"]
    wrong_at = umpire.now
    umpire.wait(400)
    umpire.press("U")
    assert umpire.memory.kinds()[-1] == "undo"  # what was recorded stays recorded
    umpire.wait(400)
    umpire.press("C")
    assert umpire.memory.kinds()[-1] == "stroke"
    assert left(umpire) == 15_000 - (umpire.now - wrong_at)


def test_pieces_taken_back_cost_nobody_time():
    umpire = begun()
    umpire.press("CWWUC")  # one white too many, all within a second
    assert umpire.memory.events[-1]["own"] == 1
    assert left(umpire) == 15_000


def test_the_same_key_again_is_a_press_of_its_own():
    umpire = begun()
    umpire.press("CUC")
    assert umpire.memory.kinds()[-1] == "play"
    umpire.press("C")
    assert left(umpire) == 15_000


def test_undo_after_a_refused_key_takes_nothing_back():
    umpire = begun()
    umpire.press("CWC")
    umpire.wait(2_000)
    stored = umpire.memory.kinds()
    umpire.press("D")  # nothing is due
    assert umpire.sounds[-1] == "refuse"
    umpire.press("U")
    assert umpire.memory.kinds() == stored
    assert umpire.table.screen(umpire.now).message == "nothinG"
    assert umpire.sounds[-1] == "key"
    umpire.press("U")  # and the second one is meant
    assert umpire.memory.kinds()[-1] == "undo"


def test_undo_well_after_a_refused_key_is_meant():
    umpire = begun()
    umpire.press("CWC")
    umpire.wait(2_000)
    umpire.press("D")
    umpire.wait(GESTURE_MS)
    umpire.press("U")
    assert umpire.memory.kinds()[-1] == "undo"


def test_undo_leaves_a_menu_at_once_although_a_key_was_refused_there():
    umpire = begun()
    umpire.press("O+FU")
    assert umpire.table.panel.is_at_main


def test_a_refused_piece_in_an_entry_keeps_what_was_counted():
    umpire = begun()
    umpire.press("O")
    umpire.press("B" * 10)
    assert umpire.sounds[-1] == "refuse"
    umpire.press("U")
    assert umpire.shows("   on C9") or umpire.table.screen(umpire.now).message == "nothinG"
    umpire.wait(2_000)
    assert umpire.shows("qUEEn C9")


def test_a_message_of_a_replaced_press_is_seen_for_its_time():
    umpire = begun()
    umpire.press("CD")
    umpire.wait(700)
    umpire.press("U")
    umpire.wait(900)
    umpire.press("C")
    message = umpire.table.screen(umpire.now).message
    umpire.wait(800)
    assert umpire.table.screen(umpire.now).message == message
