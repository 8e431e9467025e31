"""tests/store/test_store_migrations.py once more, on a real PostgreSQL server."""

from test_store_migrations import *  # noqa: F403
