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
    TIME,
    banner_of,
    clock_of,
    kind_of,
    minutes_of,
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
_COLUMNS = 10
_G = 71  # character
MIDDLE = (IDLE, BOX, MENU)
"""Pages whose middle is their own."""


def status(sheet: "Sheet", screen: "Screen") -> None:
    """The state of the board, or the phase of the match."""
    kind = kind_of(screen)
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
    elif banner_of(screen):
        minutes = minutes_of(screen)
        is_zero = clock_of(screen) == TIME and not screen.time_is_up
        _banner(sheet, "TIME" if is_zero else banner_of(screen), minutes)
    elif screen.seat >= 0:
        _board(sheet, screen)
    else:
        _counts(sheet, screen)


def _banner(sheet: "Sheet", text: str, minutes: int) -> None:
    sheet.at(0, 186).add(FILL, WIDTH, 29)
    if minutes < 0:
        sheet.at(_HALF, 190, 1, 1).heading(text, 380)
        return
    sheet.at(16, 190, 0, 1).heading(text, 270)
    width = sheet.at(WIDTH - 16, 190, 2, 1).heading("min", 80)
    sheet.at(WIDTH - 16 - width - 8, 190, 2, 1).number(minutes, 20)


def _man(sheet: "Sheet", x: int, y: int, is_white: bool, size: int = 22) -> None:
    sheet.at(x, y).add(RING if is_white else DISC, size, size, 3)


def _board(sheet: "Sheet", screen: "Screen") -> None:
    """C/m left and dues at their sides, the Queen with who has her, the clock in the middle."""
    for at in range(2):
        is_left = at == 0
        side = "left" if is_left else "right"
        men = screen.men_left if is_left else screen.men_right
        owes = screen.owes_left if is_left else screen.owes_right
        x = 12 if is_left else WIDTH - 12 - 22
        step = 1 if is_left else -1
        _man(sheet, x, 189, screen.white == side)
        x += 32 if is_left else -10
        x += step * (sheet.at(x, 189, 0 if is_left else 2).number(men, 22) + 12)
        if screen.queen == side:
            x += step * (sheet.at(x, 190, 0 if is_left else 2).heading(_CROWN, 30) + 6)
            if screen.queen_to_cover:
                x += step * (sheet.at(x, 190, 0 if is_left else 2).heading("?", 20) + 8)
        if owes:
            _owed(sheet, x, owes, is_left)
    is_free = screen.queen == "board"
    shown = clock_of(screen)
    _clock(sheet, screen, _HALF - 16 if is_free else _HALF)
    if is_free:
        x = _HALF - 11 if shown == NO_CLOCK else _HALF + 28 if shown == TIME else _HALF + 4
        sheet.at(x, 190).heading(_CROWN, 30)


def _owed(sheet: "Sheet", x: int, count: int, is_left: bool) -> None:
    at = x if is_left else x - 66
    sheet.at(at, 189).add(ROUND, 66, 22, 6)
    width = sheet.at(at + 7, 194, 0, 1).text("owes", 50)
    sheet.at(at + 7 + width + 6, 194, 0, 1).count(count)


def _clock(sheet: "Sheet", screen: "Screen", x: int) -> None:
    """A sign for the state of the clock, no seconds (D140)."""
    shown = clock_of(screen)
    if shown == TIME:
        sheet.at(x - 38, 186).add(ROUND, 76, 28, 6)
        sheet.at(x, 190, 1, 1).heading("TIME", 70)
    elif shown >= MINUTES:
        sheet.at(x - 4, 190, 2).heading_count(minutes_of(screen))
        sheet.at(x + 4, 190).heading("min", 60)
    elif shown != NO_CLOCK:
        sheet.at(x, 190, 1).heading(_PAUSE if shown == PAUSED else _HOURGLASS, 30)


def _counts(sheet: "Sheet", screen: "Screen") -> None:
    """A board entered by its result, or a round of crokinole: 20s and discs, the clock."""
    _clock(sheet, screen, _HALF)
    if screen.twenties_left < 0:
        return
    for at in range(2):
        is_left = at == 0
        twenties = screen.twenties_left if is_left else screen.twenties_right
        discs = screen.discs_left if is_left else screen.discs_right
        align = 0 if is_left else 2
        step = 1 if is_left else -1
        x = 12 if is_left else WIDTH - 12
        x += step * (sheet.at(x, 196, align).text("20s", 40) + 8)
        x += step * (sheet.at(x, 189, align).number(twenties, 22) + 14)
        if discs >= 0:
            _man(sheet, x if is_left else x - 18, 191, False, 18)
            sheet.at(x + 26 if is_left else x - 26, 189, align).number(discs, 22)


def _pressed(sheet: "Sheet", screen: "Screen") -> None:
    """What goes down in the stroke that is being made."""
    sheet.at(0, 185).add(FRAME, WIDTH, 30, 2)
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
        sheet.at(box + 2, 185).add(FILL, _HALF - 4, 30)
        width = sheet.at(box + 12, 190, 0, 1).heading("PLACES", 120)
        width += 10 + sheet.at(box + 22 + width, 189, 0, 1).number(count, 22)
        ring = RING | WHITE if screen.white != side else DISC | WHITE
        sheet.at(box + 22 + width, 189).add(ring, 22, 22, 3)
    if len(screen.placing) == 1:
        _clock(sheet, screen, _HALF + 100 if screen.placing[0][2] == "left" else 100)


def _queen_entered(sheet: "Sheet", screen: "Screen") -> None:
    """Where the Queen of an entered result is."""
    queen = screen.entry_queen
    sheet.at(0, 185).add(FRAME, WIDTH, 30, 2)
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
    """The table of the boards: its lines and first columns."""
    if not _has_boards(screen):
        return
    sheet.at(_EDGE, 233).add(FILL, WIDTH - 2 * _EDGE, 1)
    sheet.at(_EDGE, 237).add(WEDGE, 7, 10, 0)
    sheet.at(_EDGE, 252).add(WEDGE, 7, 10, 1)
    _columns(sheet, screen, 0)


def more_boards(sheet: "Sheet", screen: "Screen") -> None:
    """Its other columns."""
    if _has_boards(screen):
        _columns(sheet, screen, _COLUMNS // 2)


def _has_boards(screen: "Screen") -> bool:
    if kind_of(screen) in MIDDLE or screen.phase == "idle":
        return False
    return len(screen.results) > 0 or len(screen.gains) > 0


def _columns(sheet: "Sheet", screen: "Screen", first: int) -> None:
    """Half of the columns: games that are over, then the boards of this one, the newest if there are many."""
    results, gains = screen.results, screen.gains
    games = len(results) >> 1
    skipped = max(0, games + (len(gains) >> 1) - _COLUMNS)
    for column in range(first, min(first + _COLUMNS // 2, games + (len(gains) >> 1) - skipped)):
        x = 40 + 36 * column
        if column < games:
            _column(sheet, x, column + 1, results[2 * column], results[2 * column + 1], True)
        else:
            board = column - games + skipped
            _column(sheet, x, board + 1, gains[2 * board], gains[2 * board + 1], False)


def _column(sheet: "Sheet", x: int, number: int, left: int, right: int, is_game: bool) -> None:
    sheet.at(x, 219, 1).count(number, _G if is_game else 0)
    for at in range(2):
        points = right if at else left
        if points or is_game:
            sheet.at(x, 251 if at else 236, 1).count(points)
        else:
            sheet.at(x, 251 if at else 236, 1).text("·", 10)
