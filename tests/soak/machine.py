"""Whether other programs kept the machine busy while something was measured."""

import os
import time
from collections.abc import Callable
from pathlib import Path

from tests.bench.machine import QUIET, all_cpu_s

_TICKS = os.sysconf("SC_CLK_TCK")


def is_busy(others: float) -> bool:
    """Whether so many cores in use by other programs disturb a measured time."""
    return others > QUIET * (os.cpu_count() or 1)


def cpu_s(pid: int) -> float:
    """The processor time of a process in s; 0 when it is gone."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except (FileNotFoundError, ProcessLookupError):
        return 0.0
    fields = text.rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def waited_s(pid: int) -> float:
    """How long threads of a process were ready to run and had no core, in s; 0 when it is not told."""
    try:
        tasks = os.listdir(f"/proc/{pid}/task")
    except FileNotFoundError:
        return 0.0
    total = 0
    for task in tasks:
        try:
            fields = Path(f"/proc/{pid}/task/{task}/schedstat").read_text(encoding="ascii").split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        total += int(fields[1])
    return total / 1e9


class Neighbours:
    """Counts from one call of `cores` to the next. pids(): the processes that are not others."""

    def __init__(self, pids: Callable[[], list[int]]) -> None:
        self._pids = pids
        self._last: tuple[float, float, float] | None = None
        self.cores()

    def cores(self) -> tuple[float, float]:
        """How many cores other programs (and the hypervisor) used since the last call; and our own."""
        own = sum(cpu_s(pid) for pid in self._pids())
        now = time.monotonic(), all_cpu_s() or 0.0, own
        last, self._last = self._last or now, now
        wall = now[0] - last[0]
        if wall <= 0:
            return 0.0, 0.0
        ours = max(0.0, now[2] - last[2]) / wall
        return max(0.0, (now[1] - last[1]) / wall - ours), ours
