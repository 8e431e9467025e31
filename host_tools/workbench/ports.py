"""The serial ports of this computer, with what is known of each without asking a board."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from host_tools.collector.hub import Line


@dataclass(frozen=True, slots=True)
class SerialPort:
    """A port of this computer. description: of its USB device, "" if it has none. is_collected: whether the
    collector keeps a line open on it, and problem, why it cannot. tables: those that are heard on it.
    """

    path: str
    description: str = ""
    is_collected: bool = False
    problem: str = ""
    tables: tuple[int, ...] = ()


def usb_ports() -> list[SerialPort]:
    """The ports that the system has now, by name."""
    from serial.tools import list_ports

    ports = sorted(list_ports.comports(), key=lambda port: str(port.device))
    return [SerialPort(str(port.device), _description(port) if port.vid else "") for port in ports]


def _description(port: object) -> str:
    """Such as "CP2102 USB to UART Bridge, Silicon Labs, 0001"."""
    given = [getattr(port, name, None) for name in ("description", "manufacturer", "serial_number")]
    return ", ".join(dict.fromkeys(str(text) for text in given if text))


def is_same(one_path: str, other_path: str) -> bool:
    """Whether both name one device: /dev/serial/by-id/… is a link to another name."""
    return os.path.realpath(one_path) == os.path.realpath(other_path)


def listed(
    find: Callable[[], Sequence[SerialPort]], lines: Mapping[str, Line], views: Iterable[Mapping[str, Any]]
) -> list[SerialPort]:
    """The ports that `find` gives, and those of the collector's `lines` that it does not give."""
    ports = list(find())
    own = [path for path in lines if "://" not in path]  # the others are ports of other computers
    ports += [SerialPort(path) for path in own if not any(is_same(port.path, path) for port in ports)]
    links = [(view["table"], view["link"]) for view in views]
    heard = [(table, link["port"]) for table, link in links if link["state"] != "down"]
    return [_with_line(port, lines, heard) for port in ports]


def _with_line(port: SerialPort, lines: Mapping[str, Line], heard: Sequence[tuple[int, str]]) -> SerialPort:
    line = line_at(port.path, lines)
    if line is None:
        return port
    problem = line.problem
    said = "" if problem is None else str(problem)
    tables = tuple(table for table, path in heard if path and is_same(path, port.path))
    return replace(port, is_collected=True, problem=said, tables=tables)


def line_at(path: str, lines: Mapping[str, Line]) -> Line | None:
    """The collector's line on this port."""
    return next((line for own, line in lines.items() if "://" not in own and is_same(own, path)), None)
