"""`boardside serve`: the public pages of a database that other computers write."""

import asyncio
import contextlib
import logging
import socket
from collections.abc import Callable, Sequence
from typing import Annotated

import typer

from host_tools.collector.collect_command import begin_log
from host_tools.collector.command_line import err, fail, out
from host_tools.collector.hub import Hub
from host_tools.collector.reasons import CannotStart, NotYet
from host_tools.collector.run import Pages, bind, collected
from host_tools.collector.service_manager import Attendance, Notifier
from host_tools.collector.spectator import Spectator
from host_tools.console.shared_options import DEFAULT_DATABASE, Database
from host_tools.store import Store, StoreError, StoreUnavailable

log = logging.getLogger(__name__)

#: Makes the pages on a bound socket; the text names the proxies whose forwarding headers count, the last the
#: sites that may frame the pages.
ServedPages = Callable[[Hub, Store, socket.socket, str, Sequence[str]], Pages]


def serve(
    context: typer.Context,
    db: Database = DEFAULT_DATABASE,
    web: Annotated[
        int, typer.Option("--web", help="Address and port of the pages.", min=0, max=65535)
    ] = 7500,
    host: Annotated[str, typer.Option("--host", help="0.0.0.0 lets other computers in.")] = "127.0.0.1",
    proxies: Annotated[
        list[str] | None,
        typer.Option(
            "--proxy",
            metavar="ADDRESS",
            help="A reverse proxy whose X-Forwarded headers count; repeat it for more. Default: none.",
        ),
    ] = None,
    embedding: Annotated[
        list[str] | None,
        typer.Option(
            "--embed",
            metavar="https://SITE",
            help="A site whose pages may show the public pages in a frame; repeat it for more.",
        ),
    ] = None,
    wait: Annotated[
        bool, typer.Option("--wait", help="Wait for a database or port that is not there yet (a service).")
    ] = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Log more.")] = False,
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
