"""The command line, `boardside`: where the parts of the host meet. Each part brings its own commands.

Only the part that is called is imported: `boardside replay` in a script does not wait for web server and
database.
"""

import os
import sys
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    import socket
    import ssl
    from collections.abc import Callable, Iterator

    from host_tools.collector.hub import Hub
    from host_tools.collector.run import CompanionFactory
    from host_tools.store import Store
    from host_tools.tournament.director import Conducted

HALL, AUDIT, SIMULATED, DEVICES = "In the hall", "For scripts and audits", "Without hardware", "Devices"
TOURNAMENT, PAPER = "The tournament", "Paper and files"

#: name: (module, function, panel of the help), in the order in which a tournament meets them.
COMMANDS = {
    "collect": ("host_tools.collector.commands", "collect", HALL),
    "status": ("host_tools.collector.commands", "status", HALL),
    "assign": ("host_tools.collector.commands", "assign", HALL),
    "hall": ("host_tools.collector.hall_command", "hall", HALL),
    "password": ("host_tools.password_command", "password_command", HALL),
    "token": ("host_tools.token_command", "app", AUDIT),
    "scorecards": ("host_tools.exports.scorecards_command", "scorecards_command", PAPER),
    "lists": ("host_tools.exports.lists", "lists_command", PAPER),
    "export": ("host_tools.exports.export_command", "export_command", PAPER),
    "archive": ("host_tools.care.commands", "archive_command", PAPER),
    "open": ("host_tools.care.commands", "open_command", PAPER),
    "backup": ("host_tools.care.commands", "backup_command", PAPER),
    "restore": ("host_tools.care.commands", "restore_command", PAPER),
    "forget": ("host_tools.care.commands", "forget_command", PAPER),
    "tournament": ("host_tools.tournament.setup_commands", "tournament_app", TOURNAMENT),
    "event": ("host_tools.tournament.setup_commands", "event_app", TOURNAMENT),
    "entries": ("host_tools.tournament.entry_commands", "app", TOURNAMENT),
    "draw": ("host_tools.tournament.match_commands", "draw_command", TOURNAMENT),
    "matches": ("host_tools.tournament.match_commands", "matches_command", TOURNAMENT),
    "call": ("host_tools.tournament.call_commands", "call_command", TOURNAMENT),
    "walkover": ("host_tools.tournament.call_commands", "walkover_command", TOURNAMENT),
    "result": ("host_tools.tournament.match_commands", "result_command", TOURNAMENT),
    "standings": ("host_tools.tournament.standing_commands", "standings_command", TOURNAMENT),
    "sol": ("host_tools.sol.commands", "app", TOURNAMENT),
    "protests": ("host_tools.tournament.standing_commands", "protests_command", TOURNAMENT),
    "pull": ("host_tools.collector.commands", "pull", AUDIT),
    "verify": ("host_tools.verify", "verify_command", AUDIT),
    "replay": ("host_tools.replay", "replay_command", AUDIT),
    "cmn": ("host_tools.exports.cmn_command", "cmn_command", AUDIT),
    "rules": ("host_tools.rules_files", "app", AUDIT),
    "explain": ("host_tools.explain", "explain_command", AUDIT),
    "simulate": ("host_tools.simulator.commands", "simulate", SIMULATED),
    "demo": ("host_tools.demo.commands", "demo", SIMULATED),
    "rehearse": ("host_tools.demo.rehearse_command", "rehearse_command", SIMULATED),
    "build": ("host_tools.device.commands", "build_command", DEVICES),
    "deploy": ("host_tools.device.commands", "deploy_command", DEVICES),
    "flash": ("host_tools.device.commands", "flash_command", DEVICES),
    "update": ("host_tools.update.command", "update_command", DEVICES),
    "provision": ("host_tools.device.provision", "provision_command", DEVICES),
    "keys": ("host_tools.keys_command", "app", DEVICES),
}


def pages(
    hub: "Hub", store: "Store", bound: "socket.socket", tls: "ssl.SSLContext | None" = None
) -> "Conducted":
    """The live pages and the admin pages on a socket that is bound already (over HTTPS with `tls`), and the
    tournament kept up with the tables.
    """
    from host_tools.tournament.desk import Desk
    from host_tools.tournament.director import Conducted, Director
    from host_tools.web import WebServer, cards, create_app
    from host_tools.web.results import Results

    desk = Desk(store)
    app = create_app(hub, store, admin_store=store, results=Results(store), desk=desk)
    cards.install(app, store)
    return Conducted(WebServer(app, bound=bound, tls=tls), Director(desk, hub.subscribe))


def mqtt(url: str) -> "CompanionFactory":
    """The hall on the broker at this address. Raises CannotStart for one that makes no sense."""
    from host_tools.collector.run import CannotStart
    from host_tools.mqtt import BadAddress, Publisher, parse

    try:
        broker = parse(url)
    except BadAddress as error:
        raise CannotStart(str(error)) from error
    return lambda hub, store: Publisher(broker, hub, store)


def sol(path: str) -> "CompanionFactory":
    """Results to SoL, by the addresses in this file. Raises CannotStart for one that makes no sense."""
    from pathlib import Path

    from host_tools.collector.run import CannotStart
    from host_tools.sol import addresses
    from host_tools.sol.companion import Companion
    from host_tools.sol.errors import SolError

    try:
        found = addresses.read(Path(path))
    except SolError as error:
        raise CannotStart(str(error)) from error
    return lambda hub, store: Companion(hub, store, found)


def _boardside() -> None:
    """Boardside: the scoreboard at each table of a carrom or crokinole tournament, seen from the laptop."""


def _first_paragraph(command: "Callable[..., object] | None") -> str:
    """What a list of commands says of one. (Typer would keep the source's line breaks there.)"""
    return " ".join((command.__doc__ or "").split("\n\n")[0].split())


def build(called: str | None) -> typer.Typer:
    """The command line with the command that is called; with all of them when it is none of them."""
    app = typer.Typer(no_args_is_help=True, pretty_exceptions_enable=False, add_completion=False)
    app.callback()(_boardside)
    for name in [called] if called in COMMANDS else COMMANDS:
        module, function, panel = COMMANDS[name]
        command = getattr(import_module(module), function)
        if isinstance(command, typer.Typer):
            for one in command.registered_commands:
                one.short_help = _first_paragraph(one.callback)
            app.add_typer(command, name=name, rich_help_panel=panel)
        else:
            app.command(name, rich_help_panel=panel, short_help=_first_paragraph(command))(command)
    if called == "collect":
        commands = import_module("host_tools.collector.commands")
        commands.use_web(pages)
        commands.use_companion("mqtt", mqtt)
        commands.use_companion("sol", sol)
    return app


#: Who does not wait for a locked database: what shows it, and goes on by itself.
IMPATIENT = ("collect", "status", "demo", "rehearse")


@contextmanager
def patience(called: str | None) -> "Iterator[None]":
    """A command waits a while for a database that another program has locked, and says so (D288). What works
    without a database does not load it here either.
    """
    if called in IMPATIENT or "host_tools.store" not in sys.modules:
        yield
        return
    from host_tools.store.patience import COMMAND_S, patient

    with patient(COMMAND_S, lambda text: print(text, file=sys.stderr, flush=True)):
        yield


def main() -> None:
    """The entry point: a reader that goes away (`| head`) or Ctrl-C ends it quietly."""
    called = sys.argv[1] if len(sys.argv) > 1 else None
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
