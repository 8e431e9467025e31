"""Draws score cards on paper, to be signed: one match on a page, or on several if its boards need them.

The form is the ICF's (Laws XIX): its header, columns 1 to 7, remarks, signatures; a column for remarks on a
board is added. Crokinole's has 20s, discs and points, and after each game the room in which the opponent
writes ID number and initials (WCC, Scorecards).
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from host_tools.exports import card_game
from host_tools.exports.card import CORRECTED, OVERRIDE, Card, GameCard
from host_tools.exports.card_game import INNER, form_of
from host_tools.exports.paper import ALARM, GREY, HEIGHT, INK, MARGIN, SHADE, Paper

TOP = 10.0
HEAD_HEIGHT = 51.0
GAME_GAP = 1.6
REMARKS = 19.0
SIGNATURES = 20.0
FOOT = 8.0
ROW_MOST, ROW_LEAST = 8.4, 5.0


def render(cards: Iterable[Card], moment: datetime, title: str = "Score cards") -> bytes:
    """The PDF of these cards. The same cards and the same moment give the same bytes."""
    paper = Paper(title, moment)
    draw(paper, cards)
    return paper.done()


def draw(paper: Paper, cards: Iterable[Card]) -> None:
    """Add the pages of these cards."""
    for card in cards:
        _draw(paper, card)


def _draw(paper: Paper, card: Card) -> None:
    sheets = _sheets(card.games)
    for number, games in enumerate(sheets, 1):
        is_last = number == len(sheets)
        paper.add_page()
        _draw_head(paper, card, number, len(sheets))
        row = _row_height(games, is_last)
        y = TOP + HEAD_HEIGHT
        for game in games:
            y = card_game.draw(paper, card, game, y, row) + GAME_GAP
        if is_last:
            _remarks(paper, card)
            _signatures(paper, card)
        _foot(paper, card)


# Pages


def _room(is_last: bool = True) -> float:
    """The height that a page has for games, in mm; the last one also has remarks and signatures."""
    ending = REMARKS + SIGNATURES if is_last else 0
    return HEIGHT - TOP - HEAD_HEIGHT - ending - FOOT - 3


def _needed(games: Sequence[GameCard], row: float) -> float:
    return sum(card_game.HEAD + card_game.FOOT + GAME_GAP + row * len(game.lines) for game in games)


def _row_height(games: Sequence[GameCard], is_last: bool) -> float:
    lines = sum(len(game.lines) for game in games)
    left = _room(is_last) - _needed(games, 0)
    return min(ROW_MOST, left / lines) if lines else ROW_MOST


def _sheets(games: Sequence[GameCard]) -> list[list[GameCard]]:
    """The games of each page: as many as fit with rows high enough to write in. A game that is longer than a
    page continues on the next.
    """
    most = int((_room() - card_game.HEAD - card_game.FOOT - GAME_GAP) / ROW_LEAST)
    sheets: list[list[GameCard]] = [[]]
    for piece in [piece for game in games for piece in _pieces(game, most)]:
        if sheets[-1] and _needed([*sheets[-1], piece], ROW_LEAST) > _room(is_last=False):
            sheets.append([])
        sheets[-1].append(piece)
    if len(sheets[-1]) > 1 and _needed(sheets[-1], ROW_LEAST) > _room():
        sheets.append([sheets[-1].pop()])
    return sheets


def _pieces(game: GameCard, most: int) -> list[GameCard]:
    """A game cut after every `most` lines; its score is under the last piece."""
    starts = range(0, max(1, len(game.lines)), most)
    pieces = [GameCard(game.number, game.lines[start : start + most]) for start in starts]
    pieces[-1] = replace(game, lines=pieces[-1].lines)
    return pieces


# The head: the fields of the form, and the players


def _draw_head(paper: Paper, card: Card, page: int, pages: int) -> None:
    """On top of a page, HEAD_HEIGHT high."""
    form, header = form_of(card), card.header
    y = TOP
    paper.text_in(MARGIN, y, 100, 8, form.title.upper(), 17, bold=True)
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
            (form.table, header.table, 1),
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
    """Draw a row of labelled fields over the whole width. The third value of each is its share of that."""
    gap = 4.0
    unit = (INNER - gap * (len(fields) - 1)) / sum(share for _, _, share in fields)
    x = MARGIN
    for label, value, share in fields:
        paper.field(x, y, unit * share, label, value)
        x += unit * share + gap


def _sides(paper: Paper, card: Card, y: float) -> None:
    """Draw the players: one half of the width for each side, like the columns below."""
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


# The end


def _remarks(paper: Paper, card: Card) -> None:
    y = HEIGHT - FOOT - SIGNATURES - REMARKS - 4
    paper.box(MARGIN, y, INNER, REMARKS - 2)
    paper.text_in(MARGIN + 2, y + 0.6, 50, 3.2, form_of(card).remarks, 5.6, colour=GREY)
    text = " ".join(card.remarks)
    marks = {line.mark for game in card.games for line in game.lines if line.mark}
    if marks:
        legend = {OVERRIDE: "* set by the umpire", CORRECTED: "\u2020 corrected against the strokes"}
        text = f"{text} {'; '.join(legend[mark] for mark in sorted(marks))}."
    lines = paper.lines_of(text, INNER - 4, 7.2)
    room = 4
    if len(lines) > room:
        lines = [*lines[: room - 1], " ".join(lines[room - 1 :])]
    for number, line in enumerate(lines):
        paper.text_in(MARGIN + 2, y + 3.6 + 3.2 * number, INNER - 4, 3.2, line, 7.2)


def _signatures(paper: Paper, card: Card) -> None:
    y = HEIGHT - FOOT - SIGNATURES - 3
    won_by = ""
    if card.winner:
        won_by = " / ".join(card.names["ab".index(card.winner)]) or f"Player/s {card.winner.upper()}"
    paper.text_in(MARGIN, y, 20, 5, "Match won by", 7.5, colour=GREY)
    shown = f"{won_by}   {card.result}" if won_by else card.result
    paper.text_in(MARGIN + 20, y - 0.3, INNER - 20, 5.4, shown, 11, bold=True)
    paper.rule(MARGIN + 20, y + 5.2, MARGIN + INNER, y + 5.2)
    official = form_of(card).officials
    labels = [_signature_of(card, 0), _signature_of(card, 1), f"{official[0]}'s signature", official[1]]
    width = (INNER - 3 * 5) / 4
    for number, label in enumerate(labels):
        x = MARGIN + number * (width + 5)
        paper.rule(x, y + 17.2, x + width, y + 17.2, 0.3, INK)
        paper.text_in(x, y + 17.6, width, 3.2, label, 6, colour=GREY)


def _signature_of(card: Card, index: int) -> str:
    side = "ab"[index]
    signer = " / ".join(card.names[index]) or f"player/s {side.upper()}"
    loser = card.winner and card.winner != side
    return f"Loser's signature: {signer}" if loser else f"Signature: {signer}"


def _foot(paper: Paper, card: Card) -> None:
    y = HEIGHT - FOOT - 0.6
    if card.proof is None:
        paper.text_in(MARGIN, y, INNER, 2.8, "Boardside", 5.2, colour=GREY)
        return
    proof = card.proof
    record = (
        f"{proof.seal} \u00b7 {proof.events} events from number {proof.first_seq} of journal {proof.journal}"
        " \u00b7 check with: boardside verify"
    )
    paper.text_in(MARGIN, y, INNER, 2.6, f"Record: {record}", 5.4, colour=GREY)
    if proof.head:
        paper.text_in(MARGIN, y + 2.5, INNER, 2.6, f"Head of its hash chain: {proof.head}", 5.4, colour=GREY)
