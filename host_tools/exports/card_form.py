"""What all parts of a score card on paper share: its width, and what its columns are called."""

from dataclasses import dataclass

from host_tools.exports.card import Card
from host_tools.exports.paper import MARGIN, WIDTH

INNER = WIDTH - 2 * MARGIN
TOP = 10.0


@dataclass(frozen=True, slots=True)
class Words:
    """What the columns are called in one sport."""

    title: str
    number: str
    breaker: str
    first: str
    second: str
    total: str


CARROM = Words("Score card", "Board", "Break by", "Queen", "No. of c/m", "Grand total")
CROKINOLE = Words("Scorecard", "Round", "First shot", "20s", "Discs", "Points")


def words_of(card: Card) -> Words:
    """Those of its sport."""
    return CROKINOLE if card.sport == "crokinole" else CARROM
