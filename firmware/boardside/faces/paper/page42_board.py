"""Of the page of page42.py: a board's state or the phase of the match, and the points by board."""

from . import glyphs
from .reading import (
    AFTER,
    BOX,
    ENTRY,
    IDLE,
    MENU,
    MINUTES,
    NO_CLOCK,
    PAUSED,
    SCORE,
    TIME,
    TOTALS,
)
from .sheet import DISC, FILL, FRAME, RING, ROUND, WEDGE, WHITE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...table.show.screens import Screen
    from .sheet import Sheet

WIDTH = 400
"""As in page42.py."""

_HALF = WIDTH // 2
_EDGE = 8
_CROWN = chr(glyphs.CROWN)
_HOURGLASS = chr(glyphs.HOURGLASS)
_PAUSE = chr(glyphs.PAUSE)
COLUMNS = 10
"""Of the table of the boards."""

MIDDLE = (IDLE, BOX, MENU)
"""Pages whose middle is their own."""


def status(sheet: "Sheet", screen: "Screen") -> None:
    """The phase of the match, what is pressed, placed or asked; else it tells where the clock is."""
    kind = sheet.kind
    sheet.carry = 0
    if kind in MIDDLE:
        return
    if kind == ENTRY:
        _queen_entered(sheet, screen)
    elif kind in AFTER:
        _banner(sheet, "NEW SCORE?  OK", -1)
    elif screen.page == "stroke":
        _pressed(sheet, screen)
    elif screen.page == "placing":
        _placing(sheet, screen)
    elif sheet.banner:
        _phase(sheet, screen)
    else:
        sheet.carry = _clock_x(screen)


def clock(sheet: "Sheet", screen: "Screen") -> None:
    """The state of the clock, in a board in play."""
    if sheet.carry:
        _clock(sheet, screen, sheet.carry)


def man_left(sheet: "Sheet", screen: "Screen") -> None:
    """The colour of the left side's c/m."""
    if screen.seat >= 0 and _is_plain(sheet, screen):
        _man(sheet, 12, 189, screen.white == "left")


def man_right(sheet: "Sheet", screen: "Screen") -> None:
    """The right side's."""
    if screen.seat >= 0 and _is_plain(sheet, screen):
        _man(sheet, WIDTH - 34, 189, screen.white == "right")


def status_left(sheet: "Sheet", screen: "Screen") -> None:
    """The left side's c/m, or its 20s."""
    _side(sheet, screen, True)


def held_left(sheet: "Sheet", screen: "Screen") -> None:
    """Behind the left side's c/m: the Queen, its dues."""
    _held(sheet, screen, True)


def status_right(sheet: "Sheet", screen: "Screen") -> None:
    """The right side's."""
    _side(sheet, screen, False)


def held_right(sheet: "Sheet", screen: "Screen") -> None:
    """Behind the right side's."""
    _held(sheet, screen, False)


def _side(sheet: "Sheet", screen: "Screen", is_left: bool) -> None:
    if (screen.seat < 0 and screen.twenties_left < 0) or not _is_plain(sheet, screen):
        return
    if screen.seat >= 0:
        _men(sheet, screen, is_left)
    else:
        _twenties(sheet, screen, is_left)


def _phase(sheet: "Sheet", screen: "Screen") -> None:
    is_zero = sheet.clock == TIME and not screen.time_is_up
    _banner(sheet, "TIME" if is_zero else sheet.banner, sheet.minutes)


def _banner(sheet: "Sheet", text: str, minutes: int) -> None:
    sheet.at(0, 185).add(FILL, WIDTH, 29)
    if minutes < 0:
        sheet.at(_HALF, 189, 1, 1).heading(text, 380)
        return
    sheet.at(16, 189, 0, 1).heading(text, 270)
    width = sheet.at(WIDTH - 16, 189, 2, 1).heading("min", 80)
    sheet.at(WIDTH - 16 - width - 8, 189, 2, 1).number(minutes, 20)


def _man(sheet: "Sheet", x: int, y: int, is_white: bool, size: int = 22) -> None:
    sheet.at(x, y).add(RING if is_white else DISC, size, size, 3)


def _men(sheet: "Sheet", screen: "Screen", is_left: bool) -> None:
    """C/m left of a side."""
    x = 44 if is_left else WIDTH - 44
    men = screen.men_left if is_left else screen.men_right
    sheet.carry = _beside(is_left, x, 12, sheet.at(x, 189, 0 if is_left else 2).number(men, 22))


def _held(sheet: "Sheet", screen: "Screen", is_left: bool) -> None:
    """The Queen if a side has her, and its dues; `_men` has told where they begin."""
    if screen.seat < 0 or not _is_plain(sheet, screen):
        return
    x, align = sheet.carry, 0 if is_left else 2
    if screen.queen == ("left" if is_left else "right"):
        x = _beside(is_left, x, 6, sheet.at(x, 190, align).heading(_CROWN, 30))
        if screen.queen_to_cover:
            x = _beside(is_left, x, 8, sheet.at(x, 190, align).heading("?", 20))
    owes = screen.owes_left if is_left else screen.owes_right
    if owes:
        _owed(sheet, x, owes, is_left)


def _beside(is_left: bool, x: int, gap: int, width: int) -> int:
    """Where what follows something at x begins: on the left side to its right, on the right to its left."""
    return x + width + gap if is_left else x - width - gap


def count(sheet: "Sheet", screen: "Screen") -> None:
    """The last seconds of a count: on six pieces of the canvas, and none of the points."""
    if sheet.seconds < 0:
        return
    if _is_plain(sheet, screen) or (screen.page == "placing" and len(screen.placing) == 1):
        sheet.at(_clock_x(screen) - 4, 185).number(sheet.seconds, 30)


def _clock_x(screen: "Screen") -> int:
    """The middle of the clock: beside who places, or beside the Queen on the board."""
    if screen.page == "placing":
        return _HALF + 100 if screen.placing[0][2] == "left" else 100
    return _HALF - 16 if screen.seat >= 0 and screen.queen == "board" else _HALF


def queen(sheet: "Sheet", screen: "Screen") -> None:
    """The Queen, where she is still on the board."""
    if screen.queen != "board" or not _is_plain(sheet, screen) or screen.seat < 0:
        return
    clock = sheet.clock
    is_wide = clock == TIME or sheet.seconds >= 0
    x = _HALF - 11 if clock == NO_CLOCK else _HALF + 28 if is_wide else _HALF + 4
    sheet.at(x, 190).heading(_CROWN, 30)


def _is_plain(sheet: "Sheet", screen: "Screen") -> bool:
    """Whether the line under the points has what a board in play has: c/m or 20s, clock, Queen."""
    if sheet.banner or (sheet.kind != SCORE and sheet.kind != TOTALS):
        return False
    return screen.page != "stroke" and screen.page != "placing"


def _owed(sheet: "Sheet", x: int, count: int, is_left: bool) -> None:
    at = x if is_left else x - 66
    sheet.at(at, 189).add(ROUND, 66, 22, 6)
    width = sheet.at(at + 7, 194, 0, 1).text("owes", 50)
    sheet.at(at + 7 + width + 6, 194, 0, 1).count(count)


def _clock(sheet: "Sheet", screen: "Screen", x: int) -> None:
    """A sign for the state of the clock, with room for seconds beside it when they are shown."""
    clock = sheet.clock
    if clock == TIME:
        sheet.at(x - 38, 186).add(ROUND, 76, 28, 6)
        sheet.at(x, 190, 1, 1).heading("TIME", 70)
    elif clock >= MINUTES:
        sheet.at(x - 4, 190, 2).heading_count(sheet.minutes)
        sheet.at(x + 4, 190).heading("min", 60)
    elif sheet.seconds >= 0:
        sheet.at(x - 10, 190, 2).heading(_HOURGLASS, 30)  # `count` lays the seconds
    elif clock != NO_CLOCK:
        sheet.at(x, 190, 1).heading(_PAUSE if clock == PAUSED else _HOURGLASS, 30)


def _twenties(sheet: "Sheet", screen: "Screen", is_left: bool) -> None:
    """20s and discs of a side, in a round of crokinole."""
    twenties = screen.twenties_left if is_left else screen.twenties_right
    align = 0 if is_left else 2
    x = 12 if is_left else WIDTH - 12
    x = _beside(is_left, x, 8, sheet.at(x, 196, align).text("20s", 40))
    x = _beside(is_left, x, 14, sheet.at(x, 189, align).number(twenties, 22))
    discs = screen.discs_left if is_left else screen.discs_right
    if discs >= 0:
        _man(sheet, x if is_left else x - 18, 191, False, 18)
        sheet.at(x + 26 if is_left else x - 26, 189, align).number(discs, 22)


def _pressed(sheet: "Sheet", screen: "Screen") -> None:
    """What goes down in the stroke that is being made."""
    sheet.at(0, 185).add(FRAME, WIDTH, 29, 2)
    for at in range(2):
        is_left = at == 0
        down = screen.down_left if is_left else screen.down_right
        if down:
            _man(sheet, 12 if is_left else WIDTH - 34, 189, screen.white == ("left" if is_left else "right"))
            sheet.at(44 if is_left else WIDTH - 44, 189, 0 if is_left else 2).number(down, 22)
    x = 104
    if screen.down_queen:
        x += sheet.at(x, 190).heading(_CROWN, 30) + 14
    if screen.down_striker:
        x += sheet.at(x, 195).text("STRIKER", 100) + 14
    if screen.down_improper:
        sheet.at(x, 195).text("IMPROPER", 110)


def _placing(sheet: "Sheet", screen: "Screen") -> None:
    """Who places what: white on black at his side."""
    for at in range(min(len(screen.placing), 2)):
        side, count, by, _ = screen.placing[at]
        is_left = by == "left"
        box = (0 if is_left else _HALF) if len(screen.placing) == 1 else at * _HALF
        sheet.at(box + 2, 185).add(FILL, _HALF - 4, 29)
        width = sheet.at(box + 12, 190, 0, 1).heading("PLACES", 120)
        width += 10 + sheet.at(box + 22 + width, 189, 0, 1).number(count, 22)
        ring = RING | WHITE if screen.white != side else DISC | WHITE
        sheet.at(box + 22 + width, 189).add(ring, 22, 22, 3)
    if len(screen.placing) == 1:
        _clock(sheet, screen, _clock_x(screen))


def _queen_entered(sheet: "Sheet", screen: "Screen") -> None:
    """Where the Queen of an entered result is."""
    queen = screen.entry_queen
    sheet.at(0, 185).add(FRAME, WIDTH, 29, 2)
    if queen == "left":
        sheet.at(16, 190).heading(_CROWN, 30)
    elif queen == "right":
        sheet.at(WIDTH - 16, 190, 2).heading(_CROWN, 30)
    elif queen == "board":
        width = sheet.at(_HALF - 70, 190).heading(_CROWN, 30)
        sheet.at(_HALF - 70 + width + 10, 195).text("ON THE BOARD", 140)
    elif queen == "asked":
        width = sheet.at(_HALF - 60, 190).heading(_CROWN, 30)
        sheet.at(_HALF - 60 + width + 10, 190).heading("whose?", 140)


def boards(sheet: "Sheet", screen: "Screen") -> None:
    """The lines of the table of the boards."""
    if _has_boards(sheet, screen):
        sheet.at(_EDGE, 276).add(WEDGE, 7, 10, 0)
        sheet.at(_EDGE, 289).add(WEDGE, 7, 10, 1)
        games = min(len(screen.results) >> 1, COLUMNS)
        if games:
            sheet.at(21 + 36 * games, 275).add(FILL, 2, 25)
    else:
        sheet.skip = COLUMNS


def columns(column: int):
    """A part that lays a column of the table: games that are over, then the boards of this one. If there are
    too many boards, those are the newest ones.
    """

    def lay(sheet: "Sheet", screen: "Screen") -> None:
        if _has_boards(sheet, screen):
            _column(sheet, screen, column)

    return lay


def _has_boards(sheet: "Sheet", screen: "Screen") -> bool:
    if not screen.results and not screen.gains:
        return False
    return screen.phase != "idle" and sheet.kind not in MIDDLE and not screen.line_is_notice


def _column(sheet: "Sheet", screen: "Screen", column: int) -> None:
    results, gains = screen.results, screen.gains
    games, boards = len(results) >> 1, len(gains) >> 1
    if column >= games + boards:
        sheet.skip = COLUMNS - column - 1
        return
    x = 40 + 36 * column
    if column < games:
        sheet.at(x, 275, 1).count(results[2 * column])
        sheet.at(x, 288, 1).count(results[2 * column + 1])
        return
    column += max(0, games + boards - COLUMNS) - games
    _gain(sheet.at(x, 275, 1), gains[2 * column])
    _gain(sheet.at(x, 288, 1), gains[2 * column + 1])


def _gain(sheet: "Sheet", points: int) -> None:
    if points:
        sheet.count(points)
    else:
        sheet.text("·", 10)
