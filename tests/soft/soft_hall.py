"""A collector with tables without hardware, in the test's own process, with its pages."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from host_tools import cli
from host_tools.collector.run import Options, Running, run
from host_tools.simulator.table import SimTable
from host_tools.soft import Panel
from host_tools.store import Store
from tests.waiting import patience_s, until


@dataclass
class SoftHall:
    """What runs: `url` of its pages."""

    store: Store
    running: Running
    url: str

    def panel(self, number: int) -> Panel:
        panel = self.running.hub.panels[number]
        assert isinstance(panel, Panel)
        return panel

    def table(self, number: int) -> SimTable:
        return self.panel(number).table

    def address(self, number: int) -> str:
        """The address in the QR code of the table's label."""
        return f"{self.url}/tables/{number}/panel#{self.store.soft.codes()[number]}"

    def view(self, number: int) -> Any:
        return self.running.hub.view(number)

    async def seen(self, number: int, condition: Callable[[Any], object]) -> None:
        await until(lambda: (view := self.view(number)) is not None and condition(view))


@contextlib.asynccontextmanager
async def soft_hall(folder: Path, soft: str, tcp: int | None = None) -> AsyncIterator[SoftHall]:
    """The collector of `boardside collect --soft`, on any free port, with the database in `folder`."""
    store = Store.open(f"sqlite:///{folder / 'hall.sqlite3'}")
    ending = asyncio.Event()
    started: asyncio.Future[Running] = asyncio.get_running_loop().create_future()
    options = Options(tcp=tcp, web=0, soft=cli.soft(soft))
    task = asyncio.create_task(run(store, options, cli.pages, started.set_result, ending))
    await asyncio.wait({task, started}, return_when=asyncio.FIRST_COMPLETED, timeout=patience_s())
    if task.done():
        await task
    running = await started
    try:
        yield SoftHall(store, running, f"http://127.0.0.1:{running.web}")
    finally:
        ending.set()
        await asyncio.wait_for(task, patience_s())
        store.close()
