"""A round in play, as far as its shots are counted: whose shot it is, what has been shot, which 20s were
sunk.

Counting is optional: a round's result never depends on it. A Play is never changed once it is handed
out.
"""

from ..copies import copied
from ..errors import GameError
from ..terms import SIDES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..state import BySide, State

NOBODY = "nobody"


class Play:
    """A round in play. All fields are to be read, never set."""

    discs: int  # that a side has in a round
    seats: int  # 2, in doubles 4
    # Whose shot it is: in the order of play, which goes round clockwise (Playing Guidelines); even = a.
    seat: int
    shots: "BySide"  # discs shot as far as counted
    twenties: "BySide"  # 20s sunk as far as counted
    ended: bool = False  # the buzzer that ends the play has sounded
    # The side that has the last shot still to come, or "nobody" (Tournament Play); None: not said yet.
    last: "str | None" = None
    timed: bool = False  # `time` was called, so this round is the game's last

    @property
    def turn(self) -> "str | None":
        """The side whose shot it is; None when no disc may be shot any more, or the last shot is not said."""
        if self.ended:
            return self.last if self.last in SIDES else None
        side = SIDES[self.seat & 1]
        return side if self.shots[side] < self.discs else None

    @property
    def over(self) -> bool:
        """No disc can be shot any more, as far as was counted: the result can be entered."""
        return self.turn is None and (not self.ended or self.last is not None)

    @property
    def counted(self) -> bool:
        """Shots are counted in this round."""
        return self.shots["a"] > 0 or self.shots["b"] > 0

    def left(self, side: str) -> int:
        """Discs that `side` has still to shoot, as far as counted."""
        return self.discs - self.shots[side]

    def behind(self) -> "str | None":
        """The side that has shot one disc less, NOBODY when both have shot as many; None: not counted."""
        if not self.counted:
            return None
        a, b = self.shots["a"], self.shots["b"]
        return NOBODY if a == b else "a" if a < b else "b"

    def copy(self) -> "Play":
        """A second one, which may be changed until it is handed out."""
        return copied(self)


def in_play(state: "State") -> "Play | None":
    """The round in play, as far as its shots are counted; None before "Play", and in carrom."""
    play = state.situation
    return play if isinstance(play, Play) else None


def begin(discs: int, seat: int, doubles: bool) -> Play:
    """A round at "Play": no disc has been shot. seat: who shoots first."""
    play = Play()
    play.discs = discs
    play.seats = 4 if doubles else 2
    play.seat = seat
    play.shots = play.twenties = {"a": 0, "b": 0}
    return play


def shot(play: Play, is_twenty: bool) -> Play:
    """The side in turn has shot one disc. Raises GameError "not_now" when nobody may shoot any more,
    "impossible" for a 20 more than the side has discs.
    """
    side = play.turn
    if side is None:
        raise GameError("not_now", _why_none(play), discs=play.discs)
    new = play.copy()
    new.shots = _more(play.shots, side, 1)
    new.seat = (play.seat + 1) % play.seats
    if is_twenty:
        new.twenties = twenty(play, side, 1).twenties
    if play.ended:
        new.last = NOBODY
    return new


def twenty(play: Play, side: str, count: int) -> Play:
    """`count` discs of `side` have been sunk and set aside, whoever shot. Raises GameError "impossible"."""
    if play.twenties[side] + count > play.discs:
        total = play.twenties[side] + count
        raise GameError(
            "impossible", "twenties_over_discs", side=side, count=count, total=total, discs=play.discs
        )
    new = play.copy()
    new.twenties = _more(play.twenties, side, count)
    return new


def end(play: Play, timed: bool) -> Play:
    """The buzzer has sounded: nothing is shot any more but a last shot that evens the number of shots."""
    new = play.copy()
    new.ended = True
    new.timed = play.timed or timed
    return new


def last_shot(play: Play, side: "str | None") -> Play:
    """Who still has the last shot after the buzzer: a side that has shot one disc less, or None.

    Raises GameError "impossible" when the shots were counted and `side` is not behind, "not_now" when it is
    said already.
    """
    if play.last is not None:
        raise GameError("not_now", "last_shot_told")
    behind = play.behind()
    if side is not None and behind is not None and side != behind:
        a, b = play.shots["a"], play.shots["b"]
        reason = "last_shot_of_nobody" if behind == NOBODY else "last_shot_of_other"
        raise GameError("impossible", reason, side=side, a=a, b=b, behind=behind)
    new = end(play, False)
    new.last = NOBODY if side is None else side
    return new


def _why_none(play: Play) -> str:
    if not play.ended:
        return "all_discs_shot"
    return "last_shot_not_told" if play.last is None else "no_shot_left"


def _more(by_side: "BySide", side: str, number: int) -> "BySide":
    more = {"a": by_side["a"], "b": by_side["b"]}
    more[side] += number
    return more
