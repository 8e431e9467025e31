"""The match at this table: its stored events, and the state they fold to.

Every event takes the same steps: the rules check it, the journal stores it, then the state is replaced. A
refusal by either leaves the state as it was, so the state always equals the fold of what is stored.
"""

from ...game import fold, match
from ...game.errors import GameError
from ...game.events import TABLE_WIDE, UNDOABLE
from ...game.state import from_row
from ...game.undo import Undone

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable, Generator, Iterator

    from ...game.fold import Folded, Mark
    from ...game.state import Row, Ruling, State

KEPT = fold.STEPS_KEPT
"""Steps that can be taken back without a new fold; their states share most of their data."""

# What a snapshot may raise that is none.
_NO_SNAPSHOT = (
    GameError,
    ValueError,
    KeyError,
    IndexError,
    TypeError,
    AttributeError,
    StopIteration,
    MemoryError,
)
_MOST_SKIPPED = 16  # damaged events left out at power-on before the match is given up


class NotStored(Exception):
    """The journal refused an event; nothing was changed. `code`, `message`: as the journal gave them."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class Steps:
    """The newest events that UNDO reaches, each with the row of the state before it and what came after it.

    A fold of the whole match gives the same result and is decisive, but its time grows with the match. An
    umpire mostly takes back the last press, so the state before it is kept here.
    """

    def __init__(self) -> None:
        self._steps: "list[tuple[int, str, Row, list[dict]]]" = []

    def clear(self) -> None:
        """Forget all steps."""
        self._steps = []

    def add(self, event: dict, before: "Row") -> None:
        """`event`, as stored, took the match from the state with the row `before` to the next."""
        if event["kind"] in UNDOABLE:
            self._steps.append((event["seq"], event["kind"], before, []))
            if len(self._steps) > KEPT:
                self._steps.pop(0)
        elif self._steps:
            self._steps[-1][3].append(event)

    def without(self, seq: int) -> "tuple[State, str] | None":
        """(the state as if event `seq` had not been, its kind), or None when that state is not kept.

        Raises GameError, with `.seq`, if a later event is impossible without it.
        """
        if not self._steps or self._steps[-1][0] != seq:
            return None
        _, kind, before, later = self._steps[-1]
        state = from_row(before)
        for event in later:
            try:
                state = match.apply(state, event)[0]
            except GameError as error:
                error.seq = event["seq"]
                raise
        return state, kind

    def drop(self) -> None:
        """Leave out the newest step for good; what came after it now comes after the step before."""
        later = self._steps.pop()[3]
        if self._steps:
            self._steps[-1][3].extend(later)


class Record:
    """Reads and extends the stored events of the match in play.

    store(event) appends an event and returns it with its envelope; it raises `failure` (a class or a tuple
    of classes) when it cannot. read() gives a fresh iterator of the events from the last `match` event on,
    read(seq) those from that number on.
    state: game.state.State. ruling: the last Ruling or None. last_seq: number of the last stored event.
    left_out: the kind of the event that the last undo or redo was about.
    skipped: numbers of unusable events left out by `load`. is_behind: an event is stored, and memory ran out
    before it was noted here; `catch_up` corrects that.
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
        self.left_out = ""
        self.skipped: "tuple[int, ...]" = ()
        self._undone = Undone()
        self._steps = Steps()
        self._marks: "list[Mark]" = []
        self.is_behind = False
        # Found by `load`, for what a clock has left open: the last `hall` event; the numbers of the last
        # "Play" and of the last expiry of a round's own clock.
        self.hall_event: "dict | None" = None
        self.played = self.round_expired = 0
        self._noted: "tuple[dict | None, int, int]" = (None, 0, 0)  # the same, up to the last event
        # Gives the rows of a snapshot of this journal's events by this firmware, each as a function that
        # reads it; None: there is none.
        self.kept: "Callable[[], Generator[Callable[[], list], None, None] | None] | None" = None
        self.is_local = False  # the match was set up at this table
        # The side that the organiser gave this match (D296); "": no side; None: he has not decided it.
        self.decided: "str | None" = None

    @property
    def undoable(self) -> "int | None":
        """Number of the event that UNDO leaves out, or None."""
        return self._undone.newest

    def load(self) -> None:
        """Fold what is stored, as after power-on.

        An event that does not fit (its neighbours were damaged on flash) is left out and noted in `skipped`:
        the table must start with what is readable, and report it.
        """
        self.skipped = ()
        self._steps.clear()
        folded = self._resumed()
        while folded is None:
            self._noted = (None, 0, 0)
            self._marks = []
            try:
                folded = fold.once(self._noting(self.read()), self.read, self._marks)
            except GameError as error:
                if error.seq is None or error.seq in self.skipped or len(self.skipped) >= _MOST_SKIPPED:
                    self._marks = []
                    folded = self._given_up()
                    break
                self.skipped += (error.seq,)
        self._take(folded)
        self.last_kind = folded.last_kind
        hall_event, self.played, self.round_expired = self._noted
        if hall_event is not None:
            self.hall_event = hall_event
        self.is_behind = False

    def _resumed(self) -> "Folded | None":
        """As `load`, from a snapshot on; None: there is none, or it does not fit. Whatever is wrong with one,
        the events decide.
        """
        kept = self.kept() if self.kept is not None else None
        if kept is None:
            return None
        from ...game import snapshot

        self._marks = []
        try:
            header = next(kept)()
            first = next(self.read(header[0]))
            if first["kind"] != "match" or first["seq"] != header[0]:
                return None
            folded = snapshot.restored(kept, first, self._marks)
            _, hall_event, played, round_expired, self.decided = header
            self._noted = (hall_event, played, round_expired)
            self.is_local = first.get("by") == "panel"
            events = self._noting(self.read(folded.last + 1))
            return fold.once(events, self.read, self._marks, folded)
        except _NO_SNAPSHOT + _as_tuple(self._failure):
            return None
        finally:
            kept.close()

    def snapshot(self) -> "Iterator[list] | None":
        """What `load` would find, as rows to be kept, which the next events do not change; None: not now."""
        if self.skipped or self.is_behind:
            return None
        from ...game import snapshot

        folded = fold.Folded()
        folded.state = self.state
        folded.undone = self._undone.copy()
        folded.last, folded.last_kind = self.last_seq, self.last_kind
        if self.ruling is not None:
            folded.rulings = [(self.last_seq, self.ruling)]
        rows = snapshot.rows(folded, list(self._marks))
        if rows is None:
            return None
        header = [folded.undone.start] + list(self._noted) + [self.decided]
        return _joined(header, rows)

    def _noting(self, events: "Iterator[dict]") -> "Iterator[dict]":
        """The events, of which is noted what `load` is to find on its way."""
        for event in events:
            self._note(event.get("kind"), event)
            yield event

    def _note(self, kind: "str | None", event: dict) -> None:
        hall_event, played, round_expired = self._noted
        if kind == "match":
            self.decided = None
            self.is_local = event.get("by") == "panel"
            self._noted = (None, 0, 0)
        elif kind == "play":
            self._noted = (hall_event, event["seq"], round_expired)
        elif kind == "hall":
            self._noted = (event, played, round_expired)
        elif kind == "decided":
            self.decided = event.get("winner") or ""
        elif kind == "expired" and event.get("clock") == "round":
            self._noted = (hall_event, played, event["seq"])

    def _given_up(self) -> "Folded":
        """Set no match, because no events fit; only their numbers and the last kind are known."""
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
        try:
            self.catch_up()
            kind = event["kind"]
            event["by"] = by
            if kind != "match" and kind not in TABLE_WIDE and self.state.setup.match is not None:
                event["match"] = self.state.setup.match
            before = self.state
            state, ruling = match.apply(before, event)
            stored = self._append(event)
        except MemoryError:
            raise _short()
        try:
            self._added(stored, kind, before, state, ruling)
            self.is_behind = False
        except MemoryError:
            self._read_again()
        return stored

    def catch_up(self) -> None:
        """Read the journal again if memory ran out before a stored event was noted."""
        if self.is_behind:
            self.load()

    def _read_again(self) -> None:
        """The stored events decide: read them again, now or before the next event."""
        try:
            self.load()
        except MemoryError:
            pass

    def _added(self, stored: dict, kind: str, before: "State", state: "State", ruling: "Ruling") -> None:
        self.state = state
        self._note(kind, stored)
        if not ruling.is_silent:
            self.ruling = ruling
        if kind == "match":
            self._undone = Undone(stored["seq"])
            self._steps.clear()
            self._marks = []
            self.skipped = ()
        elif kind not in TABLE_WIDE:
            self._undone.add(stored["seq"], stored)
            self._steps.add(stored, before.row())
        if fold.is_to_mark(self._marks, stored["seq"], kind):
            fold.keep_mark(self._marks, stored["seq"], state)
        if kind not in TABLE_WIDE:
            self.last_kind = kind

    def undo(self, by: str) -> dict:
        """Leave out the last effective event: the undo as stored; `left_out` is the kind of that event.

        GameError when there is none. NotStored, too, when the journal cannot be read.
        """
        try:
            self.catch_up()
            seq = self.undoable
            if seq is None:
                raise GameError("not_now", "nothing_to_undo")
            before = self._steps.without(seq)
            if before is None:
                return self._leave_out(seq, by)
            kinds = {seq: before[1]}
            stored = self._append({"kind": "undo", "of": seq, "by": by, "match": self.state.setup.match})
        except MemoryError:
            raise _short()
        self.left_out = before[1]
        try:
            self._taken_back(stored, seq, before[0], kinds)
            self.is_behind = False
        except MemoryError:
            self._read_again()
        return stored

    def _taken_back(self, stored: dict, seq: int, before: "State", kinds: "dict[int, str]") -> None:
        self.state = before
        self._steps.drop()
        fold.forget_marks(self._marks, seq)
        self._undone.add(stored["seq"], stored)
        self.ruling = fold.undo_ruling(seq, self._undone, kinds)
        self.last_kind = "undo"

    def redo(self, by: str) -> dict:
        """Restore the event that was undone last: the undo as stored; else as `undo`."""
        try:
            self.catch_up()
            seq = self._redoable()[0]
            if seq is None:
                raise GameError("not_now", "nothing_to_redo")
            return self._leave_out(seq, by)
        except MemoryError:
            raise _short()

    def _redoable(self) -> "tuple[int | None, str]":
        try:
            return self.redoable()
        except MemoryError:
            raise
        except self._failure as error:
            raise _not_stored(error)

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
        target = undone.targets[newest]
        for event in self.read(target):
            if event["seq"] == target:
                return newest, event["kind"]
        return None, ""

    def newest(self, count: int) -> "list[dict]":
        """The newest events that UNDO can reach, at most `count`, newest first. NotStored: unreadable."""
        live = self._undone.live[-count:]
        newest: "list[dict]" = []
        try:
            for event in self.read(live[0]) if live else ():
                if event["seq"] in live:
                    newest.insert(0, event)
        except MemoryError:
            raise _short()
        except self._failure as error:
            raise _not_stored(error)
        return newest

    def _leave_out(self, seq: int, by: str) -> dict:
        event = {"kind": "undo", "of": seq, "by": by, "match": self.state.setup.match}
        number = self.last_seq + 1
        undone = self._undone.copy()
        undone.add(number, event)
        marks = list(self._marks)
        fold.forget_marks(marks, undone.event_behind(seq))
        steps = Steps()
        try:
            folded = fold.back(self.read, undone, number, marks, steps)
        except (GameError, MemoryError):
            raise
        except self._failure as error:
            raise _not_stored(error)
        stored = self._append(event)
        self.left_out = folded.left_out
        try:
            self._take(folded)
            self._steps = steps
            self._marks = marks
            self.last_kind = "undo"
            self.is_behind = False
        except MemoryError:
            self._read_again()
        return stored

    def _append(self, event: dict) -> dict:
        """Store; from then on until it is noted here the record is behind."""
        try:
            stored = self._store(event)
        except MemoryError:
            raise
        except self._failure as error:
            raise _not_stored(error)
        self.is_behind = True
        self.last_seq = stored["seq"]
        return stored

    def _take(self, folded: "Folded") -> None:
        self.state = folded.state
        self._undone = folded.undone
        self.ruling = folded.rulings[-1][1] if folded.rulings else None
        self.last_seq = max(self.last_seq, folded.last)

    def _usable(self, events: "Iterator[dict]") -> "Iterator[dict]":
        for event in events:
            if event["seq"] not in self.skipped:
                yield event


def _joined(header: list, rows: "Iterator[list]") -> "Iterator[list]":
    yield header
    yield from rows


def _as_tuple(failure: "type[Exception] | tuple") -> tuple:
    return failure if isinstance(failure, tuple) else (failure,)


_SHORT = NotStored("memory", "memory is short: try again")


def _short() -> NotStored:
    """Memory ran out before anything was stored: for the display."""
    try:
        return NotStored(_SHORT.code, _SHORT.message)
    except MemoryError:
        return _SHORT


def _not_stored(error: Exception) -> NotStored:
    """What the journal refused, for the display."""
    return NotStored(getattr(error, "code", "failed"), getattr(error, "message", str(error)))
