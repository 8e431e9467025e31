"""The database under an open connection to a server: dropped, its tables dropped, made again, read-only,
damaged. No event is reported as stored that is not, and none is rejected because of the trouble.
"""

import threading

import pytest
from cluster import Cluster
from sqlalchemy import text
from store_records import event, writer_of

from host_tools.store import Store, StoreError, StoreUnavailable, Writer
from host_tools.store.database import writing
from host_tools.store.reasons import FileLost, StoreDamaged


def name_of(url: str) -> str:
    return url.split("@/")[1].split("?")[0]


def raises_in_events(store: Store, state: str, words: str) -> None:
    """The server says this where an event is written."""
    with writing(store.engine) as connection:
        connection.execute(
            text(
                "create function fails() returns trigger language plpgsql as $$ begin raise exception "
                f"'{words}' using errcode = '{state}'; end $$"
            )
        )
        connection.execute(text("create trigger fails before insert on events execute function fails()"))


def in_trouble(store: Store, monkeypatch: pytest.MonkeyPatch) -> tuple[Writer, list[str]]:
    """A writer with one event that is not stored and not refused, and what it says."""
    monkeypatch.setattr("host_tools.store.writer.RETRY_S", 0.01)
    monkeypatch.setattr("host_tools.store.writer.RETRY_MOST_S", 0.05)
    writer, log = writer_of(store)
    writer.submit(event(1))
    writer.start()
    log.wait(lambda: len(log.troubles) >= 2)
    assert log.seqs() == [] == log.rejects
    return writer, [str(why) for why in log.troubles if why is not None]


def test_a_database_that_was_dropped_is_waited_for(
    postgres: Cluster, store: Store, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    postgres.sql(f"drop database {name_of(url)} with (force)")
    writer, troubles = in_trouble(store, monkeypatch)
    assert any("no such database" in text for text in troubles)
    writer.stop()


def test_tables_that_were_dropped_are_waited_for(
    postgres: Cluster, store: Store, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.write([])
    postgres.sql("drop table events", name_of(url))
    with pytest.raises(StoreDamaged, match="lost its tables") as caught:
        store.write([event(1)])
    assert caught.value.reason == "tables_lost"
    with pytest.raises(StoreDamaged, match="lost its tables"):
        store.last_event()
    writer, _ = in_trouble(store, monkeypatch)
    assert not writer.stop()


def test_a_database_that_was_made_again_is_not_gone_on_with_as_it_was(
    postgres: Cluster, store: Store, url: str
) -> None:
    """What is known of the journals is of the other one: this one would get a gap."""
    store.write([event(1), event(2)])
    assert not store.recovery.is_other
    postgres.sql(f"drop database {name_of(url)} with (force)")
    postgres.sql(f"create database {name_of(url)}")
    other = Store.open(url)
    other.write([event(1)])
    with pytest.raises((FileLost, StoreUnavailable)):
        store.write([event(3)])
    with pytest.raises(FileLost, match="made again"):
        store.write([event(3)])
    store.recovery.look()
    assert store.recovery.is_other
    assert [row["seq"] for row in other.events()] == [1]
    other.close()


def test_one_whose_tables_were_restored_is_read_anew(postgres: Cluster, store: Store, url: str) -> None:
    """As `pg_restore --clean` does it: tables dropped and made again, in the same database."""
    store.write([event(1)])
    postgres.sql(
        "alter table events rename to old; create table events (like old including all)", name_of(url)
    )
    with pytest.raises(FileLost, match="restored"):
        store.write([event(2)])
    store.recovery.look()
    assert store.recovery.is_other


@pytest.mark.parametrize(
    ("state", "reason"),
    [
        ("XX001", "server_damaged"),
        ("XX002", "server_damaged"),
        ("58030", "server_disk_fails"),
        ("53100", "server_disk_full"),
    ],
)
def test_a_failing_disk_is_no_fault_of_the_records(
    store: Store, state: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    raises_in_events(store, state, "invalid page in block 7 of relation")
    with pytest.raises(StoreError) as caught:
        store.write([event(1)])
    assert caught.value.reason == reason
    writer, _ = in_trouble(store, monkeypatch)
    with writing(store.engine) as connection:
        connection.execute(text("drop trigger fails on events"))
    ended = threading.Event()
    while not ended.wait(0.01) and store.last_event() == 0:
        pass
    assert writer.stop()
    assert [row["seq"] for row in store.events()] == [1]


def test_a_server_that_only_reads_is_said_and_waited_for(
    postgres: Cluster, store: Store, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    postgres.sql(f"alter database {name_of(url)} set default_transaction_read_only = on")
    store.engine.dispose()
    with pytest.raises(StoreUnavailable, match="standby") as caught:
        store.write([event(1)])
    assert caught.value.reason == "is_standby"
    writer, _ = in_trouble(store, monkeypatch)
    postgres.sql(f"alter database {name_of(url)} reset default_transaction_read_only")
    store.engine.dispose()
    writer.stop()
