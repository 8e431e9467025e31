"""Dues and penalties: taken out as soon as there are pocketed c/m, placed, forgone, or left waiting for room.

The functions with a leading copy are umpire's actions and give (situation, ruling); the others change the
situation they are given, which is the caller's own copy.
"""

from ..errors import GameError, choices, show
from .ruling import StrokeRuling
from .situation import MEN, SIDES, Situation, add, index_of, put, seats

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .situation import Entry

HOWS = ("done", "forgone", "lapsed", "not_completed")
_LAWS = {"done": "84a", "forgone": "87a", "lapsed": "87a 88a", "not_completed": "88b D50"}


def charge(after: Situation, index: int, number: int) -> None:
    """A side owes so many more; never set off against what the other side owes (89a)."""
    after.owes = add(after.owes, index, number)


def take_out(after: Situation, seat: int) -> None:
    """What is owed and available now is to be placed (72c, 78a), on account of the player at `seat` (78b).

    C/m that were waiting for room are offered again together with new ones (D49).
    """
    for index in (0, 1):
        owed = after.owes[index]
        if not owed:
            continue
        available = after.down[index] - _pending(after, index)
        waiting = after.waiting[index]
        if available <= waiting:
            continue
        count = min(owed + waiting, available)
        after.owes = put(after.owes, index, owed + waiting - count)
        after.waiting = put(after.waiting, index, 0)
        _offer(after, index, count, placer(after, index, seat))


def placer(situation: Situation, index: int, seat: int) -> int:
    """The seat that places c/m of side `index`, when the player at `seat` has the turn.

    The next to the right when his own side owes (78b i), himself when the other side does (78b ii, D48); in
    singles that is always the opponent.
    """
    return (seat + 1) % seats(situation) if seat & 1 == index else seat


def settle(before: Situation, after: Situation, seat: int, index: int, charged: int) -> str:
    """Charge side `index`, take out what is available, and say by which Laws."""
    if not charged and before.owes == (0, 0):
        return ""
    charge(after, index, charged)
    pending = [_pending(after, 0), _pending(after, 1)]
    take_out(after, seat)
    laws = ""
    placed = False
    for side in (0, 1):
        taken = _pending(after, side) - pending[side]
        new = charged if side == index else 0
        placed = placed or taken > 0
        if taken > new:
            laws += " 78a"
    if charged and after.owes[index]:
        laws += " 72c"
    if placed and after.doubles:
        laws += " 78b"
    return laws


def share(after: Situation, index: int, seat: int, number: int) -> None:
    """Of the c/m to be placed, the offender at `seat` places `number` himself, before the opponent (V6)."""
    entries: "list[Entry]" = []
    for side, count, placing in after.placing:
        if side == SIDES[index] and number and placing != seat:
            entries.append((side, number, seat))
            count -= number
            number = 0
        if count:
            entries.append((side, count, placing))
    after.placing = tuple(entries)


def place(
    situation: Situation, how: str = "done", side: "str | None" = None
) -> "tuple[Situation, StrokeRuling]":
    """The c/m to be placed are on the board, or stay down: `how` is one of HOWS, at the umpire's word.

    "done": placed. "forgone": the opponent renounces, whole, never in part (87a); "lapsed": the 15 seconds
    are over (87a). "not_completed": what was placed is removed, and a foul of the side that placed (88b,
    D50). Whole is with what is still outstanding (D47). A side keeps a c/m on the board (D46).
    side: whose c/m; needed when both sides' are to be placed and they are not done. Raises GameError.
    """
    if how not in HOWS:
        raise GameError("unknown", "how: %s must be %s" % (show(how), choices(HOWS)))
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
        from .turns import foul

        placing = [entry[2] & 1 for entry in situation.placing if entry[0] in wanted]
        after, fouled = foul(after, SIDES[placing[-1]])
        laws += " " + " ".join(fouled.laws)
    ruling = StrokeRuling(how, wanted[0], situation, after, laws)
    ruling.centre = centre
    if how == "not_completed":
        ruling.dues = 1
    return after, ruling


def no_room(
    situation: Situation, side: "str | None" = None, placed: int = 0
) -> "tuple[Situation, StrokeRuling]":
    """There is no room for c/m of `side`: they wait (79). placed: how many of them did find room.

    Raises GameError: "not_now" when nothing is to be placed, "ambiguous" without side when both sides' are.
    """
    owner = _wanted(situation, [entry[0] for entry in situation.placing], side, False)[0]
    index = index_of(owner)
    total = _pending(situation, index)
    if type(placed) is not int or not 0 <= placed < total:
        message = "placed: %s must be 0 to %d, the others wait" % (show(placed), total - 1)
        raise GameError("impossible", message)
    after = situation.copy()
    after.placing = tuple([entry for entry in situation.placing if entry[0] != owner])
    after.down = add(after.down, index, -placed)
    centre = _keep_one(after, index)
    after.waiting = add(after.waiting, index, total - placed - centre)
    ruling = StrokeRuling("no room", owner, situation, after, "79a D46" if centre else "79a")
    ruling.centre = put((0, 0), index, centre)
    return after, ruling


def room(situation: Situation, side: "str | None" = None) -> "tuple[Situation, StrokeRuling]":
    """There is room now for what waited: it is to be placed, by whose turn it is to do so now (79, 81).

    side: whose c/m, by default all that wait. Raises GameError "not_now" when none wait.
    """
    waiting = [SIDES[index] for index in (0, 1) if situation.waiting[index]]
    wanted = _wanted(situation, waiting, side, True)
    after = situation.copy()
    for owner in wanted:
        index = index_of(owner)
        _offer(after, index, after.waiting[index], placer(after, index, after.seat))
        after.waiting = put(after.waiting, index, 0)
    laws = "79a 79b 81" if after.doubles else "79a 81"
    return after, StrokeRuling("room", wanted[0], situation, after, laws)


def _pending(situation: Situation, index: int) -> int:
    count = 0
    for entry in situation.placing:
        if entry[0] == SIDES[index]:
            count += entry[1]
    return count


def _offer(after: Situation, index: int, count: int, seat: int) -> None:
    side = SIDES[index]
    entries: "list[Entry]" = []
    for entry in after.placing:
        if entry[0] == side and entry[2] == seat:
            count += entry[1]
        else:
            entries.append(entry)
    after.placing = tuple(entries + [(side, count, seat)])


def _wanted(situation: Situation, owners: "list[str]", side: "str | None", several: bool) -> "list[str]":
    if situation.over:
        raise GameError("not_now", "place: the board is over, dues and penalties are written off (55)")
    if side is not None:
        index_of(side)
    sides: "list[str]" = []
    for owner in owners:
        if owner not in sides and side in (None, owner):
            sides.append(owner)
    if not sides:
        whose = "" if side is None else " of " + side
        raise GameError("not_now", "place: no c/m%s are to be placed now" % whose)
    if len(sides) > 1 and not several:
        raise GameError("ambiguous", "side: c/m of both are to be placed; say whether a's or b's are meant")
    return sides


def _keep_one(after: Situation, index: int) -> int:
    """The umpire puts one c/m into the centre circle when the side would have none on the board (D46)."""
    if after.down[index] < MEN or _pending(after, index):
        return 0
    after.down = put(after.down, index, MEN - 1)
    return 1
