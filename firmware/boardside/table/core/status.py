"""The status that a table sends to its host in the link's heartbeat, JSON-ready."""

from ...game import match
from .clocks import STATES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...game.state import Ruling
    from ...game.strokes import Situation
    from .core import Core
    from .hall import Hall


def status(core: "Core", hall: "Hall", now: int) -> dict:
    """Return the status of the table at `now`.

    phase, match, game, board; points, games: [a, b] (points of the current game, of the last one once
    decided, cut at the game's points, D6); seq: the last stored event; confirmed; clock {name, state,
    left, length} and hall {state, left, length, number and moment of the change it has, or 0} in ms;
    protest_left: ms, 0 when nobody can protest any more; left_side; breaker; ruling {laws, clauses} or
    None, with its text where a display shows it. While a board is recorded stroke by stroke
    (None else): turn: whose it is; seat: 0 to 3; placing: list of {side, count, seat}; queen: "board",
    "covering", "a" or "b"; owes: [a, b], dues that wait. Only when present: battery {mv, percent, hours
    (None: not known yet), low}; letters: the room for names drawn by the host (app/letters.py); problem:
    what failed here.
    """
    state = core.record.state
    clocks = core.clocks
    official = match.official(state)
    main = clocks.main
    ruling = core.record.ruling
    carrom = core.sport.situation(state)
    play = core.sport.playing(state)
    fields = {
        "phase": state.phase,
        "match": state.setup.match,
        "game": state.game,
        "board": state.board,
        "points": official["points"],
        "games": official["games_won"],
        "seq": core.record.last_seq,
        "confirmed": state.confirmed,
        "clock": {
            "name": main.name,
            "state": STATES[main.state],
            "left": main.left(now),
            "length": main.length,
        },
        "protest_left": clocks.protest.left(now),
        "hall": _hall(core, hall, now),
        "left_side": state.left_side,
        "turn": None if play is None else play.turn,
        "seat": None if play is None else play.seat,
        "placing": None if carrom is None else _placing(carrom),
        "queen": None if carrom is None else carrom.queen,
        "owes": None if carrom is None else [carrom.owes[at] + carrom.waiting[at] for at in (0, 1)],
        "breaker": state.breaker,
        "ruling": None if ruling is None else _ruling(core, ruling),
    }
    if core.letters is not None:
        fields["letters"] = core.letters.room
    if core.battery is not None:
        fields["battery"] = core.battery
    if core.problem is not None:
        fields["problem"] = core.problem
    return fields


def _ruling(core: "Core", ruling: "Ruling") -> dict:
    said = {"laws": list(ruling.laws), "clauses": ruling.clauses}
    text = core.ruling_text()
    if text:
        said["text"] = text
    return said


def _hall(core: "Core", hall: "Hall", now: int) -> dict:
    clock = core.clocks.hall
    return {
        "state": STATES[clock.state],
        "left": clock.left(now),
        "length": clock.length,
        "number": hall.number,
        "moment": hall.moment,
    }


def _placing(situation: "Situation") -> "list[dict]":
    return [{"side": side, "count": count, "seat": seat} for side, count, seat in situation.placing]
