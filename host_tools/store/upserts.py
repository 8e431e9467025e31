"""Insert or replace, alike on SQLite and PostgreSQL."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Table, bindparam
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
