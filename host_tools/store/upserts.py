"""Insert or replace, alike on SQLite and PostgreSQL, and only what both can take."""

import functools
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, String, Table, bindparam
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
    statement = dialect_insert(connection, table)
    changed = {name: statement.excluded[name] for name in rows[0] if name not in key and name not in keep}
    values: dict[str, Any] = {name: bindparam(name) for name in rows[0]}
    where = None if newer is None else table.c[newer] <= statement.excluded[newer]
    statement = statement.values(values)
    connection.execute(statement.on_conflict_do_update(index_elements=key, set_=changed, where=where), rows)


def dialect_insert(connection: Connection, table: Table) -> Any:
    """An INSERT that knows ON CONFLICT."""
    if connection.dialect.name == "postgresql":
        return postgresql.insert(table)
    return sqlite.insert(table)


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
