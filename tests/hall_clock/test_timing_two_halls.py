"""Two halls at one collector, or at two: each table is sent the clock of the hall that it is in now."""

import asyncio
import contextlib
from types import SimpleNamespace
from typing import Any

import pytest
from test_timing_wanted import AT, Line, clock_status

from host_tools.collector import hall_clock
from host_tools.collector.clocks import HostTime
from host_tools.collector.hall_clock import HallClock, command_of
from host_tools.collector.hub import Hub
from host_tools.collector.live import LiveTable
from host_tools.store import Store
from host_tools.store.halls import Clocks, HallState, Layout
from tests.waiting import until

NORTH = HallState("North", "running", 60_000, 60_000, AT, 2)
SOUTH = HallState("South", "running", 90_000, 90_000, AT, 3)
OFF = HallState("hall", "off", 0, 0, AT, 1)


class Rig:
    """A collector's hall clock (of the hall `here`) and tables by number, each with a line."""

    def __init__(self, *numbers: int, store: Any = None, here: str = "") -> None:
        self.hub = Hub()
        self.tables = {number: LiveTable(number) for number in numbers}
        self.lines: dict[int, Line] = {}
        self.moved: list[tuple[int, str]] = []
        for table in self.tables.values():
            self.connect(table.number)
            table.journal = SimpleNamespace(id="j")  # type: ignore[assignment]
            self.report(table.number, clock_status("off"))
        time = HostTime()
        time.set(0, AT)
        outlets = [
            self.hub.show_hall,
            lambda: None,
            lambda table: self.moved.append((table.number, table.hall)),
        ]
        self.clock = HallClock(store, self.tables, time, *outlets, here)  # type: ignore[arg-type]

    def connect(self, number: int) -> None:
        """A new session of this table."""
        self.lines[number] = Line()
        self.tables[number].speaker = self.lines[number]  # type: ignore[assignment]

    def report(self, number: int, hall: dict[str, Any]) -> None:
        self.tables[number].status = {"hall": hall}

    def sent(self, number: int) -> list[dict[str, Any]]:
        return [event for _, event in self.lines[number].sent]


def clocks(layout: dict[int, str], default: HallState | None = OFF, **own: HallState) -> Clocks:
    return Clocks(default, own or {"North": NORTH, "South": SOUTH}, Layout(layout))


def test_each_table_gets_the_clock_of_its_own_hall() -> None:
    rig = Rig(1, 2, 3, 4)
    rig.clock.take(clocks({1: "North", 2: "North", 3: "South"}))
    rig.clock.deliver(0)
    assert rig.sent(1) == rig.sent(2) == [command_of(NORTH)]
    assert rig.sent(3) == [command_of(SOUTH)]
    assert rig.sent(4) == [], "it stands in no hall, and there is no clock there"
    assert rig.moved == [(1, "North"), (2, "North"), (3, "South")]


def test_a_change_in_one_hall_disturbs_no_table_of_the_other() -> None:
    rig = Rig(1, 3)
    layout = {1: "North", 3: "South"}
    rig.clock.take(clocks(layout))
    rig.clock.deliver(0)
    paused = HallState("North", "paused", 60_000, 50_000, AT + 10_000, 4)
    rig.clock.take(clocks(layout, North=paused, South=SOUTH))
    rig.clock.deliver(hall_clock.AGAIN_MS - 1)
    assert [event["do"] for event in rig.sent(1)] == ["start", "pause"]
    assert rig.lines[3].abandoned == []
    assert len(rig.sent(3)) == 1, "it is given the time to tell that it has it"


def test_a_table_that_is_carried_to_another_hall_gets_its_clock_at_once() -> None:
    rig = Rig(1)
    rig.clock.take(clocks({1: "North"}))
    rig.clock.deliver(0)
    command = rig.lines[1].sent[0][0]
    rig.clock.take(clocks({1: "South"}))
    rig.clock.deliver(100)
    assert rig.lines[1].abandoned == [command], "the other hall's does not come behind it"
    rig.report(1, clock_status("running", NORTH.number, AT))
    rig.clock.deliver(100 + hall_clock.AGAIN_MS)
    assert rig.sent(1) == [command_of(NORTH), command_of(SOUTH), command_of(SOUTH)]
    assert rig.moved == [(1, "North"), (1, "South")]


def test_a_table_that_is_carried_to_a_hall_without_a_clock_shows_none() -> None:
    rig = Rig(1)
    rig.report(1, clock_status("running", NORTH.number, AT))
    rig.clock.take(clocks({1: "South"}, North=NORTH))
    for now, state in ((5000, "running"), (9000, "expired"), (20_000, "off")):
        rig.report(1, clock_status(state, OFF.number, OFF.moment))
        rig.clock.deliver(now)
    assert rig.sent(1) == [command_of(OFF)] * 2, "the first ends it, in silence, the second takes it off"


def test_the_pages_get_each_halls_clock_and_a_common_one_only_while_all_are_equal() -> None:
    rig = Rig(1, 3)
    rig.clock.take(clocks({1: "North", 3: "South"}))
    assert rig.hub.hall is None
    assert {name: (view or {})["length"] for name, view in rig.hub.halls.items()} == {
        "North": 60_000,
        "South": 90_000,
    }
    alike = HallState("South", "running", 60_000, 60_000, AT, 7)
    rig.clock.take(clocks({1: "North", 3: "South"}, North=NORTH, South=alike))
    assert rig.hub.hall is not None
    assert rig.hub.hall["length"] == 60_000


# Collectors that stand in a hall


@pytest.fixture
def store(store: Store) -> Store:
    """South has a clock, and table 9 stands there."""
    store.hall.stand([9], "South")
    store.hall.change("start", 600_000, None, store.hall.now(), "South")
    return store


def poll(rig: Rig, times: int = 1) -> None:
    """Does what `poll_forever` does, so many times."""

    async def some() -> None:
        looks = asyncio.ensure_future(rig.clock.poll_forever())
        for _ in range(times):
            before = rig.clock._looks
            await until(lambda before=before: rig.clock._looks != before and not rig.clock._arrived(), 0.001)  # type: ignore[misc]
        looks.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await looks

    asyncio.run(some())


def test_a_table_is_sent_no_clock_before_its_hall_is_known(store: Store) -> None:
    store.hall.stand([1], "South")
    rig = Rig(1, store=store, here="North")
    rig.clock.take(store.hall.clocks())
    rig.clock.deliver(0)
    assert rig.sent(1) == [], "South's clock, for a table that has just come to North"
    poll(rig)
    assert store.hall.layout().hall_of(1) == "North"
    assert rig.tables[1].hall == "North"


def test_a_collector_that_knows_of_no_hall_takes_its_tables_out_of_theirs(store: Store) -> None:
    rig = Rig(9, 10, store=store)
    rig.clock.take(store.hall.clocks())
    poll(rig)
    assert store.hall.layout().names == ()


def test_of_two_collectors_the_one_called_last_decides_the_tables_hall(store: Store) -> None:
    north, south = Rig(1, store=store, here="North"), Rig(1, store=store, here="South")
    poll(north)
    poll(south)
    poll(north)  # it has not noticed yet that its line is dead
    assert store.hall.layout().hall_of(1) == "South"
    north.connect(1)
    poll(north)
    assert store.hall.layout().hall_of(1) == "North"
