"""Crokinole by the rules of the World Crokinole Championship (docs/maintainer/crokinole.md).

A match goes through the same `match.apply` as carrom; what the two play differently is in `CROKINOLE`.
Its rounds are the state's `boards`, the side that shoots first is the `breaker`, the round in play is the
`situation` (play.Play). A handler is `handler(state, event) -> Ruling` and changes the copy it is given.
"""

from ..begin import names
from ..endings import ended
from ..state import BOARD, CONFIRMED, OVER, READY, TOSS
from . import begin, clock, endings, fields, rounds
from .official import official, official_points

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

    from ..state import Event, Ruling, State

    Handler = Callable[[State, Event], Ruling]

__all__ = ("CROKINOLE", "KINDS", "official")

_OPEN = (READY, BOARD)
_GOING_ON = (TOSS, READY, BOARD)
_NOT_SEALED = (TOSS, READY, BOARD, OVER)
_ANY = (TOSS, READY, BOARD, OVER, CONFIRMED)

KINDS = ("round", "shot", "twenty", "last_shot", "forfeit")
"""The kinds of event that only crokinole has."""

# The phases in which each kind is taken.
_PHASES = {
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

_HANDLERS: "dict[str, Handler]" = {
    "toss": begin.toss,
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


class Crokinole:
    """The sport of the World Crokinole Championship (rules.Sport)."""

    name = "crokinole"
    phases = _PHASES
    handlers = _HANDLERS
    narrowed = staticmethod(begin.narrowed)
    begin = staticmethod(begin.begin)
    official = staticmethod(official)
    official_points = staticmethod(official_points)

    def lay_over(self, rules: "dict[str, Any]", changes: "dict[str, Any]") -> None:
        """Put an organiser's `changes` into `rules`. Raises GameError, as `rules.resolve`."""
        for name in changes:
            fields.change(rules, name, changes[name])

    def proposal(self, state: "State") -> None:
        """None: shots that are counted decide nothing."""

    def breach(self, state: "State") -> None:
        """None: the clock imposes nothing."""


CROKINOLE = Crokinole()
