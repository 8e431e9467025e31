"""Upgrades a database of an older version, by Alembic's operations
(https://alembic.sqlalchemy.org/en/latest/ops.html), all in the one transaction of the caller. Only
`meta.schema` says which version a database has.

While there is one version, its tables are those of schema.py. A second one gets a function that makes it from
the first, and `_first` the operations that make the tables as they were (tests/promises holds that).
"""

from collections.abc import Callable

from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection

from host_tools.store.tournament_schema import metadata


def _first(op: Operations) -> None:
    """The tables of Boardside 1.0, in an empty database."""
    metadata.create_all(op.get_bind())


#: Each version, with the function that makes it from the one before. What is released is not changed.
STEPS: dict[int, Callable[[Operations], None]] = {1: _first}


def upgrade(connection: Connection, version: int, target: int) -> None:
    """Upgrade the tables from `version` (0: there are none) to `wanted`; do not change `meta.schema`."""
    context = MigrationContext.configure(connection, opts={"render_as_batch": True})
    with Operations.context(context) as op:
        for number in range(version + 1, target + 1):
            STEPS[number](op)
