"""The command line: what it prints, what it puts into the outbox, and its messages when something is not as
it should be.
"""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
import typer
from fake_table import MATCH, FakeTable, board
from hall import Cable, Hall, hall, until
from typer.testing import CliRunner, Result

from boardside.link.commands import Commands
from host_tools.collector import commands
from host_tools.collector.hall_clock import lacks
from host_tools.collector.hall_command import hall as hall_command
from host_tools.store import Store
from host_tools.store.records import AnswerRecord, CollectorRecord, TableRecord
from host_tools.store.store import now_ms

app = typer.Typer(pretty_exceptions_enable=False)
for function in (commands.collect, commands.pull, commands.status, commands.assign, hall_command):
    app.command(function.__name__)(function)


def invoke(*arguments: object) -> Result:
    return CliRunner(env={"COLUMNS": "200"}).invoke(app, [str(argument) for argument in arguments])


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'hall.sqlite3'}"


@pytest.fixture
def store(url: str) -> Any:
    opened = Store.open(url)
    yield opened
    opened.close()


def heard(table: int, **values: Any) -> TableRecord:
    row = {
        "name": f"Table {table}", "journal": f"j{table}", "boot": 1, "firmware": "0.1", "keyed": False,
        "transport": "serial", "port": "/dev/ttyUSB0", "link": "up", "heard_at": now_ms(), "status": None,
        "problem": None, **values,
    }  # fmt: skip
    return TableRecord(table, row)


def collector(seen_at: int) -> CollectorRecord:
    return CollectorRecord("c1", {"pid": 1, "host": "laptop", "started_at": 0, "seen_at": seen_at})


# assign


def assign(url: str, *more: object) -> Result:
    return invoke("assign", "--table", 3, "--a", "Asha", "--b", "Bela", "--db", url, *more)


def test_assign_puts_the_match_into_the_outbox(store: Store, url: str) -> None:
    done = assign(
        url, "--a2", "Anu", "--b2", "Bina", "--stage", "final", "--breaks", "b", "--rules", '{"points": 23}',
        "--title", "Final", "--id", "F1",
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    assert "no collector runs" in done.output
    (row,) = store.open_commands()
    assert row["table"] == 3
    assert row["event"] == {
        "kind": "match", "match": "F1", "ruleset": "icf", "stage": "final", "doubles": True,
        "a": ["Asha", "Anu"], "b": ["Bela", "Bina"], "breaks": "b", "rules": {"points": 23}, "title": "Final",
    }  # fmt: skip


def test_assign_takes_own_rules_from_a_file(store: Store, url: str, tmp_path: Path) -> None:
    path = tmp_path / "club.json"
    path.write_text('{"base": "vkk", "name": "Club nights", "points": 23}', encoding="utf-8")
    assert assign(url, "--rules", path).exit_code == 0
    (row,) = store.open_commands()
    assert row["event"]["ruleset"] == "vkk"
    assert row["event"]["rules"] == {"points": 23}
    assert row["event"]["variant"] == "Club nights"
    assert assign(url, "--rules", path, "--ruleset", "icf").exit_code == 2


def test_assign_crokinole_and_a_tie_of_teams(store: Store, url: str) -> None:
    assert assign(url, "--ruleset", "wcc", "--category", "cue").exit_code == 0
    teams = ("--tie", "QF1", "--team-a", "CSE", "--team-b", "Civil")
    assert assign(url, "--ruleset", "vaishali", *teams).exit_code == 0
    crokinole, tie = [row["event"] for row in store.open_commands()]
    assert (crokinole["ruleset"], crokinole["category"]) == ("wcc", "cue")
    assert (tie["tie"], tie["teams"]) == ("QF1", {"a": "CSE", "b": "Civil"})


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["--stage", "finale"], "finale"),
        (["--ruleset", "chess"], "chess"),
        (["--breaks", "c"], "breaks"),
        (["--rules", "{points: 23}"], "no JSON"),
        (["--rules", '{"pints": 23}'], "pints"),
        (["--rules", "[1]"], "rules"),
        (["--a2", "Anu"], "--b2"),
        (["--a2", " ", "--b2", "x"], "empty"),
        (["--title", "x" * 200], "title"),
        (["--category", "seniors"], "adult"),
        (["--rules", "none.json"], "cannot be read"),
        (["--tie", "QF1", "--team-a", "CSE"], "--team-b"),
    ],
)
def test_a_match_that_no_table_would_take_is_refused_at_once(
    store: Store, url: str, more: list[str], words: str
) -> None:
    done = assign(url, *more)
    assert done.exit_code == 2
    assert words in done.output
    assert "Traceback" not in done.output
    assert store.open_commands() == []


def test_assign_without_a_database_says_so(tmp_path: Path) -> None:
    done = assign(f"sqlite:///{tmp_path / 'none.sqlite3'}")
    assert done.exit_code == 2
    assert "boardside collect" in done.output


def test_assign_tells_that_the_table_has_not_answered(store: Store, url: str) -> None:
    store.write([collector(now_ms())])
    done = assign(url, "--wait", 0)
    assert done.exit_code == 3
    assert "not answered" in done.output
    assert len(store.open_commands()) == 1


@pytest.mark.parametrize(("state", "status"), [("done", 0), ("refused", 1)])
def test_assign_tells_the_answer(
    store: Store, url: str, monkeypatch: pytest.MonkeyPatch, state: str, status: int
) -> None:
    store.write([collector(now_ms())])
    real = Store.queue_command

    def queue_and_answer(self: Store, table: int, event: dict[str, Any], expires: int | None = None) -> str:
        command = real(self, table, event, expires)
        store.write([AnswerRecord(command, state, "not_now", "match m0 is in play", 1)])
        return command

    monkeypatch.setattr(Store, "queue_command", queue_and_answer)
    done = assign(url)
    assert done.exit_code == status
    assert ("has match" if state == "done" else "match m0 is in play") in done.output


# hall


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


def test_a_hall_clock_without_tables_is_noted_and_said_to_be_nowhere(store: Store, url: str) -> None:
    done = invoke("hall", "start", "45:00", "--db", url)
    assert done.exit_code == 1
    assert "No collector runs" in done.output
    store.write([heard(1, heard_at=now_ms() - 60_000), heard(2, link="down"), collector(now_ms())])
    done = invoke("hall", "pause", "--wait", 0, "--db", url)
    assert done.exit_code == 1
    assert "No table is connected" in done.output
    wanted = store.hall.get()
    assert wanted is not None
    assert (wanted.state, wanted.number, wanted.length_ms) == ("paused", 2, 45 * 60 * 1000)


def test_the_tables_that_lack_the_hall_clock_are_named(store: Store, url: str) -> None:
    store.write([heard(1), heard(2), heard(3, link="down"), collector(now_ms())])
    before = now_ms()
    done = invoke("hall", "start", "45:00", "--lead", 10, "--wait", 0, "--db", url)
    assert done.exit_code == 1
    assert "0 of 2" in done.output
    assert "table 1: not yet" in done.output
    assert "table 2: not yet" in done.output
    assert "table 3" not in done.output
    wanted = store.hall.get()
    assert wanted is not None
    assert before + 10_000 <= wanted.moment <= now_ms() + 10_000
    assert not store.open_commands()
    said = invoke("status", "--db", url).output
    assert "Hall clock: running, 45:00 left; not yet at table 1, 2." in said
    has_it = {"hall": {"state": "off", "number": 1, "moment": wanted.moment}}
    running, off = {"hall": {"state": "running"}}, {"hall": {"state": "off"}}  # as older firmware tells it
    for status, is_there in ((has_it, True), (running, True), (off, False), (None, False)):
        assert lacks(wanted, status, now_ms()) is not is_there, status


# status


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
    shown = json.loads(invoke("status", "--db", url, "--json").output)
    assert shown["version"] == 1
    assert [(row["table"], row["link"], row["pending"]) for row in shown["tables"]] == [
        (1, "up", 0),
        (2, "down", 1),
    ]
    assert shown["tables"][1]["age_ms"] >= 3_600_000
    text = invoke("status", "--db", url).output
    assert "60 min" in text
    assert "Two devices say" in text


def test_status_without_a_running_collector_shows_every_link_down(store: Store, url: str) -> None:
    store.write([heard(1), collector(now_ms() - 60_000)])
    shown = json.loads(invoke("status", "--db", url, "--json").output)
    assert shown["tables"][0]["link"] == "down"
    assert shown["collectors"] == []


# All of it together


def test_assign_hall_and_status_with_a_running_collector(tmp_path: Path, url: str) -> None:
    table = FakeTable(3)
    table.add({"kind": "boot", "cause": "power"})

    async def scenario(here: Hall) -> None:
        here.call(table)
        await here.view(3, lambda view: view["link"]["state"] == "up")
        done = await asyncio.to_thread(assign, url, "--id", "M7", "--title", "Round 1, table 3")
        assert done.exit_code == 0, done.output
        assert "has match M7" in done.output
        view = await here.view(3, lambda view: view["match"] is not None and view["agrees"] is True)
        assert view["match"]["title"] == "Round 1, table 3"
        assert view["phase"] == "toss"
        table.refusal = ("not_now", "match M7 is in play; the umpire ends it at the table")
        done = await asyncio.to_thread(assign, url, "--id", "M8")
        assert done.exit_code == 1
        assert "M7 is in play" in done.output
        table.refusal = None
        await until(lambda: [row["link"] for row in here.store.tables()] == ["up"])
        done = await asyncio.to_thread(invoke, "hall", "start", "45:00", "--db", url)
        assert done.exit_code == 0, done.output
        assert "1 of 1" in done.output
        shown = json.loads((await asyncio.to_thread(invoke, "status", "--json", "--db", url)).output)
        clock = shown["hall"]
        assert (clock["state"], clock["length"], clock["lacking"]) == ("running", 45 * 60_000, [])
        assert 44 * 60_000 < clock["left"] <= 45 * 60_000
        assert shown["tables"][0]["match"]["names"] == {"a": ["Asha"], "b": ["Bela"]}
        assert shown["tables"][0]["link"] == "up"
        assert [event["kind"] for event in table.applied] == ["match", "hall"]

    async def all_of_it() -> None:
        async with hall(tmp_path) as here:
            await scenario(here)

    asyncio.run(all_of_it())


def test_a_busy_table_is_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("host_tools.collector.outbox.BUSY_AGAIN_MS", 100)
    table = FakeTable(3)
    table.refusal = ("busy", "the umpire is entering something")

    async def all_of_it() -> None:
        async with hall(tmp_path) as here:
            here.call(table)
            await here.view(3, lambda view: view["link"]["state"] == "up")
            command = here.store.queue_command(3, MATCH)
            row: Any = None
            async with asyncio.timeout(20):
                while row is None or row["code"] != "busy":
                    row = here.store.command(command)
                    await asyncio.sleep(0.02)
            assert row["state"] == "sent"
            table.refusal = None
            await here.view(3, lambda view: view["match"] is not None)
            assert len(table.applied) == 1

    asyncio.run(all_of_it())


def test_what_waited_for_a_table_reaches_it_when_it_comes_unless_it_is_too_late(tmp_path: Path) -> None:
    async def all_of_it() -> None:
        async with hall(tmp_path) as here:
            late = here.store.queue_command(3, {"kind": "hall", "do": "pause"}, expires_at=now_ms() - 1)
            here.store.queue_command(3, MATCH)
            table = FakeTable(3)
            here.call(table)
            await here.view(3, lambda view: view["match"] is not None)

            def answer() -> tuple[str, str]:
                row: Any = here.store.command(late)
                return row["state"], row["code"]

            await until(lambda: answer() == ("refused", "expired"))
            assert [event["kind"] for event in table.applied] == ["match"]

    asyncio.run(all_of_it())


class FallingTable(FakeTable):
    """Does what it is told, and falls off the network and restarts before it can say so."""

    def apply(self, event: dict[str, Any], now: int) -> tuple[bool, str, str]:
        done = super().apply(event, now)
        self.fall()
        return done

    def fall(self) -> None:
        raise NotImplementedError


def test_a_command_that_was_done_before_the_link_broke_is_not_sent_again(tmp_path: Path) -> None:
    """The table has forgotten it with its restart; its journal has not."""

    async def all_of_it() -> None:
        async with hall(tmp_path) as here:
            table = FallingTable(3)
            table.add(MATCH)
            fallen = asyncio.Event()

            def fall() -> None:
                here.hang_up()
                for session in table.sessions:
                    session.close()
                table.commands = Commands(table.apply)
                fallen.set()

            table.fall = fall  # type: ignore[method-assign]
            here.call(table)
            await here.view(3, lambda view: view["link"]["state"] == "up")
            command = here.store.queue_command(3, {"kind": "names", "a": ["Zoë"]})
            await asyncio.wait_for(fallen.wait(), 20)
            for number in range(30):
                table.add({"kind": "names", "b": [f"B{number}"]})
            await here.view(3, lambda view: view["link"]["state"] == "down")
            here.call(table)
            await until(lambda: table.sessions[-1].acked == 32)
            row: Any = here.store.command(command)
            assert row["state"] == "done"
            assert len(table.applied) == 1

    asyncio.run(all_of_it())


def test_a_command_too_long_for_a_table_is_refused_here(tmp_path: Path) -> None:
    async def all_of_it() -> None:
        async with hall(tmp_path) as here:
            table = FakeTable(3)
            here.call(table)
            await here.view(3, lambda view: view["link"]["state"] == "up")
            command = here.store.queue_command(3, {"kind": "names", "a": ["x" * 4000]})
            row: Any = None
            async with asyncio.timeout(20):
                while row is None or row["state"] != "refused":
                    row = here.store.command(command)
                    await asyncio.sleep(0.02)
            assert row["code"] == "too_long"
            assert table.applied == []

    asyncio.run(all_of_it())


# pull


def pull_from(table: FakeTable, folder: Path, *arguments: object) -> Result:
    """Run `pull` against a table on a pseudo-terminal."""

    async def all_of_it() -> Result:
        cable = Cable(table, folder / "ttyTable")
        cable.plug_in()
        try:
            return await asyncio.to_thread(invoke, "pull", "--port", cable.path, "--timeout", 5, *arguments)
        finally:
            cable.pull_out()

    return asyncio.run(all_of_it())


def played() -> FakeTable:
    table = FakeTable(3)
    table.add({"kind": "boot", "cause": "power"})
    for match in ("m1", "m2"):
        table.add({**MATCH, "match": match})
        for _ in range(6):
            table.add(board("a", 2))
    return table


def test_pull_prints_one_line_for_each_match_and_takes_nothing_over(tmp_path: Path) -> None:
    table = played()
    done = pull_from(table, tmp_path)
    assert done.exit_code == 0, done.output
    one, two = (json.loads(line) for line in done.stdout.splitlines())
    assert (one["match"], two["match"]) == ("m1", "m2")
    assert one["result"]["games"] == [[25, 0]]
    assert (one["table"], one["journal"], one["first_seq"], one["last_seq"]) == (3, "journal3", 2, 8)
    assert one["problem"] is None
    assert [session.acked for session in table.sessions] == [0]
    again = pull_from(table, tmp_path, "--after", 8)
    assert [json.loads(line)["match"] for line in again.stdout.splitlines()] == ["m2"]


def test_pull_prints_the_events_as_they_are(tmp_path: Path) -> None:
    table = played()
    done = pull_from(table, tmp_path, "--events")
    assert [json.loads(line) for line in done.stdout.splitlines()] == table.journal.events
    done = pull_from(table, tmp_path, "--events", "--after", 13)
    assert [json.loads(line)["seq"] for line in done.stdout.splitlines()] == [14, 15]
    done = pull_from(table, tmp_path, "--events", "--after", 15)
    assert (done.exit_code, done.stdout) == (0, "")
    done = pull_from(table, tmp_path, "--events", "--after", 99)
    assert (done.exit_code, done.stdout) == (0, "")


def test_pull_from_a_table_with_nothing_prints_nothing(tmp_path: Path) -> None:
    done = pull_from(FakeTable(3), tmp_path)
    assert (done.exit_code, done.stdout) == (0, "")


def test_pull_needs_the_key(tmp_path: Path) -> None:
    keys = tmp_path / "keys.json"
    keys.write_text(json.dumps({"3": b"secret for table".hex()}))
    table = FakeTable(3, key=b"secret for table")
    table.add(MATCH)
    done = pull_from(table, tmp_path)
    assert done.exit_code == 2
    assert "--keys" in done.output
    done = pull_from(table, tmp_path, "--keys", keys)
    assert json.loads(done.stdout)["match"] == "m1"


def test_pull_from_a_port_that_is_not_there(tmp_path: Path) -> None:
    done = invoke("pull", "--port", tmp_path / "ttyNone")
    assert done.exit_code == 2
    assert "There is no port" in done.output
    assert "Traceback" not in done.output


def test_pull_from_something_that_is_no_port(tmp_path: Path) -> None:
    done = invoke("pull", "--port", tmp_path)
    assert done.exit_code == 2
    assert "Traceback" not in done.output


def test_pull_from_a_silent_port(tmp_path: Path) -> None:
    master, slave = os.openpty()
    done = invoke("pull", "--port", os.ttyname(slave), "--timeout", "0.5")
    os.close(master)
    os.close(slave)
    assert done.exit_code == 2
    assert "No table answered" in done.output


def test_pull_from_a_port_that_is_in_use(tmp_path: Path) -> None:
    from host_tools.collector.serial_line import open_port

    master, slave = os.openpty()
    held = open_port(os.ttyname(slave))
    done = invoke("pull", "--port", os.ttyname(slave))
    held.close()
    os.close(master)
    os.close(slave)
    assert done.exit_code == 2
    assert "in use" in done.output


@pytest.mark.parametrize("content", ["[]", '{"three": "aa"}', '{"3": "xyz"}', '{"3": 5}', "no json"])
def test_keys_that_are_none_are_said(tmp_path: Path, content: str) -> None:
    path = tmp_path / "keys.json"
    path.write_text(content)
    done = invoke("pull", "--port", "x", "--keys", path)
    assert done.exit_code == 2
    assert "holds no keys" in done.output
    assert "Traceback" not in done.output
    missing = invoke("pull", "--port", "x", "--keys", tmp_path / "none.json")
    assert missing.exit_code == 2
    assert "cannot be read" in missing.output


# collect


def test_collect_with_a_database_that_cannot_be_written(tmp_path: Path) -> None:
    done = invoke("collect", "--db", f"sqlite:///{tmp_path / 'no' / 'folder' / 'hall.sqlite3'}")
    assert done.exit_code == 2
    assert "folder" in done.output
    assert "Traceback" not in done.output


def test_collect_on_a_port_that_is_in_use(url: str) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = invoke("collect", "--db", url, "--tcp", taken.getsockname()[1])
    assert done.exit_code == 2
    assert "in use" in done.output
    assert "--tcp" in done.output
    assert "Traceback" not in done.output


def test_collect_on_an_address_of_somebody_else(url: str) -> None:
    done = invoke("collect", "--db", url, "--tcp", 0, "--host", "203.0.113.7")
    assert done.exit_code == 2
    assert "no address of this computer" in done.output


@pytest.mark.parametrize("number", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.slow)])
def test_collect_ends_cleanly_on_a_signal_with_a_port_missing(
    tmp_path: Path, url: str, number: signal.Signals
) -> None:
    """As its own process: what a person sees in the terminal."""
    code = "import typer; from host_tools.collector.commands import collect; typer.run(collect)"
    command = [sys.executable, "-c", code, "--db", url, "--tcp", "0", "--serial", str(tmp_path / "ttyNone")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert "Collecting into" in process.stdout.readline()
        assert "There is no port" in process.stderr.readline()
        began = time.monotonic()
        process.send_signal(number)
        out, err = process.communicate(timeout=20)
    assert process.returncode == 0, err
    assert "Everything is stored" in out
    assert "Traceback" not in err
    assert time.monotonic() - began < 10
    store = Store.open(url, create=False)
    assert store.collectors() == []
    store.close()
