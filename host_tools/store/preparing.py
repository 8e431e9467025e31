"""Prepare a database that is opened: make it, upgrade it, or say why it cannot be used."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Engine, insert, inspect, select, update

from host_tools.outside.files import free_name, replacing
from host_tools.store import at_work
from host_tools.store.database import reading, writing
from host_tools.store.reasons import StoreError, StoreUnavailable
from host_tools.store.schema import SCHEMA_VERSION, meta
from host_tools.store.tournament_schema import metadata
from host_tools.store.troubles import shown

if TYPE_CHECKING:
    from alembic.operations import Operations


def prepare(engine: Engine, create: bool = True) -> None:
    """Make the tables in a new database, upgrade an older one, and prove that the database can be written.

    A SQLite file is copied to FILE.v<version>.bak before it is upgraded. With `create` false nothing is
    written, and a new or older database raises StoreError. A newer database always raises StoreError.
    """
    where = shown(engine)
    if not create:
        with reading(engine) as connection:
            version = _version(connection)
        if version is None:
            raise StoreError("no_tournament", where=where)
        if version < SCHEMA_VERSION:
            raise StoreError("of_older_version", where=where, version=version, own=SCHEMA_VERSION)
        _refuse_newer(where, version)
        return
    with writing(engine) as connection:
        version = _version(connection)
        if version is None:
            metadata.create_all(connection)
            connection.execute(insert(meta).values(key="schema", value=str(SCHEMA_VERSION)))
        elif version < SCHEMA_VERSION:
            _upgrade(engine, connection, version, where)
        else:
            _refuse_newer(where, version)
            connection.execute(update(meta).where(meta.c.key == "schema").values(value=str(version)))


def _refuse_newer(where: str, version: int) -> None:
    if version > SCHEMA_VERSION:
        raise StoreError("of_newer_version", where=where, version=version, own=SCHEMA_VERSION)


def _version(connection: Connection) -> int | None:
    """The database's schema version; None when it does not have Boardside's tables yet."""
    if not inspect(connection).has_table(meta.name):
        return None
    row: Any = connection.execute(select(meta.c.value).where(meta.c.key == "schema")).scalar()
    return int(row) if row is not None and str(row).isdigit() else None


def _upgrade(engine: Engine, connection: Connection, version: int, where: str) -> None:
    """Upgrade the database in the caller's transaction: completely or not at all. Nothing else can write
    meanwhile.
    """
    try:
        with at_work.alone(engine):
            _upgrade_alone(engine, connection, version)
    except at_work.Occupied as error:
        raise StoreError("older_at_work", where=where, pid=error.pid, host=error.host) from error


def _upgrade_alone(engine: Engine, connection: Connection, version: int) -> None:
    if engine.dialect.name == "sqlite" and engine.url.database:
        _back_up(Path(engine.url.database), version)
    upgrade_tables(connection, version, SCHEMA_VERSION)
    connection.execute(update(meta).where(meta.c.key == "schema").values(value=str(SCHEMA_VERSION)))


def _back_up(path: Path, version: int) -> Path:
    """Copy the committed data to a file beside the database, completely or not at all. An older copy is never
    overwritten.
    """
    copy = free_name(Path(f"{path}.v{version}.bak"))
    try:
        with (
            replacing(copy, is_private=True) as part,
            closing(sqlite3.connect(path)) as old,
            closing(sqlite3.connect(part)) as new,
        ):
            old.backup(new)
    except (OSError, sqlite3.Error) as error:
        free = shutil.disk_usage(path.parent).free
        raise StoreUnavailable(
            "not_copied_first", path=str(path), why=str(error), free_mib=free // 2**20
        ) from error
    return copy


# Upgrades a database of an older version, by Alembic's operations
# (https://alembic.sqlalchemy.org/en/latest/ops.html), all in the one transaction of the caller. Only
# `meta.schema` says which version a database has.
#
# While there is one version, its tables are those of schema.py. A second one gets a function that makes it
# from the first, and `_first` the operations that make the tables as they were (tests/promises holds that).


def _first(op: "Operations") -> None:
    """The tables of Boardside 1.0, in an empty database."""
    metadata.create_all(op.get_bind())


#: Each version, with the function that makes it from the one before. What is released is not changed.
STEPS: dict[int, Callable[["Operations"], None]] = {1: _first}


def upgrade_tables(connection: Connection, version: int, target: int) -> None:
    """Upgrade the tables from `version` (0: there are none) to `target`; do not change `meta.schema`."""
    # Importing Alembic takes 0.25 s, and is rarely needed.
    from alembic.operations import Operations
    from alembic.runtime.migration import MigrationContext

    context = MigrationContext.configure(connection, opts={"render_as_batch": True})
    with Operations.context(context) as op:
        for number in range(version + 1, target + 1):
            STEPS[number](op)
