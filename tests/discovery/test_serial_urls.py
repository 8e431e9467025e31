"""Ports of other computers: what is taken for one, and how bytes are read from it."""

import asyncio
import socket
from pathlib import Path

import pytest
import serial

from host_tools.collector import pull
from host_tools.collector.reasons import CannotPull, CannotStart
from host_tools.collector.run import Options, run
from host_tools.collector.serial_line import READ_S, check, explain, open_port, read_some
from host_tools.store import Store

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
def test_other_urls_are_refused_before_anything_begins(path: str, tmp_path: Path) -> None:
    store = Store.open(f"sqlite:///{tmp_path / 'hall.sqlite3'}")
    try:
        with pytest.raises(CannotStart, match="is no port"):
            asyncio.run(run(store, Options(serial=[path], tcp=None, web=None)))
    finally:
        store.close()
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
