"""The page of 400 x 300 pixels (84.8 x 63.6 mm): names, score, board, every state of a match.

  0- 19  what is played, link, battery, table
 21- 89  the players, 6.4 mm high: read from 1 m; white on black: who breaks or is in turn, or has won
 92-182  points, 19 mm high: read from 3 m; games and board between them
185-213  a board's state (c/m, Queen, what is owed), or the phase of the match
216-257  the last ruling: what happened, with its Law, and what the umpire announces
259-273  the line for the umpire
275-299  finished games, then the points by board
"""

from . import glyphs
from .fonts import NAME, SMALL, TALL, best_of, fits, read
from .page42_board import (
    MIDDLE,
    boards,
    clock,
    columns,
    count,
    held_left,
    held_right,
    man_left,
    man_right,
    queen,
    status,
    status_left,
    status_right,
)
from .reading import (
    BOX,
    ENTRY,
    IDLE,
    MENU,
    NO_CLOCK,
    OFFER,
    PROPOSAL,
    SCORE,
    TOTALS,
    cut,
    is_pair,
    large,
    look,
    sentence,
    title_of,
)
from .sheet import DRAWN_CAP, FILL, FRAME, ROUND, WEDGE, WHITE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...table.show.screens import Screen
    from .sheet import Sheet

WIDTH, HEIGHT = 400, 300
LETTERS = (178, 33, DRAWN_CAP, 30, 2)
"""For names that the host draws: width and height of a line, a capital's top and foot in it, lines a side."""

_HALF = WIDTH // 2
_EDGE = 8
_NAMES = _HALF - 16  # pixels of a line of names
_FONTS = (TALL, NAME, SMALL)
_LINK = chr(glyphs.LINK)
_NO_LINK = chr(glyphs.NO_LINK)
_PLUS = 43  # character
_BOXES = (BOX, MENU)
_NUMBERED = ("ready", "board", "change", "interval")
"""Phases in which a board or round has a number."""


def bar(sheet: "Sheet", screen: "Screen") -> None:
    """The black line on top."""
    sheet.at(0, 0).add(FILL, WIDTH, 20)


def header(sheet: "Sheet", screen: "Screen") -> None:
    """The table's number, in the black line."""
    sheet.carry = WIDTH - _EDGE - 6 - sheet.at(WIDTH - _EDGE, 3, 2, 1).number(screen.table, 14)


def table_span(sheet: "Sheet", screen: "Screen") -> None:
    """Measure the word before it."""
    _measure(sheet, "TABLE")


def _measure(sheet: "Sheet", text: str) -> None:
    """Measure the small text that the next part lays, in a step of its own."""
    sheet.measured(SMALL.span(0, read(text)))


def table(sheet: "Sheet", screen: "Screen") -> None:
    """That word."""
    x = sheet.carry
    sheet.carry = x - sheet.at(x, 4, 2, 1).text("TABLE", 80) - 12


def signs(sheet: "Sheet", screen: "Screen") -> None:
    """Link and battery, in the black line."""
    x = sheet.carry
    if screen.link:
        sheet.at(x, 4, 2, 1).text(_NO_LINK if screen.link in ("down", "stale") else _LINK, 20)
        x -= 22
    if screen.battery >= 0:
        _battery(sheet, x - 24, min(screen.battery, 100))
        x -= 36
    sheet.carry = x


def _battery(sheet: "Sheet", x: int, percent: int) -> None:
    sheet.at(x, 4).add(FRAME | WHITE, 22, 12, 1)
    sheet.at(x + 22, 8).add(FILL | WHITE, 2, 4)
    sheet.at(x + 2, 6).add(FILL | WHITE, max(18 * percent // 100, 1), 8)


def title_span(sheet: "Sheet", screen: "Screen") -> None:
    """Measure what is played."""
    _measure(sheet, title_of(screen))


def title(sheet: "Sheet", screen: "Screen") -> None:
    """What is played, in the black line."""
    sheet.at(_EDGE, 4, 0, 1).text(title_of(screen), sheet.carry - 2 * _EDGE)


def box_left(sheet: "Sheet", screen: "Screen") -> None:
    """Under the names of the left side, when it is in turn or breaks."""
    if screen.phase != "idle":
        _box(sheet, screen, screen.names_left, True)


def names_left(sheet: "Sheet", screen: "Screen") -> None:
    """Who plays on the left side."""
    if screen.phase != "idle":
        _names(sheet, screen, screen.names_left, True)


def names_left_below(sheet: "Sheet", screen: "Screen") -> None:
    """The second line of it."""
    if screen.phase != "idle":
        _names_below(sheet, screen, screen.names_left, True)


def box_right(sheet: "Sheet", screen: "Screen") -> None:
    """Under the names of the right side."""
    if screen.phase != "idle":
        _box(sheet, screen, screen.names_right, False)


def names_right(sheet: "Sheet", screen: "Screen") -> None:
    """Who plays on the right side."""
    if screen.phase != "idle":
        _names(sheet, screen, screen.names_right, False)


def names_right_below(sheet: "Sheet", screen: "Screen") -> None:
    """The second line of it."""
    if screen.phase != "idle":
        _names_below(sheet, screen, screen.names_right, False)


def left(sheet: "Sheet", screen: "Screen") -> None:
    """The points of the left side."""
    _points(sheet, screen, True)


def right(sheet: "Sheet", screen: "Screen") -> None:
    """The points of the right side."""
    _points(sheet, screen, False)


def _points(sheet: "Sheet", screen: "Screen", is_left: bool) -> None:
    kind = sheet.kind
    if kind in MIDDLE:
        return
    value = large(screen, kind, is_left)
    if value < 0:
        return
    x = 79 if is_left else WIDTH - 79
    if value > 99:
        sheet.at(x, 105, 1).number(value, 64)
    else:
        sheet.at(x, 92, 1).number(value, 90)
    if screen.counting == ("left" if is_left else "right") or screen.blink == (
        "points_left" if is_left else "points_right"
    ):
        sheet.at(x - 77, 87).add(FRAME, 154, 100, 3)


def _box(sheet: "Sheet", screen: "Screen", names: str, is_left: bool) -> None:
    """A side in turn is white on black, of a pair only the player whose stroke it is."""
    if screen.mark == ("left" if is_left else "right"):
        of_two = screen.seat >= 0 and is_pair(names)
        y = 56 if of_two and screen.mark_second else 21
        sheet.at(2 if is_left else _HALF + 2, y).add(ROUND, _HALF - 4, 34 if of_two else 69, 7)
    if not (screen.drawn_left if is_left else screen.drawn_right):
        sheet.carry = cut(names, TALL, _NAMES)


def _names(sheet: "Sheet", screen: "Screen", names: str, is_left: bool) -> None:
    """One line, or the first of two; `_box` has told where it ends."""
    is_marked = screen.mark == ("left" if is_left else "right")
    is_white = is_marked and not (screen.seat >= 0 and screen.mark_second and is_pair(names))
    drawn = screen.drawn_left if is_left else screen.drawn_right
    if drawn:
        _name_at(sheet, is_left, 25 if len(drawn) > 1 else 40, is_white)
        _drawn(sheet, drawn[0])
        return
    at = sheet.carry
    _name_at(sheet, is_left, 23 if at else 40, is_white)
    _name(sheet, screen.short_left if is_left else screen.short_right, names, 0, at or len(names))


def _names_below(sheet: "Sheet", screen: "Screen", names: str, is_left: bool) -> None:
    """The second line of two; `_box` has told where it begins."""
    at = sheet.carry
    drawn = screen.drawn_left if is_left else screen.drawn_right
    if drawn:
        at = len(drawn) - 1
    if at:
        is_marked = screen.mark == ("left" if is_left else "right")
        if is_pair(names):
            at += 2
            is_marked = is_marked and (screen.seat < 0 or screen.mark_second)
        _name_at(sheet, is_left, 58, is_marked)
        if drawn:
            _drawn(sheet, drawn[1])
            return
        _name(sheet, screen.short_left if is_left else screen.short_right, names, at + 1, len(names))


def _name_at(sheet: "Sheet", is_left: bool, y: int, is_white: bool) -> None:
    sheet.at(8 if is_left else WIDTH - 8, y, 0 if is_left else 2, is_white)


def _name(sheet: "Sheet", short: str, names: str, first: int, end: int) -> None:
    """A player, or a line of one: whole; else with initials, or the initials; of a pair the last word alone;
    else smaller.
    """
    pair = short.find(" / ")
    to = len(short) if first else pair if pair >= 0 else short.rfind(" ")
    at = (pair + 3 if pair >= 0 else short.rfind(" ") + 1) if first else 0
    for font in _FONTS:
        if font is not TALL:
            sheet.lower(5)
        if (
            _put_name(sheet, font, names, first, end)
            or _put_name(sheet, font, short, at, to)
            or _put_name(sheet, font, short, short.rfind(" ", at, to) + 1, to)
        ):
            return
    sheet.only(first, end).text(names, _NAMES)


def _put_name(sheet: "Sheet", font, names: str, first: int, end: int) -> bool:
    """Lay a part of names if it has room; whether it had."""
    read(names)
    if end <= first or font.span(first, end) - font.gap > _NAMES:
        return False
    sheet.only(first, end).named(font, names, _NAMES)
    return True


def _drawn(sheet: "Sheet", line) -> None:
    """A line as the host has sent it: drawn, or as a text."""
    if isinstance(line, str):
        sheet.heading(line, LETTERS[0])
    else:
        sheet.drawn(line)


def centre(sheet: "Sheet", screen: "Screen") -> None:
    """Between the points: the games won; or a page that takes the whole middle, without its words."""
    kind = sheet.kind
    if kind == IDLE:
        _idle(sheet, screen)
    elif kind == MENU:
        _menu(sheet, screen)
    elif kind == BOX:
        sheet.at(8, 100).add(ROUND, WIDTH - 16, 150, 10)
        sheet.at(11, 103).add(ROUND | WHITE, WIDTH - 22, 144, 8)
    elif kind == PROPOSAL:
        _gain(sheet, screen)
    elif kind == ENTRY:
        _entry(sheet, screen)
    elif kind == OFFER:
        sheet.at(_HALF - 10, 112, 2).number(screen.round_left, 32)
    elif kind == SCORE:
        _games(sheet, screen)


def words_span(sheet: "Sheet", screen: "Screen") -> None:
    """Measure "GAMES"."""
    if sheet.kind == SCORE and _has_games(screen):
        _measure(sheet, "GAMES")


def words(sheet: "Sheet", screen: "Screen") -> None:
    """The word above the middle; or the message or the question of a page that takes all of it."""
    kind = sheet.kind
    if kind == SCORE:
        if _has_games(screen):
            sheet.at(_HALF, 93, 1).text("GAMES", 84)
    elif kind == BOX:
        _wrapped(sheet, screen.own_line, 160)
    elif kind == MENU and screen.menu_value:
        _wrapped(sheet, screen.own_line, 152)
    elif kind == MENU:
        _wrapped(sheet, screen.menu_item, 178)
    elif kind == ENTRY:
        sheet.at(_HALF, 96, 1).text("C/M LEFT", 90)
    elif kind == TOTALS:
        sheet.at(_HALF, 96, 1).text("DISCS", 84)
    elif kind == PROPOSAL:
        sheet.at(_HALF, 96, 1).text("GAINS", 84)
    elif kind == OFFER:
        sheet.at(_HALF, 93, 1).text("GAINS", 84)


def _has_games(screen: "Screen") -> bool:
    return screen.match_games > 1 or screen.games_left > 0 or screen.games_right > 0


def _games(sheet: "Sheet", screen: "Screen") -> None:
    if _has_games(screen):
        sheet.at(_HALF - 10, 112, 2).number(screen.games_left, 32)
        if screen.blink == "games_left" or screen.blink == "games_right":
            x = _HALF - 40 if screen.blink == "games_left" else _HALF + 4
            sheet.at(x, 106).add(FRAME, 36, 46, 3)


def pair(sheet: "Sheet", screen: "Screen") -> None:
    """Behind the number that `centre` has laid, the one of the right side."""
    kind = sheet.kind
    if kind == OFFER:
        sheet.at(_HALF + 10, 112).number(screen.round_right, 32)
    elif kind == SCORE and _has_games(screen):
        sheet.at(_HALF + 10, 112).number(screen.games_right, 32)


def colon(sheet: "Sheet", screen: "Screen") -> None:
    """Between two numbers."""
    kind = sheet.kind
    if kind == OFFER or (kind == SCORE and _has_games(screen)):
        sheet.at(_HALF - 3, 120).add(FILL, 6, 6)
        sheet.at(_HALF - 3, 132).add(FILL, 6, 6)


def numbered_span(sheet: "Sheet", screen: "Screen") -> None:
    """Measure "BOARD" or "ROUND", which stands below the games."""
    sheet.carry = 0
    kind = sheet.kind
    if kind == TOTALS or (kind == SCORE and screen.phase in _NUMBERED):
        is_round = kind == TOTALS or screen.twenties_left >= 0
        word = "ROUND" if is_round else "BOARD"
        width = SMALL.span(0, read(word))
        sheet.measured(width)
        sheet.carry = _HALF - (width - SMALL.gap + 6 + (11 if screen.board < 10 else 22)) // 2


def numbered(sheet: "Sheet", screen: "Screen") -> None:
    """That word."""
    if sheet.carry:
        word = "ROUND" if sheet.kind == TOTALS or screen.twenties_left >= 0 else "BOARD"
        sheet.carry += sheet.at(sheet.carry, 165).text(word, 84) + 6


def number(sheet: "Sheet", screen: "Screen") -> None:
    """Which one it is."""
    if sheet.carry:
        sheet.at(sheet.carry, 161).number(screen.board, 16)


def _idle(sheet: "Sheet", screen: "Screen") -> None:
    minutes = sheet.minutes
    if sheet.clock == NO_CLOCK or screen.time_is_up:
        sheet.at(_HALF, 70, 1).heading("TABLE", 300)
        sheet.at(_HALF, 108, 1).number(screen.table, 90)
        if screen.time_is_up:
            sheet.at(_HALF, 212, 1).heading("TIME IS UP", 300)
    else:
        sheet.at(_HALF, 60, 1).heading("TIME" if minutes < 0 else "MINUTES LEFT", 300)
        sheet.at(_HALF, 98, 1).number(max(minutes, 0), 90)
        sheet.at(_HALF + 20, 212, 2).heading("Table", 100)
        sheet.at(_HALF + 30, 212).heading_count(screen.table)
    sheet.at(120, 246).add(FILL, 160, 2)


def _menu(sheet: "Sheet", screen: "Screen") -> None:
    sheet.at(8, 100).add(ROUND, WIDTH - 16, 150, 10)
    sheet.at(11, 128).add(ROUND | WHITE, WIDTH - 22, 119, 8)
    sheet.at(_HALF, 108, 1, 1).text("MENU", 200)
    value = screen.menu_value
    if not value:
        return
    if value.isdigit():
        sheet.at(_HALF, 200, 1).number(int(value), 40)
    else:
        sheet.at(_HALF - 60, 202).add(ROUND, 120, 36, 8)
        sheet.at(_HALF, 210, 1, 1).only(_begin(value)).heading(value, 112)
    sheet.at(_HALF - 96, 207).add(WEDGE, 16, 26, 0)
    sheet.at(_HALF + 80, 207).add(WEDGE, 16, 26, 1)


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
        sheet.at(_HALF, y, 1).heading(text, most)
    else:
        at = sentence(text, NAME, most) or at
        sheet.at(_HALF, y - 15, 1).only(0, at).heading(text, most)
        sheet.at(_HALF, y + 16, 1).only(at + 1).heading(text, most)


def _gain(sheet: "Sheet", screen: "Screen") -> None:
    """What the board gives, and to whom."""
    sheet.at(_HALF, 116, 1).number(screen.gain, 40)
    sheet.at(_HALF - 44 if screen.gain_left else _HALF + 28, 124).add(
        WEDGE, 16, 24, 0 if screen.gain_left else 1
    )
    if screen.gain_overridden:
        sheet.at(_HALF, 166, 1).text("umpire's", 84)


def _entry(sheet: "Sheet", screen: "Screen") -> None:
    """Of the loser's c/m and the Queen."""
    if screen.entry_demand:
        sheet.at(_HALF, 150, 1).heading_count(screen.entry_demand, _PLUS)


def foot_span(sheet: "Sheet", screen: "Screen") -> None:
    """Measure the line for the umpire; a notice in the size of headings, on its box, if it fits."""
    if screen.line_is_notice:
        sheet.at(0, 262).add(FILL, WIDTH, 38)
        width = NAME.span(0, read(screen.line))
        sheet.carry = width if width - NAME.gap <= WIDTH - 12 else 0
        if sheet.carry:
            sheet.measured(width)
    elif sheet.kind not in _BOXES:
        sheet.fit(screen.own_line, WIDTH - 16)


def foot(sheet: "Sheet", screen: "Screen") -> None:
    """The line for the umpire."""
    if screen.line_is_notice:
        if sheet.carry:
            sheet.at(_HALF, 271, 1, 1).heading(screen.line, WIDTH - 12)
        else:
            sheet.at(_HALF, 275, 1, 1).text(screen.line, WIDTH - 12)
        return
    if sheet.kind in _BOXES:
        return
    if screen.phase == "idle":
        sheet.at(_HALF, 259, 1)
    else:
        sheet.at(_EDGE, 259)
    sheet.text(screen.own_line, WIDTH - 16)


def _has_ruling(sheet: "Sheet", screen: "Screen") -> bool:
    return bool(screen.ruling) and screen.phase != "idle" and sheet.kind not in MIDDLE


def laws(sheet: "Sheet", screen: "Screen") -> None:
    """The Law of the last ruling; a heading of a rulebook has no room."""
    sheet.carry = _EDGE
    if _has_ruling(sheet, screen) and screen.laws and _has_room(screen):
        sheet.at(_EDGE, 214).add(ROUND, 1, 16, 4)
        width = sheet.at(_EDGE + 5, 216, 0, 1).text(screen.laws[0], _LAW) + 10
        sheet.widen(width)
        sheet.carry = _EDGE + width + 6


def ruling(sheet: "Sheet", screen: "Screen") -> None:
    """The last ruling: what happened; on the line below, too, if nothing is announced."""
    if not _has_ruling(sheet, screen):
        return
    most = WIDTH - _EDGE - sheet.carry
    texts, announced = screen.ruling
    if not announced[0] and fits(NAME, texts[best_of(NAME, texts, WIDTH - 2 * _EDGE)], WIDTH - 2 * _EDGE):
        return
    text = texts[best_of(SMALL, texts, most)]
    sheet.at(sheet.carry, 216)
    if announced[0] or fits(SMALL, text, most):
        sheet.text(text, most)
        return
    for text in texts:
        at = _part(text, most)
        read(text)
        if SMALL.span(at + 1, len(text)) - SMALL.gap <= WIDTH - 2 * _EDGE:
            break
    sheet.only(0, at).text(text, most)
    sheet.at(_EDGE, 237).only(at + 1).text(text, WIDTH - 2 * _EDGE)


def announcement(sheet: "Sheet", screen: "Screen") -> None:
    """What the umpire announces, or what happened if that is all; large if there is room for it."""
    if not _has_ruling(sheet, screen):
        return
    most = WIDTH - 2 * _EDGE
    happened, texts = screen.ruling
    texts = texts if texts[0] else happened
    best = best_of(NAME, texts, most, _COMPLETE)
    if fits(NAME, texts[best], most):
        sheet.at(_EDGE, 232).heading(texts[best], most)
    elif screen.ruling[1][0]:
        sheet.at(_EDGE, 237).text(texts[best_of(SMALL, texts, most)], most)


def _has_room(screen: "Screen") -> bool:
    """Whether the first of the Laws fits, and beside it what happened."""
    most = WIDTH - 3 * _EDGE - SMALL.measure(screen.laws[0]) - 16
    texts, announced = screen.ruling
    if announced[0] and not fits(SMALL, texts[best_of(SMALL, texts, most)], most):
        return False
    return fits(SMALL, screen.laws[0], _LAW)


_COMPLETE = 4  # texts of an announcement that leave out only what else the page shows
_LAW = 60  # pixels of a Law's name


def _part(text: str, most: int) -> int:
    """The last blank before which a small text fits."""
    end = read(text)
    at = end
    while at > 0 and SMALL.span(0, at) - SMALL.gap > most:
        at = text.rfind(" ", 0, at)
    return at if at > 0 else end


PARTS = (
    look,
    bar,
    header,
    table_span,
    table,
    signs,
    title_span,
    title,
    box_left,
    names_left,
    names_left_below,
    box_right,
    names_right,
    names_right_below,
    left,
    right,
    centre,
    pair,
    words_span,
    words,
    colon,
    numbered_span,
    numbered,
    number,
    status,
    clock,
    count,
    queen,
    man_left,
    status_left,
    held_left,
    man_right,
    status_right,
    held_right,
    boards,
    columns(0),
    columns(1),
    columns(2),
    columns(3),
    columns(4),
    columns(5),
    columns(6),
    columns(7),
    columns(8),
    columns(9),
    foot_span,
    foot,
    laws,
    ruling,
    announcement,
)
"""Lay each of them, in this order, on a part of the sheet of its own. A step lays one at least, so they are
small.
"""

COUNT = PARTS.index(count)
"""The part that has the seconds of a count."""
