"""`boardside serve` as a user of the server that may read the hall and no key, password or token."""

import pytest
from cluster import Cluster
from store_records import event

from host_tools.collector.hub import Hub
from host_tools.collector.serve_command import Spectator
from host_tools.store import Store, StoreError

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
