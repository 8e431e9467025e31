"""Insert or replace, alike on SQLite and PostgreSQL, and only what both can take."""

import functools
from collections.abc import Sequence
from typing import Any

from sqlalchemy import ARRAY, Connection, String, Table, bindparam, cast, func, literal, select
from sqlalchemy.dialects import postgresql, sqlite


def upsert(
    connection: Connection,
    table: Table,
    rows: list[dict[str, Any]],
    key: list[str],
    keep: Sequence[str] = (),
    newer: str | None = None,
) -> None:
    """Insert the rows, or replace those of the same key; columns in `keep` stay as they were first
    written. A row is not replaced by one whose column `newer` is smaller: another collector knew more.
    """
    if not rows:
        return
    for row in rows:
        make_fit(table, row)
    dialect, names = connection.dialect.name, tuple(rows[0])
    statement = _upsert(dialect, table, names, tuple(key), tuple(keep), newer)
    connection.execute(statement, _parameters(dialect, names, rows))


def insert_new(connection: Connection, table: Table, rows: list[dict[str, Any]]) -> int:
    """Insert the rows that are not there yet, in this order; returns how many that were."""
    if not rows:
        return 0
    dialect, names = connection.dialect.name, tuple(rows[0])
    parameters = _parameters(dialect, names, rows)
    done = connection.execute(_insert_new(dialect, table, names), parameters)
    # PostgreSQL's row count is not known (-1) for INSERT ... SELECT: it returns a row for each new one.
    return len(done.all()) if dialect == "postgresql" else int(done.rowcount)


# Each statement is made once: building one takes longer than SQLite needs for the rows of a commit.


@functools.cache
def _upsert(
    dialect: str,
    table: Table,
    names: tuple[str, ...],
    key: tuple[str, ...],
    keep: tuple[str, ...],
    newer: str | None,
) -> Any:
    statement = _insert(dialect, table, names)
    changed = {name: statement.excluded[name] for name in names if name not in key and name not in keep}
    where = None if newer is None else table.c[newer] <= statement.excluded[newer]
    return statement.on_conflict_do_update(index_elements=key, set_=changed, where=where)


@functools.cache
def _insert_new(dialect: str, table: Table, names: tuple[str, ...]) -> Any:
    statement = _insert(dialect, table, names).on_conflict_do_nothing()
    return statement.returning(literal(1)) if dialect == "postgresql" else statement


def _insert(dialect: str, table: Table, names: tuple[str, ...]) -> Any:
    """An INSERT of rows that takes ON CONFLICT.

    A server gets all rows in one statement, a column as one array (a thousand rows in one round trip);
    SQLite, which has no trip to make, one after the other.
    """
    if dialect != "postgresql":
        return sqlite.insert(table).values({name: bindparam(name) for name in names})
    columns = [func.unnest(cast(bindparam(f"all_{name}"), ARRAY(table.c[name].type))) for name in names]
    return postgresql.insert(table).from_select(names, select(*columns))


def _parameters(dialect: str, names: tuple[str, ...], rows: list[dict[str, Any]]) -> Any:
    """What goes with that statement."""
    if dialect != "postgresql":
        return rows
    return {f"all_{name}": [row[name] for row in rows] for name in names}


def make_fit(table: Table, row: dict[str, Any]) -> None:
    """Change texts in `row` so that every database takes them: a zero byte or half a surrogate pair becomes
    "?", and what is longer than its column is cut. An event's `body` stays word for word.
    """
    for name, length in _texts(table):
        value = row.get(name)
        if not isinstance(value, str):
            continue
        if "\0" in value or not value.isascii():
            row[name] = value = value.replace("\0", "?").encode("utf-8", "replace").decode()
        if length is not None and len(value) > length:
            row[name] = value[:length]


@functools.cache
def _texts(table: Table) -> tuple[tuple[str, int | None], ...]:
    """The columns with text, and how much each takes (None: any length)."""
    return tuple(
        (column.name, column.type.length)
        for column in table.columns
        if isinstance(column.type, String) and column.name != "body"
    )
