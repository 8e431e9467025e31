"""One simulated table: a board with somebody at its keys, who sees its display and hears its buzzer.

All methods are called on one asyncio loop. Times are seconds of `time.monotonic()` unless a name says `_ms`.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterable

from .board import SimBoard
from .chips import wiring
from .glyphs import text_of
from .process import SimulatorError
from .senses import Tone
from .watcher import Watcher

KEYS = tuple(name for name, _ in wiring.KEYS)
"""The names of the keys; SERVICE is the one inside the case."""

HOLD_MS = 20
REST_MS = 45
"""Two scans; and the debounce time of a key and a scan before it is pressed again."""

PATIENCE_S = 60.0
"""A table on a busy machine starts in some seconds; one that does not come to it in this time never does."""


class SimTable(SimBoard):
    """A board as the umpire has it: keys to press, a display to read, a buzzer to hear."""

    @property
    def segments(self) -> bytes:
        """What is lit on display 0, place 0 leftmost; bit 7 the point, bits 6-0 A-G."""
        return self.senses.segments

    @property
    def text(self) -> str:
        """The display as text (`glyphs.text_of`)."""
        return text_of(self.senses.segments)

    @property
    def tones(self) -> list[Tone]:
        """What the buzzer did since `start`, oldest first (the last 2000 changes)."""
        return list(self.senses.tones)

    # Keys

    def key_down(self, key: str) -> None:
        """Close a key and leave it so, over power cycles too. KeyError for a name not in KEYS."""
        self._held.add(wiring.gpio_of(key))
        self._board.send(b"k%02x0\n" % wiring.gpio_of(key))

    def key_up(self, key: str) -> None:
        """Open a key."""
        self._held.discard(wiring.gpio_of(key))
        self._board.send(b"k%02x1\n" % wiring.gpio_of(key))

    def bounce(self, milliseconds: int) -> None:
        """From now on contacts chatter this long after each change."""
        self._board.send(b"b%04x\n" % milliseconds)

    def plug_panel(self, is_in: bool) -> None:
        """Pull the cable of a panel that is on chips of its own out, or put it in. A reset puts it in."""
        self._board.send(b"q1\n" if is_in else b"q0\n")

    async def press(
        self, key: str, hold_ms: int = HOLD_MS, rest_ms: int = REST_MS, timeout: float = PATIENCE_S
    ) -> None:
        """Press and release a key; returns when the firmware has read it open again.

        The hold is counted from when the firmware has read it closed, and it is not pressed before it has
        been read open for `rest_ms`. SimulatorError when that takes more than `timeout` s on top of the hold.
        """
        await self.chord([key], hold_ms, rest_ms, timeout)

    async def chord(
        self, keys: Iterable[str], hold_ms: int = HOLD_MS, rest_ms: int = REST_MS, timeout: float = PATIENCE_S
    ) -> None:
        """Press several keys together, as `press` does one."""
        names = list(keys)
        mask = 0
        for name in names:
            mask |= 1 << wiring.gpio_of(name)
        async with self._finger:
            if not self.is_on:
                raise SimulatorError(f"Table {self.number} has no power: power_on() first.")
            self._pressed.clear()
            self._board.send(b"p%010x%04x%04x\n" % (mask, hold_ms, rest_ms))
            try:
                async with asyncio.timeout(timeout + hold_ms / 1000):
                    await self._pressed.wait()
            except TimeoutError:
                self._board.send(b"x\n")
                raise SimulatorError(
                    f"Table {self.number} did not read {'+'.join(names)}: it does not scan its keys."
                ) from None

    # Seeing and hearing

    async def wait_for(self, predicate: Callable[["SimTable"], object], timeout: float = PATIENCE_S) -> None:
        """Return as soon as `predicate(table)` is true; it is asked after each change seen from outside.

        SimulatorError after `timeout` seconds, with what the display shows and what the board wrote last.
        """
        try:
            await self._onlookers.until(lambda: predicate(self), timeout)
        except TimeoutError:
            last = bytes(self.log[-600:]).decode("utf-8", "replace")
            raise SimulatorError(
                f"Table {self.number} did not come to what was waited for in {timeout} s. Its display shows "
                f"[{self.text}], its serial line said last:\n{last}"
            ) from None

    @contextlib.asynccontextmanager
    async def watch(self) -> AsyncIterator[Watcher]:
        """A stream of what changes, from now on, for one spectator."""
        with self._onlookers.watcher() as watcher:
            yield watcher

    def type(self, text: str) -> None:
        """Type at the board's prompt; Ctrl-C is "\\x03", the end of a line "\\r"."""
        self._serial.inject(text.encode())

    async def heap(self, timeout: float = PATIENCE_S) -> int:
        """Bytes that the board's heap holds after a garbage collection, the chip models' included.

        SimulatorError when the firmware does not read its pins for `timeout` s, or is off.
        """
        self.senses.heap_bytes = 0
        self._board.send(b"g\n")
        await self.wait_for(lambda table: table.senses.heap_bytes, timeout)
        return self.senses.heap_bytes
