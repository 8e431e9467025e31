"""`boardside serve`: the public pages of a database that other computers write."""

import asyncio
import contextlib
import logging
from typing import Annotated

import typer

from host_tools.collector.clocks import HostTime, monotonic_ms
from host_tools.collector.collect_command import Embedding, Proxies, Verbose, WebPort, begin_log
from host_tools.collector.hall_clock import HallClock
from host_tools.collector.hub import Hub
from host_tools.collector.journals import Loader
from host_tools.collector.live import JournalState, LiveTable
from host_tools.collector.other_collectors import OtherCollectors
from host_tools.collector.reasons import CannotStart, NotYet
from host_tools.collector.run import Pages, bind, collected
from host_tools.collector.runtime import supervised
from host_tools.collector.service_manager import Attendance, Notifier
from host_tools.collector.trust import Keyring
from host_tools.collector.view import Publisher
from host_tools.console.shared_options import DEFAULT_DATABASE, Database
from host_tools.store import Store, StoreError, StoreUnavailable, database
from host_tools.store.command_line import err, fail, out
from host_tools.store.reasons import database_cause

log = logging.getLogger(__name__)


def serve(
    context: typer.Context,
    db: Database = DEFAULT_DATABASE,
    web: WebPort = 7500,
    host: Annotated[str, typer.Option("--host", help="0.0.0.0 lets other computers in.")] = "127.0.0.1",
    proxies: Proxies = None,
    embedding: Embedding = None,
    wait: Annotated[
        bool, typer.Option("--wait", help="Wait for a database or port that is not there yet (a service).")
    ] = False,
    verbose: Verbose = False,
) -> None:
    """Serve the public pages of a database, read only: on another computer than the collectors.

    The database is PostgreSQL, the file of a collector, or a copy of it.
    """
    begin_log(logging.INFO if verbose else logging.WARNING, err)
    attendance = Attendance(Notifier())

    def say(error: StoreUnavailable | NotYet) -> None:
        problem = str(error)
        log.warning("Waiting: %s", problem)
        attendance.status = lambda: f"Waiting: {problem}"
        attendance.ready()

    async def serving(store: Store, ending: asyncio.Event) -> bool:
        hub = Hub()
        async with contextlib.AsyncExitStack() as stack:
            bound = bind(host, web, "--web")
            stack.callback(bound.close)
            port = bound.getsockname()[1]
            spectator = Spectator(store, hub)
            await spectator.start()
            stack.push_async_callback(spectator.stop)
            # `host_tools.cli` gives it; last: proxies whose headers count, sites that may frame pages.
            pages: Pages = context.obj(hub, store, bound, ",".join(proxies or ()), embedding or ())
            await pages.start()
            stack.push_async_callback(pages.stop)
            out.print(f"Serving {store.where}, read only; Ctrl-C ends it.", markup=False)
            out.print(f"  page: http://{host}:{port}/", markup=False)
            attendance.status = lambda: f"{len(spectator.tables)} tables"
            attendance.ready()
            await ending.wait()
        return True

    async def run() -> None:
        attendance.start()
        attendance.is_well = lambda: True
        try:
            await collected(db, serving, say if wait else None, opened=Store.read_only)
        finally:
            await attendance.stop()

    try:
        asyncio.run(run())
    except (CannotStart, StoreError) as error:
        raise fail(str(error)) from error


#: How often it looks for new events: half of this is added, on average, to the way from a table to a page.
POLL_S = 0.1
#: The tables' rows and the halls' clocks are read again after so many looks.
ROWS_EVERY = 10
#: The pause after a look that failed.
AWAY_S = 1.0


class Spectator:
    """Follows the database `store` and brings each table's view to the `hub`, as `OtherCollectors` does; of a
    table that no collector has now it shows the last state.

    While the database cannot be read, the hub keeps its views and has a problem; it goes by itself. No key is
    ever read. start() and stop() frame its life on the running loop.
    """

    def __init__(self, store: Store, hub: Hub) -> None:
        self._store = store
        self._hub = hub
        self.tables: dict[int, LiveTable] = {}
        self._journals: dict[str, JournalState] = {}
        self._publisher = Publisher(hub, self.tables, None)
        self._changed = self._publisher.changed
        self._loader = Loader(store, Keyring(store), self._journals, self._replaced)
        self._time = HostTime()
        self._clocks = HallClock(
            store, self.tables, self._time, hub.show_hall, lambda: None, self._changed, here=""
        )
        self._others = OtherCollectors(
            store, "", self._loader, self._table, self._changed, hub.heard, ROWS_EVERY
        )
        self._looks = 0
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Show what the database has, then follow it. Raises StoreError."""
        self._publisher.begin()
        await asyncio.to_thread(self._clocks.begin)
        database.follow_clock(lambda: self._time.at(monotonic_ms()))
        await self._restore()
        self._publisher.publish()
        self._task = asyncio.create_task(supervised(self._look_forever, "spectator"), name="spectator")

    async def stop(self) -> None:
        """Follow no longer."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        database.follow_clock(None)
        self._publisher.end()

    async def _restore(self) -> None:
        rows = await asyncio.to_thread(self._store.tables)
        await self._loader.bring_up(dict.fromkeys(row["journal"] for row in rows))
        for row in rows:
            table = self._table(row["table_no"])
            table.restore(row, self._journals[row["journal"]])
            table.compare()
            self._changed(table)
        await self._take_clocks()

    async def _take_clocks(self) -> None:
        await asyncio.to_thread(self._clocks.begin)
        self._clocks.take(await asyncio.to_thread(self._store.hall.clocks))

    async def _look_forever(self) -> None:
        while True:
            try:
                pause_s = await self.look()
            except StoreError as error:
                if self._hub.problem is None:
                    log.warning("%s", error)
                # The address of the database is not for the public.
                self._hub.trouble(database_cause("hall_away"))
                pause_s = AWAY_S
            await asyncio.sleep(pause_s)

    async def look(self) -> float:
        """Look once; the seconds to the next look. Raises StoreError."""
        for table in self.tables.values():
            link = table.link_state(monotonic_ms())
            if link != table.link:
                table.link = link
                self._changed(table)
        if self._hub.problem is not None or await asyncio.to_thread(self._store.follow):
            await self._restore()
            log.warning("%s is read again.", self._store.where)
            self._hub.trouble(None)
        self._looks += 1
        if self._looks % ROWS_EVERY == 0:
            await self._take_clocks()
        return min(POLL_S, await self._others.poll())

    def _replaced(self, journal: JournalState) -> None:
        for table in self.tables.values():
            if table.follow(journal):
                self._changed(table)

    def _table(self, number: int) -> LiveTable:
        return self.tables.setdefault(number, LiveTable(number))
