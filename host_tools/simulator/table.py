"""One simulated table: a board with its power switch, keys, display, buzzer, serial port and Wi-Fi.

All methods are called on one asyncio loop. Times are seconds of `time.monotonic()` unless a name says `_ms`.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterable
from pathlib import Path
from typing import Any

from . import boot_rom
from .air import Air
from .chips import wiring
from .compiled import compiled
from .ether import ANNOUNCEMENTS
from .glyphs import text_of
from .options import PASSWORD, SSID, Options
from .process import BoardProcess, SimulatorError
from .provision import provision
from .senses import Senses, Tone
from .serial import SerialLine
from .watchdog import Watchdog
from .watcher import Watcher

KEYS = tuple(name for name, _ in wiring.KEYS)
"""The names of the keys; SERVICE is the one inside the case."""

HOLD_MS = 20
REST_MS = 45
"""Two scans; and the debounce time of a key and a scan before it is pressed again."""

PATIENCE_S = 30.0
"""A table on a busy machine starts in some seconds; one that does not come to it in this time never does."""

FULL_MV = 4100
"""The battery's cell at the beginning."""

_LOG_BYTES = 64 * 1024


class SimTable:
    """Table `number`, whose flash lives in `folder`. `collector` (address, port) makes it a Wi-Fi table.

    So does `host`, the name by which it looks for its host. A name leads to the `collector`; "auto" to who
    announces itself on the UDP port `announcements`, and by `boardside.local` to the `collector`, if there
    is one.
    `config` is merged into the table's config.json at `start`. A table begins without power.
    """

    def __init__(
        self,
        number: int,
        folder: Path,
        *,
        collector: tuple[str, int] | None = None,
        host: str | None = None,
        announcements: int = ANNOUNCEMENTS,
        config: dict[str, Any] | None = None,
        options: Options | None = None,
    ) -> None:
        self.number = number
        self.folder = folder
        self.options = options or Options()
        self.senses = Senses()
        self.is_on = False
        self.resets = 0
        self.log = bytearray()
        self._config = config or {}
        self._host = host
        self._air = _air(collector, host, announcements)
        self._board = BoardProcess(self._chips_said, self._ended)
        self._line: SerialLine | None = None
        self._watchdog = Watchdog(self._not_fed)
        self._power = asyncio.Lock()
        self._finger = asyncio.Lock()
        self._pressed = asyncio.Event()
        self._is_killing = False
        self._restarting: asyncio.Task[None] | None = None
        self._crashes = 0
        self._held: set[int] = set()
        self._unplugged: set[int] = set()
        self._battery_mv = FULL_MV
        self._wants_raw_prompt = False
        self._waiters: list[tuple[Callable[[SimTable], object], asyncio.Future[None]]] = []
        self._watchers: set[Watcher] = set()

    @property
    def image(self) -> Path:
        """The file that is its file system."""
        return self.folder / "flash.bin"

    @property
    def journal_image(self) -> Path | None:
        """The file that is the journal's partition; None on a stock board."""
        return self.folder / "journal.bin" if self.options.journal == "ring" else None

    @property
    def serial_path(self) -> str:
        """The host's end of its USB serial."""
        return self._serial.path

    @property
    def transport(self) -> str:
        """How it is meant to reach its collector: "serial" or "tcp"."""
        return "serial" if self._air is None else "tcp"

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

    @property
    def wifi_is_on(self) -> bool:
        """Whether the hall's Wi-Fi reaches this table."""
        return self._air is None or self._air.is_on

    @property
    def battery_mv(self) -> int | None:
        """The voltage of the battery's cell; None: its config.json has no battery."""
        return self._battery_mv if self._config.get("battery") else None

    @property
    def pid(self) -> int | None:
        """The MicroPython process while the power is on."""
        return self._board.pid

    @property
    def _serial(self) -> SerialLine:
        if self._line is None:
            raise SimulatorError("This table is not started: call start() first.")
        return self._line

    async def start(self) -> "SimTable":
        """Make its flash if there is none, write its configuration, open its serial port, switch it on."""
        self.folder.mkdir(parents=True, exist_ok=True)
        if self._air is not None:
            await self._air.start()
        self._line = SerialLine(self._serial_said, self._port_opened, self.options.baud / 10_000)
        self._line.start()
        await asyncio.to_thread(
            provision,
            self.image,
            self.number,
            self._air.port if self._air is not None else None,
            {"displays": list(self.options.displays), "panel": self.options.panel} | self._config,
            self.journal_image,
            self._host or "127.0.0.1",
        )
        await self.power_on()
        return self

    async def stop(self) -> None:
        """Pull the plug and take everything down; its flash stays."""
        if self._restarting is not None:
            await asyncio.wait([self._restarting])
        await self.power_off()
        if self._air is not None:
            await self._air.close()
        if self._line is not None:
            await self._line.close()
            self._line = None

    async def __aenter__(self) -> "SimTable":
        return await self.start()

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    # Power

    async def power_on(self) -> None:
        """Plug it in. Nothing happens when it is on."""
        async with self._power:
            if not self.is_on:
                self._crashes = 0
                await self._switch_on(boot_rom.POWER_ON)

    async def power_off(self) -> None:
        """Pull the plug, in the middle of whatever it does."""
        async with self._power:
            await self._kill()
            self._forget()
            self._dark()

    async def reset(self, start: boot_rom.Start = boot_rom.POWER_ON) -> None:
        """The reset button on the board (an ESP32 calls it a power-on), or another reason to start anew."""
        async with self._power:
            if self.is_on:
                await self._kill()
                if start is boot_rom.POWER_ON:
                    self._forget()
                self.senses.fall_silent()
                await self._switch_on(start)

    async def brown_out(self) -> None:
        """The supply dips: too low for the chip, not for what RTC memory holds."""
        await self.reset(boot_rom.BROWN_OUT)

    def battery(self, millivolts: int) -> None:
        """The voltage of the battery's cell from now on, over power cycles too."""
        self._battery_mv = millivolts
        self._board.send(b"v%04x\n" % millivolts)

    def cut_power_at_write(self, count: int) -> None:
        """Take the power away in the `count`-th flash write or erase from now; 0 calls it off."""
        self._board.send(b"c%08x\n" % count)

    def plug(self, address: int, is_in: bool) -> None:
        """Plug the chip at an I2C address in or pull it off, over power cycles too; unpowered it is dark."""
        if is_in:
            self._unplugged.discard(address)
        else:
            self._unplugged.add(address)
        self._board.send(b"i%02x%d\n" % (address, is_in))

    async def wifi(self, is_on: bool) -> None:
        """Take the table out of the hall's Wi-Fi, or bring it back."""
        if self._air is not None:
            if is_on:
                await self._air.on()
            else:
                self._air.off()
        self._board.send(b"w1\n" if is_on else b"w0\n")
        self._changed("wifi")

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
        if predicate(self):
            return
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        waiter = (predicate, future)
        self._waiters.append(waiter)
        try:
            async with asyncio.timeout(timeout):
                await future
        except TimeoutError:
            last = bytes(self.log[-600:]).decode("utf-8", "replace")
            raise SimulatorError(
                f"Table {self.number} did not come to what was waited for in {timeout} s. Its display shows "
                f"[{self.text}], its serial line said last:\n{last}"
            ) from None
        finally:
            self._waiters.remove(waiter)

    @contextlib.asynccontextmanager
    async def watch(self) -> AsyncIterator[Watcher]:
        """A stream of what changes, from now on, for one spectator."""
        watcher = Watcher(self.senses)
        self._watchers.add(watcher)
        try:
            yield watcher
        finally:
            self._watchers.discard(watcher)

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

    # Within

    async def _switch_on(self, start: boot_rom.Start) -> None:
        options = self.options
        firmware = None
        if options.firmware is not None:
            firmware = await asyncio.to_thread(compiled, options.firmware)
        settings = {
            "mac": f"240ac4{self.number & 0xFFFFFF:06x}",
            "cause": start.cause,
            "runs_main": start.runs_main,
            "flash": str(self.image.resolve()),
            "journal": str(self.journal_image.resolve()) if self.journal_image is not None else None,
            "firmware": str(firmware) if firmware is not None else None,
            "erase_us": [milliseconds * 1000 for milliseconds in options.erase_ms],
            "write_us": options.write_us,
            "bounce_ms": options.bounce_ms,
            "held": sorted(self._held),
            "unplugged": sorted(self._unplugged),
            "ticks_ms": options.ticks_ms,
            "battery_mv": self._battery_mv,
            "rtc": str(self._rtc_memory.resolve()),
            "displays": list(options.displays),
            "panel": options.panel,
            "wifi": {
                "ssid": SSID,
                "password": PASSWORD,
                "join_ms": options.wifi_join_ms,
                "on_air": self.wifi_is_on,
                "ether": self._air.ether.port if self._air is not None and self._air.ether else None,
            },
        }
        terminal = self._serial.connect()
        is_loader = start.samples_straps and wiring.gpio_of("SERVICE") in self._held
        self._serial.say(start.noise(is_loader))
        self.is_on = True
        self._wants_raw_prompt = not start.runs_main
        if not is_loader:
            await self._board.start(settings, terminal, self.folder, options.heap)
        self._changed("power")

    @property
    def _rtc_memory(self) -> Path:
        return self.folder / "rtc.bin"

    def _forget(self) -> None:
        """RTC memory does not outlive the power."""
        self._rtc_memory.unlink(missing_ok=True)

    async def _kill(self) -> None:
        self._is_killing = True
        await self._board.kill()
        self._is_killing = False

    def _dark(self) -> None:
        """The power is away."""
        self._watchdog.disarm()
        if self._line is not None:
            self._line.disconnect()
        self.is_on = False
        self.senses.go_dark()
        self._pressed.clear()
        for kind in ("power", "display", "tone"):
            self._changed(kind)

    def _chips_said(self, line: bytes) -> None:
        kind = line[:1]
        if kind == b"P":
            self._pressed.set()
        elif kind == b"F":
            self._serial.stall(line == b"F1")
        elif kind == b"W":
            self._watchdog.arm(int(line[1:], 16))
        elif kind == b"w":
            self._watchdog.feed()
        elif kind == b"R":
            self._restart(boot_rom.CHIP if line == b"Rreset" else None)
        else:
            changed = self.senses.read(line)
            if changed is not None:
                self._changed(changed)

    def _serial_said(self, data: bytes) -> None:
        self.log += data
        del self.log[:-_LOG_BYTES]
        if self._wants_raw_prompt and self.log.endswith(boot_rom.PROMPT):
            self._wants_raw_prompt = False
            self._serial.inject(boot_rom.ENTER_RAW)
        self._changed("log")

    def _port_opened(self) -> None:
        if self.options.reset_on_open and self.is_on:
            self._restart(boot_rom.POWER_ON)

    def _not_fed(self) -> None:
        self.senses.complain("The watchdog was not fed in time and reset the board.")
        self._restart(boot_rom.WATCHDOG)

    def _ended(self, status: int) -> None:
        """The process has ended; unless the power was pulled, the board starts again."""
        self._watchdog.disarm()
        if self._is_killing:
            return
        if status == 0:  # Ctrl-D at the prompt, or SystemExit: a soft reset
            is_raw = self.log.rfind(boot_rom.RAW_PROMPT) > self.log.rfind(boot_rom.PROMPT)
            self._restart(boot_rom.SOFT_AT_RAW_PROMPT if is_raw else boot_rom.SOFT)
            return
        self._crashes += 1
        self.senses.complain(f"MicroPython ended with status {status}.")
        self._restart(boot_rom.CHIP if self._crashes < 3 else None)

    def _restart(self, start: boot_rom.Start | None) -> None:
        """Start anew, or stay without power when there is no `start`; from a callback."""

        async def restart() -> None:
            if start is None:
                await self.power_off()
            else:
                self.resets += 1
                await self.reset(start)

        if self._restarting is None or self._restarting.done():
            self._restarting = asyncio.create_task(restart())

    def _changed(self, kind: str) -> None:
        for predicate, future in self._waiters:
            if not future.done() and predicate(self):
                future.set_result(None)
        for watcher in self._watchers:
            watcher.put(kind)


def _air(collector: tuple[str, int] | None, host: str | None, announcements: int) -> Air | None:
    if host is None:
        return Air(collector) if collector is not None else None
    if host == "auto":
        return Air(collector, ("boardside.local",) if collector is not None else (), announcements)
    # A name without a dot is asked for by DNS first, and by mDNS as `name.local`.
    return Air(collector, (host,))
