"""Several halls: an event is bound to one, and the next match of a table is one of its hall's."""

from pathlib import Path

import pytest
from desk_hall import Hall, event_with
from typer.testing import CliRunner

from host_tools.cli import build
from host_tools.tournament.acts.draws import Draw
from host_tools.tournament.acts.events import SetEvent
from host_tools.tournament.acts.matches import Call
from host_tools.tournament.acts.rounds import CallNext
from host_tools.tournament.acts.tournament import Set
from host_tools.tournament.desk.desk import Desk
from host_tools.tournament.model.model import Competition
from tests.refusals import refused


@pytest.fixture
def two(desk: Desk) -> tuple[Competition, Competition]:
    """Tables 1 and 2 stand in North, 3 in South. Singles are bound to South, veterans to no hall."""
    veterans, singles = event_with(desk, 4, key="vs"), event_with(desk, 4, key="ms")
    owner = desk.do(Set(hall="North", tables=[1, 2]), desk.tournament())
    desk.do(Set(hall="South", tables=[3]), owner)
    assert desk.do(SetEvent(hall="south"), singles).hall == "South"
    desk.do(Draw(), veterans)
    desk.do(Draw(), singles)
    return veterans, singles


Two = tuple[Competition, Competition]


def event_of(desk: Desk, table: int) -> str | None:
    fixture = desk.next_for(table)
    return None if fixture is None else desk.event_of(fixture).key


def test_a_table_gets_its_halls_event_first_and_anothers_never(desk: Desk, two: Two) -> None:
    assert [event_of(desk, table) for table in (1, 2, 3)] == ["vs", "vs", "ms"]
    desk.do(SetEvent(hall="South"), two[0])
    assert [event_of(desk, table) for table in (1, 3)] == [None, "ms"]
    with refused("nothing_to_call", elsewhere=[{"hall": "South", "count": 4}]):
        desk.do(CallNext(tables=[1]), desk.tournament())
    desk.do(SetEvent(hall=""), two[0])
    assert event_of(desk, 1) == "vs"


def test_a_match_is_called_to_another_hall_only_on_purpose(desk: Desk, two: Two) -> None:
    fixture = desk.fixtures(two[1], "ready")[0]
    assert desk.free_for(two[1]) == [3]
    assert desk.free_for(two[0]) == [1, 2, 3]
    with refused("other_hall", event_hall="South", table=1, hall="North"):
        desk.do(Call(table=1), fixture)
    called = desk.do(Call(table=1, force=True), fixture)
    assert called.fixture.hall == "North"
    assert [remark.reason for remark in called.remarks] == ["other_hall"]


def test_a_table_in_no_hall_first_takes_events_of_no_hall(desk: Desk, two: Two) -> None:
    owner = desk.do(Set(hall="North", tables=[1, 4]), desk.tournament())
    assert event_of(desk, 2) == "vs"
    desk.do(CallNext(tables=[2]), desk.tournament())
    desk.do(Set(hall="South", tables=[]), owner)
    assert desk.hall_of(two[1]) == "", "no table stands in South any more: the singles are played anywhere"
    assert event_of(desk, 1) is not None


def test_the_collectors_word_does_where_the_tournament_says_nothing(desk: Desk, hall: Hall, two: Two) -> None:
    for name in ("North", "South"):
        desk.do(Set(hall=name, tables=[]), desk.tournament())
    hall.store.hall.stand([1], "South")
    hall.store.hall.stand([2, 3], "North")
    assert {table.number: table.hall for table in desk.tables()} == {1: "South", 2: "North", 3: "North"}
    assert [event_of(desk, table) for table in (1, 2)] == ["ms", "vs"]


def test_a_hall_that_is_not_there_is_named_with_those_that_are(desk: Desk, two: Two) -> None:
    with refused("no_hall", hall="Nord"):
        desk.do(SetEvent(hall="Nord"), two[0])
    with refused("hall_named_all"):
        desk.do(Set(hall="hall", tables=[1]), desk.tournament())


def run(*words: str) -> str:
    done = CliRunner().invoke(build(words[0]), list(words))
    assert done.exit_code == 0, done.output
    return str(done.output)


def test_the_command_line_names_the_hall(tmp_path: Path) -> None:
    db = ("--db", f"sqlite:///{tmp_path / 'halls.sqlite3'}")
    run("tournament", "new", "open", "Open", *db)
    run("tournament", "set", "--hall", "North", "--tables", "1-2", *db)
    run("tournament", "set", "--hall", "South", "--tables", "3", *db)
    assert "in South" in run("event", "add", "ms", "Men's Singles", "--hall", "South", *db)
    run("event", "add", "ws", "Women's Singles", *db)
    assert "is played in North" in run("event", "set", "ws", "--hall", "north", *db)
    listed = run("tournament", "show", "open", *db)
    assert "South" in listed
    assert "North" in listed
    assert "North" not in run("event", "set", "ws", "--hall", "", *db)
    refused = CliRunner().invoke(build("event"), ["event", "set", "ws", "--hall", "West", *db])
    assert refused.exit_code == 2
    assert "there is North, South" in " ".join(refused.output.split())
