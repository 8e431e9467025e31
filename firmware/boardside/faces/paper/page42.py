"""The page of 400 x 300 pixels (84.8 x 63.6 mm): names, score, board, every state of a match.

  0- 26  what is played, link, battery, table
 30- 86  the players; white on black: who breaks or is in turn, or has won
 92-182  points, 19 mm high: read from 3 m; games and board between them
186-214  a board's state (c/m, Queen, dues), or the phase of the match
218-258  finished games, then the points by board
262-298  the line for the umpire; the last ruling with its Laws
"""

from . import glyphs
from .fonts import NAME, SMALL
from .page42_board import MIDDLE, boards, more_boards, status
from .reading import (
    BOX,
    ENTRY,
    IDLE,
    MENU,
    NO_CLOCK,
    OFFER,
    PROPOSAL,
    TOTALS,
    clock_of,
    cut,
    is_pair,
    kind_of,
    large,
    minutes_of,
    sentence,
    title_of,
)
from .sheet import FILL, FRAME, ROUND, WEDGE, WHITE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...table.show.screens import Screen
    from .sheet import Sheet

WIDTH, HEIGHT = 400, 300
_HALF = WIDTH // 2
_EDGE = 8
_LINK = chr(glyphs.LINK)
_NO_LINK = chr(glyphs.NO_LINK)
_PLUS = 43  # character
_BOXES = (BOX, MENU)


def header(sheet: "Sheet", screen: "Screen") -> None:
    """The black line on top."""
    sheet.add(FILL, 0, 0, WIDTH, 26)
    width = sheet.number(WIDTH - _EDGE, 4, screen.table, 18, 2, white=True)
    x = WIDTH - _EDGE - width - 6
    x -= sheet.text(x, 8, "TABLE", 80, 2, white=True) + 12
    if screen.link:
        sheet.text(x, 8, _NO_LINK if screen.link in ("down", "stale") else _LINK, 20, 2, white=True)
        x -= 22
    percent = screen.battery
    if percent >= 0:
        _battery(sheet, x - 24, 8, percent)
        x -= 36
    sheet.text(_EDGE, 8, title_of(screen), x - _EDGE - 8, white=True)


def _battery(sheet: "Sheet", x: int, y: int, percent: int) -> None:
    sheet.add(FRAME | WHITE, x, y, 22, 12, 1)
    sheet.add(FILL | WHITE, x + 22, y + 4, 2, 4)
    sheet.add(FILL | WHITE, x + 2, y + 2, max(18 * min(percent, 100) // 100, 1), 8)


def names(sheet: "Sheet", screen: "Screen") -> None:
    """Who plays."""
    if screen.phase == "idle":
        return
    _names(sheet, screen, screen.names_left, True)
    _names(sheet, screen, screen.names_right, False)


def left(sheet: "Sheet", screen: "Screen") -> None:
    """The points of the left side."""
    _points(sheet, screen, True)


def right(sheet: "Sheet", screen: "Screen") -> None:
    """The points of the right side."""
    _points(sheet, screen, False)


def _points(sheet: "Sheet", screen: "Screen", is_left: bool) -> None:
    kind = kind_of(screen)
    if kind in MIDDLE:
        return
    value = large(screen, kind, is_left)
    if value < 0:
        return
    x = 79 if is_left else WIDTH - 79
    if value > 99:
        sheet.number(x, 105, value, 64, 1)
    else:
        sheet.number(x, 92, value, 90, 1)
    if screen.counting == ("left" if is_left else "right") or screen.blink == (
        "points_left" if is_left else "points_right"
    ):
        sheet.add(FRAME, x - 77, 87, 154, 100, 3)


def _names(sheet: "Sheet", screen: "Screen", names: str, is_left: bool) -> None:
    """One or two lines; a side in turn white on black, of a pair only the player whose stroke it is."""
    is_marked = screen.mark == ("left" if is_left else "right")
    second = screen.mark_second
    most = _HALF - 22
    x = 12 if is_left else WIDTH - 12
    align = 0 if is_left else 2
    box = 4 if is_left else _HALF + 4
    at = cut(names, NAME, most)
    of_two = screen.seat >= 0 and is_pair(names)
    if is_marked and of_two:
        sheet.add(ROUND, box, 59 if second else 29, _HALF - 8, 28, 7)
    elif is_marked:
        sheet.add(ROUND, box, 29, _HALF - 8, 58, 7)
    if not at:
        sheet.heading(x, 47, names, most, align, is_marked)
        return
    rest = at + 3 if is_pair(names) else at + 1
    sheet.heading(x, 33, names, most, align, is_marked and not (of_two and second), 0, at)
    sheet.heading(x, 62, names, most, align, is_marked and (not of_two or second), rest)


def centre(sheet: "Sheet", screen: "Screen") -> None:
    """Between the points: games won and the board; or a page that takes the whole middle."""
    kind = kind_of(screen)
    if kind == IDLE:
        _idle(sheet, screen)
    elif kind == MENU:
        _menu(sheet, screen)
    elif kind == BOX:
        sheet.add(ROUND, 8, 100, WIDTH - 16, 150, 10)
        sheet.add(ROUND | WHITE, 11, 103, WIDTH - 22, 144, 8)
        _wrapped(sheet, screen.told, 160)
    elif kind == PROPOSAL:
        _gain(sheet, screen)
    elif kind == ENTRY:
        _entry(sheet, screen)
    elif kind == TOTALS:
        sheet.text(_HALF, 96, "DISCS", 84, 1)
        _number(sheet, screen, "ROUND")
    elif kind == OFFER:
        sheet.text(_HALF, 93, "GAINS", 84, 1)
        _pair(sheet, screen.round_left, screen.round_right)
    else:
        _games(sheet, screen)


def _games(sheet: "Sheet", screen: "Screen") -> None:
    if screen.match_games > 1 or screen.games_left or screen.games_right:
        sheet.text(_HALF, 93, "GAMES", 84, 1)
        _pair(sheet, screen.games_left, screen.games_right)
        if screen.blink == "games_left" or screen.blink == "games_right":
            x = _HALF - 40 if screen.blink == "games_left" else _HALF + 4
            sheet.add(FRAME, x, 106, 36, 46, 3)
    if screen.phase in ("ready", "board", "change", "interval"):
        _number(sheet, screen, "ROUND" if screen.twenties_left >= 0 else "BOARD")


def _pair(sheet: "Sheet", of_left: int, of_right: int) -> None:
    """Two numbers with a colon between."""
    sheet.number(_HALF - 10, 112, of_left, 32, 2)
    sheet.number(_HALF + 10, 112, of_right, 32, 0)
    sheet.add(FILL, _HALF - 3, 120, 6, 6)
    sheet.add(FILL, _HALF - 3, 132, 6, 6)


def _number(sheet: "Sheet", screen: "Screen", label: str) -> None:
    """Which board or round it is."""
    width = SMALL.measure(label)
    number = 11 if screen.board < 10 else 22
    x = _HALF - (width + 6 + number) // 2
    sheet.text(x, 165, label, 84)
    sheet.number(x + width + 6, 161, screen.board, 16)


def _idle(sheet: "Sheet", screen: "Screen") -> None:
    minutes = minutes_of(screen)
    if clock_of(screen) == NO_CLOCK or screen.time_is_up:
        sheet.heading(_HALF, 70, "TABLE", 300, 1)
        sheet.number(_HALF, 108, screen.table, 90, 1)
        if screen.time_is_up:
            sheet.heading(_HALF, 212, "TIME IS UP", 300, 1)
    else:
        sheet.heading(_HALF, 60, "TIME" if minutes < 0 else "MINUTES LEFT", 300, 1)
        sheet.number(_HALF, 98, max(minutes, 0), 90, 1)
        sheet.heading(_HALF + 20, 212, "Table", 100, 2)
        sheet.count(_HALF + 30, 212, screen.table, font=NAME)
    sheet.add(FILL, 120, 246, 160, 2)


def _menu(sheet: "Sheet", screen: "Screen") -> None:
    sheet.add(ROUND, 8, 100, WIDTH - 16, 150, 10)
    sheet.add(ROUND | WHITE, 11, 128, WIDTH - 22, 119, 8)
    sheet.text(_HALF, 108, "MENU", 200, 1, white=True)
    value = screen.menu_value
    if not value:
        _wrapped(sheet, screen.menu_item, 178)
        return
    _wrapped(sheet, screen.told, 152)
    if value.isdigit():
        sheet.number(_HALF, 200, int(value), 40, 1)
    else:
        sheet.add(ROUND, _HALF - 60, 202, 120, 36, 8)
        sheet.heading(_HALF, 210, value, 112, 1, True, _begin(value))
    sheet.add(WEDGE, _HALF - 96, 207, 16, 26, 0)
    sheet.add(WEDGE, _HALF + 80, 207, 16, 26, 1)


def _begin(value: str) -> int:
    """Behind the blanks with which a value on digits begins."""
    at = 0
    while at < len(value) - 1 and value[at] == " ":
        at += 1
    return at


def _wrapped(sheet: "Sheet", text: str, y: int) -> None:
    """A text of at most 40 characters on one or two lines about y."""
    most = WIDTH - 40
    at = cut(text, NAME, most)
    if not at:
        sheet.heading(_HALF, y, text, most, 1)
    else:
        at = sentence(text, NAME, most) or at
        sheet.heading(_HALF, y - 15, text, most, 1, False, 0, at)
        sheet.heading(_HALF, y + 16, text, most, 1, False, at + 1)


def _gain(sheet: "Sheet", screen: "Screen") -> None:
    """What the board gives, and to whom."""
    sheet.text(_HALF, 96, "GAINS", 84, 1)
    sheet.number(_HALF, 116, screen.gain, 40, 1)
    sheet.add(
        WEDGE, _HALF - 44 if screen.gain_left else _HALF + 28, 124, 16, 24, 0 if screen.gain_left else 1
    )
    if screen.gain_overridden:
        sheet.text(_HALF, 166, "umpire's", 84, 1)


def _entry(sheet: "Sheet", screen: "Screen") -> None:
    """Of the loser's c/m and the Queen."""
    sheet.text(_HALF, 96, "C/M LEFT", 90, 1)
    if screen.entry_demand:
        sheet.count(_HALF, 150, screen.entry_demand, 1, sign=_PLUS, font=NAME)


def foot(sheet: "Sheet", screen: "Screen") -> None:
    """The line for the umpire; the last ruling."""
    is_box = kind_of(screen) in _BOXES
    if screen.notice_on:
        sheet.add(FILL, 0, 265, WIDTH, 35)
        if NAME.measure(screen.line) <= WIDTH - 12:
            sheet.heading(_HALF, 272, screen.line, WIDTH - 12, 1, white=True)
        else:
            sheet.text(_HALF, 276, screen.line, WIDTH - 12, 1, white=True)
        return
    is_idle = screen.phase == "idle"
    if not is_box:
        sheet.text(_HALF if is_idle else _EDGE, 267, screen.told, WIDTH - 16, 1 if is_idle else 0)
    if is_idle or not screen.ruling:
        return
    x = _EDGE
    laws = screen.laws[0] if screen.laws else ""
    if laws:
        width = min(SMALL.measure(laws), 100) + 10
        sheet.add(ROUND, x, 281, width, 18, 5)
        sheet.text(x + 5, 284, laws, 100, white=True)
        x += width + 6
    sheet.text(x, 284, screen.ruling, WIDTH - _EDGE - x)


PARTS = (header, names, left, right, centre, status, boards, more_boards, foot)
"""Lay each of them, in this order, on a part of the sheet of its own."""
