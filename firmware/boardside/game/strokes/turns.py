"""Beside the strokes: fouls, passes, a turn out of turn, a board lost by ruling, time run out."""

from ..errors import GameError, choices, show
from . import dues
from .ends import value
from .ruling import StrokeRuling
from .situation import MEN, SIDES, Situation, add, index_of, seats

LOST_BY = ("51", "91", "121b", "126b")  # out of turn, left the seat, on without "Play", board disturbed
PASSES = 6  # three by each side (137)


def pass_turn(after: Situation) -> None:
    """The turn goes to the next seat to the right (48, 49b); a Queen not covered comes out (96)."""
    give_turn(after, (after.seat + 1) % seats(after))


def give_turn(after: Situation, seat: int) -> None:
    """The turn goes to `seat`; the break, when not made yet, with all its tries (45b)."""
    after.seat = seat
    after.fresh = True
    after.turns = add(after.turns, seat & 1, 1)
    if after.tries:
        after.tries = after.rules["tries"]
    if after.queen == "covering":
        after.queen = "board"


def check_going(situation: Situation, what: str) -> None:
    """Raise GameError "not_now" when the board is over."""
    if situation.result is not None:
        raise GameError("not_now", "%s: the board is over; undo its last stroke, or enter its result" % what)
    if situation.replay is not None:
        raise GameError("not_now", "%s: the board is to be replayed (%s)" % (what, situation.replay))


def check_placed(situation: Situation, what: str) -> None:
    """Raise GameError "not_now" when c/m are still to be placed."""
    for side, count, _ in situation.placing:
        message = "%s: %d c/m of %s are to be placed first, or forgone, or have no room"
        raise GameError("not_now", message % (what, count, side))


def foul(
    situation: Situation, side: str, technical: "bool | None" = None
) -> "tuple[Situation, StrokeRuling]":
    """An infringement without a stroke: one penalty; a foul also loses the turn (63, 64).

    technical: by default as the Laws have it: before the first stroke of the turn, or by the side not in
    turn, it is technical (63), else a foul (64). The umpire may say which for the side in turn. Raises
    GameError.
    """
    check_going(situation, "foul")
    index = index_of(side)
    in_turn = situation.seat & 1 == index
    if technical is None:
        technical = situation.fresh or not in_turn
    if not technical and not in_turn:
        message = "foul: %s is not in turn, it has no turn to lose; only a technical foul is possible (63b)"
        raise GameError("impossible", message % side)
    after = situation.copy()
    laws = "64a" if not technical else "63a" if in_turn else "63b"
    laws += dues.settle(situation, after, situation.seat, index, 1)
    if after.placing and not in_turn and after.doubles:
        laws += " D48"
    if not technical:
        if after.queen == "covering":
            laws += " 96"
        pass_turn(after)
        after.passes = 0
    ruling = StrokeRuling("technical foul" if technical else "foul", side, situation, after, laws)
    ruling.dues = 1
    return after, ruling


def skip(situation: Situation) -> "tuple[Situation, StrokeRuling]":
    """The side in turn passes; after three in a row by each side the board is replayed (137, D52)."""
    check_going(situation, "pass")
    check_placed(situation, "pass")
    after = situation.copy()
    laws = "137 96" if after.queen == "covering" else "137"
    after.passes += 1
    pass_turn(after)
    if after.passes == PASSES:
        after.replay = "137"
        after.owes = after.waiting = (0, 0)
    return after, StrokeRuling("pass", situation.turn, situation, after, laws)


def turn_to(situation: Situation, seat: int) -> "tuple[Situation, StrokeRuling]":
    """A turn out of turn that nobody noticed in time is allowed: it is the turn of `seat` now (51).

    Raises GameError: "impossible" for a seat there is not, "not_now" when that seat has the turn.
    """
    check_going(situation, "turn")
    check_placed(situation, "turn")
    most = seats(situation) - 1
    if type(seat) is not int or not 0 <= seat <= most:
        raise GameError("impossible", "seat: %s must be 0 to %d" % (show(seat), most))
    if seat == situation.seat:
        raise GameError("not_now", "turn: it is the turn of seat %d already" % seat)
    after = situation.copy()
    give_turn(after, seat)
    after.passes = 0
    return after, StrokeRuling("turn", after.turn, situation, after, "51")


def lost(situation: Situation, side: str, law: str) -> "tuple[Situation, StrokeRuling]":
    """`side` loses the board by ruling, `law` one of LOST_BY: its c/m on the board, and the Queen there.

    A Queen that is not covered counts as on the board (D51); one that the winner covered counts for it (D21).
    Raises GameError "unknown" for another Law.
    """
    check_going(situation, "lost")
    index = index_of(side)
    if law not in LOST_BY:
        raise GameError("unknown", "law: %s must be %s" % (show(law), choices(LOST_BY)))
    after = situation.copy()
    queen = "board" if situation.queen == "covering" else situation.queen
    left = max(MEN - situation.down[index], 1)
    named = law
    if queen == SIDES[1 - index]:
        named += " 53b D21"
    elif situation.queen == "covering":
        named += " D51"
    after.result = value(situation, 1 - index, left, queen, 0, named)
    after.result["law"] = law
    close(after)
    after.queen = queen
    return after, StrokeRuling("lost", side, situation, after, " ".join(after.result["laws"]))


def close(after: Situation) -> None:
    """The board is over: what is still owed is written off (55)."""
    after.owes = after.waiting = (0, 0)
    after.placing = ()
    after.fresh = True


def breach(situation: Situation) -> "tuple[str, tuple[str, ...]]":
    """What the side in turn commits by letting its time run out, and the Laws; not imposed (46, 50).

    With c/m to be placed it is the placing clock that ran: the right to place lapses (87a).
    """
    if situation.placing:
        return "right to place lapses", ("87a", "88a")
    clock = "46" if situation.tries else "50"
    if situation.fresh:
        return "technical foul", (clock, "63a")
    return "foul", (clock, "64a")
