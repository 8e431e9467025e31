"""The host's states: each thing that can happen in each of them leads where MOVES says."""

import pytest

from boardside.link.frame import pack
from boardside.link.session import SILENCE_MS
from host_tools.collector.messages import Met
from host_tools.collector.session import MOVES, Happened, State
from tests.chaos.pair import Pair

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
