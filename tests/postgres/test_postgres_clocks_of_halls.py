"""tests/collector/test_clocks_of_halls.py once more, on a real PostgreSQL server."""

import pytest
from test_clocks_of_halls import *  # noqa: F403

pytestmark = pytest.mark.slow
