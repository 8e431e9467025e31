"""The computer's clock is set while tables count: what is seen, and what decides, goes on by host time."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from host_tools.collector import clocks, hall_clock, view
from host_tools.collector.clocks import HostTime
from host_tools.collector.hall_clock import SHIFT_LOOKS, HallClock
from host_tools.collector.hub import Hub
from host_tools.collector.live import LiveTable
from host_tools.integrations.mqtt import topics
from host_tools.store import Store, database
from host_tools.store.rows import CollectorRecord
from host_tools.tournament.acts.draws import Draw
from host_tools.tournament.acts.events import AddEvent
from host_tools.tournament.acts.matches import Call, WalkOver
from host_tools.tournament.acts.tournament import NewTournament
from host_tools.tournament.desk.desk import Desk, DeskError, Person
from host_tools.web.live.feed import Feed

HOUR_MS, MINUTE_MS = 3_600_000, 60_000
STEPS = [2 * HOUR_MS, -HOUR_MS]


class Computer:
    """Its monotonic clock and its clock of the day, both in ms; `pass_by` moves both, `step` one."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.monotonic, self.day = 5_000, 1_790_000_000_000
        monkeypatch.setattr(database, "time", SimpleNamespace(time_ns=lambda: self.day * 1_000_000))
        for module in (clocks, hall_clock, view):
            monkeypatch.setattr(module, "monotonic_ms", lambda: self.monotonic)
        monkeypatch.setattr(clocks, "_slept_ms", lambda: 0)

    def pass_by(self, ms: int) -> None:
        self.monotonic += ms
        self.day += ms

    def step(self, ms: int) -> None:
        self.day += ms


class Running:
    """The time of a collector on this database."""

    def __init__(self, store: Store, computer: Computer) -> None:
        self.time = HostTime()
        self.clock = HallClock(store, {}, self.time, lambda *_: None, lambda: None)
        self.clock.begin()
        self._computer = computer

    def now(self) -> int:
        return self.time.at(self._computer.monotonic)

    def look(self) -> None:
        """As often as it takes to compare the clocks."""
        for _ in range(SHIFT_LOOKS):
            self.clock._look()


@pytest.fixture
def computer(monkeypatch: pytest.MonkeyPatch) -> Iterator[Computer]:
    yield Computer(monkeypatch)
    database.follow_clock(None)


def called(store: Store) -> tuple[Desk, Any]:
    """A match that is called, by a process without a collector; its players have 15 minutes to report."""
    desk = Desk(store)
    event = desk.do(
        AddEvent(key="ms", name="Singles"), desk.do(NewTournament(key="open", name="Open"), None)
    ).event
    for name in ("Asha", "Bela"):
        desk.add_entry(event, [Person(name)])
    desk.do(Draw(), event)
    [fixture] = desk.fixtures(event, state="ready")
    desk.do(Call(table=1, force=True), fixture)  # nobody has heard that table
    return desk, fixture.id


@pytest.mark.parametrize("step", STEPS)
def test_a_walk_over_is_decided_by_host_time(store: Store, computer: Computer, step: int) -> None:
    collector = Running(store, computer)
    desk, match = called(store)
    computer.pass_by(2 * MINUTE_MS)
    computer.step(step)
    collector.look()
    with pytest.raises(DeskError):
        desk.do(WalkOver(winner="a"), desk.fixture(match))
    assert desk.overdue() == []
    computer.pass_by(14 * MINUTE_MS)
    assert [fixture.id for fixture in desk.overdue()] == [match]
    desk.do(WalkOver(winner="a"), desk.fixture(match))


@pytest.mark.parametrize("step", STEPS)
def test_a_collector_that_begins_while_a_report_is_awaited_goes_on_with_its_time(
    store: Store, computer: Computer, step: int
) -> None:
    first = Running(store, computer)
    called(store)
    computer.step(step)
    first.look()
    before = first.now()
    assert Running(store, computer).now() == before == store.hall.now()


@pytest.mark.parametrize("step", STEPS)
def test_pages_and_overlays_show_what_is_left(store: Store, computer: Computer, step: int) -> None:
    collector = Running(store, computer)
    database.follow_clock(collector.now)
    feed, table = Feed(Hub()), LiveTable(1)
    table.status_at = table.heard_at = computer.monotonic
    clock: dict[str, Any] = {"name": "stroke", "state": "running", "left": 13 * MINUTE_MS, "length": 1}
    table.status = {"clock": clock}  # type: ignore[typeddict-item]

    def left_and_age() -> tuple[int, int]:
        built = view.build(table, computer.monotonic)
        assert built["clock"] is not None
        return (built["clock"]["end_ms"] or 0) - feed.now_ms(), feed.now_ms() - built["link"]["heard_ms"]

    assert left_and_age() == (13 * MINUTE_MS, 0)
    computer.pass_by(MINUTE_MS)
    computer.step(step)
    assert left_and_age() == (12 * MINUTE_MS, MINUTE_MS)


@pytest.mark.parametrize("step", STEPS)
def test_a_broker_gets_moments_of_the_clock_that_was_set(store: Store, computer: Computer, step: int) -> None:
    """Who reads them has a clock of his own, which is right."""
    collector = Running(store, computer)
    database.follow_clock(collector.now)
    computer.step(step)
    ahead = database.computer_ms() - database.now_ms()
    view: Any = {"clock": {"end_ms": collector.now() + 5}, "hall": None, "link": {"heard_ms": 7}}
    assert topics.clock_end(topics.shifted(view, ahead)) == topics.moment(computer.day + 5)
    assert topics.shifted(view, ahead)["link"]["heard_ms"] == 7 + step
    assert topics.shifted(view, 0) is view


@pytest.mark.parametrize("step", STEPS)
def test_a_running_collector_is_known_to_run(store: Store, computer: Computer, step: int) -> None:
    collector = Running(store, computer)
    values = {"pid": 4711, "host": "laptop", "started_at": 1, "seen_at": collector.now()}
    store.write([CollectorRecord("c1", values)])  # type: ignore[arg-type]
    computer.step(step)
    collector.look()
    assert [row["pid"] for row in store.collectors()] == [4711]
    computer.pass_by(11_000)
    assert store.collectors() == []


def test_nobody_is_logged_out_by_a_step(store: Store, computer: Computer) -> None:
    collector = Running(store, computer)
    database.follow_clock(collector.now)
    store.admins.set_password("desk", "violet harbour 92 kettle umbra")
    login = store.admins.log_in("desk")
    computer.step(5 * HOUR_MS)
    assert store.admins.login_of(login.token) is not None


@pytest.mark.parametrize("step", STEPS)
def test_the_step_is_told_once(store: Store, computer: Computer, step: int) -> None:
    collector = Running(store, computer)
    collector.look()
    computer.step(step)
    for _ in range(3):
        collector.look()
        computer.pass_by(2_000)
    acts = [act for act in store.admins.acts() if act["what"] == "clock set"]
    assert [act["detail"] for act in acts] == [{"seconds": step // 1000}]
    computer.step(60)
    collector.look()
    assert len([act for act in store.admins.acts() if act["what"] == "clock set"]) == 1
