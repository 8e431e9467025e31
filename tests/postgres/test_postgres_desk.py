"""tests/tournament/test_desk.py once more, on a real PostgreSQL server."""

from test_desk import *  # noqa: F403
