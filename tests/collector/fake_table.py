"""A table without hardware for the collector's tests: the real session and shell, a journal in memory, the
real rules.
"""

import asyncio
import os
import time
from collections.abc import Iterator
from typing import Any

from boardside.game import match as game
from boardside.game.fold import fold
from boardside.link.commands import Commands
from boardside.link.session import Identity, TableSession
from boardside.link.tcp import TcpLink

MATCH = {
    "kind": "match",
    "match": "m1",
    "ruleset": "icf",
    "stage": "group",
    "doubles": False,
    "a": ["Asha"],
    "b": ["Bela"],
    "breaks": "a",
}


def board(winner: str = "a", left: int = 5, queen: str | None = None) -> dict[str, Any]:
    """A `board` event; the Queen goes to the winner if nothing else is said."""
    return {"kind": "board", "winner": winner, "left": left, "queen": queen or winner, "demand": 0}


def ticks_ms() -> int:
    return time.monotonic_ns() // 1_000_000


class MemoryJournal:
    """A journal in memory, with what a session needs of it."""

    def __init__(self, journal_id: str) -> None:
        self.id = journal_id
        self.events: list[dict[str, Any]] = []
        self.first_seq = 1

    @property
    def last_seq(self) -> int:
        return self.events[-1]["seq"] if self.events else 0

    def read(self, from_seq: int) -> Iterator[dict[str, Any]]:
        return iter([event for event in self.events if event["seq"] >= from_seq])


class FakeTable:
    """Table `number`; `lies` is added to its own points in the status. `applied` lists the commands it
    carried out.
    """

    def __init__(self, number: int, journal: str = "", key: bytes = b"") -> None:
        self.number = number
        self.key = key
        self.journal = MemoryJournal(journal or f"journal{number}")
        self.sessions: list[TableSession] = []
        self.commands = Commands(self.apply)
        self.applied: list[dict[str, Any]] = []
        self.refusal: tuple[str, str] | None = None
        self.lies = 0
        self.boot = 1
        self.hall = {"state": "off", "left": 0, "length": 0, "number": 0, "moment": 0}

    def session(self) -> TableSession:
        identity = Identity(self.number, f"Table {self.number}", self.journal.id, self.boot, "0.1.0")
        made = TableSession(
            identity,
            self.journal,
            lambda now: self.status(now),  # a test may put another one in its place
            self.commands,
            self.key,
            os.urandom,
            lambda new, old: new - old,
        )
        self.sessions.append(made)
        return made

    def add(self, event: dict[str, Any]) -> dict[str, Any]:
        """Store an event and tell it."""
        stored = {**event, "seq": self.journal.last_seq + 1, "boot": self.boot, "at": ticks_ms()}
        self.journal.events.append(stored)
        for session in self.sessions:
            session.event_stored(stored)
        return stored

    def apply(self, event: dict[str, Any], now: int) -> tuple[bool, str, str]:
        if self.refusal is not None:
            return False, *self.refusal
        self.applied.append(event)
        if event["kind"] == "hall":
            state = {"end": "expired", "pause": "paused"}.get(event["do"], "running")
            self.hall = {"state": state, "left": event.get("ms", 0), "length": event.get("ms", 0)}
            self.hall |= {name: event[name] for name in ("number", "moment") if name in event}
        self.add({**event, "by": "host"})
        return True, "ok", "done"

    def status(self, now: int) -> dict[str, Any]:
        events = self.journal.events
        begins = [at for at, event in enumerate(events) if event["kind"] == "match"]
        state = fold(lambda: iter(events[begins[-1] if begins else len(events) :])).state
        official = game.official(state)
        return {
            "phase": state.phase,
            "match": state.setup.match,
            "game": state.game,
            "board": state.board,
            "points": [official["points"][0] + self.lies, official["points"][1]],
            "games": official["games_won"],
            "seq": self.journal.last_seq,
            "clock": {"name": "stroke", "state": "running", "left": 9000, "length": 15000},
            "hall": self.hall,
        }

    def link(self, port: int) -> TcpLink:
        """The Wi-Fi shell, calling 127.0.0.1:`port`."""
        return TcpLink(
            "127.0.0.1",
            port,
            self.session,
            lambda: True,
            ticks_ms,
            lambda new, old: new - old,
            lambda count: b"\0",
        )

    def call(self, port: int) -> "asyncio.Task[None]":
        """Keep calling the collector, in a task."""
        return asyncio.create_task(self.link(port).run(lambda: None))
