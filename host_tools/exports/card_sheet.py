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
from host_tools.exports.paper import ALARM, GREY, HEIGHT, INK, MARGIN, MARKED, SHADE, Paper

TOP = 8.0
HEAD_HEIGHT = 51.0
#: The result that stands, where it is not the table's.
BANNER = 17.0
GAME_GAP = 1.2
#: The remarks take what the games leave, and this at least.
REMARKS = 14.0
SIGNATURES = 25.0
FOOT = 9.0
ROW_MOST, ROW_LEAST = 13.0, 5.0
#: The size of labels, and of all small print, in points: it can be read on paper without glasses.
LABEL = 7.0


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
    begin = _begin(card)
    sheets = _sheets(card.games, begin)
    for number, games in enumerate(sheets, 1):
        is_last = number == len(sheets)
        paper.add_page()
        _draw_head(paper, card, number, len(sheets))
        if begin > TOP + HEAD_HEIGHT:
            _banner(paper, card)
        row = _row_height(games, begin, is_last)
        y = begin
        for game in games:
            y = card_game.draw(paper, card, game, y, row) + GAME_GAP
        if is_last:
            _remarks(paper, card, y)
            _signatures(paper, card)
        _foot(paper, card)


# Pages


def _begin(card: Card) -> float:
    """Where the games begin, in mm from the top."""
    return TOP + HEAD_HEIGHT + (BANNER if card.decided or card.table_had else 0)


def _room(begin: float, is_last: bool = True) -> float:
    """The height that a page has for games, in mm; the last one also has remarks and signatures."""
    ending = REMARKS + SIGNATURES if is_last else 0
    return HEIGHT - begin - ending - FOOT - 3


def _needed(games: Sequence[GameCard], row: float) -> float:
    return sum(card_game.HEAD + card_game.FOOT + GAME_GAP + row * len(game.lines) for game in games)


def _row_height(games: Sequence[GameCard], begin: float, is_last: bool) -> float:
    lines = sum(len(game.lines) for game in games)
    left = _room(begin, is_last) - _needed(games, 0)
    return min(ROW_MOST, left / lines) if lines else ROW_MOST


def _sheets(games: Sequence[GameCard], begin: float) -> list[list[GameCard]]:
    """The games of each page: as many as fit with rows high enough to write in. A game that is longer than a
    page continues on the next.
    """
    most = int((_room(begin) - card_game.HEAD - card_game.FOOT - GAME_GAP) / ROW_LEAST)
    sheets: list[list[GameCard]] = [[]]
    for piece in [piece for game in games for piece in _pieces(game, most)]:
        if sheets[-1] and _needed([*sheets[-1], piece], ROW_LEAST) > _room(begin, is_last=False):
            sheets.append([])
        sheets[-1].append(piece)
    if len(sheets[-1]) > 1 and _needed(sheets[-1], ROW_LEAST) > _room(begin):
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
    y += 8.6
    _fields(paper, y, (("Championship / Tournament", header.tournament, 4), ("Event", header.event, 3)))
    y += 8.4
    _fields(
        paper,
        y,
        (
            ("Round", header.round, 3),
            ("Date", header.date, 2),
            ("Time", header.time, 1.2),
            ("Match No.", header.number or header.match, 2),
            (form.table, header.table, 1),
        ),
    )
    y += 8.4
    _fields(
        paper,
        y,
        (
            ("Umpire", header.umpire, 3),
            ("Toss won by", card.toss_won_by, 2.4),
            ("Choice of toss winner", card.choice, 2.1),
            ("Starting time", card.started, 1.4),
            ("Finishing time", card.finished, 1.4),
        ),
    )
    _sides(paper, card, y + 9.4)


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
        number = f", No. {card.ids[index]}" if card.ids[index] else ""
        paper.text_in(x + 2, y + 0.6, 38, 3.4, f"Player/s {side.upper()}{number}", LABEL, colour=GREY)
        paper.text_in(x + 40, y + 0.6, 8, 3.4, "Team", LABEL, colour=GREY)
        paper.text_in(x + 48, y + 0.6, half - 50, 3.4, card.teams[index], 8.5, bold=True, align="R")
        names = card.names[index]
        for line, name in enumerate(names[:2] if len(names) > 1 else names):
            at = y + (3.8 if len(names) == 1 else 3.6 + 5.2 * line)
            paper.text_in(
                x + 2,
                at,
                half - 4,
                9 if len(names) == 1 else 5.2,
                name,
                14 if len(names) == 1 else 11,
                bold=True,
            )
        if not names:
            paper.rule(x + 2, y + 11.5, x + half - 2, y + 11.5)
        if has_won:
            paper.text_in(x + half - 24, y + 10.4, 22, 3.6, "Winner", 8, bold=True, align="R")


def _banner(paper: Paper, card: Card) -> None:
    """The result that stands, large, and beside it what the table had."""
    y, high = TOP + HEAD_HEIGHT, BANNER - 3
    paper.box(MARGIN, y, INNER, high, fill=MARKED, rule=0.4, colour=INK)
    label = f"Official result: {card.decided.lower()}" if card.decided else "No result stands"
    paper.text_in(MARGIN + 2, y + 0.8, INNER - 4, 3.6, label, 8, colour=GREY)
    large = INNER * (0.62 if card.table_had else 1) - 4
    _won_by(paper, card, (MARGIN + 2, y + 4.6, large, high - 5), 17)
    if card.table_had:
        x, width = MARGIN + INNER * 0.62 + 2, INNER * 0.38 - 4
        paper.text_in(x, y + 0.8, width, 3.6, "The table had, as written below", 8, colour=GREY)
        paper.text_in(x, y + 5.4, width, high - 6.6, card.table_had, 10)


# The end


def _remarks(paper: Paper, card: Card, top: float) -> None:
    """The remarks, from the end of the games (mm) to the signatures."""
    y = top + 1
    high = HEIGHT - FOOT - SIGNATURES - 4.5 - y
    paper.box(MARGIN, y, INNER, high)
    paper.text_in(MARGIN + 2, y + 0.6, 60, 3.4, form_of(card).remarks, LABEL, colour=GREY)
    texts = list(card.remarks)
    marks = {line.mark for game in card.games for line in game.lines if line.mark}
    if marks:
        legend = {OVERRIDE: "* set by the umpire", CORRECTED: "\u2020 corrected against the strokes"}
        texts.append(f"{'; '.join(legend[mark] for mark in sorted(marks))}.")
    lines = [line for text in texts for line in paper.lines_of(text, INNER - 4, 8)]
    room = max(2, int((high - 4.4) / 3.4))
    if len(lines) > room:  # one behind the other
        lines = paper.lines_of(" ".join(texts), INNER - 4, 8)
    if len(lines) > room:
        lines = [*lines[: room - 1], " ".join(lines[room - 1 :])]
    for number, line in enumerate(lines):
        paper.text_in(MARGIN + 2, y + 4.2 + 3.4 * number, INNER - 4, 3.4, line, 8)


def _won_by(paper: Paper, card: Card, room: tuple[float, float, float, float], size: float) -> None:
    """Draw who has won, and how: "Asha  25-8"; nothing when nothing stands. Long names are cut, the result is
    not. room: x, y, width, height in mm.
    """
    x, y, width, height = room
    names = " / ".join(card.names["ab".index(card.winner)]) if card.winner else ""
    if card.winner and not names:
        names = f"Player/s {card.winner.upper()}"
    of_result = min(width, paper.width_of(card.result, size, bold=True) + 0.5)
    gap = 3.0 if names else 0.0
    of_names = min(paper.width_of(names, size, bold=True) + 0.5, width - of_result - gap) if names else 0.0
    if of_names > 0:
        paper.text_in(x, y, of_names, height, names, size, bold=True)
    paper.text_in(x + max(0.0, of_names) + gap, y, of_result, height, card.result, size, bold=True)


def _signatures(paper: Paper, card: Card) -> None:
    y = HEIGHT - FOOT - SIGNATURES - 3
    paper.text_in(MARGIN, y, 22, 5, "Match won by", 8, colour=GREY)
    _won_by(paper, card, (MARGIN + 22, y - 0.3, INNER - 22, 5.4), 12)
    paper.rule(MARGIN + 22, y + 5.2, MARGIN + INNER, y + 5.2)
    official = form_of(card).officials
    labels = [_signature_of(card, 0), _signature_of(card, 1), f"{official[0]}'s signature", official[1]]
    width = (INNER - 3 * 5) / 4
    for number, label in enumerate(labels):
        x = MARGIN + number * (width + 5)
        paper.rule(x, y + 18, x + width, y + 18, 0.3, INK)
        first, *rest = paper.lines_of(label, width, 7.5)
        paper.text_in(x, y + 18.4, width, 3.6, first, 7.5)
        paper.text_in(x, y + 21.8, width, 3.6, " ".join(rest), 7.5)


def _signature_of(card: Card, index: int) -> str:
    side = "ab"[index]
    signer = " / ".join(card.names[index]) or f"player/s {side.upper()}"
    loser = card.winner and card.winner != side
    return f"Loser's signature: {signer}" if loser else f"Signature: {signer}"


def _foot(paper: Paper, card: Card) -> None:
    y = HEIGHT - FOOT - 0.6
    match = f"Match {card.header.match}" if card.header.number else ""
    if card.proof is None:
        paper.text_in(
            MARGIN, y, INNER, 3.4, " \u00b7 ".join(filter(None, ("Boardside", match))), LABEL, colour=GREY
        )
        return
    proof = card.proof
    record = (
        f"Record: {proof.seal}",
        f"{proof.events} events from number {proof.first_seq} of journal {proof.journal}",
        "check with: boardside verify",
    )
    paper.text_in(MARGIN, y, INNER, 3.4, " \u00b7 ".join(record), LABEL, colour=GREY)
    chain = f"Hash chain {proof.head}" if proof.head else ""
    last = " \u00b7 ".join(filter(None, (match, chain)))
    paper.text_in(MARGIN, y + 3.4, INNER, 3.4, last, LABEL, colour=GREY)
