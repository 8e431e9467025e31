"""The points of a finished round (Scoring): only this module computes them."""

from ..errors import GameError
from ..terms import HOLE, SIDES
from .play import Play, in_play

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..state import BySide, Clauses, Event, Laws, State

WIN, TIE = 2, 1  # Scoring: two points, one each when tied, none for a loss
GIVES = {"two": (WIN, TIE), "won": (1, 0)}  # to the winner, to each when tied; else the difference (D464)
DISC_VALUES = (HOLE, 15, 10, 5)  # Scoring: in the hole, inside the pegs, outside them, the outer circle
LEVEL = "level"
SHOTS = 12  # Shoot-Out Procedure: so many of a side, in doubles six each


class Round:
    """A finished round. A field is said here and nowhere else, as those of State are."""

    number: int = 0  # from 1, as the game
    game: int = 0
    first: "str | None" = None  # the side that shot first
    total: "BySide | None" = None  # the value of the discs, 20s included; None: it was not told
    twenties: "BySide" = {}  # 20s sunk
    # 2 and 0, 1 and 1, or as the rules score it (D464); 0 and 0 in a round without a shot.
    points: "BySide" = {}
    winner: "str | None" = None  # a side; None: level or unshot
    unshot: bool = False  # no disc was shot
    extra: bool = False  # played because the game was level
    law: "str | None" = None  # "forfeit"
    # Where the points come from: "total", "winner" (told alone), "unshot" or "forfeit".
    source: str = "total"
    after: "BySide" = {}  # the game's points after it
    laws: "Laws" = ()

    @property
    def breaker(self) -> "str | None":
        """The side that shot first, under the name that boards have for it."""
        return self.first

    def points_of(self, side: str) -> int:
        """What the round gave `side`."""
        return self.points[side]


def value(state: "State", event: "Event") -> Round:
    """The round that `event` (checked fields of a `round` event) makes, at this point of the match.

    Raises GameError: "ambiguous" when neither totals nor a winner are told, "impossible" for totals no discs
    can give, or a winner that the totals contradict.
    """
    if event.get("unshot"):
        return _unshot(state, event)
    discs = discs_of(state)
    total = event.get("total")
    twenties = _twenties(state, event, discs)
    play = in_play(state)
    are_known = event.get("twenties") is not None or (play is not None and _is_counted(play))
    winner = event.get("winner")
    if is_shoot_out(state):
        total = _of_twenties(total, twenties, are_known and winner is None)
    if total is not None:
        for side in SIDES:
            _check_total(side, total[side], twenties[side] if are_known else None, discs)
        winner = _winner_of(total, winner)
    elif winner is None:
        raise GameError("ambiguous", "round_without_winner")
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
    """The round in play as finished. source: as Round.source; winner None: level or unshot.

    Raises GameError "ambiguous" for a winner without totals where their difference counts.
    """
    done = Round()
    done.number = state.board
    done.game = state.game
    done.first = state.breaker
    done.total = None if total is None else {side: total[side] for side in SIDES}
    done.twenties = twenties
    done.winner = winner
    done.unshot = source == "unshot"
    done.extra = state.extra is True
    done.law = "forfeit" if source == "forfeit" else None
    done.source = source
    if done.unshot:
        done.points = {"a": 0, "b": 0}
    elif counts_at_once(state.setup.rules):
        done.points = _at_once(_difference(winner, total), winner, twenties)
    else:
        win, tie = GIVES.get(state.setup.rules["scoring"]) or (_difference(winner, total), 0)
        done.points = {side: tie if winner is None else win if winner == side else 0 for side in SIDES}
    done.after = {side: state.points[side] + done.points[side] for side in SIDES}
    done.laws = laws
    return done


def is_shoot_out(state: "State") -> bool:
    """Whether the next round, or the one in play, is a shoot-out (D466)."""
    return bool(state.extra and state.setup.rules["decider"] == "shoot_out")


def discs_of(state: "State") -> int:
    """How many discs a side shoots in the next round, or in the one in play."""
    discs: int = state.setup.rules["discs"]
    return max(discs, SHOTS) if is_shoot_out(state) else discs


def counts_at_once(rules: "dict[str, Any]") -> bool:
    """Whether a 20 gives its side 20 points of the game as it sinks (D474)."""
    return rules["scoring"] == "difference" and rules.get("twenties") == "at_once"


def describe(done: Round) -> "Clauses":
    """Who has won which round, what its discs came to, and the 20s."""
    if done.unshot:
        return (("round_unshot", done.number),)
    if done.winner is None:
        clauses: "Clauses" = (("round_level", done.number),)
    elif done.law:
        return (("round_won_by_forfeit", done.number, done.winner),)
    else:
        clauses = (("round_won", done.number, done.winner),)
    if done.total is not None:
        clauses += (("round_total", done.total["a"], done.total["b"]),)
    if done.twenties["a"] or done.twenties["b"]:
        clauses += (("round_twenties", done.twenties["a"], done.twenties["b"]),)
    return clauses


def _difference(winner: "str | None", total: "BySide | None") -> int:
    if winner is None:
        return 0
    if total is None:
        raise GameError("ambiguous", "difference_needs_total", winner=winner)
    return abs(total["a"] - total["b"])


def _at_once(lead: int, winner: "str | None", twenties: "BySide") -> "BySide":
    """To each side its own 20s, and what the other discs are worth more than the other side's (D474)."""
    rest = (-lead if winner == "b" else lead) - HOLE * (twenties["a"] - twenties["b"])
    return {"a": HOLE * twenties["a"] + max(0, rest), "b": HOLE * twenties["b"] + max(0, -rest)}


def _unshot(state: "State", event: "Event") -> Round:
    twenties = event.get("twenties") or {"a": 0, "b": 0}
    if event.get("total") or event.get("winner") or twenties["a"] or twenties["b"]:
        raise GameError("impossible", "unshot_with_result")
    play = in_play(state)
    if play is not None and _is_counted(play):
        shots = play.shots
        raise GameError("impossible", "unshot_but_counted", a=shots["a"], b=shots["b"], round=state.board)
    return make(state, None, "unshot", {"a": 0, "b": 0}, ("Tournament Scoring",))


def _is_counted(play: Play) -> bool:
    """Something was counted while the round was in play: shots, or 20s."""
    return play.counted or play.twenties["a"] > 0 or play.twenties["b"] > 0


def _twenties(state: "State", event: "Event", discs: int) -> "BySide":
    """The 20s as told, else as counted in play, else none (D88)."""
    twenties = event.get("twenties")
    if twenties is None:
        play = in_play(state)
        return {"a": 0, "b": 0} if play is None else play.twenties
    for side in SIDES:
        if twenties[side] > discs:
            raise GameError(
                "impossible", "too_many_twenties", side=side, twenties=twenties[side], discs=discs
            )
    return {side: twenties[side] for side in SIDES}


def _check_total(side: str, total: int, twenties: "int | None", discs: int) -> None:
    """The discs must be able to give the total: 20s known, the others 15 at most (Scoring)."""
    if total % 5:
        raise GameError("impossible", "total_not_of_discs", side=side, total=total)
    if twenties is None:
        if total > discs * HOLE:
            raise GameError(
                "impossible", "total_too_high", side=side, total=total, discs=discs, most=discs * HOLE
            )
        return
    low = twenties * HOLE
    high = low + (discs - twenties) * DISC_VALUES[1]
    if total < low:
        raise GameError(
            "impossible", "total_under_twenties", side=side, total=total, twenties=twenties, low=low
        )
    if total > high:
        raise GameError(
            "impossible",
            "total_over_twenties",
            side=side,
            total=total,
            discs=discs,
            twenties=twenties,
            most=high,
        )


def _of_twenties(total: "BySide | None", twenties: "BySide", are_told: bool) -> "BySide | None":
    """The total of a shoot-out, of its 20s alone (D466); None when only its winner is told."""
    if total is None and not are_told:
        return None
    counted = {side: twenties[side] * HOLE for side in SIDES}
    if total is not None and total != counted:
        raise GameError("impossible", "shoot_out_of_twenties", a=twenties["a"], b=twenties["b"])
    return counted


def _winner_of(total: "BySide", stated: "str | None") -> str:
    a, b = total["a"], total["b"]
    winner = "a" if a > b else "b" if b > a else LEVEL
    if stated is None or stated == winner:
        return winner
    if winner == LEVEL:
        raise GameError("impossible", "winner_of_level_totals", winner=stated, a=a, b=b)
    reason = "level_with_a_winner" if stated == LEVEL else "winner_of_other_totals"
    raise GameError("impossible", reason, winner=stated, a=a, b=b, right=winner)
