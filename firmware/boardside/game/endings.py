"""Endings off the board: concession, a match lost by ruling, time called, the umpire's confirmation."""

from . import flow, protests
from .errors import GameError
from .official import BY_DESK, official
from .state import BOARD, CONFIRMED, OVER, Game, Ruling, State, letter, other

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .state import Event


def concede(state: State, event: "Event") -> Ruling:
    """A side gives up the game or the match (139), scored by D26."""
    side = event["side"]
    winner = other(side)
    if event["what"] == "match":
        flow.award_match(state, winner, "conceded", ("139", "D26"))
        score = "%d-%d" % (state.games["a"], state.games["b"])
        text = "%s concedes the match: to %s, %s" % (letter(side), letter(winner), score)
        return Ruling(("139", "D26"), text, {"winner": winner, "phase": state.phase})
    number = state.game
    what, laws = flow.award_game(state, winner, "conceded", ("139", "D26"))
    facts = {"game": number, "winner": winner, "phase": state.phase}
    return Ruling(laws, "%s concedes: %s" % (letter(side), what), facts)


def lost(state: State, event: "Event") -> Ruling:
    """A side loses the match by ruling (143): scored by D26; after the match's end by D27."""
    side = event["side"]
    law = event["law"]
    winner = other(side)
    if state.phase == OVER:
        if state.winner == winner:
            message = "lost: %s has lost the match already; undo its last event to change how" % side
            raise GameError("not_now", message)
        flow.end_match(state, winner, "ruling", (law, "D27"))
        text = "%s loses the match after its end (%s)" % (letter(side), law)
        return Ruling((law, "D27"), text, {"winner": winner, "phase": state.phase})
    begun = state.boards or state.history or state.phase == BOARD
    how = "walkover" if law == "143i" and not begun else "ruling"
    flow.award_match(state, winner, how, (law, "D26"))
    text = "%s loses the match (%s)" % (letter(side), law)
    if how == "walkover":
        points = official(state)["games"][0]
        text = "Walk-over: %s did not report; %d-%d" % (letter(side), points[0], points[1])
    return Ruling((law, "D26"), text, {"winner": winner, "phase": state.phase})


def ended(state: State, event: "Event") -> Ruling:
    """The organiser has decided the match; here it ends as it stands, and nothing is awarded (D296).

    `winner`: whom he gave it, None: nobody. A game that was begun stays as it was played, nobody's.
    """
    winner = event.get("winner")
    if state.boards or state.points["a"] or state.points["b"]:
        points = {"a": state.points["a"], "b": state.points["b"]}
        state.history += (Game(state.game, state.boards, points, None, "ruling", BY_DESK),)
    flow.end_match(state, winner, "ruling", BY_DESK)
    text = "Decided by the organiser: match to %s" % letter(winner)
    return Ruling(BY_DESK, text, {"winner": winner, "phase": state.phase})


def time(state: State, event: "Event") -> Ruling:
    """The organiser calls time: the game is decided by the score as it stands (D20)."""
    a, b = state.points["a"], state.points["b"]
    number = state.game
    if a != b:
        what, laws = flow.win_game(state, "a" if a > b else "b", "time", ("D20",))
    elif state.rules["draws"]:
        what, laws = flow.win_game(state, None, "draw", ("D20",))
    else:
        what, laws = flow.await_extra(state)
        laws = ("D20",) + laws
    return Ruling(laws, "Time: " + what, {"game": number, "phase": state.phase})


def confirm(state: State, event: "Event") -> Ruling:
    """The umpire seals the result, provisional up to here (143c); not while a protest is open (150)."""
    if protests.is_open(state):
        message = "confirm: a protest is open, the result is held back till it is ruled on (150)"
        raise GameError("not_now", message)
    state.phase = CONFIRMED
    facts = {"winner": state.winner, "phase": state.phase}
    if state.winner is None:
        return Ruling(("143c",), "Result confirmed: a draw", facts)
    games = state.games
    text = "Result confirmed: match to %s, %d-%d" % (letter(state.winner), games["a"], games["b"])
    return Ruling(("143c",), text, facts)
