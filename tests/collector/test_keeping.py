"""An unexpected fault: it is logged, the task that failed starts again, and all others go on."""

import asyncio
import logging
import socket
import termios
from pathlib import Path
from typing import Any

import pytest
from collector_commands import assign
from fake_table import FakeTable
from hall import Cable, hall

from host_tools.collector import runtime, serial_line, view
from host_tools.collector.announcer import Announcer
from host_tools.collector.outbox import Outbox
from host_tools.collector.runtime import supervised
from tests.waiting import until


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "RESTART_S", 0.001)


def test_what_fails_begins_again_and_what_ends_has_ended(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    tries = []

    async def work() -> None:
        tries.append(1)
        if len(tries) < 3:
            raise KeyError("of table 7")

    asyncio.run(supervised(work, "the clock"))
    assert len(tries) == 3
    assert caplog.text.count("the clock failed") == 2
    assert "of table 7" in caplog.text
    assert "Traceback" not in caplog.text, "where it happened is for --verbose"


async def test_it_ends_when_it_is_cancelled() -> None:
    async def work() -> None:
        await asyncio.Event().wait()

    task = asyncio.create_task(supervised(work, "waiting"))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_a_command_is_delivered_after_the_outbox_has_failed(
    tmp_path: Path, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    take, failed = Outbox.take, []

    def fails_once(outbox: Outbox, rows: list[dict[str, Any]]) -> None:
        if not failed:
            failed.append(1)
            raise ValueError("a row that nobody expected")
        take(outbox, rows)

    monkeypatch.setattr(Outbox, "take", fails_once)
    table = FakeTable(3)
    async with hall(tmp_path) as here:
        here.call(table)
        await here.view(3, lambda view: view["link"]["state"] == "up")
        done = await asyncio.to_thread(assign, url, "--id", "M7", "--wait", "60")
        assert done.exit_code == 0, done.output
        assert failed


async def test_a_table_that_cannot_be_shown_hides_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build = view.build

    def fails_for_two(table: Any, *more: Any) -> Any:
        if table.number == 2:
            raise KeyError("phase")
        return build(table, *more)

    monkeypatch.setattr(view, "build", fails_for_two)
    tables = [FakeTable(number) for number in (1, 2, 3)]
    async with hall(tmp_path) as here:
        here.call(*tables)
        await until(lambda: all(number in here.collector.tables for number in (1, 2, 3)))
        for number in (1, 3):
            await here.view(number, lambda view: view["link"]["state"] == "up")
        for table in tables:
            table.add({"kind": "boot", "cause": "power"})
        await until(lambda: len(here.store.events()) == 3)


async def test_a_port_that_goes_while_it_is_opened_is_opened_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """termios.error is no OSError: the thread that looks for the port must outlive it."""
    monkeypatch.setattr(serial_line, "AGAIN_S", 0.01)
    open_port, tries = serial_line.open_port, []

    def goes_once(path: str) -> Any:
        tries.append(path)
        if len(tries) == 1:
            raise termios.error(5, "Input/output error")
        return open_port(path)

    monkeypatch.setattr(serial_line, "open_port", goes_once)
    cable = Cable(FakeTable(3), tmp_path / "ttyTable")
    cable.plug_in()
    async with hall(tmp_path, serial=(str(cable.path),)) as here:
        await here.view(3, lambda view: view["link"]["state"] == "up")
    cable.pull_out()
    assert len(tries) > 1


async def test_a_cable_that_comes_back_under_another_name_is_found_by_its_device(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serial_line, "AGAIN_S", 0.01)
    monkeypatch.setattr(serial_line, "BY_ID", tmp_path / "by-id")
    device = tmp_path / "by-id" / "usb-Table_3"
    device.parent.mkdir()
    cable = Cable(FakeTable(3), tmp_path / "ttyUSB0")
    named = cable.path

    def plug_in(name: str) -> None:
        cable.path = tmp_path / name
        device.unlink(missing_ok=True)
        device.symlink_to(cable.path)
        cable.plug_in()

    plug_in("ttyUSB0")
    async with hall(tmp_path, serial=(str(named),)) as here:
        await here.view(3, lambda view: view["link"]["state"] == "up")
        cable.pull_out()
        await here.view(3, lambda view: view["link"]["state"] != "up")
        plug_in("ttyUSB1")
        await here.view(3, lambda view: view["link"]["state"] == "up")
        cable.pull_out()
        plug_in("ttyUSB0")
        await here.view(3, lambda view: view["link"]["state"] == "up")
    cable.pull_out()


async def test_announcing_goes_on_after_a_fault() -> None:
    looks = []

    def find(_host: str) -> list[tuple[str, str]]:
        looks.append(1)
        if len(looks) == 1:
            raise ValueError("an adapter that nobody expected")
        return []

    announcer = Announcer("c1", "127.0.0.1", 7580, 7599, find)
    announcer.start()
    await until(lambda: len(looks) > 1)
    await announcer.stop()


def test_a_shared_port_s_computer_that_went_without_a_word_is_noticed() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = serial_line.open_port(f"socket://127.0.0.1:{server.getsockname()[1]}")
        connection = port._socket
        assert connection.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            idle, between, count, unsent_ms = (
                connection.getsockopt(socket.IPPROTO_TCP, getattr(socket, name))
                for name in ("TCP_KEEPIDLE", "TCP_KEEPINTVL", "TCP_KEEPCNT", "TCP_USER_TIMEOUT")
            )
            assert idle + between * count <= 10 >= unsent_ms / 1000
        port.close()
