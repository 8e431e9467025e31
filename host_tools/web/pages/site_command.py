"""`boardside site`: the tournament as a folder of static pages (static_site.py)."""

from pathlib import Path
from typing import Annotated

import typer

from host_tools.console.shared_options import DEFAULT_DATABASE, Database
from host_tools.exports.output import moment_now, own_language
from host_tools.i18n import CODES
from host_tools.store.command_line import errors_reported
from host_tools.tournament.commands.command_line import Which, at_desk, showing
from host_tools.web.pages import static_site


def site_command(
    folder: Annotated[Path, typer.Argument(help="The folder to make, or to make again.")],
    tournament: Which = None,
    language: Annotated[
        list[str] | None,
        typer.Option(
            "--language",
            "-l",
            help=f"{', '.join(CODES)} or all; repeat it for more. Default: this computer's.",
        ),
    ] = None,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Write the tournament as a folder of pages, for a USB stick or any web host."""
    languages = list(dict.fromkeys(language or [own_language()]))
    if "all" in languages:
        languages = list(dict.fromkeys((own_language(), *CODES)))
    with at_desk(db) as desk, errors_reported(), showing("Writing", "pages") as progress:
        key = desk.tournament(tournament).key
        made = static_site.write(desk.store, folder, key, languages, moment_now(), progress)
    typer.echo(f"{folder}: {made.tournament}, {made.pages} pages, {made.size / 1e6:.1f} MB.")
