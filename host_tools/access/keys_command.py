"""`boardside keys`: list, revoke, export and import the tables' keys. No key is ever printed."""

from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from host_tools.console import text_tables
from host_tools.console.shared_options import DEFAULT_DATABASE, Database
from host_tools.console.text_tables import Column
from host_tools.store import key_file
from host_tools.store.command_line import COMMAND_LINE, fail, key_rows, opened, out
from host_tools.store.keys import USABLE, KeyRow, fingerprint

File = Annotated[
    Path, typer.Argument(help="The file of keys; anybody who has it can send results as these tables.")
]

COLUMNS = (
    Column("table", right=True),
    *(Column(head, whole=True) for head in ("key", "state", "given", "first used", "ended")),
    Column("by"),
)

app = typer.Typer(no_args_is_help=True, help="The tables' keys: list, revoke, export, import.")


@app.command("list")
def list_command(
    table: Annotated[int | None, typer.Option("--table", help="Only this table's.", min=1, max=9999)] = None,
    every: Annotated[
        bool, typer.Option("--all", help="Also keys that were replaced or revoked long ago.")
    ] = False,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """List each table's keys by fingerprint, and whether they are valid."""
    with opened(db) as store:
        rows = store.keys.rows(table)
    usable = {row.table for row in rows if row.state in USABLE}
    listed = [row for row in rows if every or row.state != "replaced"]
    if not listed:
        out.print("No keys." if table is None else f"Table {table} has no key.")
        return
    text_tables.show(out, "", COLUMNS, map(_cells, listed))
    for number in sorted({row.table for row in rows} - usable):
        states = {row.state for row in rows if row.table == number}
        if "revoked" in states:
            out.print(f"Table {number} is refused until `boardside provision` gives it a new key.")


def _cells(row: KeyRow) -> tuple[str, ...]:
    times = (row.made_at, row.used_at, row.ended_at)
    return (str(row.table), fingerprint(row.key), row.state, *map(_when, times), (row.note or "")[:40])


@app.command("revoke")
def revoke_command(
    table: Annotated[int, typer.Option("--table", help="The table's number.", min=1, max=9999)],
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Revoke a table's keys, when table or key was lost: collectors refuse it with them, and without one."""
    with opened(db) as store:
        count = store.keys.revoke(table)
        if count:
            store.admins.act(COMMAND_LINE, "key revoked", {"table": table})
    if not count:
        raise fail(f"Table {table} has no key that counts: there is nothing to revoke.")
    out.print(
        f"Table {table} is refused from now on; a running link to it ends within a second. "
        "`boardside provision` gives it a new key."
    )


@app.command("export")
def export_command(file: File, db: Database = DEFAULT_DATABASE) -> None:
    """Write all keys into a file that only you can read, for a second laptop."""
    with opened(db) as store:
        try:
            count = key_file.write(file, store.keys.rows())
        except OSError as error:
            raise fail(f"{file} cannot be written: {error.strerror}.") from error
    out.print(
        f"{_keys(count)} in {file}. Anybody who reads it can send results as these tables.",
        markup=False,
        soft_wrap=True,
    )


@app.command("import")
def import_command(file: File, db: Database = DEFAULT_DATABASE) -> None:
    """Import keys from such a file. A key that was revoked on either side stays revoked."""
    rows = key_rows(file)
    with opened(db, create=True) as store:
        count = store.keys.merge(rows)
        if count:
            store.admins.act(COMMAND_LINE, "keys imported", {"count": count})
    out.print(f"{_keys(len(rows))} read, {count} changed something.", markup=False)


def _keys(count: int) -> str:
    return f"{count} key{'' if count == 1 else 's'}"


def _when(at: int | None) -> str:
    return datetime.fromtimestamp(at / 1000).strftime("%d %b %H:%M") if at is not None else "-"
