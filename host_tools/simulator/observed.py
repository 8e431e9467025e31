"""What can be seen and heard of a board from outside, from the lines of its chips, and who waits for it."""

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

BLANK = bytes(8)

# A chip's time that differs from ours by more is of another clock (never on Linux): then our time is used.
_SAME_CLOCK_S = 10.0


@dataclass(frozen=True)
class Tone:
    """A change of the buzzer's sound: `freq_hz` 0 is silence. `at` is in `time.monotonic()` seconds."""

    at: float
    freq_hz: int
    duty: int


@dataclass(frozen=True)
class Stall:
    """A step of a task in which all others waited, on a board as slow as the chip: `ms` on the chip, ended at
    `at` in `time.monotonic()` seconds. `task`: its place among the tasks by when they first ran."""

    at: float
    task: int
    ms: int


@dataclass(frozen=True)
class Collection:
    """A collection of the heap, on a board as slow as the chip, at `at` in `time.monotonic()` seconds. Not
    `is_asked`: MicroPython did it by itself."""

    at: float
    is_asked: bool


@dataclass(frozen=True)
class Lit:
    """What a display with digits shows: `segments` leftmost first, bit 7 the point, bits 6-0 A-G; `intensity`
    0-15; `at` in `time.monotonic()` seconds."""

    segments: bytes
    intensity: int
    at: float


@dataclass(frozen=True)
class Picture:
    """What an e-paper shows: `rows` of `row_bytes` bytes each in `pixels`, 1 = white, bit 7 leftmost."""

    pixels: bytes
    row_bytes: int
    at: float

    @property
    def rows(self) -> int:
        """How many rows of pixels there are."""
        return len(self.pixels) // self.row_bytes


@dataclass
class Observed:
    """The present state, and a bounded history since the simulator's start.

    `segments`: display 0, its first eight digits, if it has that many. `lit` and `pictures`: the displays
    with digits (display 0 too) and the e-papers, by their place in the table's list. An e-paper keeps its
    picture without power. `stalls`, `collections`: the last 2000 (chips/as_chip.py, STALL_US).
    """

    segments: bytes = BLANK
    intensity: int = 0
    display_at: float = 0.0
    lit: dict[int, Lit] = field(default_factory=dict)
    pictures: dict[int, Picture] = field(default_factory=dict)
    tone: Tone = Tone(0.0, 0, 0)
    tones: deque[Tone] = field(default_factory=lambda: deque(maxlen=2000))
    stalls: deque[Stall] = field(default_factory=lambda: deque(maxlen=2000))
    collections: deque[Collection] = field(default_factory=lambda: deque(maxlen=2000))
    errors: list[str] = field(default_factory=list)
    erases: int = 0
    writes: int = 0
    unerased: int = 0
    wifi_connected: bool = False
    chip_heap_bytes: int = 0
    heap_bytes: int = 0
    modules: int = 0
    stack_bytes: int = 0
    _arriving: tuple[int, float, int, int, bytearray] | None = None

    def read(self, line: bytes) -> str | None:
        """Take one line of the chips; returns what changed ("display", "tone", "wifi" …) or None."""
        kind, rest = line[:1], line[1:]
        if kind == b"D":
            self.segments = bytes.fromhex(rest[:16].decode())
            self.intensity = int(rest[16:17], 16)
            self.display_at = _host_time(int(rest[18:26], 16))
            self.lit[0] = Lit(self.segments, self.intensity, self.display_at)
            return "display"
        if kind == b"L":
            return self._digits(rest)
        if kind == b"E":
            at = _host_time(int(rest[1:9], 16))
            self._arriving = (int(rest[:1], 16), at, int(rest[9:13], 16), int(rest[13:17], 16), bytearray())
            return None
        if kind == b"e":
            return self._row(rest)
        if kind == b"T":
            self.tone = Tone(_host_time(int(rest[9:17], 16)), int(rest[:4], 16), int(rest[4:8], 16))
            self.tones.append(self.tone)
            return "tone"
        if kind == b"S":
            self.stalls.append(Stall(_host_time(int(rest[6:14], 16)), int(rest[:2], 16), int(rest[2:6], 16)))
            return "stall"
        if kind == b"C":
            self.collections.append(Collection(_host_time(int(rest[1:9], 16)), rest[:1] == b"1"))
            return "collection"
        if kind == b"f":
            self.erases, self.writes, self.unerased = (int(rest[at : at + 8], 16) for at in (0, 8, 16))
            return "flash"
        if kind == b"N":
            self.wifi_connected = rest == b"1"
            return "wifi"
        if kind == b"H":
            self.chip_heap_bytes = int(rest, 16)
            return "chips"
        if kind == b"G":
            self.heap_bytes, self.modules, self.stack_bytes = (
                int(rest[at : at + 8], 16) for at in (0, 8, 16)
            )
            return "heap"
        if kind == b"!":
            self.complain(rest.decode("utf-8", "replace"))
            return "error"
        return None

    def _digits(self, rest: bytes) -> str:
        """The digits of any display; of the first one with two modules, the first has the score."""
        index, places = int(rest[:1], 16), int(rest[1:3], 16)
        segments = bytes.fromhex(rest[12 : 12 + 2 * places].decode())
        lit = self.lit[index] = Lit(segments, int(rest[3:4], 16), _host_time(int(rest[4:12], 16)))
        if index == 0 and places >= len(BLANK):
            self.segments = segments[: len(BLANK)]
            self.intensity, self.display_at = lit.intensity, lit.at
        return "display"

    def _row(self, rest: bytes) -> str | None:
        """Take one row of a picture; the picture is shown when all its rows are here."""
        if self._arriving is None:
            return None
        index, at, rows, row_bytes, pixels = self._arriving
        pixels += bytes.fromhex(rest.decode())
        if len(pixels) < rows * row_bytes:
            return None
        self.pictures[index] = Picture(bytes(pixels), row_bytes, at)
        self._arriving = None
        return "display"

    def complain(self, text: str) -> None:
        """Keep one error, at most 200 of them."""
        if len(self.errors) < 200:
            self.errors.append(text)

    def go_dark(self) -> None:
        """The power is off: the displays are dark, the buzzer is silent, there is no Wi-Fi."""
        now = time.monotonic()
        self.segments = BLANK
        self.intensity = 0
        self.display_at = now
        self.lit = {index: Lit(bytes(len(lit.segments)), 0, now) for index, lit in self.lit.items()}
        self._arriving = None
        self.fall_silent()

    def fall_silent(self) -> None:
        """The processor has stopped, and with it its PWM and radio. The display chip keeps its digits."""
        self.wifi_connected = False
        if self.tone.freq_hz:
            self.tone = Tone(time.monotonic(), 0, 0)
            self.tones.append(self.tone)


def _host_time(chip_us: int) -> float:
    """A chip's time stamp (microseconds, modulo 2^32) in `time.monotonic()` seconds."""
    now = time.monotonic_ns() // 1000
    ago_us = (now - chip_us) & 0xFFFFFFFF
    if ago_us > _SAME_CLOCK_S * 1e6:
        ago_us = 0
    return (now - ago_us) / 1e6


class Watcher:
    """The latest change of each kind, and the last 64 tones, since `next` was called last."""

    def __init__(self, observed: Observed) -> None:
        self._observed = observed
        self._kinds: dict[str, None] = {}
        self._tones: deque[Tone] = deque(maxlen=64)
        self._something = asyncio.Event()

    def put(self, kind: str) -> None:
        """Something of this kind has changed."""
        if kind == "tone":
            self._tones.append(self._observed.tone)
        self._kinds[kind] = None
        self._something.set()

    async def next(self) -> tuple[list[str], list[Tone]]:
        """Wait for changes; the kinds that changed since the last call, and the tones in order."""
        await self._something.wait()
        self._something.clear()
        kinds, self._kinds = list(self._kinds), {}
        tones = list(self._tones)
        self._tones.clear()
        return kinds, tones


class Onlookers:
    """All observers of one table. `changed` is called after each change seen from outside."""

    def __init__(self, observed: Observed) -> None:
        self._observed = observed
        self._waiters: list[tuple[Callable[[], object], asyncio.Future[None]]] = []
        self._watchers: set[Watcher] = set()

    def changed(self, kind: str) -> None:
        """Something of this kind has changed."""
        for is_so, future in self._waiters:
            if not future.done() and is_so():
                future.set_result(None)
        for watcher in self._watchers:
            watcher.put(kind)

    async def until(self, is_so: Callable[[], object], timeout: float) -> None:
        """Return once `is_so()` is true, asked now and after each change. TimeoutError after `timeout` s."""
        if is_so():
            return
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        waiter = (is_so, future)
        self._waiters.append(waiter)
        try:
            async with asyncio.timeout(timeout):
                await future
        finally:
            self._waiters.remove(waiter)

    @contextlib.contextmanager
    def watcher(self) -> Iterator[Watcher]:
        """A stream of what changes, from now on, for one spectator."""
        watcher = Watcher(self._observed)
        self._watchers.add(watcher)
        try:
            yield watcher
        finally:
            self._watchers.discard(watcher)
