"""The screen of a table, as plain data that any display can draw: seven segments or e-paper.

`Screen` is one object that is reused. `views.compose` fills it from the match when something happened;
`Screen.advance` updates only what changes with time (seconds, blinking, alternating pages), and allocates
nothing. The display follows the players: "left" is always the side that sits on the display's left.
"""

from .. import texts
from ..core.clocks import EXPIRED, OFF, PAUSED, RESTED, STATES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...game.state import State
    from ..core.clocks import Clock, Clocks

_ON_MS = 768  # blinking: 768 ms on, 256 ms off, from bits of `now`, so that it continues across the wrap
_BLINK_MS_BITS = 10
_BLINK_MS = 1 << _BLINK_MS_BITS
PAGE_MS_BITS = 11  # alternating pages: 2048 ms each, so that they change together with blinking

FLASH_MS = 80
"""How long a flash is dark, and lit again before the next: long enough to be noticed from the side."""

_FLASH_AFTER_MS = 20  # first what has changed is seen, then the flash
_NO_MEMORY = bytes(texts.REASONS["memory"][0], "ascii")

_TICKS_MASK = 0x3FFFFFFF  # ticks wrap there, or later


class Screen:
    """What is to be seen now. All fields are to be read, never set, by displays. It has no properties: for a
    class with one, MicroPython searches the class at every store of a field.

    dark: a flash has everything dark for a moment; only displays that change at once show it.
        flash_ms: how long the flash takes that goes on; 0 without one.
    composed: changes whenever the screen is composed anew; until then only what depends on time, notice, link
        and battery changes.
    page_now: "score", "message", "entry", "proposal", "stroke", "placing" or "men". blink_on: whether what
        blinks is visible now; blink: the part that blinks on the score page ("points_left", "games_left",
        "centre", "games_right", "points_right" or "").
    phase, title, table; names_left, names_right; short_left, short_right: the same with
        initials; drawn_left, drawn_right: the same as lines that the host has
        drawn (app/letters.py), or None; points_left/right, games_left/right (ints): the game being played, or
        the one just finished while nothing newer is in play; match_games: best of so many.
    game, board: numbers from 1; stage: as in the match event, or "". gains: bytes, two for each board of this
        game: points left, points right; results: the same for each finished game. twenties_left/right,
        discs_left/right: 20s and discs to shoot in crokinole, -1 when there are none.
    mark: "left", "right" or "": whose turn it is, by strokes; else the side that breaks; once decided, the
        winner. mark_second: it is the second-named player of that side.
    In a board played stroke by stroke: turn: "left", "right"; "" else. seat: whose turn it is, 0 to 3, else
        -1; turn_second: the second-named player of the side; turn_name. white: the side that has white.
        men_left/right: c/m on the board, -1 when not known. queen: "board", or the side that has her;
        queen_to_cover: it has still to cover her. owes_left/right: dues owed and not to be placed now. tries:
        left for the break. placing: tuple of (side whose c/m, how many, side that places, its second player);
        placing_at: which of them is on display.
    down_left/right, down_queen, down_striker, down_improper: what was pressed of the stroke being made.
    clock_name; clock_state: "off", "running", "paused" or "expired"; clock_s: seconds to show, -1 for none;
        clock_tenths: tenths of a second to show in the last ten seconds, where there is room; else -1.
        paused, expired: the same as claims. The hall's clock takes the place when no other runs.
    time_is_up: the hall's zero was shown long enough, and only a sign remains; clock_s is -1.
        quarter: 0 to 3, two seconds each, for a display with room for one thing only: it shows the zero in
        the first, of both sides the left one in the first and third.
    centre: two characters (bytes) for the place of the clock when there is none.
    message: up to 8 digits ("." belongs to the digit before it), message_clock: m.ss is drawn at its right.
    line: the same for displays with room for text, at most 40 characters. ruling, laws: the last ruling.
    shows_lines: there is such a display; without one, lines and names of the match are not made.
    said, told: message and line of what lies under a notice; page, alternate: the page, whatever time
        shows of it.
    entry_*: the entry of a board's result: c/m left under the loser's side (-1: not that side), entry_queen
        "left", "right", "board", "asked" or "", entry_demand 0-2.
    after_left/right, gain, gain_left, gain_overridden: the proposed result.
    total_left/right: crokinole's round while its discs are counted, -1 else; its 20s: twenties_left/right.
        counting: the side whose discs are pressed, or "". round_left/right: the points it would give, -1 when
        none are offered.
    menu_item, menu_value: the item and the value shown in the menu, or "".
    aside: what takes turns with the page on digits while no clock is shown: "games", "twenties" (crokinole's
        20s) or ""; aside_now: it has its turn, two seconds of eight.
    provisional, confirmed: the result is decided, is sealed. change_due: a change of sides is owed.
    link: "", "down", "stale", "up" or "open"; link_age_s: seconds since the host was heard, -1 for never.
    battery: percent, -1 without one that is watched.
    """

    def __init__(self, table: int) -> None:
        self.table = table
        self.composed = 0
        self.shows_lines = True
        self.link, self.link_age_s = "", -1
        self.battery = -1
        self.ruling: "tuple[tuple[str, ...], ...]" = ()  # core.shown_ruling
        self.laws: "tuple[str, ...]" = ()
        self._notice = self._notice_line = ""
        self._notice_codes = b""
        self.notice_on = self.line_is_notice = False
        self.page_now = "message"
        self.blink_on = True
        self.dark = False
        self._flash_at = self.flash_ms = 0
        self.clear()

    def clear(self) -> None:
        """Back to an empty score page; what is set from outside (table, link, ruling, notice) stays."""
        self.composed = (self.composed + 1) & _TICKS_MASK
        self.phase, self.title = "idle", ""
        self.names_left = self.names_right = ""
        self.short_left = self.short_right = ""
        self.drawn_left = self.drawn_right = None
        self.points_left = self.points_right = 0
        self.games_left = self.games_right = 0
        self.match_games = self.game = self.board = 0
        self.stage = ""
        self.gains = self.results = b""
        self.twenties_left = self.twenties_right = self.discs_left = self.discs_right = -1
        self.mark, self.mark_second = "", False
        self.turn, self.seat, self.turn_second, self.turn_name = "", -1, False, ""
        self.white = self.queen = ""
        self.queen_to_cover = False
        self.men_left = self.men_right = -1
        self.owes_left = self.owes_right = self.tries = 0
        self.placing: "tuple[tuple[str, int, str, bool], ...]" = ()
        self.placing_at = 0
        self.down_left = self.down_right = 0
        self.down_queen = self.down_striker = self.down_improper = False
        self.clock_name, self.clock_state, self.clock_s = "", "off", -1
        self.clock_tenths = -1
        self.paused = self.expired = self.time_is_up = False
        self.quarter = 0
        self.centre = texts.DARK
        self.page, self.alternate, self.blink = "score", False, ""
        self._by_turns = False
        self.said, self._codes, self._with_clock = "", b"", False
        self.message, self.message_codes, self.message_clock = "", b"", False
        self.aside, self.aside_now = "", False
        self.own_line = self.line = ""
        self.entry_left = self.entry_right = -1
        self.entry_queen, self.entry_demand = "", 0
        self.after_left = self.after_right = self.gain = 0
        self.gain_left = self.gain_overridden = False
        self.total_left = self.total_right = self.round_left = self.round_right = -1
        self.counting = ""
        self.menu_item = self.menu_value = ""
        self.provisional = self.confirmed = self.change_due = False
        self.clock_hidden = False

    def say(self, message: str, line: str, with_clock: bool = False, alternate: bool = False) -> None:
        """Show up to 8 digits, `with_clock` m.ss at their right; `alternate` with the score page."""
        self.page, self.alternate = "message", alternate
        if not alternate:
            self.aside = ""
        self.said, self._codes = message, bytes(message, "ascii")
        self._with_clock = with_clock
        self.own_line = fit(line)

    def by_turns(self, message: str) -> None:
        """Have digits show `message` by turns with the page, or with both where it alternates. The
        page stays what it is for other displays.
        """
        self.said, self._codes, self._by_turns = message, bytes(message, "ascii"), True

    def turn_to(self, page: str) -> None:
        """Show "score", "entry" or "proposal", and that alone."""
        self.page, self.alternate, self.blink, self.aside = page, False, "", ""

    def tell(self, line: str) -> None:
        """Set the line, of at most 46 characters (longer ones are cut)."""
        self.own_line = fit(line)

    def notice(self, message: str, line: str) -> None:
        """Lay a passing message over everything until `end_notice`."""
        try:
            codes, line = bytes(message, "ascii"), fit(line)
        except MemoryError:
            message, line = texts.REASONS["memory"]
            codes = _NO_MEMORY
        self._notice, self._notice_codes, self._notice_line = message, codes, line
        self.notice_on = True

    def end_notice(self) -> None:
        """Take the passing message away."""
        self.notice_on = False

    def flash(self, count: int, now: int) -> None:
        """Go dark `count` times, as the visible sign of a sound. It begins within 50 ms."""
        self._flash_at = now
        self.flash_ms = 2 * count * FLASH_MS

    def is_dark_at(self, now: int) -> bool:
        """Whether a flash has everything dark at `now`. Allocates nothing."""
        if not self.flash_ms:
            return False
        since = ((now - self._flash_at) & _TICKS_MASK) - _FLASH_AFTER_MS
        if since >= self.flash_ms:
            self.flash_ms = 0
            return False
        return since >= 0 and since % (2 * FLASH_MS) < FLASH_MS

    def beat(self, now: int) -> int:
        """A number that changes with each change of blinking, where anything blinks, and of pages. It changes
        at least once in 1024 ms.
        """
        beat = now >> _BLINK_MS_BITS
        return beat if now & (_BLINK_MS - 1) < _ON_MS or not self._may_blink() else -1 - beat

    def until_beat(self, now: int) -> int:
        """Milliseconds until `beat` changes, 1 to 1024."""
        part = now & (_BLINK_MS - 1)
        return (_ON_MS if part < _ON_MS and self._may_blink() else _BLINK_MS) - part

    def _may_blink(self) -> bool:
        """Whether a display may draw the screen otherwise when `blink_on` changes."""
        return bool(self.paused or self.expired or self.blink or self.queen_to_cover)

    def advance(self, clocks: "Clocks", now: int) -> None:
        """Update clock, blinking and page to `now`. Allocates nothing."""
        self.blink_on = now & (_BLINK_MS - 1) < _ON_MS
        self.dark = self.is_dark_at(now)
        clock: "Clock" = clocks.main
        if (clock.state == OFF or clock.state == RESTED) and not self.clock_hidden:
            clock = clocks.hall
        self.clock_name = clock.name
        self.clock_state = STATES[clock.state]
        self.time_is_up = clock is clocks.hall and clock.state == EXPIRED and clocks.hall.is_over
        quarter = self.quarter = (now >> PAGE_MS_BITS) & 3
        self.clock_s = -1 if self.clock_hidden or self.time_is_up else clock.seconds(now)
        self.clock_tenths = -1 if self.clock_hidden else clock.tenths(now)
        self.paused = clock.state == PAUSED
        self.expired = clock.state == EXPIRED
        if self.notice_on:
            self.page_now, self.message_codes, self.message_clock = "message", self._notice_codes, False
            self.message, self.line = self._notice, self._notice_line or self.own_line
            self.line_is_notice = self._notice_line != ""
            self.aside_now = False
            return
        self.line_is_notice = False
        self.aside_now = self.aside != "" and self.clock_s < 0 and quarter == 2
        page = self.page
        if self.alternate and quarter & 1:
            page = "score"
        elif self._by_turns and not quarter & (2 if self.alternate else 1):
            page = "message"
        if len(self.placing) > 1:
            self.placing_at = (now >> PAGE_MS_BITS) % len(self.placing)
        self.page_now = page
        self.message_codes, self.message_clock = self._codes, self._with_clock
        self.message, self.line = self.said, self.own_line

    def clock_text(self) -> str:
        """The clock for a display with room: "14" below 100 s, else "m:ss"; "" without a clock."""
        if self.clock_s < 0:
            return ""
        if self.clock_s < 100:
            return str(self.clock_s)
        return "%d:%02d" % (self.clock_s // 60, self.clock_s % 60)


def fit(text: str, width: int = texts.PAGE_MAX) -> str:
    """`text` cut to `width` characters, with a mark at the cut."""
    return text if len(text) <= width else text[: width - 2] + ".."


def player(state: "State", side: str) -> str:
    """The name of a side for a line: its players, or "A" and "B" when they have none that can be shown."""
    return players(state, side) or side.upper()


def players(state: "State", side: str) -> str:
    """The players of a side as the fonts can show them; "" when there are none, or not all can be shown."""
    shown = [spelled(state, name) for name in state.names.get(side) or ()]
    return " / ".join(shown) if "" not in shown else ""


def spelled(state: "State", name: str) -> str:
    """A name as the fonts can show it: itself, else its Latin spelling from the `match` event, else ""."""
    if is_plain(name):
        return name
    latin = state.setup.tournament["latin"]
    for pair in latin if isinstance(latin, list) else ():
        if isinstance(pair, list) and len(pair) == 2 and pair[0] == name and isinstance(pair[1], str):
            return pair[1] if is_plain(pair[1]) else ""
    return ""


_SIGNS = "\xa0\xb0\xb7\u2013\u2014\u2018\u2019\u201c\u201d\u2026"


def is_plain(text: str) -> bool:
    """Whether the fonts of e-paper have all letters of a text (faces/paper/fonts.py), ASCII aside."""
    for letter in text:
        is_latin = "\xc0" <= letter < "\u0180" or "\u0300" <= letter < "\u0370"
        if letter > "~" and not is_latin and letter not in _SIGNS:
            return False
    return True


def right_side(state: "State") -> str:
    """The side that sits on the display's right."""
    return "b" if state.left_side == "a" else "a"
