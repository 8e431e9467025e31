"""Limits how often a password may be guessed. Each attempt counts as wrong as soon as it begins, so parallel
attempts gain nothing; a correct password takes its count back.
"""

import ipaddress
import math
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass

FREE = 5
"""Wrong passwords from one address without a wait. The next one costs 2 s, and each further one twice as
long.
"""

WAIT_MAX_S = 60.0
"""The longest wait: nobody is locked out for good, even if someone else guesses from the same address."""

FORGET_S = 900.0
"""After this time without an attempt, an address starts again from zero."""

ALL_MOST, ALL_WINDOW_S = 30, 60.0
"""The limit of attempts from all addresses together, in this many seconds. Addresses that recently logged in,
and this computer itself, do not wait for the others.
"""

KNOWN_S = 24 * 3600.0
ADDRESSES_MOST = 2000


@dataclass(slots=True)
class _Address:
    wrong: int = 0
    last: float = -math.inf
    not_before: float = -math.inf
    known_until: float = -math.inf


class Throttle:
    """`clock` gives monotonic seconds. Use it on one event loop only; a restart forgets everything."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._addresses: OrderedDict[str, _Address] = OrderedDict()
        self._all: deque[float] = deque()

    def begin(self, host: str) -> float:
        """Return 0 if a password from this address may be checked now; it then counts as wrong. Otherwise
        return the seconds to wait.
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
        """Note a correct password from this address: its wrong ones are forgotten."""
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
        """Forget the least recently used address, preferably one that never knew the password."""
        unknown = (name for name, kept in self._addresses.items() if kept.known_until <= now)
        del self._addresses[next(unknown, next(iter(self._addresses)))]


def _is_here(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _group(host: str) -> str:
    """What counts as one address: in IPv6 the /64 network, because one device can use any address in it."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)
