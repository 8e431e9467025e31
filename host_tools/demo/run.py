"""`boardside demo` from start to verdict: hall, collector (the real `boardside collect`, in a separate
process), robots, and the comparison with the record.
"""

import asyncio
import contextlib
import fcntl
import secrets
import shutil
import signal
import socket
import sys
import urllib.error
import urllib.request
from collections.abc import Coroutine, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from boardside.table.core.conduct import TWICE
from host_tools.console import terminal
from host_tools.demo.programme import OPEN, Programme
from host_tools.demo.report import Verdict, all_arrived, audit_summary, judge, show, summary
from host_tools.demo.tournament import Tournament
from host_tools.simulator import process as simulator
from host_tools.simulator.hall import Hall
from host_tools.simulator.process import SimulatorError
from host_tools.store import Store, StoreError
from host_tools.store.admins import weakness
from host_tools.tournament.desk.desk import Desk
from host_tools.verify.command import CannotVerify, verify_database
from host_tools.verify.report import Report

READY_TIMEOUT_S = 30.0
COMMAND = "from host_tools.cli import main; main()"


class CollectorError(Exception):
    """The collector did not start; the message is its output."""


class CollectorProcess:
    """`boardside collect` with its standard error kept in `log`; `stop` ends it as Ctrl-C would.

    command: the Python text that runs the command line.
    """

    def __init__(self, log: Path, command: str = COMMAND) -> None:
        self._log = log
        self._command = command
        self._process: asyncio.subprocess.Process | None = None

    @property
    def pid(self) -> int | None:
        """The process id, after `start`."""
        return self._process.pid if self._process is not None else None

    async def start(self, arguments: list[str], page: str) -> None:
        """Start it and return when its page answers. Raises CollectorError with its output."""
        with self._log.open("wb") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-c",
                self._command,
                "collect",
                *arguments,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                # The demonstration handles Ctrl-C at the terminal: it ends the collector last.
                start_new_session=True,
            )
        ended = asyncio.ensure_future(self._process.wait())
        answers = asyncio.ensure_future(_answers(page))
        try:
            async with asyncio.timeout(READY_TIMEOUT_S):
                await asyncio.wait({ended, answers}, return_when=asyncio.FIRST_COMPLETED)
        except TimeoutError:
            raise CollectorError(self._said() or "the collector did not answer in time") from None
        finally:
            answers.cancel()
            if not ended.done():
                ended.cancel()
        if self._process.returncode is not None:
            raise CollectorError(self._said() or "the collector ended at once")

    async def stop(self) -> None:
        """End it and wait for it; does nothing when it never started or has ended."""
        process = self._process
        if process is None or process.returncode is not None:
            return
        process.terminate()
        try:
            async with asyncio.timeout(10):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()

    def _said(self) -> str:
        return self._log.read_text(encoding="utf-8", errors="replace").strip()


async def _answers(page: str) -> None:
    """Return when the page answers."""
    while not await asyncio.to_thread(_answers_now, page):
        await asyncio.sleep(0.1)


def _answers_now(page: str) -> bool:
    try:
        with urllib.request.urlopen(page, timeout=2) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


TABLES = 4
SERIAL_TABLES = 2
ORGANISER = "organiser"
LIGHT_S = 60.0
"""The time a table may take to start, on a busy machine."""


class DemoError(Exception):
    """The demonstration cannot begin; the message says why and what to do."""


@dataclass(frozen=True)
class Options:
    """The options of `boardside demo`; ports are of this machine's loopback."""

    speed: float
    once: bool
    matches: int
    web: int
    tcp: int
    panels: int
    folder: Path
    displays: tuple[str, ...] = ("max7219",)
    panel: str = "gpio"
    as_chip: bool = False

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
    """Play, print, and return the exit status: 0 if every match arrived as it was played.

    Without `once` the tables stay on for visitors until the demonstration is interrupted. Raises DemoError.
    """
    async with contextlib.AsyncExitStack() as stack:
        check_ports(options)
        stack.enter_context(fresh_folder(options.folder))
        keys = give_keys(options.database, TABLES)
        password = give_password(options.database)
        hall = Hall(
            TABLES,
            serial=SERIAL_TABLES,
            folder=options.folder / "tables",
            collector=("127.0.0.1", options.tcp),
            panels_port=options.panels,
            options=simulator.Options(
                displays=options.displays, panel=options.panel, as_chip=options.as_chip
            ),
            keys=keys,
            config={"struck": TWICE},  # as its robots press CLOCK
        )
        out.print(f"Switching on {TABLES} tables: {SERIAL_TABLES} on serial lines, the others on Wi-Fi ...")
        _, store = await switched_on(stack, options, hall)
        await all_lit(hall)
        desk = Desk(store)
        programme = await asyncio.to_thread(Programme, desk, ORGANISER)
        for goal, address in addresses(options, next(iter(programme.sheets))):
            out.print(f"  {goal:10} [bold]{address}[/bold]", soft_wrap=True)
        out.print(f"  {'':10} name {ORGANISER}, password [bold]{password}[/bold]\n")
        verdicts = await _play(programme, hall, desk, options, out)
        show(verdicts, out)
        audit = await asyncio.to_thread(verified, store)
        for line in summary(verdicts) + audit_summary(audit):
            out.print(line, markup=False, soft_wrap=True)
        if not options.once:
            out.print(f"\nThe tables are yours now: open {options.page} and press keys. Ctrl-C ends it.")
            await asyncio.Event().wait()
        return 0 if len(verdicts) == options.matches and all_arrived(verdicts) and audit.is_whole else 1


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
        raise DemoError(f"The collector did not start:\n{error!s}") from error
    stack.callback(store.close)
    return collector, store


async def all_lit(hall: Hall, patience_s: float = LIGHT_S) -> None:
    """Wait until every table shows something. Raises DemoError for those that stay dark."""
    waits = (table.wait_for(lambda table: table.text.strip(), patience_s) for table in hall.tables)
    ends = await asyncio.gather(*waits, return_exceptions=True)
    dark = [str(table.number) for table, end in zip(hall.tables, ends, strict=True) if end is not None]
    if dark:
        raise DemoError(
            f"Dark for {patience_s:g} s: table {', '.join(dark)}. The firmware does not start there. Was it "
            "edited? `boardside dev build` says what does not compile."
        )


def verified(store: Store) -> Report:
    """The audit of the collected record. Raises DemoError when it is empty."""
    try:
        return verify_database(store)
    except CannotVerify as error:
        raise DemoError(f"Nothing was collected, so there is nothing to verify: {error!s}") from error


def addresses(options: Options, match: str) -> list[tuple[str, str]]:
    """What can be opened, and its address. match: the id of a match with a page."""
    page = options.page
    return [
        ("hall", page),
        ("event", f"{page}events/{OPEN}"),
        ("a match", f"{page}matches/{match}"),
        ("overlay", f"{page}overlay/table/1"),
        ("panels", options.panel_page),
        ("organiser", f"{page}admin"),
    ]


async def _play(
    programme: Programme, hall: Hall, desk: Desk, options: Options, out: Console
) -> list[Verdict]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=out) as progress:
        bar = progress.add_task("boards, rounds and results", total=programme.steps(options.matches))

        def step(title: str) -> None:
            progress.update(bar, advance=1, description=f"{title:12}")

        tournament = Tournament(desk, programme, hall.tables, options.matches, ORGANISER, options.speed, step)
        played = await tournament.play()
    out.print(f"{tournament.presses} keys were pressed.")
    return judge(played, await tournament.collected(), tournament.troubles)


def collect_arguments(options: Options, hall: Hall) -> list[str]:
    """The options of `boardside collect` for this hall."""
    arguments = ["--db", options.database, "--tcp", str(options.tcp), "--web", str(options.web)]
    arguments += ["--panels", options.panel_page.rstrip("/")]
    for table in hall.tables:
        if table.transport == "serial":
            arguments += ["--serial", table.serial_path]
    return arguments


def give_keys(database: str, tables: int) -> dict[int, str]:
    """Put a key for each table into the database before any table calls, as `boardside provision` does."""
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


def give_password(database: str) -> str:
    """Set a password for the admin pages, as `boardside password` does, and return it."""
    store = Store.open(database)
    password = drawn_password()
    try:
        store.admins.set_password(ORGANISER, password)
    finally:
        store.close()
    return password


def drawn_password() -> str:
    """A password that may be set. Of short random ones 7 in 100 are easy to guess by chance, most of them for
    a date in them: these are drawn again.
    """
    while True:
        password = secrets.token_hex(5)
        if weakness(ORGANISER, password) is None:
            return password


def check_ports(options: Options) -> None:
    """Raise DemoError for a port that another program has, before anything is emptied or started. The panels'
    port is checked only when there is one (0: none).
    """
    ports = {"--web": options.web, "--tcp": options.tcp, "--panels": options.panels}
    for option, port in ports.items():
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError as error:
                raise DemoError(
                    f"Port {port} cannot be used ({error.strerror}): end what uses it, perhaps another "
                    f"demonstration or a collector, or name another with {option}."
                ) from error


@contextlib.contextmanager
def fresh_folder(folder: Path) -> Iterator[None]:
    """Empty the folder and reserve it for this program: a demonstration begins with new flash and an empty
    database. Raises DemoError for a folder with other files, and for one where another demonstration runs.
    """
    marker = folder / ".boardside-demo"
    with contextlib.ExitStack() as stack:
        try:
            if folder.exists() and any(folder.iterdir()) and not marker.exists():
                raise DemoError(f"{folder} holds other files: name an empty folder with --folder.")
            folder.mkdir(parents=True, exist_ok=True)
            lock = stack.enter_context(marker.open("w"))
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise DemoError(
                    f"Another demonstration runs in {folder}: end it, or name another folder with --folder."
                ) from None
            for path in folder.iterdir():
                if path.is_dir() and not path.is_symlink():
                    shutil.rmtree(path)
                elif path != marker:
                    path.unlink()
        except OSError as error:
            raise DemoError(
                f"{folder} cannot be written ({error.strerror}): name another with --folder."
            ) from error
        yield


# The command

out = terminal.console()
err = terminal.console(stderr=True)


async def until_terminated(run: Coroutine[Any, Any, int]) -> int:
    """Await `run`; a SIGTERM switches everything off as Ctrl-C does, so that no collector is left behind."""
    task = asyncio.current_task()
    if task is not None:
        with contextlib.suppress(NotImplementedError):  # Windows has no signal handlers on a loop
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    return await run
