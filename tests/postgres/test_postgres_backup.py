"""Backup, restore and deletion on a server; a hall moves from SQLite to PostgreSQL and back."""

import threading
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest
from cluster import Cluster
from kept import NAME, hall
from store_records import event

from host_tools.backup import backups, forgetting
from host_tools.backup.reasons import CareError
from host_tools.collector.hub import Hub
from host_tools.collector.serve_command import Spectator
from host_tools.store import Store, StoreError
from host_tools.store.database import reading
from host_tools.store.halls import HallState
from host_tools.tournament.acts.tournament import NewTournament
from host_tools.tournament.desk.desk import Desk
from host_tools.verify.command import verify_database

NOON = datetime(2026, 3, 12, 12, tzinfo=UTC)


@pytest.mark.slow
def test_a_hall_moves_to_a_server_and_back(url: str, tmp_path: Path) -> None:
    laptop = hall(tmp_path)
    copy, archive = tmp_path / "copy.sqlite3", tmp_path / "hall.boardside"
    counted = backups.back_up(laptop, copy, NOON)
    laptop.close()
    assert backups.restore(copy, url, "backup") == counted
    server = Store.open(url, create=False)
    assert verify_database(server).is_whole
    assert backups.back_up(server, archive, NOON) == counted
    again = f"sqlite:///{tmp_path / 'again.sqlite3'}"
    assert backups.restore(archive, again, "backup") == counted
    with pytest.raises(CareError, match="holds something"):
        backups.restore(archive, url, "backup")
    assert backups.restore(archive, url, "backup", force=True) == counted
    # Numbers go on behind what came in.
    desk = Desk(server)
    made = desk.do(NewTournament(key="next", name="Next", ruleset="vkk"), None)
    assert made.id > 1
    server.close()


def test_a_person_is_forgotten_on_a_server(url: str, tmp_path: Path) -> None:
    laptop = hall(tmp_path)
    copy = tmp_path / "copy.sqlite3"
    backups.back_up(laptop, copy, NOON)
    laptop.close()
    backups.restore(copy, url, "backup")
    server = Store.open(url, create=False)
    assert _named(server) > 0
    forgotten = forgetting.forget(server, NAME, 1, "test")
    assert forgotten.players == ["No. 2 of Open 2026"]
    assert verify_database(server).is_whole
    assert _named(server) == 0
    server.close()


def _named(server: Store) -> int:
    """The number of events with the name. JSON writes its other letters as \\u…"""
    with reading(server.engine) as connection:
        count = connection.exec_driver_sql("SELECT count(*) FROM events WHERE body LIKE '%%ukasz%%'")
        return int(count.scalar() or 0)


# The hall's clock on a server: its time is the server's, and two who change it at once take turns.


def test_the_time_is_the_servers(store: Store) -> None:
    before = time.time_ns() // 1_000_000
    servers = store.hall.clock_ms()
    assert before - 20 <= servers <= time.time_ns() // 1_000_000 + 20  # it runs on this computer
    store.hall.set_shift(5_000)
    store.hall.set_shift(7_000)
    before = store.hall.clock_ms()
    shifted = store.hall.now()
    assert before + 7_000 - 20 <= shifted <= store.hall.clock_ms() + 7_000 + 20


def test_two_changes_at_once_are_two_changes(store: Store, url: str) -> None:
    other = Store.open(url)
    store.hall.change("start", 60_000, None, store.hall.now())
    made: list[HallState] = []

    def correct(client: Store) -> None:
        for left in range(1_000, 21_000, 1_000):
            made.append(client.hall.change("resume", left, None, client.hall.now()))

    both = [threading.Thread(target=correct, args=(client,)) for client in (store, other)]
    for thread in both:
        thread.start()
    for thread in both:
        thread.join(30)
    assert sorted(state.number for state in made) == list(range(2, 42))
    assert store.hall.get() == max(made, key=lambda state: state.number)
    other.close()


# `boardside serve` as a user of the server that may read the hall and no key, password or token.

SECRETS = ("keys", "admins", "logins", "tokens", "acts")


async def test_a_user_that_may_only_read_is_enough(postgres: Cluster, store: Store, url: str) -> None:
    store.write([event(1)])
    name = url.split("@/")[1].split("?")[0]
    tables = postgres.sql("select tablename from pg_tables where schemaname = 'public'", name).split()
    postgres.sql("drop role if exists viewer; create role viewer login")
    for table in tables:
        if table not in SECRETS:
            postgres.sql(f"grant select on {table} to viewer", name)
    reading = Store.read_only(postgres.url(name, "viewer"))
    hub = Hub()

    spectator = Spectator(reading, hub)
    await spectator.start()
    await spectator.look()
    await spectator.stop()
    for act in (lambda: reading.queue_command(1, {"kind": "note"}), reading.keys.book):
        with pytest.raises(StoreError):
            act()
    reading.close()
