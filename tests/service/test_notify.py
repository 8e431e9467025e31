"""What a service manager is told, over a real socket: ready, how it stands, and signs of life only while all
that matters lives.
"""

import asyncio
import os
import re
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from notify_socket import Manager

from host_tools.collector import run, service_manager
from host_tools.collector.hub import Hub
from host_tools.collector.reasons import CannotStart, NotYet
from host_tools.collector.run import collected
from host_tools.collector.service_manager import Attendance, Notifier, standing
from host_tools.integrations.mqtt import reasons as mqtt_remarks
from host_tools.store import Store, StoreError, StoreUnavailable
from host_tools.store.reasons import database_cause
from host_tools.store.writer import HUNG_S, Writer


@pytest.mark.parametrize("place", ["path", "abstract"])
def test_ready_status_and_life_come_over_the_socket(place: str, tmp_path: Path) -> None:
    address = str(tmp_path / "notify") if place == "path" else f"@boardside-test-{os.getpid()}"
    manager = Manager(address, watchdog_s=60)
    attendance = Attendance(Notifier(manager.environment))
    attendance.status = lambda: "3 of 4 tables up.\nREADY=0"
    attendance.ready()
    assert manager.all() == [{"READY": "1"}, {"WATCHDOG": "1", "STATUS": "3 of 4 tables up. READY=0"}]
    attendance.sign()
    assert manager.all() == [{"WATCHDOG": "1"}]  # the status is what it was


def test_the_watchdog_is_not_fed_for_a_collector_that_does_not_write(tmp_path: Path) -> None:
    manager = Manager.at(tmp_path, watchdog_s=60)
    attendance = Attendance(Notifier(manager.environment))
    attendance.is_well = lambda: False
    attendance.sign()
    attendance.sign()
    assert manager.all() == [{"STATUS": "Starting."}]


async def test_signs_come_three_times_before_the_watchdog_bites(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    manager = Manager.at(tmp_path, watchdog_s=6)
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == 3:
            done.set()
            await asyncio.Event().wait()

    done = asyncio.Event()
    monkeypatch.setattr(service_manager.asyncio, "sleep", sleep)
    attendance = Attendance(Notifier(manager.environment))
    attendance.start()
    await done.wait()
    await attendance.stop()
    assert slept == [2.0] * 3
    assert [message.get("WATCHDOG") for message in manager.all()] == ["1"] * 3


def test_another_process_is_watched_or_nobody_listens(tmp_path: Path) -> None:
    manager = Manager.at(tmp_path, watchdog_s=60)
    assert Notifier({**manager.environment, "WATCHDOG_PID": "1"}).watchdog_s is None
    assert Notifier({**manager.environment, "WATCHDOG_PID": str(os.getpid())}).watchdog_s == 60
    Notifier({}).send(READY="1")
    Notifier({"NOTIFY_SOCKET": str(tmp_path / "none")}).send(READY="1")
    assert not Notifier({}).is_heard
    assert manager.all() == []


def test_the_status_names_tables_and_troubles() -> None:
    hub = Hub()
    assert standing(hub) == "No table has called yet."
    for table, state in ((3, "up"), (4, "down")):
        hub.publish({"table": table, "link": {"state": state}})
    hub.trouble(database_cause("disk_full", where="hall.sqlite3"))
    hub.remark("mqtt", mqtt_remarks.REMARKS.cause("mqtt_file_unreadable", files="ca=a.pem", why="gone"))
    full = "The disk of hall.sqlite3 is full; make room on it."
    assert standing(hub) == f"1 of 2 tables up. {full} ca=a.pem cannot be read: gone."


def test_a_writer_lives_while_it_tries_and_not_when_it_hangs(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer = Writer(store, lambda *_: None, lambda *_: None, lambda *_: None)
    assert not writer.is_alive
    writer.start()
    assert writer.is_alive
    monkeypatch.setattr(Writer, "stuck_s", HUNG_S + 1)
    assert not writer.is_alive
    monkeypatch.undo()
    writer.stop()
    assert not writer.is_alive


# `boardside collect --wait`: it waits for trouble that may pass; other trouble still ends it.

CODE = "import typer; from host_tools.collector.collect_command import collect; typer.run(collect)"


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "PAUSES_S", (0.0,))


async def at_once(_store: Store, _ending: asyncio.Event) -> bool:
    return True


def test_a_folder_that_is_not_mounted_yet_is_waited_for_and_told_once(tmp_path: Path) -> None:
    folder = tmp_path / "stick"
    problems: list[str] = []

    def say(error: StoreUnavailable | NotYet) -> None:
        problems.append(str(error))
        asyncio.get_running_loop().call_later(0.05, folder.mkdir)

    assert asyncio.run(collected(f"sqlite:///{folder}/hall.sqlite3", at_once, say))
    assert len(problems) == 1
    assert "check that the folder exists" in problems[0]


def test_what_is_told_changes_with_the_trouble(url: str) -> None:
    troubles: list[Exception] = [
        StoreUnavailable("timed_out", where="postgresql://hall"),
        StoreUnavailable("timed_out", where="postgresql://hall"),
        NotYet("port_taken", port=7580, host="127.0.0.1", option="--tcp"),
        StoreUnavailable("disk_full", where="hall.sqlite3"),
    ]
    problems: list[str] = []

    async def collect(_store: Store, _ending: asyncio.Event) -> bool:
        if troubles:
            raise troubles.pop(0)
        return True

    assert asyncio.run(collected(url, collect, lambda error: problems.append(str(error))))
    assert problems == [
        "The database postgresql://hall does not answer in time: is the network up?",
        "Port 7580 on 127.0.0.1 is in use, perhaps by another collector: choose another with --tcp.",
        "The disk of hall.sqlite3 is full; make room on it.",
    ]


def test_without_patience_the_first_trouble_counts(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable, match="check that the folder exists"):
        asyncio.run(collected(f"sqlite:///{tmp_path}/no/hall.sqlite3", at_once, None))


@pytest.mark.parametrize(
    "trouble", [CannotStart("tls_needs_both"), StoreError("of_newer_version", where="hall", version=9, own=1)]
)
def test_what_cannot_get_better_ends_it(trouble: Exception, url: str) -> None:
    async def collect(_store: Store, _ending: asyncio.Event) -> bool:
        raise trouble

    with pytest.raises(type(trouble), match=re.escape(str(trouble))):
        asyncio.run(collected(url, collect, pytest.fail))


def test_the_pauses_grow_and_an_end_ends_them(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "PAUSES_S", (1.0, 2.0, 30.0))
    pauses: list[float] = []

    async def collect(_store: Store, _ending: asyncio.Event) -> bool:
        raise StoreUnavailable("gone_away", where="x")

    async def scenario() -> bool:
        ending = asyncio.Event()

        async def wait_for(work: object, seconds: float) -> None:
            work.close()  # type: ignore[attr-defined]
            pauses.append(seconds)
            if len(pauses) == 5:
                ending.set()
            else:
                raise TimeoutError

        monkeypatch.setattr(run.asyncio, "wait_for", wait_for)
        return await collected(url, collect, lambda _: None, ending)

    assert asyncio.run(scenario())
    assert pauses == [1.0, 2.0, 30.0, 30.0, 30.0]


def started(manager: Manager, *arguments: object) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", CODE, "--tcp", "0", "--wait", *map(str, arguments)]
    environment = {**os.environ, **manager.environment, "JOURNAL_STREAM": "8:1"}
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    )


def heard(manager: Manager, name: str, words: str) -> None:
    """Returns when this variable has been told with these words in it."""
    while words not in manager.hear().get(name, ""):
        pass


def test_a_service_waits_collects_and_ends_cleanly(tmp_path: Path) -> None:
    """Runs in a process of its own; the test reads what systemd hears of it."""
    manager = Manager.at(tmp_path, watchdog_s=1)
    folder = tmp_path / "stick"
    with started(manager, "--db", f"sqlite:///{folder}/hall.sqlite3") as process:
        heard(manager, "READY", "1")
        heard(manager, "STATUS", "Waiting: ")
        heard(manager, "WATCHDOG", "1")
        folder.mkdir()
        heard(manager, "STATUS", "No table has called yet.")
        heard(manager, "WATCHDOG", "1")
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    assert "Everything is stored" in out
    assert err.startswith("<4>Waiting: ")
    assert "Traceback" not in err


def test_a_service_that_waits_ends_by_a_signal(tmp_path: Path) -> None:
    manager = Manager.at(tmp_path)
    with started(manager, "--db", f"sqlite:///{tmp_path}/no/hall.sqlite3") as process:
        heard(manager, "READY", "1")
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=120)
    assert process.returncode == 0, err


def test_a_newer_database_ends_a_service_with_status_2(tmp_path: Path, url: str) -> None:
    Store.open(url).close()
    with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as connection:
        connection.execute("UPDATE meta SET value = '99' WHERE key = 'schema'")
        connection.commit()
    manager = Manager.at(tmp_path)
    with started(manager, "--db", url) as process:
        _, err = process.communicate(timeout=120)
    assert process.returncode == 2
    assert "newer Boardside" in err
    assert not any("READY" in message for message in manager.all())
