"""tests/collector/test_clocks_of_halls.py once more, on a real PostgreSQL server."""

import pytest
from cluster import Cluster
from test_clocks_of_halls import *  # noqa: F403

pytestmark = pytest.mark.slow


@pytest.fixture
def url(postgres: Cluster) -> str:
    """In the place of the file."""
    return postgres.new_database()
