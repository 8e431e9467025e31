"""Events other than strokes: fouls, passes, c/m placed or without room, a turn out of turn, a board lost by
ruling, time run out.
"""

from ..errors import GameError
from . import dues
from .ends import value
from .ruling import ruled
from .situation import MEN, SIDES, Situation, add, index_of, put, seats

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .ruling import StrokeRuling

LOST_BY = ("51", "91", "121b", "126b")  # out of turn, left the seat, on without "Play", board disturbed
PASSES = 6  # three by each side (137)
HOWS = ("done", "forgone", "lapsed", "not_completed")
_LAWS = {"done": "84a", "forgone": "87a", "lapsed": "87a 88a", "not_completed": "88b D50"}


def pass_turn(after: Situation) -> None:
    """The turn goes to the next seat to the right (48, 49b); a Queen not covered comes out (96)."""
    give_turn(after, (after.seat + 1) % (4 if after.doubles else 2))


def give_turn(after: Situation, seat: int) -> None:
    """The turn goes to `seat`; the break, when not made yet, with all its tries (45b)."""
    after.seat = seat
    after.turn = SIDES[seat & 1]
    after.fresh = True
    of_a, of_b = after.turns
    after.turns = (of_a, of_b + 1) if seat & 1 else (of_a + 1, of_b)
    if after.tries:
        after.tries = after.rules["tries"]
    if after.queen == "covering":
        after.queen = "board"


def check_going(situation: Situation, kind: str) -> None:
    """Raise GameError "not_now" when the board is over."""
    if situation.result is not None:
        raise GameError("not_now", "board_over", kind=kind)
    if situation.replay is not None:
        raise GameError("not_now", "board_to_replay", kind=kind, law=situation.replay)


def check_placed(situation: Situation, kind: str) -> None:
    """Raise GameError "not_now" when c/m are still to be placed."""
    for side, count, _ in situation.placing:
        raise GameError("not_now", "place_first", kind=kind, count=count, side=side)


def foul(
    situation: Situation, side: str, technical: "bool | None" = None
) -> "tuple[Situation, StrokeRuling]":
    """An infringement without a stroke: one penalty; a foul also loses the turn (63, 64).

    technical: by default as the Laws have it: before the first stroke of the turn, or by the side not in
    turn, it is technical (63), else a foul (64). The umpire may say which for the side in turn. By the
    rulebook of Vaishali no foul is technical (D16). Raises GameError.
    """
    check_going(situation, "foul")
    index = index_of(side)
    in_turn = situation.seat & 1 == index
    tells = has_technical(situation)
    if technical is None:
        technical = tells and (situation.fresh or not in_turn)
    elif technical and not tells:
        raise GameError("impossible", "no_technical_foul", side=side)
    elif not technical and not in_turn:
        raise GameError("impossible", "not_in_turn", side=side)
    after = situation.copy()
    laws = "63b" if not in_turn else "63a" if technical else "64a"
    if not tells:
        laws += " D16"
    laws += dues.settle(situation, after, situation.seat, index, 1)
    if after.placing and not in_turn and after.doubles:
        laws += " D48"
    if in_turn and not technical:
        if after.queen == "covering":
            laws += " 96"
        pass_turn(after)
        after.passes = 0
    return after, ruled("technical foul" if technical else "foul", side, situation, after, laws, 1)


def skip(situation: Situation) -> "tuple[Situation, StrokeRuling]":
    """The side in turn passes; after three in a row by each side the board is replayed (137); in doubles
    after as many as the rules have (D454).
    """
    check_going(situation, "pass")
    check_placed(situation, "pass")
    after = situation.copy()
    laws = "137 96" if after.queen == "covering" else "137"
    after.passes += 1
    pass_turn(after)
    if after.passes == (after.rules.get("passes_doubles", PASSES) if after.doubles else PASSES):
        after.end(None, "137")
        after.owes = after.waiting = (0, 0)
    return after, ruled("pass", situation.turn, situation, after, laws)


def turn_to(situation: Situation, seat: int) -> "tuple[Situation, StrokeRuling]":
    """A turn out of turn that was not noticed in time is allowed: it is the turn of `seat` now (51).

    Raises GameError: "impossible" for a seat that does not exist, "not_now" when that seat has the turn.
    """
    check_going(situation, "turn")
    check_placed(situation, "turn")
    most = seats(situation) - 1
    if type(seat) is not int or not 0 <= seat <= most:
        raise GameError("impossible", "out_of_range", field="seat", value=seat, low=0, high=most)
    if seat == situation.seat:
        raise GameError("not_now", "in_turn_already", seat=seat)
    after = situation.copy()
    give_turn(after, seat)
    after.passes = 0
    return after, ruled("turn", after.turn, situation, after, "51")


def lost(situation: Situation, side: str, law: str) -> "tuple[Situation, StrokeRuling]":
    """`side` loses the board by ruling, `law` one of LOST_BY: its c/m on the board, and the Queen there.

    A Queen that is not covered counts as on the board (D51); one that the winner covered counts for it (D21).
    Raises GameError "unknown" for another Law.
    """
    check_going(situation, "lost")
    index = index_of(side)
    if law not in LOST_BY:
        raise GameError("unknown", "not_a_choice", field="law", value=law, allowed=LOST_BY)
    after = situation.copy()
    queen = "board" if situation.queen == "covering" else situation.queen
    left = max(MEN - situation.down[index], 1)
    named = law
    if queen == SIDES[1 - index]:
        named += " 53b D21"
    elif situation.queen == "covering":
        named += " D51"
    result = value(situation, 1 - index, left, queen, 0, named)
    result["law"] = law
    after.end(result)
    close(after)
    after.queen = queen
    return after, ruled("lost", side, situation, after, " ".join(result["laws"]))


def close(after: Situation) -> None:
    """The board is over: what is still owed is written off (55)."""
    after.owes = after.waiting = (0, 0)
    after.placing = ()
    after.fresh = True


def place(
    situation: Situation, how: str = "done", side: "str | None" = None
) -> "tuple[Situation, StrokeRuling]":
    """The c/m to be placed are on the board, or stay down: `how` is one of HOWS, at the umpire's word.

    "done": placed. "forgone": the opponent renounces all of it, never a part (87a); "lapsed": the 15 seconds
    are over (87a). "not_completed": what was placed is removed, and a foul of the side that placed (88b,
    D50). All includes what is still outstanding (D47). A side keeps a c/m on the board (D46).
    side: whose c/m; needed when both sides' are to be placed and they are not done. Raises GameError.
    """
    if how not in HOWS:
        raise GameError("unknown", "not_a_choice", field="how", value=how, allowed=HOWS)
    wanted = _wanted(situation, [entry[0] for entry in situation.placing], side, how == "done")
    after = situation.copy()
    after.placing = tuple([entry for entry in situation.placing if entry[0] not in wanted])
    for owner, count, seat in situation.placing:
        index = index_of(owner)
        if owner in wanted and (how == "done" or seat & 1 == index):
            after.down = add(after.down, index, -count)
        if owner in wanted and how != "done":
            after.owes = put(after.owes, index, 0)
    centre = (_keep_one(after, 0) if "a" in wanted else 0, _keep_one(after, 1) if "b" in wanted else 0)
    laws = _LAWS[how]
    if after.owes != situation.owes:
        laws += " D47"
    if centre != (0, 0):
        laws += " D46"
    if how == "not_completed":
        placing = [entry[2] & 1 for entry in situation.placing if entry[0] in wanted]
        after, fouled = foul(after, SIDES[placing[-1]])
        laws += " " + " ".join(fouled.laws)
    return after, ruled(how, wanted[0], situation, after, laws, 1 if how == "not_completed" else 0, centre)


def no_room(
    situation: Situation, side: "str | None" = None, placed: int = 0
) -> "tuple[Situation, StrokeRuling]":
    """There is no room for c/m of `side`: they wait (79). placed: how many of them did find room.

    Raises GameError: "not_now" when nothing is to be placed, "ambiguous" without side when both sides' are.
    """
    owner = _wanted(situation, [entry[0] for entry in situation.placing], side, False)[0]
    index = index_of(owner)
    total = dues.pending_of(situation, index)
    if type(placed) is not int or not 0 <= placed < total:
        raise GameError("impossible", "placed_too_many", value=placed, most=total - 1)
    after = situation.copy()
    after.placing = tuple([entry for entry in situation.placing if entry[0] != owner])
    after.down = add(after.down, index, -placed)
    centre = _keep_one(after, index)
    after.waiting = add(after.waiting, index, total - placed - centre)
    laws = "79a D46" if centre else "79a"
    return after, ruled("no room", owner, situation, after, laws, 0, put((0, 0), index, centre))


def room(situation: Situation, side: "str | None" = None) -> "tuple[Situation, StrokeRuling]":
    """There is room now for c/m that waited: they are to be placed, by the player whose turn that is (79,
    81).

    side: whose c/m, by default all that wait. Raises GameError "not_now" when none wait.
    """
    waiting = [SIDES[index] for index in (0, 1) if situation.waiting[index]]
    count = _wanted(situation, waiting, side, True)
    after = situation.copy()
    for owner in count:
        index = index_of(owner)
        dues.offer(after, index, after.waiting[index], dues.placer(after, index, after.seat))
        after.waiting = put(after.waiting, index, 0)
    laws = "79a 79b 81" if after.doubles else "79a 81"
    return after, ruled("room", count[0], situation, after, laws)


def breach(situation: Situation) -> "tuple[str, tuple[str, ...]]":
    """What the side in turn commits by letting its time run out, and the Laws; not imposed (46, 50).

    With c/m to be placed it is the placing clock that ran: the right to place lapses (87a).
    """
    if situation.placing:
        return "right to place lapses", ("87a", "88a")
    clock = "46" if situation.tries else "50"
    if situation.fresh and has_technical(situation):
        return "technical foul", (clock, "63a")
    return "foul", (clock, "64a")


def has_technical(situation: Situation) -> bool:
    """Whether the rulebook tells technical fouls from fouls (63, 64, D16)."""
    return situation.rules.get("strokes") != "vaishali"


def _wanted(situation: Situation, owners: "list[str]", side: "str | None", several: bool) -> "list[str]":
    if situation.over:
        raise GameError("not_now", "dues_written_off")
    if side is not None:
        index_of(side)
    sides: "list[str]" = []
    for owner in owners:
        if owner not in sides and side in (None, owner):
            sides.append(owner)
    if not sides:
        raise GameError("not_now", "nothing_to_place" if side is None else "nothing_to_place_of", side=side)
    if len(sides) > 1 and not several:
        raise GameError("ambiguous", "both_to_place")
    return sides


def _keep_one(after: Situation, index: int) -> int:
    """The umpire puts one c/m into the centre circle when the side would have none on the board (D46)."""
    if after.down[index] < MEN or dues.pending_of(after, index):
        return 0
    after.down = put(after.down, index, MEN - 1)
    return 1
