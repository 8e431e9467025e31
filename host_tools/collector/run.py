"""`boardside collect` from the first check to the last commit: database, tables, pages, and a clean end."""

import asyncio
import contextlib
import errno
import logging
import signal
import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import uvicorn

from host_tools.collector.collector import Collector
from host_tools.collector.hub import Hub
from host_tools.collector.serial_line import SerialLine
from host_tools.collector.tcp_server import listen
from host_tools.store import Store

log = logging.getLogger(__name__)

#: Makes the ASGI application from hub and store; `host_tools.cli` gives it, the collector knows no pages.
WebFactory = Callable[[Hub, Store], Any]


class CannotStart(Exception):  # noqa: N818
    """The collector cannot begin; the message says why and what to do."""


@dataclass(slots=True)
class Options:
    """What `boardside collect` was asked for. Ports: 0 any free one; `tcp` or `web` None: not at all."""

    serial: Sequence[str] = ()
    tcp: int | None = 7580
    web: int | None = 7500
    host: str = "127.0.0.1"
    panels: str | None = None
    keys: dict[int, bytes] = field(default_factory=dict)


@dataclass(slots=True)
class Running:
    """What is there once everything has begun: the ports that were really taken."""

    collector: Collector
    hub: Hub
    tcp: int | None
    web: int | None


async def run(
    store: Store,
    options: Options,
    web_factory: WebFactory | None = None,
    started: Callable[[Running], None] | None = None,
    ending: asyncio.Event | None = None,
) -> bool:
    """Collect until `ending` is set, or SIGINT or SIGTERM comes. Raises CannotStart, or StoreError for the
    database.

    False when the database did not take everything at the end; the tables still have what it lacks.
    """
    ending = ending or asyncio.Event()
    hub = Hub()
    collector = Collector(store, hub, options.keys, options.panels)
    lines = [SerialLine(collector, path) for path in options.serial]
    async with contextlib.AsyncExitStack() as stack:
        # Ports before anything else: what cannot start should not have begun.
        web_socket = _bind(options.host, options.web) if web_factory and options.web is not None else None
        if web_socket is not None:
            stack.callback(web_socket.close)
        server = None
        if options.tcp is not None:
            try:
                server = await listen(collector, options.host, options.tcp)
            except OSError as error:
                raise CannotStart(_port_problem(options.host, options.tcp, "--tcp", error)) from error
            stack.callback(server.close)
        _on_signals(ending, stack)
        await collector.start()
        for line in lines:
            line.start()
        try:
            web = _Web(web_factory(hub, store), web_socket) if web_factory and web_socket else None
            if web is not None:
                await web.start()
            if started is not None:
                started(Running(collector, hub, _port_of(server), web.port if web else None))
            await ending.wait()
            if web is not None:
                await web.stop()
        finally:
            for line in lines:
                await line.stop()
            complete = await collector.stop()
    return complete


class _Web:
    """uvicorn on the same loop, on a socket that is bound already; signals stay ours."""

    def __init__(self, application: Any, bound: socket.socket) -> None:
        config = uvicorn.Config(
            application, log_level="warning", access_log=False, lifespan="on", timeout_graceful_shutdown=2
        )
        self._server = _Server(config)
        self._socket = bound
        self.port = int(bound.getsockname()[1])
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to serve; returns at once."""
        self._task = asyncio.create_task(self._server.serve(sockets=[self._socket]), name="web")
        self._task.add_done_callback(self._ended)

    @staticmethod
    def _ended(task: "asyncio.Task[None]") -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("the pages have failed; tables are still collected", exc_info=error)

    async def stop(self) -> None:
        """End all requests, pushes included."""
        self._server.should_exit = True
        if self._task is not None:
            with contextlib.suppress(Exception):
                await asyncio.wait_for(self._task, 5)


class _Server(uvicorn.Server):
    @contextlib.contextmanager
    def capture_signals(self) -> Any:
        """The collector handles the signals: it has to write what is queued before it ends."""
        yield


def _bind(host: str, port: int) -> socket.socket:
    bound = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((host, port))
    except OSError as error:
        bound.close()
        raise CannotStart(_port_problem(host, port, "--web", error)) from error
    return bound


def _port_problem(host: str, port: int, option: str, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} on {host} is in use, perhaps by another collector: choose another with {option}."
    if error.errno == errno.EACCES:
        return f"Port {port} may not be used by this user: choose one above 1023 with {option}."
    if error.errno == errno.EADDRNOTAVAIL or isinstance(error, socket.gaierror):
        return f"{host} is no address of this computer: use 127.0.0.1, or 0.0.0.0 for all its networks."
    return f"Port {port} on {host} cannot be used: {error.strerror or error}."


def _port_of(server: asyncio.Server | None) -> int | None:
    return int(server.sockets[0].getsockname()[1]) if server is not None and server.sockets else None


def _on_signals(ending: asyncio.Event, stack: contextlib.AsyncExitStack) -> None:
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, ending.set)
            stack.callback(loop.remove_signal_handler, number)
        except (NotImplementedError, RuntimeError, ValueError):
            log.debug("no handler for signal %d here", number)  # Windows, or not the main thread
