"""Several halls, each with its collector, on one database: every collector shows the tables of all of them.

tests/postgres runs this on a server.
"""

from collections import Counter
from pathlib import Path

import pytest
from fake_table import MATCH, FakeTable, board
from hall import Hall, hall

from host_tools.collector import other_collectors, status_report
from host_tools.collector.clocks import monotonic_ms, wall_ms
from host_tools.collector.other_collectors import ROWS_EVERY, OtherCollectors, Pulses
from tests.waiting import until


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'halls.sqlite3'}"


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(other_collectors, "ALONE_S", 0.05)
    monkeypatch.setattr(other_collectors, "POLL_S", 0.05)


def links_of(here: Hall) -> dict[int, str]:
    """The state of each table's link, by `boardside status`."""
    return {row["table"]: row["link"] for row in status_report.gather(here.store)["tables"]}


async def test_each_page_shows_the_tables_of_both_halls(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = FakeTable(1), FakeTable(2)
    looks: Counter[OtherCollectors] = Counter()
    look = OtherCollectors.poll

    async def counted(others: OtherCollectors) -> float:
        pause_s = await look(others)
        looks[others] += 1
        return pause_s

    monkeypatch.setattr(OtherCollectors, "poll", counted)
    async with hall(tmp_path, url=url) as a, hall(tmp_path, url=url) as b:
        a.call(first)
        b.call(second)
        first.add(MATCH)
        second.add({**MATCH, "match": "m2", "a": ["Chitra"]})
        for here, other_table in ((a, 2), (b, 1)):
            await here.view(other_table, lambda view: view["link"]["state"] == "up" and bool(view["match"]))
        second.add(board("a", 5))
        view = await a.view(2, lambda view: view["points"] == {"a": 8, "b": 0})
        assert view["match"]["names"]["a"] == ["Chitra"]
        assert view["name"] == "Table 2"
        assert view["behind"] == 0
        assert [view["table"] for view in a.hub.snapshot()] == [1, 2]
        # Looking does not disturb: each row is its own collector's, and nothing is double.
        looks.clear()
        await until(lambda: len(looks) == 2 and min(looks.values()) > ROWS_EVERY + 1)
        # On a machine that stood still meanwhile a table is up again with its next heartbeat.
        await until(lambda: links_of(a) == {1: "up", 2: "up"})
        for here in (a, b):
            assert [view["problem"] for view in here.hub.snapshot()] == [None, None]


async def test_a_table_that_comes_over_is_ours_at_once(url: str, tmp_path: Path) -> None:
    table = FakeTable(7)
    table.add(MATCH)
    async with hall(tmp_path, url=url) as a, hall(tmp_path, url=url) as b:
        b.call(table)
        await a.view(7, lambda view: view["link"]["state"] == "up")
        b.hang_up()
        a.call(table)
        table.add(board("b", 4))
        await until(lambda: a.collector.tables[7].speaker is not None)
        for here in (a, b):
            await here.view(7, lambda view: view["points"] == {"a": 0, "b": 7})
        assert a.collector.tables[7].other_link is None
        await until(lambda: stored(a, table))
        assert a.store.conflicts() == []


async def test_a_table_is_shown_by_the_newest_state_of_its_journal(url: str, tmp_path: Path) -> None:
    """It comes over while its last events at the other collector are still on their way to the database: they
    are read again when it is up here already.
    """
    table, before = FakeTable(7), FakeTable(7)
    before.journal = table.journal
    table.add(MATCH)
    async with hall(tmp_path, url=url) as a, hall(tmp_path, url=url) as b:
        b.call(before)
        await until(lambda: stored(b, table))
        a.call(table)
        await a.view(7, lambda view: view["link"]["state"] == "up" and view["seq"] == 1)
        before.add(board("a", 5))
        await until(lambda: stored(b, table))
        b.hang_up()
        await a.collector._loader.current(table.journal.id)  # as `OtherCollectors` may just be doing
        table.add(board("b", 4))
        view = await a.view(7, lambda view: view["seq"] == table.journal.last_seq)
        assert (view["points"], view["behind"]) == ({"a": 8, "b": 7}, 0)


@pytest.mark.parametrize("ahead_ms", [pytest.param(-90_000, marks=pytest.mark.slow), 90_000])
async def test_a_computer_with_a_wrong_clock_still_sees_the_other_collectors(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ahead_ms: int
) -> None:
    """What goes on in the database is alive, whatever the time beside it."""
    monkeypatch.setattr(other_collectors, "wall_ms", lambda monotonic: wall_ms(monotonic) + ahead_ms)
    table = FakeTable(3)
    table.add(MATCH)
    async with hall(tmp_path, url=url) as a:
        async with hall(tmp_path, url=url) as b:
            b.call(table)
            view = await a.view(3, lambda view: view["link"]["state"] == "up")
            assert abs(view["link"]["heard_ms"] - wall_ms(monotonic_ms()) - ahead_ms) < 60_000
        other = a.collector.tables[3].other_link
        assert other is not None
        assert other.until < monotonic_ms() + other_collectors.GONE_MS + 1000, "it ended, and is down soon"


def test_a_row_that_never_changes_is_old_even_with_a_new_time() -> None:
    pulses = Pulses()
    assert pulses.age("table 3", 5_000_000, wall=5_000_400, now=0) == 400
    assert pulses.age("table 3", 5_000_000, wall=5_000_000, now=0) == 0
    assert pulses.age("table 4", 5_000_000, wall=9_000_000, now=0) is None, "perhaps of yesterday"
    assert pulses.age("table 4", 5_000_001, wall=9_000_000, now=100) == 0
    assert pulses.age("table 4", 5_000_001, wall=9_000_000, now=7100) == 7000
    assert pulses.age("table 5", 9_000_000, wall=5_000_000, now=0) is None, "it lies in the future"


def stored(here: Hall, table: FakeTable) -> bool:
    return here.store.last_seq(table.journal.id) == table.journal.last_seq


async def test_tables_of_a_collector_that_ended_are_down(url: str, tmp_path: Path) -> None:
    table = FakeTable(3)
    table.add(MATCH)
    async with hall(tmp_path, url=url) as a:
        async with hall(tmp_path, url=url) as b:
            b.call(table)
            await a.view(3, lambda view: view["link"]["state"] == "up")
        other = a.collector.tables[3].other_link
        assert other is not None
        assert a.collector.tables[3].link_state(other.until) == "down"
        assert a.collector.tables[3].link_state(other.until - 1) in ("up", "stale")
