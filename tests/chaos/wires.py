"""The lines of a hall: a connection over Wi-Fi, and a cable, each between one table and one collector."""

import asyncio
import random
from typing import TYPE_CHECKING

from host_tools.collector.flow_control import SERIAL_IN_FLIGHT
from tests.chaos.device import Device
from tests.chaos.host import Host
from tests.chaos.ledger import require
from tests.chaos.lines import BAUD_BYTES_MS, Pipe

if TYPE_CHECKING:
    from tests.chaos.hall import Hall


class Call:
    """One TCP connection, from both ends."""

    def __init__(self, hall: "Hall", device: Device, host: Host) -> None:
        self._hall, self._device = hall, device
        self.reader = asyncio.StreamReader(loop=hall.loop)
        dice = random.Random(f"{hall.seed}/call/{device.number}/{hall.calls}")
        self.to_host = Pipe(hall.loop, dice, hall.weather, self._at_host)
        self.to_table = Pipe(hall.loop, dice, hall.weather, self._at_table)
        self._is_over = False
        port = f"10.0.0.{device.number}:{hall.calls}"
        self.connection = host.open("tcp", port, self.to_table.put, None, self.end)
        self._host = host

    def _at_host(self, data: bytes) -> None:
        if self.connection is not None and self.connection in self._host.connections:
            self.connection.data(data)
            self._hall.look(self._device)

    def _at_table(self, data: bytes) -> None:
        if not self._is_over:
            self.reader.feed_data(data)

    def end(self) -> None:
        """Hangs up from either side. When the radio is gone, the other side does not hear of it."""
        if not self._is_over:
            self._is_over = True
            if not self.to_table.cut:
                self.reader.feed_eof()
            if not self.to_host.cut:
                self._hall.loop.call_soon(self.gone)

    def gone(self) -> None:
        if self.connection is not None and self.connection in self._host.connections:
            self._host.connections.discard(self.connection)
            self.connection.closed()

    # What the shell takes for a StreamWriter
    def write(self, data: bytes) -> None:
        self.to_host.put(data)

    async def drain(self) -> None:
        if self._is_over:
            raise OSError("the connection is over")

    def close(self) -> None:
        self.end()

    async def wait_closed(self) -> None:
        pass


class Cable:
    """A serial line from a table to one host, plugged in for as long as that runs."""

    def __init__(self, hall: "Hall", device: Device, host: Host) -> None:
        self._hall, self._device, self._host = hall, device, host
        dice = random.Random(f"{hall.seed}/cable/{device.number}/{host.lives}")
        arrive = device.port.arrive
        self._to_table = Pipe(hall.loop, dice, hall.weather, arrive, BAUD_BYTES_MS, doubles=False)
        device.port.wire = Pipe(hall.loop, dice, hall.weather, self._at_host, BAUD_BYTES_MS)
        self.under_way: list[tuple[int, int]] = []
        self.connection = host.open(
            "serial", f"/dev/tty{device.number}", self._write, SERIAL_IN_FLIGHT, self.pull
        )

    def _write(self, data: bytes) -> None:
        now = self._hall.loop.ms
        self.under_way = [(at, size) for at, size in self.under_way if now - at < 1000]
        self.under_way.append((now, len(data)))
        unread = self._to_table.waiting + len(self._device.port.ring) + len(data)
        recent = sum(size for _, size in self.under_way)
        require(min(unread, recent) <= SERIAL_IN_FLIGHT, f"{unread} bytes under way on a cable")
        self._to_table.put(data)

    def _at_host(self, data: bytes) -> None:
        if self.connection is not None and self.connection in self._host.connections:
            self.connection.data(data)
            self._hall.look(self._device)

    def pull(self) -> None:
        self._to_table.cut = True
        self._device.port.wire = None
