"""tests/store/test_store.py once more, on a real PostgreSQL server."""

from test_store import *  # noqa: F403
