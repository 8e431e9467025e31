"""Insert or replace rows in the same way on SQLite and PostgreSQL, with values that both accept."""

import functools
import re
from collections.abc import Sequence
from operator import itemgetter
from typing import Any

from sqlalchemy import ARRAY, Connection, String, Table, bindparam, cast, func, literal, select
from sqlalchemy.dialects import sqlite

from host_tools.store.rows import AnyRow

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def upsert(
    connection: Connection,
    table: Table,
    rows: Sequence[AnyRow],
    key: list[str],
    keep: Sequence[str] = (),
    newer: str | None = None,
) -> None:
    """Insert the rows, or replace those with the same key. Columns in `keep` stay as they were first written.
    A row is not replaced by one whose column `newer` is smaller: another collector has written newer values.
    """
    if not rows:
        return
    for row in rows:
        make_fit(table, row)
    dialect, names = connection.dialect.name, tuple(rows[0])
    if dialect == "postgresql":
        statement = _upsert(dialect, table, names, tuple(key), tuple(keep), newer)
        connection.execute(statement, _columns(names, rows))
        return
    sql, values = _upsert_text(table, names, tuple(key), tuple(keep), newer)
    connection.exec_driver_sql(sql, [values(row) for row in rows])


def insert_new(connection: Connection, table: Table, rows: Sequence[AnyRow]) -> int:
    """Insert the rows that are not stored yet, in this order; returns their number."""
    if not rows:
        return 0
    dialect, names = connection.dialect.name, tuple(rows[0])
    if dialect == "postgresql":
        # The row count is not known (-1) for INSERT ... SELECT: it returns a row for each new one.
        return len(connection.execute(_insert_new(dialect, table, names), _columns(names, rows)).all())
    sql, values = _insert_new_text(table, names)
    return int(connection.exec_driver_sql(sql, [values(row) for row in rows]).rowcount)


# Each statement is built once: building it takes longer than SQLite needs for the rows of a commit. SQLite
# gets the statement as text, with tuples: processing each value in SQLAlchemy took as long again.


@functools.cache
def _upsert_text(
    table: Table, names: tuple[str, ...], key: tuple[str, ...], keep: tuple[str, ...], newer: str | None
) -> tuple[str, Any]:
    return _as_text(_upsert("sqlite", table, names, key, keep, newer))


@functools.cache
def _insert_new_text(table: Table, names: tuple[str, ...]) -> tuple[str, Any]:
    return _as_text(_insert_new("sqlite", table, names))


def _as_text(statement: Any) -> tuple[str, Any]:
    """The statement as text for SQLite, and a function that makes its parameters from a row."""
    compiled = statement.compile(dialect=sqlite.dialect(paramstyle="qmark"))
    order = compiled.positiontup
    return str(compiled), itemgetter(*order) if len(order) > 1 else lambda row: (row[order[0]],)


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
    """An INSERT of rows to which ON CONFLICT can be added.

    A server gets all rows in one statement with each column as an array: a thousand rows take one round trip.
    SQLite needs no round trips, and gets the rows one by one.
    """
    if dialect != "postgresql":
        return sqlite.insert(table).values({name: bindparam(name) for name in names})
    from sqlalchemy.dialects import postgresql  # imported only here: it takes 10% of a command's start

    columns = [func.unnest(cast(bindparam(f"all_{name}"), ARRAY(table.c[name].type))) for name in names]
    return postgresql.insert(table).from_select(names, select(*columns))


def _columns(names: tuple[str, ...], rows: Sequence[AnyRow]) -> dict[str, list[object]]:
    """The parameters of a server's statement: the values of each column."""
    return {f"all_{name}": [row[name] for row in rows] for name in names}


def make_fit(table: Table, row: AnyRow) -> None:
    """Change texts in `row` so that every database accepts them: a zero byte or half a surrogate pair becomes
    "?", and a text longer than its column is cut. In such a short text each control character becomes "?". An
    event's `body` stays unchanged.
    """
    for name, length in _texts(table):
        value = row.get(name)
        if not isinstance(value, str):
            continue
        if "\0" in value or not value.isascii():
            row[name] = value = value.replace("\0", "?").encode("utf-8", "replace").decode()
        if length is None:
            continue
        if len(value) > length:
            row[name] = value = value[:length]
        if not value.isprintable():
            row[name] = _CONTROL.sub("?", value)


@functools.cache
def _texts(table: Table) -> tuple[tuple[str, int | None], ...]:
    """The columns with text, and the maximum length of each (None: any length)."""
    return tuple(
        (column.name, column.type.length)
        for column in table.columns
        if isinstance(column.type, String) and column.name != "body"
    )
