"""The result of a stroke: the verdict of a rulebook, and the ruling with all its consequences.

Both are made for every stroke of a fold, so they are tuples: one piece of memory each. MicroPython makes room
for an object's attributes step by step, which took a sixth of a stroke's ruling.
"""

from collections import namedtuple

from .clauses import clauses_of
from .situation import Situation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..state import Clauses
    from .situation import Entry, Pair, Result

    Verdict = tuple[int, int, int, str, bool, str, "Result | None", int, int]
    """The verdict of a rulebook (icf.py, vaishali.py) on one stroke of the side in turn.

    back: own c/m of this stroke that come out again. dues, penalties: charged. queen: "" as she was, else
    "covering", "covered" or "board". goes_on: the turn goes on. laws: a text, parted by spaces. board: the
    result when the board ends (ends.py), else None. own_share: of the penalties, those the player places
    himself. centre: of the opponent's c/m of this stroke, those that the umpire puts back into the centre.
    """

_Parts = namedtuple(
    "_Parts",
    (
        "act",
        "side",
        "after",
        "goes_on",
        "queen_move",
        "laws",
        "dues",
        "penalties",
        "centre",
        "stays",
        "opponent_stays",
        "back",
    ),
)


class StrokeRuling(_Parts):
    """What happened, what follows, and the Laws that apply. A pair is (of side a, of side
    b). `after`: the situation that follows.

    act: "stroke", "no break", "foul", "technical foul", "pass", "done", "forgone", "lapsed",
        "not_completed", "no room", "room", "lost" or "turn". side: who struck, offended, or whose c/m it is.
    stays, opponent_stays: c/m of this stroke that stay down. back: own c/m of this stroke that come out.
    dues, penalties: charged, for the striker (13) and for a foul (14). centre: pair, c/m that the umpire puts
        into the centre circle.
    queen: as she is now ("board", "covering", "a", "b"); queen_move: the effect on her: None,
        "to cover", "covered" or "back" (into the centre circle, by the umpire).
    owes: pair, still owed: for want of pocketed c/m (72c) or of room (79). placing: tuple of (side, how
        many, seat that places), to be placed now. goes_on: the turn stays where it was. turn, seat: whose it
        is now.
    clock: which clock starts: "placing", "stroke" or None when the board is over.
    laws: tuple. board: the result of the board (ends.py), or None. replay: the Law by which the board is
        replayed, or None.
    """

    act: str
    side: str
    after: Situation
    goes_on: bool
    queen_move: "str | None"
    laws: "tuple[str, ...]"
    dues: int
    penalties: int
    centre: "Pair"
    stays: int
    opponent_stays: int
    back: int

    # What `after` tells is asked for of the last ruling only.

    @property
    def queen(self) -> str:
        """As she is now."""
        return self.after.queen

    @property
    def owes(self) -> "Pair":
        """Still owed, by side."""
        owes, waiting = self.after.owes, self.after.waiting
        return (owes[0] + waiting[0], owes[1] + waiting[1])

    @property
    def placing(self) -> "tuple[Entry, ...]":
        """To be placed now."""
        return self.after.placing

    @property
    def turn(self) -> str:
        """The side whose turn it is now."""
        return self.after.turn

    @property
    def seat(self) -> int:
        """The seat whose turn it is now."""
        return self.after.seat

    @property
    def clock(self) -> "str | None":
        """The clock that starts."""
        if self.after.over:
            return None
        return "placing" if self.after.placing else "stroke"

    @property
    def board(self) -> "Result | None":
        """The result of the board, if it has ended."""
        return self.after.result

    @property
    def replay(self) -> "str | None":
        """The Law by which the board is replayed, if it is."""
        return self.after.replay

    @property
    def clauses(self) -> "Clauses":
        """The clauses: what happened, what follows, whose turn it is (state.Ruling)."""
        return clauses_of(self)

    def facts(self) -> "dict[str, Any]":
        """All of it but clauses and Laws, JSON-ready."""
        facts: "dict[str, Any]" = {
            "board": self.board is not None,
            "what": self.act,
            "placing": [{"side": side, "count": count, "seat": seat} for side, count, seat in self.placing],
        }
        for name in ("owes", "centre"):
            pair = getattr(self, name)
            facts[name] = {"a": pair[0], "b": pair[1]}
        for name in _PLAIN:
            facts[name] = getattr(self, name)
        return facts


_PLAIN = (
    "side",
    "seat",
    "turn",
    "goes_on",
    "stays",
    "opponent_stays",
    "back",
    "dues",
    "penalties",
    "queen",
    "queen_move",
    "clock",
    "replay",
)


_QUEEN_MOVE = {"board": "back", "covering": "to cover"}


def queen_move(before: Situation, after: Situation, queen: bool = False) -> "str | None":
    """StrokeRuling.queen_move. queen: she went down in this stroke."""
    if queen or after.queen != before.queen:
        return _QUEEN_MOVE.get(after.queen, "covered")
    return None


def ruled(
    act: str,
    side: str,
    before: Situation,
    after: Situation,
    laws: str,
    penalties: int = 0,
    centre: "Pair" = (0, 0),
) -> StrokeRuling:
    """The ruling on what was no stroke. laws: a text, parted by spaces."""
    move = queen_move(before, after)
    return StrokeRuling(
        act, side, after, after.seat == before.seat, move, unique(laws), 0, penalties, centre, 0, 0, 0
    )


_MOST_READ = 16
_read: "dict[str, tuple[str, ...]]" = {}
"""Texts of Laws already read: a match uses few of them, again and again."""


def unique(laws: str) -> "tuple[str, ...]":
    """The Laws named in a text, each once, in the order of first naming."""
    known = _read.get(laws)
    if known is None:
        named: "list[str]" = []
        for law in laws.split():
            if law not in named:
                named.append(law)
        known = tuple(named)
        if len(_read) == _MOST_READ:
            _read.clear()
        _read[laws] = known
    return known
