"""`boardside dev simulate`: a hall of tables without hardware, until Ctrl-C."""

import asyncio
import signal
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from boardside import arrangement
from host_tools import folders
from host_tools.console import terminal

from .hall import COLLECTOR, PANELS_PORT, Hall
from .process import Options, SimulatorError, displays_of
from .wifi import ANNOUNCEMENTS


class Chip(StrEnum):
    """The chip of a board, as esptool calls it."""

    ESP32 = "esp32"
    ESP32_S3 = "esp32s3"


def simulate(
    tables: Annotated[int, typer.Option("--tables", "-n", min=1, max=200, help="How many tables.")] = 4,
    serial: Annotated[
        int | None,
        typer.Option(
            min=0, help="How many of them are on serial lines, the others on Wi-Fi. Default: half of them."
        ),
    ] = None,
    collector: Annotated[
        str, typer.Option(metavar="ADDRESS:PORT", help="The collector for the tables on Wi-Fi.")
    ] = f"{COLLECTOR[0]}:{COLLECTOR[1]}",
    find: Annotated[
        bool,
        typer.Option(
            "--find",
            help="The tables on Wi-Fi look for a collector that announces itself (collect --announce).",
        ),
    ] = False,
    panels: Annotated[
        int, typer.Option(min=0, max=65535, help="Port of the panels' page; 0: any free one.")
    ] = PANELS_PORT,
    bind: Annotated[
        str, typer.Option(help="Address of the panels' page. Anybody who can open it can press every key.")
    ] = "127.0.0.1",
    display: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME,…",
            help=f"What is soldered on, one to three of {', '.join(arrangement.DISPLAYS)}; the first is the "
            'default. With " back" behind its name one faces the other way.',
        ),
    ] = None,
    panel: Annotated[
        str, typer.Option(metavar="NAME", help=f"How the keys are wired: {', '.join(arrangement.PANELS)}.")
    ] = "gpio",
    chip: Annotated[Chip, typer.Option(help="The board's chip, with its pins.")] = Chip.ESP32,
    battery: Annotated[
        bool, typer.Option("--battery", help="Give each table a battery; its voltage is set in the panel.")
    ] = False,
    folder: Annotated[
        Path | None,
        typer.Option(
            help="The folder for the tables' flash, kept between runs.",
            show_default="tables in the folder of Boardside's state",
        ),
    ] = None,
    fast: Annotated[
        bool, typer.Option("--fast", help="No waits for flash erases and for joining Wi-Fi.")
    ] = False,
    as_chip: Annotated[
        bool,
        typer.Option("--as-chip", help="As slow as an ESP32: calculated, within a factor of two."),
    ] = False,
    bounce: Annotated[
        int, typer.Option(metavar="MS", min=0, max=1000, help="How long the keys' contacts bounce.")
    ] = 0,
    reset_on_open: Annotated[
        bool,
        typer.Option("--reset-on-open", help="Opening a serial port resets its board, as many boards do."),
    ] = False,
) -> None:
    """Run simulated tables: the real firmware on real MicroPython, with keys and display in the browser."""
    out = terminal.console()
    if folder is None:
        folder = folders.simulated()
    try:
        options = Options(
            bounce_ms=bounce,
            reset_on_open=reset_on_open,
            displays=displays_of(display or ["max7219"], panel),
            panel=panel,
            chip=chip.value,
            as_chip=as_chip,
        )
        hall = Hall(
            tables,
            serial=None if serial is None else min(serial, tables),
            folder=folder,
            collector=_address(collector),
            panels_port=panels,
            bind=bind,
            options=options.fast() if fast else options,
            config={"battery": True} if battery else None,
            finds=ANNOUNCEMENTS if find else None,
        )
        asyncio.run(_run(hall, out, _address(collector)[1]))
    except SimulatorError as error:
        terminal.console(stderr=True).print(str(error), style="red", markup=False)
        raise typer.Exit(1) from None


async def _run(hall: Hall, out: Console, tcp: int) -> None:
    interrupted = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, interrupted.set)
    async with hall:
        out.print(f"[bold]{'table':7}{'link':8}panel{' ' * 31}serial port[/bold]")
        for table in hall.tables:
            link = "Wi-Fi" if table.transport == "tcp" else "serial"
            panel = f"{hall.panels_url}/panel/{table.number}"
            port = f"{hall.folder / f'table{table.number}.tty'} ({table.serial_path})"
            out.print(f"{table.number:<7}{link:8}{panel:36}{port}", soft_wrap=True, highlight=False)
        out.print(f"\nAll panels: [bold]{hall.panels_url}/[/bold]")
        out.print(f"To collect: {collecting(hall, tcp)}", soft_wrap=True, highlight=False)
        out.print("Ctrl-C switches them off.")
        await interrupted.wait()
    out.print("\nThe tables are switched off; their flash is kept.")


def collecting(hall: Hall, tcp: int) -> str:
    """The command that collects from this hall, whose tables on Wi-Fi call port `tcp`."""
    ports = [
        f"--serial {hall.folder / f'table{table.number}.tty'}"
        for table in hall.tables
        if table.transport == "serial"
    ]
    tcp_port = [] if hall.finds or tcp == COLLECTOR[1] else [f"--tcp {tcp}"]
    announce = ["--announce"] if hall.finds else []
    return " ".join(["boardside collect", *announce, *tcp_port, f"--panels {hall.panels_url}", *ports])


def _address(text: str) -> tuple[str, int]:
    address, colon, port = text.rpartition(":")
    if not colon or not port.isdecimal() or not 0 < int(port) < 65536 or not address:
        raise SimulatorError(f"{text!r} is no address and port: write it as 127.0.0.1:7580.")
    return address.strip("[]"), int(port)
