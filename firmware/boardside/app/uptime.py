"""Milliseconds since power-on that do not wrap, out of ticks that do."""


class Uptime:
    """Call it to read; at least once in half the wrap of `ticks_ms` (6.2 days), or a wrap is missed."""

    def __init__(self, ticks_ms, diff) -> None:
        self._ticks_ms = ticks_ms
        self._diff = diff
        self._seen = ticks_ms()
        self._total = 0

    def __call__(self) -> int:
        now = self._ticks_ms()
        self._total += self._diff(now, self._seen)
        self._seen = now
        return self._total
