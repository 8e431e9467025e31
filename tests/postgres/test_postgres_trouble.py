"""What can go wrong with a server is said in words that help, without the password, and never hangs."""

import os
import signal
import socket
import time

import pytest
from cluster import Cluster
from sqlalchemy import text
from store_records import event

from host_tools.store import Store, StoreError, StoreUnavailable
from host_tools.store.database import writing
from tests.ports import free_ports

SECRET = "kleinodie"


@pytest.fixture
def guarded(postgres: Cluster) -> str:
    """A database whose user needs a password; the address without one."""
    url = postgres.new_database()
    name = url.split("@/")[1].split("?")[0]
    exists = postgres.sql("select 1 from pg_roles where rolname = 'guarded'")
    if not exists:
        postgres.sql(f"create role guarded login password '{SECRET}'")
    postgres.sql(f"alter database {name} owner to guarded")
    return f"postgresql://guarded@/{name}?host={postgres.folder}"


def test_the_right_password_opens(guarded: str) -> None:
    store = Store.open(guarded.replace("guarded@", f"guarded:{SECRET}@"))
    store.write([event(1)])
    assert SECRET not in store.where
    assert store.where.startswith("postgresql://guarded:***@/")
    store.close()
    store = Store.open(f"{guarded}&password={SECRET}")
    assert SECRET not in store.where
    store.close()


def test_a_wrong_password_is_said_and_not_repeated(guarded: str) -> None:
    with pytest.raises(StoreError, match="password") as caught:
        Store.open(guarded.replace("guarded@", "guarded:falsch@"))
    assert "falsch" not in str(caught.value)


def test_a_missing_password_is_said(guarded: str) -> None:
    with pytest.raises(StoreError, match="wants a password"):
        Store.open(guarded)


@pytest.mark.parametrize(
    "url",
    [
        f"postgresql+psycopg2://me:{SECRET}@host/db",
        f"mysql://me:{SECRET}@host/db",
        f"postgresql://me:{SECRET}@host:port/db",
        f"mysql://host/db?password={SECRET}",
    ],
)
def test_a_url_that_makes_no_sense_does_not_give_the_password_away(url: str) -> None:
    with pytest.raises(StoreError, match="no database this installation can use") as caught:
        Store.open(url)
    assert SECRET not in str(caught.value)


def test_a_database_that_is_missing_is_said(postgres: Cluster) -> None:
    with pytest.raises(StoreUnavailable, match="no such database"):
        Store.open(postgres.url("nowhere"))
    with pytest.raises(StoreUnavailable, match="no such database or user"):
        Store.open(postgres.url("postgres", user="nobody_at_all"))


def test_a_server_that_is_not_there_is_said(tmp_path: object) -> None:
    with pytest.raises(StoreUnavailable, match="is the server running"):
        Store.open(f"postgresql://me:{SECRET}@/hall?host={tmp_path}")
    (port,) = free_ports(1)
    with pytest.raises(StoreUnavailable, match="is the server running") as caught:
        Store.open(f"postgresql://me:{SECRET}@127.0.0.1:{port}/hall")
    assert SECRET not in str(caught.value)
    with pytest.raises(StoreUnavailable, match="cannot be found"):
        Store.open("postgresql://me@no-such-host.invalid/hall")


def test_a_server_that_takes_the_call_and_says_nothing_does_not_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        began = time.monotonic()
        with pytest.raises(StoreUnavailable, match="does not answer in time"):
            Store.open(f"postgresql://me@127.0.0.1:{silent.getsockname()[1]}/hall?connect_timeout=2")
        assert time.monotonic() - began < 60


def test_a_user_who_may_only_look_is_told_so(postgres: Cluster, store: Store, url: str) -> None:
    if not postgres.sql("select 1 from pg_roles where rolname = 'looker'"):
        postgres.sql("create role looker login")
    name = url.split("@/")[1].split("?")[0]
    postgres.sql("grant select on all tables in schema public to looker", name)
    looking = Store.open(postgres.url(name, user="looker"), create=False)
    assert looking.last_seq("j1") == 0
    with pytest.raises(StoreError, match="does not let this user write"):
        looking.write([event(1)])
    looking.close()


def test_a_full_disk_is_said_and_over_when_it_is(store: Store) -> None:
    """The server's own words and code for it (53100), raised where a row is written."""
    with writing(store.engine) as connection:
        connection.execute(
            text(
                "create function full_disk() returns trigger language plpgsql as $$ begin raise exception "
                "'could not extend file: No space left on device' using errcode = '53100'; end $$"
            )
        )
        connection.execute(
            text("create trigger full_disk before insert on events execute function full_disk()")
        )
    with pytest.raises(StoreUnavailable, match="full disk; make room"):
        store.write([event(1)])
    with writing(store.engine) as connection:
        connection.execute(text("drop trigger full_disk on events"))
    store.write([event(1)])
    assert store.last_seq("j1") == 1


@pytest.mark.parametrize("mode", ["fast", "immediate"])
def test_a_server_that_stops_in_a_transaction_loses_that_one_only(own_postgres: Cluster, mode: str) -> None:
    store = Store.open(own_postgres.new_database())
    store.write([event(1)])

    def interrupted() -> None:
        with writing(store.engine) as connection:
            connection.exec_driver_sql("update meta set value = '77'")
            own_postgres.stop(mode)
            connection.exec_driver_sql("select 1")

    with pytest.raises(StoreUnavailable, match=r"shut down|gone away|is just st"):
        interrupted()
    with pytest.raises(StoreUnavailable, match="is the server running"):
        store.write([event(2)])
    own_postgres.start()
    store.write([event(2)])
    assert [row["seq"] for row in store.events()] == [1, 2]
    assert store.health.trouble() is None
    assert store.health.warnings() == []
    store.close()


def test_a_server_that_hangs_is_not_waited_for_by_others(own_postgres: Cluster) -> None:
    store = Store.open(own_postgres.new_database())
    with store.engine.connect() as connection:
        pid = connection.exec_driver_sql("select pg_backend_pid()").scalar()
    assert isinstance(pid, int)
    os.kill(pid, signal.SIGSTOP)
    try:
        other = Store.open(str(store.engine.url.render_as_string(hide_password=False)))
        other.write([event(1)])
        other.close()
    finally:
        os.kill(pid, signal.SIGCONT)
    assert store.last_seq("j1") == 1
    store.close()
