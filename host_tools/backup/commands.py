"""`boardside backup`, `restore`, `forget`."""

import getpass
import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer
from sqlalchemy import Table

from host_tools.backup import backups, contents, forgetting, portable, regular, rescuing, staging
from host_tools.backup.reasons import CareError
from host_tools.console.shared_options import DEFAULT_DATABASE, AsJson, Database, DryRun, Which, Yes, is_given
from host_tools.store import Store
from host_tools.store.command_line import errors_reported, opened
from host_tools.store.meta_values import RESTORE
from host_tools.store.troubles import hidden
from host_tools.verify.command import CannotVerify, verify_database

Force = Annotated[bool, typer.Option("--force", help="Replace an existing file or database.")]
File = Annotated[Path, typer.Argument(help="The file.")]


def backup_command(
    file: Annotated[
        Path | None, typer.Argument(help="The file. Default: one more in the folder of `collect --backup`.")
    ] = None,
    force: Force = False,
    tournament: Which = None,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Write the whole database into one file, also while a collector runs. It holds the tables' keys.

    With --tournament write the archive of that tournament, which a later Boardside can open: draw, results,
    events; no keys.
    """
    with opened(db) as store:
        if tournament is not None and file is not None:
            manifest = portable.archive(store, tournament, file, datetime.now(UTC), force=force)
            counted = _counted(dict(manifest.tables))
            typer.echo(f"{file}: {manifest.about}, {counted}. It holds the players' names.")
            return
        if tournament is not None:
            raise CareError("archive_needs_file", tournament=tournament)
        if file is None:
            typer.echo(f"{regular.make(store).file}: checked.")
            return
        counts = backups.back_up(store, file, datetime.now(UTC), force=force)
    typer.echo(
        f"{file}: {_counted(counts)}, checked. It holds the tables' keys: keep it as safe as the laptop."
    )


def restore_command(
    context: typer.Context,
    file: File,
    is_archive: Annotated[
        bool,
        typer.Option(
            "--archive",
            help="It is the archive of a tournament: make a database of it, next to the file or at --db. It "
            "brings no accounts and keys.",
        ),
    ] = False,
    is_damaged: Annotated[
        bool,
        typer.Option(
            "--rescue",
            help="It is a damaged database: make a new one of what can be read, next to the file or at --db. "
            "Exit status 1: something is missing.",
        ),
    ] = False,
    force: Force = False,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Restore a backup, with its accounts, tokens and keys. No collector may run. With --force it replaces
    everything in the database.
    """
    with errors_reported():
        if is_damaged:
            _rescue(file, _file_of(db) if is_given(context, "db") else file.with_suffix(".rescued.sqlite3"))
            return
        if is_archive:
            _open(file, db if is_given(context, "db") else f"sqlite:///{file.with_suffix('.sqlite3')}", force)
            return
        made_at = staging.made_at(file)
        counts = backups.restore(file, db, "backup", force=force)
        with opened(db) as store:
            as_of = store.health.newest_ms() if made_at is None else int(made_at.timestamp() * 1000)
            act = max((act["id"] for act in store.admins.acts(limit=1)), default=0)
            store.admins.act(_person(), RESTORE, {"as_of": as_of, "act": act})
    typer.echo(f"{hidden(db)}: {_counted(counts)}.")
    typer.echo(
        f"It is as of {datetime.fromtimestamp(as_of / 1000):%Y-%m-%d %H:%M}, act {act}: what the desk did "
        "since then has to be entered again; the tables send what they have."
    )
    typer.echo(f"Who may act here came with it: {_listed(counts, contents.ACCOUNTS)}.")


def _open(file: Path, url: str, force: bool) -> None:
    if file.is_dir():
        raise CareError("archive_is_folder", file=str(file))
    counts = backups.restore(file, url, "tournament", force=force)
    typer.echo(f"It brought {_listed(counts, contents.OF_TOURNAMENT)}. Look at it with --db {hidden(url)}")


def _file_of(url: str) -> Path:
    """The file of an SQLite database. Raises CareError for another one."""
    scheme, _, path = url.partition(":///")
    if scheme != "sqlite" or not path:
        raise CareError("rescue_makes_file")
    return Path(path)


def _rescue(damaged: Path, new: Path) -> None:
    """Make a new database from the readable parts of a damaged one, which is not changed."""
    rescued = rescuing.rescue(damaged, new)
    with opened(f"sqlite:///{new}") as store:
        audit = _audit(store)
    typer.echo(f"{new}: {_counted(rescued.rows)}.")
    for line in [*rescued.lines(), *audit]:
        typer.echo(line)
    if rescued.is_all:
        typer.echo("Everything could be read.")
        return
    typer.echo(
        "Collect into it now (`boardside collect --db`): the tables send what it lacks, as far as they still "
        "have it. Then look with `boardside verify`, and compare what the desk entered with your last backup."
    )
    raise typer.Exit(1)


#: The most places of damage to list after a rescue.
_BROKEN_MOST = 20


def _audit(store: Store) -> list[str]:
    """The damage that `boardside verify` finds, one line each."""
    try:
        report = verify_database(store)
    except CannotVerify as error:
        return [str(error)]
    broken = [finding.line() for finding in report.findings if finding.is_broken]
    more = len(broken) - _BROKEN_MOST
    return broken if more <= 0 else [*broken[:_BROKEN_MOST], f"and {more} more: see `boardside verify`."]


def forget_command(
    name: Annotated[str, typer.Argument(help="The whole name, as in the entries, now or before.")],
    also: Annotated[
        list[str] | None, typer.Option("--also", help="Another spelling of the same person; repeat it.")
    ] = None,
    yes: Yes = False,
    dry_run: DryRun = False,
    as_json: AsJson = False,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Delete a person's data: the name in every spelling, club, country, licence, everywhere.

    Also what they were before an edit. These stay: start numbers, draws, scores and what proves them.
    """
    names = [*(also or [])]
    with opened(db) as store:
        now = int(datetime.now(UTC).timestamp() * 1000)
        if dry_run or not yes:
            forgotten = forgetting.forget(store, name, now, "", also=names, only_look=True)
            if not dry_run:
                similar = [near.name for near in forgotten.near if typer.confirm(f"Is it {near} too?")]
                if similar:
                    names += similar
                    forgotten = forgetting.forget(store, name, now, "", also=names, only_look=True)
            _say(forgotten, "would change", as_json and dry_run)
            if dry_run:
                return
            typer.confirm("Delete? This cannot be undone.", abort=True)
        forgotten = forgetting.forget(store, name, now, _person(), also=names)
    _say(forgotten, "changed", as_json)


def _person() -> str:
    return f"{getpass.getuser()} (command line)"


#: The most rows of a table to list.
_NAMED_MOST = 12


def _say(forgotten: forgetting.Forgotten, done: str, as_json: bool) -> None:
    if not as_json:
        _tell(forgotten, done, typer.echo)
        return
    near = [{"name": other.name, "how": other.how, "where": other.where} for other in forgotten.near]
    answer = {
        "players": forgotten.players,
        "spellings": forgotten.spellings,
        "rows": forgotten.rows,
        "places": forgotten.places,
        "uncovered": forgotten.uncovered,
        "near": near,
        "not_reached": forgetting.NOT_REACHED,
    }
    typer.echo(json.dumps({"version": 1, **answer}, ensure_ascii=False))


def _tell(forgotten: forgetting.Forgotten, done: str, say: Callable[[str], None]) -> None:
    say(f"Every spelling: {', '.join(map(repr, forgotten.spellings))}")
    for player in forgotten.players:
        say(f"Player {player}: name, club, country, licence, also as they were before an edit")
    for table, count in sorted(forgotten.rows.items()):
        places = forgotten.places[table]
        more = f" and {len(places) - _NAMED_MOST} more" if len(places) > _NAMED_MOST else ""
        named = ", ".join(places[:_NAMED_MOST])
        say(f"{table}: {count} row{'' if count == 1 else 's'} {done}: {named}{more}")
    for match in forgotten.uncovered:
        say(f"match {match}: its seal no longer covers everything before the erased event")
    for other in forgotten.near:
        say(f"Stays, as it is another name: {other}")
    say("Not reached:")
    for where in forgetting.NOT_REACHED:
        say(f"  {where}")


def _counted(counts: dict[str, int]) -> str:
    names = {
        "events": "events of tables",
        "matches": "matches played",
        "fixtures": "planned",
        "players": "players",
    }
    return ", ".join(f"{counts.get(table, 0)} {name}" for table, name in names.items())


def _listed(counts: dict[str, int], tables: Sequence[Table]) -> str:
    """The numbers of rows of these tables that have any."""
    parts = [f"{counts[table.name]} {table.name}" for table in tables if counts.get(table.name)]
    return ", ".join(part.replace("_", " ") for part in parts) or "nothing"
