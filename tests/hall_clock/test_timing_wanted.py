"""What a table is sent of the hall's clock, by what it reports; a host time that several processes share."""

import asyncio
import json
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardside.game import events
from host_tools.collector import hall_clock
from host_tools.collector.clocks import HostTime
from host_tools.collector.hall_clock import HallClock, command_of, has_clock, needs_clock
from host_tools.collector.hub import Hub
from host_tools.collector.incoming import Answered
from host_tools.collector.live import LiveTable
from host_tools.store import Store
from host_tools.store.halls import Clocks, HallState
from host_tools.store.rows import CollectorRecord

AT = 1_780_000_000_000
#: Two readings of the real clock lie that far apart on a busy machine.
BUSY_MS = 1000
STATES = ("off", "running", "paused", "expired")


def hall_state(state: str = "running", left: int = 60_000, number: int = 4, moment: int = AT) -> HallState:
    return HallState("hall", state, 60_000, left, moment, number)


def clock_status(state: str, number: int = 0, moment: int = 0) -> dict[str, Any]:
    return {"state": state, "left": 0, "length": 0, "number": number, "moment": moment}


@pytest.mark.parametrize(
    ("clock", "table", "at", "lacks"),
    [
        (hall_state(), clock_status("off"), AT - 1000, True),
        (hall_state(), clock_status("off", 4, AT), AT - 1000, False),  # it has it, and waits for the moment
        (hall_state(), clock_status("running", 4, AT), AT + 5, False),
        (hall_state(), clock_status("running", 3, AT - 9), AT + 5, True),
        (
            hall_state(),
            clock_status("running", 4, AT - 9),
            AT + 5,
            True,
        ),  # the number of another database's clock
        (hall_state(), clock_status("paused", 3, AT - 9), AT + 5, True),
        (hall_state(), clock_status("expired", 3, AT - 9), AT + 5, True),
        (
            hall_state(),
            clock_status("expired", 4, AT + 60_000),
            AT + 59_990,
            False,
        ),  # it was a little quicker
        (hall_state(), clock_status("off"), AT + 60_000, False),  # over, and nothing ran there
        (hall_state(), clock_status("expired", 4, AT + 60_000), AT + 60_000, False),
        (hall_state(), clock_status("running", 3, AT - 9), AT + 60_000, True),  # over, and it runs there
        (hall_state("paused", 5_000), clock_status("running", 3, AT - 9), AT - 5, True),
        (hall_state("paused", 5_000), clock_status("off"), AT + 10**9, True),
        (hall_state("paused", 5_000), clock_status("paused", 4, AT), AT + 10**9, False),
        (hall_state("ended", 0), clock_status("running", 3, AT - 9), AT, True),
        (hall_state("ended", 0), clock_status("running", 4, AT), AT - 1000, False),
        (hall_state("ended", 0), clock_status("off"), AT, False),
        (hall_state("ended", 0), clock_status("expired", 3, AT - 9), AT, False),
        (hall_state("off", 0), clock_status("expired", 3, AT - 9), AT, True),
        (hall_state("off", 0), clock_status("running", 4, AT), AT, True),
        (hall_state("off", 0), clock_status("off", 3, AT - 9), AT, False),
    ],
)
def test_what_lacks_the_clock(clock: HallState, table: dict[str, Any], at: int, lacks: bool) -> None:
    assert needs_clock(clock, table, at) is lacks


@given(
    st.sampled_from(("running", "paused", "ended", "off")), st.integers(1, 60_000), st.integers(-9999, 99_999)
)
def test_who_has_taken_the_command_lacks_nothing_any_more(state: str, left: int, later: int) -> None:
    clock = hall_state(state, left if state in ("running", "paused") else 0)
    event = command_of(clock)
    events.check(event)
    assert (event["moment"], event["number"]) == (clock.moment, clock.number)
    after = {"running": "running", "paused": "paused", "ended": "expired", "off": "off"}[state]
    table = clock_status(after, event["number"], event["moment"])
    assert has_clock(clock, table)
    assert not needs_clock(clock, table, AT + later)


class Line:
    """A connection that takes whatever it is given."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, dict[str, Any]]] = []
        self.abandoned: list[str] = []
        self.session = self
        self.up, self.busy, self.peer = True, False, object()
        self.ticks = SimpleNamespace(is_told=True)

    def deliver(self, command: str, text: str) -> None:
        self.sent.append((command, json.loads(text)))

    def abandon(self, command: str) -> None:
        self.abandoned.append(command)

    def flush(self, now: int) -> None:
        pass


class Collector:
    """A hall clock, one table, a time that is passed."""

    def __init__(self, status: dict[str, Any]) -> None:
        self.hub, self.line, self.taken = Hub(), Line(), 0
        self.table = LiveTable(3, journal=SimpleNamespace(id="j"))  # type: ignore[arg-type]
        self.table.speaker, self.table.status = self.line, {"hall": status}  # type: ignore[assignment]
        time = HostTime()
        time.set(0, AT)
        store: Any = None
        self.clock = HallClock(store, {3: self.table}, time, self.hub.show_hall, self._on_taken)

    def _on_taken(self) -> None:
        self.taken += 1

    def want(self, clock: HallState | None) -> None:
        """Makes this the present clock of the hall."""
        self.clock.take(Clocks(clock))

    def report(self, status: dict[str, Any], now: int) -> None:
        self.table.status = {"hall": status}
        self.clock.deliver(now)

    @property
    def events(self) -> list[dict[str, Any]]:
        return [event for _, event in self.line.sent]


def test_it_is_sent_once_and_again_only_after_the_table_had_time_to_tell() -> None:
    here = Collector(clock_status("off"))
    here.want(hall_state(moment=AT + 2000))
    for now in range(0, hall_clock.AGAIN_MS, 250):
        here.clock.deliver(now)
    assert here.events == [command_of(hall_state(moment=AT + 2000))]
    here.clock.deliver(hall_clock.AGAIN_MS)
    assert len(here.events) == 2
    here.report(clock_status("off", 4, AT + 2000), 10_000)
    here.clock.deliver(20_000)
    assert len(here.events) == 2
    assert here.taken == 1


def test_a_table_of_which_two_hosts_want_different_clocks_is_not_worn_out() -> None:
    here = Collector(clock_status("off"))
    here.want(hall_state(left=3_600_000))
    for now in range(0, 1_800_000, 250):
        here.report(clock_status("running", 77, AT - 5), now)  # the other one's, each time
    assert 15 <= len(here.events) <= 25
    sent = len(here.events)
    here.line.peer = object()  # a new session
    here.clock.deliver(1_800_000)
    assert len(here.events) == sent + 1


def test_a_table_that_refused_it_is_asked_again_soon_as_often_as_it_refuses() -> None:
    here = Collector(clock_status("off"))
    here.want(hall_state(left=3_600_000))
    asked_at = []
    for now in range(0, 120_000, 250):  # its flash is full; what is refused was not written
        before = len(here.line.sent)
        here.clock.deliver(now)
        if len(here.line.sent) > before:
            asked_at.append(now)
            here.clock.answered(Answered(here.line.sent[-1][0], False, "storage", "not stored"), LiveTable(3))
    assert asked_at == list(range(0, 120_000, hall_clock.AGAIN_MS))


def test_a_newer_wish_calls_back_the_older_one_and_waits_for_nothing() -> None:
    here = Collector(clock_status("off"))
    here.want(hall_state())
    here.clock.deliver(0)
    command = here.line.sent[0][0]
    here.want(hall_state("paused", 30_000, number=5))
    here.clock.deliver(100)
    assert here.line.abandoned == [command]
    assert [event["do"] for event in here.events] == ["start", "pause"]


@pytest.mark.parametrize("obstacle", ["busy", "down", "no time yet", "no status"])
def test_nothing_is_sent_while_it_cannot_be_taken(obstacle: str) -> None:
    here = Collector(clock_status("off"))
    here.line.busy = obstacle == "busy"
    here.line.up = obstacle != "down"
    here.line.ticks.is_told = obstacle != "no time yet"
    if obstacle == "no status":
        here.table.status = None
    here.want(hall_state())
    here.clock.deliver(0)
    assert here.events == []
    here.line.busy, here.line.up, here.line.ticks.is_told = False, True, True
    here.report(clock_status("off"), 100)
    assert len(here.events) == 1


def test_answers_to_the_hall_clock_are_not_taken_for_answers_to_the_outbox(
    caplog: pytest.LogCaptureFixture,
) -> None:
    here = Collector(clock_status("off"))
    here.want(hall_state())
    here.clock.deliver(0)
    command = here.line.sent[0][0]
    assert not here.clock.answered(Answered("1a2b3c4d", True, "ok", ""), LiveTable(3))
    refused = Answered(command, False, "storage", "not stored, the table is unchanged")
    assert here.clock.answered(refused, LiveTable(4))
    assert "does not take" not in caplog.text, "another table has nothing to say to that"
    assert here.clock.answered(refused, LiveTable(3))
    assert "table 3 does not take the hall's clock: not stored" in caplog.text


def test_the_page_gets_the_clocks_changes_and_its_end_and_nothing_else() -> None:
    async def watch() -> list[Any]:
        here, later = Collector(clock_status("off")), hall_state(moment=AT + 10**12)
        with here.hub.subscribe() as changes:
            views = []
            for clock in (None, later, later, hall_state("paused", 20_000, 5), hall_state("off", 0, 6)):
                here.want(clock)
                if changes._waiting:
                    views.append((await anext(changes))["data"])
        return views

    running, paused, off = asyncio.run(watch())
    assert (running["state"], running["left"], running["length"], running["number"]) == (
        "running",
        60_000,
        60_000,
        4,
    )
    assert (paused["state"], paused["end_ms"], paused["left"]) == ("paused", None, 20_000)
    assert off is None


def test_a_clock_that_ran_out_is_shown_as_expired() -> None:
    here = Collector(clock_status("off"))
    here.want(hall_state(moment=AT - 70_000))
    view = here.hub.hall
    assert view is not None
    assert (view["state"], view["left"], view["end_ms"]) == ("expired", 0, None)


# Host time that others share


def test_a_collector_that_comes_while_a_clock_runs_goes_on_with_the_same_host_time(store: Store) -> None:

    def begin() -> int:
        """How far a new collector's host time is ahead of the wall clock."""
        time = HostTime()
        clock = HallClock(store, {}, time, lambda _clock, _halls: None, lambda: None)
        clock.begin()
        clock._look()
        base = store.hall.clock_ms()
        return time.at(hall_clock.monotonic_ms()) - base

    assert abs(begin()) <= BUSY_MS
    store.hall.set_shift(4_000)  # the wall clock was set back by 4 s in some collector's life
    assert abs(store.hall.now() - store.hall.clock_ms() - 4_000) <= BUSY_MS
    store.hall.change("start", 600_000, None, store.hall.now())
    assert abs(begin() - 4_000) <= BUSY_MS
    store.hall.change("end", None, None, store.hall.now())
    store.write(
        [CollectorRecord("c", {"pid": 1, "host": "h", "started_at": 0, "seen_at": store.hall.clock_ms()})]
    )
    assert abs(begin() - 4_000) <= BUSY_MS  # another one has told it to tables
    store.write([CollectorRecord("c", {"pid": 1, "host": "h", "started_at": 0, "seen_at": 0})])
    assert abs(begin()) <= BUSY_MS
    assert store.hall.shift_ms() == pytest.approx(0, abs=BUSY_MS)


def test_a_collector_whose_clock_was_set_stores_the_shift_for_the_others(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = HallClock(store, {}, HostTime(), lambda _clock, _halls: None, lambda: None)
    clock.begin()
    before = store.hall.now()
    wall = store.hall.clock_ms
    monkeypatch.setattr(type(store.hall), "clock_ms", lambda _self: wall() - 30_000)
    for _ in range(hall_clock.SHIFT_LOOKS + 1):
        clock._look()
    assert store.hall.shift_ms() == pytest.approx(30_000, abs=BUSY_MS)
    assert store.hall.now() - before < 5_000
