"""The face of an e-paper: a page laid from the screen, drawn strip by strip, refreshed where it changed.

A press never waits for it: `show` notes that something changed, `tick` goes on a little. While a refresh is
under way nothing new begins, and then it is the latest screen that is laid (D141). Its parts: reading.py
(what the screen says), page42.py and page29.py (layouts), sheet.py (marks), painter.py and strip.py (pixels).
"""

from ...table import LIT, SHOW
from .painter import Painter
from .reading import Watch
from .sheet import FILL, Sheet

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...table.screens import Screen

PARTIALS_MOST = 60
"""After so many partial refreshes the next one is full, whatever goes on: ghosts become visible."""

PARTIALS_CALM = 8
"""After so many it is full when a board ends, or a match comes or goes."""

CALM_MS = 60_000
"""So long after the last change, when no board is in play, the page is made anew without ghosts."""


class Paper:
    """`driver` as drivers.ssd16xx.Ssd16xx, `layout` a module as page42, `strip` as in strip.py of its width;
    `lines`, the driver's panel's; `diff`: `ticks_diff`.
    """

    def __init__(self, driver, layout, strip, diff) -> None:
        self._driver = driver
        self._parts = layout.PARTS
        self._lines = layout.HEIGHT // strip.rows
        self._units = layout.WIDTH // layout.UNIT
        self._size = (layout.WIDTH, layout.HEIGHT)
        self._painter = Painter(strip)
        self._strip = strip
        self._shown = Sheet(len(self._parts))
        self._next = Sheet(len(self._parts))
        self._diff = diff
        self._watch = Watch()
        self._screen: "Screen | None" = None
        self._part = -1
        self._box = [0, 0, 0, 0]
        self._partials = 0
        self._changed_at = 0
        self._phase = ""
        self._board = -1
        self._is_wanted = self._is_ended = self._is_old = False
        self._test = SHOW

    @property
    def answers(self) -> bool:
        """Whether the panel did what it was told when it was last told something."""
        return bool(self._driver.answers)

    @property
    def is_laying(self) -> bool:
        """Whether a page is being laid, or is to be."""
        return self._part >= 0 or self._is_wanted

    def show(self, screen: "Screen", now: int) -> None:
        """From now on show `screen`, as it is when there is time to."""
        self._screen = screen
        if self._watch.differs(screen):
            self._is_wanted = True
            self._part = -1
            self._changed_at = now

    def tick(self, now: int) -> None:
        """Go on: with the refresh under way, else with laying the page, a part each time."""
        driver = self._driver
        driver.step(now)
        if driver.is_working or self._screen is None:
            return
        if self._test != SHOW:
            if self._is_old or driver.is_lost:
                self._fill(now)
        elif self._part >= 0:
            self._lay(now)
        elif self._is_wanted or driver.is_lost or self._is_old:
            self._is_wanted = False
            self._note_end()
            driver.clear_windows()
            self._part = 0
            self._lay(now)
        elif self._partials and self._phase != "board" and self._diff(now, self._changed_at) >= CALM_MS:
            self._refresh_all(now)

    def brightness(self, level: int) -> None:
        """Paper has the light that falls on it."""

    def test(self, what: int) -> None:
        """LIT: all black; DARK: all white; SHOW: the page anew."""
        self._test = what
        self._is_old = True
        self._part = -1

    def heal(self) -> None:
        """Nothing: paper keeps its picture, and a panel that failed is tried again by itself."""

    def _fill(self, now: int) -> None:
        """All black or all white."""
        sheet = self._shown
        for part in range(len(self._parts)):
            sheet.begin(part)
        if self._test == LIT:
            sheet.add(FILL, 0, 0, self._size[0], self._size[1])
        self._refresh_all(now)

    def _lay(self, now: int) -> None:
        """Lay a part of the page, and note where it differs from what is shown; after the last one begin."""
        part, sheet = self._part, self._next
        sheet.begin(part)
        self._parts[part](sheet, self._screen)
        if sheet.differs(self._shown, part, self._box):
            self._add_window()
        self._part += 1
        if self._part < len(self._parts):
            return
        self._part = -1
        self._shown, self._next = sheet, self._shown
        driver = self._driver
        if driver.is_lost or self._is_old or self._partials >= PARTIALS_MOST or self._is_due_at_end():
            self._refresh_all(now)
        elif driver.windows:
            self._partials += 1
            driver.begin(self._source(), False, now)

    def _source(self) -> Painter:
        self._painter.sheet = self._shown
        return self._painter

    def _refresh_all(self, now: int) -> None:
        self._partials = 0
        self._is_old = self._is_ended = False
        self._driver.clear_windows()
        self._driver.add_window(0, self._lines, 0, self._units)
        self._driver.begin(self._source(), True, now)

    def _add_window(self) -> None:
        """The lines and units that hold the box of what differs."""
        box, strip = self._box, self._strip
        line, unit = box[1] // strip.rows, box[0] // strip.unit
        lines = min((box[3] + strip.rows - 1) // strip.rows, self._lines) - line
        units = min((box[2] + strip.unit - 1) // strip.unit, self._units) - unit
        if lines > 0 and units > 0:
            self._driver.add_window(line, lines, unit, units)

    def _note_end(self) -> None:
        """Whether a board has ended, or a match come or gone: a moment in which nobody looks for a stroke."""
        screen = self._screen
        if screen is None or (screen.phase == self._phase and screen.board == self._board):
            return
        self._phase, self._board = screen.phase, screen.board
        self._is_ended = screen.phase != "board"

    def _is_due_at_end(self) -> bool:
        is_ended, self._is_ended = self._is_ended, False
        return is_ended and self._partials >= PARTIALS_CALM
