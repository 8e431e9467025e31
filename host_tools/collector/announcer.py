"""Announces this collector to the tables in the network (docs/maintainer/protocol.md, Finding the host).

It uses two ways at once: a broadcast datagram every two seconds, and the mDNS name `boardside.local`
with the service `_boardside._tcp.local.`. Both are only hints; a table accepts only a host that has its key.
"""

import asyncio
import contextlib
import ipaddress
import logging
import socket
from collections.abc import Callable
from typing import TYPE_CHECKING

import ifaddr

from boardside.link.finding import ANNOUNCE_PORT, HOST_NAME, announcement
from host_tools.collector.runtime import supervised

if TYPE_CHECKING:
    from host_tools.collector import mdns

log = logging.getLogger(__name__)

EVERY_S = 2.0
_LOOPBACK = "127.0.0.1", "127.255.255.255"

#: [(own address, broadcast address of its network)]
Networks = list[tuple[str, str]]


def is_loopback(host: str) -> bool:
    """Whether only this computer can call `host`, an address that a collector listens on."""
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return host == "localhost"


def networks(host: str) -> Networks:
    """The IPv4 networks in which a collector that listens on `host` can be called, this computer included."""
    broadcasts: Networks = []
    for adapter in ifaddr.get_adapters():
        for address in adapter.ips:
            if not isinstance(address.ip, str) or host not in ("0.0.0.0", "::", "", address.ip):
                continue
            network = ipaddress.ip_network(f"{address.ip}/{address.network_prefix}", strict=False)
            if network.prefixlen < 31 and not network.is_loopback:
                broadcasts.append((address.ip, str(network.broadcast_address)))
    if is_loopback(host) or host in ("0.0.0.0", "::", ""):
        broadcasts.append(_LOOPBACK)
    return broadcasts


class Announcer:
    """Announces the collector `collector` (its id), called on `host`:`tcp`, on the UDP port `port` between
    start() and stop(), in every network that exists at the time. A failure is logged once.

    To read: `name`, the mDNS name it has, or None.
    """

    def __init__(
        self,
        collector: str,
        host: str,
        tcp: int,
        port: int = ANNOUNCE_PORT,
        find: Callable[[str], Networks] = networks,
    ) -> None:
        self._collector = collector
        self._host = host
        self._tcp = tcp
        self._port = port
        self._find = find
        self._datagram = announcement(collector, tcp)
        self._mdns: mdns.Registered | None = None
        self._registered: list[str] = []
        self._problems: dict[str, str] = {}
        self._task: asyncio.Task[None] | None = None
        self.name: str | None = None

    def start(self) -> None:
        """Begin, on the running loop."""
        self._task = asyncio.get_running_loop().create_task(
            supervised(self._run, "announcing"), name="announcing"
        )

    async def stop(self) -> None:
        """End, and release the name."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None
        await self._unregister()

    async def _run(self) -> None:
        while True:
            reachable = await asyncio.to_thread(self._networks)
            outside = [own for own, _ in reachable if own != _LOOPBACK[0]]
            self.tell(reachable)
            if outside != self._registered:
                await self._unregister()
                self._registered = outside
                if outside:
                    await self._register(outside)
            await asyncio.sleep(EVERY_S)

    def _networks(self) -> Networks:
        try:
            reachable = self._find(self._host)
        except OSError as error:
            self._say("networks", f"The networks of this computer cannot be listed ({error}).")
            return []
        missing = not reachable or (reachable == [_LOOPBACK] and not is_loopback(self._host))
        self._say(
            "networks", "There is no network yet; tables are told as soon as there is." if missing else ""
        )
        return reachable

    def tell(self, reachable: Networks) -> None:
        """Send one broadcast datagram in each of these networks."""
        for own, everybody in reachable:
            try:
                with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
                    sender.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
                    sender.setblocking(False)
                    sender.bind((own, 0))  # tables call the address that a datagram comes from
                    sender.sendto(self._datagram, (everybody, self._port))
            except OSError as error:
                reason = (
                    f"Tables near {own} cannot be told where this collector is ({error.strerror or error})"
                )
                self._say(own, f"{reason}: give them its address as host.address.")
            else:
                self._say(own, "")

    async def _register(self, addresses: list[str]) -> None:
        # zeroconf takes a quarter of a second to import, which the other commands need not wait for.
        from host_tools.collector import mdns

        try:
            self._mdns = await mdns.register(self._collector, self._tcp, addresses)
        except mdns.CannotRegister as error:
            reason = f"The name {HOST_NAME} cannot be given to tables and phones ({error})"
            self._say("name", f"{reason}; tables on `auto` find this collector nevertheless.")
            return
        self.name = self._mdns.name
        is_other = self.name != HOST_NAME
        self._say("name", f"Another collector is {HOST_NAME}; this one is {self.name}." if is_other else "")

    async def _unregister(self) -> None:
        self.name = None
        registered, self._mdns = self._mdns, None
        if registered is not None:
            await registered.close()

    def _say(self, about: str, problem: str) -> None:
        """Log the problem if it is new."""
        if problem and self._problems.get(about) != problem:
            log.warning("%s", problem)
        self._problems[about] = problem
