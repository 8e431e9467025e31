"""The boards at this laptop and in the hall, worked on from the organiser's page: the acts of
`boardside flash`, `provision` and `update`, one at a time for a port, with their progress.
"""

import logging
import os
import re
import secrets
import tempfile
import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from host_tools.collector.hub import Hub, Line
from host_tools.device import flash, prompt
from host_tools.device.flashing import flash_board
from host_tools.device.provision import KeyWish, provision
from host_tools.device.settings import Wishes, decoded, key_in
from host_tools.device.tools import DeviceError, Stopped
from host_tools.store import Store, StoreError
from host_tools.store.keys import fingerprint
from host_tools.store.reasons import KeyRefused
from host_tools.update import carriers
from host_tools.update.command import AT_ONCE, connected, progress_of, release_of
from host_tools.update.talk import DONE, Talk

Kind = Literal["ask", "provision", "flash", "update"]
State = Literal["running", "done", "failed", "stopped"]

#: Lines that are kept of an act.
LINES_MOST = 60
_PERCENT = re.compile(r"(\d{1,3}(?:\.\d+)?) ?%")


class Busy(Exception):  # noqa: N818
    """Another act, `act`, is under way that has to end first."""

    def __init__(self, act: "Act") -> None:
        super().__init__(f"{act.kind} {act.port}")
        self.act = act


@dataclass(frozen=True, slots=True)
class TableProgress:
    """How far the update of a table is, in percent, and what is under way."""

    table: int
    share: float
    doing: str


@dataclass(slots=True)
class Act:
    """`port`: "" for an update. share: of the step under way, in percent; None: not known. It is changed on
    the thread that does it, and read on others.
    """

    number: str
    kind: Kind
    port: str
    actor: str
    state: State = "running"
    can_stop: bool = True
    error: str = ""
    share: float | None = None
    lines: deque[str] = field(default_factory=lambda: deque(maxlen=LINES_MOST))
    tables: list[TableProgress] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _stop: bool = False

    def say(self, line: str) -> None:
        """A line for people."""
        self.lines.append(line)
        self.share = None

    def heard(self, line: str) -> None:
        """A line of a tool: with a percentage it is how far the step is."""
        percent = _PERCENT.search(line)
        if percent is not None:
            self.share = min(100.0, float(percent[1]))
        elif line.strip():
            self.lines.append(line.strip())

    def stop(self) -> bool:
        """Ask for the end; False: it cannot be stopped any more."""
        with self._lock:
            self._stop = self._stop or (self.can_stop and self.state == "running")
            return self._stop

    def begin_change(self) -> None:
        """From here on it cannot be stopped. Raises Stopped if it was asked to."""
        with self._lock:
            self._check()
            self.can_stop = False

    def look(self) -> None:
        """Raises Stopped if it was asked to."""
        with self._lock:
            self._check()

    def _check(self) -> None:
        if self._stop:
            raise Stopped("Stopped; nothing was changed.")


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
    problem_text = "" if problem is None else str(problem)
    tables = tuple(table for table, path in heard if path and is_same(path, port.path))
    return replace(port, is_collected=True, problem=problem_text, tables=tables)


def line_at(path: str, lines: Mapping[str, Line]) -> Line | None:
    """The collector's line on this port."""
    return next((line for own, line in lines.items() if "://" not in own and is_same(own, path)), None)


log = logging.getLogger(__name__)

#: How many acts are remembered.
MOST = 20


@dataclass(frozen=True, slots=True)
class NewBoard:
    """What makes a board a table: its settings, whether it gets another key, and what else is to be replaced.
    Nothing of it is shown or recorded but the table's number.
    """

    wishes: Wishes
    key: KeyWish = field(default_factory=KeyWish)
    may_repair: bool = False
    new_journal: bool = False


class Workbench:
    """The boards at the serial ports of this computer, and the tables of the hall of `hub`. `find` gives the
    ports. Its methods may be called on any thread.
    """

    def __init__(self, store: Store, hub: Hub, find: Callable[[], Sequence[SerialPort]] = usb_ports) -> None:
        self.store = store
        self._hub = hub
        self._find = find
        self._lock = threading.Lock()
        self._acts: OrderedDict[str, Act] = OrderedDict()
        self._answers: dict[str, str] = {}

    def ports(self, views: Iterable[Mapping[str, Any]] = ()) -> list[SerialPort]:
        """The ports now; `views` of the tables say which table is heard where."""
        return listed(self._find, self._hub.lines, views)

    def answer(self, port: str) -> str:
        """What the board at this port last answered when asked; "": it was not asked."""
        return self._answers.get(port, "")

    def acts(self) -> list[Act]:
        """The newest first."""
        with self._lock:
            return list(reversed(self._acts.values()))

    def act(self, number: str) -> Act | None:
        """The act with this number; None: it is of an earlier run, or forgotten."""
        with self._lock:
            return self._acts.get(number)

    # Each begins an act. Raises Busy.

    def ask(self, port: str, actor: str) -> Act:
        """Ask what runs on the board; its program starts again afterwards."""
        return self._begin("ask", port, actor, self._ask)

    def provision(self, port: str, actor: str, board: NewBoard) -> Act:
        """Number, network and key for the board."""
        return self._begin("provision", port, actor, lambda act: self._provision(act, board))

    def flash(self, port: str, actor: str, name: str, image: bytes, board: NewBoard) -> Act:
        """Erase the board, write the stock image `image`, a file called `name`, and the firmware, then do as
        `provision`.
        """
        return self._begin("flash", port, actor, lambda act: self._flash(act, name, image, board))

    def update(self, actor: str, tables: Sequence[int], waits: bool) -> Act:
        """New firmware for these tables, or for all that are connected."""
        return self._begin("update", "", actor, lambda act: self._update(act, tables, waits))

    def _begin(self, kind: Kind, port: str, actor: str, work: Callable[[Act], None]) -> Act:
        act = Act(secrets.token_hex(8), kind, port, actor)
        with self._lock:
            for other in self._acts.values():
                if other.state == "running" and _exclude(other, act):
                    raise Busy(other)
            self._acts[act.number] = act
            over = [number for number, other in self._acts.items() if other.state != "running"]
            for number in over[: max(0, len(self._acts) - MOST)]:
                del self._acts[number]
        # The program waits at its end for an act at a board: broken off, it could leave half a board.
        threading.Thread(
            target=self._run, args=(act, work), name=f"{kind} {port}", daemon=kind == "update"
        ).start()
        return act

    def _run(self, act: Act, work: Callable[[Act], None]) -> None:
        line = line_at(act.port, self._hub.lines) if act.port else None
        try:
            with nullcontext() if line is None else line.lent():
                work(act)
            act.state = "done"
        except Stopped as stopped:
            act.error, act.state = str(stopped), "stopped"
        except KeyRefused as error:
            act.error, act.state = str(error), "failed"
        except (DeviceError, StoreError) as error:
            act.error, act.state = str(error), "failed"
        except Exception:
            log.exception("workbench: %s at %s", act.kind, act.port)
            act.error, act.state = "It failed; the collector’s log says why.", "failed"

    def _ask(self, act: Act) -> None:
        act.begin_change()  # the table's program is stopped, and started again
        try:
            act.say("Asking; this takes up to half a minute.")
            message = _introduced(prompt.look(act.port))
            prompt.restart(act.port)
        except prompt.Deaf:
            message = (
                "Nothing answers. A new board has no MicroPython yet: flash it. A table may be off, or "
                "starting: ask again."
            )
        act.say(message)
        self._answers[act.port] = message

    def _provision(self, act: Act, board: NewBoard) -> None:
        provision(
            act.port,
            self.store,
            board.wishes,
            board.key,
            lambda why: board.may_repair,
            act.say,
            new_journal=board.new_journal,
            actor=act.actor,
            begin_change=lambda: self._change(act, "board set up", board),
        )
        self._answers.pop(act.port, None)

    def _flash(self, act: Act, name: str, image: bytes, board: NewBoard) -> None:
        config = flash.config_of(board.wishes.table or 0, board.wishes.name or "")
        with tempfile.TemporaryDirectory(prefix="boardside-") as folder:
            path = Path(folder) / (Path(name).name or "image.bin")
            path.write_bytes(image)
            act.say("Preparing the firmware.")
            try:
                flash_board(
                    act.port,
                    flash.read_image(path),
                    config,
                    act.say,
                    output=act.heard,
                    begin_change=lambda: self._change(act, "board flashed", board),
                )
            except Stopped:
                raise
            except DeviceError as error:  # it names the file where it was put, not as it was sent
                raise DeviceError(str(error).replace(f"{folder}{os.sep}", "")) from error
        act.say("The board has the firmware and starts. Now its number, network and key.")
        self._answers.pop(act.port, None)
        act.can_stop = True
        try:
            self._provision(act, board)
        except Stopped as stopped:
            raise Stopped("Stopped: the board has the firmware and its number, but no key.") from stopped
        except (DeviceError, KeyRefused) as error:
            reason = str(error)
            raise DeviceError(
                f"The board has the firmware and its number, but not its network and key: {reason} Give it "
                "these by “Number, network, key”; it need not be flashed again."
            ) from error

    def _change(self, act: Act, name: str, board: NewBoard) -> None:
        """The board is to be changed now: on record, whatever comes of it."""
        act.begin_change()
        self.store.admins.act(act.actor, name, {"port": act.port, "table": board.wishes.table})

    def _update(self, act: Act, tables: Sequence[int], waits: bool) -> None:
        act.say("Preparing the firmware.")
        release = release_of()
        numbers = tables or connected(self.store)
        act.look()
        talks = {number: Talk(release, waits) for number in numbers}
        act.say(f"Firmware {release.version} for {len(talks)} tables.")
        self.store.admins.act(act.actor, "update", {"tables": sorted(talks)})

        def show() -> None:
            act.tables = [TableProgress(number, *progress_of(talk)) for number, talk in sorted(talks.items())]
            act.look()

        try:
            carriers.update(self.store, talks, AT_ONCE, show)
        except Stopped as stopped:
            raise Stopped(
                "Stopped: nothing more is sent. A table that had not restarted keeps its firmware; one that "
                "restarts proves the new one by itself, or goes back."
            ) from stopped
        lacking = [number for number, talk in sorted(talks.items()) if talk.stage != DONE]
        if lacking:
            raise DeviceError(f"{len(lacking)} of {len(talks)} tables do not have it; the list says why.")


def _exclude(other: Act, act: Act) -> bool:
    """Whether two acts cannot be under way together. Two boards are not flashed at once: both would be
    prepared in the same files.
    """
    if "update" in (other.kind, act.kind):
        return other.kind == act.kind
    return other.kind == act.kind == "flash" or is_same(other.port, act.port)


def _introduced(state: prompt.OnTable) -> str:
    """What a board is, by its firmware and its settings; never its key."""
    if not state.firmware:
        return "MicroPython answers, without Boardside: flash the board."
    fields = decoded(state.config)
    answer = f"Boardside answers, firmware {state.firmware}"
    if fields is None:
        return f"{answer}; its settings (config.json) cannot be read."
    key = key_in(fields)
    wifi = fields.get("wifi")
    ssid = wifi.get("ssid") if isinstance(wifi, dict) else None
    parts = [
        f"table {fields['table']}" if "table" in fields else "no number yet",
        f"“{fields['name']}”" if fields.get("name") else "",
        f"network {ssid}" if ssid else "by cable only",
        f"key {fingerprint(key)}" if key else "no key",
    ]
    return f"{answer}: {', '.join(filter(None, parts))}."
