"""`boardside keys`: list, revoke, export and import the tables' keys. No key is ever printed."""

from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from host_tools.console import text_tables
from host_tools.console.shared_options import DEFAULT_DATABASE, Database
from host_tools.console.text_tables import Column
from host_tools.store import key_file
from host_tools.store.command_line import COMMAND_LINE, fail, key_rows, opened, out
from host_tools.store.keys import USABLE, KeyRow, fingerprint

TABLE_MOST = 9999
COLUMNS = (
    Column("table", right=True),
    *(Column(head, whole=True) for head in ("key", "state", "given", "first used", "ended")),
    Column("by"),
)


class Verb(StrEnum):
    """What is done with keys."""

    list = "list"
    revoke = "revoke"
    export = "export"
    take = "import"


def keys_command(
    do: Annotated[Verb, typer.Argument()] = Verb.list,
    what: Annotated[
        str | None,
        typer.Argument(metavar="[TABLE|FILE]", help="list, revoke: a table's number; else the file."),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="list: also keys that were replaced.")] = False,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """The tables' keys, by fingerprint: list them, revoke a table's when table or key was lost, or take them
    to a second laptop by a file that only you can read. Who has that file can send results as these tables.
    """
    if do is Verb.list:
        _list(None if what is None else _table(what), every, db)
    elif what is None:
        raise typer.BadParameter(f"boardside keys {do} {'TABLE' if do is Verb.revoke else 'FILE'}")
    elif do is Verb.revoke:
        _revoke(_table(what), db)
    elif do is Verb.export:
        _export(Path(what), db)
    else:
        _import(Path(what), db)


def _table(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and 1 <= int(text) <= TABLE_MOST):
        raise typer.BadParameter(f"{text!r} is no number of a table, 1 to {TABLE_MOST}.")
    return int(text)


def _list(table: int | None, every: bool, db: str) -> None:
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


def _revoke(table: int, db: str) -> None:
    """Collectors refuse the table with its keys, and without one."""
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


def _export(file: Path, db: str) -> None:
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


def _import(file: Path, db: str) -> None:
    """A key that was revoked on either side stays revoked."""
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
