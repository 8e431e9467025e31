"""A board stroke by stroke: what went down becomes a ruling by the Laws (docs/strokes.md).

    situation = strokes.begin(rules, "a")
    situation, ruling = strokes.stroke(situation, own=1)

Pure, integers only. Every function gives a new Situation and leaves the one it is given as it is; what cannot
be is a GameError: "impossible" (more c/m than there are), "not_now" (the board is over, c/m are still to be
placed), "ambiguous" (whose c/m are forgone is not said), "unknown", "malformed".
"""

from .dues import HOWS, no_room, place, room
from .engine import RULEBOOKS, stroke
from .ruling import StrokeRuling
from .situation import MEN, QUEEN_STATES, SIDES, Situation, begin, set_up, to_dict
from .turns import LOST_BY, breach, foul, lost, skip, turn_to

__all__ = (
    "HOWS",
    "LOST_BY",
    "MEN",
    "QUEEN_STATES",
    "RULEBOOKS",
    "SIDES",
    "Situation",
    "StrokeRuling",
    "begin",
    "breach",
    "foul",
    "lost",
    "no_room",
    "place",
    "room",
    "set_up",
    "skip",
    "stroke",
    "to_dict",
    "turn_to",
)
