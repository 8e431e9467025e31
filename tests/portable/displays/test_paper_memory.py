"""An e-paper allocates nothing: not in looking at the screen, laying a page, drawing and sending it."""

import sys

sys.path.insert(0, __file__.rsplit("/", 2)[0] + "/drivers")

from locked_heap import heap_locked
from paper_rig import diff
from paper_states import STATES, screen_of

from boardside.drivers import ssd16xx_panels
from boardside.drivers.ssd16xx import Ssd16xx
from boardside.faces.paper import Paper, page29, page42
from boardside.faces.paper.canvas import Canvas

#: Only MicroPython has a heap to lock; on CPython a few states show that the pages come.
EVERY = 2 if sys.implementation.name == "micropython" else 12


class Sink:
    """A panel that allocates nothing: BUSY is high at some looks after each refresh began."""

    def __init__(self):
        self.level = 0
        self.looks = 0
        self.refreshes = 0

    def write(self, buffer):
        if not self.level and buffer[0] == 0x20:
            self.looks = 5
            self.refreshes += 1

    def value(self, level=None):
        if level is not None:
            self.level = level
        elif self.looks:
            self.looks -= 1
            return 1
        return 0


class Idle:
    def value(self, level=None):
        return 0


def shown(face, driver, screens, start):
    """Every screen once, each refresh to its end; the time it is then."""
    now = start
    for screen in screens:
        face.show(screen, now)
        now += 10
        face.tick(now)
        while driver.is_working or face.is_laying:
            now += 10
            face.tick(now)
    return now


def nothing_is_allocated(panel, layout):
    sink = Sink()
    driver = Ssd16xx(sink, Idle(), sink, Idle(), sink, panel, diff)
    face = Paper(driver, layout, Canvas(layout.WIDTH, layout.HEIGHT, panel.upright), diff)
    screens = [screen_of(STATES[at]) for at in range(0, len(STATES), EVERY)]
    # Every letter is met: the second time the first screen follows the last.
    end = shown(face, driver, screens, shown(face, driver, screens, 0))
    before = sink.refreshes
    heap_locked(lambda: shown(face, driver, screens, end))
    assert sink.refreshes - before > len(screens) - 5  # some look alike on the small page


def test_a_large_page_is_shown_without_allocating():
    nothing_is_allocated(ssd16xx_panels.EPD42, page42)


def test_a_small_page_is_shown_without_allocating():
    nothing_is_allocated(ssd16xx_panels.EPD29, page29)
