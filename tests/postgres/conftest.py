"""A real PostgreSQL server; these tests belong to the night, and are skipped where none is installed."""

from collections.abc import Iterator
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
pytest.register_assert_rewrite(
    "test_desk_calls",
    "test_desk_day",
    "test_desk_entries",
    "test_desk_odd_moments",
    "test_desk_reports",
    "test_desk_results",
    "test_clocks_of_halls",
    "test_elsewhere",
    "desk_hall",
    "test_store",
    "test_table_reports",
    "test_table_reports_decided",
    "test_store_writer",
    "test_store_links",
    "test_store_migrations",
    "test_trust_keys",
    "next_version",
    "cluster",
)

from cluster import Cluster, programs  # noqa: E402

from host_tools.store import Store  # noqa: E402


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What a machine has installed is not to change what `make test` runs."""
    for item in items:
        if item.path.parent == HERE:
            item.add_marker("slow")


def _made(durable: bool) -> Iterator[Cluster]:
    folder = programs()
    if folder is None:
        pytest.skip("no PostgreSQL server (initdb, pg_ctl): apt install postgresql")
    cluster = Cluster(folder, durable)
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.remove()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """One for all tests that need no more than a database; it does not wait for the disk."""
    yield from _made(durable=False)


@pytest.fixture(scope="module")
def own_postgres() -> Iterator[Cluster]:
    """One that a test may stop and start, as durable as a real one; it runs when a test begins."""
    yield from _made(durable=True)


@pytest.fixture
def url(postgres: Cluster) -> Iterator[str]:
    """An empty database."""
    name = postgres.lend()
    yield postgres.url(name)
    postgres.take_back(name)


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    opened = Store.open(url)
    yield opened
    opened.close()
