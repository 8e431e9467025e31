"""Which events of a match are left out: the first of the two passes of a fold."""

from .errors import GameError
from .events import TABLE_WIDE, UNDOABLE, check

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .state import Event


class Undone:
    """The undo events of one match, followed in order.

    start: number of the `match` event. dead: numbers of the events that are left out. live: numbers of those
    that UNDO can still reach, in order. lasting: numbers, in order, of those that UNDO never leaves out,
    such as a pause. targets: number of an undo -> number of the event it leaves out.
    """

    def __init__(self, start: int = 0) -> None:
        self.start = start
        self.dead: "set[int]" = set()
        self.live: "list[int]" = []
        self.lasting: "list[int]" = []
        self.targets: "dict[int, int]" = {}
        self.confirm = 0

    @property
    def newest(self) -> "int | None":
        """The number of the event that UNDO would leave out now, or None."""
        return self.live[-1] if self.live else None

    def copy(self) -> "Undone":
        """A second one, which may be added to."""
        new = Undone(self.start)
        new.dead = self.dead.copy()  # as they lie in memory: to fill new ones takes ten times as long
        new.live = self.live[:]
        new.lasting = self.lasting[:]
        new.targets = self.targets.copy()
        new.confirm = self.confirm
        return new

    def event_behind(self, target: int) -> int:
        """The event that undoing `of` is about in the end: `of`, or what that undo had left out."""
        while target in self.targets:
            target = self.targets[target]
        return target

    def add(self, seq: int, event: "Event") -> None:
        """Take note of the next event. Raises GameError for an impossible undo, with its number."""
        kind = event.get("kind")
        if kind == "undo":
            try:
                check(event)
                self._undo(seq, event.get("of"))
            except GameError as error:
                error.seq = seq
                raise
        elif kind in UNDOABLE:
            self.live.append(seq)
            if kind == "confirm":
                self.confirm = seq
        elif kind not in TABLE_WIDE:
            self.lasting.append(seq)

    def effective(self, after: int, also: int) -> "list[int]":
        """The numbers above `after` of all events that count, and of event `also`, in order."""
        numbers = _above(self.live, after) + _above(self.lasting, after)
        if also not in numbers:
            numbers.append(also)
        if self.start > after and also != self.start:
            numbers.append(self.start)
        numbers.sort()
        return numbers

    def count_above(self, after: int) -> int:
        """How many events above number `after` UNDO can reach."""
        return len(_above(self.live, after))

    def _undo(self, seq: int, target: "int | None") -> None:
        if target is None:
            if not self.live:
                raise GameError("not_now", "nothing_to_undo")
            target = self.live[-1]
        elif target in self.dead:
            raise GameError("not_now", "undone_already", of=target)
        elif target not in self.targets and target not in self.live:
            raise GameError("impossible", "cannot_be_undone", of=target, allowed=UNDOABLE + ("undo",))
        if self.confirm in self.live and target != self.confirm:
            raise GameError("not_now", "undo_confirmation_first", confirm=self.confirm)
        self.targets[seq] = target
        if target in self.targets:
            self._recompute()
        else:
            self.dead.add(target)
            self.live.remove(target)

    def _recompute(self) -> None:
        """An undo leaves its event out unless it is itself left out by a later one."""
        events = self.live + [seq for seq in self.dead if seq not in self.targets]
        self.dead = set()
        for seq in sorted(self.targets, reverse=True):
            if seq not in self.dead:
                self.dead.add(self.targets[seq])
        self.live = sorted(seq for seq in events if seq not in self.dead)


def _above(numbers: "list[int]", after: int) -> "list[int]":
    """Those above `after` of numbers that rise."""
    at = len(numbers)
    while at and numbers[at - 1] > after:
        at -= 1
    return numbers[at:]
