"""The match at this table: its stored events, and the state they fold to.

Whatever happens goes one way: the rules try the event, the journal stores it, then the state is replaced. A
refusal by either leaves the state as it was, so the state always equals the fold of what is stored.
"""

from ..game import fold, match
from ..game.errors import GameError
from ..game.events import TABLE_WIDE
from ..game.undo import Undone
from .steps import Steps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable, Iterator

    from ..game.fold import Folded, Mark
    from ..game.state import Ruling, State

_MOST_SKIPPED = 16  # damaged events left out at power-on before the match is given up


class NotStored(Exception):
    """The journal refused an event; nothing was changed. `code`, `message`: as the journal gave them."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class Record:
    """Reads and extends the stored events of the match in play.

    store(event) appends an event and returns it with its envelope; it raises `failure` (a class or a tuple
    of classes) when it cannot. read() gives a fresh iterator of the events from the last `match` event on,
    read(seq) those from that number on.
    state: game.state.State. ruling: the last Ruling or None. last_seq: number of the last stored event.
    skipped: numbers of unusable events left out by `load`.
    """

    def __init__(
        self,
        store: "Callable[[dict], dict]",
        read: "Callable[..., Iterator[dict]]",
        failure: "type[Exception] | tuple",
    ) -> None:
        self._store = store
        self._source = read
        self._failure = failure
        self.state = match.new()
        self.ruling: "Ruling | None" = None
        self.last_seq = 0
        self.last_kind = ""
        self.skipped: "tuple[int, ...]" = ()
        self._undone = Undone()
        self._steps = Steps()
        self._marks: "list[Mark]" = []
        self._is_behind = False  # an event is stored, and memory ran out before it was noted here
        # Found by `load`, for what a clock has left open: the last `hall` event; the numbers of the last
        # "Play" and of the last expiry of a round's own clock.
        self.hall_event: "dict | None" = None
        self.played = self.round_expired = 0

    @property
    def undoable(self) -> "int | None":
        """Number of the event that UNDO leaves out, or None."""
        return self._undone.newest

    def load(self) -> None:
        """Fold what is stored, as after power-on.

        An event that does not fit (its neighbours were damaged on flash) is left out and noted in `skipped`:
        the table must come up with what can be known, and say so.
        """
        self.skipped = ()
        self._steps.clear()
        while True:
            try:
                self._marks = []
                folded = fold.once(self._noting, self._marks)
                break
            except GameError as error:
                if error.seq is None or error.seq in self.skipped or len(self.skipped) >= _MOST_SKIPPED:
                    folded = self._given_up()
                    break
                self.skipped += (error.seq,)
        self._take(folded)
        self.last_kind = folded.last_kind
        self._is_behind = False

    def _noting(self, from_seq: int = 0) -> "Iterator[dict]":
        """As `read`; what `load` finds on the way is noted."""
        for event in self.read(from_seq):
            kind = event.get("kind")
            if kind == "match":
                self.played = self.round_expired = 0
            elif kind == "hall":
                self.hall_event = event
            elif kind == "play":
                self.played = event["seq"]
            elif kind == "expired" and event.get("clock") == "round":
                self.round_expired = event["seq"]
            yield event

    def _given_up(self) -> "Folded":
        """No match, for want of events that fit; only their numbers and the last kind are known."""
        folded = fold.Folded()
        for event in self.read():
            folded.last = max(folded.last, event.get("seq", 0))
            if event["kind"] not in TABLE_WIDE:
                folded.last_kind = event["kind"]
        return folded

    def read(self, from_seq: int = 0) -> "Iterator[dict]":
        """A fresh iterator over the usable stored events of this match, from number `from_seq` on."""
        events = self._source(from_seq) if from_seq else self._source()
        return self._usable(events) if self.skipped else events

    def add(self, event: dict, by: str) -> dict:
        """Apply and store `event` (its `by` and `match` are set here); the event as stored.

        by: "panel", "host" or "table". Raises GameError or NotStored; then nothing was changed.
        """
        self._catch_up()
        kind = event["kind"]
        event["by"] = by
        if kind != "match" and kind not in TABLE_WIDE and self.state.match is not None:
            event["match"] = self.state.match
        before = self.state
        state, ruling = match.apply(before, event)
        stored = self._append(event)
        self._note(lambda: self._added(stored, kind, before, state, ruling))
        return stored

    def _note(self, change: "Callable[[], None]") -> None:
        """What follows from an event that is stored. It holds: where memory runs out while it is noted, the
        journal is read again, now or before the next event.
        """
        self._is_behind = True
        try:
            change()
            self._is_behind = False
        except MemoryError:
            try:
                self.load()
            except MemoryError:
                pass

    def _catch_up(self) -> None:
        if self._is_behind:
            self.load()

    def _added(self, stored: dict, kind: str, before: "State", state: "State", ruling: "Ruling") -> None:
        self.state = state
        if ruling.text:
            self.ruling = ruling
        if kind == "match":
            self._undone = Undone(stored["seq"])
            self._steps.clear()
            self._marks = []
            self.skipped = ()
        elif kind not in TABLE_WIDE:
            self._undone.add(stored["seq"], stored)
            self._steps.add(stored, before)
        if kind in fold.MARKED:
            fold.keep_mark(self._marks, stored["seq"], state)
        if kind not in TABLE_WIDE:
            self.last_kind = kind

    def undo(self, by: str) -> "tuple[dict, str]":
        """Leave out the last effective event. (stored undo, kind left out); GameError when there is none.

        NotStored, too, when the journal cannot be read.
        """
        self._catch_up()
        seq = self.undoable
        if seq is None:
            raise GameError("not_now", "undo: there is nothing to undo in this match")
        before = self._steps.without(seq)
        if before is None:
            return self._leave_out(seq, by)
        stored = self._append({"kind": "undo", "of": seq, "by": by, "match": self.state.match})
        self._note(lambda: self._taken_back(stored, seq, before))
        return stored, before[1]

    def _taken_back(self, stored: dict, seq: int, before: "tuple[State, str]") -> None:
        self.state, kind = before
        self._steps.drop()
        fold.forget_marks(self._marks, seq)
        self._undone.add(stored["seq"], stored)
        self.ruling = fold.undo_ruling(seq, self._undone, {seq: kind})
        self.last_kind = "undo"

    def redo(self, by: str) -> "tuple[dict, str]":
        """Let the event undone last hold again. (stored undo, kind); GameError when there is none."""
        try:
            seq, kind = self.redoable()
        except self._failure as error:
            raise _not_stored(error)
        if seq is None:
            raise GameError("not_now", "redo: nothing was undone")
        return self._leave_out(seq, by)[0], kind

    def redoable(self) -> "tuple[int | None, str]":
        """(number of the undo to be undone, kind of the event it left out), or (None, "").

        None as soon as something new has been entered after it.
        """
        undone = self._undone
        newest = 0
        for seq in undone.targets:
            if seq not in undone.dead and undone.targets[seq] not in undone.targets and seq > newest:
                newest = seq
        if not newest or (undone.newest or 0) > newest:
            return None, ""
        of = undone.targets[newest]
        for event in self.read(of):
            if event["seq"] == of:
                return newest, event["kind"]
        return None, ""

    def newest(self, count: int) -> "list[dict]":
        """The newest events that UNDO can reach, at most `count`, newest first. NotStored: unreadable."""
        live = self._undone.live[-count:]
        found: "list[dict]" = []
        try:
            for event in self.read(live[0]) if live else ():
                if event["seq"] in live:
                    found.insert(0, event)
        except self._failure as error:
            raise _not_stored(error)
        return found

    def _leave_out(self, seq: int, by: str) -> "tuple[dict, str]":
        kind = ""

        def noting(from_seq: int = 0) -> "Iterator[dict]":
            nonlocal kind
            for event in self.read(from_seq):
                if event["seq"] == seq:
                    kind = event["kind"]
                yield event

        event = {"kind": "undo", "of": seq, "by": by, "match": self.state.match, "seq": self.last_seq + 1}
        marks = list(self._marks)
        fold.forget_marks(marks, self._undone.event_behind(seq))
        try:
            if marks:
                folded = fold.again(noting, event, self._undone, marks[-1], marks)
            else:
                folded = fold.after(noting, event, 1)
        except GameError:
            raise
        except self._failure as error:
            raise _not_stored(error)
        del event["seq"]
        stored = self._append(event)
        self._take(folded)
        self._marks = marks
        self.last_kind = "undo"
        return stored, kind

    def _append(self, event: dict) -> dict:
        try:
            stored = self._store(event)
        except self._failure as error:
            raise _not_stored(error)
        self.last_seq = stored["seq"]
        return stored

    def _take(self, folded: "Folded") -> None:
        self.state = folded.state
        self._undone = folded.undone
        self._steps.clear()
        self.ruling = folded.rulings[-1][1] if folded.rulings else None
        self.last_seq = max(self.last_seq, folded.last)

    def _usable(self, events: "Iterator[dict]") -> "Iterator[dict]":
        for event in events:
            if event["seq"] not in self.skipped:
                yield event


def _not_stored(error: Exception) -> NotStored:
    """What the journal refused, for the display."""
    return NotStored(getattr(error, "code", "failed"), getattr(error, "message", str(error)))
