"""A version of the schema after this one, made up: the table `events` gets a column."""

from collections.abc import Mapping, Sequence

import pytest
from alembic.operations import Operations
from sqlalchemy import Column, Engine, Text, inspect, select, text
from store_records import event, match

from host_tools.store import Store, preparing
from host_tools.store.preparing import STEPS
from host_tools.store.schema import SCHEMA_VERSION
from host_tools.store.tournament_schema import metadata

NEXT = SCHEMA_VERSION + 1
Rows = Mapping[str, Sequence[tuple[object, ...]]]


def upgrade(op: Operations) -> None:
    """From this version."""
    op.add_column("events", Column("remark", Text))


def comes(monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on the program is of that version."""
    monkeypatch.setitem(STEPS, NEXT, upgrade)
    monkeypatch.setattr(preparing, "SCHEMA_VERSION", NEXT)


def filled(url: str) -> Rows:
    """A database of this version with some rows at `url`; returns them."""
    store = Store.open(url)
    store.write([event(1), event(2), match()])
    content = rows(store.engine)
    store.close()
    return content


def rows(engine: Engine) -> Rows:
    """All rows of the tables of this version, in its columns, `meta` left out."""
    with engine.connect() as connection:
        return {
            table.name: [tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key))]
            for table in metadata.sorted_tables
            if table.name != "meta"
        }


def version(engine: Engine) -> int:
    """The version that the database has, by its number and by its columns."""
    with engine.connect() as connection:
        number = int(str(connection.execute(text("select value from meta where key = 'schema'")).scalar()))
    is_next = "remark" in {column["name"] for column in inspect(engine).get_columns("events")}
    assert is_next == (number == NEXT)
    return number
