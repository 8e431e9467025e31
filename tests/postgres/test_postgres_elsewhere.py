"""tests/collector/test_elsewhere.py once more, on a real PostgreSQL server."""

import pytest
from cluster import Cluster
from test_elsewhere import *  # noqa: F403

pytestmark = pytest.mark.slow


@pytest.fixture
def url(postgres: Cluster) -> str:
    """A database on a server instead of a file."""
    return postgres.new_database()
