"""The e-paper's face and driver against the modelled panel: what is sent when, ghosts, sleep, failures."""

import sys

from paper_page import page
from paper_rig import Rig
from paper_states import STATES, later_board, ready, screen_of, strokes_begun
from portable import PERIOD

from boardside.drivers.ssd16xx import RETRY_MS, SLEEP_MS, STEP_BYTES
from boardside.faces.back import Back, Turned
from boardside.faces.paper import CALM_MS, PARTIALS_CALM, PARTIALS_MOST
from boardside.table import DARK, LIT, SHOW

EVERY = 3 if sys.implementation.name == "micropython" else 1
"""MicroPython shows every third of the states that CPython does: so many there take it several seconds."""


def right(rig, screen):
    """Whether the panel shows this screen, all of it, without having been treated wrongly."""
    assert rig.errors == [], rig.errors
    return rig.seen() == page(rig.layout, screen, rig.upright)


def view(umpire):
    return umpire.table.screen(umpire.now)


def test_every_state_after_every_other_is_shown_whole():
    for size in (42, 29):
        rig = Rig(size)
        for at in range(0, len(STATES), EVERY * (7 if size == 42 else 3)):
            state = STATES[at]
            screen = screen_of(state)
            rig.show(screen, 3_500)
            assert right(rig, screen), state.__name__


def test_the_first_refresh_is_full_and_the_next_ones_are_partial():
    rig = Rig()
    umpire = later_board()
    rig.show(view(umpire))
    assert (rig.chip.fulls, rig.chip.partials) == (1, 0)
    umpire.press("OBB")
    rig.show(view(umpire))
    assert (rig.chip.fulls, rig.chip.partials) == (1, 1)


def test_a_step_sends_two_ms_of_the_bus_at_most_and_a_line():
    for size in (42, 29):
        rig = Rig(size)
        rig.show(screen_of(later_board))
        line = 50 if size == 42 else 296
        assert 0 < rig.bus.most <= STEP_BYTES + line + 20


def test_what_did_not_change_is_not_sent():
    rig = Rig()
    umpire = later_board()
    rig.show(view(umpire))
    rig.bus.sent = 0
    rig.show(view(umpire))
    left = view(umpire).clock_s
    umpire.wait(300)
    rig.show(view(umpire))  # the stroke's clock has run, and is in the same second
    assert view(umpire).clock_s == left
    assert rig.bus.sent == 0
    umpire.press("F")  # refused: a line at the foot
    rig.show(view(umpire))
    assert 0 < rig.bus.sent < 2 * 50 * 60


def test_while_it_refreshes_only_the_latest_screen_waits():
    rig = Rig()
    umpire = later_board()
    rig.show(view(umpire))
    pages = rig.pages
    umpire.press("O")
    for _ in range(6):  # six presses within a refresh
        umpire.press("B")
        rig.face.show(view(umpire), rig.now)
        rig.wait(50)
    rig.wait(3_000)
    assert right(rig, view(umpire))
    assert rig.pages - pages <= 3


def test_it_sleeps_soon_after_and_wakes_for_the_next_change():
    rig = Rig()
    umpire = ready()
    rig.show(view(umpire), 3_200)
    assert not rig.chip.asleep
    rig.wait(SLEEP_MS)
    assert rig.chip.asleep
    umpire.press("C")
    rig.show(view(umpire), 1_000)
    assert not rig.chip.asleep
    assert right(rig, view(umpire))


def test_ghosts_are_cleared_when_a_board_ends_not_in_it():
    rig = Rig()
    umpire = later_board()
    rig.show(view(umpire))
    for step in range(PARTIALS_CALM):
        umpire.press("D" if step % 2 else "F")
        rig.show(view(umpire), 1_000)
    assert rig.chip.fulls == 1
    umpire.press("OBBBQOO")
    rig.show(view(umpire), 3_500)
    assert umpire.state.phase == "ready"
    assert (rig.chip.fulls, rig.chip.partials) == (2, 0)
    assert right(rig, view(umpire))


def test_ghosts_are_cleared_after_many_refreshes_even_in_play():
    rig = Rig()
    umpire = later_board()
    rig.show(view(umpire))
    most = 0
    for step in range(PARTIALS_MOST + 2):
        umpire.press("F" if step % 2 else "D")
        rig.show(view(umpire), 900)
        most = max(most, rig.chip.partials)
    rig.wait(3_000)
    assert rig.chip.fulls == 2
    assert most <= PARTIALS_MOST


def test_ghosts_are_cleared_in_a_calm_moment():
    rig = Rig()
    umpire = ready()
    rig.show(view(umpire))
    umpire.press("F")
    rig.show(view(umpire))
    rig.wait(CALM_MS)
    assert (rig.chip.fulls, rig.chip.partials) == (2, 0)
    rig.wait(CALM_MS)
    assert rig.chip.fulls == 2


def test_no_calm_moment_while_a_board_is_in_play():
    rig = Rig()
    umpire = strokes_begun()
    rig.show(view(umpire))
    umpire.press("C")
    rig.show(view(umpire))
    rig.wait(2 * CALM_MS)
    assert rig.chip.fulls == 1


def test_a_panel_that_faces_the_other_way_has_left_and_right_swapped():
    rig = Rig(29)
    umpire = strokes_begun()
    back = Back(rig.face)
    turned = Turned()
    back.show(view(umpire), rig.now)
    rig.wait(4_000)
    turned.take(view(umpire))
    assert turned.names_left == view(umpire).names_right
    assert right(rig, turned)
    assert not right(rig, view(umpire))
    umpire.press("C")
    umpire.press("BC")
    for _ in range(300):
        back.show(view(umpire), rig.now)
        rig.tick()
    turned.take(view(umpire))
    assert right(rig, turned)


def test_the_test_blackens_the_panel_whitens_it_and_gives_the_page_back():
    rig = Rig(29)
    screen = screen_of(later_board)
    rig.show(screen)
    rig.face.test(LIT)
    rig.wait(4_000)
    assert set(rig.seen()) == {0}
    rig.face.test(DARK)
    rig.wait(4_000)
    assert set(rig.seen()) == {255}
    rig.face.test(SHOW)
    rig.wait(4_000)
    assert right(rig, screen)


def test_busy_that_never_falls_is_reported_tried_again_and_healed_by_a_full_refresh():
    rig = Rig()
    umpire = ready()
    rig.show(view(umpire))
    umpire.press("C")
    rig.face.show(view(umpire), rig.now)
    rig.wait(300)
    rig.chip.stuck = 1
    rig.wait(10_000)
    assert not rig.face.answers
    rig.chip.stuck = -1
    rig.wait(RETRY_MS + 3_000)
    assert rig.face.answers
    assert rig.chip.fulls == 2
    assert right(rig, view(umpire))


def test_a_missing_panel_is_reported_and_tried_every_five_seconds():
    rig = Rig()
    rig.chip.stuck = 0
    rig.show(screen_of(ready), 3_000)
    assert not rig.face.answers
    tries = rig.bus.sent
    rig.wait(RETRY_MS + 2_000)
    assert rig.bus.sent > tries  # and so it is found when it is plugged in
    assert not rig.face.answers


def test_power_cut_in_mid_refresh_is_followed_by_a_full_one():
    rig = Rig()
    umpire = later_board()
    rig.show(view(umpire))
    umpire.press("OBBBQOO")
    rig.face.show(view(umpire), rig.now)
    rig.wait(150)
    chip = rig.chip
    again = Rig()
    again.chip.shown[:] = chip.shown  # paper keeps what it showed
    again.show(view(umpire))
    assert (again.chip.fulls, again.chip.partials) == (1, 0)
    assert right(again, view(umpire))


def test_the_ticks_may_wrap_in_a_refresh():
    for before in (100, 900, 2_000, 4_500):
        rig = Rig(start=PERIOD - before)
        screen = screen_of(later_board)
        rig.show(screen)
        assert right(rig, screen)
        assert rig.chip.asleep
