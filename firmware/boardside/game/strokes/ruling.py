"""What a stroke comes to: the verdict of a rulebook, and the ruling with all that follows from it."""

from .situation import Situation
from .words import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .situation import Entry, Pair, Result


class Verdict:
    """What a rulebook (icf.py, vaishali.py) says about one stroke of the side in turn.

    back: own c/m of this stroke that come out again. centre: of the opponent's c/m of this stroke, those that
    the umpire puts back into the centre. dues: dues and penalties charged. queen: "" as she was, else
    "covering", "covered" or "board". goes_on: the turn goes on. laws: a text, parted by spaces. board: the
    result when the board ends (ends.py), else None. own_share: of the dues, those the player places himself.
    """

    __slots__ = ("back", "board", "centre", "dues", "goes_on", "laws", "own_share", "queen")

    board: "Result | None"

    def __init__(self, back: int, dues: int, queen: str, goes_on: bool, laws: str) -> None:
        self.back = back
        self.dues = dues
        self.queen = queen
        self.goes_on = goes_on
        self.laws = laws
        self.centre = self.own_share = 0
        self.board = None


class StrokeRuling:
    """What happened, what follows, and the Laws it rests on. A pair is (of side a, of side b).

    what: "stroke", "no break", "foul", "technical foul", "pass", "done", "forgone", "lapsed",
        "not_completed", "no room", "room", "lost" or "turn". side: who struck, offended, or whose c/m it is.
    stays, opponent_stays: c/m of this stroke that stay down. back: own c/m of this stroke that come out.
    dues: dues and penalties charged. centre: pair, c/m that the umpire puts into the centre circle.
    queen: as she is now ("board", "covering", "a", "b"); queen_move: what became of her by this: None,
        "to cover", "covered" or "back" (into the centre circle, by the umpire).
    owes: pair, still owed: for want of pocketed c/m (72c) or of room (79). placing: tuple of (side, how
        many, seat that places), to be placed now. goes_on: the turn stays where it was. turn, seat: whose it
        is now.
    clock: which clock starts: "placing", "stroke" or None when the board is over.
    laws: tuple. board: the result of the board (ends.py), or None. replay: the Law by which the board is
        replayed, or None.
    """

    __slots__ = (
        "back",
        "board",
        "centre",
        "clock",
        "dues",
        "goes_on",
        "laws",
        "opponent_stays",
        "owes",
        "placing",
        "queen",
        "queen_move",
        "replay",
        "seat",
        "side",
        "stays",
        "turn",
        "what",
    )

    centre: "Pair"
    queen_move: "str | None"
    owes: "Pair"
    placing: "tuple[Entry, ...]"
    clock: "str | None"
    board: "Result | None"
    replay: "str | None"

    def __init__(self, what: str, side: str, before: Situation, after: Situation, laws: str) -> None:
        self.what = what
        self.side = side
        self.stays = self.opponent_stays = self.back = self.dues = 0
        self.centre = (0, 0)
        self.queen = after.queen
        self.queen_move = _queen_move(before.queen, after.queen)
        owes, waiting = after.owes, after.waiting
        self.owes = (owes[0] + waiting[0], owes[1] + waiting[1])
        self.placing = after.placing
        self.goes_on = after.seat == before.seat
        self.turn = after.turn
        self.seat = after.seat
        self.clock = None if after.over else "placing" if after.placing else "stroke"
        self.laws = unique(laws)
        self.board = after.result
        self.replay = after.replay

    @property
    def text(self) -> str:
        """What happened in our words, at most 60 characters, for umpire and spectators."""
        return say(self)

    def facts(self) -> "dict[str, Any]":
        """All of it but text and Laws, JSON-ready."""
        found: "dict[str, Any]" = {
            "board": self.board is not None,
            "placing": [{"side": side, "count": count, "seat": seat} for side, count, seat in self.placing],
        }
        for name in ("owes", "centre"):
            pair = getattr(self, name)
            found[name] = {"a": pair[0], "b": pair[1]}
        for name in _PLAIN:
            found[name] = getattr(self, name)
        return found


_PLAIN = (
    "what",
    "side",
    "seat",
    "turn",
    "goes_on",
    "stays",
    "opponent_stays",
    "back",
    "dues",
    "queen",
    "queen_move",
    "clock",
    "replay",
)


def _queen_move(before: str, after: str) -> "str | None":
    if before == after:
        return None
    if after == "board":
        return "back"
    return "to cover" if after == "covering" else "covered"


def unique(laws: str) -> "tuple[str, ...]":
    """The Laws named in a text, each once, in the order of first naming."""
    named: "list[str]" = []
    for law in laws.split():
        if law not in named:
            named.append(law)
    return tuple(named)
