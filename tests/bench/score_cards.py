"""Score cards as PDF, in cards a second of the processor.

Baseline of the same run: Typst setting the same words, line under line: no form, no fitting.
"""

import resource
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from boardside.game import match
from host_tools.exports import card_sheet
from host_tools.exports.card import Card, Half, Header, Line, Played
from host_tools.exports.card_making import of_match
from host_tools.exports.typesetting import typeset
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
        cards = [_card(names, number) for number in range(CARDS)]
        plain = _cards_a_second(lambda cards=cards: _plain(cards))  # type: ignore[misc]
        took = _cards_a_second(lambda cards=cards: card_sheet.render(cards, NOON))  # type: ignore[misc]
        title = f"score cards, names in {script}"
        figures.append(Figure(title, took, "cards/s", "Typst, the same words in lines", plain, "over 5"))
    return figures


def _card(names: tuple[str, str], number: int) -> Card:
    """A card with everything filled in: 24 boards, a remark on some."""
    event = {"kind": "match", "match": f"ms-{number}", "ruleset": "icf", "stage": "round"}
    players = {"a": [f"{names[0]} {number}"], "b": [f"{names[1]} {number}"]}
    state, _ = match.apply(match.new(), {**event, **players, "breaks": "a"})
    header = Header(
        "Open 2026", "Men's Singles", "Round 2", "2026-03-12", "12:00", f"ms-{number}", "P. Rao", "7"
    )
    card = of_match(Played(state, []), header, is_blank=True)
    games = [
        replace(game, lines=tuple(_filled(line, players["a"][0]) for line in game.lines), score=(25, 18))
        for game in card.games
    ]
    return replace(card, games=tuple(games), winner="a", result="2–1", remarks=("Time was called.",))


def _filled(line: Line, breaker: str) -> Line:
    halves = (Half("3", "5", "8", True), Half("Nil", "Nil", "0"))
    return replace(line, breaker=breaker, a=halves[0], b=halves[1], remark="+1 on demand")


def _words(card: Card) -> list[str]:
    """The words of a card, as one line for each board."""
    header = card.header
    lines = [header.tournament, header.event, header.round, header.match, header.umpire, *sum(card.names, ())]
    for game in card.games:
        for line in game.lines:
            halves = (line.a.first, line.a.second, line.a.total, line.b.first, line.b.second, line.b.total)
            lines.append(" ".join((line.number, line.breaker, *halves, line.remark)))
    return lines


def _plain(cards: Sequence[Card]) -> None:
    parts = [
        {
            "kind": "event",
            "event": {
                "name": "",
                "tournament": "",
                "place": "",
                "items": [{"paragraph": text} for text in _words(card)],
            },
        }
        for card in cards
    ]
    typeset("t", parts, NOON)


def _cards_a_second(write: Callable[[], object]) -> float:
    """The better of two runs, with the processes that they start."""
    took = []
    for _ in range(2):
        began = _seconds()
        write()
        took.append(_seconds() - began)
    return CARDS / min(took)


def _seconds() -> float:
    """The processor time of this process and of those that it started and that have ended."""
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)
