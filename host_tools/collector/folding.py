"""The host's own fold of the match at one table: one step for each event, from the start again after an undo.

An event that the rules do not accept is left out and named in `problem`: it must not hold up the ones behind
it.
"""

import json
from collections import deque
from typing import Any

from boardside.game import match as game
from boardside.game.errors import GameError
from boardside.game.fold import fold

#: Rulings kept for the pages.
RULINGS = 8


class MatchFold:
    """The events of one match (from its `match` event on) and what they come to.

    `first_seq`, `last_seq`: numbers of its first and its last event; `state`: of boardside.game; `rulings`:
    the last ones as {"seq", "text", "laws"}; `problem`: why an event was left out, or None; `count`: how many
    events.
    """

    def __init__(self) -> None:
        self._texts: list[tuple[int, str]] = []
        self._left_out: set[int] = set()
        self._start(0)

    def _start(self, seq: int) -> None:
        self._texts.clear()
        self._left_out.clear()
        self.first_seq = self.last_seq = seq
        self.state = game.new()
        self.rulings: deque[dict[str, Any]] = deque(maxlen=RULINGS)
        self.problem: str | None = None

    @property
    def match(self) -> str | None:
        """The id of the match; None when there is none (yet), or its begin was not acceptable."""
        return self.state.match

    @property
    def count(self) -> int:
        """How many events the match has so far."""
        return len(self._texts)

    def add(self, seq: int, event: dict[str, Any], text: str) -> None:
        """Take the next event; `text` is its JSON. A `match` event begins a new match."""
        if event.get("kind") == "match":
            self._start(seq)
        elif not self.first_seq:
            return  # before the first match there is nothing to fold
        self._texts.append((seq, text))
        self.last_seq = seq
        if event.get("kind") == "undo":
            self._again()
            return
        try:
            self.state, ruling = game.apply(self.state, event)
        except Exception as error:  # a fault in the rules must hold up nothing either
            self._leave_out(seq, event, error)
            return
        self._rule(seq, ruling)

    def _rule(self, seq: int, ruling: Any) -> None:
        if ruling.text:
            self.rulings.append({"seq": seq, "text": ruling.text, "laws": list(ruling.laws)})

    def _leave_out(self, seq: int, event: dict[str, Any], error: Exception) -> None:
        why = error.message if isinstance(error, GameError) else repr(error)
        self._left_out.add(seq)
        self.problem = f"Event {seq} ({event.get('kind')}) is left out: {why}"

    def _again(self) -> None:
        """Fold everything from the `match` event on; whatever cannot be is left out, one after the other.

        What was left out before stays out: no table would have stored it.
        """
        events = [json.loads(text) for seq, text in self._texts if seq not in self._left_out]
        while True:
            kept = [event for event in events if event["seq"] not in self._left_out]
            try:
                folded = fold(kept.__iter__, keep_rulings=RULINGS)
            except Exception as error:
                seq = getattr(error, "seq", None)
                at_fault = next((event for event in kept if event.get("seq") == seq), kept[-1])
                self._leave_out(at_fault["seq"], at_fault, error)
                continue
            break
        self.state = folded.state
        self.rulings.clear()
        for seq, ruling in folded.rulings:
            self._rule(seq, ruling)

    def official(self) -> dict[str, Any] | None:
        """The official result so far (boardside.game.match.official); None without a match."""
        return game.official(self.state) if self.state.match is not None else None

    def to_dict(self) -> dict[str, Any]:
        """The whole state, JSON-ready."""
        return game.to_dict(self.state)
