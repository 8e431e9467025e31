"""The page of 296 x 128 pixels (66.9 x 29.1 mm): names, score, who is in turn, the line for the umpire.

  0- 20  the match, link, battery, table
 22- 42  the players; white on black: who breaks or is in turn, or has won
 45-103  points, 13.1 mm high: read from 2 m; games, clock and Queen between them
106-128  the phase and the line for the umpire
"""

from . import glyphs
from .fonts import NAME, SMALL, best_of
from .large import width_of
from .reading import (
    BOX,
    ENTRY,
    IDLE,
    MENU,
    MINUTES,
    NO_CLOCK,
    OFFER,
    PAUSED,
    PROPOSAL,
    SCORE,
    TIME,
    TOTALS,
    cut,
    large,
    look,
    sentence,
    title_of,
)
from .sheet import DISC, DRAWN_CAP, FILL, RING, ROUND, WEDGE, WHITE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...table.show.screens import Screen
    from .sheet import Sheet

WIDTH, HEIGHT = 296, 128
LETTERS = (134, 20, DRAWN_CAP, 16, 1)
"""For names that the host draws: width and height of a line, a capital's top and foot in it, lines a side."""

_HALF = WIDTH // 2
_MIDDLE = (IDLE, BOX, MENU)
_CROWN, _PAUSE, _HOURGLASS = chr(glyphs.CROWN), chr(glyphs.PAUSE), chr(glyphs.HOURGLASS)
_LINK, _NO_LINK = chr(glyphs.LINK), chr(glyphs.NO_LINK)
_PLUS = 43
_TWO_LINES = 2 * WIDTH - 90  # pixels of a text that is parted at a blank or the end of a sentence
_SECONDS = 36  # pixels at the foot for two digits


def header(sheet: "Sheet", screen: "Screen") -> None:
    """The black line on top."""
    sheet.at(0, 0).add(FILL, WIDTH, 20)
    width = sheet.at(WIDTH - 5, 4, 2, 1).number(screen.table, 13)
    x = WIDTH - 5 - width - 5
    x -= sheet.at(x, 4, 2, 1).text("TABLE", 70) + 8
    if screen.link:
        sheet.at(x, 4, 2, 1).text(_NO_LINK if screen.link in ("down", "stale") else _LINK, 20)
        x -= 18
    percent = screen.battery
    if percent >= 0:
        sheet.at(x - 20, 5).add(FILL | WHITE, 18, 10)
        sheet.at(x - 2, 8).add(FILL | WHITE, 2, 4)
        sheet.at(x - 19, 6).add(FILL, 16 - 16 * min(percent, 100) // 100, 8)


def title(sheet: "Sheet", screen: "Screen") -> None:
    """What is played, in the black line."""
    most = WIDTH - 10 - width_of(screen.table, 13) - SMALL.measure("TABLE") - 18
    if screen.link:
        most -= 18
    if screen.battery >= 0:
        most -= 26
    sheet.at(5, 4, 0, 1).text(title_of(screen), most)


def names_left(sheet: "Sheet", screen: "Screen") -> None:
    """Who plays on the left side."""
    if screen.phase != "idle":
        _names(sheet, screen, screen.names_left, True, screen.drawn_left)


def names_right(sheet: "Sheet", screen: "Screen") -> None:
    """Who plays on the right side."""
    if screen.phase != "idle":
        _names(sheet, screen, screen.names_right, False, screen.drawn_right)


def _names(sheet: "Sheet", screen: "Screen", names: str, is_left: bool, drawn) -> None:
    """A side in turn white on black, of a pair only the player whose stroke it is."""
    is_marked = screen.mark == ("left" if is_left else "right")
    if is_marked:
        sheet.at(2 if is_left else _HALF + 2, 22).add(ROUND, _HALF - 4, 20, 5)
    sheet.at(7 if is_left else WIDTH - 7, 26, 0 if is_left else 2, is_marked)
    if drawn:  # of a pair both together, then each alone
        at = 2 if screen.mark_second else 1
        line = drawn[at if is_marked and screen.seat >= 0 and at < len(drawn) else 0]
        if not isinstance(line, str):
            sheet.drawn(line)
            return
        names = line
    pair = names.find(" / ") if is_marked and screen.seat >= 0 else -1
    if pair >= 0 and screen.mark_second:
        sheet.only(pair + 3)
    elif pair >= 0:
        sheet.only(0, pair)
    sheet.text(names, _HALF - 14)


def left(sheet: "Sheet", screen: "Screen") -> None:
    """The points of the left side."""
    _points(sheet, screen, True)


def right(sheet: "Sheet", screen: "Screen") -> None:
    """The points of the right side."""
    _points(sheet, screen, False)


def _points(sheet: "Sheet", screen: "Screen", is_left: bool) -> None:
    kind = sheet.kind
    if kind in _MIDDLE or screen.phase == "idle":
        return
    value = large(screen, kind, is_left)
    if value < 0:
        return
    sheet.at(55 if is_left else WIDTH - 55, 45, 1).number(value, 58 if value < 100 else 44)
    if screen.counting == ("left" if is_left else "right") or screen.blink == (
        "points_left" if is_left else "points_right"
    ):
        sheet.at(4 if is_left else WIDTH - 106, 103).add(FILL, 102, 2)


def centre(sheet: "Sheet", screen: "Screen") -> None:
    """Between the points: games, board, Queen; or a page that takes the whole middle."""
    kind = sheet.kind
    if kind == IDLE:
        _idle(sheet, screen)
    elif kind == MENU:
        _menu(sheet, screen)
    elif kind == PROPOSAL:
        sheet.at(_HALF, 52, 1).number(screen.gain, 34)
        way = 0 if screen.gain_left else 1
        sheet.at(_HALF + (26 if way else -38), 59).add(WEDGE, 12, 20, way)
    elif kind == ENTRY:
        _entry(sheet, screen)
    elif kind == TOTALS:
        sheet.at(_HALF, 46, 1).text("DISCS", 80)
        _twenties(sheet, screen)
    elif kind == OFFER:
        sheet.at(_HALF, 46, 1).text("GAINS", 80)
        _pair(sheet, 64, screen.round_left, screen.round_right)
    elif kind == SCORE:
        _games(sheet, screen)


def words(sheet: "Sheet", screen: "Screen") -> None:
    """The message or the question of a page that takes the whole middle."""
    kind = sheet.kind
    if kind == BOX:
        _wrapped(sheet, screen.own_line, 68)
    elif kind == MENU and screen.menu_value:
        sheet.at(_HALF, 48, 1).text(screen.own_line, WIDTH - 12)
    elif kind == MENU:
        _wrapped(sheet, screen.menu_item, 68)


def _games(sheet: "Sheet", screen: "Screen") -> None:
    if screen.match_games > 1 or screen.games_left or screen.games_right:
        _pair(sheet, 46, screen.games_left, screen.games_right)
    x = _HALF
    if screen.seat >= 0 and screen.queen:
        x = _HALF - 14
        beside = -32 if screen.queen == "left" else 22 if screen.queen == "right" else 4
        sheet.at(_HALF + beside, 76).heading(_CROWN, 30)
        if screen.queen != "board":
            x = _HALF + (14 if screen.queen == "left" else -14)
    clock = sheet.clock
    if clock == TIME:
        sheet.at(x - 6, 80, 1).text("TIME", 50)
    elif clock >= MINUTES:
        sheet.at(_HALF - 2, 80, 2).count(sheet.minutes)
        sheet.at(_HALF + 4, 80).text("min", 40)
    elif clock != NO_CLOCK:
        sheet.at(x, 76, 1).heading(_PAUSE if clock == PAUSED else _HOURGLASS, 30)
    elif screen.twenties_left >= 0:
        _twenties(sheet, screen)


def _pair(sheet: "Sheet", y: int, of_left: int, of_right: int) -> None:
    """Two numbers with a colon between."""
    sheet.at(_HALF - 6, y, 2).number(of_left, 24)
    sheet.at(_HALF + 6, y).number(of_right, 24)
    sheet.at(_HALF - 2, y + 6).add(FILL, 4, 4)
    sheet.at(_HALF - 2, y + 15).add(FILL, 4, 4)


def _twenties(sheet: "Sheet", screen: "Screen") -> None:
    sheet.at(_HALF, 72, 1).text("20s", 40)
    sheet.at(_HALF - 6, 88, 2).count(screen.twenties_left)
    sheet.at(_HALF, 88, 1).text(":", 10)
    sheet.at(_HALF + 6, 88).count(screen.twenties_right)


def _idle(sheet: "Sheet", screen: "Screen") -> None:
    minutes = sheet.minutes
    if sheet.clock == NO_CLOCK or screen.time_is_up:
        width = sheet.at(40, 58).heading("TABLE", 150)
        sheet.at(40 + width + 16, 38).number(screen.table, 60)
    else:
        sheet.at(130, 34, 2).number(max(minutes, 0), 60)
        sheet.at(146, 54).heading("min left" if minutes >= 0 else "TIME", 140)


def _menu(sheet: "Sheet", screen: "Screen") -> None:
    value = screen.menu_value
    if not value:
        return
    if value.isdigit():
        sheet.at(_HALF, 66, 1).number(int(value), 32)
    else:
        sheet.at(_HALF, 72, 1).heading(value, 120)
    sheet.at(_HALF - 70, 72).add(WEDGE, 12, 20, 0)
    sheet.at(_HALF + 58, 72).add(WEDGE, 12, 20, 1)


def _wrapped(sheet: "Sheet", text: str, y: int) -> None:
    most = WIDTH - 16
    at = cut(text, NAME, most)
    if not at:
        sheet.at(_HALF, y - 6, 1).heading(text, most)
    else:
        at = sentence(text, NAME, most) or at
        sheet.at(_HALF, y - 20, 1).only(0, at).heading(text, most)
        sheet.at(_HALF, y + 10, 1).only(at + 1).heading(text, most)


def _entry(sheet: "Sheet", screen: "Screen") -> None:
    queen = screen.entry_queen
    sheet.at(_HALF, 44, 1).text("C/M LEFT", 80)
    if queen:
        x = _HALF - 34 if queen == "left" else _HALF + 12 if queen == "right" else _HALF - 11
        sheet.at(x, 62).heading(_CROWN, 30)
        if queen == "asked":
            sheet.at(x + 28, 62).heading("?", 20)
    if screen.entry_demand:
        sheet.at(_HALF, 88, 1).count(screen.entry_demand, _PLUS)


def status(sheet: "Sheet", screen: "Screen") -> None:
    """What is owed or pressed, above the line for the umpire."""
    if sheet.kind in _MIDDLE:
        return
    for at in range(2):
        is_left = at == 0
        side = "left" if is_left else "right"
        owes = screen.owes_left if is_left else screen.owes_right
        down = screen.down_left if is_left else screen.down_right
        if screen.page == "stroke":
            if down:
                _count(sheet, is_left, screen.white == side, down)
        elif owes:
            _count(sheet, is_left, screen.white == side, owes)


def _count(sheet: "Sheet", is_left: bool, is_white: bool, count: int) -> None:
    """A number of c/m beside the points."""
    x = _HALF - 40 if is_left else _HALF + 28
    sheet.at(x, 88).add(RING if is_white else DISC, 13, 13, 2)
    sheet.at(x + 6, 68, 1).number(count, 16)


def foot(sheet: "Sheet", screen: "Screen") -> None:
    """The phase, and the line for the umpire."""
    if screen.line_is_notice:
        _notice(sheet, screen.line)
        return
    if screen.notice_on and screen.ruling:
        texts = screen.ruling[1] if screen.ruling[1][0] else screen.ruling[0]
        _notice(sheet, texts[best_of(SMALL, texts, _TWO_LINES)])
        return
    asks = screen.said == "dECidEd"  # its line says how it is answered
    banner = sheet.banner if sheet.kind not in _MIDDLE and not asks else ""
    if banner:
        sheet.at(0, 106).add(FILL, WIDTH, 22)
        sheet.at(6, 111, 0, 1).text(banner, 180)
        minutes = sheet.minutes
        if sheet.clock == TIME:
            sheet.at(WIDTH - 6, 111, 2, 1).text("TIME", 80)
        elif minutes >= 0:
            width = sheet.at(WIDTH - 6, 111, 2, 1).text("min", 40)
            sheet.at(WIDTH - 6 - width - 5, 111, 2, 1).count(minutes)
    elif sheet.kind != BOX:
        line = screen.own_line if not screen.menu_item else ""
        if sheet.seconds >= 0:  # under the points, which a second then leaves alone
            sheet.at(WIDTH - 4, 105, 2).number(sheet.seconds, 22)
            sheet.at(4, 111).text(line, WIDTH - 8 - _SECONDS)
        else:
            sheet.at(_HALF, 111, 1).text(line, WIDTH - 8)


def _notice(sheet: "Sheet", line: str) -> None:
    """A passing message, white on black; in two lines over the foot of the points when it is too long."""
    most = WIDTH - 8
    at = 0
    if SMALL.measure(line) > most:
        at = sentence(line, SMALL, most) or cut(line, SMALL, most)
    sheet.at(0, 86 if at else 106).add(FILL, WIDTH, 42 if at else 22)
    if at:
        sheet.at(_HALF, 91, 1, 1).only(0, at).text(line, most)
    sheet.at(_HALF, 111, 1, 1).only(at + 1 if at else 0).text(line, most)


PARTS = (look, header, title, names_left, names_right, left, right, centre, words, status, foot)
COUNT = 10
"""As in page42.py; here the count stands in `foot`."""
