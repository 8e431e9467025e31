"""Which events of a match are left out: the first of the two passes of a fold."""

from .errors import GameError
from .events import UNDOABLE, check

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .state import Event


class Undone:
    """The undo events of one match, followed in order.

    start: number of the `match` event. dead: numbers of the events that are left out. live: numbers of those
    that UNDO can still reach, in order. targets: number of an undo -> number of the event it leaves out.
    """

    def __init__(self, start: int = 0) -> None:
        self.start = start
        self.dead: "set[int]" = set()
        self.live: "list[int]" = []
        self.targets: "dict[int, int]" = {}
        self.confirm = 0

    def add(self, seq: int, event: "Event") -> None:
        """Take note of the next event. Raises GameError for an undo that cannot be, with its number."""
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

    def _undo(self, seq: int, of: "int | None") -> None:
        if of is None:
            if not self.live:
                raise GameError("not_now", "undo: there is nothing to undo in this match")
            of = self.live[-1]
        elif of in self.dead:
            raise GameError("not_now", "of: event %d is left out already" % of)
        elif of not in self.targets and of not in self.live:
            message = "of: event %d cannot be undone; allowed: an event of this match of kind %s or undo"
            raise GameError("impossible", message % (of, ", ".join(UNDOABLE)))
        if self.confirm in self.live and of != self.confirm:
            message = "undo: the result is confirmed; undo the confirmation (event %d) first" % self.confirm
            raise GameError("not_now", message)
        self.targets[seq] = of
        self._leave_out(of)

    def _leave_out(self, seq: int) -> None:
        self.dead.add(seq)
        if seq in self.targets:
            self._restore(self.targets[seq])
        else:
            self.live.remove(seq)

    def _restore(self, seq: int) -> None:
        self.dead.discard(seq)
        if seq in self.targets:
            self._leave_out(self.targets[seq])
            return
        at = len(self.live)
        while at and self.live[at - 1] > seq:
            at -= 1
        self.live.insert(at, seq)
