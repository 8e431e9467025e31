"""The collector's name and service by mDNS (RFC 6762, RFC 6763); tables, phones and people find it."""

import contextlib

from zeroconf import AddressResolverIPv4, Error, IPVersion, ServiceInfo  # type: ignore[attr-defined]
from zeroconf.asyncio import AsyncZeroconf

from boardside.link.finding import HOST_NAME

SERVICE = "_boardside._tcp.local."
#: How long another host may take to answer that it has the name.
TAKEN_MS = 1500


class CannotRegister(Exception):  # noqa: N818
    """mDNS does not work here; the message says why."""


class Registered:
    """What was registered, as `name`; close() removes it and announces that to the network."""

    def __init__(self, zeroconf: AsyncZeroconf, name: str) -> None:
        self._zeroconf = zeroconf
        self.name = name

    async def close(self) -> None:
        """Say goodbye, and free the port."""
        with contextlib.suppress(OSError, Error, TimeoutError):
            await self._zeroconf.async_unregister_all_services()
        await self._zeroconf.async_close()


async def register(collector: str, tcp: int, addresses: list[str]) -> Registered:
    """Answer for the collector with this id and TCP port at these IPv4 addresses of this computer.

    The host name is HOST_NAME; `boardside-ID.local` when another collector has that. Raises CannotRegister.
    """
    try:
        zeroconf = AsyncZeroconf(interfaces=addresses, ip_version=IPVersion.V4Only)
    except (OSError, Error) as error:
        raise CannotRegister(str(error)) from error
    registered = Registered(zeroconf, HOST_NAME)
    try:
        if await _is_taken(zeroconf, addresses):
            registered.name = f"boardside-{collector}.local"
        info = ServiceInfo(
            SERVICE,
            f"Boardside {collector}.{SERVICE}",
            port=tcp,
            properties={"id": collector},
            server=f"{registered.name}.",
            parsed_addresses=addresses,
        )
        await (await zeroconf.async_register_service(info, allow_name_change=True))
    except (OSError, Error, TimeoutError) as error:
        await registered.close()
        raise CannotRegister(str(error) or type(error).__name__) from error
    except BaseException:  # cancelled: the port must not stay open
        await registered.close()
        raise
    return registered


async def _is_taken(zeroconf: AsyncZeroconf, addresses: list[str]) -> bool:
    """Whether another host answers to HOST_NAME."""
    other = AddressResolverIPv4(f"{HOST_NAME}.")
    if not await other.async_request(zeroconf.zeroconf, TAKEN_MS):
        return False
    return not set(other.parsed_addresses(IPVersion.V4Only)) <= set(addresses)
