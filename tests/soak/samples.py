"""What is measured of a hall in play: heaps, memory, descriptors, and how late what was pressed is stored."""

import asyncio
import json
import os
import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TextIO

from sqlalchemy import select

from host_tools.simulator.table import SimTable
from host_tools.store import Store
from host_tools.store.database import reading
from host_tools.store.schema import events
from tests.soak.descriptors import opened
from tests.soak.heaps import Beginning
from tests.soak.machine import Neighbours, waited_s

PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
HEAP_TIMEOUT_S = 30.0


def rss_mb(pid: int) -> float:
    """The resident memory of a process."""
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * PAGE_BYTES / 1e6


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
        lags = []
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
            lags.append(power_on - self._earliest[name])
        return lags


@dataclass(frozen=True)
class Sample:
    """One look at the hall.

    `lag_ms`, `late_ms`: the middle one and the 99th percentile of what was stored since the last look; None:
    nothing was. `others`: cores that other programs used meanwhile, `ours` those that the hall did.
    `waited`: how much of the time threads of the collector were ready and had no core.
    """

    at_s: float
    collector_mb: float
    tables_mb: dict[int, float]
    descriptors: dict[str, int]
    lag_ms: float | None
    late_ms: float | None
    others: float
    ours: float
    waited: float


@dataclass
class Sampler:
    """The series: `sample` adds to `samples`, `begun` to `beginnings` of a table.

    ports: whom a TCP port of this machine serves. counted(): matches played and changes seen on the page,
    for the table that is printed. kept: gets what is measured, as lines of JSON.
    """

    tables: list[SimTable]
    collector: int
    store: Store
    ports: Mapping[int, str]
    counted: Callable[[], tuple[int, int]]
    kept: TextIO | None = None
    began: float = field(default_factory=time.monotonic)
    samples: list[Sample] = field(default_factory=list)
    beginnings: dict[int, list[Beginning]] = field(default_factory=dict)
    events: int = 0

    def __post_init__(self) -> None:
        self._lag = Lag(self.store)
        self._neighbours = Neighbours(self._pids)
        self._waited_s = waited_s(self.collector)
        self.beginnings = {table.number: [] for table in self.tables}
        print(
            "  min  heap KB: med   max | table MB: max | collector MB  files | lag ms: p50   p99 |"
            " cores: ours others |  events  matches  page"
        )

    def _pids(self) -> list[int]:
        return [os.getpid(), self.collector, *(table.pid for table in self.tables if table.pid is not None)]

    async def begun(self, table: SimTable) -> None:
        """Measure the heap of a table to which a match was just assigned."""
        heap_kb = await table.heap(HEAP_TIMEOUT_S) / 1024
        beginning = Beginning(time.monotonic() - self.began, heap_kb, table.observed.modules)
        self.beginnings[table.number].append(beginning)
        self._keep({"table": table.number, **asdict(beginning)})

    async def sample(self) -> None:
        """Measure once; prints a line every minute."""
        lags = await asyncio.to_thread(self._lag.read)
        self.events += len(lags)
        others, ours = self._neighbours.cores()
        at_s, waited = time.monotonic() - self.began, waited_s(self.collector)
        since = self.samples[-1].at_s if self.samples else 0.0
        self.samples.append(
            Sample(
                at_s,
                rss_mb(self.collector),
                {table.number: rss_mb(table.pid) for table in self.tables if table.pid is not None},
                opened(self.collector, self.ports),
                statistics.median(lags) if lags else None,
                sorted(lags)[int(len(lags) * 0.99)] if lags else None,
                others,
                ours,
                (waited - self._waited_s) / (at_s - since),
            )
        )
        self._waited_s = waited
        self._keep(asdict(self.samples[-1]))
        if int(at_s / 60) != int(since / 60):
            self.show()

    def _keep(self, values: dict[str, object]) -> None:
        if self.kept is not None:
            self.kept.write(json.dumps(values) + "\n")
            self.kept.flush()

    def show(self) -> None:
        """Print the newest values."""
        newest = self.samples[-1]
        heaps = [series[-1].heap_kb for series in self.beginnings.values() if series] or [0.0]
        matches, changes = self.counted()
        print(
            f"{newest.at_s / 60:5.1f} {statistics.median(heaps):13.1f} {max(heaps):5.1f} | "
            f"{max(newest.tables_mb.values()):13.1f} | {newest.collector_mb:12.1f} "
            f"{sum(newest.descriptors.values()):6} | {newest.lag_ms or 0:11.0f} {newest.late_ms or 0:5.0f} | "
            f"{newest.ours:11.2f} {newest.others:6.2f} |{self.events:8} {matches:8} {changes:5}",
            flush=True,
        )
