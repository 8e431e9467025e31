"""A table's and a host's session on a line with an attacker, who hears and sends. Time is passed in."""

import random
from typing import Any

from boardside.link.commands import Commands
from boardside.link.session import Identity, TableSession
from host_tools.collector.incoming import EventIn, Message, Met
from host_tools.collector.session import HostSession
from tests.memory_journal import MemoryJournal

COMMAND = '{"kind":"hall","do":"end"}'


class Pair:
    """`heard_table`, `heard_host`: everything each of them has sent. `messages`: what the host took."""

    def __init__(
        self, key: bytes = b"key", host_key: bytes | None = None, events: int = 0, keeps: bool = True
    ) -> None:
        self.dice = random.Random(7)
        self.now = 1000
        self.key, self.keeps = key, keeps
        self.flash = MemoryJournal()
        for _ in range(events):
            self.flash.append(kind="play")
        self.applied: list[dict[str, Any]] = []
        self.messages: list[Message] = []
        self.heard_table: list[bytes] = []
        self.heard_host: list[bytes] = []
        self.host = HostSession(
            "host", lambda _table: [key if host_key is None else host_key], None, self.dice.randbytes
        )
        self.power_on()

    def power_on(self) -> None:
        identity = Identity(3, "Table 3", "0badcafe", 1, "0.1")
        status = {"phase": "ready"}
        commands = Commands(self._apply)
        self.table = TableSession(
            identity,
            self.flash,
            lambda _now: status,
            commands,
            self.key,
            self.dice.randbytes,
            lambda new, old: new - old,
        )

    def _apply(self, event: dict[str, Any], _now: int) -> tuple[bool, str, str]:
        self.applied.append(event)
        return True, "ok", ""

    def step(self, milliseconds: int = 10) -> None:
        """One look of both shells."""
        self.now += milliseconds
        from_table = self.table.send(self.now, 4096)
        if from_table:
            self.heard_table.append(from_table)
            self.to_host(from_table)
        from_host = self.host.send(self.now)
        if from_host:
            self.heard_host.append(from_host)
            self.table.receive(from_host, self.now)

    def to_host(self, data: bytes) -> list[Message]:
        """Bytes reach the host; what it makes of them."""
        messages = self.host.receive(data, self.now)
        for message in messages:
            self.messages.append(message)
            if isinstance(message, Met):
                self.host.accept(message, max(1, min(self.host.received, message.last_seq)), self.keeps)
            elif isinstance(message, EventIn):
                self.host.committed(message.seq)
        return messages

    def run(self, milliseconds: int = 1000) -> "Pair":
        for _ in range(milliseconds // 10):
            self.step()
        return self

    def of_kind(self, kind: str, heard: list[bytes]) -> list[bytes]:
        """The lines of this type among `heard`."""
        return [
            line + b"\n"
            for line in b"".join(heard).split(b"\n")
            if line.startswith(b'$["%s"' % kind.encode())
        ]
