"""A collector that tells where it is: real datagrams on this computer's loopback, and networks that fail."""

import asyncio
import errno
import logging
import socket
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import serial

from boardside.link.finding import announced_port
from host_tools.collector import announcer, mdns, pull
from host_tools.collector.announcer import Announcer, is_loopback, networks
from host_tools.collector.reasons import CannotPull, CannotStart
from host_tools.collector.run import Options, run
from host_tools.collector.serial_line import READ_S, check, explain, open_port, read_some
from host_tools.store import Store
from tests.waiting import patience_s, until

LOOPBACK = ("127.0.0.1", "127.255.255.255")


@contextmanager
def listener() -> Iterator[socket.socket]:
    """A table's ear, on a port of its own."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as ear:
        ear.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        ear.bind(("0.0.0.0", 0))
        ear.settimeout(patience_s())
        yield ear


def test_everybody_who_listens_hears_port_and_id() -> None:
    with listener() as ear:
        announcer = Announcer("a1b2c3d4", "127.0.0.1", 7580, ear.getsockname()[1])
        announcer.tell([LOOPBACK])
        data, sender = ear.recvfrom(512)
    assert data == b"boardside 1 a1b2c3d4 7580\n"
    assert announced_port(data) == 7580
    assert sender[0] == "127.0.0.1"


def test_it_goes_on_until_it_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(announcer, "EVERY_S", 0.01)

    async def scenario(ear: socket.socket) -> None:
        announcer = Announcer("a1b2c3d4", "127.0.0.1", 7580, ear.getsockname()[1])
        announcer.start()
        for _ in range(3):
            assert await asyncio.to_thread(ear.recv, 512)
        await announcer.stop()
        assert announcer.name is None  # on loopback there is no mDNS

    with listener() as ear:
        asyncio.run(scenario(ear))
        ear.setblocking(False)
        while True:  # what was sent before the end
            try:
                ear.recv(512)
            except BlockingIOError:
                break
        ear.settimeout(0.2)
        with pytest.raises(TimeoutError):
            ear.recv(512)


def test_a_network_that_refuses_is_named_once_and_the_others_are_told(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with listener() as ear, caplog.at_level(logging.WARNING):
        announcer = Announcer("a1b2c3d4", "0.0.0.0", 7580, ear.getsockname()[1])
        for _ in range(3):
            announcer.tell([("192.0.2.77", "192.0.2.255"), LOOPBACK])  # not an address of this computer
            assert ear.recv(512)
    assert len(caplog.records) == 1
    assert "192.0.2.77" in caplog.text
    assert "host.address" in caplog.text


def test_without_a_network_it_says_so_once_and_waits(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(announcer, "EVERY_S", 0.01)
    looks = []

    async def scenario() -> None:
        announcer = Announcer("a1b2c3d4", "0.0.0.0", 7580, 1, lambda host: looks.append(host) or [])  # type: ignore[func-returns-value]
        announcer.start()
        await until(lambda: len(looks) >= 5)
        await announcer.stop()

    with caplog.at_level(logging.WARNING):
        asyncio.run(scenario())
    assert [record.getMessage() for record in caplog.records] == [
        "There is no network yet; tables are told as soon as there is."
    ]


def test_a_taken_mdns_port_is_reported_in_one_line_and_datagrams_go_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def taken(**_: object) -> None:
        raise OSError(errno.EADDRINUSE, "Address already in use")

    monkeypatch.setattr(announcer, "EVERY_S", 0.01)
    monkeypatch.setattr(mdns, "AsyncZeroconf", taken)

    async def scenario(ear: socket.socket) -> None:
        # An outside network as far as the announcer knows; its datagrams stay on this computer.
        networks = [("127.0.0.2", "127.255.255.255")]
        announcer = Announcer("a1b2c3d4", "0.0.0.0", 7580, ear.getsockname()[1], lambda _: networks)
        announcer.start()
        for _ in range(4):
            assert await asyncio.to_thread(ear.recv, 512)
        await announcer.stop()

    with listener() as ear, caplog.at_level(logging.WARNING):
        asyncio.run(scenario(ear))
    assert len(caplog.records) == 1
    assert "boardside.local" in caplog.text
    assert "Address already in use" in caplog.text


def test_which_networks_are_told() -> None:
    assert networks("127.0.0.1") == [LOOPBACK]
    assert LOOPBACK in networks("0.0.0.0")
    assert networks("192.0.2.99") == []  # not here
    for own, everybody in networks("0.0.0.0"):
        assert socket.inet_aton(own) < socket.inet_aton(everybody)


def test_what_only_this_computer_can_call() -> None:
    for host in ("127.0.0.1", "::1", "localhost", "127.8.0.1"):
        assert is_loopback(host)
    for host in ("0.0.0.0", "::", "192.168.1.10", "laptop"):
        assert not is_loopback(host)


# Ports of other computers: what is taken for one, and how bytes are read from it.

WRONG = (
    "socket://hall",
    "socket://:99",
    "socket://hall:port",
    "rfc2217://",
    "spy:///dev/ttyUSB0",
    "http://a:1",
)


@pytest.mark.parametrize("path", ["/dev/ttyUSB0", "COM3", "socket://hall:3001", "rfc2217://10.0.0.2:3001"])
def test_ports_and_urls_are_taken(path: str) -> None:
    check(path)


@pytest.mark.parametrize("path", WRONG)
def test_other_urls_are_refused_before_anything_begins(path: str, store: Store) -> None:
    with pytest.raises(CannotStart, match="is no port"):
        asyncio.run(run(store, Options(serial=[path], tcp=None, web=None)))
    with pytest.raises(CannotPull, match="is no port"):
        pull.read_table(path, 0, lambda _: [b""], 0.1)


def test_a_port_that_does_not_answer_is_explained() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        path = f"socket://127.0.0.1:{free.getsockname()[1]}"
        with pytest.raises(serial.SerialException) as caught:
            open_port(path)
    assert "does it share the port" in str(explain(path, caught.value))


def test_what_has_come_over_a_socket_is_read_in_large_pieces() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = open_port(f"socket://127.0.0.1:{server.getsockname()[1]}")
        far, _ = server.accept()
        with far:
            far.sendall(bytes(1000))
            pieces = []
            while sum(map(len, pieces)) < 1000:
                pieces.append(read_some(port, is_socket=True))
            assert len(pieces) <= 3
            assert port.timeout == READ_S
            assert read_some(port, is_socket=True) == b""
        with pytest.raises(OSError, match="disconnected"):
            read_some(port, is_socket=True)
        port.close()
