"""A match is the fold of its events: undo leaves one out, power-loss recovery reads the list again.

The events are read twice, each time from a fresh iterator, so that a table can stream them from its flash:
first to learn which are undone, then to apply the others. A table keeps *marks* on the way, states after some
of the events, so that an undo reads only the events from the last mark before it on.
"""

from . import match
from .errors import GameError
from .events import TABLE_WIDE, check
from .state import Ruling, State, from_row
from .undo import Undone

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable, Iterable, Iterator, Protocol, Union

    from .state import Event, Row

    class Steps(Protocol):
        """What an undo is made of, near the end: table/core/record.Steps."""

        def add(self, event: Event, before: Row) -> None: ...

    Read = Callable[[], Iterator[Event]]

    class Packed(Protocol):
        """A state that takes less time to read than to make: snapshot.Packed."""

        def unpacked(self) -> State: ...

    Mark = tuple[int, Union[Row, Packed]]  # the state after the event of this number (State.row)


MARKED = ("match", "play", "board", "round")
"""After an event of these kinds the state is kept as a mark: a board, or what follows it, begins."""

MARK_EVERY = 4
"""After so many events it is kept in any case, so that an undo near the end folds few events."""

STEPS_KEPT = 8
"""So many of the newest events UNDO leaves out without a fold (table/core/record.Steps), and as many again
after a fold.
"""

MARKS_KEPT = 32
"""The older, the fewer marks are kept (`keep_mark`). A mark takes about 0.4 KB on an ESP32, the
position on its board included; all of them about 13 KB."""

_READ_OVER = 4  # so many events that do not count are read over; beyond more, the reading begins anew


class Folded:
    """The result of folding a list of events.

    state: State of the last match in it (phase "idle" when there is none). rulings: list of (seq, Ruling) of
    that match. undone: which of its events are left out. last: number of the last event, 0 when there is
    none. last_kind: the kind of the last one that is not table-wide, "" when there is none. left_out: after
    `back` the kind of the event that the undo is about.
    """

    __slots__ = ("last", "last_kind", "left_out", "rulings", "state", "undone")

    def __init__(self) -> None:
        self.state = match.new()
        self.rulings: "list[tuple[int, Ruling]]" = []
        self.undone = Undone()
        self.last = 0
        self.last_kind = self.left_out = ""

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


def once(
    events: "Iterable[Event]",
    read: "Callable[[int], Iterator[Event]]",
    marks: "list[Mark]",
    folded: "Folded | None" = None,
) -> Folded:
    """The same as `fold`, reading almost every event once: a table's way to its match after power-on.

    Events are applied as they come, as the table did; undos, as many as follow one another, go back to a mark
    together. The events all have numbers. read(seq): those from that number on. marks: gets the marks.
    folded: what comes before the events, with its `marks`. One ruling is kept. Raises GameError with `.seq`.
    """
    if folded is None:
        folded = Folded()
    is_behind = False  # its state: the last events were undos, and it is not folded to them yet
    seq = folded.last
    for event in events:
        seq = number(event, seq)
        kind = event.get("kind")
        if kind == "undo":
            folded.undone.add(seq, event)
            forget_marks(marks, folded.undone.event_behind(seq))
            folded.last = seq
            is_behind = True
            continue
        if is_behind:
            folded = back(read, folded.undone, folded.last, marks)
            is_behind = False
        if kind == "match":
            folded.undone = Undone(seq)
            marks.clear()
            folded.rulings = []
        _apply_one(folded, event, seq, marks)
        folded.last = seq
        if kind is not None and kind not in TABLE_WIDE:
            folded.last_kind = kind
    return back(read, folded.undone, folded.last, marks) if is_behind else folded


def _apply_one(folded: Folded, event: "Event", seq: int, marks: "list[Mark]") -> None:
    try:
        folded.state, ruling = match.advance(folded.state, event)
    except GameError as error:
        error.seq = seq
        raise
    if is_to_mark(marks, seq, event["kind"]):
        keep_mark(marks, seq, folded.state)
    if event["kind"] != "match":
        folded.undone.add(seq, event)
    if not ruling.is_silent:
        folded.rulings = [(seq, ruling)]


def back(
    read: "Callable[[int], Iterator[Event]]",
    undone: Undone,
    seq: int,
    marks: "list[Mark]",
    steps: "Steps | None" = None,
) -> Folded:
    """The fold up to the undo `seq`, which `undone` has noted, from the last of the `marks` from which it
    fills the steps; from the last of all where the marks lie farther apart, or no steps are wanted.

    read(seq): the events from that number on, as they were checked before. marks: without those that the
    undos have made invalid; gets those passed on the way. steps: gets the newest events that UNDO can reach.
    Only the events that count are read, and the one that the undo is about. Raises GameError, as `fold`.
    """
    at = len(marks) - 1
    if steps is not None:
        live = undone.live
        first = live[-STEPS_KEPT] if len(live) >= STEPS_KEPT else undone.start
        while at > 0 and marks[at][0] >= first:
            at -= 1
        if marks and undone.count_above(marks[at][0]) > STEPS_KEPT + MARK_EVERY:
            at = len(marks) - 1
    mark = marks[at] if marks else (undone.start - 1, match.new().row())
    forget_marks(marks, mark[0] + 1)
    return _from_mark(read, undone, seq, mark, marks, 1, steps)


def again(
    read: "Callable[[int], Iterator[Event]]",
    undo: "Event",
    undone: Undone,
    mark: "Mark",
    marks: "list[Mark]",
    keep_rulings: "int | None" = 1,
) -> Folded:
    """The fold with `undo` (with its `seq`) appended, from `mark` on; its rulings are those from there on.

    read(seq): the events from that number on, as they were checked before. undone: as it is without `undo`;
    not changed. mark: from before the event that is left out. marks: gets those passed on the way.
    keep_rulings: as in `fold`. Raises GameError, as `fold`.

    Where one ruling is kept, only the events that count are read: behind a hundred undos lie a hundred
    events that do not.
    """
    undone = undone.copy()
    undone.add(undo["seq"], undo)
    return _from_mark(read, undone, undo["seq"], mark, marks, keep_rulings, None)


def _from_mark(
    read: "Callable[[int], Iterator[Event]]",
    undone: Undone,
    seq: int,
    mark: "Mark",
    marks: "list[Mark]",
    keep_rulings: "int | None",
    steps: "Steps | None",
) -> Folded:
    folded = Folded()
    folded.undone = undone
    folded.last, folded.last_kind, folded.state = seq, "undo", unpacked(mark[1])

    def extended() -> "Iterator[Event]":
        if keep_rulings == 1:
            yield from _numbered(read, undone.effective(mark[0], undone.event_behind(seq)))
        else:
            yield from read(mark[0] + 1)
        yield {"kind": "undo", "seq": seq, "of": undone.targets[seq]}

    _apply_all(folded, extended(), keep_rulings, marks, steps, True)
    return folded


def _numbered(read: "Callable[[int], Iterator[Event]]", numbers: "list[int]") -> "Iterator[Event]":
    """The events of these numbers, which rise; without those that cannot be read."""
    at = 0
    while at < len(numbers):
        for event in read(numbers[at]):
            seq = event["seq"]
            while numbers[at] < seq:
                at += 1
                if at == len(numbers):
                    return
            if numbers[at] == seq:
                yield event
                at += 1
                if at == len(numbers):
                    return
            if numbers[at] - seq > _READ_OVER:
                break
        else:
            return


def _apply_all(
    folded: Folded,
    events: "Iterator[Event]",
    keep_rulings: "int | None",
    marks: "list[Mark] | None",
    steps: "Steps | None" = None,
    is_checked: bool = False,
) -> None:
    """Apply the events that count. steps: gets them, each with the row of the state before it. is_checked:
    they were checked before.
    """
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
            target = undone.targets[seq]
            if undone.event_behind(target) not in kinds:
                continue  # it was before the mark that this fold begins at
            folded.left_out = kinds[undone.event_behind(target)]
            ruling = undo_ruling(target, undone, kinds)
        else:
            before = state.row() if steps is not None else {}
            try:
                state, ruling = match.advance(state, event, is_checked)
            except GameError as error:
                error.seq = seq
                raise
            kind = event["kind"]  # not before `advance`, which refuses an event without one
            if steps is not None and kind not in TABLE_WIDE and kind != "match":
                steps.add(event, before)
            if marks is not None and is_to_mark(marks, seq, kind):
                keep_mark(marks, seq, state)
        if not ruling.is_silent and keep_rulings != 0:
            rulings.append((seq, ruling))
            if keep_rulings is not None and len(rulings) > keep_rulings:
                rulings.pop(0)
    folded.state = state


def unpacked(marked: "Union[Row, Packed]") -> State:
    """A mark's state; GameError when it was kept packed and is damaged."""
    return from_row(marked) if isinstance(marked, dict) else marked.unpacked()


def is_to_mark(marks: "list[Mark]", seq: int, kind: str) -> bool:
    """Whether the state after event `seq`, of `kind`, is to be kept as a mark."""
    return kind in MARKED or (len(marks) > 0 and seq - marks[-1][0] >= MARK_EVERY)


def keep_mark(marks: "list[Mark]", seq: int, state: "State") -> None:
    """Note that `state`, which may change later, is now the one after event `seq`. When there are too many
    marks, one goes that is missed least: neither the first nor the last, and that with the smallest gap for
    its distance from the end.
    """
    marks.append((seq, state.row()))
    if len(marks) <= MARKS_KEPT:
        return
    least_at = least = 0
    for at in range(1, len(marks) - 1):
        gap = ((marks[at + 1][0] - marks[at - 1][0]) << 10) // (seq - marks[at][0])
        if not least_at or gap < least:
            least_at, least = at, gap
    marks.pop(least_at)


def forget_marks(marks: "list[Mark]", seq: int) -> None:
    """Event `seq` is left out or restored: drop the marks from there on, which are no longer valid."""
    while marks and marks[-1][0] >= seq:
        marks.pop()


def undo_ruling(target: int, undone: Undone, kinds: "dict[int, str]") -> Ruling:
    """The ruling for an undo of event `of`; `kinds` gives the kind of the event it is about in the end."""
    reason = "undone"
    facts = {"of": target}
    while target in undone.targets:  # the undo of an undo: a redo
        target = undone.targets[target]
        reason = "restored" if reason == "undone" else "undone"
    return Ruling(("143c",), ((reason, kinds[target], target),), facts)


def number(event: "Event", previous: int) -> int:
    """The number of an event that follows the event `previous`. Raises GameError "malformed"."""
    if not isinstance(event, dict):
        raise GameError("malformed", "not_an_event", previous + 1, value=event)
    seq = event.get("seq")
    if seq is None:
        return previous + 1
    if type(seq) is not int or seq <= previous:
        raise GameError("malformed", "seq_not_above", previous + 1, value=seq, previous=previous)
    return seq


def after(read: "Read", event: "Event", keep_rulings: "int | None" = None) -> Folded:
    """The fold with `event` appended, to check an undo before it is stored.

    Raises GameError if the event cannot be taken, or if a later event is impossible without the undone one.
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
    return [of_match for of_match in folded if of_match.state.setup.match is not None]


def _fold_list(part: "list[Event]") -> Folded:
    return fold(lambda: iter(part))
