"""The face of an e-paper: it lays a page from the screen, draws what changed, and has that refreshed.

A press never waits for it: `show` notes that something may have changed, and each `tick` does a little. No
page is begun during a refresh; after it the latest screen is laid.

Modules: reading.py (what the screen says), page42.py and page29.py (layouts), sheet.py (marks), painter.py
(drawing), canvas.py (pixels).
"""

from struct import pack_into

from ...table import LIT, SHOW
from .painter import Painter
from .reading import NOTHING, PAGE, Watch
from .sheet import FILL, Sheet

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...table.show.screens import Screen

PARTIALS_MOST = 60
"""After so many partial refreshes the next one is full in any phase: ghosts become visible."""

PARTIALS_BETWEEN = 44
"""After so many it is full while no seconds of a count are shown: the next count has room."""

PARTIALS_CALM = 8
"""After so many it is full when a board ends, or a match comes or goes."""

PARTS_MOST = 6
"""Most parts that are laid or compared in a step. On the chip the time ends it before, as for drawing."""

STEP_US = 1500
"""A step of laying ends with the part that was begun before this time had passed."""

CALM_MS = 60_000
"""So long after the last change, when no board is in play, the page is made anew without ghosts."""

_LAY, _COMPARE, _MARK = range(3)
"""What is done with a part: it is laid, compared with what is shown, and its rows noted where they differ."""


class Paper:
    """`driver`: a drivers.ssd16xx.Ssd16xx. `layout`: a module like page42. `canvas`: a Canvas of its size.
    `diff`: `ticks_diff`.
    """

    def __init__(self, driver, layout, canvas, diff) -> None:
        self._driver = driver
        self._parts = layout.PARTS
        self._count = layout.COUNT
        self._size = (layout.WIDTH, layout.HEIGHT)
        self.letters = layout.LETTERS
        self._painter = Painter(canvas)
        self._band_rows = canvas.band_rows
        self._bands = bytearray(len(canvas.views))
        self._all = "%ds" % len(self._bands)
        self._full = b"\1" * len(self._bands)
        self._is_changed = False
        self._shown = Sheet(len(self._parts))
        self._next = Sheet(len(self._parts))
        self._diff = diff
        self._watch = Watch()
        self._screen: "Screen | None" = None
        self._part = -1
        self._is_all = True  # False: of the page only the count is laid
        self._stage = _LAY  # what is to be done with the part
        self._rows = [0, 0]
        self._partials = 0
        self._changed_at = 0
        self._phase = ""
        self._board = -1
        self._is_wanted = self._is_ended = self._is_old = False
        self._test = SHOW
        self.has_steps = True

    @property
    def answers(self) -> bool:
        """Whether the panel carried out its last command."""
        return bool(self._driver.answers)

    @property
    def is_laying(self) -> bool:
        """Whether a page is being laid, or is to be."""
        return self._part >= 0 or self._is_wanted

    def show(self, screen: "Screen", now: int) -> None:
        """From now on show `screen`, as it is when there is time to."""
        self._screen = screen
        change = self._watch.differs(screen)
        if change != NOTHING:
            self._is_wanted = True
            self._part = -1
        if change == PAGE:
            self._is_all = True

    def tick(self, now: int) -> None:
        """Go on: with the refresh under way, else with laying the page, some parts each time."""
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
            pack_into(self._all, self._bands, 0, b"")
            self._is_changed = False
            if driver.is_lost or self._is_old:
                self._is_all = True
            self._part = 0
            self._stage = _LAY
        elif self._partials and self._phase != "board" and self._diff(now, self._changed_at) >= CALM_MS:
            self._refresh_all(now)

    def brightness(self, level: int) -> None:
        """Nothing: paper has no light."""

    def test(self, picture: int) -> None:
        """LIT: all black; DARK: all white; SHOW: the page anew."""
        self._test = picture
        self._is_old = True
        self._part = -1

    def heal(self) -> None:
        """Nothing: paper keeps its picture, and a panel that failed is tried again by itself."""

    def _fill(self, now: int) -> None:
        """All black or all white."""
        sheet = self._shown
        for part in range(len(self._parts) - 1, -1, -1):
            sheet.begin(part)
        if self._test == LIT:
            sheet.at(0, 0).add(FILL, self._size[0], self._size[1])
        self._refresh_all(now)

    def _lay(self, now: int) -> None:
        """Lay some parts of the page, note where they differ from what is shown; after the last one begin."""
        end = len(self._parts) if self._is_all else self._count + 1
        if self._part == end:
            self._end_page(now)
            return
        us = self._driver.us
        began = us() if us is not None else 0
        for _ in range(PARTS_MOST):
            if self._stage == _LAY:
                self._lay_part(self._part, self._next)
            elif self._stage == _COMPARE:
                self._compare(self._part, self._next)
            else:
                self._mark_rows()
                self._stage = _LAY
                self._part += 1
            if self._part == end or (us is not None and self._diff(us(), began) >= STEP_US):
                break

    def _end_page(self, now: int) -> None:
        """All is laid: from now on it is what is shown."""
        self._part = -1
        if self._is_all:
            self._shown, self._next = self._next, self._shown
            self._is_all = False
        else:
            self._shown.take(self._next, self._count)
        self._begin_page(now)

    def _lay_part(self, part: int, sheet: Sheet) -> None:
        """Lay a part. If all will be drawn anyway, nothing is compared."""
        sheet.begin(part)
        self._parts[part](sheet, self._screen)
        if not part:  # it has no marks
            self._part = 1 if self._is_all else self._count
        elif not (self._driver.is_lost or self._is_old):
            self._stage = _COMPARE
        elif sheet.skip:
            self._part = sheet.end_of_skipped(self._shown, part)
        else:
            self._part = part + 1

    def _compare(self, part: int, sheet: Sheet) -> None:
        """Whether the part that is laid looks as it is shown."""
        if not sheet.is_same(self._shown, part):
            self._stage = _MARK
            return
        self._stage = _LAY
        self._part = sheet.end_of_skipped(self._shown, part) if sheet.skip else part + 1

    def _mark_rows(self) -> None:
        """Note the pieces in which the part differs from what is shown."""
        rows, height = self._rows, self._band_rows
        if self._next.differs(self._shown, self._part, rows):
            self._mark(rows[0] // height, min((rows[1] - 1) // height + 1, len(self._bands)))

    def _begin_page(self, now: int) -> None:
        """The page is laid: begin a refresh, if one is needed."""
        driver = self._driver
        most = PARTIALS_BETWEEN if self._watch.seconds < 0 else PARTIALS_MOST
        if driver.is_lost or self._is_old or self._partials >= most or self._is_due_at_end():
            self._refresh_all(now)
        elif self._is_changed:
            self._partials += 1
            self._begin(False, now)

    def _refresh_all(self, now: int) -> None:
        self._partials = 0
        self._is_old = self._is_ended = False
        pack_into(self._all, self._bands, 0, self._full)
        self._begin(True, now)

    def _begin(self, is_full: bool, now: int) -> None:
        self._changed_at = now
        self._painter.start(self._shown, self._bands)
        self._driver.begin(self._painter, self._bands, is_full, now)

    def _mark(self, first: int, end: int) -> None:
        """Note that these pieces of the canvas have changed."""
        bands = self._bands
        while first < end:
            bands[first] = 1
            first += 1
        self._is_changed = True

    def _note_end(self) -> None:
        """Whether a board has ended, or a match come or gone: a moment without a stroke to look at."""
        screen = self._screen
        if screen is None or (screen.phase == self._phase and screen.board == self._board):
            return
        self._phase, self._board = screen.phase, screen.board
        self._is_ended = screen.phase != "board"

    def _is_due_at_end(self) -> bool:
        is_ended, self._is_ended = self._is_ended, False
        return is_ended and self._partials >= PARTIALS_CALM
