"""A simulated board: its power switch, flash, serial port, Wi-Fi, and the causes of a restart.

All methods are called on one asyncio loop. Times are seconds of `time.monotonic()` unless a name says `_ms`.
"""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Self

from . import restarts
from .chips import wiring
from .compiled import compiled
from .flash_image import provision
from .observed import Observed, Onlookers
from .process import PASSWORD, SSID, BoardProcess, BoardSettings, Options, SimulatorError
from .restarts import Watchdog
from .serial import SerialLine
from .wifi import ANNOUNCEMENTS, air_of

FULL_MV = 4100
"""The battery's cell at the beginning."""

_LOG_BYTES = 64 * 1024


class SimBoard:
    """Board `number`, whose flash lives in `folder`. `collector` (address, port) makes it a Wi-Fi table.

    `host`, the name under which the board looks for its collector, makes it a Wi-Fi table too. A name
    resolves to the `collector`. With "auto" the board finds the collectors that announce themselves on the
    UDP port `announcements`, and the `collector`, if there is one, as `boardside.local`. `config` is merged
    into the board's config.json at `start`. A board begins without power.
    """

    def __init__(
        self,
        number: int,
        folder: Path,
        *,
        collector: tuple[str, int] | None = None,
        host: str | None = None,
        announcements: int = ANNOUNCEMENTS,
        config: Mapping[str, object] | None = None,
        options: Options | None = None,
    ) -> None:
        self.number = number
        self.folder = folder
        self.options = options or Options()
        self.observed = Observed()
        self._onlookers = Onlookers(self.observed)
        self.is_on = False
        self.resets = 0
        self.log = bytearray()
        self._config = config or {}
        self._host = host
        self._air = air_of(collector, host, announcements)
        self._board = BoardProcess(self._chips_said, self._ended)
        self._line: SerialLine | None = None
        self._watchdog = Watchdog(self._not_fed)
        self._power = asyncio.Lock()
        self._finger = asyncio.Lock()
        self._pressed = asyncio.Event()
        self._is_killing = False
        self._is_to_restart = False  # a restart is due; until then output of the old process is ignored
        self._restarts: set[asyncio.Task[None]] = set()
        self._crashes = 0
        self._held: set[int] = set()
        self._unplugged: set[int] = set()
        self._battery_mv = FULL_MV
        self._wants_raw_prompt = False

    @property
    def image(self) -> Path:
        """The file that is its file system."""
        return self.folder / "flash.bin"

    @property
    def journal_image(self) -> Path | None:
        """The file that is the journal's partition; None on a stock board."""
        return self.folder / "journal.bin" if self.options.has_journal else None

    @property
    def serial_path(self) -> str:
        """The host's end of its USB serial."""
        return self._serial.path

    @property
    def transport(self) -> str:
        """How it is meant to reach its collector: "serial" or "tcp"."""
        return "serial" if self._air is None else "tcp"

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

    async def start(self) -> Self:
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
            {"displays": list(self.options.displays), "panel": self.options.panel, **self._config},
            self.journal_image,
            self._host or "127.0.0.1",
        )
        await self.power_on()
        return self

    async def stop(self) -> None:
        """Pull the plug and take everything down; its flash stays."""
        while self._restarts:
            await asyncio.wait(self._restarts)
        await self.power_off()
        if self._air is not None:
            await self._air.close()
        if self._line is not None:
            await self._line.close()
            self._line = None

    async def __aenter__(self) -> Self:
        return await self.start()

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    # Power

    async def power_on(self) -> None:
        """Switch the power on. Does nothing when it is on already."""
        async with self._power:
            if not self.is_on:
                self._crashes = 0
                await self._switch_on(restarts.POWER_ON)

    async def power_off(self) -> None:
        """Cut the power at once, whatever the board is doing."""
        async with self._power:
            await self._kill()
            self._forget()
            self._dark()

    async def reset(self, start: restarts.Start = restarts.POWER_ON) -> None:
        """The reset button on the board (an ESP32 calls it a power-on), or another reason for a restart."""
        async with self._power:
            if not self.is_on:
                self._is_to_restart = False
                return
            await self._kill()
            if start is restarts.POWER_ON:
                self._forget()
            self.observed.fall_silent()
            await self._switch_on(start)

    async def brown_out(self) -> None:
        """Let the supply dip: the chip restarts, RTC memory keeps its contents."""
        await self.reset(restarts.BROWN_OUT)

    def battery(self, millivolts: int) -> None:
        """Set the voltage of the battery's cell; it stays over power cycles."""
        self._battery_mv = millivolts
        self._board.send(b"v%04x\n" % millivolts)

    def cut_power_at_write(self, count: int) -> None:
        """Take the power away in the `count`-th flash write or erase from now; 0 calls it off."""
        self._board.send(b"c%08x\n" % count)

    def plug(self, address: int, is_in: bool) -> None:
        """Connect or disconnect the chip at an I2C address, over power cycles too; unpowered it is dark."""
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

    # Within

    async def _switch_on(self, start: restarts.Start) -> None:
        options = self.options
        firmware = None
        if options.firmware is not None:
            firmware = await asyncio.to_thread(compiled, options.firmware)
        settings: BoardSettings = {
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
            "as_chip": options.as_chip,
            "chip": options.chip,
            "battery_mv": self._battery_mv,
            "rtc": str(self._rtc_memory.resolve()),
            "displays": list(options.displays),
            "panel": options.panel,
            "wifi": {
                "ssid": SSID,
                "password": PASSWORD,
                "join_ms": options.wifi_join_ms,
                "start_ms": options.radio_start_ms,
                "on_air": self.wifi_is_on,
                "ether": self._air.ether.port if self._air is not None and self._air.ether else None,
            },
        }
        terminal = self._serial.connect()
        is_loader = start.samples_straps and self._gpio_of("SERVICE") in self._held
        self._serial.say(start.noise(is_loader))
        self.is_on = True
        self._wants_raw_prompt = not start.runs_main
        if not is_loader:
            await self._board.start(settings, terminal, self.folder, options.heap_size)
        self._changed("power")

    def _gpio_of(self, key: str) -> int:
        return wiring.gpio_of(key, self.options.chip)

    @property
    def _rtc_memory(self) -> Path:
        return self.folder / "rtc.bin"

    def _forget(self) -> None:
        """Erase the RTC memory, which is lost without power."""
        self._rtc_memory.unlink(missing_ok=True)

    async def _kill(self) -> None:
        self._is_killing = True
        await self._board.kill()
        self._is_killing = False
        self._is_to_restart = False

    def _dark(self) -> None:
        """The power is away."""
        self._watchdog.disarm()
        if self._line is not None:
            self._line.disconnect()
        self.is_on = False
        self.observed.go_dark()
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
            self._restart(restarts.CHIP if line == b"Rreset" else None)
        else:
            changed = self.observed.read(line)
            if changed is not None:
                self._changed(changed)

    def _serial_said(self, data: bytes) -> None:
        self.log += data
        del self.log[:-_LOG_BYTES]
        if self._wants_raw_prompt and self.log.endswith(restarts.PROMPT):
            self._wants_raw_prompt = False
            self._serial.inject(restarts.ENTER_RAW)
        self._changed("log")

    def _port_opened(self) -> None:
        if self.options.reset_on_open and self.is_on:
            self._restart(restarts.POWER_ON)

    def _not_fed(self) -> None:
        self.observed.complain("The watchdog was not fed in time and reset the board.")
        self._restart(restarts.WATCHDOG)

    def _ended(self, status: int) -> None:
        """The process has ended; unless the power was pulled, the board starts again."""
        self._watchdog.disarm()
        if self._is_killing:
            return
        if status == 0:  # Ctrl-D at the prompt, or SystemExit: a soft reset
            is_raw = self.log.rfind(restarts.RAW_PROMPT) > self.log.rfind(restarts.PROMPT)
            self._restart(restarts.SOFT_AT_RAW_PROMPT if is_raw else restarts.SOFT)
            return
        self._crashes += 1
        self.observed.complain(f"MicroPython ended with status {status}.")
        self._restart(restarts.CHIP if self._crashes < 3 else None)

    def _restart(self, start: restarts.Start | None) -> None:
        """Start anew, or stay without power when there is no `start`; from a callback."""

        async def restart() -> None:
            if start is None:
                await self.power_off()
            else:
                self.resets += 1
                await self.reset(start)

        if not self._is_to_restart:
            self._is_to_restart = True
            task = asyncio.create_task(restart())
            self._restarts.add(task)
            task.add_done_callback(self._restarts.discard)

    def _changed(self, kind: str) -> None:
        self._onlookers.changed(kind)
