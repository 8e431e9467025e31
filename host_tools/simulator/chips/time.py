"""`time` as on the ESP32: ticks count from power-on and wrap at 2^30; no battery clock.

They use the real functions, so the rate is correct. `asyncio` is loaded before this module replaces them and
keeps the real ticks: half of it is C code that reads the real ticks, so it would mix the two.
"""

from utime import gmtime, localtime, mktime, sleep, sleep_ms, sleep_us
from utime import ticks_ms as _real_ms
from utime import ticks_us as _real_us

PERIOD = 1 << 30

_HALF = PERIOD // 2
_MASK = PERIOD - 1

_power_on_ms = _real_ms()
_power_on_us = _real_us()
_offset_ms = 0

__all__ = ("gmtime", "localtime", "mktime", "sleep", "sleep_ms", "sleep_us", "ticks_ms")


def start_at(offset_ms: int) -> None:
    """Set `ticks_ms` to `offset_ms` now: for tests near the wrap."""
    global _offset_ms, _power_on_ms
    _power_on_ms = _real_ms()
    _offset_ms = offset_ms


def ticks_ms() -> int:
    return (_real_ms() - _power_on_ms + _offset_ms) & _MASK


def ticks_us() -> int:
    return (_real_us() - _power_on_us + _offset_ms * 1000) & _MASK


def ticks_cpu() -> int:
    return (_real_us() - _power_on_us) * 240 & _MASK


def ticks_add(ticks: int, delta: int) -> int:
    if not -_HALF < delta < _HALF:
        raise OverflowError("ticks interval overflow")
    return (ticks + delta) & _MASK


def ticks_diff(later: int, earlier: int) -> int:
    return (later - earlier + _HALF & _MASK) - _HALF


def time() -> int:
    """Seconds since power-on: a board without a battery clock starts at its epoch."""
    return (_real_ms() - _power_on_ms) // 1000


def time_ns() -> int:
    return (_real_us() - _power_on_us) * 1000
