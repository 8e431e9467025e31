"""What a serial line may have under way: 200 bytes, also while both ends are still getting to know each other
and an answer comes late.
"""

import random

from rig import Journal

from boardside.link.commands import Commands
from boardside.link.session import Identity, TableSession
from host_tools.collector.flow_control import FLIGHT_MS, SERIAL_IN_FLIGHT
from host_tools.collector.messages import Met
from host_tools.collector.session import HostSession

KEY = b"the key"
STEP_MS = 50


class Table:
    """A table that reads its cable only when it is told to, and what the host has under way to it."""

    def __init__(self) -> None:
        dice = random.Random(1)
        self.host = HostSession("h" * 16, lambda _table: [KEY], SERIAL_IN_FLIGHT, dice.randbytes)
        self.table = TableSession(
            Identity(3, "Table 3", "0badcafe", 1, "0.1"), Journal(), lambda _now: {}, Commands(self._apply),
            KEY, dice.randbytes, lambda new, old: new - old,
        )  # fmt: skip
        self.now = 0
        self.unread: list[tuple[int, bytes]] = []

    @staticmethod
    def _apply(_event: dict[str, object], _now: int) -> tuple[bool, str, str]:
        return True, "ok", ""

    def reads(self) -> bytes:
        """Lets the table read what is under way to it; returns its answer."""
        data = b"".join(each for _, each in self.unread)
        self.unread = []
        self.table.receive(data, self.now)
        return self.table.send(self.now, 1000)

    def passes(self, ms: int, heard: bytes = b"") -> None:
        """Lets time pass at the host, which hears this first."""
        for _ in range(0, ms, STEP_MS):
            for message in self.host.receive(heard, self.now):
                if isinstance(message, Met):
                    self.host.accept(message, 1)
            heard = b""
            if out := self.host.send(self.now):
                self.unread.append((self.now, out))
            recent = sum(len(each) for at, each in self.unread if self.now - at < FLIGHT_MS)
            assert recent <= SERIAL_IN_FLIGHT, f"{recent} bytes under way after {self.now} ms"
            self.now += STEP_MS


def test_an_answer_that_comes_late_proves_nothing_of_what_was_asked_since() -> None:
    """At 0 s the host asks and the table answers, which is held up; the host asks on, 73 bytes each time."""
    beacon = next(line for line in Table().table.send(0, 1000).splitlines(True) if b'"on"' in line)
    at = Table()
    at.passes(350)
    answer = at.reads()
    assert b'"id"' in answer
    at.passes(350, beacon)
    at.passes(350, beacon)
    assert len(at.unread) == 2
    assert at.now > FLIGHT_MS
    at.passes(250, answer)
    assert b'"go"' in at.unread[-1][1]
    at.passes(300, beacon)
    for _ in range(8):
        at.passes(100, at.reads())
    assert at.host.up
