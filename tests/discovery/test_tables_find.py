"""Simulated tables (the real firmware on MicroPython) that find their collector, or do not, and play on."""

import asyncio
import socket
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from hall import View, hall
from system_hall import FAST, press

from boardside.link.finding import announcement
from host_tools.collector.announcer import Announcer
from host_tools.simulator.table import SimTable
from tests.ports import free_ports
from tests.waiting import until

LOOPBACK = ("127.0.0.1", "127.255.255.255")


def is_up(view: View) -> bool:
    return bool(view["link"]["state"] == "up")


def is_down(view: View) -> bool:
    return not is_up(view)


@asynccontextmanager
async def announced(hosts: Callable[[], list[int]], udp: int) -> AsyncIterator[None]:
    """Somebody announces hosts at these TCP ports, in this order, again and again."""

    async def tell() -> None:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
            sender.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
            while True:
                for port in hosts():
                    sender.sendto(announcement("a1b2c3d4", port), (LOOPBACK[1], udp))
                await asyncio.sleep(0.2)

    task = asyncio.create_task(tell())
    try:
        yield
    finally:
        task.cancel()


@pytest.mark.slow
async def test_a_table_finds_the_collector_that_announces_itself_and_again_after_it_moved(
    tmp_path: Path,
) -> None:
    (udp,) = free_ports(1)

    async with SimTable(3, tmp_path / "t", host="auto", announcements=udp, options=FAST) as table:
        for where in ("first", "second"):
            (tmp_path / where).mkdir()
            async with hall(tmp_path / where) as host:
                announcer = Announcer(host.collector.id, "127.0.0.1", host.port, udp)
                announcer.start()
                await host.view(3, is_up)
                await announcer.stop()
        assert table.observed.errors == []


@pytest.mark.realtime
async def test_a_false_host_cannot_hold_a_table_and_the_proven_one_comes_first_after_a_cut(
    tmp_path: Path,
) -> None:
    (udp,) = free_ports(1)
    key = bytes(range(16))
    called: list[float] = []

    async def hold(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Takes every call and says hello again and again, but never knows the key."""
        called.append(time.monotonic())
        nonce = 0
        try:
            while True:
                nonce += 1
                writer.write(hello(nonce))
                await writer.drain()
                await asyncio.sleep(0.05)
        except OSError:
            pass
        finally:
            writer.close()

    false = await asyncio.start_server(hold, "127.0.0.1", 0)
    false_port = false.sockets[0].getsockname()[1]
    ports = [false_port]
    async with (
        hall(tmp_path, keys={4: key}) as host,
        announced(lambda: ports, udp),
        SimTable(
            4, tmp_path / "t", host="auto", announcements=udp, options=FAST, config={"key": key.hex()}
        ) as table,
    ):
        await until(lambda: called)
        ports.append(host.port)
        await host.view(4, is_up)
        held = time.monotonic() - called[0]
        assert 8 < held < 14, held
        await table.wifi(False)
        await host.view(4, is_down)
        await table.wifi(True)
        await host.view(4, is_up)
        assert len(called) == 1, "the false host was called before the proven one"
    false.close()


def hello(number: int) -> bytes:
    from boardside.link.auth import NO_MAC
    from boardside.link.frame import pack

    return pack(b'["hi",1,"evil","%016x"]' % number, NO_MAC)


@pytest.mark.slow
async def test_a_name_is_found_by_dns_and_by_mdns(tmp_path: Path) -> None:
    async with hall(tmp_path) as host:
        for number, name in ((1, "laptop"), (2, "laptop.local"), (3, "laptop.hall.example")):
            target = ("127.0.0.1", host.port)
            async with SimTable(number, tmp_path / name, host=name, collector=target, options=FAST):
                await host.view(number, is_up)


@pytest.mark.realtime
async def test_keys_are_read_all_the_time_while_a_name_does_not_resolve(tmp_path: Path) -> None:
    """A loop that waited for the name would miss short presses; none may take longer than usual."""

    table = SimTable(5, tmp_path / "t", host="nobody.example", announcements=0, options=FAST)
    async with table:
        await table.wait_for(lambda view: view.text.startswith("tbL"))
        await until(lambda: "nobody.example" in asked(table))
        count = len(asked(table))
        slowest = 0.0
        end = time.monotonic() + 4
        while time.monotonic() < end:
            began = time.monotonic()
            await press(table, "OK UNDO")  # the menu, and back
            slowest = max(slowest, time.monotonic() - began)
        assert len(asked(table)) > count, "the name was not asked for meanwhile"
        assert slowest < 1.5, slowest
        assert table.observed.errors == []


def asked(table: SimTable) -> list[str]:
    assert table._air is not None
    assert table._air.ether is not None
    return table._air.ether.asked


@pytest.mark.slow
async def test_a_wrong_address_is_named_at_the_table_and_the_host_is_looked_for(tmp_path: Path) -> None:
    (udp,) = free_ports(1)

    config: dict[str, Any] = {"host": {"address": "192.168.1.256"}}
    table = SimTable(6, tmp_path / "t", host="auto", announcements=udp, options=FAST, config=config)
    async with hall(tmp_path) as host, announced(lambda: [host.port], udp), table:
        await table.wait_for(lambda panel: b"host.address must be" in panel.log)
        await host.view(6, is_up)
