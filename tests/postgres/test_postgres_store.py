"""tests/store/test_store.py once more, on a real PostgreSQL server."""

from test_store import *  # noqa: F403

# Signs of life are compared with the server's clock, which no test stops.
del test_tables_and_collectors_are_seen_by_other_processes  # noqa: F821
