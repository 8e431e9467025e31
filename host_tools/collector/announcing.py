"""Telling the tables in the network where this collector is (docs/protocol.md, Finding the host).

Two ways, beside each other: a datagram to everybody every two seconds, and the mDNS name `boardside.local`
with the service `_boardside._tcp.local.`. Both are only hints; a table believes nobody who lacks its key.
"""

import asyncio
import contextlib
import ipaddress
import logging
import socket
from collections.abc import Callable

import ifaddr
from zeroconf import AddressResolverIPv4, Error, IPVersion, ServiceInfo  # type: ignore[attr-defined]
from zeroconf.asyncio import AsyncZeroconf

from boardside.link.finding import ANNOUNCE_PORT, HOST_NAME, announcement

log = logging.getLogger(__name__)

EVERY_S = 2.0
SERVICE = "_boardside._tcp.local."
#: How long somebody else may take to say that the name is theirs.
TAKEN_MS = 1500
_LOOPBACK = "127.0.0.1", "127.255.255.255"

#: [(own address, address of everybody in its network)]
Networks = list[tuple[str, str]]


def is_loopback(host: str) -> bool:
    """Whether nobody but this computer can call `host`, an address that a collector listens on."""
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return host == "localhost"


def networks(host: str) -> Networks:
    """The IPv4 networks in which a collector that listens on `host` can be called, this computer included."""
    found: Networks = []
    for adapter in ifaddr.get_adapters():
        for address in adapter.ips:
            if not isinstance(address.ip, str) or host not in ("0.0.0.0", "::", "", address.ip):
                continue
            network = ipaddress.ip_network(f"{address.ip}/{address.network_prefix}", strict=False)
            if network.prefixlen < 31 and not network.is_loopback:
                found.append((address.ip, str(network.broadcast_address)))
    if is_loopback(host) or host in ("0.0.0.0", "::", ""):
        found.append(_LOOPBACK)
    return found


class Announcer:
    """Announces the collector `collector` (its id), called on `host`:`tcp`, on the UDP port `port` between
    start() and stop(), in every network there is at the time; what does not work is logged once.

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
        self._zeroconf: AsyncZeroconf | None = None
        self._registered: list[str] = []
        self._problems: dict[str, str] = {}
        self._task: asyncio.Task[None] | None = None
        self.name: str | None = None

    def start(self) -> None:
        """Begin, on the running loop."""
        self._task = asyncio.get_running_loop().create_task(self._run(), name="announcing")

    async def stop(self) -> None:
        """End; the name is given back."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None
        await self._unregister()

    async def _run(self) -> None:
        while True:
            found = await asyncio.to_thread(self._networks)
            outside = [own for own, _ in found if own != _LOOPBACK[0]]
            self.tell(found)
            if outside != self._registered:
                await self._unregister()
                self._registered = outside
                if outside:
                    await self._register(outside)
            await asyncio.sleep(EVERY_S)

    def _networks(self) -> Networks:
        try:
            found = self._find(self._host)
        except OSError as error:
            self._say("networks", f"The networks of this computer cannot be listed ({error}).")
            return []
        missing = not found or (found == [_LOOPBACK] and not is_loopback(self._host))
        self._say(
            "networks", "There is no network yet; tables are told as soon as there is." if missing else ""
        )
        return found

    def tell(self, found: Networks) -> None:
        """One datagram to everybody in each of these networks."""
        for own, everybody in found:
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
        try:
            self._zeroconf = AsyncZeroconf(interfaces=addresses, ip_version=IPVersion.V4Only)
            name = await self._free_name(self._zeroconf, addresses)
            info = ServiceInfo(
                SERVICE,
                f"Boardside {self._collector}.{SERVICE}",
                port=self._tcp,
                properties={"id": self._collector},
                server=f"{name}.",
                parsed_addresses=addresses,
            )
            await (await self._zeroconf.async_register_service(info, allow_name_change=True))
        except (OSError, Error, TimeoutError) as error:
            await self._unregister()
            reason = f"The name {HOST_NAME} cannot be given to tables and phones ({error})"
            self._say("name", f"{reason}; tables on `auto` find this collector nevertheless.")
        else:
            self.name = name
            self._say("name", "")

    async def _free_name(self, zeroconf: AsyncZeroconf, addresses: list[str]) -> str:
        """HOST_NAME, unless another collector of the network has it."""
        other = AddressResolverIPv4(f"{HOST_NAME}.")
        if not await other.async_request(zeroconf.zeroconf, TAKEN_MS):
            return HOST_NAME
        if set(other.parsed_addresses(IPVersion.V4Only)) <= set(addresses):
            return HOST_NAME  # our own, from before
        name = f"boardside-{self._collector}.local"
        self._say("other", f"Another collector is {HOST_NAME}; this one is {name}.")
        return name

    async def _unregister(self) -> None:
        self.name = None
        zeroconf, self._zeroconf = self._zeroconf, None
        if zeroconf is not None:
            with contextlib.suppress(OSError, Error, TimeoutError):
                await zeroconf.async_unregister_all_services()
            await zeroconf.async_close()

    def _say(self, about: str, problem: str) -> None:
        """Log what is new."""
        if problem and self._problems.get(about) != problem:
            log.warning("%s", problem)
        self._problems[about] = problem
