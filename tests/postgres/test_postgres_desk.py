"""The desk's tests of tests/tournament once more, on a real PostgreSQL server."""

from desk_hall import desk, hall  # noqa: F401
from test_desk_acts import *  # noqa: F403
from test_desk_acts_of_entries import *  # noqa: F403
from test_desk_calls import *  # noqa: F403
from test_desk_clearing import *  # noqa: F403
from test_desk_day import *  # noqa: F403
from test_desk_editing import *  # noqa: F403
from test_desk_entries import *  # noqa: F403
from test_desk_nothing_left import *  # noqa: F403
from test_desk_odd_moments import *  # noqa: F403
from test_desk_reports import *  # noqa: F403
from test_desk_reserves import *  # noqa: F403
from test_desk_results import *  # noqa: F403
from test_desk_returning import *  # noqa: F403
from test_table_reports import *  # noqa: F403
from test_table_reports_decided import *  # noqa: F403
