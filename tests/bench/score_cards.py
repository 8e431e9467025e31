"""Score cards as PDF, in cards a second of the processor.

Baseline of the same run: the bare library (fpdf2) writing as many pages with the same words in one of its
own fonts, line under line - no form, no shaping, no fitting, no embedded font.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from fpdf import FPDF

from boardside.game import match
from host_tools.exports import card_sheet
from host_tools.exports.card import Card, Half, Header, Line, Played
from host_tools.exports.card_making import of_match
from tests.bench.figures import Figure

CARDS = 100
NOON = datetime(2026, 3, 12, 12, tzinfo=UTC)
NAMES = {
    "Latin": ("Maria Irudayam", "Łukasz Žižka"),
    "Devanagari": ("विक्रम क्षत्रिय", "अरुण देशमुख"),
    "Tamil": ("அருண் விக்ரமாதித்யன்", "கார்த்திக்"),
}


def run() -> list[Figure]:
    """A hundred cards of three games with eight boards each, for the scripts of the names."""
    figures = []
    for script, names in NAMES.items():
        cards = [_card(names)] * CARDS
        plain = _cards_a_second(lambda cards=cards: _plain(cards))  # type: ignore[misc]
        took = _cards_a_second(lambda cards=cards: card_sheet.render(cards, NOON))  # type: ignore[misc]
        title = f"score cards, names in {script}"
        figures.append(
            Figure(title, took, "cards/s", "fpdf2, the same words as plain lines", plain, "over 5")
        )
    return figures


def _card(names: tuple[str, str]) -> Card:
    """A card with everything filled in: 24 boards, a remark on some."""
    event = {"kind": "match", "match": "ms-1-2-3", "ruleset": "icf", "stage": "round"}
    state, _ = match.apply(match.new(), {**event, "a": [names[0]], "b": [names[1]], "breaks": "a"})
    header = Header("Open 2026", "Men's Singles", "Round 2", "2026-03-12", "12:00", "ms-1-2-3", "P. Rao", "7")
    card = of_match(Played(state, []), header, is_blank=True)
    games = [replace(game, lines=tuple(map(_filled, game.lines)), score=(25, 18)) for game in card.games]
    return replace(card, games=tuple(games), winner="a", result="2–1", remarks=("Time was called.",))


def _filled(line: Line) -> Line:
    halves = (Half("3", "5", "8", True), Half("Nil", "Nil", "0"))
    return replace(line, breaker="Maria Irudayam", a=halves[0], b=halves[1], remark="+1 on demand")


def _words(card: Card) -> list[str]:
    """The words of a card, as one line for each board; what the font of the baseline does not have is left
    out.
    """
    header = card.header
    lines = [header.tournament, header.event, header.round, header.match, header.umpire, *sum(card.names, ())]
    for game in card.games:
        for line in game.lines:
            halves = (line.a.first, line.a.second, line.a.total, line.b.first, line.b.second, line.b.total)
            lines.append(" ".join((line.number, line.breaker, *halves, line.remark)))
    return [text.encode("latin-1", "ignore").decode("latin-1") for text in lines]


def _plain(cards: Sequence[Card]) -> bytes:
    paper = FPDF()
    paper.set_font("Helvetica", size=9)
    for card in cards:
        paper.add_page()
        for text in _words(card):
            paper.cell(0, 5, text, new_x="LMARGIN", new_y="NEXT")
    return bytes(paper.output())


def _cards_a_second(write: Callable[[], bytes]) -> float:
    """The better of two runs."""
    took = []
    for _ in range(2):
        began = time.process_time()
        write()
        took.append(time.process_time() - began)
    return CARDS / min(took)
