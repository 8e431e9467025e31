"""The Wi-Fi of one simulated table: its TCP connections on the way to the collector, and its datagrams.

While the table is out of range, its open connections carry nothing and neither end gets an error. When the
table is back, they are reset, because the station has joined again. Serial tables do not need this relay.

The table's end of its datagrams is `chips/lwip.py`: each begins with the remote IPv4 address (4 bytes) and
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


_PIECE = 4096
_RELAYS_MOST = 8


class Air:
    """Listens on a loopback port and relays to `target` (address, port); None: no collector is known.

    With `names` or `announcements` (arguments of `Ether`) it also carries the table's datagrams, and
    opens one relay for each announced host.
    """

    def __init__(
        self,
        target: tuple[str, int] | None,
        names: Iterable[str] = (),
        announcements: int | None = None,
    ) -> None:
        self.port = 0
        self._target = target
        self._is_on = asyncio.Event()
        self._is_on.set()
        self._servers: list[asyncio.Server] = []
        self._relays: dict[tuple[str, int], int] = {}
        self._opening = asyncio.Lock()
        has_ether = bool(names) or announcements is not None
        self.ether = Ether(names, announcements, self._relay, self._is_on.is_set) if has_ether else None
        self._carriers: set[asyncio.Task[None]] = set()

    @property
    def is_on(self) -> bool:
        """Whether the relay carries bytes."""
        return self._is_on.is_set()

    async def start(self) -> None:
        """Open the port; `port` then says which. OSError when the port of announcements is not free."""
        if self._target is not None:
            self.port = await self._listen(self._target)
        if self.ether is not None:
            await self.ether.start()

    async def close(self) -> None:
        """End the relay and every connection through it."""
        if self.ether is not None:
            self.ether.close()
        for server in self._servers:
            server.close()
        await self._cut()

    def off(self) -> None:
        """Take the table out of range: from now on nothing is carried."""
        self._is_on.clear()

    async def on(self) -> None:
        """Bring the table back into range; connections from before are reset."""
        if self._is_on.is_set():
            return
        await self._cut()
        self._is_on.set()

    async def _cut(self) -> None:
        carriers = list(self._carriers)
        for carrier in carriers:
            carrier.cancel()
        await asyncio.gather(*carriers, return_exceptions=True)

    async def _relay(self, address: str, port: int) -> int | None:
        """The loopback port of the relay to this address; None when there are too many relays."""
        async with self._opening:
            target = (address, port)
            if target not in self._relays:
                if len(self._relays) >= _RELAYS_MOST:
                    return None
                self._relays[target] = await self._listen(target)
            return self._relays[target]

    async def _listen(self, target: tuple[str, int]) -> int:
        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await self._serve(reader, writer, target)

        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        self._servers.append(server)
        return int(server.sockets[0].getsockname()[1])

    async def _serve(
        self, near_reader: asyncio.StreamReader, near_writer: asyncio.StreamWriter, target: tuple[str, int]
    ) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._carriers.add(task)
        writers = [near_writer]
        try:
            await self._is_on.wait()
            far_reader, far_writer = await asyncio.open_connection(*target)
            writers.append(far_writer)
            pumps = [
                asyncio.create_task(self._pump(near_reader, far_writer)),
                asyncio.create_task(self._pump(far_reader, near_writer)),
            ]
            try:
                await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for pump in pumps:
                    pump.cancel()
                await asyncio.gather(*pumps, return_exceptions=True)
            for writer in writers:
                writer.close()
        except (OSError, asyncio.CancelledError):  # no collector there, or the relay cut it
            for writer in writers:
                writer.transport.abort()
        finally:
            self._carriers.discard(task)

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(_PIECE):
            await self._is_on.wait()
            writer.write(data)
            await writer.drain()


def air_of(collector: tuple[str, int] | None, host: str | None, announcements: int) -> Air | None:
    """The Wi-Fi of a table, None when it has a cable only. The arguments are SimBoard's."""
    if host is None:
        return Air(collector) if collector is not None else None
    if host == "auto":
        return Air(collector, ("boardside.local",) if collector is not None else (), announcements)
    # A name without a dot is asked for by DNS first, and by mDNS as `name.local`.
    return Air(collector, (host,))
