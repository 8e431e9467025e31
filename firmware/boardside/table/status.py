"""What a table tells its host of itself: the status of the link's heartbeat, JSON-ready."""

from ..game import match
from . import sports
from .clocks import STATES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..game.strokes import Situation
    from .table import Table


def status(table: "Table", now: int) -> dict:
    """The table as it stands at `now`.

    phase, match, game, board; points, games: [a, b] (points of the current game, of the last one once
    decided, cut at the game's points, D6); seq: the last stored event; confirmed; clock {name, state, left,
    length} and hall {state, left, length, number and moment of the change it has, or 0} in ms; protest_left:
    ms, 0 when nobody can protest any more; left_side; breaker; ruling {text, laws} or None. While a board is
    recorded stroke by stroke (None else): turn: whose it is; seat: 0 to 3; placing: list of {side, count,
    seat}; queen: "board", "covering", "a" or "b"; owes: [a, b], dues that wait. Only when there
    is something to tell: battery {mv, percent, hours (None: not known yet)}; problem: what failed here.
    """
    state = table.state
    clocks = table.clocks
    official = match.official(state)
    main = clocks.main
    ruling = table.record.ruling
    carrom = sports.situation(state)
    play = state.situation if sports.is_crokinole(state) else carrom
    told = {
        "phase": state.phase,
        "match": state.match,
        "game": state.game,
        "board": state.board,
        "points": official["points"],
        "games": official["games_won"],
        "seq": table.record.last_seq,
        "confirmed": state.confirmed,
        "clock": {
            "name": main.name,
            "state": STATES[main.state],
            "left": main.left(now),
            "length": main.length,
        },
        "protest_left": clocks.protest.left(now),
        "hall": _hall(table, now),
        "left_side": state.left_side,
        "turn": None if play is None else play.turn,
        "seat": None if play is None else play.seat,
        "placing": None if carrom is None else _placing(carrom),
        "queen": None if carrom is None else carrom.queen,
        "owes": None if carrom is None else [carrom.owes[at] + carrom.waiting[at] for at in (0, 1)],
        "breaker": state.breaker,
        "ruling": None if ruling is None else {"text": ruling.text, "laws": list(ruling.laws)},
    }
    if table.battery is not None:
        told["battery"] = table.battery
    if table.problem is not None:
        told["problem"] = table.problem
    return told


def _hall(table: "Table", now: int) -> dict:
    clock = table.clocks.hall
    return {
        "state": STATES[clock.state],
        "left": clock.left(now),
        "length": clock.length,
        "number": table.hall.number,
        "moment": table.hall.moment,
    }


def _placing(situation: "Situation") -> "list[dict]":
    return [{"side": side, "count": count, "seat": seat} for side, count, seat in situation.placing]
