"""Version 5: a table's answer to a command is stored as a reason with facts. An answer that is stored as a
sentence stays as it is.
"""

from alembic.operations import Operations
from sqlalchemy import Column, Text


def upgrade(op: Operations) -> None:
    """From version 4."""
    op.add_column("commands", Column("reason", Text))
    op.add_column("commands", Column("facts", Text))
