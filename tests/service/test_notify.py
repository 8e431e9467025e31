"""What a service manager is told, over a real socket: ready, how it stands, and signs of life only while all
that matters lives.
"""

import asyncio
import os
from pathlib import Path

import pytest
from notify_socket import Manager

from host_tools.collector import service_manager
from host_tools.collector.hub import Hub
from host_tools.collector.service_manager import Attendance, Notifier, standing
from host_tools.integrations.mqtt import reasons as mqtt_remarks
from host_tools.store import Store
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
