"""`boardside collect --wait`: it waits for trouble that may pass; other trouble still ends it."""

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

from host_tools.collector import run
from host_tools.collector.reasons import CannotStart, NotYet
from host_tools.collector.run import collected
from host_tools.store import Store, StoreError, StoreUnavailable

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
