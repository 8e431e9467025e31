"""What a finished round is worth (Scoring): the only place that computes its points."""

from ..errors import GameError
from ..state import letter
from .play import SIDES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..state import BySide, Event, Laws, State

WIN, TIE = 2, 1  # Scoring: two points, one each when tied, none for a loss
DISC_VALUES = (20, 15, 10, 5)  # Scoring: in the hole, inside the pegs, outside them, the outer circle
LEVEL = "level"

# In the order in which a round is read; MicroPython's dicts have none.
_FIELDS = (
    "number",
    "game",
    "first",
    "total",
    "twenties",
    "points",
    "winner",
    "unshot",
    "extra",
    "law",
    "source",
    "after",
    "laws",
)


class Round:
    """A finished round.

    number, game: from 1. first: the side that shot first. total: {"a", "b"}, the value of the discs, 20s
    included, or None when it was not told. twenties: {"a", "b"}, 20s sunk. points: {"a", "b"}: 2 and 0, 1
    and 1, or 0 and 0 in a round without a shot. winner: side, None when level or unshot. unshot: no disc was
    shot. extra: played because the game was level. law: "forfeit", or None. source: where the points come
    from: "total", "winner" (told alone), "unshot" or "forfeit". after: {"a", "b"}, the game's points after
    it. laws: tuple.
    """

    __slots__ = _FIELDS

    after: "BySide"
    extra: bool
    first: "str | None"
    game: int
    law: "str | None"
    laws: "Laws"
    number: int
    points: "BySide"
    source: str
    total: "BySide | None"
    twenties: "BySide"
    unshot: bool
    winner: "str | None"

    @property
    def breaker(self) -> "str | None":
        """The side that shot first, under the name that boards have for it."""
        return self.first

    def to_dict(self) -> "dict[str, Any]":
        """JSON-ready."""
        found: "dict[str, Any]" = {name: getattr(self, name) for name in _FIELDS}
        found["laws"] = list(self.laws)
        return found


def value(state: "State", event: "Event") -> Round:
    """The round that `event` (checked fields of a `round` event) makes, at this point of the match.

    Raises GameError: "ambiguous" when neither totals nor a winner are told, "impossible" for totals no discs
    can give, or a winner that the totals contradict.
    """
    if event.get("unshot"):
        return _unshot(state, event)
    discs = state.rules["discs"]
    total = event.get("total")
    twenties = _twenties(state, event, discs)
    are_known = event.get("twenties") is not None or _is_counted(state)
    winner = event.get("winner")
    if total is not None:
        for side in SIDES:
            _check_total(side, total[side], twenties[side] if are_known else None, discs)
        winner = _winner_of(total, winner)
    elif winner is None:
        message = "round: no total and no winner; give total, or winner a, b or level, or unshot true"
        raise GameError("ambiguous", message)
    source = "winner" if total is None else "total"
    return make(state, None if winner == LEVEL else winner, source, twenties, ("Scoring",), total)


def make(
    state: "State",
    winner: "str | None",
    source: str,
    twenties: "BySide",
    laws: "Laws",
    total: "BySide | None" = None,
) -> Round:
    """The round in play as finished. source: as Round.source; winner None: level or unshot."""
    done = Round()
    done.number = state.board
    done.game = state.game
    done.first = state.breaker
    done.total = None if total is None else {side: total[side] for side in SIDES}
    done.twenties = twenties
    done.winner = winner
    done.unshot = source == "unshot"
    done.extra = state.extra
    done.law = "forfeit" if source == "forfeit" else None
    done.source = source
    if done.unshot:
        done.points = {"a": 0, "b": 0}
    else:
        done.points = {side: TIE if winner is None else WIN if winner == side else 0 for side in SIDES}
    done.after = {side: state.points[side] + done.points[side] for side in SIDES}
    done.laws = laws
    return done


def describe(done: Round) -> str:
    """One line for umpire and spectators, e.g. `Round 3 to A: 75-60, 20s 2-1`."""
    if done.unshot:
        return "Round %d was not shot: 0-0" % done.number
    text = headline(done)
    if done.law:
        return text + " by forfeit"
    if done.total is not None:
        text += ": %d-%d" % (done.total["a"], done.total["b"])
    if done.twenties["a"] or done.twenties["b"]:
        text += "%s 20s %d-%d" % (":" if done.total is None else ",", done.twenties["a"], done.twenties["b"])
    return text


def headline(done: Round) -> str:
    """Who has won which round, e.g. `Round 3 to A`, `Round 5 level`."""
    if done.winner is None:
        return "Round %d level" % done.number
    return "Round %d to %s" % (done.number, letter(done.winner))


def _unshot(state: "State", event: "Event") -> Round:
    told = event.get("twenties") or {"a": 0, "b": 0}
    if event.get("total") or event.get("winner") or told["a"] or told["b"]:
        message = "unshot: true, but total, winner or twenties are told; without a shot there are none"
        raise GameError("impossible", message)
    if _is_counted(state):
        shots = state.situation.shots
        message = "unshot: %d and %d shots were counted in round %d; its discs count (Tournament Play)"
        raise GameError("impossible", message % (shots["a"], shots["b"], state.board))
    return make(state, None, "unshot", {"a": 0, "b": 0}, ("Tournament Scoring",))


def _is_counted(state: "State") -> bool:
    """Something was counted while the round was in play: shots, or 20s."""
    play = state.situation
    return play is not None and (play.counted or play.twenties["a"] > 0 or play.twenties["b"] > 0)


def _twenties(state: "State", event: "Event", discs: int) -> "BySide":
    """The 20s as told, else as counted in play, else none (D88)."""
    told = event.get("twenties")
    if told is None:
        return {"a": 0, "b": 0} if state.situation is None else state.situation.twenties
    for side in SIDES:
        if told[side] > discs:
            message = "twenties.%s: %d, but a side has %d discs in a round"
            raise GameError("impossible", message % (side, told[side], discs))
    return {side: told[side] for side in SIDES}


def _check_total(side: str, total: int, twenties: "int | None", discs: int) -> None:
    """The discs must be able to give the total: 20s known, the others 15 at most (Scoring)."""
    where = "total.%s: %d" % (side, total)
    if total % 5:
        raise GameError("impossible", where + " is not a multiple of 5; a disc is 20, 15, 10 or 5 (Scoring)")
    if twenties is None:
        if total > discs * 20:
            message = "%s, but %d discs give %d at most" % (where, discs, discs * 20)
            raise GameError("impossible", message)
        return
    low = twenties * 20
    high = low + (discs - twenties) * 15
    if total < low:
        message = "%s, but %d 20s alone are %d" % (where, twenties, low)
        raise GameError("impossible", message)
    if total > high:
        message = "%s, but %d discs with %d 20s among them give %d at most" % (where, discs, twenties, high)
        raise GameError("impossible", message)


def _winner_of(total: "BySide", told: "str | None") -> str:
    a, b = total["a"], total["b"]
    winner = "a" if a > b else "b" if b > a else LEVEL
    if told is None or told == winner:
        return winner
    if winner == LEVEL:
        message = "winner: %s, but the totals are level, %d-%d: one point each (Scoring)" % (told, a, b)
    elif told == LEVEL:
        message = "winner: level, but the totals are %d-%d: %s has won the round (Scoring)" % (a, b, winner)
    else:
        message = "winner: %s, but %d-%d is %s's round (Scoring)" % (told, a, b, winner)
    raise GameError("impossible", message)
