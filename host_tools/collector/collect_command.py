"""`boardside collect`: its options, its log, the certificate of the pages, and its output."""

import asyncio
import logging
import os
import ssl
from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Annotated, Any, TypedDict

import typer
from rich.console import Console
from rich.logging import RichHandler
from rich.text import Text

from host_tools.collector import status_report
from host_tools.collector.announcer import is_loopback
from host_tools.collector.hub import Hub
from host_tools.collector.reasons import CannotStart, NotYet
from host_tools.collector.run import (
    CompanionFactory,
    Options,
    Running,
    SoftFactory,
    WebFactory,
    collected,
    run,
)
from host_tools.collector.service_manager import Attendance, Notifier, standing
from host_tools.console import terminal
from host_tools.console.shared_options import DEFAULT_DATABASE, Database
from host_tools.store import Store, StoreError, StoreUnavailable
from host_tools.store.command_line import Keys, err, fail, out, read_keys
from host_tools.store.halls import hall_name_trouble

#: The levels in the notation of the systemd journal, at the start of a line: sd-daemon(3).
_JOURNAL_LEVELS = {logging.DEBUG: "<7>", logging.INFO: "<6>", logging.WARNING: "<4>", logging.ERROR: "<3>"}


# Options of every command that serves pages.
WebPort = Annotated[int, typer.Option("--web", help="Address and port of the pages.", min=0, max=65535)]
Proxies = Annotated[
    list[str] | None,
    typer.Option(
        "--proxy",
        metavar="ADDRESS",
        help="A reverse proxy whose X-Forwarded headers count; repeat it for more. Default: none.",
    ),
]
Embedding = Annotated[
    list[str] | None,
    typer.Option(
        "--embed",
        metavar="https://SITE",
        help="A site whose pages may show the public pages in a frame; repeat it for more.",
    ),
]
Verbose = Annotated[bool, typer.Option("--verbose", "-v", help="Log more.")]


def begin_log(level: int, err: Console) -> None:
    """Log messages of at least this level to standard error, with the time. For the systemd journal, which
    adds the time itself, each line has the level in its notation.
    """
    handler: logging.Handler = RichHandler(
        console=err, show_path=False, log_time_format=_clock_time, omit_repeated_times=False
    )
    form = "%(message)s"
    if "JOURNAL_STREAM" in os.environ and not err.is_terminal:
        handler, form = logging.StreamHandler(), "%(levelname)s%(message)s"
        for number, name in _JOURNAL_LEVELS.items():
            logging.addLevelName(number, name)
    handler.setFormatter(terminal.OneLine(form))
    logging.basicConfig(level=level, handlers=[handler])


def _clock_time(moment: datetime) -> Text:
    return Text(moment.strftime("%H:%M:%S"))


def tls_context(certificate: Path | None, key: Path | None) -> ssl.SSLContext | None:
    """TLS with these files (PEM): 1.2 or newer. None when neither is given.

    Raises CannotStart when one is missing, cannot be read, has other contents, or when the two do not match.
    """
    if certificate is None and key is None:
        return None
    if certificate is None or key is None:
        raise CannotStart("tls_needs_both")
    for option, path in (("--tls-cert", certificate), ("--tls-key", key)):
        _readable(option, path)
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        made.load_cert_chain(certificate, key, password=lambda: _no_passphrase(key))
    except ssl.SSLError as error:
        raise _tls_refused(error, certificate, key) from error
    return made


def _readable(option: str, path: Path) -> None:
    try:
        path.read_bytes()
    except OSError as error:
        raise CannotStart("file_unreadable", option=option, path=str(path), why=error.strerror) from error


def _no_passphrase(key: Path) -> str:
    raise CannotStart("key_locked", key=str(key))


def _tls_refused(error: ssl.SSLError, certificate: Path, key: Path) -> CannotStart:
    if error.reason == "KEY_VALUES_MISMATCH":
        return CannotStart("key_of_other", key=str(key), certificate=str(certificate))
    if error.reason in ("EE_KEY_TOO_SMALL", "CA_MD_TOO_WEAK", "CA_KEY_TOO_SMALL"):
        return CannotStart("certificate_too_weak", certificate=str(certificate), why=error.reason)
    return CannotStart("no_certificate", certificate=str(certificate), key=str(key))


log = logging.getLogger(__name__)


class Extensions(TypedDict, total=False):
    """The parts that `collect` starts beside the collector, which imports neither pages nor other systems.
    The object of the command's context. `web` makes the pages. `mqtt` and `sol` make a companion's factory
    from the option's value, `soft` the factory of tables without hardware; they raise CannotStart for an
    invalid one. `backup`: from a folder and minutes.
    """

    web: WebFactory
    mqtt: Callable[[str], CompanionFactory]
    sol: Callable[[str], CompanionFactory]
    soft: Callable[[str], SoftFactory]
    backup: Callable[[Path | None, int], CompanionFactory]


def collect(
    context: typer.Context,
    serial: Annotated[
        list[str] | None, typer.Option("--serial", help="A port with a table on it; repeat it for more.")
    ] = None,
    tcp: Annotated[
        int, typer.Option("--tcp", help="Address and port for tables on Wi-Fi.", min=0, max=65535)
    ] = 7580,
    soft: Annotated[
        str | None,
        typer.Option(
            "--soft", metavar="5-8", help="Tables without hardware: run them here, with phones as panels."
        ),
    ] = None,
    db: Database = DEFAULT_DATABASE,
    web: WebPort = 7500,
    host: Annotated[
        str, typer.Option("--host", help="0.0.0.0 lets other devices in: tables on Wi-Fi, phones.")
    ] = "127.0.0.1",
    panels: Annotated[
        str | None,
        typer.Option("--panels", help="Address of the simulator, for links to its panels."),
    ] = None,
    keys: Keys = None,
    takes_open: Annotated[
        bool, typer.Option("--open", help="Accept tables without a key, also when others have one.")
    ] = False,
    tls_cert: Annotated[
        Path | None,
        typer.Option("--tls-cert", help="Serve the pages over HTTPS with this certificate (PEM)."),
    ] = None,
    tls_key: Annotated[Path | None, typer.Option("--tls-key", help="The certificate's key (PEM).")] = None,
    mqtt: Annotated[
        str | None,
        typer.Option(
            "--mqtt",
            envvar="BOARDSIDE_MQTT",
            metavar="URL",
            help="Publish tables, events and results: mqtt://user:password@host:1883/boardside, or mqtts://.",
        ),
    ] = None,
    sol: Annotated[
        Path | None,
        typer.Option("--sol", help="Send results to SoL: a file with the addresses of its boards (CSV)."),
    ] = None,
    backup: Annotated[
        Path | None,
        typer.Option("--backup", metavar="FOLDER", help="Make regular backups there; the last ten stay."),
    ] = None,
    every: Annotated[int, typer.Option("--every", help="Minutes between two backups.", min=1, max=1440)] = 5,
    announce: Annotated[
        bool | None,
        typer.Option(
            "--announce/--no-announce",
            help="Tell tables in the network where this collector is. Default: yes, unless --host is only "
            "for this computer.",
        ),
    ] = None,
    hall: Annotated[
        str,
        typer.Option(
            "--hall", help="The hall of its tables, if no tournament names it (with several halls)."
        ),
    ] = "",
    public_names: Annotated[
        list[str] | None,
        typer.Option(
            "--public-name",
            metavar="NAME",
            help="Another name for the pages, such as a proxy's; repeat it for more.",
        ),
    ] = None,
    proxies: Proxies = None,
    embedding: Embedding = None,
    wait: Annotated[
        bool,
        typer.Option(
            "--wait", help="Wait for a database, port or network that is not there yet (as a service does)."
        ),
    ] = False,
    verbose: Verbose = False,
) -> None:
    """Take the results of all tables into the database, and show them live."""
    begin_log(logging.INFO if verbose else logging.WARNING, err)
    extensions: Extensions = context.obj or Extensions()
    web_factory: Any = extensions.get("web")
    if web_factory is not None and (proxies or embedding):
        web_factory = partial(web_factory, proxies=",".join(proxies or ()), embedding=embedding or ())
    if hall and (why := hall_name_trouble(hall)):
        raise fail(str(why))
    try:
        secure = tls_context(tls_cert, tls_key)
        companions = [] if mqtt is None else [extensions["mqtt"](mqtt)]
        companions += [] if sol is None else [extensions["sol"](str(sol))]
        soft_factory = None if soft is None else extensions["soft"](soft)
        companions += [extensions["backup"](backup, every)] if "backup" in extensions else []
    except CannotStart as error:
        raise fail(str(error)) from error
    options = Options(serial or (), tcp, web, host, panels, read_keys(keys), takes_open, secure)
    options.companions, options.hall, options.public_names = companions, hall, public_names or ()
    options.soft = soft_factory
    options.announces = not is_loopback(host) if announce is None else announce
    attendance = Attendance(Notifier())
    try:
        complete, problem = asyncio.run(_collect(db, options, web_factory, attendance, wait))
    except (CannotStart, StoreError) as error:
        raise fail(str(error)) from error
    if not complete:
        trouble = f" {problem}" if problem else ""
        raise fail(
            f"Not everything is stored.{trouble} What was not acknowledged the tables still have, and will "
            "send again.",
            1,
        )
    out.print("Everything is stored.")


async def _collect(
    db: str, options: Options, web: WebFactory | None, attendance: Attendance, waits: bool
) -> tuple[bool, str | None]:
    """Run from the first attempt to the end, and report the state to the service manager. Returns whether
    everything is stored, and the database's last problem.
    """
    hub = Hub()

    def say(error: StoreUnavailable | NotYet) -> None:
        problem = str(error)
        log.warning("Waiting: %s", problem)
        attendance.status, attendance.is_well = lambda: f"Waiting: {problem}", lambda: True
        attendance.ready()

    async def collect(store: Store, ending: asyncio.Event) -> bool:
        remarks = await asyncio.to_thread(status_report.at_work, store)
        remarks += map(str, await asyncio.to_thread(store.health.warnings))

        def started(running: Running) -> None:
            nonlocal hub
            hub = running.hub
            _greet(running, options, store.where, remarks)
            # The ports that were chosen at the first start are kept for a restart.
            options.tcp, options.web = running.tcp, options.web if running.web is None else running.web
            attendance.status = lambda: standing(running.hub)
            attendance.is_well = lambda: running.collector.is_alive
            attendance.ready()

        return await run(store, options, web, started, ending)

    attendance.start()
    try:
        complete = await collected(db, collect, say if waits else None)
        return complete, None if hub.problem is None else str(hub.problem)
    finally:
        await attendance.stop()


def _greet(running: Running, options: Options, where: str, remarks: list[str]) -> None:
    here = f" for the hall {options.hall}" if options.hall else ""
    out.print(f"Collecting into {where}{here}; Ctrl-C ends it.", markup=False)
    for port in options.serial:
        out.print(f"  table on {port}", markup=False)
    if running.tcp is not None:
        how_to_find = ", or find it (host.address auto)" if options.announces else ""
        out.print(f"  tables on Wi-Fi call {options.host}:{running.tcp}{how_to_find}", markup=False)
    if running.web is not None:
        scheme = "http" if options.tls is None else "https"
        out.print(f"  page: {scheme}://{options.host}:{running.web}/", markup=False)
        for number in running.hub.panels:
            page = f"{scheme}://{options.host}:{running.web}/tables/{number}/panel"
            out.print(f"  table {number} without hardware: {page}", markup=False)
    for line in remarks:
        err.print(line, style="yellow", markup=False, soft_wrap=True)
