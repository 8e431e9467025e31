"""tests/store/test_store_writer.py once more, on a real PostgreSQL server."""

from test_store_writer import *  # noqa: F403
