"""A board stroke by stroke: makes a ruling by the Laws from what went down (docs/maintainer/strokes.md).

    situation = strokes.begin(rules, "a")
    situation, ruling = strokes.stroke(situation, own=1)

Pure, integers only. Every function returns a new Situation and does not change its argument. Impossible input
raises GameError: "impossible" (more c/m than there are), "not_now" (the board is over, c/m are still to be
placed), "ambiguous" (whose c/m are forgone is not said), "unknown", "malformed".
"""

from .engine import stroke
from .ruling import StrokeRuling
from .situation import MEN, QUEEN_STATES, SIDES, Situation, begin, set_up
from .turns import HOWS, LOST_BY, breach, foul, has_technical, lost, no_room, place, room, skip, turn_to

__all__ = (
    "HOWS",
    "LOST_BY",
    "MEN",
    "QUEEN_STATES",
    "SIDES",
    "Situation",
    "StrokeRuling",
    "begin",
    "breach",
    "foul",
    "has_technical",
    "lost",
    "no_room",
    "place",
    "room",
    "set_up",
    "skip",
    "stroke",
    "turn_to",
)
