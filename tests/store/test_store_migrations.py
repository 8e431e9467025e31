"""A database of this version becomes one of the next, with all that was in it; nothing is half done.

Runs on SQLite here and on PostgreSQL in tests/postgres. What 1.0 wrote is read in tests/promises.
"""

import threading
from collections.abc import Iterator

import next_version
import pytest
from alembic.autogenerate import compare_metadata
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from next_version import NEXT, Rows
from sqlalchemy import Engine, insert
from store_records import event

from host_tools.store import Store, StoreError
from host_tools.store.database import open_engine, writing
from host_tools.store.preparing import STEPS, upgrade_tables
from host_tools.store.schema import SCHEMA_VERSION, collectors, meta
from host_tools.store.tournament_schema import metadata


@pytest.fixture
def old(url: str, monkeypatch: pytest.MonkeyPatch) -> Rows:
    """Makes a database of this version at `url`, and the program one of the next; gives its contents."""
    content = next_version.filled(url)
    next_version.comes(monkeypatch)
    return content


@pytest.fixture
def engine(url: str) -> Iterator[Engine]:
    opened = open_engine(url)
    yield opened
    opened.dispose()


def differences(engine: Engine) -> list[object]:
    """The changes by which alembic would make this database as schema.py has it."""
    with engine.connect() as connection:
        options = {"compare_type": True, "compare_server_default": True}
        context = MigrationContext.configure(connection, opts=options)
        return list(compare_metadata(context, metadata))


def test_the_versions_lead_to_this_one() -> None:
    assert list(STEPS) == list(range(1, SCHEMA_VERSION + 1))


def test_a_new_database_is_as_the_schema_says(store: Store) -> None:
    assert differences(store.engine) == []


def test_the_comparison_sees_a_difference(store: Store) -> None:
    with writing(store.engine) as connection:
        connection.exec_driver_sql("alter table events drop column chain")
    assert len(differences(store.engine)) == 1


def test_every_step_from_nothing_makes_a_new_database(engine: Engine) -> None:
    with writing(engine) as connection:
        upgrade_tables(connection, 0, SCHEMA_VERSION)
    assert differences(engine) == []


def test_an_old_database_is_upgraded_with_all_that_is_in_it(url: str, old: Rows) -> None:
    store = Store.open(url)
    assert next_version.version(store.engine) == NEXT
    assert next_version.rows(store.engine) == old
    # It goes on where it was: numbers rise, and what is known stays known.
    assert store.write([event(1), event(3)]) == []
    ids = [row["id"] for row in store.events()]
    assert (len(ids), ids) == (3, sorted(ids))
    assert [row["match"] for row in store.matches()] == ["m1"]
    store.close()
    Store.open(url).close()


def test_looking_says_who_upgrades(url: str, old: Rows, engine: Engine) -> None:
    with pytest.raises(StoreError, match="boardside collect"):
        Store.open(url, create=False)
    assert next_version.version(engine) == SCHEMA_VERSION
    assert next_version.rows(engine) == old


@pytest.mark.parametrize("create", [True, False])
def test_a_newer_database_is_refused(url: str, create: bool) -> None:
    store = Store.open(url)
    with writing(store.engine) as connection:
        connection.execute(meta.update().where(meta.c.key == "schema").values(value="99"))
    store.close()
    with pytest.raises(StoreError, match=r"newer Boardside .*99"):
        Store.open(url, create)


def test_an_upgrade_that_fails_leaves_the_old_database(
    url: str, old: Rows, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(op: Operations) -> None:
        next_version.upgrade(op)
        raise RuntimeError("power cut")

    with monkeypatch.context() as broken:
        broken.setitem(STEPS, NEXT, breaks)
        with pytest.raises(RuntimeError):
            Store.open(url)
    assert next_version.version(engine) == SCHEMA_VERSION
    assert next_version.rows(engine) == old
    store = Store.open(url)
    assert next_version.version(store.engine) == NEXT
    assert next_version.rows(store.engine) == old
    store.close()


def test_a_collector_of_the_old_version_at_work_is_not_disturbed(url: str, old: Rows, engine: Engine) -> None:
    with engine.begin() as connection:
        row = {"id": "c1", "pid": 4711, "host": "desk", "started_at": 1, "seen_at": 1}
        connection.execute(insert(collectors).values(**row))
    collector = Store(engine)
    collector.at_work.begin()
    with pytest.raises(StoreError, match="4711 on desk"):
        Store.open(url)
    collector.at_work.end()
    assert next_version.version(engine) == SCHEMA_VERSION


def test_of_two_that_open_it_at_once_one_upgrades(url: str, old: Rows) -> None:
    opened: list[Store] = []
    threads = [threading.Thread(target=lambda: opened.append(Store.open(url))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(opened) == 4
    assert next_version.version(opened[0].engine) == NEXT
    assert next_version.rows(opened[0].engine) == old
    for store in opened:
        store.close()
