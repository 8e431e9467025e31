"""`boardside rehearse`: a whole tournament at simulated tables, the evening before. It starts tables and
collector, plays the tournament, and compares the database with the keys that were pressed.
"""

import asyncio
import contextlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from boardside.table.core.conduct import TWICE
from host_tools.console import text_tables
from host_tools.console.text_tables import Column
from host_tools.demo.rehearsal import Played, Rehearsal, RehearsalError
from host_tools.demo.rehearsal_plans import PLANS
from host_tools.demo.report import audit_summary
from host_tools.demo.run import (
    DemoError,
    Options,
    check_ports,
    err,
    fresh_folder,
    give_keys,
    out,
    switched_on,
    until_terminated,
    verified,
)
from host_tools.folders import state
from host_tools.orders import BadRequest
from host_tools.simulator import options as simulator_options
from host_tools.simulator.hall import Hall
from host_tools.simulator.process import SimulatorError
from host_tools.store import StoreError
from host_tools.tournament.desk.desk import Desk
from host_tools.tournament.model import remarks, wording
from host_tools.tournament.model.model import Competition, Fixture
from host_tools.tournament.standings import results


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


_COLUMNS = (
    Column("match", whole=True),
    Column("", spare=1),
    Column("A"),
    Column("B"),
    Column("result"),
    Column(""),
)


@dataclass(frozen=True)
class RehearsalOptions:
    """The options of `boardside rehearse`; ports are of this machine's loopback."""

    ruleset: str
    tables: int
    entries: int | None
    seed: str
    speed: float
    web: int
    tcp: int
    folder: Path
    fast: bool = False

    @property
    def hall(self) -> Options:
        """The same as the demonstration's options."""
        return Options(self.speed, True, 0, self.web, self.tcp, 0, self.folder)


async def run(options: RehearsalOptions, out: Console) -> int:
    """Play, print, and return the exit status: 0 when everything is in the database as it was played. Raises
    DemoError, or RehearsalError when the tournament stopped early.
    """
    hall_options = options.hall
    plan = PLANS[options.ruleset]
    if options.entries is not None:
        plan = replace(plan, entries=options.entries)
    true_to_board = simulator_options.Options()
    async with contextlib.AsyncExitStack() as stack:
        check_ports(hall_options)
        stack.enter_context(fresh_folder(options.folder))
        keys = give_keys(hall_options.database, options.tables)
        hall = Hall(
            options.tables,
            serial=0,
            folder=options.folder / "tables",
            collector=("127.0.0.1", options.tcp),
            panels_port=None,
            options=true_to_board.fast() if options.fast else true_to_board,
            keys=keys,
            config={"struck": TWICE},  # as its robots press CLOCK
        )
        out.print(f"Switching on {options.tables} tables ...")
        collector, store = await switched_on(stack, hall_options, hall)
        desk = Desk(store)
        out.print(f"Live page: {hall_options.page}")
        await _until_there(desk, hall)
        how = (options.ruleset, plan, options.seed, options.speed)
        rehearsal = Rehearsal(desk, hall.tables, *how, lambda text: out.print(text, markup=False))
        stopped = ""
        try:
            await rehearsal.play()
        except RehearsalError as error:
            stopped = str(error)
        await collector.stop()  # everything is stored: the verdict is on what a restart would find
        return await asyncio.to_thread(_judge, desk, rehearsal, stopped, out)


async def _until_there(desk: Desk, hall: Hall) -> None:
    """Wait until all tables have proven themselves to the collector."""
    store = desk.store
    for _ in range(600):
        up = [row for row in await asyncio.to_thread(store.tables) if row["link"] == "up"]
        if len(up) >= len(hall.tables):
            return
        await asyncio.sleep(0.1)
    raise DemoError("Not every table found the collector within a minute.")


def _judge(desk: Desk, rehearsal: Rehearsal, stopped: str, out: Console) -> int:
    """Print the outcome; return the exit status."""
    owner = desk.tournament("rehearsal")
    played, steps = rehearsal.played, rehearsal.swiss.steps
    events = desk.competitions(owner)
    for competition in events:
        _show(desk, competition, f"{owner.key}-", out)
    audit = verified(desk.store)
    fixtures = desk.fixtures()
    wrong = [line for fixture in fixtures if (line := _wrong(fixture, played))]
    decided = [fixture for fixture in fixtures if fixture.state == "done"]
    good = len(decided) - len(wrong)
    out.print(
        f"\n{played.presses} keys were pressed. {good} of {len(decided)} results are as they were played."
    )
    happened = ", ".join(sorted([*played.special, *(step for step, why in steps.items() if not why)]))
    out.print(f"Also: {happened}.")
    wrong += [f"{match}: {text}" for match, text in played.troubles.items()]
    wrong += [f"{step}: {why}." for step, why in steps.items() if why]
    wrong += [stopped] if stopped else []
    for line in wrong:
        out.print(line, style="red", markup=False, soft_wrap=True)
    for line in audit_summary(audit):
        out.print(line, markup=False, soft_wrap=True)
    is_right = not wrong and audit.is_whole and all(event.state == "done" for event in events)
    out.print("The rehearsal went as it should." if is_right else "The rehearsal FAILED.", style="bold")
    return 0 if is_right else 1


def _show(desk: Desk, competition: Competition, prefix: str, out: Console) -> None:
    """Print an event's matches and standings. prefix: of its matches' ids, left out."""
    entries = {entry.id: entry for entry in desk.entries(competition)}
    rows = []
    planned = desk.fixtures(competition)
    numbers = wording.numbers(competition, planned)
    for fixture in planned:
        sides = (
            wording.side(entry, source, entries, numbers)
            for entry, source in ((fixture.a, fixture.source_a), (fixture.b, fixture.source_b))
        )
        score = results.shown(fixture.result) if fixture.result else fixture.state
        marks = "corrected" if fixture.corrected else ""
        words = f"{marks} {remarks.note(fixture.note_code, fixture.note_facts)}".strip()
        rows.append((fixture.id.removeprefix(prefix), wording.where(fixture), *sides, score, words))
    text_tables.show(out, f"{competition.name}: all matches", _COLUMNS, rows)
    for stage in desk.stages(competition):
        for group, lines in desk.standings(competition, stage.position).items():
            name = f", group {wording.group_letter(group)}" if group else ""
            out.print(f"\nStage {stage.position} ({stage.kind.replace('_', ' ')}{name}):", markup=False)
            for place in lines:
                text = f"  {place.place}. {entries[place.entry].title}: {remarks.why(place)}"
                out.print(text, markup=False, soft_wrap=True)


def _wrong(fixture: Fixture, played: Played) -> str:
    """The fault in a match's stored result; "" when it is as it was played."""
    if fixture.note_code not in (None, "withdrawn") and not fixture.corrected:
        return f"{fixture.id}: {remarks.note(fixture.note_code, fixture.note_facts)}"
    if fixture.state != "done":
        return ""
    expected = played.expected.get(fixture.id)
    if expected is None:
        return f"{fixture.id}: it has a result ({results.shown(fixture.result)}), but was not played."
    if expected != fixture.result:
        return f"{fixture.id}: {results.shown(fixture.result)}, but {results.shown(expected)} was played."
    return ""
