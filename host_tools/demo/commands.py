"""`boardside demo`: a recorded championship, or a rehearsal, which starts tables and collector, plays a
tournament, and compares the database with the keys that were pressed.
"""

import asyncio
import contextlib
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from boardside.table.core.conduct import TWICE
from host_tools.console import text_tables
from host_tools.console.text_tables import Column
from host_tools.demo.programme import MATCHES
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
from host_tools.demo.run import run as run_championship
from host_tools.folders import state
from host_tools.orders import BadRequest
from host_tools.simulator import process as simulator
from host_tools.simulator.displays import places
from host_tools.simulator.hall import Hall
from host_tools.simulator.process import SimulatorError, displays_of
from host_tools.store import StoreError
from host_tools.tournament.desk.desk import Desk
from host_tools.tournament.model import remarks, wording
from host_tools.tournament.model.model import Competition, Fixture
from host_tools.tournament.standings import results

_COLUMNS = (
    Column("match", whole=True),
    Column("", spare=1),
    Column("A"),
    Column("B"),
    Column("result"),
    Column(""),
)

DIGITS = 8
"""The record that the robots play."""


class Show(StrEnum):
    """What is played."""

    championship = "championship"
    rehearsal = "rehearsal"


#: Speed, and the ports of the live page and of the tables, of each: both can run at once.
_DEFAULTS = {Show.championship: (20.0, 7500, 7580), Show.rehearsal: (50.0, 7540, 7590)}

_PORT = {"min": 1, "max": 65535}


def demo(
    what: Annotated[Show, typer.Argument(help="A recorded championship, or a rehearsal.")] = (
        Show.championship
    ),
    speed: Annotated[
        float | None,
        typer.Option(
            help="1 is a quick umpire; 20 is twenty times as fast.", min=0.1, show_default="20; rehearsal 50"
        ),
    ] = None,
    web: Annotated[
        int | None, typer.Option(help="Port of the live page.", show_default="7500; rehearsal 7540", **_PORT)
    ] = None,
    tcp: Annotated[
        int | None,
        typer.Option(help="Port that the tables call.", show_default="7580; rehearsal 7590", **_PORT),
    ] = None,
    folder: Annotated[
        Path | None,
        typer.Option(
            help="The folder for flash images, database and logs; it is emptied first.",
            show_default="demo or rehearsal in the folder of Boardside's state",
        ),
    ] = None,
    once: Annotated[
        bool, typer.Option("--once", help="End after the comparison; status 0 if every match arrived.")
    ] = False,
    matches: Annotated[
        int, typer.Option(help=f"Play only so many of the {MATCHES} matches.", min=1, max=MATCHES)
    ] = MATCHES,
    panels: Annotated[int, typer.Option(help="Port of the panels.", **_PORT)] = 7510,
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
    ruleset: Annotated[str, typer.Option(help="Of a rehearsal: icf, vkk, spandan, vaishali or wcc.")] = "icf",
    tables: Annotated[int, typer.Option(help="Of a rehearsal: how many.", min=1, max=60)] = 4,
    entries: Annotated[
        int | None,
        typer.Option(help="Of a rehearsal: how many take part; default: a few.", min=2, max=256),
    ] = None,
    seed: Annotated[str, typer.Option(help="Of a rehearsal's draw and of all that happens.")] = "REHEARSAL",
) -> None:
    """Simulated tables with the real firmware play: four of them a recorded championship, as a tournament;
    or, as a rehearsal, a whole tournament by your rules.

    A rehearsal has entries, draw, calls, results, a walk-over, a protest, a correction, standings, the next
    stages, and a Swiss, in which a walk-over is cleared, an entry withdraws and returns. Exit status 1:
    something is not in the database as it was played, or a step did not go as it should.
    """
    usual_speed, usual_web, usual_tcp = _DEFAULTS[what]
    speed, web, tcp = speed or usual_speed, web or usual_web, tcp or usual_tcp
    try:
        if what is Show.rehearsal:
            if ruleset not in PLANS:
                raise DemoError(f"{ruleset!r} is no ruleset; it is one of {', '.join(PLANS)}.")
            folder = folder or state() / "rehearsal"
            plan = RehearsalOptions(ruleset, tables, entries, seed, speed, web, tcp, folder, fast=speed > 1)
            status = asyncio.run(until_terminated(run(plan, out)))
        else:
            displays = displays_of(display or ["max7219"], panel)
            if places(displays[0]) < DIGITS:
                raise SimulatorError(
                    f"The robots read eight digits: {displays[0]} cannot be the first display."
                )
            folder = folder or state() / "demo"
            options = Options(speed, once, matches, web, tcp, panels, folder, displays, panel, as_chip)
            status = asyncio.run(until_terminated(run_championship(options, out)))
    except (DemoError, SimulatorError, StoreError, BadRequest) as error:
        err.print(str(error), style="red", markup=False, soft_wrap=True)
        raise typer.Exit(2) from error
    except (KeyboardInterrupt, asyncio.CancelledError):
        out.print("\nEverything is switched off.")
        raise typer.Exit(130) from None
    raise typer.Exit(status)


@dataclass(frozen=True)
class RehearsalOptions:
    """The options of `boardside demo rehearsal`; ports are of this machine's loopback."""

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
    true_to_board = simulator.Options()
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
