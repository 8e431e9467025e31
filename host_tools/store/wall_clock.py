"""The time of the host."""

import time


def now_ms() -> int:
    """UTC by the host's clock, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000
