"""`boardside collect` from the first check to the last commit: database, tables, pages, and a clean end."""

import asyncio
import contextlib
import errno
import logging
import signal
import socket
import ssl
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from boardside.link.finding import ANNOUNCE_PORT
from host_tools.collector.announcing import Announcer
from host_tools.collector.collector import Collector
from host_tools.collector.hub import Hub
from host_tools.collector.serial_line import SerialLine, check
from host_tools.collector.tcp_server import listen
from host_tools.store import Store

log = logging.getLogger(__name__)


class Pages(Protocol):
    """The live pages: they serve between `start` and `stop`, on the collector's loop."""

    async def start(self) -> None: ...

    async def stop(self) -> None: ...


#: Makes what works beside the pages (MQTT, SoL): started after them, stopped before them.
CompanionFactory = Callable[[Hub, Store], Pages]

#: Makes the pages on a bound socket, with TLS or None. `host_tools.cli` gives it: the collector knows no
#: pages.
WebFactory = Callable[[Hub, Store, socket.socket, ssl.SSLContext | None], Pages]


class CannotStart(Exception):  # noqa: N818
    """The collector cannot begin; the message says why and what to do."""


@dataclass(slots=True)
class Options:
    """What `boardside collect` was asked for. Ports: 0 any free one; `tcp` or `web` None: not at all.
    `announces`: tables in the network are told where `tcp` is, by the UDP port `announce_port`. `hall`: where
    the tables stand that it hears; "": nowhere in particular.
    """

    serial: Sequence[str] = ()
    tcp: int | None = 7580
    web: int | None = 7500
    host: str = "127.0.0.1"
    panels: str | None = None
    keys: dict[int, bytes] = field(default_factory=dict)
    takes_open: bool = False
    tls: ssl.SSLContext | None = None
    announces: bool = False
    announce_port: int = ANNOUNCE_PORT
    companions: Sequence[CompanionFactory] = ()
    hall: str = ""


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
    collector = Collector(store, hub, options.keys, options.panels, options.takes_open, options.hall)
    for path in options.serial:
        try:
            check(path)
        except ValueError as error:
            raise CannotStart(str(error)) from error
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
        announcer = _announcer(collector, options, _port_of(server))
        for line in lines:
            line.start()
        try:
            async with contextlib.AsyncExitStack() as serving:  # what has begun ends, whatever fails
                if web_factory is not None and web_socket is not None:
                    await _begin(web_factory(hub, store, web_socket, options.tls), serving)
                if started is not None:
                    web_port = web_socket.getsockname()[1] if web_socket is not None else None
                    started(Running(collector, hub, _port_of(server), web_port))
                if announcer is not None:
                    announcer.start()
                for make in options.companions:
                    await _begin(make(hub, store), serving)
                await ending.wait()
        finally:
            if announcer is not None:
                await announcer.stop()
            if server is not None:
                server.close()  # whoever calls now would be met by a collector that has ended
            for line in lines:
                await line.stop()
            complete = await collector.stop()
    return complete


async def _begin(pages: Pages, serving: contextlib.AsyncExitStack) -> None:
    """Start what is then to be stopped before whatever was started earlier."""
    await pages.start()
    serving.push_async_callback(pages.stop)


def _announcer(collector: Collector, options: Options, tcp: int | None) -> Announcer | None:
    if tcp is None or not options.announces:
        return None
    return Announcer(collector.id, options.host, tcp, options.announce_port)


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
