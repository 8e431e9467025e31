"""The command line, `boardside`, which joins the parts of the host. Each part has its own commands.

Only the part that is called is imported: `boardside replay` in a script does not wait for web server and
database.
"""

import os
import sys
from contextlib import contextmanager
from importlib import import_module
from inspect import cleandoc
from typing import TYPE_CHECKING, Annotated

import typer

from host_tools.console import installation, shared_options, terminal

if TYPE_CHECKING:
    import socket
    import ssl
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from sqlalchemy import Connection

    from host_tools.collector.hub import Hub
    from host_tools.collector.run import CompanionFactory, SoftFactory
    from host_tools.exports.output import Choice
    from host_tools.reasons import Cause
    from host_tools.store import Store
    from host_tools.tournament.desk.director import Conducted
    from host_tools.web import WebServer

HALL, AUDIT, SIMULATED, DEVICES = "In the hall", "For scripts and audits", "Without hardware", "Devices"
TOURNAMENT, PAPER, DEVELOPERS = "The tournament", "Paper and files", "For developers"

#: name: (module, function, panel of the help), in the order in which a tournament needs them.
COMMANDS = {
    "collect": ("host_tools.collector.collect_command", "collect", HALL),
    "serve": ("host_tools.collector.serve_command", "serve", HALL),
    "status": ("host_tools.collector.hall_commands", "status", HALL),
    "assign": ("host_tools.collector.hall_commands", "assign", HALL),
    "hall": ("host_tools.collector.hall_commands", "hall", HALL),
    "service": ("host_tools.integrations.service.commands", "service_command", HALL),
    "password": ("host_tools.store.access_commands", "password_command", HALL),
    "token": ("host_tools.store.access_commands", "token_command", AUDIT),
    "scorecards": ("host_tools.exports.scorecards", "scorecards_command", PAPER),
    "lists": ("host_tools.exports.lists", "lists_command", PAPER),
    "labels": ("host_tools.exports.table_labels", "labels_command", PAPER),
    "export": ("host_tools.exports.export_command", "export_command", PAPER),
    "backup": ("host_tools.backup.commands", "backup_command", PAPER),
    "restore": ("host_tools.backup.commands", "restore_command", PAPER),
    "forget": ("host_tools.backup.commands", "forget_command", PAPER),
    "tournament": ("host_tools.tournament.commands.setup_commands", "tournament_app", TOURNAMENT),
    "event": ("host_tools.tournament.commands.setup_commands", "event_app", TOURNAMENT),
    "entries": ("host_tools.tournament.commands.entry_commands", "app", TOURNAMENT),
    "draw": ("host_tools.tournament.commands.match_commands", "draw_command", TOURNAMENT),
    "matches": ("host_tools.tournament.commands.match_commands", "matches_command", TOURNAMENT),
    "call": ("host_tools.tournament.commands.call_commands", "call_command", TOURNAMENT),
    "lineup": ("host_tools.tournament.commands.call_commands", "lineup_command", TOURNAMENT),
    "result": ("host_tools.tournament.commands.match_commands", "result_command", TOURNAMENT),
    "standings": ("host_tools.tournament.commands.standing_commands", "standings_command", TOURNAMENT),
    "sol": ("host_tools.integrations.sol.importing", "sol_command", TOURNAMENT),
    "protests": ("host_tools.tournament.commands.standing_commands", "protests_command", TOURNAMENT),
    "reports": ("host_tools.tournament.commands.standing_commands", "reports_command", TOURNAMENT),
    "pull": ("host_tools.collector.pull", "pull_command", AUDIT),
    "verify": ("host_tools.verify.command", "verify_command", AUDIT),
    "replay": ("host_tools.replay.command", "replay_command", AUDIT),
    "cmn": ("host_tools.integrations.cmn.command", "cmn_command", AUDIT),
    "rules": ("host_tools.rules.command", "rules_command", AUDIT),
    "explain": ("host_tools.explain.command", "explain_command", AUDIT),
    "sounds": ("host_tools.simulator.buzzer", "sounds_command", SIMULATED),
    "demo": ("host_tools.demo.commands", "demo", SIMULATED),
    "flash": ("host_tools.device.commands", "flash_command", DEVICES),
    "update": ("host_tools.update.command", "update_command", DEVICES),
    "provision": ("host_tools.device.provision", "provision_command", DEVICES),
    "keys": ("host_tools.store.access_commands", "keys_command", DEVICES),
    "journals": ("host_tools.store.access_commands", "journals_command", AUDIT),
}

#: What only developers use: `boardside dev NAME`.
DEV = {
    "simulate": ("host_tools.simulator.commands", "simulate", DEVELOPERS),
    "build": ("host_tools.device.commands", "build_command", DEVELOPERS),
}


def pages(
    hub: "Hub",
    store: "Store",
    bound: "socket.socket",
    tls: "ssl.SSLContext | None" = None,
    names: "Sequence[str]" = (),
    proxies: str = "",
    embedding: "Sequence[str]" = (),
) -> "Conducted":
    """The live pages and the admin pages on a socket that is bound already (over HTTPS with `tls`), and the
    service that keeps the tournament up to date with the tables. The pages answer under these `names`, those
    of the computer, and any address. `proxies`: as `WebServer` has it; `embedding`: as `create_app` has it.
    Raises CannotStart for an invalid name or site.
    """
    from host_tools.collector.reasons import CannotStart
    from host_tools.tournament.desk.desk import Desk
    from host_tools.tournament.desk.director import Conducted, Director
    from host_tools.web import BadName, BadOrigin, KnownHosts, WebServer, create_app
    from host_tools.web.live.results import Results
    from host_tools.web.pages import card_files, phones
    from host_tools.workbench import Workbench

    desk = Desk(store)
    try:
        hosts = KnownHosts(names)
    except BadName as error:
        raise CannotStart("bad_public_name", name=error.name) from error
    try:
        app = create_app(
            hub,
            store,
            admin_store=store,
            results=Results(store),
            desk=desk,
            hosts=hosts,
            workbench=Workbench(store, hub),
            embedding=embedding,
        )
    except BadOrigin as error:
        raise CannotStart("bad_embedding", address=error.address) from error
    card_files.install(app, store)
    phones.install(app, hub.panels)
    return Conducted(WebServer(app, bound=bound, tls=tls, proxies=proxies), Director(desk, hub.subscribe))


def public_pages(
    hub: "Hub", store: "Store", bound: "socket.socket", proxies: str, embedding: "Sequence[str]" = ()
) -> "WebServer":
    """The public pages of a database that is only read, on a socket that is bound already: no organiser's
    pages, no acts, no tokens. `proxies`, `embedding`: as for `pages`. Raises CannotStart for an invalid site.
    """
    from host_tools.collector.reasons import CannotStart
    from host_tools.web import BadOrigin, WebServer, create_app
    from host_tools.web.http.connections import SERVED_MOST
    from host_tools.web.live.results import Results
    from host_tools.web.pages import card_files

    results = Results(store, is_shared=True)
    try:
        app = create_app(hub, store, results=results, is_cached=True, embedding=embedding)
    except BadOrigin as error:
        raise CannotStart("bad_embedding", address=error.address) from error
    card_files.install(app, store)
    return WebServer(app, bound=bound, proxies=proxies, most=SERVED_MOST, hands_over=True)


def mqtt(url: str) -> "CompanionFactory":
    """The companion that publishes the hall on the broker at this address. Raises CannotStart for an invalid
    address.
    """
    from host_tools.collector.reasons import CannotStart

    installation.require("aiomqtt")
    from host_tools.integrations.mqtt import BadAddress, Publisher, parse

    try:
        broker = parse(url)
    except BadAddress as error:
        raise CannotStart("option_refused", says=str(error)) from error
    return lambda hub, store: Publisher(broker, hub, store)


def sol(path: str) -> "CompanionFactory":
    """The companion that sends results to SoL, with the addresses in this file. Raises CannotStart for an
    invalid file.
    """
    from pathlib import Path

    from host_tools.collector.reasons import CannotStart
    from host_tools.integrations.sol import reading
    from host_tools.integrations.sol.reasons import SolError
    from host_tools.integrations.sol.sender import Companion

    try:
        sol_addresses = reading.read_addresses(Path(path))
    except SolError as error:
        raise CannotStart("option_refused", says=str(error)) from error
    return lambda hub, store: Companion(hub, store, sol_addresses)


def soft(text: str) -> "SoftFactory":
    """The tables without hardware with the numbers in this text. Raises CannotStart for others."""
    from host_tools.collector.reasons import CannotStart

    try:
        from host_tools.soft import SoftHall, numbers_of
    except ImportError as error:  # no pseudo-terminals, as on Windows
        raise CannotStart("soft_fails", why=f"this computer cannot run them ({error}).") from error
    numbers = numbers_of(text)
    return lambda store, port: SoftHall(store, port, numbers)


def backup(folder: "Path | None", minutes: int) -> "CompanionFactory":
    """The companion that makes regular backups in a folder; None: none."""
    from host_tools.backup.regular import RegularBackups

    return lambda hub, store: RegularBackups(store, folder, minutes * 60_000)


def cmn(connection: "Connection", choice: "Choice") -> bytes:
    """The chosen matches as a CMN file. Raises ExportError when there is none."""
    from host_tools.exports import ExportError
    from host_tools.integrations.cmn.reasons import CmnError
    from host_tools.integrations.cmn.writing import as_cmn

    try:
        return as_cmn(connection, choice)
    except CmnError as error:
        raise ExportError("format_refused", says=str(error)) from error


def site(db: str, folder: "Path", tournament: str | None, language: str | None) -> None:
    """Write a tournament as a folder of pages."""
    from host_tools.web.pages.static_site import export_site

    export_site(db, folder, tournament, language)


#: The object of a command's context: what the command needs from parts that its own part does not import.
CONTEXTS: dict[str, dict[str, object]] = {
    "collect": {"obj": {"web": pages, "mqtt": mqtt, "sol": sol, "soft": soft, "backup": backup}},
    "serve": {"obj": public_pages},
    "export": {"obj": {"cmn": cmn, "site": site}},
}


def _say_version(is_asked: bool) -> None:
    if is_asked:
        typer.echo(installation.version())
        raise typer.Exit


def _boardside(
    context: typer.Context,
    _version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_say_version, is_eager=True, help="Say which version this is, and end."
        ),
    ] = False,
    db: shared_options.EarlyDatabase = "",
    as_json: shared_options.AsJson = False,
    which: shared_options.Which = None,
    event: shared_options.EventOption = None,
    yes: shared_options.Yes = False,
    reason: shared_options.Reason = "",
    dry_run: shared_options.DryRun = False,
    language: shared_options.Language = None,
    font: shared_options.Fonts = None,
) -> None:
    """Boardside: the scoreboard at each table of a carrom or crokinole tournament, seen from the laptop.

    These options can stand behind a command, too.
    """
    given = {"db": db, "json": as_json, "tournament": which, "event": event, "yes": yes, "reason": reason}
    shared_options.keep(context, {**given, "dry_run": dry_run, "language": language, "font": font})


def _first_paragraph(command: "Callable[..., object] | None") -> str:
    """The line for a command in a list of commands. (Typer would keep the source's line breaks there.)"""
    return " ".join((command.__doc__ or "").split("\n\n")[0].split())


def _paragraphs(command: "Callable[..., object]") -> str:
    """The whole help, each paragraph on one line, but for those that keep their lines (\\b)."""
    paragraphs = cleandoc(command.__doc__ or "").split("\n\n")
    return "\n\n".join(each if "\b" in each else " ".join(each.split()) for each in paragraphs)


def wanted(called: str | None) -> "Iterable[str]":
    """The commands to load for this call: only the called one, none for the version, otherwise all."""
    if called == "--version":
        return ()
    return (called,) if called in (*COMMANDS, "dev") else (*COMMANDS, "dev")


def called_command(words: "Sequence[str]", environment: "Mapping[str, str]") -> str | None:
    """The first word after `boardside`; when a shell completes a line, the first word of that line once it is
    complete.
    """
    if "_BOARDSIDE_COMPLETE" in environment:
        line = environment.get("_TYPER_COMPLETE_ARGS") or environment.get("COMP_WORDS", "")
        words = line.split()[1:]
        return words[0] if len(words) > 1 or (words and line[-1:].isspace()) else None
    return words[0] if words else None


def build(called: str | None) -> typer.Typer:
    """The command line with the command that is called, or with all commands when it is not one of them."""
    app = typer.Typer(cls=shared_options.Group, no_args_is_help=True, pretty_exceptions_enable=False)
    app.callback()(_boardside)
    for name in wanted(called):
        if name == "dev":
            group = typer.Typer(no_args_is_help=True, help="Simulated tables, firmware from its sources.")
            for inner, place in DEV.items():
                _add(group, inner, *place)
            app.add_typer(group, name=name, rich_help_panel=DEVELOPERS)
        else:
            _add(app, name, *COMMANDS[name])
    return app


def _add(app: typer.Typer, name: str, module: str, function: str, panel: str) -> None:
    command = getattr(import_module(module), function)
    if isinstance(command, typer.Typer):
        _share_options(command)
        app.add_typer(command, name=name, rich_help_panel=panel)
        return
    command = shared_options.taking(command)
    app.command(
        name,
        rich_help_panel=panel,
        help=_paragraphs(command),
        short_help=_first_paragraph(command),
        context_settings=CONTEXTS.get(name),
        cls=shared_options.Command,
        epilog=shared_options.epilog(command),
    )(command)


def _share_options(group: typer.Typer) -> None:
    """Let the commands of a group take the shared options from the context."""
    for subcommand in group.registered_commands:
        subcommand.short_help = _first_paragraph(subcommand.callback)
        subcommand.cls = shared_options.Command
        if subcommand.callback is not None and not hasattr(subcommand.callback, "shared"):
            subcommand.callback = shared_options.taking(subcommand.callback)
            subcommand.epilog = shared_options.epilog(subcommand.callback)
    for inner in group.registered_groups:
        if inner.typer_instance is not None:
            _share_options(inner.typer_instance)


#: The commands that do not wait for a locked database: they report the lock and retry by themselves.
IMPATIENT = ("collect", "serve", "status", "service", "demo")


@contextmanager
def patience(called: str | None) -> "Iterator[None]":
    """Let a command wait some time for a database that another program has locked, with a message. A
    command that needs no database does not load this code.
    """
    if called in IMPATIENT or "host_tools.store" not in sys.modules:
        yield
        return
    from host_tools.store.database import COMMAND_S, patient

    def say(why: "Cause") -> None:
        print(why, file=sys.stderr, flush=True)

    with patient(COMMAND_S, say):
        yield


def main() -> None:
    """The entry point: a closed pipe (`| head`) or Ctrl-C ends it quietly; an unexpected error ends it with
    one line that names the file with the details.
    """
    with terminal.guarded():
        _run(called_command(sys.argv[1:], os.environ))


def _run(called: str | None) -> None:
    try:
        app = build(called)
        with patience(called):
            app()
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        # Python would complain once more when it flushes standard output at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)
    except installation.MissingExtra as error:
        print(error, file=sys.stderr)
        sys.exit(2)
    except Exception as error:
        print(installation.report_error(error, called if called in COMMANDS else None), file=sys.stderr)
        sys.exit(installation.UNEXPECTED_STATUS)
