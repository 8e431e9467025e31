"""The datagrams of one simulated table: the answers to its name queries, and the announcements in its hall.

The table's end is `chips/lwip.py`: each datagram begins with the remote IPv4 address (4 bytes) and
port (2). An empty datagram for port P of 0.0.0.0 means that the table listens on port P.
"""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Iterable

DNS = 53
MDNS = 5353
ANNOUNCEMENTS = 7581
"""The port on which real halls announce; each simulated hall in a test uses another one."""

_HEAD = 6
_HOST = b"\x7f\x00\x00\x01"
_ANSWERS = b"\x00\x01\x00\x00\x00\x00"  # one answer, no authority, nothing more
_RECORD = b"\xc0\x0c\x00\x01\x00\x01\x00\x00\x00\x78\x00\x04" + _HOST


class Ether:
    """Answers DNS and mDNS for `names` with this machine's address, and hands on what is announced on the UDP
    port `announcements` (None: nothing), each with the port that `relay(address, port)` gives for it.

    is_on() says whether the table is in range. `port` is for `chips/lwip.py`, once it is started.
    """

    def __init__(
        self,
        names: Iterable[str],
        announcements: int | None,
        relay: Callable[[str, int], Awaitable[int | None]],
        is_on: Callable[[], bool],
    ) -> None:
        self._names = {name.lower() for name in names}
        self._announcements = announcements
        self._relay = relay
        self._is_on = is_on
        self._table: asyncio.DatagramTransport | None = None
        self._hall: asyncio.DatagramTransport | None = None
        self._listeners: dict[int, tuple[str, int]] = {}
        self._handing: set[asyncio.Task[None]] = set()
        self.port = 0
        self.asked: list[str] = []

    async def start(self) -> None:
        """Open the sockets. OSError when the port of announcements cannot be shared."""
        loop = asyncio.get_running_loop()
        self._table, _ = await loop.create_datagram_endpoint(
            lambda: _Datagrams(self._from_table), local_addr=("127.0.0.1", 0)
        )
        self.port = self._table.get_extra_info("sockname")[1]
        if self._announcements is not None:
            shared = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            shared.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # the hall's other tables listen too
            shared.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
            shared.bind(("0.0.0.0", self._announcements))
            self._hall, _ = await loop.create_datagram_endpoint(
                lambda: _Datagrams(self._from_hall), sock=shared
            )

    def close(self) -> None:
        """Nothing is carried any more."""
        for transport in (self._table, self._hall):
            if transport is not None:
                transport.close()
        for task in self._handing:
            task.cancel()

    def _from_table(self, data: bytes, sender: tuple[str, int]) -> None:
        far, port, message = data[:4], int.from_bytes(data[4:_HEAD], "big"), data[_HEAD:]
        if far == bytes(4):
            self._listeners[port] = sender
        elif self._is_on() and port in (DNS, MDNS):
            self._asked(message, data[:_HEAD], port, sender)

    def _asked(self, message: bytes, head: bytes, port: int, sender: tuple[str, int]) -> None:
        name, end = _name(message)
        self.asked.append(name)
        question = message[12:end]
        if name in self._names:
            answer = message[:2] + b"\x84\x00\x00\x01" + _ANSWERS + question + _RECORD
        elif port == DNS:
            answer = message[:2] + b"\x81\x83\x00\x01" + bytes(6) + question  # no such name
        else:
            return  # a host answers mDNS for its own name only
        # An mDNS answer comes from the host itself, not from the group.
        self._to_table(answer, _HOST + head[4:] if port == MDNS else head, sender)

    def _from_hall(self, data: bytes, sender: tuple[str, int]) -> None:
        if self._is_on() and ANNOUNCEMENTS in self._listeners:
            task = asyncio.get_running_loop().create_task(self._hand_on(data, sender[0]))
            self._handing.add(task)
            task.add_done_callback(self._handing.discard)

    async def _hand_on(self, data: bytes, address: str) -> None:
        words = data.split()
        if len(words) == 4 and words[3].isdigit() and 0 < int(words[3]) < 65536:
            relay = await self._relay(address, int(words[3]))
            if relay is None:
                return
            data = b" ".join([*words[:3], str(relay).encode()]) + b"\n"
        head = _HOST + ANNOUNCEMENTS.to_bytes(2, "big")
        self._to_table(data, head, self._listeners[ANNOUNCEMENTS])

    def _to_table(self, data: bytes, head: bytes, receiver: tuple[str, int]) -> None:
        if self._table is not None and not self._table.is_closing():
            self._table.sendto(head + data, receiver)


class _Datagrams(asyncio.DatagramProtocol):
    def __init__(self, received: Callable[[bytes, tuple[str, int]], None]) -> None:
        self._received = received

    def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
        self._received(data, addr)


def _name(message: bytes) -> tuple[str, int]:
    """The name that is asked for, in lower case, and where its question ends."""
    labels = []
    at = 12
    while at < len(message) and message[at]:
        labels.append(message[at + 1 : at + 1 + message[at]].decode("ascii", "replace").lower())
        at += 1 + message[at]
    return ".".join(labels), at + 5
