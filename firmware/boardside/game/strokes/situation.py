"""The position on a board between two strokes.

A Situation is never changed once it is handed out: every function of this package copies the one it is given,
and pairs and lists inside it are tuples that are replaced. So it may be kept, compared and shown.
"""

from ..copies import copied
from ..errors import GameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Rules = dict[str, Any]  # resolved: `rules.resolve`
    Result = dict[str, Any]  # how a board ended: ends.py
    Pair = tuple[int, int]  # (of side a, of side b)
    Flags = tuple[bool, bool]
    Entry = tuple[str, int, int]  # to be placed: (side, how many, seat that places)

SIDES = ("a", "b")
MEN = 9  # c/m of a side (I.B)
MOST_OWED = 99  # more dues than any board has seen
QUEEN_STATES = ("board", "covering", "a", "b")


class Situation:
    """A board in play. All fields are to be read, never set. A pair is (of side a, of side b).

    A field is said here and nowhere else: copies, snapshots and `dicts.situation_dict` have all that stand
    here. (Fields, not properties: for a class with properties MicroPython searches the class at every store.)
    """

    # Of them are read queen, queen_until, most, tries, strokes (docs/maintainer/strokes.md).
    rules: "Rules"
    doubles: bool = False
    white: str = "a"  # the side that has the white c/m, the breaker (43)
    high: "Flags" = (False, False)  # the Queen is worth nothing to that side (54)
    # Whose turn it is: singles 0 = a, 1 = b; doubles 0 to 3, one to the right each, even = a (28, 49b).
    seat: int = 0
    turn: str = "a"  # the side in turn, by `seat`; `give_turn` sets both
    fresh: bool = True  # the first stroke of this turn is still to come (63a)
    tries: int = 0  # left to touch a c/m at the break, 0 once the break is made (44, 45)
    turns: "Pair" = (0, 0)  # how many turns each side has begun (26)
    passes: int = 0  # turns passed over in a row (137)
    down: "Pair" = (0, 0)  # c/m that are not on the board, 0 to 9
    owes: "Pair" = (0, 0)  # dues and penalties for which there are no pocketed c/m yet (72c)
    waiting: "Pair" = (0, 0)  # taken out but without room on the board (79)
    # (side, how many, seat that places): to be placed now (88a); they still count as down.
    placing: "tuple[Entry, ...]" = ()
    # "board", "covering" (pocketed by the side in turn, which has to cover it), or the side that covered it.
    queen: str = "board"
    right: "Flags" = (False, False)  # a c/m of that side has been down in this board (92, 95c)
    result: "Result | None" = None  # how the board ended (ends.py)
    replay: "str | None" = None  # the Law by which it is replayed (137)
    over: bool = False  # it has ended or is to be replayed: no stroke can follow; `end` sets all three

    def left(self, side: str) -> int:
        """C/m of `side` on the board, 0 to 9."""
        return MEN - self.down[index_of(side)]

    def copy(self) -> "Situation":
        """A second one, which may be changed until it is handed out."""
        return copied(self)

    def give_turn(self, seat: int) -> None:
        """The turn goes to `seat`; only of a copy that was not handed out yet."""
        self.seat = seat
        self.turn = SIDES[seat & 1]

    def end(self, result: "Result | None", replay: "str | None" = None) -> None:
        """The board ends with `result`, or is to be replayed; only of a copy that was not handed out yet."""
        self.result = result
        self.replay = replay
        self.over = result is not None or replay is not None


def index_of(side: str) -> int:
    """The index of a side in a pair, which is also the parity of its seats. Raises GameError "unknown"."""
    if side == "a":
        return 0
    if side == "b":
        return 1
    raise GameError("unknown", "not_a_choice", field="side", value=side, allowed=SIDES)


def put(pair: "Pair", index: int, value: int) -> "Pair":
    """`pair` with another value for one side."""
    return (pair[0], value) if index else (value, pair[1])


def add(pair: "Pair", index: int, number: int) -> "Pair":
    """`pair` with `number` more for one side."""
    return put(pair, index, pair[index] + number)


def owing(situation: Situation, index: int) -> bool:
    """A due is owed by the side, for want of pocketed c/m or of room; it may not pocket the Queen (95b)."""
    return situation.owes[index] > 0 or situation.waiting[index] > 0


def seats(situation: Situation) -> int:
    """The number of seats that take turns (27, 28)."""
    return 4 if situation.doubles else 2


def begin(
    rules: "Rules",
    breaker: str,
    doubles: bool = False,
    seat: "int | None" = None,
    points: "dict[str, int] | None" = None,
) -> Situation:
    """A board at "Play" (46): all c/m and the Queen on the board, the break to come.

    rules: resolved ruleset. breaker: side. seat: that breaks, by default the side's first. points: the game's
    score before this board, {"a": .., "b": ..}, by default 0. Raises GameError "unknown" or "impossible".
    """
    index = index_of(breaker)
    new = Situation()
    new.rules = rules
    new.doubles = bool(doubles)
    new.white = breaker
    last = rules["queen_until"]
    new.high = (False, False) if points is None else (points["a"] > last, points["b"] > last)
    new.give_turn(_seat(new, index if seat is None else seat))
    if new.seat & 1 != index:
        raise GameError("impossible", "seat_of_other_side", seat=new.seat, side=breaker)
    new.tries = rules["tries"]
    new.turns = put((0, 0), index, 1)
    return new


def set_up(
    start: Situation,
    seat: int,
    left: "Pair",
    queen: str = "board",
    owes: "Pair" = (0, 0),
    right: "Flags | None" = None,
    fresh: bool = True,
) -> Situation:
    """A board in mid-play, as the umpire finds it: to begin stroke by stroke there, or to correct the record.

    start: the board at "Play" or as recorded so far. left: pair, c/m on the board, 1 to 9. queen: one of
    QUEEN_STATES. owes: pair; of a side with pocketed c/m they are taken to wait for room (79). right: pair,
    by default whose c/m are down now or were as far as recorded. The break counts as made, and no turn as the
    first, so that no slam is seen where strokes are missing. Raises GameError.
    """
    new = start.copy()
    new.give_turn(_seat(start, seat))
    if queen not in QUEEN_STATES:
        raise GameError("unknown", "not_a_choice", field="queen", value=queen, allowed=QUEEN_STATES)
    _check_numbers("left", left, 1, MEN)
    _check_numbers("owes", owes, 0, MOST_OWED)
    new.down = (MEN - left[0], MEN - left[1])
    new.waiting = (min(owes[0], new.down[0]), min(owes[1], new.down[1]))
    new.owes = (owes[0] - new.waiting[0], owes[1] - new.waiting[1])
    if right is None:
        right = start.right
    new.right = (right[0] or new.down[0] > 0, right[1] or new.down[1] > 0)
    new.queen = queen
    for index in (0, 1):
        holder = queen == SIDES[index] or (queen == "covering" and new.seat & 1 == index)
        if holder and not new.right[index]:
            raise GameError("impossible", "queen_without_own_piece", side=SIDES[index])
    new.fresh = bool(fresh) and queen != "covering"
    new.tries = new.passes = 0
    new.placing = ()
    new.end(None)
    new.turns = (2, 2)
    return new


def _seat(situation: Situation, seat: int) -> int:
    most = seats(situation) - 1
    if type(seat) is not int or not 0 <= seat <= most:
        raise GameError("impossible", "out_of_range", field="seat", value=seat, low=0, high=most)
    return seat


def _check_numbers(name: str, pair: "Pair", low: int, high: int) -> None:
    for index in (0, 1):
        value = pair[index]
        if type(value) is not int or not low <= value <= high:
            where = name + "." + SIDES[index]
            raise GameError("impossible", "out_of_range", field=where, value=value, low=low, high=high)
