"""Tables and hosts with an attacker who records every line and may repeat, cut, mix, change and reflect it;
and a check whether one of them believed a line that it should not have.

The attacker knows everything but the keys: frames of all sessions there ever were, both nonces of each, the
checksum, the protocol. A line is *fresh* when the genuine other end made it for this very session and
direction, and it was not taken before.
"""

import random
from binascii import crc32
from collections import Counter, defaultdict
from typing import Any

from boardside.link.auth import session_signer
from boardside.link.commands import Commands
from boardside.link.frame import fields, unpack
from boardside.link.session import Identity, TableSession
from host_tools.collector.incoming import Answered, EventIn, Met, StatusIn, Up
from host_tools.collector.outgoing import Agreed
from host_tools.collector.session import HostSession
from tests.memory_journal import MemoryJournal

COMMAND = '{"kind":"hall","do":"end","text":"%s"}'


class Believed(AssertionError):  # noqa: N818
    """A line was taken that was not fresh."""


def require(is_so: bool, fault: str) -> None:
    if not is_so:
        raise Believed(fault)


class WatchedTable(TableSession):
    """Notes each line that it takes."""

    world: "World"
    _at: bytes = b""

    def _line(self, line: bytes, now: int) -> None:
        self._at = bytes(line)
        super()._line(line, now)

    def _on_go(self, values: list[Any], *rest: Any) -> None:
        question = self._question
        assert question is not None
        before = self._agreed
        super()._on_go(values, *rest)  # type: ignore[arg-type]
        if self._agreed is not before:
            self.world.table_took(self._at, question.table_nonce, values[1], begins=True)

    def _on_frame(self, values: list[Any], *rest: Any) -> None:
        self.world.table_took(self._at, self.world.table_session, values[1])
        super()._on_frame(values, *rest)


class WatchedHost(HostSession):
    """Notes each line that it takes."""

    world: "World"
    _at: bytes = b""

    def _line(self, line: bytes, now: int, messages: list[Any]) -> None:
        self._at = bytes(line)
        before = len(messages)
        super()._line(line, now, messages)
        if any(isinstance(message, Met) for message in messages[before:]):
            self.world.introduced(self._at + b"\n")

    def _on_frame(self, body: bytes, agreed: Agreed, *rest: Any) -> None:
        got = agreed.got
        super()._on_frame(body, agreed, *rest)
        if agreed.got != got:
            self.world.host_took(self._at, agreed.nonce, got, agreed.got)


class World:
    """One table and its host; `recorded` is what the attacker has, of this and of earlier worlds.

    `key` is the table's; `known` what the host accepts. Lines on the way wait in `to_table` and `to_host`.
    """

    def __init__(
        self, seed: int, key: bytes, known: list[bytes], recorded: list[bytes] | None = None, number: int = 3
    ) -> None:
        self.dice = random.Random(seed)
        self.key, self.known, self.number = key, known, number
        self.recorded: list[bytes] = list(recorded or [])
        self.now = 1000
        self.boot = 0
        self.hosts = 0
        self.journal = MemoryJournal()
        self.nonces: dict[str, set[tuple[object, ...]]] = defaultdict(set)  # each: where it was used
        self.to_table: list[bytes] = []
        self.to_host: list[bytes] = []
        self.made_by_host: dict[bytes, str] = {}  # line: the session it is for
        self.made_by_table: dict[bytes, str] = {}
        self.taken: Counter[tuple[str, bytes]] = Counter()
        self.table_session = ""
        self.table_got = 0
        self.asked: list[str] = []
        self.applied: list[str] = []
        self.received: list[dict[str, Any]] = []
        self.events_stored: dict[int, dict[str, Any]] = {}
        self.ups = self.mets = self.statuses = self.answers = 0
        self.power_on()
        self.restart()

    # Both ends

    def power_on(self) -> None:
        """The table starts anew; its flash stays."""
        self.boot += 1
        self.to_host.clear()
        name = f"Table {self.number}"
        identity = Identity(self.number, name, f"journal{self.number}", self.boot, "0.1")
        self.table = WatchedTable(
            identity, self.journal, lambda now: {"phase": "ready"}, Commands(self._apply), self.key,
            self.dice.randbytes, lambda new, old: new - old,
        )  # fmt: skip
        self.table.world = self
        self.table_session = ""

    def restart(self) -> None:
        """Another host process."""
        self.hosts += 1
        self.to_table.clear()
        self.host = WatchedHost(f"h{self.hosts}", lambda _table: self.known, None, self.dice.randbytes)
        self.host.world = self

    def _apply(self, event: dict[str, Any], now: int) -> tuple[bool, str, str]:
        self.applied.append(event["text"])
        require(event["text"] in self.asked, f"the table did what nobody asked for: {event}")
        require(self.applied.count(event["text"]) == 1, f"done twice: {event}")
        self.table.event_stored(self.journal.append(kind="hall", text=event["text"]))
        return True, "ok", ""

    def play(self) -> None:
        """The umpire does something."""
        self.table.event_stored(self.journal.append(kind="play", text=f"{self.dice.random()}"))

    def ask(self) -> None:
        """The organiser wants something of the table."""
        if self.host.up and not self.host.busy and self.host.peer is not None:
            text = f"order {len(self.asked)} of {self.number}"
            self.asked.append(text)
            self.host.deliver(f"c{self.number}-{len(self.asked)}", COMMAND % text)

    # The wire

    def speak(self, milliseconds: int) -> None:
        """Lets time pass; both ends say what they want to, and it waits on the wire."""
        self.now += milliseconds
        while data := self.table.send(self.now, 1 << 16):
            for line in data.splitlines(keepends=True):
                self._note(line, self.made_by_table)
                self.to_host.append(line)
        for line in self.host.send(self.now).splitlines(keepends=True):
            self._note(line, self.made_by_host)
            self.to_table.append(line)

    def _note(self, line: bytes, made: dict[bytes, str]) -> None:
        """A genuine line: the attacker hears it; for which session it is, only we know."""
        self.recorded.append(line)
        frame = unpack(line.rstrip(b"\n"))
        assert frame is not None
        values = fields(frame[0])
        assert values is not None
        if values[0] == "hi":
            made[line] = "hi"
            self.nonces[values[3]].add(("host", self.hosts, self.ups))
            return
        if values[0] == "on":
            return
        if values[0] == "id":
            self.nonces[values[9]].add(("table", self.boot, values[10]))
            made[line] = values[9]
            return
        if made is self.made_by_host:
            candidate, agreed = self.host._candidate, self.host._agreed
            if values[0] == "go" and candidate is not None:
                session = candidate.table_nonce
            else:
                session = "none" if agreed is None else agreed.nonce
        else:
            session = self.table_session
        require(values[0] == "go" or line not in made, f"the very same line was made twice: {line!r}")
        made[line] = session

    def deliver(self, at_table: bool = True, at_host: bool = True) -> None:
        """Delivers the bytes that wait on the wire."""
        if at_table:
            waiting, self.to_table = self.to_table, []
            for line in waiting:
                self.reach_table(line)
        if at_host:
            waiting, self.to_host = self.to_host, []
            for line in waiting:
                self.reach_host(line)

    def reach_table(self, data: bytes) -> None:
        self.table.receive(data, self.now)

    def reach_host(self, data: bytes) -> None:
        for message in self.host.receive(data, self.now):
            if isinstance(message, Met):
                self.mets += 1
                self._met(message)
            elif isinstance(message, Up):
                self.ups += 1
            elif isinstance(message, EventIn):
                require(
                    self.journal.events[message.seq - 1] == message.event, f"no such event: {message.event}"
                )
                self.events_stored[message.seq] = message.event
                self.host.committed(message.seq)
            elif isinstance(message, StatusIn):
                self.statuses += 1
                require(message.status == {"phase": "ready"}, f"no such status: {message.status}")
            elif isinstance(message, Answered):
                self.answers += 1
                require(message.command.startswith(f"c{self.number}-"), f"nobody asked: {message.command}")

    def introduced(self, line: bytes) -> None:
        require(line in self.made_by_table, f"introduced by somebody else: {line!r}")

    def _met(self, met: Met) -> None:
        require(met.key == self.key, "under another key than the table's")
        have = max(self.events_stored, default=0)
        self.host.accept(met, max(1, min(have, met.last_seq)))

    # What was taken

    def table_took(self, line: bytes, session: str, number: int, begins: bool = False) -> None:
        line += b"\n"
        require(self.made_by_host.get(line) == session != "", f"the table took {line!r}")
        if begins:
            self.table_session, self.table_got = session, 0
        self._once(session + ">", line)
        require(number > self.table_got, f"the table's numbers went back: {line!r}")
        self.table_got = number

    def host_took(self, line: bytes, session: str, before: int, number: int) -> None:
        line += b"\n"
        require(self.made_by_table.get(line) == session != "", f"the host took {line!r}")
        self._once(session + "<", line)
        require(number > before, f"the host's numbers went back: {line!r}")

    def _once(self, session: str, line: bytes) -> None:
        self.taken[(session, line)] += 1
        require(self.taken[(session, line)] == 1, f"taken twice: {line!r}")

    def require_well(self) -> None:
        """Checks everything that must hold at any time."""
        require(all(len(uses) == 1 for uses in self.nonces.values()), "a nonce was used again")
        have = max(self.events_stored, default=0)
        require(len(self.events_stored) == have, "a gap in the record")
        require(self.table.acked <= have, "acknowledged what the host does not have")

    def settle(self) -> None:
        """The attacker is gone: a genuine link comes up again, and everything arrives."""
        for _ in range(200):
            self.speak(100)
            self.deliver()
        self.require_well()
        assert self.table.up
        assert self.host.up
        assert len(self.events_stored) == self.journal.last_seq


def line_of(body: bytes, mac: bytes) -> bytes:
    """A line with a checksum that is right."""
    covered = body + b"*" + mac
    return b"$" + covered + b"%08x\n" % crc32(covered)


def parts_of(line: bytes) -> tuple[bytes, bytes]:
    """(body, mac)"""
    frame = unpack(line.rstrip(b"\n"))
    assert frame is not None
    return bytes(frame[0]), bytes(frame[1])


def signed(body: bytes, key: bytes, host_nonce: str, table_nonce: str, direction: bytes) -> bytes:
    """A message signed with another key."""
    return line_of(body, session_signer(key, host_nonce, table_nonce).mac(direction, body))


def honest(world: World) -> World:
    """Some minutes of ordinary play: events, orders, a reboot, another host, a lost connection."""
    for step in range(60):
        world.speak(250)
        world.deliver()
        if step % 5 == 0:
            world.play()
        if step % 7 == 3:
            world.ask()
        if step == 25:
            world.power_on()
        if step == 40:
            world.restart()
        if step == 50:
            world.now += 9000
    world.settle()
    return world
