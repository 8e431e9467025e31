"""The tables without hardware of a collector: the firmware of each in its process, and its panel."""

import asyncio
import contextlib
import logging
from functools import partial
from pathlib import Path

from host_tools import folders
from host_tools.collector.reasons import CannotStart
from host_tools.simulator.hall import own_folder
from host_tools.simulator.options import Options
from host_tools.simulator.process import SimulatorError
from host_tools.simulator.table import SimTable
from host_tools.soft.panel import Panel
from host_tools.store import Store
from host_tools.store.keys import TABLE_MOST

log = logging.getLogger(__name__)

#: Each is a process of 40 MB.
MOST = 40
LOOK_S = 5.0


def numbers_of(text: str) -> list[int]:
    """The numbers in "5-8,12". Raises CannotStart when they are none, or too many."""
    numbers: set[int] = set()
    for part in text.split(","):
        first, dash, last = (end.strip() for end in part.partition("-"))
        ends = (first, last if dash else first)
        if not all(end.isascii() and end.isdecimal() and len(end) < 5 for end in ends):
            raise CannotStart("no_soft_tables", text=text, most=MOST)
        numbers.update(range(int(ends[0]), int(ends[1]) + 1))
    if not numbers or len(numbers) > MOST or not 1 <= min(numbers) <= max(numbers) <= TABLE_MOST:
        raise CannotStart("no_soft_tables", text=text, most=MOST)
    return sorted(numbers)


def folder_of(store: Store) -> Path:
    """Where the flash of these tables is, with the journals: beside a database that is a file."""
    if store.engine.dialect.name == "sqlite" and store.engine.url.database:
        return Path(store.engine.url.database).absolute().with_suffix(".soft")
    return folders.state() / "soft"


class SoftHall:
    """These tables, which call the collector at the loopback `port`, each with a key and a code. Between
    `start` and `stop` they are switched on; their flash stays, so a match goes on after the next start.
    Making it reads and writes the database. Raises StoreError.
    """

    def __init__(self, store: Store, port: int, numbers: list[int]) -> None:
        self._folder = folder_of(store)
        self._tables = [
            SimTable(
                number,
                self._folder / f"table{number}",
                collector=("127.0.0.1", port),
                options=Options().fast(),
                config={"key": store.soft.ready(number)},
            )
            for number in numbers
        ]
        codes = store.soft.codes()
        self.panels = {
            table.number: Panel(table, codes[table.number], partial(store.soft.renew, table.number))
            for table in self._tables
        }
        self._stack = contextlib.AsyncExitStack()

    async def start(self) -> None:
        """Switch them on. Raises CannotStart."""
        async with contextlib.AsyncExitStack() as stack:
            try:
                own_folder(self._folder, stack)
                for table in self._tables:
                    stack.push_async_callback(table.stop)
                await asyncio.gather(*(table.start() for table in self._tables))
            except SimulatorError as error:
                raise CannotStart("soft_fails", why=str(error)) from error
            watch = asyncio.create_task(self._watch(), name="tables without hardware")
            stack.callback(watch.cancel)
            self._stack = stack.pop_all()

    async def stop(self) -> None:
        """Switch them off, as a cut of the power does."""
        await self._stack.aclose()
        for panel in self.panels.values():
            panel.close()

    async def _watch(self) -> None:
        """Switch on again what has failed three times in a row, and is off."""
        while True:
            await asyncio.sleep(LOOK_S)
            for table in self._tables:
                if not table.is_on:
                    log.error("table %d had ended: %s", table.number, table.observed.errors[-1:])
                    await table.power_on()
