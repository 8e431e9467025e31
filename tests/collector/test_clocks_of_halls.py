"""Two halls, a collector in each, one database: the tables of each hall follow their own clock, and the pages
of either collector show both.

tests/postgres runs this on a server.
"""

from pathlib import Path
from typing import Any

import pytest
from fake_table import FakeTable
from hall import Hall, hall

from host_tools.collector import other_collectors, status_report
from host_tools.tournament.acts.tournament import Close, NewTournament, Set
from host_tools.tournament.desk.desk import Desk
from tests.waiting import until


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(other_collectors, "ALONE_S", 0.05)
    monkeypatch.setattr(other_collectors, "POLL_S", 0.05)


def shows(table: FakeTable, state: str, number: int) -> bool:
    return (table.hall["state"], table.hall["number"]) == (state, number)


def change(here: Hall, do: str, ms: int | None = None, name: str | None = None) -> int:
    """The number of the change."""
    clock = here.store.hall
    return clock.change(do, ms, "test", clock.now(), name).number


async def test_each_halls_tables_follow_their_own_clock(url: str, tmp_path: Path) -> None:
    first, second, third = (FakeTable(number) for number in (1, 2, 3))
    async with hall(tmp_path, url=url, here="North") as a, hall(tmp_path, url=url, here="South") as b:
        a.call(first, second)
        b.call(third)
        await until(lambda: a.store.hall.layout().names == ("North", "South"))
        everybody = change(a, "start", 600_000)
        await until(lambda: all(shows(table, "running", everybody) for table in (first, second, third)))
        paused = change(b, "pause", None, "North")
        await until(lambda: shows(first, "paused", paused) and shows(second, "paused", paused))
        ended = change(a, "end", None, "South")
        await until(lambda: shows(third, "expired", ended))
        assert first.hall["number"] == second.hall["number"] == paused
        kinds = [event["do"] for event in third.applied]
        assert kinds == ["start", "end"], "of North's pause it was told nothing"
        for here in (a, b):
            await until(lambda here=here: states(here) == {"North": "paused", "South": "expired"})
            assert here.hub.hall is None
            await here.view(3, lambda view: view["hall_name"] == "South")
        gathered = status_report.gather(a.store, "South")
        assert [row["table"] for row in gathered["tables"]] == [3]
        assert gathered["hall"]["state"] == "ended"


def states(here: Hall) -> dict[str, Any]:
    return {name: clock and clock["state"] for name, clock in here.hub.halls.items()}


async def test_a_table_that_is_carried_over_takes_the_other_halls_clock(url: str, tmp_path: Path) -> None:
    table, other = FakeTable(7), FakeTable(8)
    async with hall(tmp_path, url=url, here="North") as a, hall(tmp_path, url=url, here="South") as b:
        a.call(table)
        b.call(other)
        await until(lambda: a.store.hall.layout().names == ("North", "South"))
        north, south = change(a, "start", 600_000, "North"), change(a, "start", 900_000, "South")
        await until(lambda: shows(table, "running", north) and shows(other, "running", south))
        a.hang_up()
        b.call(table)
        await until(lambda: shows(table, "running", south))
        assert table.hall["length"] == 900_000
        for here in (a, b):
            await here.view(7, lambda view: view["hall_name"] == "South")
        b.hang_up()
        a.call(table)
        await until(lambda: shows(table, "running", north))


async def test_a_tournaments_word_counts_more_than_where_a_table_is_heard(url: str, tmp_path: Path) -> None:
    table, other = FakeTable(7), FakeTable(8)
    async with hall(tmp_path, url=url, here="North") as here:
        here.call(table, other)
        await until(lambda: here.store.hall.layout().names == ("North",))
        north = change(here, "start", 600_000, "North")
        await until(lambda: shows(table, "running", north) and shows(other, "running", north))
        desk = Desk(here.store)
        owner = desk.do(Set(hall="South", tables=[7]), desk.do(NewTournament(key="open", name="Open"), None))
        await until(lambda: table.hall["state"] == "off" or table.hall["state"] == "expired")
        south = change(here, "start", 300_000, "South")
        await until(lambda: shows(table, "running", south))
        assert shows(other, "running", north)
        desk.do(Close(), owner)
        await until(lambda: shows(table, "running", north))
