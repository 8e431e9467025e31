"""The events of a round: "Play", a shot, a 20, the last shot, the round's result, time called."""

from ..errors import GameError
from ..state import BOARD, Ruling, other
from ..terms import HOLE, SIDES
from . import flow, play
from . import round as made

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..state import Clauses, Event, Laws, State


def begin(state: "State", event: "Event") -> Ruling:
    """ "Play": the round begins; its shots may be counted or not."""
    state.phase = BOARD
    state.paused = None
    state.situation = play.begin(made.discs_of(state), state.seat or 0, state.setup.doubles)
    clause = ("play_round", state.board, state.breaker)
    facts = {"board": state.board, "breaks": state.breaker, "phase": BOARD}
    return Ruling(("Starting To Play",), (clause,), facts)


def shot(state: "State", event: "Event") -> Ruling:
    """The side in turn has shot one disc; `twenty`: it sank."""
    now = _play(state)
    side = now.turn
    is_twenty = bool(event.get("twenty"))
    state.situation = new = play.shot(now, is_twenty)
    clauses: "Clauses" = (("shot_twenty" if is_twenty else "shot", side),)
    if is_twenty and side is not None and _is_won_at_once(state, new, side):
        return _won_at_once(state, new, clauses)
    if new.over:
        clauses += (("was_last_shot" if new.ended else "all_shot",),)
    elif new.turn is not None:
        clauses += (("to_shoot", new.turn, new.left(new.turn)),)
    facts = {"side": side, "twenty": is_twenty, "turn": new.turn, "seat": new.seat, "board": new.over}
    return Ruling(("Starting To Play",), clauses, facts)


def twenty(state: "State", event: "Event") -> Ruling:
    """Discs of a side have been sunk, whoever shot."""
    side = event["side"]
    count = event.get("count") or 1
    state.situation = new = play.twenty(_play(state), side, count)
    clause = ("twenty", side, new.twenties[side])
    if _is_won_at_once(state, new, side):
        return _won_at_once(state, new, (clause,))
    return Ruling(("Starting To Play",), (clause,), {"side": side, "twenties": new.twenties})


def last_shot(state: "State", event: "Event") -> Ruling:
    """The end buzzer: the side that has shot one disc less has one last shot (Tournament Play)."""
    side = event.get("side")
    state.situation = play.last_shot(_play(state), side)
    clause = ("no_last_shot",) if side is None else ("last_shot", side)
    return Ruling(("Tournament Play",), (clause,), {"side": side})


def finish(state: "State", event: "Event") -> Ruling:
    """A round's result. When time was called in it, the rounds still to come are not shot (D85)."""
    number = event.get("number")
    if number is not None and number != state.board:
        raise GameError("impossible", "other_round", number=number, due=state.board, game=state.game)
    done = made.value(state, event)
    return enter(state, done, _is_timed(state))


def enter(state: "State", done: made.Round, is_last: bool = False) -> Ruling:
    """Enter a finished round of any source."""
    described = made.describe(done)
    state.paused = None
    number = state.game
    if is_last:
        flow.count_round(state, done)
        clauses, laws = _rest_unshot(state)
    else:
        clauses, laws = flow.add_round(state, done)
    facts = {
        "board": done.number,
        "game": number,
        "winner": done.winner,
        "points": done.points,
        "phase": state.phase,
    }
    return Ruling(done.laws + tuple(law for law in laws if law not in done.laws), described + clauses, facts)


def time(state: "State", event: "Event") -> Ruling:
    """The organiser's buzzer ends the game (Tournament Play; D85).

    Between rounds: those still to come are not shot, 0-0 each, and the game is decided by its points. In a
    round: it is the last one; it is still to be scored, after a last shot if one is due.
    """
    if state.phase == BOARD:
        if _is_timed(state):
            raise GameError("not_now", "time_called", round=state.board)
        state.situation = play.end(_play(state), True)
        clause = ("time_last_round", state.board)
        return Ruling(("Tournament Play", "D85"), (clause,), {"phase": state.phase})
    number = state.game
    clauses, laws = _rest_unshot(state)
    return Ruling(laws, (("time",),) + clauses, {"game": number, "phase": state.phase})


def _is_won_at_once(state: "State", now: play.Play, side: str) -> bool:
    """Whether a 20 of `side` has won the game in the middle of a round (D474): only where 20s count as they
    sink, and not in a round that decides a level game.
    """
    to_points = state.setup.rules["to_points"]
    if to_points is None or state.extra or not made.counts_at_once(state.setup.rules):
        return False
    points = {each: state.points[each] + HOLE * now.twenties[each] for each in SIDES}
    return bool(points[side] >= to_points and points[side] > points[other(side)])


def _won_at_once(state: "State", now: play.Play, clauses: "Clauses") -> Ruling:
    """The round ends with the 20s alone; its other discs do not count any more (D474)."""
    a, b = now.twenties["a"], now.twenties["b"]
    winner = "a" if a > b else "b" if b > a else None
    total = {"a": HOLE * a, "b": HOLE * b}
    done = made.make(state, winner, "total", now.twenties, ("Scoring", "D474"), total)
    ruling = enter(state, done, _is_timed(state))
    return Ruling(ruling.laws, clauses + ruling.clauses, ruling.facts)


def _rest_unshot(state: "State") -> "tuple[Clauses, Laws]":
    """Rounds to come when time ends the game: neither side gets points for them (Tournament Scoring)."""
    for _ in range(flow.to_come(state) or 0):
        unshot = made.make(state, None, "unshot", {"a": 0, "b": 0}, ("Tournament Scoring", "D85"))
        flow.count_round(state, unshot)
    clauses, laws = flow.settle(state, False, True)
    return clauses, ("Tournament Play", "D85") + tuple(law for law in laws if law != "D85")


def _is_timed(state: "State") -> bool:
    now = play.in_play(state)
    return now is not None and now.timed


def _play(state: "State") -> play.Play:
    """The round in play; one without counts when its "Play" left none."""
    return play.in_play(state) or play.begin(made.discs_of(state), state.seat or 0, state.setup.doubles)
