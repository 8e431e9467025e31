"""`boardside hall` and `boardside status`: what the organiser is told of clock, tables and links."""

import json

import pytest
from collector_commands import collector, heard, invoke

from host_tools.collector.hall_clock import lacks_clock
from host_tools.store import Store
from host_tools.store.database import now_ms

pytestmark = pytest.mark.usefixtures("clock_at_noon")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["start"], "How long"),
        (["start", "5"], "MM:SS"),
        (["start", "1:75"], "59"),
        (["start", "0:00"], "more than 0"),
        (["stop"], "start, pause, resume, end"),
        (["start", "25:00:00"], "24 hours"),
        (["pause"], "start one first"),
        (["end"], "start one first"),
        (["start", "5:00", "--lead", "-1"], "lead"),
    ],
)
def test_a_hall_clock_that_makes_no_sense_is_refused(
    url: str, store: Store, arguments: list[str], words: str
) -> None:
    done = invoke("hall", *arguments, "--db", url)
    assert done.exit_code == 2
    assert words in done.output
    assert "Traceback" not in done.output


def test_a_hall_clock_without_tables_is_stored_and_reported_as_shown_nowhere(store: Store, url: str) -> None:
    done = invoke("hall", "start", "45:00", "--db", url)
    assert done.exit_code == 1
    assert "No collector runs" in done.output
    store.write([heard(1, heard_at=now_ms() - 60_000), heard(2, link="down"), collector(now_ms())])
    done = invoke("hall", "pause", "--wait", 0, "--db", url)
    assert done.exit_code == 1
    assert "No table is connected" in done.output
    clock = store.hall.get()
    assert clock is not None
    assert (clock.state, clock.number, clock.length_ms) == ("paused", 2, 45 * 60 * 1000)


def test_the_tables_that_lack_the_hall_clock_are_named(store: Store, url: str) -> None:
    store.write([heard(1), heard(2), heard(3, link="down"), collector(now_ms())])
    done = invoke("hall", "start", "45:00", "--lead", 10, "--wait", 0, "--db", url)
    assert done.exit_code == 1
    assert "0 of 2" in done.output
    assert "table 1: not yet" in done.output
    assert "table 2: not yet" in done.output
    assert "table 3" not in done.output
    clock = store.hall.get()
    assert clock is not None
    assert clock.moment == now_ms() + 10_000
    assert not store.open_commands()
    output = invoke("status", "--db", url).output
    assert "Hall clock: running, 45:00 left; not yet at table 1, 2." in output
    has_it = {"hall": {"state": "off", "number": 1, "moment": clock.moment}}
    for status, is_there in ((has_it, True), ({"hall": {"state": "off"}}, False), (None, False)):
        assert lacks_clock(clock, status, now_ms()) is not is_there, status


def test_status_of_an_empty_hall(store: Store, url: str) -> None:
    done = invoke("status", "--db", url)
    assert done.exit_code == 0
    assert "No table" in done.output
    assert "boardside collect" in done.output


def test_status_shows_links_and_what_waits(store: Store, url: str) -> None:
    store.write(
        [heard(1, problem="Two devices say"), heard(2, heard_at=now_ms() - 3_600_000), collector(now_ms())]
    )
    store.queue_command(2, {"kind": "names"})
    status = json.loads(invoke("status", "--db", url, "--json").output)
    assert status["version"] == 1
    assert [(row["table"], row["link"], row["pending"]) for row in status["tables"]] == [
        (1, "up", 0),
        (2, "down", 1),
    ]
    assert status["tables"][1]["age_ms"] == 3_600_000
    text = invoke("status", "--db", url).output
    assert "60 min" in text
    assert "Two devices say" in text


def test_status_without_a_running_collector_shows_every_link_down(store: Store, url: str) -> None:
    store.write([heard(1), collector(now_ms() - 60_000)])
    status = json.loads(invoke("status", "--db", url, "--json").output)
    assert status["tables"][0]["link"] == "down"
    assert status["collectors"] == []
