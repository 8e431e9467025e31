"""A match is the fold of its events: undo leaves one out, power-loss recovery reads the list again.

The events are read twice, each time from a fresh iterator, so that a table can stream them from its flash:
first to learn which are undone, then to apply the others. A table keeps *marks* on the way, states at the
beginnings of the last few boards, so that an undo need not read a whole match again.
"""

from . import match
from .errors import GameError, show
from .events import TABLE_WIDE, check
from .state import Ruling
from .undo import Undone

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable, Iterable, Iterator

    from .state import Event, State

    Read = Callable[[], Iterator[Event]]
    Mark = tuple[int, State]  # the state after the event of this number


MARKED = ("match", "play", "board", "round")
"""After an event of these kinds the state is worth keeping: a board, or what comes after it, begins."""

MARKS_KEPT = 4


class Folded:
    """What a list of events came to.

    state: State of the last match in it (phase "idle" when there is none). rulings: list of (seq, Ruling) of
    that match. undone: which of its events are left out. last: number of the last event, 0 when there is
    none. last_kind: the kind of the last one that is not table-wide, "" when there is none.
    """

    __slots__ = ("last", "last_kind", "rulings", "state", "undone")

    def __init__(self) -> None:
        self.state = match.new()
        self.rulings: "list[tuple[int, Ruling]]" = []
        self.undone = Undone()
        self.last = 0
        self.last_kind = ""

    @property
    def undoable(self) -> "int | None":
        """The number of the event that UNDO would leave out now, or None."""
        return self.undone.newest


def fold(read: "Read", keep_rulings: "int | None" = None, marks: "list[Mark] | None" = None) -> Folded:
    """Fold the events that `read()` gives, a fresh iterator each time, in the order of their numbers.

    An event without `seq` has the previous one's plus 1. Of several matches the last counts. keep_rulings:
    keep only so many of the latest rulings. marks: a list that gets the last MARKS_KEPT marks. Raises
    GameError with `.seq`, the number of the event at fault.
    """
    undone = Undone()
    folded = Folded()
    seq = 0
    for event in read():
        seq = number(event, seq)
        kind = event.get("kind")
        if kind == "match":
            undone = Undone(seq)
        else:
            undone.add(seq, event)
        if kind is not None and kind not in TABLE_WIDE:
            folded.last_kind = kind
    folded.last = seq
    folded.undone = undone
    _apply_all(folded, read(), keep_rulings, marks)
    return folded


def once(read: "Callable[[int], Iterator[Event]]", marks: "list[Mark]") -> Folded:
    """The same as `fold`, reading almost every event once: a table's way to its match after power-on.

    Events are applied as they come, as the table did; an undo goes back to the last mark before the event it
    leaves out. read(seq): the events from that number on, which all have numbers. marks: gets the marks. One
    ruling is kept. Raises GameError with `.seq`.
    """
    folded = Folded()
    seq = 0
    for event in read(0):
        seq = number(event, seq)
        kind = event.get("kind")
        if kind == "undo":
            folded = _undo_once(read, event, seq, folded, marks)
            continue
        if kind == "match":
            folded.undone = Undone(seq)
            marks.clear()
            folded.rulings = []
        _apply_one(folded, event, seq, marks)
        folded.last = seq
        if kind is not None and kind not in TABLE_WIDE:
            folded.last_kind = kind
    return folded


def _apply_one(folded: Folded, event: "Event", seq: int, marks: "list[Mark]") -> None:
    try:
        folded.state, ruling = match.advance(folded.state, event)
    except GameError as error:
        error.seq = seq
        raise
    if event["kind"] in MARKED:
        keep_mark(marks, seq, folded.state.copy())
    if event["kind"] != "match":
        folded.undone.add(seq, event)
    if not ruling.is_silent:
        folded.rulings = [(seq, ruling)]


def _undo_once(
    read: "Callable[[int], Iterator[Event]]", undo: "Event", seq: int, folded: Folded, marks: "list[Mark]"
) -> Folded:
    def before(start: int) -> "Iterator[Event]":
        for event in read(start):
            if event["seq"] >= seq:
                return
            yield event

    undone = folded.undone.copy()
    undone.add(seq, undo)
    forget_marks(marks, undone.event_behind(seq))
    mark = marks[-1] if marks else (folded.undone.start - 1, match.new())
    return again(before, undo, folded.undone, mark, marks)


def again(
    read: "Callable[[int], Iterator[Event]]",
    undo: "Event",
    undone: Undone,
    mark: "Mark",
    marks: "list[Mark]",
    keep_rulings: "int | None" = 1,
) -> Folded:
    """The fold with `undo` (with its `seq`) appended, from `mark` on; its rulings are those from there on.

    read(seq): the events from that number on. undone: as it is without `undo`; left alone. mark: from before
    the event that is left out. marks: gets those passed on the way. keep_rulings: as in `fold`. Raises
    GameError, as `fold`.
    """
    folded = Folded()
    folded.undone = undone.copy()
    folded.undone.add(undo["seq"], undo)
    folded.last, folded.last_kind, folded.state = undo["seq"], "undo", mark[1].copy()

    def extended() -> "Iterator[Event]":
        yield from read(mark[0] + 1)
        yield undo

    _apply_all(folded, extended(), keep_rulings, marks)
    return folded


def _apply_all(
    folded: Folded, events: "Iterator[Event]", keep_rulings: "int | None", marks: "list[Mark] | None"
) -> None:
    undone = folded.undone
    targeted = set(undone.targets.values())
    kinds = {}
    state = folded.state
    rulings = folded.rulings
    seq = 0
    for event in events:
        seq = number(event, seq)
        if seq < undone.start:
            continue
        if seq in targeted:
            kinds[seq] = event["kind"]
        if seq in undone.dead:
            continue
        if seq in undone.targets:
            of = undone.targets[seq]
            if undone.event_behind(of) not in kinds:
                continue  # it was before the mark that this fold begins at
            ruling = undo_ruling(of, undone, kinds)
        else:
            try:
                state, ruling = match.advance(state, event)
            except GameError as error:
                error.seq = seq
                raise
            if marks is not None and event["kind"] in MARKED:
                keep_mark(marks, seq, state.copy())
        if not ruling.is_silent and keep_rulings != 0:
            rulings.append((seq, ruling))
            if keep_rulings is not None and len(rulings) > keep_rulings:
                rulings.pop(0)
    folded.state = state


def keep_mark(marks: "list[Mark]", seq: int, state: "State") -> None:
    """Note that `state` is the one after event `seq`; the oldest mark goes when there are too many."""
    marks.append((seq, state))
    if len(marks) > MARKS_KEPT:
        marks.pop(0)


def forget_marks(marks: "list[Mark]", seq: int) -> None:
    """Event `seq` is left out, or holds again: what was marked from there on is not so any more."""
    while marks and marks[-1][0] >= seq:
        marks.pop()


def undo_ruling(of: int, undone: Undone, kinds: "dict[int, str]") -> Ruling:
    """What leaving out event `of` is called; `kinds` gives the kind of the event it comes down to."""
    word = "Undone"
    facts = {"of": of}
    while of in undone.targets:  # the undo of an undo: a redo
        of = undone.targets[of]
        word = "Restored" if word == "Undone" else "Undone"
    return Ruling(("143c",), "%s: %s (event %d)" % (word, kinds[of], of), facts)


def number(event: "Event", previous: int) -> int:
    """The number of an event that follows the event `previous`. Raises GameError "malformed"."""
    if not isinstance(event, dict):
        message = "%s is not an event: it must be an object with a kind" % show(event)
        raise GameError("malformed", message, previous + 1)
    seq = event.get("seq")
    if seq is None:
        return previous + 1
    if type(seq) is not int or seq <= previous:
        message = "seq: %s must be a whole number above %d, the one before" % (show(seq), previous)
        raise GameError("malformed", message, previous + 1)
    return seq


def after(read: "Read", event: "Event", keep_rulings: "int | None" = None) -> Folded:
    """The fold as it would be with `event` appended: how an undo is tried before it is stored.

    Raises GameError when the event cannot be taken, or when without the undone event a later one could not.
    """
    check(event)

    def extended() -> "Iterator[Event]":
        yield from read()
        yield event

    return fold(extended, keep_rulings)


def fold_all(events: "Iterable[Event]") -> "list[Folded]":
    """Fold a whole journal: one Folded for each match in it, in order.

    Events before the first match must be table-wide. Raises GameError with `.seq`.
    """
    matches: "list[list[Event]]" = []
    seq = 0
    for event in events:
        seq = number(event, seq)
        if event.get("seq") is None:
            event = dict(event)
            event["seq"] = seq
        if event.get("kind") == "match" or not matches:
            matches.append([])
        matches[-1].append(event)
    folded = [_fold_list(part) for part in matches]
    return [one for one in folded if one.state.match is not None]


def _fold_list(part: "list[Event]") -> Folded:
    return fold(lambda: iter(part))
