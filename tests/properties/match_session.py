"""One match by its events, applied one by one, with the state before each: what UNDO is compared with."""

import json
from typing import Any

from boardside.game import dicts, match
from boardside.game.errors import CODES, GameError
from boardside.game.events import TABLE_WIDE, UNDOABLE
from boardside.game.state import Ruling, State
from host_tools.laws import refusals

Event = dict[str, Any]


def snapshot(state: State) -> str:
    """Everything a state holds, in one text: equal states have equal texts."""
    return json.dumps(dicts.to_dict(state), sort_keys=True)


class Session:
    """One match from its `match` event on, with the events as a journal has them.

    events: all of them, undos included, numbered. rulings: of the applied ones. state: after the last.
    refused, undone: how many events were not taken, how many UNDO took back.
    """

    def __init__(self, begin: Event) -> None:
        self.events: list[Event] = []
        self.rulings: list[Ruling] = []
        self.state = match.new()
        self.refused = 0
        self.undone = 0
        self._steps: list[tuple[Event, State, list[Event]]] = []
        self._undone: list[tuple[int, State, tuple[Event, State, list[Event]]]] = []
        self.add(begin)

    @classmethod
    def resumed(cls, state: State, events: list[Event]) -> "Session":
        """A session that goes on from `state`, to which `events` had folded; UNDO reaches back to here."""
        session = cls(events[0])
        session.events = list(events)
        session.state = state
        session._steps = []
        return session

    def add(self, event: Event) -> None:
        """Apply and keep `event`. Raises GameError, and then keeps nothing."""
        event = {**event, "seq": len(self.events) + 1}
        before = self.state
        self.state, ruling = match.apply(before, event)
        self.events.append(event)
        self._undone = []
        self.rulings.append(ruling)
        if event["kind"] in UNDOABLE:
            self._steps.append((event, before, []))
        elif self._steps and event["kind"] not in TABLE_WIDE:
            self._steps[-1][2].append(event)

    def undo(self) -> bool:
        """Leave out the newest event that can be; False when there is none."""
        if not self._steps:
            return False
        before = self.state
        step = undone, state, later = self._steps.pop()
        for event in later:
            state = match.apply(state, event)[0]
        self.state = state
        if self._steps:
            self._steps[-1][2].extend(later)
        undo: Event = {"kind": "undo", "seq": len(self.events) + 1}
        if undone["seq"] % 2:
            undo["of"] = undone["seq"]
        self.events.append(undo)
        self._undone.append((undo["seq"], before, (step[0], step[1], list(step[2]))))
        self.undone += 1
        return True

    def redo(self) -> bool:
        """Let the event hold again that was undone last; False when something has come since."""
        if not self._undone:
            return False
        seq, self.state, step = self._undone.pop()
        for _ in step[2]:
            if self._steps:
                self._steps[-1][2].pop()
        self._steps.append(step)
        self.events.append({"kind": "undo", "of": seq, "seq": len(self.events) + 1})
        return True


def refusal(session: Session, event: Event, is_compared: bool = True) -> GameError | None:
    """The GameError that `event` meets, checked to be a proper one; None if it is taken.

    is_compared: hold the state after a refusal against the state before, which takes longer than the event.
    """
    before = snapshot(session.state) if is_compared else ""
    count = len(session.events)
    try:
        session.add(event)
    except GameError as error:
        met = error
    else:
        return None
    assert met.code in CODES, met.code
    assert met.reason in refusals.SENTENCES, event
    assert len(session.events) == count
    assert not is_compared or snapshot(session.state) == before, f"refused, but changed: {event}"
    session.refused += 1
    return met
