"""What a side owes, dues and penalties together: charged, and taken out as soon as there are pocketed c/m.

The functions change the situation they are given, which is the caller's own copy.
"""

from .situation import SIDES, Situation, add, put, seats

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .situation import Entry


def charge(after: Situation, index: int, number: int) -> None:
    """A side owes so many more; never set off against what the other side owes (89a)."""
    after.owes = add(after.owes, index, number)


def take_out(after: Situation, seat: int) -> None:
    """Dues for which c/m are now available are to be placed (72c, 78a), on account of the player at `seat`
    (78b).

    C/m that were waiting for room are offered again together with new ones.
    """
    for index in (0, 1):
        owed = after.owes[index]
        if not owed:
            continue
        available = after.down[index] - pending_of(after, index)
        waiting = after.waiting[index]
        if available <= waiting:
            continue
        count = min(owed + waiting, available)
        after.owes = put(after.owes, index, owed + waiting - count)
        after.waiting = put(after.waiting, index, 0)
        offer(after, index, count, placer(after, index, seat))


def placer(situation: Situation, index: int, seat: int) -> int:
    """The seat that places c/m of side `index`, when the player at `seat` has the turn.

    The next to the right when his own side owes (78b i), himself when the other side does (78b ii, D48); in
    singles that is always the opponent.
    """
    return (seat + 1) % seats(situation) if seat & 1 == index else seat


def settle(before: Situation, after: Situation, seat: int, index: int, charged: int) -> str:
    """Charge side `index`, take out what is available, and return the Laws."""
    if not charged and before.owes == (0, 0):
        return ""
    charge(after, index, charged)
    pending = [pending_of(after, 0), pending_of(after, 1)]
    take_out(after, seat)
    laws = ""
    placed = False
    for side in (0, 1):
        taken = pending_of(after, side) - pending[side]
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


def pending_of(situation: Situation, index: int) -> int:
    """C/m of side `index` that are to be placed now."""
    count = 0
    for entry in situation.placing:
        if entry[0] == SIDES[index]:
            count += entry[1]
    return count


def offer(after: Situation, index: int, count: int, seat: int) -> None:
    """So many more c/m of side `index` are to be placed, by the player at `seat`."""
    side = SIDES[index]
    entries: "list[Entry]" = []
    for entry in after.placing:
        if entry[0] == side and entry[2] == seat:
            count += entry[1]
        else:
            entries.append(entry)
    after.placing = tuple(entries + [(side, count, seat)])
