"""Why a board starts: the ESP32's reasons and its ROM's output, and the watchdog.

The watchdog is kept outside the board's process, so that a hung board cannot hold it up.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

_ROM = """ets Jul 29 2019 12:21:46\r
\r
rst:{reason},boot:{mode}\r
"""
_FROM_FLASH = """configsip: 0, SPIWP:0xee\r
clk_drv:0x00,q_drv:0x00,d_drv:0x00,cs0_drv:0x00,hd_drv:0x00,wp_drv:0x00\r
mode:DIO, clock div:2\r
load:0x3fff0030,len:4892\r
ho 0 tail 12 room 4\r
load:0x40078000,len:14896\r
load:0x40080400,len:4\r
load:0x40080404,len:3372\r
entry 0x400805b0\r
"""


@dataclass(frozen=True)
class Start:
    """One way to start: `cause` is `machine.reset_cause()`, `reason` the ROM's words ("": soft reset).

    `samples_straps`: a key on GPIO 0 that is held then leads to the ROM's loader and not to the firmware.
    `runs_main`: False after a soft reset from the raw prompt, which stays there.
    """

    cause: int
    reason: str
    samples_straps: bool = False
    runs_main: bool = True

    def noise(self, is_loader: bool = False) -> bytes:
        """What is written to the serial line: no frame of any protocol."""
        if not self.reason:
            return b"MPY: soft reboot\r\n"
        if is_loader:
            mode = "0x3 (DOWNLOAD_BOOT(UART0/UART1/SDIO_REI_REO_V2))"
            return (_ROM.format(reason=self.reason, mode=mode) + "waiting for download\r\n").encode()
        return (_ROM.format(reason=self.reason, mode="0x13 (SPI_FAST_FLASH_BOOT)") + _FROM_FLASH).encode()


# An ESP32 calls its reset button (EN) a power-on as well, and MicroPython's port a brown-out. `cause` is what
# the port makes of the chip's reason (ports/esp32/modmachine.c, mp_machine_reset_cause): a panic is
# HARD_RESET, as machine.reset() is.
POWER_ON = Start(1, "0x1 (POWERON_RESET)", samples_straps=True)
BROWN_OUT = Start(1, "0xf (RTCWDT_BROWN_OUT_RESET)", samples_straps=True)
WATCHDOG = Start(3, "0x8 (TG1WDT_SYS_RESET)")
CHIP = Start(2, "0xc (SW_CPU_RESET)")
SOFT = Start(5, "")
SOFT_AT_RAW_PROMPT = Start(5, "", runs_main=False)

RAW_PROMPT = b"raw REPL; CTRL-B to exit"
PROMPT = b">>> "
ENTER_RAW = b"\x01"


# The board reports its feeding only once in a twentieth of the timeout, and our own loop may be late.
_GRACE = 1.1


class Watchdog:
    """Calls `bite()` once when it is armed and not fed for its time."""

    def __init__(self, bite: Callable[[], None]) -> None:
        self._bite = bite
        self._timeout_s = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def arm(self, timeout_ms: int) -> None:
        """Start, or restart with another timeout."""
        self._timeout_s = timeout_ms / 1000 * _GRACE
        self.feed()

    def feed(self) -> None:
        """Restart the timeout; does nothing when it is not armed."""
        self._cancel()
        if self._timeout_s:
            self._timer = asyncio.get_running_loop().call_later(self._timeout_s, self._expired, 0)

    def disarm(self) -> None:
        """Stop: the power is off, or the board is in reset."""
        self._timeout_s = 0.0
        self._cancel()

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _expired(self, looked: int) -> None:
        """Bite, after reading the output that the board sent while this loop was busy."""
        if looked < 2:
            self._timer = asyncio.get_running_loop().call_later(0.01, self._expired, looked + 1)
            return
        self._timeout_s = 0.0
        self._timer = None
        self._bite()
