"""`boardside tournament import`: a whole tournament, or a part of one, from files."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from host_tools.console.shared_options import DEFAULT_DATABASE, Database, EventOption
from host_tools.outside.files import read_input, replacing
from host_tools.tournament.commands.command_line import (
    AsJson,
    DryRun,
    Which,
    at_desk,
    print_json,
    say,
    showing,
)
from host_tools.tournament.desk import shapes
from host_tools.tournament.desk.desk import Desk, DeskError
from host_tools.tournament.imports import importing
from host_tools.tournament.imports.import_files import ImportFile
from host_tools.tournament.imports.importing import Imported


def import_command(
    files: Annotated[list[str], typer.Argument(help="CSV or JSON; - is standard input.")],
    event: EventOption = None,
    which: Which = None,
    dry_run: DryRun = False,
    as_json: AsJson = False,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Import entries, draws, rounds and results from files, all of them or nothing."""
    with _kept_or_not(db, dry_run) as desk, showing("Importing", "rows", "imported") as progress:
        given = [_file(name) for name in files]
        imported = desk.import_files(given, which, event, dry_run=dry_run, progress=progress)
    if as_json:
        print_json(shapes.of_import(imported, dry_run))
        return
    _say(imported, dry_run)


def _file(name: str) -> ImportFile:
    try:
        data = read_input(name)
    except OSError as error:
        raise DeskError("file_unreadable", file=name, why=error.strerror) from error
    return ImportFile(Path(name).name, data)


def _say(imported: Imported, dry_run: bool) -> None:
    if dry_run:
        for change in imported.changes:
            say(f"{change.file}:{change.line}: {importing.change(change)}")
    for line in importing.summary(imported, dry_run):
        say(line)


class _DryRun(Exception):  # noqa: N818
    """Ends the making of a database that is not to stay."""


@contextmanager
def _kept_or_not(db: str, dry_run: bool) -> Iterator[Desk]:
    """The desk. A database that is not there yet is made beside its place, and comes there with everything in
    it, or not at all.
    """
    new = _new_file(db)
    if new is None:
        with at_desk(db) as desk:
            yield desk
        return
    try:
        with replacing(new, is_private=True) as part:
            with at_desk(f"sqlite:///{part}", create=True) as desk:
                yield desk
            if dry_run:
                raise _DryRun
    except _DryRun:
        pass


def _new_file(db: str) -> Path | None:
    """The file of an SQLite database that is not there yet; None: there is one, or it has no file."""
    try:
        url = make_url(db)
    except ArgumentError:
        return None  # the desk says what is wrong with it
    if url.get_backend_name() != "sqlite" or not url.database or url.database.startswith((":", "file:")):
        return None
    path = Path(url.database)
    return None if path.exists() or not path.parent.is_dir() else path
