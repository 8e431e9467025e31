"""The command line of the hall: collect, pull, status, assign, hall. Exit status 2: it cannot be done as
asked.
"""

import asyncio
import json
import logging
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.logging import RichHandler

from host_tools.collector import assigning, neighbours, report, tls
from host_tools.collector import pull as pulling
from host_tools.collector.announcing import is_loopback
from host_tools.collector.run import CannotStart, CompanionFactory, Options, Running, WebFactory, run
from host_tools.orders import BadRequest, match_event
from host_tools.store import DEFAULT_URL, Store, StoreError, hall_layout, key_file
from host_tools.store.halls import HallRefused
from host_tools.store.keys import KeyBook, KeyRefused
from host_tools.store.planned import MatchPlanned
from host_tools.store.store import now_ms

Database = Annotated[str, typer.Option("--db", help="The database, as an SQLAlchemy URL.")]
Keys = Annotated[
    Path | None, typer.Option("--keys", help='The tables\' keys: a JSON file, {"3": "hex digits", ...}.')
]

_web_factory: WebFactory | None = None
_companions: dict[str, Callable[[str], CompanionFactory]] = {}
out = Console(highlight=False)
err = Console(stderr=True, highlight=False)


def use_web(factory: WebFactory) -> None:
    """Give `collect` the pages it serves: `factory(hub, store, socket, tls)` makes them."""
    global _web_factory
    _web_factory = factory


def use_companion(option: str, maker: Callable[[str], CompanionFactory]) -> None:
    """Give `collect` what works beside it when its option (`mqtt`, `sol`) is given: `maker(value)` makes the
    factory, and raises CannotStart for a value that makes no sense.
    """
    _companions[option] = maker


def fail(message: str, status: int = 2) -> typer.Exit:
    """The message on standard error, and the exit to raise."""
    err.print(message, style="red", markup=False, soft_wrap=True)
    return typer.Exit(status)


def collect(
    serial: Annotated[
        list[str] | None, typer.Option("--serial", help="A port with a table on it; as often as needed.")
    ] = None,
    tcp: Annotated[int, typer.Option("--tcp", help="Where tables on Wi-Fi call.", min=0, max=65535)] = 7580,
    db: Database = DEFAULT_URL,
    web: Annotated[int, typer.Option("--web", help="Where the pages are.", min=0, max=65535)] = 7500,
    host: Annotated[
        str, typer.Option("--host", help="0.0.0.0 lets other devices in: tables on Wi-Fi, phones.")
    ] = "127.0.0.1",
    panels: Annotated[
        str | None,
        typer.Option("--panels", help="Address of the simulator, for links to the tables' panels."),
    ] = None,
    keys: Keys = None,
    takes_open: Annotated[
        bool, typer.Option("--open", help="Believe tables without a key, even when others have one.")
    ] = False,
    tls_cert: Annotated[
        Path | None, typer.Option("--tls-cert", help="The pages over HTTPS: the certificate (PEM).")
    ] = None,
    tls_key: Annotated[Path | None, typer.Option("--tls-key", help="And its key (PEM).")] = None,
    mqtt: Annotated[
        str | None,
        typer.Option(
            "--mqtt",
            metavar="URL",
            help="Publish tables, events and results: mqtt://user:password@host:1883/boardside, or mqtts://.",
        ),
    ] = None,
    sol: Annotated[
        Path | None,
        typer.Option("--sol", help="Send results to SoL: a file with the addresses of its boards (CSV)."),
    ] = None,
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
        typer.Option("--hall", help="Where its tables stand, when no tournament says it (several halls)."),
    ] = "",
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Say more.")] = False,
) -> None:
    """Take the results of all tables into the database, and show them live."""
    _log(logging.INFO if verbose else logging.WARNING)
    wanted = {"mqtt": mqtt, "sol": None if sol is None else str(sol)}
    if hall and (why := hall_layout.trouble(hall)):
        raise fail(why)
    try:
        secure = tls.context(tls_cert, tls_key)
        companions = [_companions[name](value) for name, value in wanted.items() if value is not None]
    except CannotStart as error:
        raise fail(str(error)) from error
    options = Options(serial or (), tcp, web, host, panels, _read_keys(keys), takes_open, secure)
    options.companions, options.hall = companions, hall
    options.announces = not is_loopback(host) if announce is None else announce
    store = _open(db)
    try:
        remarks = [*neighbours.at_work(store), *store.health.warnings()]
        complete = asyncio.run(
            run(store, options, _web_factory, lambda running: _greet(running, options, store.where, remarks))
        )
    except (CannotStart, StoreError) as error:
        raise fail(str(error)) from error
    finally:
        store.close()
    if not complete:
        raise fail(
            "The database did not take everything; the tables still have the rest and will send it again.", 1
        )
    out.print("Everything is stored.")


def _greet(running: Running, options: Options, where: str, remarks: list[str]) -> None:
    here = f" for the hall {options.hall}" if options.hall else ""
    out.print(f"Collecting into {where}{here}; Ctrl-C ends it.", markup=False)
    for port in options.serial:
        out.print(f"  table on {port}", markup=False)
    if running.tcp is not None:
        found = ", or find it (host.address auto)" if options.announces else ""
        out.print(f"  tables on Wi-Fi call {options.host}:{running.tcp}{found}", markup=False)
    if running.web is not None:
        scheme = "http" if options.tls is None else "https"
        out.print(f"  page: {scheme}://{options.host}:{running.web}/", markup=False)
    for line in remarks:
        err.print(line, style="yellow", markup=False, soft_wrap=True)


def pull(
    port: Annotated[str, typer.Option("--port", help="The table's serial port.")],
    events: Annotated[bool, typer.Option("--events", help="Events as they are, not results.")] = False,
    after: Annotated[int, typer.Option("--after", help="Only what came after event number SEQ.", min=0)] = 0,
    timeout: Annotated[float, typer.Option("--timeout", help="Seconds of silence to bear.", min=0.5)] = 10.0,
    keys: Keys = None,
    db: Annotated[
        str | None,
        typer.Option(
            "--db", help=f"The database that has the tables' keys. Default: {DEFAULT_URL}, where it is there."
        ),
    ] = None,
) -> None:
    """Read one table's matches once, as JSON lines; a collector still gets everything later."""
    known = {table: [key] for table, key in _read_keys(keys).items()}
    book = _keys_in(db)
    for part in (book.usable, book.replaced, book.revoked):
        for table, found_keys in part.items():
            known.setdefault(table, []).extend(found_keys)

    def keys_of(table: int) -> list[bytes]:
        return known.get(table, [b""])

    try:
        met, found = pulling.pull(port, after if events else 0, keys_of, timeout)
    except pulling.CannotPull as error:
        raise fail(str(error)) from error
    if met.key in (*book.replaced.get(met.table, ()), *book.revoked.get(met.table, ())):
        err.print(
            f"Table {met.table} spoke under a key that was given up: whoever has it could have written this.",
            style="yellow",
            soft_wrap=True,
        )
    if events:
        for event in found:
            typer.echo(event.text)
        return
    for match in pulling.matches(met, found):
        if match["last_seq"] > after:
            typer.echo(pulling.line(match))


def status(
    db: Database = DEFAULT_URL,
    as_json: Annotated[bool, typer.Option("--json", help="For scripts: one JSON object.")] = False,
    only: Annotated[
        str | None, typer.Option("--hall", help="Only this hall, where there are several.")
    ] = None,
) -> None:
    """All tables: how old their link is, what is played, what waits to be delivered."""
    store = _open(db, create=False)
    try:
        hall = report.gather(store, None if only is None else store.hall.named(only))
    except (HallRefused, StoreError) as error:
        raise fail(str(error)) from error
    finally:
        store.close()
    if as_json:
        typer.echo(json.dumps(hall, ensure_ascii=False))
    else:
        report.draw(hall, out)
        for line in report.remarks(hall):
            out.print(line, markup=False)


def assign(
    table: Annotated[int, typer.Option("--table", help="The table's number.", min=1, max=9999)],
    a: Annotated[str, typer.Option("--a", help="Player on side A.")],
    b: Annotated[str, typer.Option("--b", help="Player on side B.")],
    a2: Annotated[str | None, typer.Option("--a2", help="A's partner, in doubles.")] = None,
    b2: Annotated[str | None, typer.Option("--b2", help="B's partner, in doubles.")] = None,
    stage: Annotated[str, typer.Option("--stage", help="group, round, quarter_final, ...")] = "round",
    ruleset: Annotated[
        str | None, typer.Option("--ruleset", help="icf, vkk, spandan, vaishali or wcc (crokinole).")
    ] = None,
    breaks: Annotated[str | None, typer.Option("--breaks", help="a or b, when the toss is done.")] = None,
    rules: Annotated[
        str | None, typer.Option("--rules", help="Your own rules: a file, or changes as a JSON object.")
    ] = None,
    category: Annotated[
        str | None, typer.Option("--category", help="Crokinole: adult, junior, cue ...: how many discs.")
    ] = None,
    tie: Annotated[str | None, typer.Option("--tie", help="The tie of teams it is part of.")] = None,
    team_a: Annotated[str | None, typer.Option("--team-a", help="The team that A plays for.")] = None,
    team_b: Annotated[str | None, typer.Option("--team-b", help="The team that B plays for.")] = None,
    title: Annotated[str | None, typer.Option("--title", help='For instance "Round 1, table 3".')] = None,
    match_id: Annotated[str | None, typer.Option("--id", help="The match's id in your own system.")] = None,
    wait: Annotated[float, typer.Option("--wait", help="Seconds to wait for the answer.", min=0)] = 5.0,
    db: Database = DEFAULT_URL,
) -> None:
    """Give a table its next match. Exit status 1: the table refuses; 3: it has not answered yet."""
    names = {"a": [a] + ([a2] if a2 else []), "b": [b] + ([b2] if b2 else [])}
    try:
        event = match_event(
            names=names,
            stage=stage,
            ruleset=ruleset,
            rules=rules,
            tie=tie,
            teams={"a": team_a, "b": team_b},
            match=match_id,
            breaks=breaks,
            title=title,
            category=category,
        )
    except BadRequest as error:
        raise fail(str(error)) from error
    store = _open(db, create=False)
    try:
        command = store.queue_command(table, event)
        if not store.collectors():
            out.print(f"Match {event['match']} waits for table {table}: no collector runs on this database.")
            return
        row = assigning.wait(store, [command], wait)[0]
    except (MatchPlanned, StoreError) as error:
        raise fail(str(error)) from error
    finally:
        store.close()
    if row["state"] == "done":
        out.print(f"Table {table} has match {event['match']}.", markup=False)
    elif row["state"] == "refused":
        raise fail(f"Table {table} refuses: {row['message']}", 1)
    else:
        reason = f" ({row['message']})" if row["message"] else ""
        raise fail(f"Table {table} has not answered yet{reason}; the match waits for it.", 3)


def _open(url: str, create: bool = True) -> Store:
    try:
        return Store.open(url, create)
    except StoreError as error:
        raise fail(str(error)) from error


def _read_keys(path: Path | None) -> dict[int, bytes]:
    if path is None:
        return {}
    try:
        if not key_file.is_private(path):
            err.print(
                f"Others on this computer can read {path}: chmod 600 {path}", markup=False, soft_wrap=True
            )
        return key_file.newest(key_file.read(path, now_ms()))
    except OSError as error:
        raise fail(f"The keys in {path} cannot be read: {error.strerror}.") from error
    except KeyRefused as error:
        raise fail(str(error)) from error


def _keys_in(db: str | None) -> KeyBook:
    """The keys of a database, given up ones too; without `db` of the one that lies here, if any."""
    if db is None and not Path(DEFAULT_URL.removeprefix("sqlite:///")).exists():
        return KeyBook({}, {}, {})
    store = _open(db or DEFAULT_URL, create=False)
    try:
        return store.keys.book()
    except StoreError as error:
        raise fail(str(error)) from error
    finally:
        store.close()


def _log(level: int) -> None:
    handler = RichHandler(
        console=err, show_path=False, log_time_format=_clock_time, omit_repeated_times=False
    )
    logging.basicConfig(level=level, format="%(message)s", handlers=[handler])


def _clock_time(moment: datetime) -> Any:
    from rich.text import Text

    return Text(moment.strftime("%H:%M:%S"))
