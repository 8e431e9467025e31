"""The command line, `boardside`: where the parts of the host meet. Each part brings its own commands."""

import os
import socket
import sys

import typer

from host_tools.collector import commands as collector_commands
from host_tools.collector.hub import Hub
from host_tools.demo import commands as demo_commands
from host_tools.device import commands as device_commands
from host_tools.explain import explain_command
from host_tools.replay import replay_command
from host_tools.simulator import commands as simulator_commands
from host_tools.store import Store
from host_tools.web import WebServer, create_app

app = typer.Typer(
    help="Boardside: the scoreboard at each table of a carrom or crokinole tournament, seen from the laptop.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)


def pages(hub: Hub, store: Store, bound: socket.socket) -> WebServer:
    """The live pages on a socket that is bound already."""
    return WebServer(create_app(hub, store), bound=bound)


def build() -> typer.Typer:
    """The whole command line, in the order in which a tournament meets it."""
    collector_commands.use_web(pages)
    app.command("collect", rich_help_panel="In the hall")(collector_commands.collect)
    app.command("status", rich_help_panel="In the hall")(collector_commands.status)
    app.command("assign", rich_help_panel="In the hall")(collector_commands.assign)
    app.command("hall", rich_help_panel="In the hall")(collector_commands.hall)
    app.command("pull", rich_help_panel="For scripts and audits")(collector_commands.pull)
    app.command("replay", rich_help_panel="For scripts and audits")(replay_command)
    app.command("explain", rich_help_panel="For scripts and audits")(explain_command)
    app.command("simulate", rich_help_panel="Without hardware")(simulator_commands.simulate)
    app.command("demo", rich_help_panel="Without hardware")(demo_commands.demo)
    app.command("build", rich_help_panel="Devices")(device_commands.build_command)
    app.command("deploy", rich_help_panel="Devices")(device_commands.deploy_command)
    app.command("flash", rich_help_panel="Devices")(device_commands.flash_command)
    return app


def main() -> None:
    """The entry point: a reader that goes away (`| head`) or Ctrl-C ends it quietly."""
    try:
        build()()
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        # Python would complain once more when it flushes standard output at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)
