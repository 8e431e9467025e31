"""The host's own fold of the match at one table: one step for each event; an undo is folded again from the
beginning of its board only, so that a long match costs no more for each event than a short one.

An event that the rules do not accept is left out and named in `problem`: it must not hold up the ones behind
it.
"""

import json
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from boardside.game import fold as folds
from boardside.game import match as game
from boardside.game.errors import GameError
from boardside.game.official import situation_dict
from boardside.game.undo import Undone
from host_tools import seats

T = TypeVar("T")
#: `game.apply` or `game.advance`.
Apply = Callable[[Any, dict[str, Any]], tuple[Any, Any]]

#: Rulings kept for the pages.
RULINGS = 8


class MatchFold:
    """The events of one match (from its `match` event on) and what they come to.

    `first_seq`, `last_seq`: numbers of its first and its last event; `state`: of boardside.game;
    `problem`: why an event was left out, or None; `count`: how many events.
    """

    def __init__(self) -> None:
        self._texts: list[tuple[int, str]] = []
        self._left_out: set[int] = set()
        self._rulings: list[tuple[int, Any]] = []
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
        self.problem: str | None = None
        self._kept: dict[str, Any] = {}

    @property
    def match(self) -> str | None:
        """The id of the match; None when there is none (yet), or its begin was not acceptable."""
        return self.state.match

    @property
    def count(self) -> int:
        """How many events the match has so far."""
        return len(self._texts)

    @property
    def rulings(self) -> list[dict[str, Any]]:
        """The last ones as {"seq", "text", "laws"}, the newest at the end."""
        return [
            {"seq": seq, "text": ruling.text, "laws": list(ruling.laws)}
            for seq, ruling in self._rulings[-RULINGS:]
        ]

    @classmethod
    def of(cls, events: "Sequence[tuple[int, dict[str, Any], str]]") -> "MatchFold":
        """The fold of these (number, event, its JSON): the same as by `add`, without a copy of the state for
        each of them where the rules accept them all.
        """
        for apply in (game.advance, game.apply):
            made = cls()
            for seq, event, text in events:
                made._add(seq, event, text, apply)
            if not made._left_out:  # else `advance` has used up a state that was still wanted
                break
        return made

    def add(self, seq: int, event: dict[str, Any], text: str) -> None:
        """Take the next event; `text` is its JSON. A `match` event begins a new match."""
        self._add(seq, event, text, game.apply)

    def _add(self, seq: int, event: dict[str, Any], text: str, apply: Apply) -> None:
        kind = event.get("kind")
        self._kept.clear()
        if kind == "match":
            self._start(seq)
        elif not self.first_seq:
            return  # before the first match there is nothing to fold
        self._texts.append((seq, text))
        self.last_seq = seq
        seat, finished = self.state.seat, seats.finished(self.state)
        try:
            if kind == "undo":
                self._undo(seq, event)
                return
            self.state, ruling = apply(self.state, event)
            if kind != "match":
                self._undone.add(seq, event)
        except Exception as error:  # a fault in the rules must hold up nothing either
            self._leave_out(seq, event, error)
            return
        if self._seats is not None and seats.finished(self.state) > finished:
            self._seats.append(seat)
        if kind in folds.MARKED:
            folds.keep_mark(self._marks, seq, self.state if apply is game.apply else self.state.copy())
        if ruling.text:
            self._rulings.append((seq, ruling))

    def _leave_out(self, seq: int, event: dict[str, Any], error: Exception) -> None:
        why = error.message if isinstance(error, GameError) else repr(error)
        self._left_out.add(seq)
        self.problem = f"Event {seq} ({event.get('kind')}) is left out: {why}"

    def _undo(self, seq: int, event: dict[str, Any]) -> None:
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
        found = {
            number: ruling
            for number, ruling in self._rulings
            if number not in folded.undone.dead and (number <= mark[0] or number in folded.undone.targets)
        }
        found.update(folded.rulings)
        self._take(folded, marks, sorted(found.items()))

    def _before(self, end: int) -> Any:
        """What gives the usable events from a number on, up to and without `end`."""

        def read(start: int) -> Iterator[dict[str, Any]]:
            first = bisect_left(self._texts, (start, ""))
            for seq, text in self._texts[first:]:
                if seq < end and seq not in self._left_out:
                    yield {**json.loads(text), "seq": seq}

        return read

    def _again(self) -> None:
        """Fold everything from the `match` event on; whatever cannot be is left out, one after the other.

        What was left out before stays out: no table would have stored it.
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
        0 to 3, one to the right each, even = side a (49b); None where nobody knows.
        """
        if self._seats is None:
            self._seats = self._seats_again()
        count = seats.finished(self.state)
        return list(self._seats) if len(self._seats) == count else [None] * count

    def _seats_again(self) -> list[int | None]:
        usable = self._before(self.last_seq + 1)(0)
        held = (
            event for event in usable if event["kind"] != "undo" and event["seq"] not in self._undone.dead
        )
        by_game = seats.breaking(held)
        return [seat for game_number in sorted(by_game) for seat in by_game[game_number]]

    def official(self) -> dict[str, Any] | None:
        """The official result so far (boardside.game.match.official); None without a match."""
        return self.kept("official", _official)

    def situation(self) -> dict[str, Any] | None:
        """The board or round in play (boardside.game.official.situation_dict)."""
        return self.kept("situation", _situation)

    def kept(self, name: str, make: "Callable[[MatchFold], T]") -> T:
        """What `make` gives for this fold: made when it is first asked for, and again after an event. Whoever
        gets it must not change it.
        """
        if name not in self._kept:
            self._kept[name] = make(self)
        found: T = self._kept[name]
        return found

    def to_dict(self) -> dict[str, Any]:
        """The whole state, JSON-ready."""
        return game.to_dict(self.state)


def _official(fold: MatchFold) -> dict[str, Any] | None:
    return game.official(fold.state) if fold.state.match is not None else None


def _situation(fold: MatchFold) -> dict[str, Any] | None:
    return situation_dict(fold.state)
