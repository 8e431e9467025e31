"""The demonstration from start to verdict: hall, collector, robots, and the comparison with the record."""

import asyncio
import contextlib
import secrets
import shutil
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from host_tools.demo.collector import CollectorError, CollectorProcess
from host_tools.demo.play_offs import PlayOff, play_offs
from host_tools.demo.recorded import RecordedMatch, championship
from host_tools.demo.report import (
    Recorded,
    Verdict,
    all_arrived,
    audit_summary,
    judge,
    show,
    summary,
)
from host_tools.demo.tournament import Tournament
from host_tools.simulator import options as simulator_options
from host_tools.simulator.hall import Hall
from host_tools.simulator.process import SimulatorError
from host_tools.store import Store, StoreError
from host_tools.verify.command import verify_database

TABLES = 4
SERIAL_TABLES = 2
PLAY_OFFS = 6
"""Of the crokinole matches in the record: the final of 2009, and the games of one pair in 2014."""


class DemoError(Exception):
    """The demonstration cannot begin; the message says why and what to do."""


@dataclass(frozen=True)
class Options:
    """What `boardside demo` was asked for; ports are of this machine's loopback."""

    speed: float
    once: bool
    matches: int
    web: int
    tcp: int
    panels: int
    folder: Path
    displays: tuple[str, ...] = ("max7219",)
    panel: str = "gpio"

    @property
    def page(self) -> str:
        return f"http://127.0.0.1:{self.web}/"

    @property
    def panel_page(self) -> str:
        return f"http://127.0.0.1:{self.panels}/"

    @property
    def database(self) -> str:
        return f"sqlite:///{self.folder / 'boardside.sqlite3'}"


async def run(options: Options, out: Console) -> int:
    """Play, print, and return the exit status: 0 when every match arrived as it was played.

    Without `once` it stays afterwards, for visitors to play, until it is interrupted. Raises DemoError.
    """
    record = championship()[: options.matches]
    crokinole = play_offs()[: max(1, PLAY_OFFS * options.matches // len(championship()))]
    fresh_folder(options.folder)
    keys = give_keys(options.database, TABLES)
    async with contextlib.AsyncExitStack() as stack:
        hall = Hall(
            TABLES,
            serial=SERIAL_TABLES,
            folder=options.folder / "tables",
            collector=("127.0.0.1", options.tcp),
            panels_port=options.panels,
            options=simulator_options.Options(displays=options.displays, panel=options.panel),
            keys=keys,
        )
        out.print(f"Switching on {TABLES} tables: {SERIAL_TABLES} on serial lines, the others on Wi-Fi ...")
        _, store = await switched_on(stack, options, hall)
        out.print(
            f"\n  live page  [bold]{options.page}[/bold]\n  panels     [bold]{options.panel_page}[/bold]\n"
        )
        verdicts = await _play(record, crokinole, hall, store, options, out)
        show(verdicts, out)
        audit = await asyncio.to_thread(verify_database, store)
        for line in summary(verdicts) + audit_summary(audit):
            out.print(line, markup=False, soft_wrap=True)
        if not options.once:
            out.print(f"\nThe tables are yours now: open {options.page} and press keys. Ctrl-C ends it.")
            await asyncio.Event().wait()
        return 0 if all_arrived(verdicts) and audit.is_whole else 1


async def switched_on(
    stack: contextlib.AsyncExitStack, options: Options, hall: Hall
) -> tuple[CollectorProcess, Store]:
    """The hall's tables with power, a collector for them, and its database; all of them end with `stack`.

    Raises DemoError.
    """
    try:
        await stack.enter_async_context(hall)
    except SimulatorError as error:
        raise DemoError(str(error)) from error
    collector = CollectorProcess(options.folder / "collector.log")
    stack.push_async_callback(collector.stop)
    try:
        await collector.start(collect_arguments(options, hall), options.page)
        store = Store.open(options.database, create=False)
    except (CollectorError, StoreError) as error:
        raise DemoError(f"The collector did not start:\n{error}") from error
    stack.callback(store.close)
    return collector, store


async def _play(
    record: list[RecordedMatch],
    crokinole: list[PlayOff],
    hall: Hall,
    store: Store,
    options: Options,
    out: Console,
) -> list[Verdict]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    steps = sum(len(match.boards) + 1 for match in record)
    steps += sum(len(game.a.points) for match in crokinole for game in match.games) + len(crokinole)
    with Progress(*columns, console=out) as progress:
        bar = progress.add_task("boards, rounds and results", total=steps)

        def step(match: Recorded) -> None:
            progress.update(bar, advance=1, description=f"{match.title:28}")

        tournament = Tournament(record, crokinole, hall.tables, store, options.speed, step)
        await tournament.play()
    out.print(f"{tournament.presses} keys were pressed.")
    everything: list[Recorded] = [*record, *crokinole]
    collected = await tournament.collected(len(everything) - len(tournament.troubles))
    return judge(everything, collected, tournament.troubles)


def collect_arguments(options: Options, hall: Hall) -> list[str]:
    """What `boardside collect` is given for this hall."""
    arguments = ["--db", options.database, "--tcp", str(options.tcp), "--web", str(options.web)]
    arguments += ["--panels", options.panel_page.rstrip("/")]
    for table in hall.tables:
        if table.transport == "serial":
            arguments += ["--serial", table.serial_path]
    return arguments


def give_keys(database: str, tables: int) -> dict[int, str]:
    """A key for each table, in the database before anybody calls, as `boardside provision` does it."""
    try:
        store = Store.open(database)
    except StoreError as error:
        raise DemoError(str(error)) from error
    keys = {number: secrets.token_hex(16) for number in range(1, tables + 1)}
    try:
        for number, key in keys.items():
            store.keys.add(number, key, "demonstration")
    finally:
        store.close()
    return keys


def fresh_folder(folder: Path) -> None:
    """An empty folder: a demonstration begins with new flash and an empty database."""
    marker = folder / ".boardside-demo"
    try:
        if folder.exists() and any(folder.iterdir()) and not marker.exists():
            raise DemoError(f"{folder} holds other files: name an empty folder with --folder.")
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        marker.touch()
    except OSError as error:
        raise DemoError(
            f"{folder} cannot be written ({error.strerror}): name another with --folder."
        ) from error
