"""tests/store/test_store_links.py once more, on a real PostgreSQL server."""

from test_store_links import *  # noqa: F403
