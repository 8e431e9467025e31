"""The events of a round: "Play", a shot, a 20, the last shot, the round's result, time called."""

from ..errors import GameError
from ..state import BOARD, Ruling, letter
from . import flow, play
from . import round as made

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..state import Event, Laws, State


def begin(state: "State", event: "Event") -> Ruling:
    """ "Play": the round begins; its shots may be counted or not."""
    state.phase = BOARD
    state.paused = None
    state.situation = play.begin(state.rules["discs"], state.seat or 0, state.doubles)
    text = '"Play": round %d, %s shoots first' % (state.board, letter(state.breaker))
    facts = {"board": state.board, "breaks": state.breaker, "phase": BOARD}
    return Ruling(("Starting To Play",), text, facts)


def shot(state: "State", event: "Event") -> Ruling:
    """The side in turn has shot one disc; `twenty`: it sank."""
    now = _play(state)
    side = now.turn
    is_twenty = bool(event.get("twenty"))
    state.situation = new = play.shot(now, is_twenty)
    text = "%s has shot%s" % (letter(side), ", 20" if is_twenty else "")
    if new.over:
        text += "; all discs are shot" if not new.ended else "; that was the last shot"
    elif new.turn is not None:
        text += "; %s to shoot, %d left" % (letter(new.turn), new.left(new.turn))
    facts = {"side": side, "twenty": is_twenty, "turn": new.turn, "seat": new.seat, "board": new.over}
    return Ruling(("Starting To Play",), text, facts)


def twenty(state: "State", event: "Event") -> Ruling:
    """Discs of a side have been sunk, whoever shot."""
    side = event["side"]
    count = event.get("count") or 1
    state.situation = new = play.twenty(_play(state), side, count)
    text = "20 for %s: %d in this round" % (letter(side), new.twenties[side])
    return Ruling(("Starting To Play",), text, {"side": side, "twenties": new.twenties})


def last_shot(state: "State", event: "Event") -> Ruling:
    """The end buzzer: the side that has shot one disc less has one last shot (Tournament Play)."""
    side = event.get("side")
    state.situation = play.last_shot(_play(state), side)
    text = "End buzzer: %s" % ("no shot is left" if side is None else "last shot to %s" % letter(side))
    return Ruling(("Tournament Play",), text, {"side": side})


def finish(state: "State", event: "Event") -> Ruling:
    """A round's result. When time was called in it, the rounds still to come are not shot (D85)."""
    done = made.value(state, event)
    return enter(state, done, _is_timed(state))


def enter(state: "State", done: made.Round, is_last: bool = False) -> Ruling:
    """Enter a finished round, however it came to be."""
    text = made.describe(done)
    state.paused = None
    number = state.game
    if is_last:
        flow.count_round(state, done)
        what, laws = _rest_unshot(state)
    else:
        what, laws = flow.add_round(state, done)
    if what:
        if len(text) + 2 + len(what) > 60:
            text = made.headline(done)
        text += "; " + what
    facts = {
        "board": done.number,
        "game": number,
        "winner": done.winner,
        "points": done.points,
        "phase": state.phase,
    }
    return Ruling(done.laws + tuple(law for law in laws if law not in done.laws), text, facts)


def time(state: "State", event: "Event") -> Ruling:
    """The organiser's buzzer ends the game (Tournament Play; D85).

    Between rounds: those still to come are not shot, 0-0 each, and the game is decided by its points. In a
    round: it is the last one; it is still to be scored, after a last shot if one is due.
    """
    if state.phase == BOARD:
        if _is_timed(state):
            raise GameError("not_now", "time: it is called already; enter round %d" % state.board)
        state.situation = play.end(_play(state), True)
        text = "Time: round %d is the last; a last shot evens" % state.board
        return Ruling(("Tournament Play", "D85"), text, {"phase": state.phase})
    number = state.game
    what, laws = _rest_unshot(state)
    return Ruling(laws, "Time: " + what, {"game": number, "phase": state.phase})


def _rest_unshot(state: "State") -> "tuple[str, Laws]":
    """Rounds to come when time ends the game: nobody gets anything for them (Tournament Scoring)."""
    while state.board <= state.rules["rounds"]:
        unshot = made.make(state, None, "unshot", {"a": 0, "b": 0}, ("Tournament Scoring", "D85"))
        flow.count_round(state, unshot)
    what, laws = flow.settle(state, False)
    return what, ("Tournament Play", "D85") + tuple(law for law in laws if law != "D85")


def _is_timed(state: "State") -> bool:
    return state.situation is not None and state.situation.timed


def _play(state: "State") -> play.Play:
    """The round in play; one without counts when its "Play" left none."""
    if state.situation is None:
        return play.begin(state.rules["discs"], state.seat or 0, state.doubles)
    now: play.Play = state.situation
    return now
