"""The host's time at a table: the one place that says what the table's ticks mean in it (docs/protocol.md).

Host time is UTC in ms. The table has no calendar of its own: the host says where its own time stood when the
table's ticks stood somewhere, and until the next such word the ticks carry it on. Nothing but the hall's
clock is placed in host time; the table's other clocks count ticks, whatever the host says.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable

_CARRY_ON_MS = 1 << 28
"""After so long without a word the mapping is moved on (3.1 days), before ticks can be told apart no more."""


class HostTime:
    """`diff`, `add`: the platform's tick functions. `known`: whether a host has said its time."""

    def __init__(self, diff: "Callable[[int, int], int]", add: "Callable[[int, int], int]") -> None:
        self._diff = diff
        self._add = add
        self.known = False
        self._ticks = 0
        self._host_ms = 0

    def set(self, ticks: int, host_ms: int) -> None:
        """It was `host_ms` when the ticks stood at `ticks`: from now on this holds."""
        self.known = True
        self._ticks = ticks
        self._host_ms = host_ms

    def now(self, ticks: int) -> int:
        """The host's time when the ticks stand at `ticks`; only when `known`."""
        return self._host_ms + self._diff(ticks, self._ticks)

    def carry_on(self, now: int) -> None:
        """To be called now and then, in 6 days at least once. Allocates nothing but every 3 days."""
        if self.known and self._diff(now, self._ticks) >= _CARRY_ON_MS:
            self._ticks = self._add(self._ticks, _CARRY_ON_MS)
            self._host_ms += _CARRY_ON_MS
