"""`boardside demo`: the hall, the collector and the robots, from start to verdict."""

import asyncio
import contextlib
import signal
from collections.abc import Coroutine
from pathlib import Path
from typing import Annotated, Any

import typer

from host_tools.console import terminal
from host_tools.demo.programme import MATCHES
from host_tools.demo.run import DemoError, Options, run
from host_tools.folders import state
from host_tools.simulator.options import displays_of
from host_tools.simulator.process import SimulatorError
from host_tools.simulator.views import places

out = terminal.console()
err = terminal.console(stderr=True)

DIGITS = 8
"""The record that the robots play."""


def demo(
    speed: Annotated[
        float, typer.Option(help="1 is a quick umpire; 20 is twenty times as fast.", min=0.1)
    ] = 20.0,
    once: Annotated[
        bool, typer.Option("--once", help="End after the comparison; status 0 if every match arrived.")
    ] = False,
    matches: Annotated[
        int, typer.Option(help=f"Play only so many of the {MATCHES} matches.", min=1, max=MATCHES)
    ] = MATCHES,
    web: Annotated[int, typer.Option(help="Address and port of the live page.", min=1, max=65535)] = 7500,
    tcp: Annotated[int, typer.Option(help="Where the tables on Wi-Fi call.", min=1, max=65535)] = 7580,
    panels: Annotated[int, typer.Option(help="Address and port of the panels.", min=1, max=65535)] = 7510,
    display: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME,…", help="Displays of each table, as in simulate; the first has eight digits."
        ),
    ] = None,
    panel: Annotated[
        str, typer.Option(metavar="NAME", help="How the keys are wired, as in simulate.")
    ] = "gpio",
    as_chip: Annotated[
        bool, typer.Option("--as-chip", help="Tables as slow as an ESP32, as in simulate.")
    ] = False,
    folder: Annotated[
        Path | None,
        typer.Option(
            help="The folder for flash images, database and logs; it is emptied first.",
            show_default="demo in the folder of Boardside's state",
        ),
    ] = None,
) -> None:
    """Four simulated tables with the real firmware play a recorded championship, as a tournament."""
    try:
        displays = displays_of(display or ["max7219"], panel)
        if places(displays[0]) < DIGITS:
            raise SimulatorError(f"The robots read eight digits: {displays[0]} cannot be the first display.")
        folder = folder or state() / "demo"
        options = Options(speed, once, matches, web, tcp, panels, folder, displays, panel, as_chip)
        status = asyncio.run(until_terminated(run(options, out)))
    except (DemoError, SimulatorError) as error:
        err.print(str(error), style="red", markup=False, soft_wrap=True)
        raise typer.Exit(2) from error
    except (KeyboardInterrupt, asyncio.CancelledError):
        out.print("\nEverything is switched off.")
        raise typer.Exit(130) from None
    raise typer.Exit(status)


async def until_terminated(run: Coroutine[Any, Any, int]) -> int:
    """Await `run`; a SIGTERM switches everything off as Ctrl-C does, so that no collector is left behind."""
    task = asyncio.current_task()
    if task is not None:
        with contextlib.suppress(NotImplementedError):  # Windows has no signal handlers on a loop
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    return await run
