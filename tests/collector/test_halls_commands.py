"""Several halls on the command line: a clock for one of them, and what is told of each."""

import json

import pytest
from collector_commands import collector, heard, invoke

from host_tools.store import Store
from host_tools.store.database import now_ms
from host_tools.store.halls import HallState

pytestmark = pytest.mark.usefixtures("clock_at_noon")


@pytest.fixture
def two(store: Store) -> Store:
    """A database of two halls, whose collector runs: tables 1 and 2 in North, 3 in South."""
    store.write([heard(1), heard(2), heard(3), collector(now_ms())])
    store.hall.stand([1, 2], "North")
    store.hall.stand([3], "South")
    return store


def with_clock(number: int, state: HallState) -> dict[str, object]:
    """The status of a table that has this clock."""
    return {"hall": {"state": "running", "number": number, "moment": state.moment}}


def test_a_halls_clock_is_asked_of_its_tables_alone(two: Store, url: str) -> None:
    done = invoke("hall", "start", "45:00", "--hall", "south", "--wait", 0, "--db", url)
    assert done.exit_code == 1
    assert "Hall clock of South, start: 0 of 1 tables." in done.output
    assert "table 3: not yet" in done.output
    clock = two.hall.get("South")
    assert clock is not None
    two.write([heard(3, status=json.dumps(with_clock(clock.number, clock)))])
    done = invoke("hall", "resume", "30:00", "--hall", "South", "--wait", 0, "--db", url)
    assert "0 of 1" in done.output, "it has the change before"
    assert two.admins.acts()[0]["detail"] == {"ms": 1_800_000, "hall": "South"}


def test_without_a_hall_all_of_them_are_asked_each_for_its_own(two: Store, url: str) -> None:
    for name in ("North", "South"):
        invoke("hall", "start", "45:00", "--hall", name, "--wait", 0, "--db", url)
    invoke("hall", "start", "20:00", "--wait", 0, "--db", url)
    clocks = two.hall.clocks()
    for table in (1, 3):
        clock = clocks.of_table(table)
        assert clock is not None
        two.write([heard(table, status=json.dumps(with_clock(clock.number, clock)))])
    status = json.loads(invoke("status", "--json", "--db", url).output)
    assert status["hall"]["length"] == 1_200_000
    assert status["hall"]["lacking"] == [2]
    assert [(row["hall"], row["clock"]["lacking"]) for row in status["halls"]] == [
        ("North", [2]),
        ("South", []),
    ]


def test_the_status_tells_of_each_hall(two: Store, url: str) -> None:
    invoke("hall", "start", "45:00", "--lead", 10, "--hall", "North", "--wait", 0, "--db", url)
    output = invoke("status", "--db", url).output
    assert "Hall clock of North: running, 45:00 left; not yet at table 1, 2." in output
    assert "Hall clock of South" not in output
    assert "hall" in output.splitlines()[0]
    north = invoke("status", "--hall", "North", "--db", url).output
    assert "Hall clock: running, 45:00 left" in north
    assert "│ 3 " not in north
    assert [
        row["table"]
        for row in json.loads(invoke("status", "--hall", "South", "--json", "--db", url).output)["tables"]
    ] == [3]


@pytest.mark.parametrize("command", [("hall", "pause"), ("status",)])
def test_a_hall_that_is_not_there_is_named_with_those_that_are(
    two: Store, url: str, command: tuple[str, ...]
) -> None:
    done = invoke(*command, "--hall", "West", "--db", url)
    assert done.exit_code == 2
    assert "There is no hall 'West'; there is North, South." in done.output


def test_what_is_no_name_of_a_hall_is_not_collected_for(url: str) -> None:
    done = invoke("collect", "--hall", "hall", "--db", url)
    assert done.exit_code == 2
    assert "all halls together" in done.output
