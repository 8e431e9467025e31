"""An act at a board or at tables: how far it is, what came of it, and whether it can be stopped now."""

import re
import threading
from collections import deque
from dataclasses import dataclass, field
from typing import Literal

from host_tools.device.tools import Stopped

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
