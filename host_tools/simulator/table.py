"""One simulated table: a board with keys to press, a display to read and a buzzer to hear.

All methods are called on one asyncio loop. Times are seconds of `time.monotonic()` unless a name says `_ms`.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterable

from .board import SimBoard
from .chips import wiring
from .displays import text_of
from .observed import Tone, Watcher
from .process import SimulatorError

KEYS = tuple(name for name, _ in wiring.KEYS)
"""The names of the keys; SERVICE is the one inside the case."""

HOLD_MS = 20
REST_MS = 45
"""Two scans; and the debounce time of a key and a scan before it is pressed again."""

_STAYS_DOWN_MS = 0xFFFF
"""The hold time on the wires of a press whose keys stay closed."""

PATIENCE_S = 60.0
"""A table on a busy machine starts in some seconds; one that needs more than this time has failed."""


class SimTable(SimBoard):
    """A board as the umpire has it: keys to press, a display to read, a buzzer to hear."""

    @property
    def segments(self) -> bytes:
        """What is lit on display 0, place 0 leftmost; bit 7 the point, bits 6-0 A-G."""
        return self.observed.segments

    @property
    def text(self) -> str:
        """The display as text (`glyphs.text_of`)."""
        return text_of(self.observed.segments)

    @property
    def tones(self) -> list[Tone]:
        """The changes of the buzzer's sound since `start`, oldest first (the last 2000 changes)."""
        return list(self.observed.tones)

    # Keys

    def key_down(self, key: str) -> None:
        """Close a key's bare contact now; it stays closed over power cycles. KeyError for a name not in KEYS.

        To the firmware, a contact that closes within 30 ms of opening is still the same press: it chatters.
        After a press of the same key, call `hold`.
        """
        self._held.add(self._gpio_of(key))
        self._board.send(b"k%02x0\n" % self._gpio_of(key))

    def key_up(self, key: str) -> None:
        """Open a key."""
        self._held.discard(self._gpio_of(key))
        self._board.send(b"k%02x1\n" % self._gpio_of(key))

    def bounce(self, milliseconds: int) -> None:
        """Let contacts bounce this long after each change from now on."""
        self._board.send(b"b%04x\n" % milliseconds)

    def plug_panel(self, is_in: bool) -> None:
        """Plug in or pull out the cable of a panel that has its own chips. A reset plugs it in."""
        self._board.send(b"q1\n" if is_in else b"q0\n")

    async def press(
        self, key: str, hold_ms: int = HOLD_MS, rest_ms: int = REST_MS, timeout: float = PATIENCE_S
    ) -> None:
        """Press and release a key; returns when the firmware has read it open again.

        The hold begins when the firmware has read the key closed, and lasts until it has read it a second
        time. The key is pressed only after the firmware has read it open for `rest_ms`. SimulatorError when
        this takes more than `timeout` s besides the hold.
        """
        await self.chord([key], hold_ms, rest_ms, timeout)

    async def hold(self, key: str, rest_ms: int = REST_MS, timeout: float = PATIENCE_S) -> None:
        """Press a key as `press` does, but leave it closed until `key_up`, over power cycles too.

        Returns when the firmware has read it closed twice, before it acts on the press: from then on a
        `key_up` cannot swallow it.
        """
        self._held.add(self._gpio_of(key))
        await self.chord([key], _STAYS_DOWN_MS, rest_ms, timeout)

    async def chord(
        self, keys: Iterable[str], hold_ms: int = HOLD_MS, rest_ms: int = REST_MS, timeout: float = PATIENCE_S
    ) -> None:
        """Press several keys together, as `press` does one."""
        names = list(keys)
        mask = 0
        for name in names:
            mask |= 1 << self._gpio_of(name)
        async with self._finger:
            if not self.is_on:
                raise SimulatorError(f"Table {self.number} has no power: power_on() first.")
            self._pressed.clear()
            self._board.send(b"p%010x%04x%04x\n" % (mask, hold_ms, rest_ms))
            try:
                held_ms = 0 if hold_ms == _STAYS_DOWN_MS else hold_ms
                async with asyncio.timeout(timeout + held_ms / 1000):
                    await self._pressed.wait()
            except asyncio.CancelledError:
                self._board.send(b"x\n")
                raise
            except TimeoutError:
                self._board.send(b"x\n")
                raise SimulatorError(
                    f"Table {self.number} did not read {'+'.join(names)}: it does not scan its keys."
                ) from None

    # Seeing and hearing

    async def wait_for(self, predicate: Callable[["SimTable"], object], timeout: float = PATIENCE_S) -> None:
        """Return as soon as `predicate(table)` is true; it is asked after each change seen from outside.

        SimulatorError after `timeout` seconds, with the display's text and the board's last output.
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
        """Bytes in use in the board's heap after a garbage collection, the chip models' included.

        `observed.modules` then differs if the set of loaded modules has changed; `observed.stack_bytes` is
        the deepest that the stack was since power-on, where flash or SPI was used.
        SimulatorError when the firmware does not read its pins for `timeout` s, or is off.
        """
        self.observed.heap_bytes = 0
        self._board.send(b"g\n")
        await self.wait_for(lambda table: table.observed.heap_bytes, timeout)
        return self.observed.heap_bytes

    def leak(self, count: int) -> None:
        """Take `count` bytes of the board's heap until its power is cut, as a leak of the firmware would."""
        self._board.send(b"l%08x\n" % count)
