"""`socket` as on the ESP32, for a simulated table whose datagrams go over the hall's modelled network.

Addresses are (text, port) there, and a broadcast reaches only a socket that asked for it. Datagrams go to
and come from `host_tools/simulator/wifi.py` with the remote address (4 bytes) and port (2) in front;
streams are the real ones of this machine.
"""

import io
import select

import usocket as _real
from usocket import AF_INET, SO_BROADCAST, SO_REUSEADDR, SOCK_DGRAM, SOCK_STREAM, SOL_SOCKET, getaddrinfo

from . import board

__all__ = (
    "AF_INET",
    "SOCK_DGRAM",
    "SOCK_STREAM",
    "SOL_SOCKET",
    "SO_BROADCAST",
    "SO_REUSEADDR",
    "getaddrinfo",
)

_HEAD = 6
_NO_ROUTE = 118  # lwIP's EHOSTUNREACH
_NOTHING = 11  # EAGAIN
_REFUSED = 111  # the ether has closed: Linux reports it at the next call


def socket(family: int = AF_INET, kind: int = SOCK_STREAM, protocol: int = 0):
    """A socket of this kind; datagrams never block."""
    return Datagrams() if kind == SOCK_DGRAM else _real.socket(family, kind, protocol)


class Datagrams(io.IOBase):
    """A UDP socket; `select.poll` takes it as it takes a real one."""

    def __init__(self) -> None:
        self._hears_all = False
        self._wire = _real.socket(_real.AF_INET, _real.SOCK_DGRAM)
        self._wire.setblocking(False)
        self._poll = select.poll()
        self._poll.register(self._wire, select.POLLIN)
        self._wire.connect(_real.getaddrinfo("127.0.0.1", board.main.settings["wifi"]["ether"])[0][-1])

    def setblocking(self, is_blocking: bool) -> None:
        if is_blocking:
            raise OSError(_NOTHING)  # no part of the firmware may wait for a datagram

    def setsockopt(self, level: int, option: int, value) -> None:
        if option == SO_BROADCAST:
            self._hears_all = bool(value)

    def bind(self, address) -> None:
        """Receive the datagrams to this port from now on."""
        if self._hears_all:
            self._wire.send(_head("0.0.0.0", address[1]))

    def sendto(self, data, address) -> int:
        board.main.poll()
        if not board.main.radio.is_connected(board.utime.ticks_ms()):
            raise OSError(_NO_ROUTE)
        try:
            self._wire.send(_head(address[0], address[1]) + data)
        except OSError as error:
            if error.errno != _REFUSED:
                raise
        return len(data)

    def recvfrom(self, size: int):
        try:
            data = self._wire.recv(size + _HEAD)
        except OSError as error:
            raise OSError(_NOTHING if error.errno == _REFUSED else error.errno) from None
        return data[_HEAD:], (f"{data[0]}.{data[1]}.{data[2]}.{data[3]}", data[4] << 8 | data[5])

    def ioctl(self, request: int, argument: int) -> int:
        """MP_STREAM_POLL: which of the wanted events have come. Others are refused: 0 is a file number."""
        if request != 3:
            return -22  # EINVAL
        events = 0
        for event in self._poll.ipoll(0):
            events |= event[1] & argument
        return events

    def close(self) -> None:
        self._wire.close()


def _head(host: str, port: int) -> bytes:
    return bytes([int(part) for part in host.split(".")] + [port >> 8, port & 255])
