"""How a database of an older version becomes one of this version: one module for each version, `v<number>`,
with `upgrade(op)`, which makes it from the version before.

What a module here does is never changed any more once a release has written that version. `meta.schema` says
which version a database is; there is no second place that does. Alembic's operations do the work
(https://alembic.sqlalchemy.org/en/latest/ops.html), all in the one transaction of the caller.
"""

from collections.abc import Callable

from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection

from host_tools.store.migrations import v1, v2, v3

#: The version that a step makes, from the one before.
STEPS: dict[int, Callable[[Operations], None]] = {1: v1.upgrade, 2: v2.upgrade, 3: v3.upgrade}


def upgrade(connection: Connection, version: int, wanted: int) -> None:
    """Bring the tables from `version` (0: none are there) to `wanted`; `meta` says nothing of it yet."""
    context = MigrationContext.configure(connection, opts={"render_as_batch": True})
    with Operations.context(context) as op:
        for number in range(version + 1, wanted + 1):
            STEPS[number](op)
