"""Ports for programs that must be told theirs before they start."""

import fcntl
import os
import socket
import tempfile
from pathlib import Path
from typing import IO

#: Below those that a kernel gives away by itself, from 32768 on: no call and no `bind` to port 0 takes one of
#: these between here and the start of the program.
_PORTS = range(20_000, 32_000)

_held: list[IO[bytes]] = []


def free_ports(count: int) -> list[int]:
    """Ports of this computer that no program has, TCP and UDP; no other test gets one until this process has
    ended.
    """
    folder = Path(tempfile.gettempdir(), f"boardside-ports-{os.getuid()}")
    folder.mkdir(exist_ok=True)
    begin = os.getpid() * 97 % len(_PORTS)
    ports: list[int] = []
    for port in (*_PORTS[begin:], *_PORTS[:begin]):
        if len(ports) == count:
            break
        if _is_ours(folder / str(port)) and _is_free(port):
            ports.append(port)
    assert len(ports) == count, "all ports are taken"
    return ports


def _is_ours(file: Path) -> bool:
    held = file.open("ab")
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        held.close()
        return False
    _held.append(held)
    return True


def _is_free(port: int) -> bool:
    try:
        for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
            with socket.socket(socket.AF_INET, kind) as probe:
                if kind == socket.SOCK_STREAM:
                    probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind(("", port))
    except OSError:
        return False
    return True


def is_listening(port: int) -> bool:
    """Whether a program on this computer takes calls at a TCP port."""
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True
