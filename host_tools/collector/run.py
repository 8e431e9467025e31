"""`boardside collect` from the first check to the last commit: database, tables, pages, and a clean end."""

import asyncio
import contextlib
import errno
import logging
import signal
import socket
import ssl
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from boardside.link.finding import ANNOUNCE_PORT, HOST_NAME
from host_tools.collector.announcer import Announcer
from host_tools.collector.collector import Collector
from host_tools.collector.hub import Hub, Panel
from host_tools.collector.live import SOFT
from host_tools.collector.reasons import CannotStart, NotYet
from host_tools.collector.runtime import supervised
from host_tools.collector.serial_line import SerialLine, check
from host_tools.collector.tcp_server import listen
from host_tools.store import Store, StoreError, StoreUnavailable
from host_tools.store.reasons import database_cause

log = logging.getLogger(__name__)


class Pages(Protocol):
    """The live pages: they serve between `start` and `stop`, on the collector's loop."""

    async def start(self) -> None: ...

    async def stop(self) -> None: ...


#: Makes a companion of the pages (MQTT, SoL): it is started after them and stopped before them.
CompanionFactory = Callable[[Hub, Store], Pages]

#: Makes the pages on a bound socket, which they take over, with TLS or None, under these names.
#: `host_tools.cli` gives it: the collector knows no pages.
WebFactory = Callable[[Hub, Store, socket.socket, ssl.SSLContext | None, Sequence[str]], Pages]


class Soft(Pages, Protocol):
    """The tables that the collector runs itself: they count between `start` and `stop`, on its loop."""

    @property
    def panels(self) -> Mapping[int, Panel]: ...


#: Makes the tables without hardware; they call the loopback port. `host_tools.cli` gives it: the collector
#: knows no simulator.
SoftFactory = Callable[[Store, int], Soft]


class BeginAnew(Exception):  # noqa: N818
    """The database was restored on its server, or changed by a command. The collector has ended, and may
    start again with what is there now.
    """


@dataclass(slots=True)
class Options:
    """The options of `boardside collect`. Ports: 0 any free one; `tcp` or `web` None: off. `announces`: the
    address of `tcp` is announced to the network on the UDP port `announce_port`. `hall`: the hall of the
    tables that it hears; "": none. `public_names`: names of the pages beside those that the computer has,
    such as a reverse proxy's. `soft`: makes the tables without hardware; None: there are none.
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
    public_names: Sequence[str] = ()
    soft: SoftFactory | None = None


@dataclass(slots=True)
class Running:
    """The parts of a started collector, with the ports that it really has."""

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
    """Collect until `ending` is set; without one, until SIGINT or SIGTERM comes. Raises CannotStart,
    StoreError for the database, or BeginAnew.

    False when the database did not take everything at the end; the tables still have what it lacks.
    """
    is_own_end = ending is None
    ending = ending or asyncio.Event()
    hub = Hub()
    collector = Collector(store, hub, options.keys, options.panels, options.takes_open, options.hall)
    for path in options.serial:
        check(path)
    lines = [SerialLine(collector, path) for path in options.serial]
    hub.lines = dict(zip(options.serial, lines, strict=True))
    async with contextlib.AsyncExitStack() as stack:
        # Ports first: a collector that cannot start must have changed nothing.
        web_socket = None
        if web_factory is not None and options.web is not None:
            web_socket = bind(options.host, options.web, "--web")
            stack.callback(web_socket.close)
        web_port = web_socket.getsockname()[1] if web_socket is not None else None
        server = None
        if options.tcp is not None:
            table_socket = bind(options.host, options.tcp, "--tcp")
            stack.callback(table_socket.close)
            try:
                server = await listen(collector, table_socket)
            except OSError as error:
                raise _port_problem(options.host, options.tcp, "--tcp", error) from error
            stack.callback(server.close)
        soft = None
        if options.soft is not None:
            soft_socket = bind("127.0.0.1", 0, "--soft")
            soft_server = await listen(collector, soft_socket, SOFT)
            stack.callback(soft_server.close)
            soft = await asyncio.to_thread(options.soft, store, soft_socket.getsockname()[1])
            hub.panels = soft.panels
        if is_own_end:
            stack.enter_context(ended_by_signals(ending))
        stack.callback(store.at_work.end)
        await asyncio.to_thread(store.at_work.begin)
        await collector.start()
        announcer = _announcer(collector, options, _port_of(server))
        for line in lines:
            line.start()
        anew, begins_anew = asyncio.Event(), False

        checking = supervised(lambda: _check_forever(store, anew.set), "collector checkup")
        looking = asyncio.create_task(checking)
        try:
            async with contextlib.AsyncExitStack() as serving:  # every started part ends, whatever fails
                if soft is not None:
                    await _begin(soft, serving)
                if web_factory is not None and web_socket is not None:
                    names = _page_names(options, collector.id)
                    await _begin(web_factory(hub, store, web_socket, options.tls, names), serving)
                if started is not None:
                    started(Running(collector, hub, _port_of(server), web_port))
                if announcer is not None:
                    announcer.start()
                for make in options.companions:
                    await _begin(make(hub, store), serving)
                await _any_of(ending, anew)
                begins_anew = not ending.is_set()
        finally:
            looking.cancel()
            if announcer is not None:
                await announcer.stop()
            if server is not None:
                server.close()  # a caller would now reach a collector that has ended
            for line in lines:
                await line.stop()
            complete = await collector.stop()
    if begins_anew:
        raise BeginAnew
    return complete


async def _any_of(*events: asyncio.Event) -> None:
    """Wait until one of them is set."""
    waiting = [asyncio.create_task(event.wait()) for event in events]
    try:
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in waiting:
            task.cancel()


async def _begin(pages: Pages, serving: contextlib.AsyncExitStack) -> None:
    """Start these pages; they are stopped before the parts that were started earlier."""
    await pages.start()
    serving.push_async_callback(pages.stop)


def _announcer(collector: Collector, options: Options, tcp: int | None) -> Announcer | None:
    if tcp is None or not options.announces:
        return None
    return Announcer(collector.id, options.host, tcp, options.announce_port)


def _page_names(options: Options, collector: str) -> list[str]:
    """The names that this collector gives its pages: where it listens, and what it announces (mdns.py)."""
    bound = [options.host] if options.host else []
    return [*bound, HOST_NAME, f"boardside-{collector}.local", *options.public_names]


def bind(host: str, port: int, option: str) -> socket.socket:
    """A socket on this address. Raises CannotStart.

    asyncio would bind one, too, but since Python 3.13 some of its errors have no number to tell them apart.
    """
    bound = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((host, port))
    except OSError as error:
        bound.close()
        raise _port_problem(host, port, option, error) from error
    return bound


def _port_problem(host: str, port: int, option: str, error: OSError) -> CannotStart:
    if error.errno == errno.EADDRINUSE:
        return NotYet("port_taken", port=port, host=host, option=option)
    if error.errno == errno.EACCES:
        return CannotStart("port_forbidden", port=port, option=option)
    if error.errno == errno.EADDRNOTAVAIL or isinstance(error, socket.gaierror):
        return NotYet("no_own_address", host=host)
    return CannotStart("port_fails", port=port, host=host, why=error.strerror or str(error))


def _port_of(server: asyncio.Server | None) -> int | None:
    return int(server.sockets[0].getsockname()[1]) if server is not None and server.sockets else None


@contextlib.contextmanager
def ended_by_signals(ending: asyncio.Event) -> Iterator[None]:
    """SIGINT and SIGTERM set `ending` inside this context."""
    loop = asyncio.get_running_loop()
    with contextlib.ExitStack() as stack:
        for number in (signal.SIGINT, signal.SIGTERM):
            try:
                loop.add_signal_handler(number, ending.set)
                stack.callback(loop.remove_signal_handler, number)
            except (NotImplementedError, RuntimeError, ValueError):
                log.debug("no handler for signal %d here", number)  # Windows, or not the main thread
        yield


LOOK_S = 1.0
#: The whole file is read again after this many times the duration of the last read, at the earliest after
#: CHECK_S: this uses half a percent of one processor at most.
CHECK_TIMES, CHECK_S = 200, 60.0


async def _check_forever(store: Store, begin_anew: Callable[[], None]) -> None:
    """Check now and then, with or without traffic, that the database's file is still in its place and its
    pages are intact. Calls `begin_anew` and ends when the database is another one now: then everything must
    be read again.
    """
    check_at = 0.0
    while not store.recovery.is_other:
        now = time.monotonic()
        if now >= check_at:
            await asyncio.to_thread(_check, store)
            took = time.monotonic() - now
            check_at = time.monotonic() + max(CHECK_S, CHECK_TIMES * took)
        await asyncio.sleep(LOOK_S)
    log.warning("%s", database_cause("read_anew", where=store.where))
    begin_anew()


def _check(store: Store) -> None:
    try:
        store.at_work.keep()
        store.check()
    except StoreError as error:
        log.debug("checkup: %s", error)  # the writer reports it: it writes every two seconds


#: The pauses before each further attempt; the last one repeats.
PAUSES_S = (1.0, 2.0, 5.0, 10.0, 20.0, 30.0)

#: Collects into an open database until the event is set; True when everything is stored.
Collecting = Callable[[Store, asyncio.Event], Awaitable[bool]]


async def collected(
    url: str,
    collect: Collecting,
    say: Callable[[StoreUnavailable | NotYet], None] | None,
    ending: asyncio.Event | None = None,
    opened: Callable[[str], Store] = Store.open,
) -> bool:
    """Open the database (by `opened`) and collect into it until SIGINT or SIGTERM comes, or `ending` is set.
    True when everything is stored. At a terminal a problem ends it at once; a service has nobody to start it
    again, so it waits.

    `say`: with it, the call waits while a problem may pass, and reports each problem once. Without it,
    the first attempt counts. Raises StoreError and CannotStart for a lasting problem.
    """
    ending = ending or asyncio.Event()
    failed = 0
    last_error: StoreUnavailable | NotYet | None = None
    with ended_by_signals(ending):
        while not ending.is_set():
            try:
                return await _attempt(url, collect, ending, opened)
            except BeginAnew:  # it can be used at once
                failed, last_error = 0, None
                continue
            except (StoreUnavailable, NotYet) as error:
                if say is None:
                    raise
                if last_error is None or error.to_json() != last_error.to_json():
                    last_error = error
                    say(error)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(ending.wait(), PAUSES_S[min(failed, len(PAUSES_S) - 1)])
            failed += 1
    return True


async def _attempt(
    url: str, collect: Collecting, ending: asyncio.Event, opened: Callable[[str], Store]
) -> bool:
    store = await asyncio.to_thread(opened, url)
    try:
        return await collect(store, ending)
    finally:
        store.close()
