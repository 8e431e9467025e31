"""What pages of any size read from the screen model: the kind of page, names, clock, banner."""

from .fonts import codes, read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...table.show.screens import Screen
    from .sheet import Sheet

_ENDS = b",:;."
_BLANK = 32

SCORE, IDLE, BOX, MENU, ENTRY, PROPOSAL, TOTALS, OFFER = range(8)
AFTER = (PROPOSAL, OFFER)
"""Kinds of page on which the score is the one that is proposed."""

_SLOW = ("side_change", "interval", "report", "hall", "round", "protest")
"""Clocks of minutes."""

SECONDS_MOST = 15
"""The last seconds of the other clocks are shown: each is a refresh, and leaves its ghost."""

NO_CLOCK, RUNNING, PAUSED, TIME, MINUTES, MINUTES_PAUSED = range(6)

NOTHING, SECONDS, PAGE = range(3)
"""What may differ: nothing, the seconds alone, anything of the page."""


class Watch:
    """What of a screen may differ from what it was when it was last looked at. `seconds`: as a sheet's.

    Most fields change only when the screen is composed anew, which `composed` counts. The others that a page
    shows change with time, and are compared one by one.
    """

    def __init__(self) -> None:
        self._composed = self._clock = self._minutes = self._battery = -1
        self._link = self._line = self._page = ""
        self._is_notice = self._has_line = self._is_time_up = False
        self.seconds = -1

    def differs(self, screen: "Screen") -> int:
        """Look, and remember: NOTHING, SECONDS or PAGE. Allocates nothing."""
        clock = clock_of(screen)
        seconds = self.seconds
        self.seconds = seconds_of(screen, clock)
        minutes = minutes_of(screen, clock)
        if (
            screen.composed == self._composed
            and clock == self._clock
            and minutes == self._minutes
            and screen.line == self._line
            and screen.notice_on == self._is_notice
            and screen.line_is_notice == self._has_line
            and screen.time_is_up == self._is_time_up
            and screen.link == self._link
            and screen.page == self._page
            and screen.battery // 10 == self._battery
        ):
            if seconds == self.seconds:
                return NOTHING
            if seconds >= 0 and self.seconds >= 0:
                return SECONDS
        self._composed = screen.composed
        self._clock, self._minutes = clock, minutes
        self._line, self._page = screen.line, screen.page
        self._is_notice, self._is_time_up = screen.notice_on, screen.time_is_up
        self._has_line = screen.line_is_notice
        self._link = screen.link
        self._battery = screen.battery // 10
        return PAGE


def look(sheet: "Sheet", screen: "Screen") -> None:
    """The first part of every page, without a mark: what the other parts want to know of the screen."""
    sheet.kind = _kind_of(screen)
    sheet.clock = clock = clock_of(screen)
    sheet.minutes = minutes_of(screen, clock)
    sheet.seconds = seconds_of(screen, clock)
    sheet.banner = _banner_of(screen, clock)


def _kind_of(screen: "Screen") -> int:
    """What takes the middle of the page."""
    if screen.menu_item and screen.page == "message":
        return MENU
    if screen.page == "entry":
        return ENTRY
    if screen.total_left >= 0:
        return TOTALS
    if screen.round_left >= 0:
        return OFFER
    if screen.page == "proposal":
        return PROPOSAL
    said = screen.said
    if screen.phase == "idle":
        return IDLE if not said or said.startswith("tbL") or said.startswith("HALL") else BOX
    if screen.page == "message" and not screen.alternate and "toSS" not in said and "CALL" not in said:
        return BOX
    return SCORE


def clock_of(screen: "Screen") -> int:
    """What is to be seen of the clock: NO_CLOCK to MINUTES_PAUSED."""
    if screen.clock_hidden or screen.clock_state == "off":
        return NO_CLOCK
    if screen.expired:
        return TIME
    if screen.clock_name in _SLOW:
        return MINUTES_PAUSED if screen.paused else MINUTES
    return PAUSED if screen.paused else RUNNING


def minutes_of(screen: "Screen", clock: int) -> int:
    """The minutes of a clock of minutes, begun ones counted; -1 without."""
    return -1 if clock < MINUTES else (screen.clock_s + 59) // 60


def seconds_of(screen: "Screen", clock: int) -> int:
    """The seconds of a running count, when they are few enough to be shown; -1 otherwise."""
    return screen.clock_s if clock == RUNNING and screen.clock_s <= SECONDS_MOST else -1


def large(screen: "Screen", kind: int, is_left: bool) -> int:
    """The number of a side that is drawn large on a page of this kind; negative: none."""
    if kind == ENTRY:
        return screen.entry_left if is_left else screen.entry_right
    if kind == TOTALS:
        return screen.total_left if is_left else screen.total_right
    if kind in AFTER:
        return screen.after_left if is_left else screen.after_right
    return screen.points_left if is_left else screen.points_right


_BANNERS = {
    "toss": "TOSS",
    "change": "CHANGE SIDES",
    "interval": "INTERVAL",
    "over": "PROVISIONAL",
    "confirmed": "FINAL RESULT",
}


def _banner_of(screen: "Screen", clock: int) -> str:
    """The phase in large letters; "" while it is enough to see the score."""
    if screen.phase in ("toss", "ready") and screen.clock_name == "report" and clock:
        return "PLAYERS AWAITED"
    if screen.said == "ProtESt" and screen.phase == "over":
        return "PROTEST OPEN"
    if screen.said == "dECidEd":
        return "DECIDED AT THE DESK"
    return _BANNERS.get(screen.phase, "")


_STAGES = {"round": "Round", "quarter_final": "Quarter-final", "semi_final": "Semi-final", "final": "Final"}


def title_of(screen: "Screen") -> str:
    """What the match is called; its stage when it has no name."""
    if screen.title:
        return screen.title
    return _STAGES.get(screen.stage, screen.stage)


def cut(names: str, font, most: int) -> int:
    """Where names are divided into two lines: behind the first of a pair, else at a blank; 0 for one line."""
    pair = names.find(" / ")
    if pair >= 0:
        return pair
    if font.span(0, read(names)) - font.gap <= most:
        return 0
    best = start = width = 0
    at = names.find(" ")
    while at >= 0:
        width += font.span(start, at)
        if not best or width - font.gap <= most:
            best = at
        start = at
        at = names.find(" ", at + 1)
    return best


def sentence(text: str, font, most: int) -> int:
    """Where a text is best divided in two: behind a sign that ends a part, into short ones; 0: no way."""
    best, place = most, 0
    rest = font.span(0, read(text))
    start = width = 0
    at = text.find(" ", 1)
    while at > 0:
        width += font.span(start, at)
        rest -= font.span(start, at)
        if codes[at - 1] in _ENDS:
            wider = max(width, rest - font.advances[_BLANK]) - font.gap
            if wider <= best:
                best, place = wider, at
        start = at
        at = text.find(" ", at + 1)
    return place


def is_pair(names: str) -> bool:
    """Whether these are two players."""
    return " / " in names
