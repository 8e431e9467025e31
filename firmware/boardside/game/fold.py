"""A match is the fold of its events: undo leaves one out, power-loss recovery reads the list again.

The events are read twice, each time from a fresh iterator, so that a table can stream them from its flash:
first to learn which are undone, then to apply the others.
"""

from . import match
from .errors import GameError, show
from .events import UNDOABLE, check
from .state import Ruling


class Folded:
    """What a list of events came to.

    state: State of the last match in it (phase "idle" when there is none). rulings: list of (seq, Ruling) of
    that match. undoable: the number of the event that UNDO would leave out now, or None. last: number of the
    last event.
    """

    __slots__ = ("last", "rulings", "state", "undoable")

    def __init__(self) -> None:
        self.state = match.new()
        self.rulings = []
        self.undoable = None
        self.last = 0


class _Undone:
    """Which events of one match are left out (`dead`), and which UNDO can still reach (`live`, in order)."""

    def __init__(self) -> None:
        self.start = 0  # number of the `match` event
        self.live = []
        self.dead = set()
        self.targets = {}  # number of an undo: number of the event it leaves out
        self.confirm = None  # number of the confirmation that holds

    def add(self, seq: int, event: dict) -> None:
        kind = event.get("kind")
        if kind == "match":
            self.__init__()
            self.start = seq
        elif kind == "undo":
            self.undo(seq, event.get("of"))
        elif kind in UNDOABLE:
            self.live.append(seq)
            if kind == "confirm":
                self.confirm = seq

    def undo(self, seq: int, of: "int | None") -> None:
        if of is None:
            if not self.live:
                raise GameError("not_now", "undo: there is nothing to undo in this match", seq)
            of = self.live[-1]
        elif of in self.dead:
            raise GameError("not_now", "undo: event %d is left out already" % of, seq)
        elif of not in self.targets and of not in self.live:
            message = "of: event %d is not one of this match that can be undone (%s or undo)"
            raise GameError("impossible", message % (of, ", ".join(UNDOABLE)), seq)
        if self.confirm is not None and of != self.confirm and self.confirm in self.live:
            message = "undo: the result is confirmed; undo the confirmation (event %d) first" % self.confirm
            raise GameError("not_now", message, seq)
        self.targets[seq] = of
        self._kill(of)

    def _kill(self, seq: int) -> None:
        self.dead.add(seq)
        if seq in self.targets:
            self._revive(self.targets[seq])
        else:
            self.live.remove(seq)

    def _revive(self, seq: int) -> None:
        self.dead.discard(seq)
        if seq in self.targets:
            self._kill(self.targets[seq])
            return
        at = len(self.live)
        while at and self.live[at - 1] > seq:
            at -= 1
        self.live.insert(at, seq)


def fold(read, keep_rulings: "int | None" = None) -> Folded:
    """Fold the events that `read()` gives, a fresh iterator each time, in the order of their numbers.

    An event without `seq` has the previous one's plus 1. Of several matches the last counts. keep_rulings:
    keep only so many of the latest rulings. Raises GameError with `.seq`, the number of the event at fault.
    """
    undone = _Undone()
    folded = Folded()
    seq = 0
    for event in read():
        seq = _number(event, seq)
        undone.add(seq, event)
    folded.last = seq
    folded.undoable = undone.live[-1] if undone.live else None
    left_out = {}
    seq = 0
    for event in read():
        seq = _number(event, seq)
        if seq < undone.start:
            continue
        if seq in undone.dead:
            left_out[seq] = event["kind"]
            continue
        try:
            ruling = _apply(folded, event, seq, undone, left_out)
        except GameError as error:
            error.seq = seq
            raise
        if ruling.text and keep_rulings != 0:
            folded.rulings.append((seq, ruling))
            if keep_rulings is not None and len(folded.rulings) > keep_rulings:
                folded.rulings.pop(0)
    return folded


def _apply(folded: Folded, event: dict, seq: int, undone: _Undone, left_out: dict) -> Ruling:
    if event["kind"] != "undo":
        folded.state, ruling = match.apply(folded.state, event)
        return ruling
    of = undone.targets[seq]
    word = "restored" if of in undone.targets else left_out.get(of, "event")
    return Ruling((), "Undo: event %d (%s) left out" % (of, word), {"of": of})


def _number(event: dict, previous: int) -> int:
    """The event's number; checks what both passes rely on."""
    if not isinstance(event, dict):
        raise GameError(
            "malformed", "%s is not an event: it must be an object with a kind" % show(event), previous + 1
        )
    seq = event.get("seq")
    if seq is None:
        return previous + 1
    if type(seq) is not int or seq <= previous:
        message = "seq: %s must be a whole number above %d, the one before" % (show(seq), previous)
        raise GameError("malformed", message, previous + 1)
    return seq


def after(read, event: dict) -> Folded:
    """The fold as it would be with `event` appended: to try an `undo` before it is stored."""
    check(event)

    def extended():
        yield from read()
        yield event

    return fold(extended)


def fold_all(events) -> "list[Folded]":
    """Fold a whole journal: one Folded for each match in it, in order. Raises GameError with `.seq`."""
    matches = []
    seq = 0
    for event in events:
        seq = _number(event, seq)
        if event.get("seq") is None:
            event = dict(event)
            event["seq"] = seq
        if event.get("kind") == "match" or not matches:
            matches.append([])
        matches[-1].append(event)
    folded = [_fold_list(part) for part in matches]
    return [one for one in folded if one.state.match is not None]


def _fold_list(part: list) -> Folded:
    return fold(lambda: iter(part))
