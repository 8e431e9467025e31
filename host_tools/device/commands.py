"""The commands `boardside dev build` and `boardside flash`."""

from pathlib import Path
from typing import Annotated, NoReturn

import typer
from rich.table import Table

from host_tools.console import terminal
from host_tools.console.shared_options import DryRun, Yes

from . import board_report, bundle, flash, flashing
from .build import Built, by_part
from .tools import DeviceError, check_port

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
            typer.echo(board_report.write(port, report))
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
