"""What is measured of a hall in play: heaps, memory, descriptors, and how late what was pressed is stored."""

import asyncio
import json
import os
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import select

from host_tools.simulator.table import SimTable
from host_tools.store import Store
from host_tools.store.database import reading
from host_tools.store.schema import events
from tests.soak.trend import Bound, complaint

HEAP = Bound("MicroPython heap", "KB", 0.03, 6.0, min)
RSS_TABLE = Bound("memory of the process", "MB", 0.03, 0.3)
RSS_COLLECTOR = Bound("memory of the collector", "MB", 0.04, 3.0)
DESCRIPTORS = Bound("open descriptors", "", 0.0, 1.0)
LAG = Bound("press to commit, median", "ms", 0.5, 60.0)
#: So late is the middle one of all presses of a run at most, on a busy machine too.
LAG_MOST_MS = 500.0
PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")


def rss_mb(pid: int) -> float:
    """The resident memory of a process."""
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * PAGE_BYTES / 1e6


def descriptors(pid: int) -> int:
    """How many files, sockets and pipes a process has open."""
    return len(os.listdir(f"/proc/{pid}/fd"))


class Lag:
    """From a press to its commit, by events of the panel.

    `at` of an event is its table's time since power-on, and tables here do not drift: they run on this
    machine's clock. When power came on is not known from outside, so the earliest arrival of a table's first
    events is taken for no lag; `floor_ms`, measured on one press, is what that leaves out.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._after = 0
        self._earliest: dict[tuple[str, int], int] = {}

    def read(self) -> list[int]:
        """The lags of what was stored since the last call, in ms."""
        found = []
        columns = (events.c.id, events.c.journal, events.c.received_at, events.c.body)
        with reading(self._store.engine) as connection:
            rows = connection.execute(
                select(*columns).where(events.c.id > self._after).order_by(events.c.id)
            ).all()
        for row in rows:
            self._after = row[0]
            event = json.loads(row[3])
            if event.get("by") != "panel":
                continue
            power_on = row[2] - event["at"]
            name = (row[1], event.get("boot", 0))
            self._earliest[name] = min(self._earliest.get(name, power_on), power_on)
            found.append(power_on - self._earliest[name])
        return found


@dataclass
class Sampler:
    """The series; `sample` adds a value to each.

    counted(): matches played and changes seen on the page, for the table that is printed.
    """

    tables: list[SimTable]
    collector: int
    store: Store
    counted: Callable[[], tuple[int, int]]
    began: float = field(default_factory=time.monotonic)
    minutes: list[float] = field(default_factory=list)
    heap_kb: dict[int, list[float]] = field(default_factory=dict)
    table_mb: dict[int, list[float]] = field(default_factory=dict)
    collector_mb: list[float] = field(default_factory=list)
    descriptors: list[float] = field(default_factory=list)
    lag_ms: list[float] = field(default_factory=list)
    late_ms: list[float] = field(default_factory=list)
    events: int = 0

    def __post_init__(self) -> None:
        self._lag = Lag(self.store)
        print(
            "  min   heap KB: med   max | table MB: max | collector MB  files | lag ms: p50   p99 |"
            " events  matches  page"
        )

    async def sample(self) -> None:
        """Measure once; prints a line every minute."""
        for table in self.tables:
            self.heap_kb.setdefault(table.number, []).append(await table.heap(30.0) / 1024)
            if table.pid is not None:
                self.table_mb.setdefault(table.number, []).append(rss_mb(table.pid))
        self.collector_mb.append(rss_mb(self.collector))
        self.descriptors.append(descriptors(self.collector))
        lags = await asyncio.to_thread(self._lag.read)
        self.events += len(lags)
        if lags:
            self.lag_ms.append(statistics.median(lags))
            self.late_ms.append(sorted(lags)[int(len(lags) * 0.99)])
        minute = (time.monotonic() - self.began) / 60
        is_new_minute = not self.minutes or int(minute) != int(self.minutes[-1])
        self.minutes.append(minute)
        if is_new_minute:
            self.show()

    def show(self) -> None:
        """Print the newest values."""
        heaps = [values[-1] for values in self.heap_kb.values()]
        largest = max(values[-1] for values in self.table_mb.values())
        matches, changes = self.counted()
        lag, late = (values[-1] if values else 0.0 for values in (self.lag_ms, self.late_ms))
        print(
            f"{self.minutes[-1]:5.1f} {statistics.median(heaps):14.0f} {max(heaps):5.0f} | {largest:13.1f} | "
            f"{self.collector_mb[-1]:12.1f} {self.descriptors[-1]:6.0f} | {lag:11.0f} {late:5.0f} |"
            f"{self.events:7} {matches:8} {changes:5}",
            flush=True,
        )

    def complaints(self) -> list[str]:
        """What has grown, or was late; [] when nothing has."""
        found = [
            complaint(RSS_COLLECTOR, self.collector_mb),
            complaint(DESCRIPTORS, self.descriptors),
            complaint(LAG, self.lag_ms),
        ]
        for bound, series in ((HEAP, self.heap_kb), (RSS_TABLE, self.table_mb)):
            found += [complaint(bound, values, f"table {number}: ") for number, values in series.items()]
        if self.lag_ms and statistics.median(self.lag_ms) > LAG_MOST_MS:
            found.append(
                f"press to commit took {statistics.median(self.lag_ms):.0f} ms, {LAG_MOST_MS:.0f} allowed"
            )
        return [each for each in found if each is not None]
