"""What a table shows, as plain data that any display can draw: seven segments now, e-paper beside it.

`Screen` is one object, used again and again. `compose` fills it from the match when something happened;
`Screen.advance` brings only what moves by itself (seconds, blinking, alternating pages) up to a moment, and
allocates nothing. The display follows the players: everything "left" is whoever sits on the display's left.
"""

from ..game import protests
from ..game.official import BY_DESK
from . import board_view, sports, texts
from .clocks import EXPIRED, OFF, PAUSED, STATES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..game.state import State
    from .clocks import Clock, Clocks

_ON_MS_BITS = 8  # blinking: 768 ms on, 256 ms off, from bits of `now`, so that it goes on across the wrap
_PAGE_MS_BITS = 11  # alternating pages: 2048 ms each

FLASH_MS = 80
"""How long a flash is dark, and lit again before the next: long enough to be noticed from the side."""

_FLASH_AFTER_MS = 20  # first what has changed is seen, then the flash
_NO_MEMORY = bytes(texts.REASONS["memory"][0], "ascii")
UP = "Time is up. "
"""Begins the line of the next board when the hall's clock has ended."""

_TICKS_MASK = 0x3FFFFFFF  # ticks wrap there, or later


class Screen:
    """What is to be seen now. All fields are to be read, never set, by displays.

    dark: a flash has everything dark for a moment; only displays that change at once show it.
    page_now: "score", "message", "entry", "proposal", "stroke", "placing" or "men". blink_on: whether what
        blinks is visible now; blink: the part that blinks on the score page ("points_left", "games_left",
        "centre", "games_right", "points_right" or "").
    phase, title, table; names_left, names_right; points_left/right, games_left/right (ints): the game being
        played, or the one just finished while nothing newer is in play; match_games: best of so many.
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
    time_is_up: it would be the hall's zero, and that was shown long enough: a sign is enough (D295); clock_s
        is -1. is_time_turn: what has room for one thing alone shows the zero now.
    centre: two characters (bytes) for the place of the clock when there is none.
    message: up to 8 digits ("." belongs to the digit before it), message_clock: m.ss is drawn at its right.
    line: the same for people who can read more, at most 40 characters. ruling, laws: the last ruling.
    said, told: message and line of what lies under a notice; page, alternate: the page, whatever time
        shows of it.
    entry_*: the entry of a board's result: c/m left under the loser's side (-1: not that side), entry_queen
        "left", "right", "board", "asked" or "", entry_demand 0-2.
    after_left/right, gain, gain_left, gain_overridden: the proposed result.
    total_left/right: crokinole's round while its discs are counted, -1 else; its 20s: twenties_left/right.
        counting: the side whose discs are pressed, or "". round_left/right: the points it would give, -1 when
        none are offered.
    menu_item, menu_value: what stands in the menu, or "".
    provisional, confirmed: the result is decided, is sealed. change_due: a change of sides is owed.
    link: "", "down", "stale", "up" or "open"; link_age_s: seconds since the host was heard, -1 for never.
    battery: percent, -1 without one that is watched.
    """

    def __init__(self, table: int) -> None:
        self.table = table
        self.link, self.link_age_s = "", -1
        self.battery = -1
        self.ruling = ""
        self.laws: "tuple[str, ...]" = ()
        self._notice = self._notice_line = ""
        self._notice_codes = b""
        self.notice_on = False
        self.page_now = "message"
        self.blink_on = True
        self.dark = False
        self._flash_at = self._flash_ms = 0
        self.clear()

    def clear(self) -> None:
        """Back to an empty score page; what comes from outside (table, link, ruling, notice) stays."""
        self.phase, self.title = "idle", ""
        self.names_left = self.names_right = ""
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
        self.is_time_turn = False
        self.centre = texts.IN_PLAY
        self.page, self.alternate, self.blink = "score", False, ""
        self.said, self._codes, self._with_clock = "", b"", False
        self.message, self.message_codes, self.message_clock = "", b"", False
        self.told = self.line = ""
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
        self.said, self._codes = message, bytes(message, "ascii")
        self._with_clock = with_clock
        self.told = texts.fit(line)

    def turn_to(self, page: str) -> None:
        """Show "score", "entry" or "proposal", and that alone."""
        self.page, self.alternate, self.blink = page, False, ""

    def tell(self, line: str) -> None:
        """Set the line of at most 40 characters (longer ones are cut)."""
        self.told = texts.fit(line)

    def notice(self, message: str, line: str) -> None:
        """Lay a passing message over everything until `end_notice`."""
        try:
            codes, line = bytes(message, "ascii"), texts.fit(line)
        except MemoryError:
            message, line = texts.REASONS["memory"]
            codes = _NO_MEMORY
        self._notice, self._notice_codes, self._notice_line = message, codes, line
        self.notice_on = True

    def end_notice(self) -> None:
        """Take the passing message away."""
        self.notice_on = False

    def flash(self, count: int, now: int) -> None:
        """Go dark `count` times: the light that goes with a sound. It begins within 50 ms."""
        self._flash_at = now
        self._flash_ms = 2 * count * FLASH_MS

    def is_dark_at(self, now: int) -> bool:
        """Whether a flash has everything dark at `now`. Allocates nothing."""
        if not self._flash_ms:
            return False
        since = ((now - self._flash_at) & _TICKS_MASK) - _FLASH_AFTER_MS
        if since >= self._flash_ms:
            self._flash_ms = 0
            return False
        return since >= 0 and since % (2 * FLASH_MS) < FLASH_MS

    def advance(self, clocks: "Clocks", now: int) -> None:
        """Bring clock, blinking and page up to `now`. Allocates nothing."""
        self.blink_on = (now >> _ON_MS_BITS) & 3 != 3
        self.dark = self.is_dark_at(now)
        clock: "Clock" = clocks.main
        if clock.state == OFF and not self.clock_hidden:
            clock = clocks.hall
        self.clock_name = clock.name
        self.clock_state = STATES[clock.state]
        self.time_is_up = clock is clocks.hall and clock.state == EXPIRED and clocks.hall.is_over
        self.is_time_turn = (now >> _PAGE_MS_BITS) & 3 == 0
        self.clock_s = -1 if self.clock_hidden or self.time_is_up else clock.seconds(now)
        self.clock_tenths = -1 if self.clock_hidden else clock.tenths(now)
        self.paused = clock.state == PAUSED
        self.expired = clock.state == EXPIRED
        if self.notice_on:
            self.page_now, self.message_codes, self.message_clock = "message", self._notice_codes, False
            self.message, self.line = self._notice, self._notice_line
            return
        page = self.page
        if self.alternate and (now >> _PAGE_MS_BITS) & 1:
            page = "score"
        if len(self.placing) > 1:
            self.placing_at = (now >> _PAGE_MS_BITS) % len(self.placing)
        self.page_now = page
        self.message_codes, self.message_clock = self._codes, self._with_clock
        self.message, self.line = self.said, self.told

    def clock_text(self) -> str:
        """The clock for a display with room: "14" below 100 s, else "m:ss"; "" without a clock."""
        if self.clock_s < 0:
            return ""
        if self.clock_s < 100:
            return str(self.clock_s)
        return "%d:%02d" % (self.clock_s // 60, self.clock_s % 60)


def player(state: "State", side: str) -> str:
    """The name of a side for a line: its players, or "A" and "B" when they have none."""
    names = state.names.get(side)
    return " / ".join(names) if names else side.upper()


def right_side(state: "State") -> str:
    """The side that sits on the display's right."""
    return "b" if state.left_side == "a" else "a"


def shown_points(state: "State") -> dict:
    """The points to show, {"a", "b"}: of the game being played; of the finished one until the next begins."""
    decided = state.phase in ("over", "confirmed")
    between = state.phase in ("change", "interval") and not state.boards
    if state.history and (decided or between):
        return state.history[-1].points
    return state.points


def compose(screen: "Screen", state: "State", clocks: "Clocks") -> None:
    """Fill `screen` with the match as it stands: what is seen when no entry or menu is open."""
    screen.clear()
    phase = screen.phase = state.phase
    screen.change_due = state.change_due
    if phase == "idle":
        free_table(screen, clocks)
        return
    left, right = state.left_side, right_side(state)
    points = shown_points(state)
    screen.title = state.title or ""
    screen.names_left, screen.names_right = player(state, left), player(state, right)
    screen.points_left, screen.points_right = points[left], points[right]
    screen.games_left, screen.games_right = state.games[left], state.games[right]
    screen.match_games = state.rules["games"]
    screen.game, screen.board, screen.stage = state.game, state.board, state.stage or ""
    screen.gains, screen.results = _gains(state, left), _results(state, left)
    screen.provisional = phase == "over"
    screen.confirmed = state.confirmed
    marked = state.winner if phase in ("over", "confirmed") else state.breaker
    if marked:
        screen.mark = "left" if marked == left else "right"
    if sports.is_crokinole(state):
        from .crokinole import views

        views.lay(screen, state, clocks)
        return
    _PHASES[phase](screen, state, clocks)
    situation = sports.situation(state)
    if situation is not None:
        board_view.lay(screen, state, situation, clocks)
        return
    clock = clocks.main
    if clock.state == EXPIRED and clock.name in texts.EXPIRED:
        screen.tell(texts.EXPIRED[clock.name][2])
    elif clock.state == PAUSED and phase in ("ready", "board"):
        screen.tell("Paused: CLOCK or PAUSE goes on (121)")


def _gains(state: "State", left: str) -> bytes:
    """The points of each board of the game that is shown, left and right by turns."""
    boards = state.boards
    if not boards and state.history and shown_points(state) is state.history[-1].points:
        boards = state.history[-1].boards
    pairs = bytearray()
    for board in boards:
        for side in (left, "b" if left == "a" else "a"):
            points = board.points
            if isinstance(points, dict):  # a round of crokinole gives points to both
                pairs.append(min(points[side], 255))
            else:
                pairs.append(min(points, 255) if board.winner == side else 0)
    return bytes(pairs)


def _results(state: "State", left: str) -> bytes:
    """The points of each finished game, left and right by turns."""
    pairs = bytearray()
    for game in state.history:
        for side in (left, "b" if left == "a" else "a"):
            pairs.append(min(game.points[side], 255))
    return bytes(pairs)


def free_table(screen: "Screen", clocks: "Clocks", alternate: bool = False) -> None:
    """What a free table tells: the hall's clock, else its number. D295: the hall's zero gives way to the
    number after a while.
    """
    if clocks.hall.state == OFF:
        line = "Table %d: OK opens the menu" % screen.table
        screen.say("%s%5d" % (texts.TABLE, screen.table), line, alternate=alternate)
    elif clocks.hall.state == EXPIRED and clocks.hall.is_over:
        line = "%sTable %d: OK, menu" % (UP, screen.table)
        screen.say(texts.TABLE + texts.TIME_IS_UP + "%3d" % screen.table, line, alternate=alternate)
    else:
        screen.say(texts.HALL, "Hall clock. OK opens the menu", with_clock=True, alternate=alternate)


def is_time_up(clocks: "Clocks") -> bool:
    """The hall's clock has come to its end, and no other clock has its place."""
    return clocks.hall.state == EXPIRED and clocks.main.state == OFF


def _toss(screen: "Screen", state: "State", clocks: "Clocks") -> None:
    line = "Extra board, toss (56b): WHITE = left" if state.extra else "Toss: WHITE left breaks, BLACK right"
    if clocks.main.state == OFF:
        screen.say("  " + texts.TOSS, line)
    else:
        _report(screen, clocks.main, texts.TOSS, line)


def _report(screen: "Screen", clock: "Clock", message: str, line: str) -> None:
    """The report clock has the display while it counts or waits, until somebody plays (143i)."""
    if clock.state == EXPIRED:
        screen.say(texts.REPORT + "143.i", texts.EXPIRED["report"][2], alternate=True)
    else:
        screen.say(message, line, with_clock=True, alternate=True)


def _ready(screen: "Screen", state: "State", clocks: "Clocks") -> None:
    if state.extra:
        screen.centre = texts.EXTRA_BOARD
    elif state.board > 9:
        screen.centre = bytes("%2d" % min(state.board, 99), "ascii")
    else:
        screen.centre = bytes("b%d" % state.board, "ascii")
    if clocks.main.state != OFF and clocks.main.name == "report":
        _report(screen, clocks.main, texts.REPORT, "Awaited (143i); PAUSE when both are here")
    else:
        up = UP if is_time_up(clocks) else ""
        screen.tell("%sBoard %d: CLOCK is Play%s" % (up, state.board, _owed(state)))


def _board(screen: "Screen", state: "State", clocks: "Clocks") -> None:
    screen.centre = texts.IN_PLAY
    up = UP if is_time_up(clocks) else ""
    screen.tell("%sBoard %d in play%s" % (up, state.board, _owed(state)))


def _owed(state: "State") -> str:
    return "; change of sides owed" if state.change_due else ""


def _change(screen: "Screen", state: "State", clocks: "Clocks") -> None:
    middle = state.boards and state.game == state.rules["change_in_game"]
    law = 60 if middle else 59 if state.doubles else 58
    clocked = clocks.main.state != OFF
    screen.say(texts.CHANGE, "Change sides (%d), then CLOCK" % law, with_clock=clocked, alternate=True)


def _interval(screen: "Screen", state: "State", clocks: "Clocks") -> None:
    line = "Interval (138): change sides, then CLOCK"
    screen.say(texts.INTERVAL, line, with_clock=clocks.main.state != OFF, alternate=True)


def _over(screen: "Screen", state: "State", clocks: "Clocks") -> None:
    screen.centre, screen.blink, screen.clock_hidden = texts.PROVISIONAL_CENTRE, "centre", True
    if protests.is_open(state):
        screen.say(texts.HELD, "%s. Held (150)" % result(state), alternate=True)
    else:
        screen.say(texts.PROVISIONAL, "%s. OK confirms" % result(state), alternate=True)


def _confirmed(screen: "Screen", state: "State", clocks: "Clocks") -> None:
    screen.centre, screen.clock_hidden = texts.CONFIRMED_CENTRE, True
    screen.tell(result(state))


def result(state: "State") -> str:
    """The end of a match in a line of at most 30 characters."""
    if state.winner is None:
        return "Decided at the desk" if state.how_laws == BY_DESK else "A draw"
    if state.how_laws == BY_DESK:
        return "%s wins, by the desk" % texts.fit(player(state, state.winner), 15)
    loser = "b" if state.winner == "a" else "a"
    score = "%d-%d" % (state.games[state.winner], state.games[loser])
    return "%s wins %s" % (texts.fit(player(state, state.winner), 18), score)


_PHASES = {
    "toss": _toss,
    "ready": _ready,
    "board": _board,
    "change": _change,
    "interval": _interval,
    "over": _over,
    "confirmed": _confirmed,
}
