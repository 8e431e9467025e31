"""The commands `boardside dev build` and `boardside flash`."""

from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from rich.table import Table

from host_tools.console import terminal
from host_tools.console.shared_options import DryRun, Yes
from host_tools.device import bundle, flash, flashing, prompt
from host_tools.device.build import Built, by_part
from host_tools.device.tools import DeviceError, check_port

_Port = Annotated[str, typer.Option("--port", help="The board's serial port, for example /dev/ttyUSB0.")]


def build_command(
    size: Annotated[bool, typer.Option("--size", help="Print the compiled size of every module.")] = False,
    release: Annotated[
        Path | None,
        typer.Option("--release", help="Write a release for `boardside update` into this folder."),
    ] = None,
    sign: Annotated[
        Path | None, typer.Option("--sign", help="Sign it with this key (`boardside update --keygen`).")
    ] = None,
) -> None:
    """Compile the firmware for the device into build/firmware. An installation contains it compiled."""
    try:
        built = flashing.built()
        made = flashing.packed()
        if release is not None:
            bundle.write(made, release)
            if sign is not None:
                bundle.sign(release, sign)
        elif sign is not None:
            raise DeviceError("--sign goes with --release FOLDER.")
    except DeviceError as error:
        _fail(error)
    except OSError as error:
        _fail(DeviceError(f"{release} cannot be written: {error.strerror}."))
    if size:
        terminal.console().print(size_table(built))
        try:
            for line in flashing.room(made.pack):
                typer.echo(line)
        except DeviceError as error:
            _fail(error)
    if release is not None:
        typer.echo(f"Release {made.version}, digest {made.digest[:12]}, in {release}")
    total = sum(file.built_bytes for file in built)
    typer.echo(f"{len(built)} files, {total} bytes, in {flashing.place()}")


def flash_command(
    port: _Port = "",
    image: Annotated[str, typer.Option(help="MicroPython's stock image for the board, a .bin file.")] = "",
    table: Annotated[int, typer.Option(help="The table's number, 1 to 999.")] = 1,
    name: Annotated[str, typer.Option(help="The table's name; 'Table N' if not given.")] = "",
    wifi: Annotated[str, typer.Option(help="The Wi-Fi network's name; none: cable only.")] = "",
    password: Annotated[str, typer.Option(help="The Wi-Fi network's password.")] = "",
    host: Annotated[str, typer.Option(help="The collector, ADDRESS or ADDRESS:PORT (7580).")] = "",
    key: Annotated[str, typer.Option(help="The table's secret key, 32 to 64 hex digits.")] = "",
    keep: Annotated[
        bool, typer.Option("--keep", help="Do not erase the board first: keep journal and config.json.")
    ] = False,
    report: Annotated[
        Path | None,
        typer.Option(
            "--report", help="Change nothing: write what the board is and how fast it is into this file."
        ),
    ] = None,
    yes: Yes = False,
    dry_run: DryRun = False,
) -> None:
    """Prepare a board: MicroPython's image, the firmware, config.json. Erases what was on it (see --keep).

    --keep without --image copies only the firmware, onto a board that runs MicroPython. --report asks a board
    for versions, memory, resets and times, as a text file to send us; its match goes on, the clock paused.
    """
    try:
        if report is not None:
            typer.echo(write_report(port, report))
            typer.echo(f"Written to {report}.")
            return
        if keep and not image:
            flashing.deploy_board(port, typer.echo, dry_run=dry_run)
            if not dry_run:
                typer.echo(f"The firmware is on the board at {port}, and it has started.")
            return
        if not image:
            raise DeviceError(f"Name the image: --image, or make flash PORT=… IMAGE=… {flash.IMAGE_HELP}")
        stock = flash.read_image(Path(image))
        config = flash.config_of(table, name, wifi, password, host, key)
        if not dry_run:
            check_port(port)
        if not (keep or yes or dry_run):
            typer.confirm(
                f"Everything on the board at {port} is erased, its stored matches too. Go on?", abort=True
            )
        flashing.flash_board(port, stock, config, typer.echo, keep=keep, dry_run=dry_run)
    except DeviceError as error:
        _fail(error)
    if not dry_run:
        typer.echo(f"Table {table} is ready on the board at {port}.")


def size_table(built: list[Built]) -> Table:
    """Every module of the build with its sizes, by part, the largest parts first."""
    table = Table(title="Compiled size")
    table.add_column("module")
    table.add_column("source", justify="right")
    table.add_column("compiled", justify="right")
    for part, files in by_part(built).items():
        for file in sorted(files, key=lambda file: -file.built_bytes):
            table.add_row(file.path, str(file.source_bytes or ""), str(file.built_bytes))
        source = sum(file.source_bytes for file in files)
        compiled = sum(file.built_bytes for file in files)
        table.add_row(f"[bold]{part or 'top'}[/bold]", f"[bold]{source}[/bold]", f"[bold]{compiled}[/bold]")
        table.add_section()
    return table


def _fail(error: DeviceError) -> NoReturn:
    typer.echo(str(error), err=True)
    raise typer.Exit(1)


# The report on a board: what it is and how fast, as a text file to send to the project. A script at the
# board's prompt collects it: versions, memory, why it started, and the time of a press, of a collection and
# of other single steps. It writes nothing on the board and reads no secret: of config.json it takes the names
# of the displays and of the panel only.

#: The script makes a table in memory and presses its keys: 5 to 20 s on a board.
REPORT_S = 120.0

MARK = "boardside-report:"
"""What each line of the script begins with: the console has others."""

SCRIPT = """
import gc, sys, time
def say(name, value):
    print("boardside-report:%s=%s" % (name, value))
def try_(name, make):
    try:
        say(name, make())
    except Exception as error:
        say(name, "not available: %s: %s" % (type(error).__name__, error))
def timed(work, times=7):
    took = []
    for _ in range(times):
        began = time.ticks_us()
        work()
        took.append(time.ticks_diff(time.ticks_us(), began))
    took.sort()
    return "%d %d %d us (least, middle, most of %d)" % (took[0], took[times // 2], took[-1], times)
def machine():
    import os
    return os.uname().machine if hasattr(os, "uname") else "?"
def heaps():
    import esp32
    return [tuple(each[:3]) for each in esp32.idf_heap_info(esp32.HEAP_DATA)]
def flash():
    import esp
    return esp.flash_size()
def partitions():
    from esp32 import Partition
    return [tuple(each.info()[2:5]) for each in Partition.find(Partition.TYPE_DATA)]
def chip(name):
    import machine
    found = getattr(machine, name)
    return found()
def firmware():
    import loader
    if loader.MOUNT not in sys.path:
        loader.mount(loader.read().slot)
    from boardside.version import FIRMWARE
    return FIRMWARE
def settings():
    import json
    with open("config.json") as file:
        fields = json.load(file)
    return [fields.get("displays"), fields.get("panel"), fields.get("battery")]
def last_run():
    from boardside.app import hardware
    run = hardware.last_run()
    return "%s, %d in a row" % (run.cause, run.row)
try_("machine", machine)
try_("version", lambda: sys.version)
try_("implementation", lambda: sys.implementation)
try_("hertz", lambda: chip("freq"))
try_("reset_cause", lambda: chip("reset_cause"))
try_("flash_bytes", flash)
try_("partitions", partitions)
gc.collect()
try_("heap_free", gc.mem_free)
try_("heap_used", gc.mem_alloc)
try_("heaps", heaps)
try_("firmware", firmware)
try_("displays_panel_battery", settings)
try_("last_run", last_run)
try_("pins", lambda: __import__("boardside.pins", None, None, ("CHIP",)).CHIP)
try_("collection", lambda: timed(gc.collect))
try_("mem_free", lambda: timed(gc.mem_free))
def work():
    total = 0
    for number in range(1000):
        total += number
try_("loop_of_1000", lambda: timed(work))
def read_keys():
    from boardside import arrangement, config
    from boardside.app.buses import BUSES
    source = arrangement.panel(config.panel(arrangement.problem)).source(BUSES)
    return timed(source.read)
try_("key_scan", read_keys)
events = []
def store(event):
    event["seq"] = len(events) + 1
    events.append(event)
    return event
def read():
    begin = 0
    for at in range(len(events)):
        if events[at]["kind"] == "match":
            begin = at
    return iter(events[begin:])
class Clock:
    now = 1000
def make_table():
    from boardside.table.table import Table
    table = Table(store, read, {"table": 1, "strokes": 1}, time.ticks_diff, time.ticks_add)
    table.boot(0, "power_on")
    return table
def press(table, key):
    table.press(key, False, Clock.now)
    table.tick(time.ticks_add(Clock.now, 50))
    table.screen(time.ticks_add(Clock.now, 50))
    Clock.now = time.ticks_add(Clock.now, 3000)
def presses():
    table = make_table()
    for key in ("OK", "OK", "OK", "OK", "QUEEN", "OK"):
        press(table, key)
    gc.collect()
    return timed(lambda: press(table, "CLOCK"), 21)
try_("press_to_screen", presses)
try_("heap_used_after", gc.mem_alloc)
print("boardside:done:")
"""


def read_report(said: str) -> dict[str, str]:
    """The lines of the script's answer, by name."""
    facts = {}
    for line in said.splitlines():
        if line.startswith(MARK):
            name, _, value = line.removeprefix(MARK).partition("=")
            facts[name] = value.strip()
    return facts


def report_text(facts: Mapping[str, str], port: str, at: datetime) -> str:
    """The report as a file to send."""
    lines = [
        "Boardside: report on a board",
        f"taken {at:%Y-%m-%d %H:%M} UTC with boardside {version('boardside')}, port {port}",
        "",
        *(f"{name}: {value}" for name, value in facts.items()),
        "",
        "Please add: the maker and name of the board, the module's marking, what is wired to it, how it is",
        "supplied, and what you saw at each step of docs/builder/bring-up.md.",
    ]
    return "\n".join(lines) + "\n"


def write_report(port: str, file: Path) -> str:
    """Ask the board at `port` what it is and how fast, write it into `file`, and return it. The table's
    program stops for some seconds and starts again; its match goes on, the clock paused. Raises DeviceError.
    """
    check_port(port)
    answer = prompt.answer(port, SCRIPT, REPORT_S)
    prompt.restart(port)
    report = report_text(read_report(answer), port, datetime.now(UTC))
    try:
        file.write_text(report, encoding="utf-8")
    except OSError as error:
        raise DeviceError(f"{file} cannot be written: {error.strerror}.") from error
    return report
