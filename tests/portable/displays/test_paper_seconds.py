"""The seconds of a count on e-paper: true ones, each in its second, and ghosts that are bounded."""

from paper_page import page
from paper_rig import Rig
from paper_states import dues, screen_of, strokes_begun

from boardside.faces.paper import PARTIALS_MOST, page42
from boardside.faces.paper.reading import SECONDS_MOST
from host_tools.simulator.chips import ssd16xx as chips


class Watched:
    """A table in front of a panel, both in one time. `changes`: for each new picture, the seconds that are
    left at that moment, and the picture.
    """

    def __init__(self, umpire, size=42):
        self.umpire = umpire
        self.rig = Rig(size, umpire.now)
        self.changes = []
        self.rig.show(self.screen())

    def screen(self):
        return self.umpire.table.screen(self.umpire.now)

    def wait(self, ms):
        umpire, rig = self.umpire, self.rig
        while ms > 0:
            pages, revision = rig.pages, umpire.table.revision
            umpire.wait(10)
            if umpire.table.revision != revision:
                rig.face.show(self.screen(), rig.now)
            rig.tick()
            ms -= 10
            if rig.pages > pages:
                self.changes.append((self.screen().clock_s, rig.seen()))

    def press(self, keys):
        for key in keys:
            self.umpire.press(key)
            self.rig.face.show(self.screen(), self.rig.now)
            self.wait(300)

    def seen(self):
        """For each change: the seconds left, and those that the picture shows; None without any."""
        screen = self.screen()
        left, state = screen.clock_s, screen.clock_state
        is_paused, is_expired = screen.paused, screen.expired
        pictures = {}
        screen.clock_state, screen.paused, screen.expired = "running", False, False
        for seconds in range(1, SECONDS_MOST + 1):
            screen.clock_s = seconds
            pictures[page(self.rig.layout, screen, self.rig.upright)] = seconds
        screen.clock_s, screen.clock_state = left, state
        screen.paused, screen.expired = is_paused, is_expired
        return [(change[0], pictures.get(change[1])) for change in self.changes]


def test_each_of_the_last_seconds_is_seen_in_its_second():
    for size in (42, 29):
        watched = Watched(strokes_begun(), size)
        watched.changes = []
        watched.wait(watched.screen().clock_s * 1000 - 2_000)
        seen = watched.seen()
        assert len(seen) > 5, seen
        assert [change[0] for change in seen] == [change[1] for change in seen], seen
        steps = [seen[at][0] - seen[at + 1][0] for at in range(len(seen) - 1)]
        assert steps == [1] * len(steps), steps
        assert watched.rig.errors == []


def test_a_second_sends_a_few_rows_and_none_of_the_points():
    for size, most in ((42, 2 * 50 * 30), (29, 2 * 3 * 296)):
        watched = Watched(strokes_begun(), size)
        sent = watched.rig.bus.sent
        watched.wait(3_000)
        assert 0 < watched.rig.bus.sent - sent <= 3 * (most + 60)


def test_a_slow_panel_skips_seconds_and_never_lags():
    watched = Watched(strokes_begun())
    model = chips.SSD1683
    slow = chips.Model("slow", model.row_bytes, model.gates, False, 3_000_000, 1_400_000, 0, 0)
    watched.rig.chip.model = slow
    watched.changes = []
    watched.wait(9_000)
    seen = watched.seen()
    assert 4 <= len(seen) <= 7, seen
    for left, shown in seen:
        assert shown is not None, seen
        assert 0 <= shown - left <= 2, seen


def test_zero_and_a_pause_take_the_seconds_away():
    watched = Watched(strokes_begun())
    watched.press("P")
    watched.wait(1_000)
    assert watched.seen()[-1][1] is None
    watched.press("P")
    watched.wait(20_000)
    assert watched.screen().expired
    assert watched.seen()[-1][1] is None
    assert watched.rig.seen() == page(watched.rig.layout, watched.screen(), watched.rig.upright)


def test_a_count_that_was_laid_alone_leaves_the_page_whole():
    for state in (strokes_begun, dues):
        for size in (42, 29):
            watched = Watched(state(), size)
            watched.wait(2_300)
            watched.press("W")
            watched.wait(3_000)
            watched.press("CC")
            watched.wait(4_700)
            assert watched.rig.seen() == page(watched.rig.layout, watched.screen(), watched.rig.upright)


def test_ghosts_of_the_seconds_are_cleared_between_two_counts():
    watched = Watched(strokes_begun())
    counting = 0
    fulls = watched.rig.chip.fulls
    worst = 0
    for _ in range(9):
        for _ in range(12):
            watched.wait(1_000)
            worst = max(worst, max(watched.rig.chip.driven))
            counting += watched.rig.chip.fulls - fulls
            fulls = watched.rig.chip.fulls
        watched.press("C")  # struck
        watched.wait(3_500)
        fulls = watched.rig.chip.fulls
        watched.press("C")  # complete
    assert watched.rig.chip.fulls >= 2
    assert counting == 0
    assert worst <= PARTIALS_MOST
    assert watched.rig.errors == []


def test_before_the_last_seconds_a_sign_stands():
    screen = screen_of(strokes_begun)
    signed = []
    for seconds in (40, SECONDS_MOST + 1):
        screen.clock_s = seconds
        signed.append(page(page42, screen, False))
    assert signed[0] == signed[1]
    screen.clock_s = SECONDS_MOST
    assert page(page42, screen, False) != signed[0]
