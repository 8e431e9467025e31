"""The tests of the store and of keys once more, on a real PostgreSQL server."""

from test_store import *  # noqa: F403
from test_store_links import *  # noqa: F403
from test_store_migrations import *  # noqa: F403
from test_store_writer import *  # noqa: F403
from test_trust_keys import *  # noqa: F403

# Signs of life are compared with the server's clock, which no test stops.
del test_tables_and_collectors_are_seen_by_other_processes  # noqa: F821
