"""The host's states: each thing that can happen in each of them leads where MOVES says."""

import random

import pytest

from boardside.link.commands import Commands
from boardside.link.frame import pack
from boardside.link.session import SILENCE_MS, Identity, TableSession
from host_tools.collector.incoming import Met
from host_tools.collector.outgoing import FLIGHT_MS, SERIAL_IN_FLIGHT
from host_tools.collector.session import MOVES, Happened, HostSession, State
from tests.chaos.pair import Pair
from tests.memory_journal import MemoryJournal

WITH_CANDIDATE = (State.MET, State.GOING)


class Line(Pair):
    """A pair whose host accepts nobody by itself."""

    def to_host(self, data: bytes) -> list[object]:  # type: ignore[override]
        messages = self.host.receive(data, self.now)
        self.messages += messages
        return list(messages)

    def accept(self) -> None:
        met = next(message for message in reversed(self.messages) if isinstance(message, Met))
        self.host.accept(met, 1)


def brought_to(state: State, is_up: bool) -> Line:
    pair = Line(events=1)
    if is_up:
        settle(pair)
        if state is not State.SETTLED:
            pair.host.receive(pack(b'["on",1,3]', b"0" * 16) + b"\n", pair.now)
    if state in WITH_CANDIDATE:
        introduce(pair)
    if state is State.GOING:
        pair.accept()
    assert pair.host._state is state
    assert pair.host.up == is_up
    return pair


def introduce(pair: Line) -> None:
    """Exchanges the host's question and the table's answer; nothing more reaches either."""
    for _ in range(200):
        pair.now += 10
        pair.table.receive(pair.host.send(pair.now), pair.now)
        data = pair.table.send(pair.now, 4096)
        if data.startswith(b'$["id"'):
            pair.to_host(data)
            return
    raise AssertionError("the table did not introduce itself")


def settle(pair: Line) -> None:
    introduce(pair)
    pair.accept()
    pair.run(200)
    assert pair.host._state is State.SETTLED


def happens(pair: Line, happened: Happened) -> None:
    host = pair.host
    if happened is Happened.PROVEN:
        pair.power_on()
        introduce(pair)
    elif happened is Happened.ACCEPTED:
        pair.accept()
    elif happened is Happened.FIRST_FRAME:
        for _ in range(3):
            pair.table.receive(host.send(pair.now), pair.now)
            host.receive(pair.table.send(pair.now, 4096), pair.now)
    elif happened is Happened.BEACON:
        host.receive(pack(b'["on",1,3]', b"0" * 16) + b"\n", pair.now)
    elif happened is Happened.SILENCE:
        pair.now += SILENCE_MS + 1000
        host.send(pair.now)
    else:
        host.refuse()


def can_happen(state: State, is_up: bool, happened: Happened) -> bool:
    if happened is Happened.PROVEN:
        return state is not State.SETTLED  # it has asked nothing
    if happened is Happened.ACCEPTED:
        return state in WITH_CANDIDATE
    if happened is Happened.FIRST_FRAME:
        return state is State.GOING
    return happened is not Happened.SILENCE or is_up


STATES = [(state, is_up) for state in State for is_up in (False, True) if is_up or state is not State.SETTLED]


@pytest.mark.parametrize(
    ("state", "is_up", "happened"),
    [(*each, happened) for each in STATES for happened in Happened if can_happen(*each, happened)],
)
def test_what_happens_leads_to_the_state_of_the_table_of_moves(
    state: State, is_up: bool, happened: Happened
) -> None:
    pair = brought_to(state, is_up)
    happens(pair, happened)
    assert pair.host._state is MOVES[state].get(happened, state)
    ends = happened in (Happened.SILENCE, Happened.REVOKED)
    assert pair.host.up == ((is_up and not ends) or happened is Happened.FIRST_FRAME)
    assert (pair.host._candidate is not None) == (pair.host._state in WITH_CANDIDATE)


@pytest.mark.parametrize(("state", "is_up"), STATES)
def test_it_asks_until_a_session_is_settled(state: State, is_up: bool) -> None:
    pair = brought_to(state, is_up)
    pair.now += 3000
    assert (b'["hi"' in pair.host.send(pair.now)) == (state is not State.SETTLED)


def test_nothing_of_a_session_reaches_the_next() -> None:
    pair = Line(events=1)
    settle(pair)
    pair.host.deliver("c1", '{"kind":"hall","do":"end"}')
    assert pair.host.busy
    pair.now += SILENCE_MS + 1000
    pair.host.send(pair.now)
    assert not pair.host.busy
    settle(pair)
    assert not pair.host.busy
    pair.run(2000)
    assert pair.applied == []


# What a serial line may have under way: 200 bytes, also while both ends are still getting to know each
# other and an answer comes late.

KEY = b"the key"
STEP_MS = 50


class Table:
    """A table that reads its cable only when it is told to, and what the host has under way to it."""

    def __init__(self) -> None:
        dice = random.Random(1)
        self.host = HostSession("h" * 16, lambda _table: [KEY], SERIAL_IN_FLIGHT, dice.randbytes)
        self.table = TableSession(
            Identity(3, "Table 3", "0badcafe", 1, "0.1"), MemoryJournal(), lambda _now: {},
            Commands(self._apply), KEY, dice.randbytes, lambda new, old: new - old,
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
