"""One game's table of a score card on paper: columns 1 to 7 of the ICF's form (Laws XIX), or crokinole's, and
remarks on the boards.
"""

from dataclasses import dataclass

from host_tools.exports.card import CORRECTED, OVERRIDE, Card, GameCard, Half, Line
from host_tools.exports.paper import GREY, INK, MARGIN, MARKED, SHADE, WIDTH, Paper

INNER = WIDTH - 2 * MARGIN


@dataclass(frozen=True, slots=True)
class Form:
    """The form of one sport: the names of its columns and fields, and its other parts.

    has_column_numbers: the columns are numbered, as in the ICF's form. has_checks: under each game there is
    the total of the 20s, and room in which the opponents confirm the score by number and initials.
    """

    title: str
    number: str
    breaker: str
    first: str
    second: str
    total: str
    table: str
    remarks: str
    officials: tuple[str, str]
    has_column_numbers: bool = False
    has_checks: bool = False


_FORMS = {
    "carrom": Form(
        *("Score card", "Board", "Break by", "Queen", "No. of c/m", "Grand total"),
        table="C/B No.",
        remarks="Remarks of Umpire",
        officials=("Umpire", "Chief Referee"),
        has_column_numbers=True,
    ),
    "crokinole": Form(
        *("Scorecard", "Round", "First shot", "20s", "Discs", "Points"),
        table="Table No.",
        remarks="Remarks of referee",
        officials=("Referee", "Tournament director"),
        has_checks=True,
    ),
}


def form_of(card: Card) -> Form:
    """The form of its sport."""
    return _FORMS[card.sport]


#: The heights of what is above and below the lines, in mm.
HEAD = 15.2
FOOT = 5.6

#: Width of each column in mm, left to right, before the remarks.
NUMBER, BREAK, COLUMN, TOTAL = 11.0, 33.0, 15.0, 17.0
HALF = 2 * COLUMN + TOTAL
NOTES = INNER - NUMBER - BREAK - 2 * HALF

MARKS = {OVERRIDE: "*", CORRECTED: "\u2020"}


def draw(paper: Paper, card: Card, game: GameCard, top: float, row: float) -> float:
    """Draw one game's table from `top` on. Returns where it ends (mm). row: the height of a line."""
    y = _head(paper, card, game, top)
    for line in game.lines:
        _line(paper, line, y, row)
        y += row
    _frame(paper, top + 4.6, y)
    return _foot(paper, card, game, y)


def _head(paper: Paper, card: Card, game: GameCard, top: float) -> float:
    form = form_of(card)
    paper.text_in(MARGIN, top, 60, 4.4, f"Game No. {game.number}", 9, bold=True)
    y, high = top + 4.6, 4.4
    paper.box(MARGIN, y, INNER, HEAD - 4.6, fill=SHADE, rule=0)
    left = MARGIN + NUMBER + BREAK
    for index, _ in enumerate("ab"):
        names = " / ".join(card.names[index]) or f"Player/s {'AB'[index]}"
        paper.text_in(left + index * HALF + 1, y, HALF - 2, high, names, 8.5, bold=True, align="C")
    y, high = y + high, HEAD - 4.6 - high
    heads = ((form.number, "", NUMBER), (form.breaker, "1", BREAK))
    columns = tuple(
        (name, str(2 + 3 * index + place), width)
        for index in (0, 1)
        for place, (name, width) in enumerate(
            ((form.first, COLUMN), (form.second, COLUMN), (form.total, TOTAL))
        )
    )
    x = MARGIN
    for name, number, width in (*heads, *columns, ("Remarks", "", NOTES)):
        paper.text_in(x, y - 0.1, width, 3.4, name, 7, align="C")
        shown = number if form.has_column_numbers else ""
        paper.text_in(x, y + 3, width, 3, shown, 7, align="C", colour=GREY)
        x += width
    return y + high


def _line(paper: Paper, line: Line, y: float, row: float) -> None:
    if line.mark:
        paper.box(MARGIN, y, INNER, row, fill=MARKED, rule=0)
    paper.rule(MARGIN, y, MARGIN + INNER, y, 0.12)
    mark = MARKS.get(line.mark, "")
    paper.text_in(MARGIN, y, NUMBER, row, f"{line.number}{mark}", 9, align="C", colour=GREY)
    paper.text_in(MARGIN + NUMBER + 1.2, y, BREAK - 2.4, row, line.breaker, 8.5)
    x = MARGIN + NUMBER + BREAK
    for half in (line.a, line.b):
        _half(paper, half, x, y, row)
        x += HALF
    paper.text_in(x + 1, y, NOTES - 2, row, line.remark, 7.5)


def _half(paper: Paper, half: Half, x: float, y: float, row: float) -> None:
    for text, width, bold in (
        (half.first, COLUMN, half.won),
        (half.second, COLUMN, half.won),
        (half.total, TOTAL, half.won),
    ):
        size = 10.5 if width == TOTAL else 9
        colour = INK if half.won or width == TOTAL else GREY
        paper.text_in(x, y, width, row, text, size, bold=bold, align="C", colour=colour)
        x += width


def _frame(paper: Paper, top: float, bottom: float) -> None:
    """The outer box and the lines between the columns, thicker between the sides."""
    paper.box(MARGIN, top, INNER, bottom - top, rule=0.4, colour=INK)
    x = MARGIN + NUMBER
    below_names = top + 4.4
    paper.rule(x, top, x, bottom)
    x += BREAK
    for _ in range(2):
        paper.rule(x, top, x, bottom, 0.4, INK)
        paper.rule(x + COLUMN, below_names, x + COLUMN, bottom)
        paper.rule(x + 2 * COLUMN, below_names, x + 2 * COLUMN, bottom)
        paper.rule(x, below_names, x + HALF, below_names)
        x += HALF
    paper.rule(x, top, x, bottom, 0.4, INK)
    paper.rule(MARGIN, top + HEAD - 4.6, MARGIN + INNER, top + HEAD - 4.6, 0.4, INK)


def _foot(paper: Paper, card: Card, game: GameCard, y: float) -> float:
    """The game's score under the totals; for crokinole the opponent's ID number and initials."""
    paper.text_in(MARGIN, y + 0.6, NUMBER + BREAK - 2, FOOT - 1, "Game", 8.5, align="R", colour=GREY)
    x = MARGIN + NUMBER + BREAK
    for index in (0, 1):
        total = str(game.score[index]) if game.score else ""
        at = x + index * HALF
        paper.box(at + 2 * COLUMN, y, TOTAL, FOOT - 0.6, rule=0.4, colour=INK)
        paper.text_in(at + 2 * COLUMN, y, TOTAL, FOOT - 0.6, total, 11, bold=True, align="C")
        if form_of(card).has_checks:
            twenties = str(game.twenties[index]) if game.twenties else ""
            paper.box(at, y, COLUMN, FOOT - 0.6, rule=0.4, colour=INK)
            paper.text_in(at, y, COLUMN, FOOT - 0.6, twenties, 9, bold=True, align="C")
    if form_of(card).has_checks:
        _checked(paper, x + 2 * HALF, y)
    else:
        paper.text_in(x + 2 * HALF + 1, y, NOTES - 2, FOOT - 0.6, game.how, 8, colour=GREY)
    return y + FOOT


def _checked(paper: Paper, x: float, y: float) -> None:
    half = NOTES / 2
    for index, label in enumerate(("ID No., initials A", "ID No., initials B")):
        paper.box(x + index * half, y, half, FOOT - 0.6)
        paper.text_in(x + index * half + 0.6, y + 0.1, half - 1.2, 2.8, label, 7, colour=GREY)
