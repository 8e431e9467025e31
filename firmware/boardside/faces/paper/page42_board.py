"""Of the page of page42.py: a board's state or the phase of the match, and the points by board."""

from . import glyphs
from .fonts import NAME
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
    sheet.add(FILL, 0, 186, WIDTH, 29)
    if minutes < 0:
        sheet.heading(_HALF, 190, text, 380, 1, white=True)
        return
    sheet.heading(16, 190, text, 270, 0, white=True)
    width = sheet.heading(WIDTH - 16, 190, "min", 80, 2, white=True)
    sheet.number(WIDTH - 16 - width - 8, 190, minutes, 20, 2, white=True)


def _man(sheet: "Sheet", x: int, y: int, is_white: bool, size: int = 22) -> None:
    sheet.add(RING if is_white else DISC, x, y, size, size, 3)


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
        x += step * (sheet.number(x, 189, men, 22, 0 if is_left else 2) + 12)
        if screen.queen == side:
            x += step * (sheet.heading(x, 190, _CROWN, 30, 0 if is_left else 2) + 6)
            if screen.queen_to_cover:
                x += step * (sheet.heading(x, 190, "?", 20, 0 if is_left else 2) + 8)
        if owes:
            _owed(sheet, x, owes, is_left)
    is_free = screen.queen == "board"
    shown = clock_of(screen)
    _clock(sheet, screen, _HALF - 16 if is_free else _HALF)
    if is_free:
        x = _HALF - 11 if shown == NO_CLOCK else _HALF + 28 if shown == TIME else _HALF + 4
        sheet.heading(x, 190, _CROWN, 30)


def _owed(sheet: "Sheet", x: int, count: int, is_left: bool) -> None:
    at = x if is_left else x - 66
    sheet.add(ROUND, at, 189, 66, 22, 6)
    width = sheet.text(at + 7, 194, "owes", 50, 0, white=True)
    sheet.count(at + 7 + width + 6, 194, count, white=True)


def _clock(sheet: "Sheet", screen: "Screen", x: int) -> None:
    """A sign for the state of the clock, no seconds (D140)."""
    shown = clock_of(screen)
    if shown == TIME:
        sheet.add(ROUND, x - 38, 186, 76, 28, 6)
        sheet.heading(x, 190, "TIME", 70, 1, white=True)
    elif shown >= MINUTES:
        sheet.count(x - 4, 190, minutes_of(screen), 2, font=NAME)
        sheet.heading(x + 4, 190, "min", 60)
    elif shown != NO_CLOCK:
        sheet.heading(x, 190, _PAUSE if shown == PAUSED else _HOURGLASS, 30, 1)


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
        x += step * (sheet.text(x, 196, "20s", 40, align) + 8)
        x += step * (sheet.number(x, 189, twenties, 22, align) + 14)
        if discs >= 0:
            _man(sheet, x if is_left else x - 18, 191, False, 18)
            sheet.number(x + 26 if is_left else x - 26, 189, discs, 22, align)


def _pressed(sheet: "Sheet", screen: "Screen") -> None:
    """What goes down in the stroke that is being made."""
    sheet.add(FRAME, 0, 185, WIDTH, 30, 2)
    for at in range(2):
        is_left = at == 0
        down = screen.down_left if is_left else screen.down_right
        if down:
            _man(sheet, 12 if is_left else WIDTH - 34, 189, screen.white == ("left" if is_left else "right"))
            sheet.number(44 if is_left else WIDTH - 44, 189, down, 22, 0 if is_left else 2)
    x = 104
    if screen.down_queen:
        x += sheet.heading(x, 190, _CROWN, 30) + 14
    if screen.down_striker:
        x += sheet.text(x, 195, "STRIKER", 100) + 14
    if screen.down_improper:
        sheet.text(x, 195, "IMPROPER", 110)


def _placing(sheet: "Sheet", screen: "Screen") -> None:
    """Who places what: white on black at his side."""
    for at in range(min(len(screen.placing), 2)):
        side, count, by, _ = screen.placing[at]
        is_left = by == "left"
        box = (0 if is_left else _HALF) if len(screen.placing) == 1 else at * _HALF
        sheet.add(FILL, box + 2, 185, _HALF - 4, 30)
        width = sheet.heading(box + 12, 190, "PLACES", 120, white=True)
        width += 10 + sheet.number(box + 22 + width, 189, count, 22, white=True)
        ring = RING | WHITE if screen.white != side else DISC | WHITE
        sheet.add(ring, box + 22 + width, 189, 22, 22, 3)
    if len(screen.placing) == 1:
        _clock(sheet, screen, _HALF + 100 if screen.placing[0][2] == "left" else 100)


def _queen_entered(sheet: "Sheet", screen: "Screen") -> None:
    """Where the Queen of an entered result is."""
    queen = screen.entry_queen
    sheet.add(FRAME, 0, 185, WIDTH, 30, 2)
    if queen == "left":
        sheet.heading(16, 190, _CROWN, 30)
    elif queen == "right":
        sheet.heading(WIDTH - 16, 190, _CROWN, 30, 2)
    elif queen == "board":
        width = sheet.heading(_HALF - 70, 190, _CROWN, 30)
        sheet.text(_HALF - 70 + width + 10, 195, "ON THE BOARD", 140)
    elif queen == "asked":
        width = sheet.heading(_HALF - 60, 190, _CROWN, 30)
        sheet.heading(_HALF - 60 + width + 10, 190, "whose?", 140)


def boards(sheet: "Sheet", screen: "Screen") -> None:
    """The table of the boards: its lines and first columns."""
    if not _has_boards(screen):
        return
    sheet.add(FILL, _EDGE, 233, WIDTH - 2 * _EDGE, 1)
    sheet.add(WEDGE, _EDGE, 237, 7, 10, 0)
    sheet.add(WEDGE, _EDGE, 252, 7, 10, 1)
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
    sheet.count(x, 219, number, 1, sign=_G if is_game else 0)
    for at in range(2):
        points = right if at else left
        if points or is_game:
            sheet.count(x, 251 if at else 236, points, 1)
        else:
            sheet.text(x, 251 if at else 236, "·", 10, 1)
