"""The soak in virtual time: the hall of tests/chaos without its faults, in one process. After each period
what a table and the collector hold is counted, object by object; so are free flash and what is not stored.
"""

import asyncio
import gc
import statistics
import types
from dataclasses import dataclass, field
from typing import Any

from tests.chaos.day import hall
from tests.chaos.device import Device
from tests.chaos.hall import Hall, Plan
from tests.chaos.lines import FAIR
from tests.soak.trend import Bound, complaint

TABLE = Bound("objects of a table", "", 0.05, 120.0, min)
#: Without the matches in play, each of which is larger with every event, and gone when the next one begins.
HOST = Bound("objects of the collector", "", 0.02, 300.0, min)
#: What is not an object of whoever refers to it.
_SHARED = (
    type,
    types.ModuleType,
    types.FunctionType,
    types.BuiltinFunctionType,
    types.CodeType,
    types.FrameType,
)
FREE_LEAST_PERMILLE = 200
#: So small that matches must be let go of all the time; a table knows of each chapter that it holds.
LAG_MOST_MS = 5000.0
#: Until then tables and collector find each other: from the beginning, and from a table's power-on.
BEGUN_MS = 60_000
STARTED_MS = 10_000


def reachable(roots: list[Any], not_into: list[Any]) -> int:
    """How many objects can be reached from `roots` without passing `not_into` (`gc.get_referents`)."""
    seen = {id(thing) for thing in not_into}
    waiting = list(roots)
    count = 0
    while waiting:
        thing = waiting.pop()
        if id(thing) in seen or isinstance(thing, _SHARED):
            continue
        seen.add(id(thing))
        count += 1
        waiting += gc.get_referents(thing)
    return count


@dataclass
class Series:
    """The measurements, period by period. `lags`: ms from acceptance to acknowledgement."""

    tables: dict[int, list[float]] = field(default_factory=dict)
    host: list[float] = field(default_factory=list)
    free: list[int] = field(default_factory=list)
    lags: list[float] = field(default_factory=list)
    events: int = 0

    def complaints(self) -> list[str]:
        complaints = [complaint(TABLE, values, f"table {number}: ") for number, values in self.tables.items()]
        complaints.append(complaint(HOST, self.host))
        if min(self.free) < FREE_LEAST_PERMILLE:
            complaints.append(f"a journal had only {min(self.free)} thousandths free: old matches are kept")
        if max(self.lags) > LAG_MOST_MS:
            complaints.append(
                f"an event was stored {max(self.lags):.0f} ms late, {LAG_MOST_MS:.0f} are allowed"
            )
        return [each for each in complaints if each is not None]


def play(tables: int, hours: float, pace_s: float, seed: int, periods: int = 20) -> Series:
    """Play, measure, and print a line for each period."""
    minutes = hours * 60
    plan = Plan(tables, minutes, pace_s, 1e9, FAIR, look_ms=160, tick_s=0.2, poll_s=1.0)
    series = Series()
    with hall(seed, plan) as simulated:
        simulated.loop.run_until_complete(_day(simulated, plan, series, periods))
    return series


async def _day(hall: Hall, plan: Plan, series: Series, periods: int) -> None:
    waiting: dict[str, dict[int, int]] = {}
    _note_lags(hall, series, waiting)
    for umpire in hall.umpires:
        umpire.busy = asyncio.ensure_future(umpire.play(plan.pace_s))
    print(
        "  hours  objects of a table: med  max | of the collector | free flash, least | events  lag ms: most"
    )
    seen = 0
    for period in range(periods):
        await asyncio.sleep(plan.minutes * 60 / periods)
        await _nothing_under_way(hall)
        _compare_and_forget(hall)
        _measure(hall, series)
        counts = [values[-1] for values in series.tables.values()]
        hours = (period + 1) * plan.minutes / 60 / periods
        print(
            f"{hours:7.1f} {statistics.median(counts):23.0f} {max(counts):4.0f} | {series.host[-1]:16.0f} | "
            f"{min(series.free[-len(counts) :]):16} | {series.events:6} "
            f"{max(series.lags[seen:], default=0):13.0f}",
            flush=True,
        )
        seen = len(series.lags)
    for umpire in hall.umpires:
        umpire.busy.cancel()


def _note_lags(hall: Hall, series: Series, waiting: dict[str, dict[int, int]]) -> None:
    """Follow the second book: when was an event accepted, when acknowledged."""
    accepted, acked = hall.ledger.accepted, hall.ledger.acked
    begun: dict[str, int] = {}

    def accept(journal: str, stored: dict[str, Any]) -> None:
        if stored["kind"] == "boot":
            begun[journal] = hall.loop.ms + STARTED_MS
        if hall.loop.ms >= max(BEGUN_MS, begun.get(journal, 0)):
            waiting.setdefault(journal, {})[stored["seq"]] = hall.loop.ms
        series.events += 1
        accepted(journal, stored)

    def acknowledge(journal: str, seq: int) -> None:
        of_journal = waiting.get(journal, {})
        for known in [number for number in of_journal if number <= seq]:
            series.lags.append(hall.loop.ms - of_journal.pop(known))
        acked(journal, seq)

    hall.ledger.accepted = accept  # type: ignore[method-assign]
    hall.ledger.acked = acknowledge  # type: ignore[method-assign]


async def _nothing_under_way(hall: Hall) -> None:
    """Wait for a moment in which everything is stored, so that nothing of it is counted."""
    for _ in range(100):
        if all(device.links.acked() == device.journal.last_seq for device in hall.devices):
            return
        await asyncio.sleep(0.5)


def _compare_and_forget(hall: Hall) -> None:
    """Checks that every acknowledged event is in the database as it was accepted, and drops it from the
    second book.
    """
    stored = hall.ledger.stored()
    for device in hall.devices:
        events = hall.ledger.events[device.journal.id]
        for seq in [seq for seq in events if seq <= device.links.acked()]:
            assert stored[device.journal.id][seq] == events[seq]
            if seq < device.journal.last_seq:
                del events[seq]
    hall.log.clear()


def _measure(hall: Hall, series: Series) -> None:
    gc.collect()
    collector = hall.hosts[0].collector
    assert collector is not None
    outside = [hall, hall.loop, hall.ledger, *hall.hosts, *hall.devices, *hall.umpires]
    outside += hall.calling.values()  # what a line has heard
    for device in hall.devices:
        series.tables.setdefault(device.number, []).append(reachable(_parts(device), outside))
        series.free.append(device.journal.free_permille())
    outside += [journal.fold for journal in collector.journals.values()]
    series.host.append(reachable([collector], outside))


def _parts(device: Device) -> list[Any]:
    return [device.table, device.links, device.journal, device.sealing]
