"""A database of version 1 becomes one like a new one, with all that was in it; nothing is half done.

Runs on SQLite here and on PostgreSQL in tests/postgres.
"""

import threading
from collections.abc import Iterator

import pytest
import version1
import version2
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Engine, insert, inspect, text
from store_records import event

from host_tools.store import Store, StoreError, migrations
from host_tools.store.database import open_engine, writing
from host_tools.store.schema import SCHEMA_VERSION, collectors, meta
from host_tools.store.store import now_ms
from host_tools.store.tournament_schema import metadata
from host_tools.tournament.desk import Desk, NewEntry, Person


@pytest.fixture
def old(url: str) -> dict[str, list[tuple[object, ...]]]:
    """What stands in a database of version 1 at `url`."""
    return version1.make(url)


@pytest.fixture
def engine(url: str) -> Iterator[Engine]:
    opened = open_engine(url)
    yield opened
    opened.dispose()


def differences(engine: Engine) -> list[object]:
    """What alembic would change to make this database as schema.py has it."""
    with engine.connect() as connection:
        options = {"compare_type": True, "compare_server_default": True}
        context = MigrationContext.configure(connection, opts=options)
        return list(compare_metadata(context, metadata))


def shape(engine: Engine) -> dict[str, object]:
    """Each table with its columns, keys and indexes, as the database tells them."""
    seen = inspect(engine)
    return {
        table: (
            {column["name"]: (str(column["type"]), column["nullable"]) for column in seen.get_columns(table)},
            seen.get_pk_constraint(table)["constrained_columns"],
            sorted(map(str, (unique["column_names"] for unique in seen.get_unique_constraints(table)))),
            sorted((str(index["name"]), str(index["column_names"])) for index in seen.get_indexes(table)),
        )
        for table in seen.get_table_names()
    }


def version(engine: Engine) -> str:
    with engine.connect() as connection:
        return str(connection.execute(text("select value from meta where key = 'schema'")).scalar())


def test_the_versions_lead_to_this_one() -> None:
    assert list(migrations.STEPS) == list(range(1, SCHEMA_VERSION + 1))


def test_a_new_database_is_as_the_schema_says(store: Store) -> None:
    assert differences(store.engine) == []


def test_the_comparison_sees_a_difference(store: Store) -> None:
    with writing(store.engine) as connection:
        connection.exec_driver_sql("alter table events drop column chain")
    assert len(differences(store.engine)) == 1


def test_the_first_version_is_the_one_that_was_released(
    old: object, engine: Engine, tmp_path_factory: pytest.TempPathFactory
) -> None:
    released = shape(engine)
    with writing(engine) as connection:
        for table in released:
            connection.exec_driver_sql(f'drop table "{table}"')
        migrations.upgrade(connection, 0, 1)
    assert shape(engine) == released


def test_every_step_from_nothing_makes_a_new_database(engine: Engine) -> None:
    with writing(engine) as connection:
        migrations.upgrade(connection, 0, SCHEMA_VERSION)
    assert differences(engine) == []


def test_an_old_database_is_upgraded_with_all_that_is_in_it(
    url: str, old: dict[str, list[tuple[object, ...]]]
) -> None:
    store = Store.open(url)
    assert version(store.engine) == str(SCHEMA_VERSION)
    assert differences(store.engine) == []
    assert version1.rows(store.engine) == old
    # It goes on where it was: numbers rise, and what is known stays known.
    body = str(old["events"][0][6])
    known = event(1, body, journal="9f3a01c27be4d655", kind="boot")
    assert store.write([known, event(8, journal="9f3a01c27be4d655")]) == []
    assert [row["id"] for row in store.events()][:-1] == [row[0] for row in old["events"]]
    assert store.events()[-1]["id"] > len(old["events"])
    assert store.last_seq("9f3a01c27be4d655") == 8
    assert [row["match"] for row in store.matches()] == ["m2", "m1"]
    assert [row["table"] for row in store.open_commands()] == [9]
    store.close()
    Store.open(url).close()


def test_looking_says_who_upgrades(
    url: str, old: dict[str, list[tuple[object, ...]]], engine: Engine
) -> None:
    with pytest.raises(StoreError, match="boardside collect"):
        Store.open(url, create=False)
    assert version(engine) == "1"
    assert version1.rows(engine) == old


@pytest.mark.parametrize("create", [True, False])
def test_a_newer_database_is_refused(url: str, create: bool) -> None:
    store = Store.open(url)
    with writing(store.engine) as connection:
        connection.execute(meta.update().where(meta.c.key == "schema").values(value="99"))
    store.close()
    with pytest.raises(StoreError, match=r"newer Boardside .*99"):
        Store.open(url, create)


def test_an_upgrade_that_fails_leaves_the_old_database(
    url: str,
    old: dict[str, list[tuple[object, ...]]],
    engine: Engine,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def breaks(op: object) -> None:
        migrations.v2.upgrade(op)  # type: ignore[arg-type]
        raise RuntimeError("power cut")

    monkeypatch.setitem(migrations.STEPS, 2, breaks)
    before = shape(engine)
    with pytest.raises(RuntimeError):
        Store.open(url)
    assert (version(engine), shape(engine), version1.rows(engine)) == ("1", before, old)
    monkeypatch.undo()
    store = Store.open(url)
    assert differences(store.engine) == []
    assert version1.rows(store.engine) == old
    store.close()


def test_a_collector_of_the_old_version_at_work_is_not_disturbed(
    url: str, old: object, engine: Engine
) -> None:
    with engine.begin() as connection:
        row = {"id": "c1", "pid": 4711, "host": "desk", "started_at": 1, "seen_at": now_ms()}
        connection.execute(insert(collectors).values(**row))
    with pytest.raises(StoreError, match="4711 on desk"):
        Store.open(url)
    assert version(engine) == "1"


def test_of_two_that_open_it_at_once_one_upgrades(url: str, old: dict[str, list[tuple[object, ...]]]) -> None:
    opened: list[Store] = []
    threads = [threading.Thread(target=lambda: opened.append(Store.open(url))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(opened) == 4
    assert differences(opened[0].engine) == []
    assert version1.rows(opened[0].engine) == old
    for store in opened:
        store.close()


def test_a_database_of_version_2_gets_a_place_for_tournaments(url: str) -> None:
    before = version2.make(url)
    store = Store.open(url)
    assert version(store.engine) == str(SCHEMA_VERSION)
    assert differences(store.engine) == []
    assert version2.rows(store.engine) == before
    assert store.matches()[0]["seal"] == "sealed"
    assert store.admins.names() == ["anna"]
    desk = Desk(store)
    made = desk.new_tournament("open", "Open")
    of = desk.add_competition(made, "ms", "Singles")
    desk.add_entries(of, [NewEntry((Person("Asha"),)), NewEntry((Person("Bela"),))])
    assert [one.state for one in desk.draw(of).fixtures] == ["ready"]
    store.close()


def test_the_second_version_is_the_one_that_was_released(engine: Engine, url: str) -> None:
    version2.make(url)
    released = shape(engine)
    with writing(engine) as connection:
        for table in released:
            connection.exec_driver_sql(f'drop table "{table}"')
        migrations.upgrade(connection, 0, 2)
    assert shape(engine) == released
