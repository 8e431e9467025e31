"""Two devices with one number, and one table at two collectors: noticed, shown, and forgotten again."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from fake_table import MATCH, FakeTable
from hall import Hall
from hall import hall as running_hall

from boardside.app.links import Links
from boardside.link.session import Identity
from host_tools.collector import other_collectors, status_report
from host_tools.collector.live import JournalState, LiveTable
from host_tools.collector.other_collectors import LASTS_MS, NumberConflicts, hosts_of
from host_tools.store import Store
from host_tools.store.links import OpenLink
from tests.waiting import until


class Line:
    """A connection, as far as `LiveTable` uses it."""

    where = "tcp 10.0.0.7:5"
    session = None


def live(status: dict[str, Any] | None = None, journal: str = "aaaa") -> LiveTable:
    table = LiveTable(3, journal=JournalState(journal, 0, 0), status=status)
    table.speaker = Line()  # type: ignore[assignment]
    return table


def link(collector: str, journal: str) -> OpenLink:
    return OpenLink(collector, 3, journal, "serial", "/dev/ttyUSB0", 0, 0)


class Watch:
    """`NumberConflicts` of collector `me` with table 3, looked at by hand."""

    def __init__(self, table: LiveTable) -> None:
        self.table = table
        self.changes = 0
        self.doubles = NumberConflicts(None, "me", {3: table}, self._changed)  # type: ignore[arg-type]

    def _changed(self, table: LiveTable) -> None:
        self.changes += 1

    def at(self, now: int, *others: OpenLink) -> str | None:
        self.doubles.look(list(others), now)
        problem = self.table.problem()
        return None if problem is None else str(problem)


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (link("other", "bbbb"), "Two devices say they are table 3"),
        (link("other", "aaaa"), "at two collectors"),
    ],
)
def test_what_another_collector_has_is_a_double_when_it_lasts(other: OpenLink, words: str) -> None:
    watch = Watch(live())
    assert watch.at(0, other) is None
    assert watch.at(LASTS_MS - 1, other) is None
    problem = watch.at(LASTS_MS, other)
    assert problem is not None
    assert words in problem
    assert "10.0.0.7" in problem
    assert "/dev/ttyUSB0" in problem
    assert "other" in problem
    assert watch.at(LASTS_MS + 10, other) == problem
    assert watch.changes == 1
    assert watch.at(LASTS_MS + 20) is None
    assert watch.changes == 2
    assert watch.at(LASTS_MS + 30, other) is None, "it must last anew"


def test_a_link_that_was_left_behind_is_no_double(tmp_path: Path) -> None:
    watch = Watch(live())
    for now in range(0, 10_000, 1500):
        assert watch.at(now, link("dead", "aaaa")) is None
    assert watch.at(11_000) is None
    assert watch.at(20_000, link("third", "aaaa")) is None, "another collector, another beginning"


def test_a_mate_whose_link_is_not_seen_is_no_stranger() -> None:
    watch = Watch(live({"hosts": ["me", "mate"]}))
    watch.doubles._mates.add("mate")
    watch.at(0)
    problem = watch.at(LASTS_MS)
    assert problem is not None
    assert "Nothing counts twice" in problem


def test_whoever_goes_on_giving_signs_of_life_runs_whatever_its_clock_shows() -> None:
    other_collectors = Watch(live()).doubles

    def seen(at: int) -> list[OpenLink]:
        return [OpenLink("other", 3, "bbbb", "tcp", "x", 0, at)]

    assert other_collectors.running(seen(7), 0) == [], "it may have died an hour ago"
    assert other_collectors.running(seen(7), 5000) == []
    assert len(other_collectors.running(seen(9), 6000)) == 1
    assert len(other_collectors.running(seen(9), 15_999)) == 1
    assert other_collectors.running(seen(9), 16_000) == []
    assert len(other_collectors.running(seen(3), 17_000)) == 1, "its clock was put back"


def test_two_devices_are_worse_than_two_collectors() -> None:
    watch = Watch(live())
    both = (link("other", "aaaa"), link("third", "bbbb"))
    watch.at(0, *both)
    problem = watch.at(LASTS_MS, *both)
    assert problem is not None
    assert "Two devices" in problem


def test_a_table_that_is_not_here_is_not_ours_to_complain_about() -> None:
    watch = Watch(live())
    watch.table.speaker = None
    watch.at(0, link("other", "bbbb"))
    assert watch.at(LASTS_MS, link("other", "bbbb")) is None


def test_a_host_of_another_database_shows_by_what_the_table_says() -> None:
    watch = Watch(live({"hosts": ["me", "stranger"]}))
    watch.at(0)
    problem = watch.at(LASTS_MS)
    assert problem is not None
    assert "share no database" in problem
    assert "stranger" in problem
    watch.table.status = {"hosts": ["me"]}
    assert watch.at(LASTS_MS + 1) is None


def test_a_host_of_this_database_is_told_once() -> None:
    watch = Watch(live({"hosts": ["me", "other"]}))
    watch.at(0, link("other", "aaaa"))
    problem = watch.at(LASTS_MS, link("other", "aaaa"))
    assert problem is not None
    assert "Nothing counts twice" in problem


@pytest.mark.parametrize("hosts", [None, "me", 5, {}, [5, None, ["x"], "", "y" * 17]])
def test_what_a_status_says_of_hosts_may_be_anything(hosts: Any) -> None:
    assert hosts_of({"hosts": hosts}) == []
    assert hosts_of({"hosts": ["a"] * 1000}) == ["a"] * 8
    assert hosts_of(None) == []


# The whole, with shorter times


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(other_collectors, "LASTS_MS", 1200)
    monkeypatch.setattr(other_collectors, "CONFLICTS_POLL_S", 0.2)


class WithLinks(FakeTable):
    """A table with two ways to hosts, whose status is put together as the firmware does it."""

    def __init__(self, number: int, journal: str = "") -> None:
        super().__init__(number, journal)
        self.add(MATCH)
        self._bare = self.status
        identity = Identity(number, f"Table {number}", self.journal.id, 1, "0.1.0")
        links = Links(identity, self.journal, self, b"", os.urandom, lambda new, old: new - old)
        links.sessions = lambda: self.sessions  # type: ignore[method-assign]
        self.status = lambda now: {**self._bare(now), "hosts": links.hosts()}  # type: ignore[method-assign]

    command = set_host_time = None


async def hang_up(here: Hall) -> None:
    """Switches all tables off. Cancels each task until it ends: `asyncio.wait_for` may swallow a cancellation
    (before Python 3.12).
    """
    tasks = list(here.tasks)
    here.hang_up()
    while not all(task.done() for task in tasks):
        for task in tasks:
            task.cancel()
        await asyncio.sleep(0.02)


@asynccontextmanager
async def two_halls(first: Path, second: Path) -> AsyncIterator[tuple[Hall, Hall]]:
    async with running_hall(first) as hall_a, running_hall(second) as hall_b:
        yield hall_a, hall_b


@pytest.mark.slow
async def test_one_table_at_two_collectors_of_one_database(tmp_path: Path, hurried: None) -> None:
    async with two_halls(tmp_path, tmp_path) as (hall_a, hall_b):
        table = WithLinks(3)
        hall_a.call(table)
        hall_b.call(table)
        for here, other in ((hall_a, hall_b), (hall_b, hall_a)):
            view = await here.view(3, lambda view: "two collectors" in (view["problem"] or ""))
            assert other.collector.id in view["problem"]
        await until(
            lambda: "two collectors" in str(status_report.gather(hall_a.store)["tables"][0]["problem"])
        )
        await hang_up(hall_b)
        await hall_a.view(3, lambda view: view["problem"] is None)
        assert len(hall_a.store.links.devices(3)) == 1


async def test_one_table_at_two_collectors_that_share_nothing(tmp_path: Path, hurried: None) -> None:
    (tmp_path / "other").mkdir()
    async with two_halls(tmp_path, tmp_path / "other") as (hall_a, hall_b):
        table = WithLinks(3)
        hall_a.call(table)
        hall_b.call(table)
        for here, other in ((hall_a, hall_b), (hall_b, hall_a)):
            view = await here.view(3, lambda view: "share no database" in (view["problem"] or ""))
            assert other.collector.id in view["problem"]
        await hang_up(hall_b)
        await hall_a.view(3, lambda view: view["problem"] is None)


@pytest.mark.slow
async def test_two_devices_at_two_collectors_of_one_database(tmp_path: Path, hurried: None) -> None:
    async with two_halls(tmp_path, tmp_path) as (hall_a, hall_b):
        first, second = WithLinks(3, "aaaa0001"), WithLinks(3, "bbbb0002")
        hall_a.call(first)
        hall_b.call(second)
        for here in (hall_a, hall_b):
            await here.view(3, lambda view: "Two devices say they are table 3" in (view["problem"] or ""))
        await hang_up(hall_b)
        await hall_a.view(3, lambda view: view["problem"] is None)
        hall = status_report.gather(hall_a.store)
        journals = [device["journal"] for device in hall["tables"][0]["devices"]]
        assert sorted(journals) == ["aaaa0001", "bbbb0002"]
        lines = [line for line in status_report.remarks(hall) if "devices have used its number" in line]
        assert len(lines) == 1
        assert "aaaa0001" in lines[0]
        assert "bbbb0002" in lines[0]


@pytest.mark.slow
async def test_one_device_after_the_other_is_still_told_later(tmp_path: Path) -> None:
    async with two_halls(tmp_path, tmp_path) as (hall_a, _hall_b):
        for journal in ("aaaa0001", "bbbb0002"):
            hall_a.call(WithLinks(3, journal))
            await until(lambda journal=journal: journal in [d.journal for d in hall_a.store.links.devices(3)])
            await hang_up(hall_a)
            await hall_a.view(3, lambda view: view["link"]["state"] == "down")
    store = Store.open(f"sqlite:///{tmp_path / 'hall.sqlite3'}")
    remarks = "\n".join(status_report.remarks(status_report.gather(store)))
    store.close()
    assert "2 devices have used its number" in remarks
