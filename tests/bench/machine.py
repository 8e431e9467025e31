"""How busy the machine was while something was measured: to be known before a time is believed."""

import os
import resource
import time
from dataclasses import dataclass
from pathlib import Path

#: Other programs that take more than this share of all cores make a run a busy one.
QUIET = 0.05
STAT = Path("/proc/stat")


@dataclass(frozen=True)
class Spent:
    """Seconds of a measurement, and of processor time in them: by the benchmark (with the processes it
    started and that have ended), by the whole machine (None where that is not told); `cores`; the load
    average then.
    """

    wall_s: float
    own_cpu_s: float
    all_cpu_s: float | None
    cores: int
    load: float

    @property
    def is_quiet(self) -> bool | None:
        """Whether other programs left the machine alone; None where that is not known."""
        others = self.others
        return None if others is None else others <= QUIET * self.cores

    @property
    def others(self) -> float | None:
        """How many cores other programs kept busy on average."""
        if self.all_cpu_s is None or not self.wall_s:
            return None
        return max(0.0, self.all_cpu_s - self.own_cpu_s) / self.wall_s

    def line(self) -> str:
        """The same in one line."""
        text = (
            f"{self.wall_s:.0f} s on {self.cores} cores; this run: {self.own_cpu_s:.1f} s of processor time"
        )
        if self.others is not None:
            text += f", other programs {self.others:.2f} cores"
        text += f"; load average {self.load:.1f}"
        if self.is_quiet is None:
            return text
        return text + (": a quiet run" if self.is_quiet else ": NOT a quiet run, times are too long")


class Watch:
    """Begins when it is made."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._own = _own_s()
        self._all = all_cpu_s()

    def spent(self) -> Spent:
        """What has been spent since."""
        total = all_cpu_s()
        return Spent(
            time.monotonic() - self._began,
            _own_s() - self._own,
            None if total is None or self._all is None else total - self._all,
            os.cpu_count() or 1,
            os.getloadavg()[0],
        )


def _own_s() -> float:
    used = [resource.getrusage(whose) for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def all_cpu_s() -> float | None:
    """Busy time of all cores since the start of the machine: user, nice, system, irq, softirq, steal."""
    try:
        values = STAT.read_text("ascii").split("\n", 1)[0].split()
    except OSError:
        return None
    ticks = [int(value) for value in values[1:9]]
    return (sum(ticks) - ticks[3] - ticks[4]) / os.sysconf("SC_CLK_TCK")
