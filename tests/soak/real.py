"""The hall of the soak in real time: simulated tables, `boardside collect` in a process of its own, a reader
of its pages, and robots at the pace of people.
"""

import asyncio
import contextlib
import time
from collections.abc import Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TextIO

from host_tools.demo.run import CollectorProcess
from host_tools.simulator.hall import Hall
from host_tools.simulator.table import SimTable
from host_tools.store import Store, StoreUnavailable
from host_tools.store.rows import MatchRow
from tests.ports import free_ports
from tests.soak.descriptors import healthy_levels
from tests.soak.leaks import Leaks, leak_at
from tests.soak.reader import PageReader
from tests.soak.robots import Robots
from tests.soak.samples import Sampler
from tests.soak.verdict import Verdict, judge


@dataclass(frozen=True)
class Plan:
    """What to play. `every_s`: between two looks; `pace_s`: between two presses;
    `kept`: gets what is measured, as lines of JSON.
    """

    tables: int
    minutes: float
    every_s: float
    pace_s: float
    seed: int
    leaks: Leaks = field(default_factory=Leaks)
    kept: TextIO | None = None


async def play(plan: Plan, folder: Path) -> Verdict:
    """Play, measure and judge. All that is written is in `folder`."""
    tcp, web = free_ports(2)
    async with contextlib.AsyncExitStack() as stack:
        hall = Hall(plan.tables, folder=folder / "tables", collector=("127.0.0.1", tcp), panels_port=None)
        await stack.enter_async_context(hall)
        collector = CollectorProcess(folder / "collector.log", plan.leaks.command)
        stack.push_async_callback(collector.stop)
        file = folder / "soak.sqlite3"
        arguments = ["--db", f"sqlite:///{file}", "--tcp", str(tcp), "--web", str(web)]
        for table in hall.tables:
            if table.transport == "serial":
                arguments += ["--serial", table.serial_path]
        await collector.start(arguments, f"http://127.0.0.1:{web}/")
        store = Store.open(f"sqlite:///{file}", create=False)
        stack.callback(store.close)
        assert collector.pid is not None
        page = PageReader(web)
        ports = {tcp: "a table", web: "a page"}
        sampler = Sampler(
            hall.tables, collector.pid, store, ports, lambda: (robots.matches, page.changes), plan.kept
        )
        robots = Robots(hall.tables, store, plan.pace_s, plan.seed, sampler.begun)
        await page.crowd()
        work: list[Coroutine[Any, Any, None]] = [robots.play(), page.read()]
        work += [leak_at(hall.tables[number - 1], count) for number, count in plan.leaks.tables.items()]
        troubles = await _measured(sampler, page, plan, work)
        verdict = judge(sampler.samples, sampler.beginnings, healthy_levels(file))
        sampler.show()
        print(f"{robots.presses} presses, {sampler.events} events of the panels, {robots.matches} matches")
        differences = await asyncio.to_thread(wrong_with, store)
        verdict.complaints[:0] = [*robots.troubles, *troubles, *_restarts(hall.tables), *differences]
        return verdict


async def _measured(
    sampler: Sampler, page: PageReader, plan: Plan, work: list[Coroutine[Any, Any, None]]
) -> list[str]:
    """Measure while the work is done, which ends then. Returns troubles with the database."""
    tasks = [asyncio.create_task(each) for each in work]
    try:
        return await _measure(sampler, page, plan, tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _measure(
    sampler: Sampler, page: PageReader, plan: Plan, tasks: list["asyncio.Task[None]"]
) -> list[str]:
    troubles = []
    begin = time.monotonic()
    for turn in range(1, int(plan.minutes * 60 / plan.every_s) + 1):
        await asyncio.sleep(max(0.0, begin + turn * plan.every_s - time.monotonic()))
        for task in tasks:
            if task.done():
                task.result()
        try:
            await sampler.sample()
        except StoreUnavailable as error:
            troubles.append(str(error))
        await page.look()
    return troubles


def _restarts(tables: list[SimTable]) -> list[str]:
    """Tables that did not run through, and what their chips say about it."""
    return [
        f"table {table.number} restarted {table.resets} times: {'; '.join(table.observed.errors[:3])}"
        for table in tables
        if table.resets
    ]


def wrong_with(store: Store) -> list[str]:
    """The faults of the whole run in the database: gaps, conflicts, scores that differ."""
    differences = [f"conflict: {conflict}" for conflict in store.conflicts()]
    last: dict[str, int] = {}
    after = 0
    while rows := store.events(after=after, limit=1000):
        after = rows[-1]["id"]
        for row in rows:
            if row["seq"] != last.get(row["journal"], 0) + 1:
                differences.append(
                    f"journal {row['journal']}: {row['seq']} follows {last.get(row['journal'])}"
                )
            last[row["journal"]] = row["seq"]
    after = 0
    while matches := store.matches(after=after, limit=1000):
        after = matches[-1]["id"]
        differences += [_name_of(match) for match in matches if match["agrees"] is False or match["problem"]]
    return differences


def _name_of(match: MatchRow) -> str:
    return f"match {match['match']}: agrees {match['agrees']}, problem {match['problem']}"
