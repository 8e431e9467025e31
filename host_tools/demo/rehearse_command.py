"""`boardside rehearse`: a whole tournament at simulated tables, the evening before."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from host_tools.demo.commands import err, out, until_terminated
from host_tools.demo.rehearsal_plans import PLANS
from host_tools.demo.rehearse_run import RehearsalOptions, run
from host_tools.demo.run import DemoError
from host_tools.folders import state
from host_tools.orders import BadRequest
from host_tools.simulator.process import SimulatorError
from host_tools.store import StoreError


def rehearse_command(
    ruleset: Annotated[str, typer.Option("--ruleset", help="icf, vkk, spandan, vaishali or wcc.")] = "icf",
    tables: Annotated[int, typer.Option("--tables", help="How many.", min=1, max=60)] = 4,
    entries: Annotated[
        int | None, typer.Option("--entries", help="How many take part; default: a few.", min=2, max=256)
    ] = None,
    seed: Annotated[
        str, typer.Option("--seed", help="The seed of the draw and of everything that happens.")
    ] = "REHEARSAL",
    speed: Annotated[
        float, typer.Option("--speed", help="1 is a quick umpire; 50 is fifty times as fast.", min=0.1)
    ] = 50.0,
    web: Annotated[
        int, typer.Option("--web", help="Address and port of the live page.", min=1, max=65535)
    ] = 7540,
    tcp: Annotated[
        int, typer.Option("--tcp", help="Address and port for the tables.", min=1, max=65535)
    ] = 7590,
    folder: Annotated[
        Path | None,
        typer.Option(
            "--folder",
            help="The folder for flash images, database and logs; it is emptied first.",
            show_default="rehearsal in the folder of Boardside's state",
        ),
    ] = None,
) -> None:
    """Play a whole tournament through at simulated tables with the real firmware: entries, draw, calls,
    results, a walk-over, a protest, a correction, standings, the next stages; and a Swiss, in which a
    walk-over is cleared, an entry withdraws and returns, and the score card of a corrected match is read.
    Exit status 1: something is not in the database as it was played, or a step did not go as it should.
    """
    if ruleset not in PLANS:
        err.print(f"{ruleset!r} is no ruleset; it is one of {', '.join(PLANS)}.", style="red", markup=False)
        raise typer.Exit(2)
    folder = folder or state() / "rehearsal"
    options = RehearsalOptions(ruleset, tables, entries, seed, speed, web, tcp, folder, fast=speed > 1)
    try:
        status = asyncio.run(until_terminated(run(options, out)))
    except (DemoError, SimulatorError, StoreError, BadRequest) as error:
        err.print(str(error), style="red", markup=False, soft_wrap=True)
        raise typer.Exit(2) from error
    except (KeyboardInterrupt, asyncio.CancelledError):
        out.print("\nEverything is switched off.")
        raise typer.Exit(130) from None
    raise typer.Exit(status)
