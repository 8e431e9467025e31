"""A hall of simulated tables, with a page that shows their displays and keys."""

import asyncio
import contextlib
import fcntl
import os
from collections.abc import Mapping
from pathlib import Path

from .ether import ANNOUNCEMENTS
from .options import Options
from .process import SimulatorError
from .server import PanelServer
from .table import SimTable

COLLECTOR = ("127.0.0.1", 7580)
PANELS_PORT = 7510


class Hall:
    """Tables 1 to `tables`: the first `serial` of them (default: half) on serial lines, the others on Wi-Fi.

    `folder` keeps the flash of each (`table3/flash.bin`) from one run to the next, and a link to each serial
    port (`table3.tty`). `collector` is the address that Wi-Fi tables connect to; it need not run yet. The
    panels are served at `panels_port` (0: any free one) of `bind`; None: no panels. `config` is merged into
    every config.json; `keys`: the key of each table in hex; `finds`: Wi-Fi tables find their collector by the
    announcements on this UDP port instead. An async context manager: the tables run inside it, and it leaves
    nothing running. Raises SimulatorError, which says why the hall cannot run.
    """

    def __init__(
        self,
        tables: int,
        *,
        serial: int | None = None,
        folder: Path,
        collector: tuple[str, int] = COLLECTOR,
        panels_port: int | None = PANELS_PORT,
        bind: str = "127.0.0.1",
        options: Options | None = None,
        config: Mapping[str, object] | None = None,
        keys: Mapping[int, str] | None = None,
        finds: int | None = None,
    ) -> None:
        on_cable = (tables + 1) // 2 if serial is None else serial
        self.folder = folder
        self.finds = finds is not None
        self.tables = [
            SimTable(
                number,
                folder / f"table{number}",
                collector=None if number <= on_cable or finds is not None else collector,
                host=None if number <= on_cable or finds is None else "auto",
                announcements=finds or ANNOUNCEMENTS,
                options=options,
                config={**(config or {}), "key": keys[number]} if keys else config,
            )
            for number in range(1, tables + 1)
        ]
        self._server = None if panels_port is None else PanelServer(self.tables, bind, panels_port)
        self._stack = contextlib.AsyncExitStack()

    @property
    def panels_url(self) -> str | None:
        """The address of the panels, once they are served."""
        return None if self._server is None else self._server.url

    async def __aenter__(self) -> "Hall":
        async with contextlib.AsyncExitStack() as stack:
            own_folder(self.folder, stack)
            if self._server is not None:
                # Bound first: a port in use is found out before any table runs.
                stack.callback(self._server.bind().close)
            stack.push_async_callback(self._stop_tables)
            await self._start_tables()
            if self._server is not None:
                stack.push_async_callback(self._server.stop)
                await self._server.start()
            self._stack = stack.pop_all()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()

    async def _start_tables(self) -> None:
        started = await asyncio.gather(*(table.start() for table in self.tables), return_exceptions=True)
        for result in started:
            if isinstance(result, BaseException):
                raise result
        for table in self.tables:
            _link(self.folder / f"table{table.number}.tty", table.serial_path)

    async def _stop_tables(self) -> None:
        for table in self.tables:
            with contextlib.suppress(FileNotFoundError):
                (self.folder / f"table{table.number}.tty").unlink()
        await asyncio.gather(*(table.stop() for table in self.tables), return_exceptions=True)


def own_folder(folder: Path, stack: contextlib.ExitStack | contextlib.AsyncExitStack) -> None:
    """Lock the folder until `stack` ends: two simulators that write to one flash image would destroy it.
    Raises SimulatorError.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = stack.enter_context((folder / ".lock").open("w"))
    except OSError as error:
        raise SimulatorError(f"{folder} cannot be written ({error.strerror}): name another folder.") from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise SimulatorError(
            f"Another simulator runs the tables in {folder}. Stop it, or name another folder."
        ) from None


def _link(path: Path, target: str) -> None:
    """Make `path` a symbolic link to a serial port, in place of an older one."""
    with contextlib.suppress(FileNotFoundError):
        path.unlink()
    os.symlink(target, path)
