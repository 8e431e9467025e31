"""Upgrades a database of an older version. Each version has a module, `v<number>`, whose `upgrade(op)` makes
it from the version before.

A module is not changed any more when a release has written its version. Only `meta.schema` says which version
a database has. Alembic's operations do the work
(https://alembic.sqlalchemy.org/en/latest/ops.html), all in the one transaction of the caller.
"""

from collections.abc import Callable

from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection

from host_tools.store.migrations import v1, v2, v3, v4, v5, v6

#: Each version, with the function that makes it from the one before.
STEPS: dict[int, Callable[[Operations], None]] = {
    1: v1.upgrade,
    2: v2.upgrade,
    3: v3.upgrade,
    4: v4.upgrade,
    5: v5.upgrade,
    6: v6.upgrade,
}


def upgrade(connection: Connection, version: int, wanted: int) -> None:
    """Upgrade the tables from `version` (0: there are none) to `wanted`; do not change `meta.schema`."""
    context = MigrationContext.configure(connection, opts={"render_as_batch": True})
    with Operations.context(context) as op:
        for number in range(version + 1, wanted + 1):
            STEPS[number](op)
