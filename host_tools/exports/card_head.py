"""The head of a score card on paper: the fields of the form (Laws XIX), and who plays."""

from collections.abc import Sequence

from host_tools.exports.card import Card
from host_tools.exports.card_form import INNER, TOP, words_of
from host_tools.exports.paper import ALARM, GREY, MARGIN, SHADE, Paper

HEIGHT_MM = 51.0


def draw(paper: Paper, card: Card, page: int, pages: int) -> None:
    """On top of a page, HEIGHT_MM high."""
    words, header = words_of(card), card.header
    y = TOP
    paper.text_in(MARGIN, y, 100, 8, words.title.upper(), 17, bold=True)
    paper.text_in(MARGIN + 72, y, INNER - 72, 4.6, header.rules, 8, align="R", colour=GREY)
    sheet = f"Page {page} of {pages}" if pages > 1 else ""
    paper.text_in(MARGIN + 72, y + 3.8, INNER - 72, 4.4, sheet, 8, align="R", colour=GREY)
    if card.standing:
        paper.text_in(MARGIN + 58, y, INNER - 90, 8, card.standing, 8.5, bold=True, colour=ALARM)
    y += 9
    _fields(paper, y, (("Championship / Tournament", header.tournament, 4), ("Event", header.event, 3)))
    y += 8.2
    _fields(
        paper,
        y,
        (
            ("Round", header.round, 3),
            ("Date", header.date, 2),
            ("Time", header.time, 1.2),
            ("Match No.", header.match, 2),
            ("Table No." if card.sport == "crokinole" else "C/B No.", header.table, 1),
        ),
    )
    y += 8.2
    _fields(
        paper,
        y,
        (
            ("Umpire", header.umpire, 3),
            ("Toss won by", card.toss_won_by, 2.6),
            ("Choice of toss winner", card.choice, 1.6),
            ("Starting time", card.started, 1.2),
            ("Finishing time", card.finished, 1.2),
        ),
    )
    _sides(paper, card, y + 9)


def _fields(paper: Paper, y: float, fields: Sequence[tuple[str, str, float]]) -> None:
    """A row of labelled fields over the whole width; the third of each is its share."""
    gap = 4.0
    unit = (INNER - gap * (len(fields) - 1)) / sum(share for _, _, share in fields)
    x = MARGIN
    for label, value, share in fields:
        paper.field(x, y, unit * share, label, value)
        x += unit * share + gap


def _sides(paper: Paper, card: Card, y: float) -> None:
    """Who plays: one half of the width for each side, as the columns below."""
    half = (INNER - 4) / 2
    for index, side in enumerate("ab"):
        x = MARGIN + index * (half + 4)
        has_won = card.winner == side
        paper.box(x, y, half, 14.4, fill=SHADE if has_won else None, rule=0.35 if has_won else 0.2)
        paper.text_in(x + 2, y + 0.8, 20, 3, f"Player/s {side.upper()}", 5.6, colour=GREY)
        team = card.teams[index]
        number = f"No. {card.ids[index]}" if card.ids[index] else ""
        paper.text_in(
            x + 22, y + 0.8, half - 24, 3, f"Team {team}" if team else number, 6.4, align="R", colour=GREY
        )
        names = card.names[index]
        for line, name in enumerate(names[:2] if len(names) > 1 else names):
            at = y + (3.6 if len(names) == 1 else 3.0 + 5.4 * line)
            paper.text_in(
                x + 2,
                at,
                half - 4,
                9 if len(names) == 1 else 5.6,
                name,
                14 if len(names) == 1 else 11,
                bold=True,
            )
        if not names:
            paper.rule(x + 2, y + 11.5, x + half - 2, y + 11.5)
        if has_won:
            paper.text_in(x + half - 24, y + 10.2, 22, 4, "Winner", 7.5, bold=True, align="R")
