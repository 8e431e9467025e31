"""The time of the host, in ms since 1970 (UTC).

While a collector runs in this process, that is host time, which is steady (collector/clocks.HostTime): what
is counted from it, on pages or by the desk, does not move when somebody sets the computer's clock. Another
process gets it from the database (`Store.hall.now`).
"""

import time
from collections.abc import Callable

_followed: Callable[[], int] | None = None


def now_ms() -> int:
    """Host time where it is followed, else the computer's clock."""
    return computer_ms() if _followed is None else _followed()


def computer_ms() -> int:
    """The computer's clock, which somebody may set at any moment."""
    return time.time_ns() // 1_000_000


def follow(clock: Callable[[], int] | None) -> None:
    """From now on this process's time is that of `clock`; None: of the computer again."""
    global _followed
    _followed = clock


def is_followed() -> bool:
    """Whether this process has host time of its own."""
    return _followed is not None
