"""How often a password may be guessed. Each attempt counts as wrong from the moment it begins, so that many
at once gain nothing; one that fits takes it back.
"""

import ipaddress
import math
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass

FREE = 5
"""Wrong passwords of one address that cost no wait; after these 2 s, then twice as long for each."""

WAIT_MAX_S = 60.0
"""The longest wait: nobody is locked out for good, whoever guesses under his address."""

FORGET_S = 900.0
"""So long after the last attempt an address begins anew."""

ALL_MOST, ALL_WINDOW_S = 30, 60.0
"""Attempts of all addresses together, in so many seconds. Addresses that lately knew the password, and this
computer itself, are not held up by the others."""

KNOWN_S = 24 * 3600.0
ADDRESSES_MOST = 2000


@dataclass(slots=True)
class _Address:
    wrong: int = 0
    last: float = -math.inf
    not_before: float = -math.inf
    known_until: float = -math.inf


class Throttle:
    """`clock` gives monotonic seconds. Lives on one event loop; nothing of it is kept over a restart."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._addresses: OrderedDict[str, _Address] = OrderedDict()
        self._all: deque[float] = deque()

    def begin(self, host: str) -> float:
        """0 when a password of this address may be looked at now, and it counts as wrong from here on; else
        the seconds to wait.
        """
        now = self._clock()
        address = self._address(_group(host), now)
        wait = address.not_before - now
        if wait <= 0 and not (address.known_until > now or _is_here(host)):
            wait = self._wait_for_all(now)
        if wait > 0:
            return wait
        address.wrong += 1
        address.last = now
        if address.wrong > FREE:
            address.not_before = now + min(WAIT_MAX_S, 2.0 ** (address.wrong - FREE))
        self._all.append(now)
        return 0.0

    def passed(self, host: str) -> None:
        """The password of this address fitted: its wrong ones are forgotten."""
        now = self._clock()
        address = self._address(_group(host), now)
        address.wrong = 0
        address.not_before = -math.inf
        address.known_until = now + KNOWN_S

    def _wait_for_all(self, now: float) -> float:
        while self._all and self._all[0] <= now - ALL_WINDOW_S:
            self._all.popleft()
        return self._all[-ALL_MOST] + ALL_WINDOW_S - now if len(self._all) >= ALL_MOST else 0.0

    def _address(self, group: str, now: float) -> _Address:
        address = self._addresses.pop(group, None)
        if address is None:
            address = _Address()
        elif now - address.last > FORGET_S:
            address.wrong = 0
        self._addresses[group] = address
        while len(self._addresses) > ADDRESSES_MOST:
            self._drop_one(now)
        return address

    def _drop_one(self, now: float) -> None:
        """Forget the address unused longest; rather one that never knew the password."""
        unknown = (name for name, kept in self._addresses.items() if kept.known_until <= now)
        del self._addresses[next(unknown, next(iter(self._addresses)))]


def _is_here(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _group(host: str) -> str:
    """What counts as one address: in IPv6 the network of a house (/64), of which a guest may take any."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)
