"""The host's own fold of the match at one table: one step for each event; an undo is folded again from the
beginning of its board only, so that a long match costs no more for each event than a short one.

An event that the rules do not accept is left out and named in `problem`: it must not block the events after
it.

Below it: the hash chain of the match in play as the host computes it, and its verdict on the table's seal.
"""

import json
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from boardside.chain import Chain, canonical, seal
from boardside.game import fold as folds
from boardside.game import match as game
from boardside.game.dicts import situation_dict
from boardside.game.errors import GameError
from boardside.game.undo import Undone
from host_tools.collector.reasons import Trouble
from host_tools.laws import match_state, refusals, rulings
from host_tools.live_values import BoardInPlay, Event, OfficialResult, RoundInPlay, RulingView
from host_tools.store.ownership import History, known, sealing

T = TypeVar("T")
#: `_recorded` or `game.advance`.
Apply = Callable[[Any, Event], tuple[Any, Any]]

#: Rulings kept for the pages.
RULINGS = 8


def _recorded(state: Any, event: Event) -> tuple[Any, Any]:
    """`game.advance` that leaves `state` as it is: the table has taken the event already."""
    done: tuple[Any, Any] = game.advance(state.copy(), event)
    return done


class MatchFold:
    """The events of one match (from its `match` event on) and the resulting state.

    `first_seq`, `last_seq`: numbers of its first and its last event; `state`: of boardside.game;
    `problem`: why an event was left out, or None; `count`: how many events.
    """

    def __init__(self) -> None:
        self._texts: list[tuple[int, str]] = []
        self._left_out: set[int] = set()
        self._rulings: list[tuple[int, Any]] = []
        self._rows: list[tuple[Any, RulingView]] = []  # rulings that were requested, with their JSON
        self._start(0)

    def _start(self, seq: int) -> None:
        self._texts.clear()
        self._left_out.clear()
        self._rulings.clear()
        self._undone = Undone(seq)
        self._marks: list[Any] = []  # states at the beginnings of the last boards, for undo
        self.first_seq = self.last_seq = seq
        self.state = game.new()
        self._seats: list[int | None] | None = []  # None: to be read from the events again
        self.problem: Trouble | None = None
        self._kept: dict[Callable[[MatchFold], object], Any] = {}
        self._finished: tuple[object, Any] | None = None

    @property
    def match(self) -> str | None:
        """The id of the match; None when there is none (yet), or its begin was not acceptable."""
        return self.state.setup.match

    @property
    def count(self) -> int:
        """How many events the match has so far."""
        return len(self._texts)

    @property
    def rulings(self) -> list[RulingView]:
        """The last ones as {"seq", "text", "laws", "clauses"}, the newest at the end."""
        last = self._rulings[-RULINGS:]
        # The texts are made once: a view is built for every event, and most of its rulings are unchanged.
        made = {id(ruling): (ruling, row) for ruling, row in self._rows}
        self._rows = [made.get(id(ruling)) or (ruling, rulings.row(seq, ruling)) for seq, ruling in last]
        return [row for _ruling, row in self._rows]

    @classmethod
    def from_events(cls, events: "Sequence[tuple[int, Event, str]]") -> "MatchFold":
        """The fold of these (number, event, its JSON): the same as by `add`, without a copy of the state for
        each of them where the rules accept them all.
        """
        for apply in (game.advance, _recorded):
            made = cls()
            for seq, event, text in events:
                made._add(seq, event, text, apply)
            if not made._left_out:  # else `advance` has used up a state that was still wanted
                break
        return made

    def add(self, seq: int, event: Event, text: str) -> None:
        """Take the next event; `text` is its JSON. A `match` event begins a new match."""
        self._add(seq, event, text, _recorded)

    def _add(self, seq: int, event: Event, text: str, apply: Apply) -> None:
        kind = event.get("kind")
        self._kept.clear()
        if kind == "match":
            self._start(seq)
        elif not self.first_seq:
            return  # before the first match there is nothing to fold
        self._texts.append((seq, text))
        self.last_seq = seq
        seat, finished = self.state.seat, match_state.finished(self.state)
        try:
            if kind == "undo":
                self._undo(seq, event)
                return
            self.state, ruling = apply(self.state, event)
            if kind != "match":
                self._undone.add(seq, event)
        except Exception as error:  # a fault in the rules must not block later events either
            self._leave_out(seq, event, error)
            return
        if self._seats is not None and match_state.finished(self.state) > finished:
            self._seats.append(seat)
        if kind in folds.MARKED:
            folds.keep_mark(self._marks, seq, self.state)
        if not ruling.is_silent:
            self._rulings.append((seq, ruling))

    def _leave_out(self, seq: int, event: Event, error: Exception) -> None:
        why, refusal = repr(error), None
        if isinstance(error, GameError):
            why, refusal = refusals.of_error(error), {"reason": error.reason, "facts": error.facts}
        self._left_out.add(seq)
        args = {"seq": seq, "kind": str(event.get("kind")), "why": why, "refusal": refusal}
        self.problem = Trouble("event_left_out", args)

    def _undo(self, seq: int, event: Event) -> None:
        """Fold again from the last mark before the event that is undone, or from the `match` event on."""
        undone = self._undone.copy()
        undone.add(seq, event)
        marks = list(self._marks)
        folds.forget_marks(marks, undone.event_behind(seq))
        if not marks:
            self._again()
            return
        mark = marks[-1]
        try:
            undo = {**event, "seq": seq}
            folded = folds.again(self._before(seq), undo, self._undone, mark, marks, None)
        except Exception:  # without the undone event a later one cannot be: find out which
            self._again()
            return
        # An undo behind the mark may be about an event before it; its ruling is what it was.
        kept_rulings = {
            number: ruling
            for number, ruling in self._rulings
            if number not in folded.undone.dead and (number <= mark[0] or number in folded.undone.targets)
        }
        kept_rulings.update(folded.rulings)
        folded.state = folded.state.copy()  # it may be one of the marks, and `advance` changes it
        self._take(folded, marks, sorted(kept_rulings.items()))

    def _before(self, end: int) -> Any:
        """A function that gives the usable events from a number on, up to and without `end`."""

        def read(start: int) -> Iterator[Event]:
            first = bisect_left(self._texts, (start, ""))
            for seq, text in self._texts[first:]:
                if seq < end and seq not in self._left_out:
                    yield {**json.loads(text), "seq": seq}

        return read

    def _again(self) -> None:
        """Fold everything from the `match` event on; events that cannot be folded are left out one by one.

        An event that was left out before stays out: no table would have stored it.
        """
        while True:
            kept = list(self._before(self.last_seq + 1)(0))
            marks: list[Any] = []
            try:
                folded = folds.fold(kept.__iter__, marks=marks)
            except Exception as error:
                seq = getattr(error, "seq", None)
                at_fault = next((event for event in kept if event.get("seq") == seq), kept[-1])
                self._leave_out(at_fault["seq"], at_fault, error)
                continue
            break
        self._take(folded, marks, folded.rulings)

    def _take(self, folded: folds.Folded, marks: list[Any], rulings: list[tuple[int, Any]]) -> None:
        self.state = folded.state
        self._seats = None
        self._undone = folded.undone
        self._marks = marks
        self._rulings = rulings

    def seats(self) -> list[int | None]:
        """The seat that broke each finished board, or shot first in each round, of all games in their order:
        0 to 3, one to the right each, even = side a (49b); None where it is unknown.
        """
        if self._seats is None:
            self._seats = self._seats_again()
        count = match_state.finished(self.state)
        return list(self._seats) if len(self._seats) == count else [None] * count

    def _seats_again(self) -> list[int | None]:
        usable = self._before(self.last_seq + 1)(0)
        held = (
            event for event in usable if event["kind"] != "undo" and event["seq"] not in self._undone.dead
        )
        by_game = match_state.breaking(held)
        return [seat for game_number in sorted(by_game) for seat in by_game[game_number]]

    def official(self) -> OfficialResult | None:
        """The official result so far (boardside.game.match.official); None without a match."""
        return self.kept(_official)

    def situation(self) -> BoardInPlay | RoundInPlay | None:
        """The board or round in play (boardside.game.dicts.situation_dict)."""
        return self.kept(_situation)

    def kept(self, make: "Callable[[MatchFold], T]") -> T:
        """The result of `make` for this fold: made at the first request, and again after an event. The caller
        must not change it.
        """
        if make not in self._kept:
            self._kept[make] = make(self)
        value: T = self._kept[make]
        return value

    def kept_of_finished(self, make: "Callable[[MatchFold], T]") -> "T":
        """As `kept` for one `make` that looks only at the finished boards and games, and at who began them:
        made again when these are others.
        """
        marks = (self.state.history, self.state.boards, self.seats())
        if self._finished is None or self._finished[0] != marks:
            self._finished = (marks, make(self))
        value: T = self._finished[1]
        return value


def _official(fold: MatchFold) -> OfficialResult | None:
    if fold.state.setup.match is None:
        return None
    return cast("OfficialResult", game.official(fold.state))


def _situation(fold: MatchFold) -> BoardInPlay | RoundInPlay | None:
    situation = fold.state.situation
    return None if situation is None else cast("BoardInPlay | RoundInPlay", situation_dict(situation))


#: The verdicts on a confirmation's seal. SEALED: by the key that the journal belonged to then.
#: OPEN: the chain is right, and the table had no key. UNKNOWN: the chain is right, the key is not known here,
#: or there is no seal although the table had a key. FOREIGN: by a key that is known here, and was not the
#: journal's then. BROKEN: it is another chain.
SEALED, OPEN, UNKNOWN, FOREIGN, BROKEN = "sealed", "open", "unknown", "foreign", "broken"


#: The kinds of events that hold what people typed; only in them can anything be erased.
ERASABLE = ("match", "names", "protest", "override", "forfeit")


@dataclass(frozen=True, slots=True)
class Signers:
    """The possible signers of a journal's events: its `history`, and all `keys` that are known here. Without
    a history (a file of events): any of the keys, or none.
    """

    history: History
    keys: Sequence[bytes]

    def for_event(self, seq: int) -> tuple[Sequence[bytes], bool]:
        """The keys that the table may have sealed its event `seq` with, and whether it may have had none."""
        if not self.history:
            return self.keys, True
        signer, may_be_open = sealing(self.history, seq)
        return known(self.keys, signer), may_be_open


_encode = json.JSONEncoder(sort_keys=True, separators=(",", ":")).encode


class HostChain(Chain):
    """The same chain, its canonical texts by the quick encoder wherever that writes the same."""

    def text(self, event: Event) -> str:
        """As `boardside.chain.canonical`; they differ at most where a character needs an escape."""
        text = _encode(event)
        return canonical(event) if "\\" in text or "\x7f" in text else text

    def add(self, event: Event) -> None:
        """The next event; of one in which something was erased the head that was kept."""
        kept = erased_head(event)
        if kept is None:
            super().add(event)
            return
        if event["kind"] == "match":
            self.begin()
        self.head = kept
        self.count += 1


def erased_head(event: Event) -> bytes | None:
    """The head of the chain with the event as it was before something in it was erased (32 bytes); None
    for an event as it came.
    """
    erased = event.get("erased")
    if not isinstance(erased, dict) or event.get("kind") not in ERASABLE:
        return None
    head = bytes.fromhex(erased["head"])
    if len(head) != 32:
        raise ValueError("erased.head is no head of a chain")
    return head


class MatchChain:
    """Follows one table's events. `seal`: of the last confirmation of the match, None before it.

    `head`: 64 hex digits after the last event; None when it has no canonical text, and from there on.
    """

    def __init__(self) -> None:
        self._chain = HostChain()
        self._is_whole = True
        self.seal: str | None = None

    @property
    def head(self) -> str | None:
        """The chain up to and with the last event."""
        return self._chain.hex if self._is_whole and self._chain.count else None

    def add(self, event: Event, signers: Signers) -> None:
        """The next event of the journal; `signers`: who may have sealed it."""
        if event.get("kind") == "match":
            self._is_whole = True
            self.seal = None
        elif event.get("kind") == "confirm":
            self.seal = judge(event, self._chain, signers) if self._is_whole else BROKEN
        try:
            self._chain.add(event)
        except (KeyError, TypeError, ValueError, RecursionError):  # no table makes such an event
            self._is_whole = False


def judge(confirm: Event, before: Chain, signers: Signers) -> str | None:
    """The verdict on the seal of a `confirm` event; `before`: the chain of the match's events before it.

    One of the states above; None when it carries none: the table could not read its flash.
    """
    head, made = confirm.get("chain"), confirm.get("seal")
    if head is None:
        return None
    if head != before.hex or confirm.get("events") != before.count:
        return BROKEN
    keys, may_be_open = signers.for_event(confirm["seq"])
    if made is None:
        return OPEN if may_be_open else UNKNOWN
    if _is_by_one_of(keys, before, made):
        return SEALED
    return FOREIGN if _is_by_one_of(signers.keys, before, made) else UNKNOWN


def _is_by_one_of(keys: Iterable[bytes], before: Chain, made: str) -> bool:
    return any(seal(key, before.hex, before.count) == made for key in keys if key)
