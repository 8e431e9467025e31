"""One event applied to a match: the way in for table and host.

    state = match.new()
    state, ruling = match.apply(state, event)

`apply` is the only thing that makes states. It is pure: the state it is given is never touched, an event that
cannot be is a GameError and leaves everything as it was. Undo is not applied but folded: see fold.py.
"""

from . import board as boards
from . import events, flow, rules, umpire
from .errors import GameError, show
from .official import official, to_dict
from .state import BOARD, CHANGE, CONFIRMED, IDLE, INTERVAL, OVER, READY, TOSS, Board, Ruling, State, other

__all__ = ("Ruling", "State", "apply", "may", "new", "official", "propose", "queen_counts", "to_dict")

queen_counts = boards.queen_counts

_OPEN = (READY, BOARD, CHANGE, INTERVAL)
_ANY = (TOSS, READY, BOARD, CHANGE, INTERVAL, OVER, CONFIRMED)
# The phases in which each kind is taken; `match` and the table-wide kinds are taken in all.
_PHASES = {
    "toss": (TOSS,),
    "play": (READY, CHANGE, INTERVAL),
    "board": _OPEN,
    "replayed": _OPEN,
    "sides": (TOSS, READY, BOARD, CHANGE, INTERVAL, OVER),
    "concede": (TOSS, READY, BOARD, CHANGE, INTERVAL),
    "lost": (TOSS, READY, BOARD, CHANGE, INTERVAL, OVER),
    "time": _OPEN,
    "override": (TOSS, READY, BOARD, CHANGE, INTERVAL, OVER),
    "names": _ANY,
    "pause": _ANY,
    "resume": _ANY,
    "expired": _ANY,
    "confirm": (OVER,),
}
_WHY = {
    IDLE: "no match at this table; begin one first",
    TOSS: "the toss is awaited: say who breaks",
    READY: 'no board is in play; "Play" is awaited',
    BOARD: "a board is in play",
    CHANGE: "a change of sides is owed",
    INTERVAL: "the interval is on",
    OVER: "the match is decided; undo its last event to change it",
    CONFIRMED: "the result is confirmed; undo the confirmation first",
}


def new() -> State:
    """A table without a match: phase "idle"."""
    return State()


def may(state: State, kind: str) -> bool:
    """Whether an event of this kind can be taken in the present phase. `undo` and table-wide: always."""
    return kind not in _PHASES or state.phase in _PHASES[kind]


def apply(state: State, event: dict) -> "tuple[State, Ruling]":
    """The state after `event`, and the ruling: what happened, resting on which Laws.

    event: as in docs/events.md, envelope optional; fields that are not known are ignored. Raises GameError;
    `state` is left as it is. `undo` is refused here: it leaves an event out, so the match is folded again.
    """
    events.check(event)
    kind = event["kind"]
    if kind == "match":
        return _begin(event)
    if kind in events.TABLE_WIDE:
        return state, Ruling((), "")
    if kind == "undo":
        raise GameError("not_now", "undo: the match has to be folded again without that event")
    if state.phase == IDLE or state.phase not in _PHASES[kind]:
        raise GameError("not_now", "%s: %s" % (kind, _WHY[state.phase]))
    name = event.get("match")
    if name is not None and name != state.match:
        message = "match: the event is of match %s, at this table is %s" % (show(name), show(state.match))
        raise GameError("impossible", message)
    after = state.copy()
    return after, _HANDLERS[kind](after, event)


def propose(state: State, event: dict) -> Board:
    """The board that a `board` event would enter, to show it before it is committed. Raises like `apply`."""
    events.check(event)
    if state.phase not in _OPEN:
        raise GameError("not_now", "board: %s" % _WHY[state.phase])
    return boards.value(state, event)


def _begin(event: dict) -> "tuple[State, Ruling]":
    state = State()
    state.match = event["match"]
    state.ruleset = event["ruleset"]
    state.rules = rules.resolve(event["ruleset"], event.get("rules"))
    state.stage = event["stage"]
    state.doubles = event.get("doubles") or False
    state.title = event.get("title")
    state.names = {"a": _names(state, "a", event), "b": _names(state, "b", event)}
    breaks = event.get("breaks")
    if breaks is not None:
        state.opener = state.seat = flow.seat_of(state, breaks)
    state.phase = flow.open_phase(state)
    games = state.rules["games"]
    text = "Match begins: %s to %d points" % (
        "best of %d" % games if games > 1 else "one game",
        state.rules["points"],
    )
    limit = flow.board_limit(state)
    if limit is not None:
        text += " or %d boards" % limit
    return state, Ruling(
        ("56", "57") if games > 1 else ("56",), text, {"match": state.match, "breaks": breaks}
    )


def _names(state: State, side: str, event: dict) -> list:
    names = event.get(side) or []
    if len(names) > 1 and not state.doubles:
        message = "%s: two names, but the match is singles; give one name, or doubles true" % side
        raise GameError("impossible", message)
    return list(names)


def _toss(state: State, event: dict) -> Ruling:
    breaks = event["breaks"]
    won = event.get("won")
    choice = event.get("choice")
    if choice == "side" and state.extra:
        raise GameError(
            "impossible", "choice: side is not to be chosen before an extra board, only break (56b)"
        )
    if won and choice:
        right = won if choice == "break" else other(won)
        if breaks != right:
            message = "breaks: %s, but %s won the toss and chose %s: then %s breaks (39)"
            raise GameError("impossible", message % (breaks, won, choice, right))
    state.seat = flow.seat_of(state, breaks)
    if not state.extra:
        state.opener = state.seat
    state.phase = flow.open_phase(state)
    laws = ("56b",) if state.extra else ("39a",)
    text = "Toss: %s breaks %s" % (breaks.upper(), "the extra board" if state.extra else "first")
    return Ruling(laws, text, {"breaks": breaks})


def _play(state: State, event: dict) -> Ruling:
    state.phase = BOARD
    state.paused = None
    text = '"Play": board %d, %s breaks' % (state.board, state.breaker.upper())
    if state.change_due:
        return Ruling(("46", "60c"), text + "; change of sides still owed", {"change_due": True})
    return Ruling(("46",), text)


def _board(state: State, event: dict) -> Ruling:
    return finish_board(state, boards.value(state, event))


def finish_board(state: State, board: Board) -> Ruling:
    """Enter a finished board, however it came to be, into `state` (a copy of the caller's own)."""
    text = boards.describe(board, state.rules)
    state.paused = None
    if board.override:
        state.overridden = True
    what, laws = flow.add_board(state, board)
    facts = {"board": board.number, "winner": board.winner, "points": board.points, "phase": state.phase}
    if what and len(text) + 2 + len(what) > 60:
        text = "%s wins board %d: %d" % (board.winner.upper(), board.number, board.points)
    return Ruling(board.laws + laws, text + "; " + what if what else text, facts)


def _replayed(state: State, event: dict) -> Ruling:
    law = event["law"]
    state.phase = flow.open_phase(state)
    state.paused = None
    text = "Board %d is replayed, %s breaks again" % (state.board, state.breaker.upper())
    return Ruling((law,), text, {"board": state.board})


def _sides(state: State, event: dict) -> Ruling:
    state.left_side = other(state.left_side)
    facts = {"left_side": state.left_side}
    if not state.change_due:
        return Ruling(("143c",), "Sides swapped by the umpire: %s is left" % state.left_side.upper(), facts)
    middle = flow.middle_reached(state)
    if middle:
        state.change_done = True
    state.change_due = False
    if state.phase in (CHANGE, INTERVAL):
        state.phase = READY
    law = "60" if middle else "59" if state.doubles else "58"
    return Ruling((law,), "Sides changed: %s is left now" % state.left_side.upper(), facts)


def _concede(state: State, event: dict) -> Ruling:
    side = event["side"]
    winner = other(side)
    number = state.game
    if event["what"] == "match":
        flow.award_match(state, winner, "conceded", ("139", "D26"))
        text = "%s concedes the match; %s wins %d-%d"
        text %= (side.upper(), winner.upper(), state.games[winner], state.games[side])
        return Ruling(("139", "D26"), text, {"winner": winner, "phase": state.phase})
    what, laws = flow.award_game(state, winner, "conceded", ("139", "D26"))
    facts = {"game": number, "winner": winner, "phase": state.phase}
    return Ruling(laws, "%s concedes: %s" % (side.upper(), what), facts)


def _lost(state: State, event: dict) -> Ruling:
    side = event["side"]
    law = event["law"]
    winner = other(side)
    facts = {"winner": winner}
    if state.phase == OVER:
        if state.winner == winner:
            raise GameError("not_now", "lost: %s has lost the match already" % side)
        flow.end_match(state, winner, "ruling", (law, "D27"))
        return Ruling((law, "D27"), "%s loses the match after its end (%s)" % (side.upper(), law), facts)
    played = state.boards or state.history or state.phase == BOARD
    how = "walkover" if law == "143i" and not played else "ruling"
    flow.award_match(state, winner, how, (law, "D26"))
    if how == "walkover":
        score = official(state)["games"][0]
        text = "Walk-over: %s did not report; %s wins %d-%d" % (
            side.upper(),
            winner.upper(),
            score[0],
            score[1],
        )
        return Ruling((law,), text, facts)
    return Ruling((law, "D26"), "%s loses the match (%s)" % (side.upper(), law), facts)


def _time(state: State, event: dict) -> Ruling:
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


def _names_event(state: State, event: dict) -> Ruling:
    names = {}
    for side in events.SIDES:
        names[side] = state.names[side] if event.get(side) is None else _names(state, side, event)
    state.names = names
    if event.get("title") is not None:
        state.title = event["title"]
    return Ruling((), "Names corrected", {"names": names})


def _pause(state: State, event: dict) -> Ruling:
    state.paused = (event["clock"], event["left"])
    seconds = (event["left"] + 999) // 1000
    text = "Appeal: the %s clock stands at %d s" % (event["clock"].replace("_", " "), seconds)
    return Ruling(("121a",), text)


def _resume(state: State, event: dict) -> Ruling:
    state.paused = None
    return Ruling(("121a",), '"Play": the %s clock goes on' % event["clock"].replace("_", " "))


def _expired(state: State, event: dict) -> Ruling:
    text = "Time of the %s clock is over" % event["clock"].replace("_", " ")
    breach = event.get("breach")
    law = event.get("law")
    return Ruling((law,) if law else (), "%s: %s" % (text, breach) if breach else text)


def _confirm(state: State, event: dict) -> Ruling:
    state.phase = CONFIRMED
    if state.winner is None:
        return Ruling(("143c",), "Result confirmed: a draw")
    games = state.games
    score = "%d-%d" % (games["a"], games["b"])
    return Ruling(("143c",), "Result confirmed: match to %s, %s" % (state.winner.upper(), score))


_HANDLERS = {
    "toss": _toss,
    "play": _play,
    "board": _board,
    "replayed": _replayed,
    "sides": _sides,
    "concede": _concede,
    "lost": _lost,
    "time": _time,
    "override": umpire.override,
    "names": _names_event,
    "pause": _pause,
    "resume": _resume,
    "expired": _expired,
    "confirm": _confirm,
}
