"""A table and a host on a bad line, in one process and in virtual time: everything random comes from one
seed.
"""

import random
from dataclasses import dataclass, field
from typing import Any

from boardside.link.commands import Commands
from boardside.link.session import Identity, TableSession
from host_tools.collector.incoming import Answered, EventIn, Met, Refused, StatusIn
from host_tools.collector.outgoing import SERIAL_IN_FLIGHT
from host_tools.collector.session import HostSession
from tests.memory_journal import MemoryJournal

STEP_MS = 10


@dataclass
class Faults:
    """The probability of each fault for a piece of bytes, 0 to 1; `commit_fails`: of a commit that fails."""

    lose: float = 0.0
    repeat: float = 0.0
    damage: float = 0.0
    reorder: float = 0.0
    commit_fails: float = 0.0
    table_reboots: float = 0.0
    host_restarts: float = 0.0


class Line:
    """One direction. Bytes go in, come out cut anywhere, and suffer the faults."""

    def __init__(self, dice: random.Random) -> None:
        self._dice = dice
        self._pieces: list[bytes] = []

    def put(self, data: bytes, faults: Faults) -> None:
        while data:
            cut = self._dice.randint(1, len(data))
            piece, data = data[:cut], data[cut:]
            if self._dice.random() < faults.lose:
                continue
            if self._dice.random() < faults.damage:
                at = self._dice.randrange(len(piece))
                piece = piece[:at] + bytes([self._dice.randrange(256)]) + piece[at + 1 :]
            self._pieces.append(piece)
            if self._dice.random() < faults.repeat:
                self._pieces.append(piece)
            if len(self._pieces) > 1 and self._dice.random() < faults.reorder:
                self._pieces[-1], self._pieces[-2] = self._pieces[-2], self._pieces[-1]

    def take(self) -> bytes:
        """Takes some of the bytes that wait, perhaps none."""
        count = self._dice.randint(0, len(self._pieces))
        taken, self._pieces = self._pieces[:count], self._pieces[count:]
        return b"".join(taken)


@dataclass
class Disk:
    """The host's database: outlives restarts. Every event once, in the order in which it was first
    committed.
    """

    events: dict[int, dict[str, Any]] = field(default_factory=dict)
    doubles: int = 0
    queued: list[dict[str, Any]] = field(default_factory=list)

    @property
    def last(self) -> int:
        return max(self.events, default=0)

    def commit(self, journal: MemoryJournal) -> None:
        for event in self.queued:
            if event["seq"] in self.events:
                self.doubles += 1
                assert self.events[event["seq"]] == event
            self.events[event["seq"]] = event
            assert event == journal.events[event["seq"] - 1]
        self.queued = []


class Rig:
    """Runs both ends. `check` holds what must be true at every moment."""

    def __init__(self, seed: int, key: bytes = b"key", host_key: bytes | None = None) -> None:
        self.dice = random.Random(seed)
        self.now = 0
        self.key = key
        self.host_key = key if host_key is None else host_key
        self.journal = MemoryJournal()
        self.disk = Disk()
        self.boot = 0
        self.applied: list[str] = []
        self.answers: list[Answered] = []
        self.refused: list[Refused] = []
        self.statuses = 0
        self.outbox: list[str] = []
        self.peer: Met | None = None
        self.to_table, self.to_host = Line(self.dice), Line(self.dice)
        self.reboot()
        self.restart()

    def reboot(self) -> None:
        """The table loses all but its flash."""
        self.boot += 1
        identity = Identity(3, "Table 3", "0badcafe", self.boot, "0.1")
        self.table = TableSession(
            identity, self.journal, lambda now: {"seq": self.journal.last_seq}, Commands(self.apply),
            self.key, self.dice.randbytes, lambda new, old: new - old,
        )  # fmt: skip

    def restart(self) -> None:
        """The host loses all but its database, the outbox included in that."""
        self.host = HostSession("host", lambda table: [self.host_key], SERIAL_IN_FLIGHT, self.dice.randbytes)
        self.disk.queued = []
        self.received = self.disk.last

    def apply(self, event: dict[str, Any], now: int) -> tuple[bool, str, str]:
        self.applied.append(event["cmd"])
        self.table.event_stored(self.journal.append(**event))
        return True, "ok", ""

    def play(self) -> None:
        """Lets the umpire do something."""
        self.table.event_stored(self.journal.append(kind="play", text="*$[" + "x" * self.dice.randrange(60)))

    def step(self, faults: Faults) -> None:
        """Passes ten milliseconds."""
        self.now += STEP_MS
        if self.dice.random() < faults.table_reboots:
            self.reboot()
        if self.dice.random() < faults.host_restarts:
            self.restart()
        self.to_host.put(self.table.send(self.now, 100), faults)
        self.table.receive(self.to_table.take(), self.now)
        for message in self.host.receive(self.to_host.take(), self.now):
            self.handle(message)
        if self.disk.queued and self.dice.random() >= faults.commit_fails:
            self.disk.commit(self.journal)
            self.host.committed(self.disk.last)
        self.deliver()
        out = self.host.send(self.now)
        assert b"\x03" not in out
        self.to_table.put(out, faults)
        self.check()

    def handle(self, message: Any) -> None:
        if isinstance(message, Met):
            self.peer = message
            self.host.accept(message, max(1, min(self.received, message.last_seq)))
        elif isinstance(message, EventIn):
            self.disk.queued.append(message.event)
            self.received = max(self.received, message.seq)
            if "cmd" in message.event and message.event["cmd"] in self.outbox:
                self.settle(message.event["cmd"])
        elif isinstance(message, Answered):
            self.answers.append(message)
            self.settle(message.command)
        elif isinstance(message, StatusIn):
            self.statuses += 1
        elif isinstance(message, Refused):
            self.refused.append(message)

    def settle(self, command: str) -> None:
        self.host.abandon(command)
        if command in self.outbox:
            self.outbox.remove(command)

    def deliver(self) -> None:
        """Commits as the collector does: only when the journal's end is stored."""
        if self.outbox and self.host.up and not self.host.busy:
            assert self.host.peer is not None
            if self.disk.last >= self.host.peer.last_seq:
                self.host.deliver(self.outbox[0], '{"kind":"names","a":["Zo\\u00eb","' + "y" * 200 + '"]}')

    def check(self) -> None:
        assert self.table._events.acked <= max(self.disk.last, 0), "acknowledged before it was committed"
        assert self.disk.last == len(self.disk.events), "a gap in the database"
        assert len(self.applied) == len(set(self.applied)), "a command was done twice"

    def run(self, milliseconds: int, faults: Faults, events: int = 0, commands: int = 0) -> None:
        """Play `events` and ask for `commands`, spread at random over the time."""
        steps = milliseconds // STEP_MS
        plays = sorted(self.dice.randrange(steps) for _ in range(events))
        asks = sorted(self.dice.randrange(steps) for _ in range(commands))
        for step in range(steps):
            while plays and plays[0] == step:
                plays.pop(0)
                self.play()
            while asks and asks[0] == step:
                asks.pop(0)
                self.outbox.append(f"c{len(self.applied) + len(self.outbox)}-{self.now}")
            self.step(faults)

    def converged(self) -> bool:
        return len(self.disk.events) == self.journal.last_seq and self.table.acked == self.journal.last_seq
