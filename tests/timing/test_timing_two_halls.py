"""Two halls at one collector, or at two: each table is sent the clock of the hall in which it stands now."""

import asyncio
import contextlib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from test_timing_wanted import AT, Line, shown

from host_tools.collector import hall_clock
from host_tools.collector.hall_clock import HallClock
from host_tools.collector.hall_wanted import command_of
from host_tools.collector.host_time import HostTime
from host_tools.collector.hub import Hub
from host_tools.collector.live import LiveTable
from host_tools.store import Store
from host_tools.store.halls import Clocks, HallState, Layout

NORTH = HallState("North", "running", 60_000, 60_000, AT, 2)
SOUTH = HallState("South", "running", 90_000, 90_000, AT, 3)
OFF = HallState("hall", "off", 0, 0, AT, 1)


class House:
    """A collector's hall clock (of the hall `here`) and tables by number, each with a line."""

    def __init__(self, *numbers: int, store: Any = None, here: str = "") -> None:
        self.hub = Hub()
        self.tables = {number: LiveTable(number) for number in numbers}
        self.lines: dict[int, Line] = {}
        self.moved: list[tuple[int, str]] = []
        for table in self.tables.values():
            self.connect(table.number)
            table.journal = SimpleNamespace(id="j")  # type: ignore[assignment]
            self.report(table.number, shown("off"))
        time = HostTime()
        time.set(0, AT)
        told = [self.hub.show_hall, lambda: None, lambda table: self.moved.append((table.number, table.hall))]
        self.clock = HallClock(store, self.tables, time, *told, here)  # type: ignore[arg-type]

    def connect(self, number: int) -> None:
        """A new session of this table."""
        self.lines[number] = Line()
        self.tables[number].speaker = self.lines[number]  # type: ignore[assignment]

    def report(self, number: int, hall: dict[str, Any]) -> None:
        self.tables[number].status = {"hall": hall}

    def sent(self, number: int) -> list[dict[str, Any]]:
        return [event for _, event in self.lines[number].sent]


def clocks(layout: dict[int, str], house: HallState | None = OFF, **own: HallState) -> Clocks:
    return Clocks(house, own or {"North": NORTH, "South": SOUTH}, Layout(layout))


def test_each_table_gets_the_clock_of_its_own_hall() -> None:
    house = House(1, 2, 3, 4)
    house.clock.take(clocks({1: "North", 2: "North", 3: "South"}))
    house.clock.deliver(0)
    assert house.sent(1) == house.sent(2) == [command_of(NORTH)]
    assert house.sent(3) == [command_of(SOUTH)]
    assert house.sent(4) == [], "it stands in no hall, and there is no clock there"
    assert house.moved == [(1, "North"), (2, "North"), (3, "South")]


def test_a_change_in_one_hall_disturbs_no_table_of_the_other() -> None:
    house = House(1, 3)
    layout = {1: "North", 3: "South"}
    house.clock.take(clocks(layout))
    house.clock.deliver(0)
    paused = HallState("North", "paused", 60_000, 50_000, AT + 10_000, 4)
    house.clock.take(clocks(layout, North=paused, South=SOUTH))
    house.clock.deliver(hall_clock.AGAIN_MS - 1)
    assert [event["do"] for event in house.sent(1)] == ["start", "pause"]
    assert house.lines[3].abandoned == []
    assert len(house.sent(3)) == 1, "it is given the time to tell that it has it"


def test_a_table_that_is_carried_to_another_hall_gets_its_clock_at_once() -> None:
    house = House(1)
    house.clock.take(clocks({1: "North"}))
    house.clock.deliver(0)
    command = house.lines[1].sent[0][0]
    house.clock.take(clocks({1: "South"}))
    house.clock.deliver(100)
    assert house.lines[1].abandoned == [command], "the other hall's does not come behind it"
    house.report(1, shown("running", NORTH.number, AT))
    house.clock.deliver(100 + hall_clock.AGAIN_MS)
    assert house.sent(1) == [command_of(NORTH), command_of(SOUTH), command_of(SOUTH)]
    assert house.moved == [(1, "North"), (1, "South")]


def test_a_table_that_is_carried_to_a_hall_without_a_clock_shows_none() -> None:
    house = House(1)
    house.report(1, shown("running", NORTH.number, AT))
    house.clock.take(clocks({1: "South"}, North=NORTH))
    for now, state in ((5000, "running"), (9000, "expired"), (20_000, "off")):
        house.report(1, shown(state, OFF.number, OFF.moment))
        house.clock.deliver(now)
    assert house.sent(1) == [command_of(OFF)] * 2, "the first ends it, in silence, the second takes it off"


def test_the_pages_are_told_of_each_hall_and_of_all_only_while_they_are_alike() -> None:
    house = House(1, 3)
    house.clock.take(clocks({1: "North", 3: "South"}))
    assert house.hub.hall is None
    assert {name: (told or {})["length"] for name, told in house.hub.halls.items()} == {
        "North": 60_000,
        "South": 90_000,
    }
    alike = HallState("South", "running", 60_000, 60_000, AT, 7)
    house.clock.take(clocks({1: "North", 3: "South"}, North=NORTH, South=alike))
    assert house.hub.hall is not None
    assert house.hub.hall["length"] == 60_000


# Collectors that stand in a hall


@pytest.fixture
def store(tmp_path: Path) -> Any:
    opened = Store.open(f"sqlite:///{tmp_path / 'halls.sqlite3'}")
    opened.hall.stand([9], "South")
    for name, length in (("South", 600_000),):
        opened.hall.change("start", length, None, opened.hall.now(), name)
    yield opened
    opened.close()


def poll(house: House, times: int = 1) -> None:
    """What `poll_forever` does, so often."""

    async def some() -> None:
        looks = asyncio.ensure_future(house.clock.poll_forever())
        for _ in range(times):
            before = house.clock._looks
            while house.clock._looks == before or house.clock._arrived():
                await asyncio.sleep(0.001)
        looks.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await looks

    asyncio.run(some())


def test_a_table_is_told_nothing_before_it_is_known_where_it_stands(store: Store) -> None:
    store.hall.stand([1], "South")
    house = House(1, store=store, here="North")
    house.clock.take(store.hall.clocks())
    house.clock.deliver(0)
    assert house.sent(1) == [], "South's clock, for a table that has just come to North"
    poll(house)
    assert store.hall.layout().of(1) == "North"
    assert house.tables[1].hall == "North"


def test_a_collector_that_knows_of_no_hall_takes_its_tables_out_of_theirs(store: Store) -> None:
    house = House(9, 10, store=store)
    house.clock.take(store.hall.clocks())
    poll(house)
    assert store.hall.layout().names == ()


def test_of_two_collectors_the_one_that_the_table_called_last_says_where_it_stands(store: Store) -> None:
    north, south = House(1, store=store, here="North"), House(1, store=store, here="South")
    poll(north)
    poll(south)
    poll(north)  # it has not noticed yet that its line is dead
    assert store.hall.layout().of(1) == "South"
    north.connect(1)
    poll(north)
    assert store.hall.layout().of(1) == "North"
