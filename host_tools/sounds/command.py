"""`boardside sounds`: the table's sounds as WAV files, for people to hear before there is a table."""

from pathlib import Path
from typing import Annotated

import typer

from boardside.drivers.buzzer import VOLUME_MAX
from boardside.table.sounds import PATTERNS
from host_tools.console import terminal, text_tables
from host_tools.console.text_tables import Column

from . import transducer
from .meanings import MEANINGS

COLUMNS = (Column("file", whole=True), Column("lasts", right=True, whole=True), Column("says"))

out = terminal.console()
err = terminal.console(stderr=True)


def sounds_command(
    folder: Annotated[Path, typer.Argument(help="Where the files go; it is made.", show_default=False)],
    volume: Annotated[int, typer.Option("--volume", help="The table's volume.", min=1, max=VOLUME_MAX)] = 7,
) -> None:
    """Write each sound of the table as a WAV file, as the buzzer would give it.

    The firmware's own patterns and driver make the square wave. The buzzer is a model: a magnetic transducer
    with one resonance at 2,400 Hz, whose sharpness is assumed. All files have one scale, so what is louder at
    the table is louder here.
    """
    rows = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in PATTERNS:
            path = folder / f"{name}.wav"
            transducer.write(path, transducer.rendered(name, volume))
            ms = sum(drive.ms for drive in transducer.driven(name, volume))
            rows.append((path.name, f"{ms / 1000:.2f} s", MEANINGS[name]))
    except OSError as error:
        err.print(
            f"{error.filename or folder} cannot be written: {error.strerror}.",
            style="red",
            markup=False,
            soft_wrap=True,
        )
        raise typer.Exit(2) from error
    text_tables.show(out, "", COLUMNS, rows)
    out.print(f"{len(rows)} files in {folder}: 48 kHz, mono, 16 bit.", markup=False, soft_wrap=True)
