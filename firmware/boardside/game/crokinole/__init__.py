"""Crokinole by the rules of the World Crokinole Championship (docs/crokinole.md).

A match goes through the same `match.apply` as carrom; for a ruleset whose sport is crokinole it comes here.
Its rounds are the state's `boards`, the side that shoots first is the `breaker`, the round in play is the
`situation` (play.Play). A handler is `handler(state, event) -> Ruling` and changes the copy it is given.
"""

from ..begin import names
from ..endings import ended
from ..state import BOARD, CONFIRMED, OVER, READY, TOSS
from . import clock, endings, rounds
from .begin import begin, toss
from .official import official, official_points

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable

    from ..state import Event, Ruling, State

    Handler = Callable[[State, Event], Ruling]

__all__ = ("HANDLERS", "KINDS", "PHASES", "begin", "official", "official_points")

_OPEN = (READY, BOARD)
_GOING_ON = (TOSS, READY, BOARD)
_NOT_SEALED = (TOSS, READY, BOARD, OVER)
_ANY = (TOSS, READY, BOARD, OVER, CONFIRMED)

KINDS = ("round", "shot", "twenty", "last_shot", "forfeit")
"""The kinds of event that only crokinole has."""

# The phases in which each kind is taken; a kind of a match that is not here is not crokinole's.
PHASES = {
    "toss": (TOSS,),
    "play": (READY,),
    "round": _OPEN,
    "shot": (BOARD,),
    "twenty": (BOARD,),
    "last_shot": (BOARD,),
    "forfeit": _NOT_SEALED,
    "sides": _NOT_SEALED,
    "concede": _GOING_ON,
    "ended": _GOING_ON,
    "time": _OPEN,
    "override": _NOT_SEALED,
    "names": _ANY,
    "pause": _ANY,
    "resume": _ANY,
    "expired": _ANY,
    "confirm": (OVER,),
}

HANDLERS: "dict[str, Handler]" = {
    "toss": toss,
    "play": rounds.begin,
    "round": rounds.finish,
    "shot": rounds.shot,
    "twenty": rounds.twenty,
    "last_shot": rounds.last_shot,
    "forfeit": endings.forfeit,
    "sides": clock.sides,
    "concede": endings.concede,
    "ended": ended,
    "time": rounds.time,
    "override": endings.override,
    "names": names,
    "pause": clock.pause,
    "resume": clock.resume,
    "expired": clock.expired,
    "confirm": endings.confirm,
}
