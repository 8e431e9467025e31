"""tests/security/test_trust_keys.py once more, on a real PostgreSQL server."""

from test_trust_keys import *  # noqa: F403
