"""Version 6: a player has a Latin spelling of the name, for displays that cannot show the name itself."""

from alembic.operations import Operations
from sqlalchemy import Column, Text


def upgrade(op: Operations) -> None:
    """From version 5."""
    op.add_column("players", Column("latin", Text))
