"""Runs other projects' tools (mpy-cross, mpremote, esptool), and describes their failures in words."""

import shlex
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

Command = list[str]


class DeviceError(Exception):
    """Something the user must put right; the message says what and how."""


def module(name: str, *arguments: str) -> Command:
    """The command line of a tool that is an installed Python package."""
    return [sys.executable, "-m", name, *arguments]


def shown(command: Sequence[str]) -> str:
    """A command line as one would type it, with the interpreter's path left out."""
    words = list(command)
    if words[0] == sys.executable:
        words[0] = "python"
    return shlex.join(words)


def run(command: Command, explain: str, timeout_s: float = 600) -> None:
    """Run `command`, its output passing through; DeviceError with `explain` when it fails or hangs."""
    try:
        done = subprocess.run(command, check=False, timeout=timeout_s)
    except subprocess.TimeoutExpired:
        raise DeviceError(f"{_tool(command)} has not ended in {timeout_s:.0f} s. {explain}") from None
    except OSError as error:
        raise DeviceError(
            f"{_tool(command)} could not be started: {error.strerror}. Is it installed?"
        ) from None
    if done.returncode:
        raise DeviceError(f"{_tool(command)} ended with status {done.returncode}. {explain}")


def check_port(port: str, ports: Callable[[], Sequence[str]] | None = None) -> None:
    """Raise DeviceError, with a list of the ports, when no port is named or the named one does not exist."""
    names = (ports or serial_ports)()
    there = (
        f"Ports here: {', '.join(names)}." if names else "No serial port is here: is the board plugged in?"
    )
    if not port:
        raise DeviceError(f"Name the board's serial port: --port, or make … PORT=… {there}")
    if port.startswith(("/dev/", "./")) and not Path(port).exists():
        raise DeviceError(f"There is no port {port}. {there}")


def serial_ports() -> list[str]:
    """The serial ports of this computer, with the devices at them where known."""
    from serial.tools import list_ports  # not needed to compile (hatch_build.py)

    ports = sorted(list_ports.comports(), key=lambda port: str(port.device))
    return [f"{port.device} ({port.description})" if port.vid else str(port.device) for port in ports]


def _tool(command: Sequence[str]) -> str:
    return command[2] if command[0] == sys.executable else Path(command[0]).name
