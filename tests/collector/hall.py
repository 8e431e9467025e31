"""A whole collector on loopback for the tests, and how to wait for what it shows."""

import asyncio
import inspect
import os
import tty
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fake_table import FakeTable, ticks_ms

from boardside.link.serial_port import serve
from host_tools.collector.collector import Collector
from host_tools.collector.hub import Hub
from host_tools.collector.run import Options, Running, run
from host_tools.store import Store
from tests.waiting import patience_s

View = dict[str, Any]


def elapsed(later: int, earlier: int) -> int:
    return later - earlier


@dataclass
class Hall:
    """The running collector; `call` puts a table on its Wi-Fi."""

    store: Store
    collector: Collector
    hub: Hub
    port: int
    tasks: "list[asyncio.Task[None]]" = field(default_factory=list)

    def call(self, *tables: FakeTable) -> None:
        for table in tables:
            self.tasks.append(table.call(self.port))

    def hang_up(self) -> None:
        for task in self.tasks:
            task.cancel()
        self.tasks.clear()

    async def view(self, table: int, condition: Callable[[View], bool]) -> View:
        """The first view of this table from now on (the present one included) that is as wanted."""
        last: View | None = None
        try:
            async with asyncio.timeout(patience_s()):
                with self.hub.subscribe() as changes:
                    last = self.hub.view(table)
                    if last is not None and condition(last):
                        return last
                    async for message in changes:
                        if message["type"] == "table" and message["table"] == table:
                            last = message["data"]
                            if condition(last):
                                return last
        except TimeoutError:
            raise AssertionError(f"never as wanted; at last: {last}") from None
        raise AssertionError("the hub ended")


@asynccontextmanager
async def hall(
    folder: Path,
    serial: tuple[str, ...] = (),
    keys: dict[int, bytes] | None = None,
    takes_open: bool = False,
    host: str = "127.0.0.1",
    url: str | None = None,
    here: str = "",
) -> AsyncIterator[Hall]:
    """A collector of the hall `here`, its database in `folder` (or at `url`), on any free port of `host`."""
    store = Store.open(url or f"sqlite:///{folder / 'hall.sqlite3'}")
    ending = asyncio.Event()
    started: asyncio.Future[Running] = asyncio.get_running_loop().create_future()
    options = Options(
        serial=serial,
        tcp=0,
        web=None,
        host=host,
        keys=keys or {},
        panels="http://panels",
        takes_open=takes_open,
        hall=here,
    )
    task = asyncio.create_task(run(store, options, None, started.set_result, ending))
    done, _ = await asyncio.wait({task, started}, return_when=asyncio.FIRST_COMPLETED, timeout=patience_s())
    if task in done:
        await task
    running = await started
    assert running.tcp is not None
    made = Hall(store, running.collector, running.hub, running.tcp)
    try:
        yield made
    finally:
        made.hang_up()
        ending.set()
        await asyncio.wait_for(task, patience_s())
        store.close()


@dataclass
class Looks:
    """How often something has been done to its end."""

    ended: int = 0


def counted(where: object, name: str) -> Looks:
    """Counts the calls of this method of `where` from now on: a collector that looks again and again has
    looked. A call that is under way may have missed what was done just now.
    """
    looks, look = Looks(), getattr(where, name)

    def plain(*given: Any) -> Any:
        done = look(*given)
        looks.ended += 1
        return done

    async def awaited(*given: Any) -> Any:
        done = await look(*given)
        looks.ended += 1
        return done

    setattr(where, name, awaited if inspect.iscoroutinefunction(look) else plain)
    return looks


class Cable:
    """A table on a serial port that can be pulled out and plugged in again; `path` stays the same."""

    def __init__(self, table: FakeTable, path: Path) -> None:
        self.table = table
        self.path = path
        self._master = -1
        self._task: asyncio.Task[None] | None = None

    def plug_in(self) -> None:
        self._master, slave = os.openpty()
        tty.setraw(slave)
        os.set_blocking(self._master, False)
        self.path.unlink(missing_ok=True)
        self.path.symlink_to(os.ttyname(slave))
        self._slave = slave  # held open: the line must not look cut before the collector opens it
        serving = serve(self.table.session(), self, ticks_ms, elapsed, lambda: None)  # type: ignore[arg-type]
        self._task = asyncio.create_task(serving)

    def pull_out(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self._task = None
            os.close(self._slave)
            os.close(self._master)
            self.path.unlink()

    def read(self) -> bytes:
        try:
            return os.read(self._master, 259)
        except BlockingIOError:
            return b""

    def write(self, data: bytes) -> None:
        os.write(self._master, data)
