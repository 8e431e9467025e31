"""Devices and links: the devices that ever used a table number, and where each table is connected now."""

from collections.abc import Iterator

import pytest

from host_tools.store import Store
from host_tools.store.links import FORGET_MS, GONE_MS, Device, Links, OpenLink
from host_tools.store.rows import CollectorRecord, Link, LinksRecord

NOW = 1_700_000_000_000


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    opened = Store.open(url)
    opened.links = Links(opened.engine, lambda: NOW)
    yield opened
    opened.close()


def alive(store: Store, *collectors: str, at: int = NOW) -> None:
    """Writes signs of life of these collectors."""
    values = {"pid": 1, "host": "laptop", "started_at": 1, "seen_at": at}
    store.write([CollectorRecord(collector, values) for collector in collectors])


def link(table: int, journal: str, since: int = NOW, port: str = "10.0.0.3:5") -> Link:
    return Link(table, journal, "tcp", port, since)


def test_a_device_is_known_by_its_first_and_its_last_word(store: Store) -> None:
    store.links.heard(3, "j1", 100)
    store.links.heard(3, "j1", 300)
    store.links.heard(3, "j1", 200)
    assert store.links.devices(3) == [Device(3, "j1", 100, 300)]


def test_a_second_device_under_one_number_stays_visible(store: Store) -> None:
    store.links.heard(3, "j1", 100)
    store.links.heard(3, "j2", 200)
    store.links.heard(4, "j1", 300)
    assert [device.journal for device in store.links.devices(3)] == ["j1", "j2"]
    assert [(device.table, device.journal) for device in store.links.devices()] == [
        (3, "j1"),
        (3, "j2"),
        (4, "j1"),
    ]
    store.links.heard(3, "j1", 400)
    assert [device.journal for device in store.links.devices(3)] == ["j2", "j1"], "heard last comes last"


def test_links_change_with_the_sign_of_life(store: Store) -> None:
    alive(store, "c1")
    store.write([LinksRecord("c1", (link(3, "j1", 50), link(4, "j2")), (), 60)])
    assert store.links.of_table(3) == [OpenLink("c1", 3, "j1", "tcp", "10.0.0.3:5", 50, NOW)]
    assert store.links.devices(3) == [Device(3, "j1", 60, 60)]
    store.write([LinksRecord("c1", (link(3, "j1", 50, "10.0.0.4:6"),), ((4, "j2"),), 90)])
    assert [link.port for link in store.links.of_table(3)] == ["10.0.0.4:6"]
    assert store.links.of_table(4) == []
    assert store.links.devices(4) == [Device(4, "j2", 60, 90)], "it was heard until it went"


def test_up_and_down_of_one_link_in_one_commit_are_taken_in_order(store: Store) -> None:
    alive(store, "c1")
    up, down = LinksRecord("c1", (link(3, "j1"),), (), 60), LinksRecord("c1", (), ((3, "j1"),), 61)
    store.write([up, down])
    assert store.links.of_table(3) == []
    store.write([down, up])
    assert len(store.links.of_table(3)) == 1


def test_one_table_at_two_collectors_is_seen_by_each(store: Store) -> None:
    alive(store, "c1", "c2")
    store.links.put("c1", [link(3, "j1", 50), link(5, "j5")])
    store.links.put("c2", [link(3, "j1", 70)])
    assert [link.collector for link in store.links.of_table(3)] == ["c1", "c2"]
    assert [(link.collector, link.table) for link in store.links.others("c1")] == [("c2", 3)]
    assert [link.table for link in store.links.others("c2")] == [3, 5]
    store.links.put("c1", [])
    assert store.links.others("c2") == []


def test_a_collector_that_died_has_no_links(store: Store) -> None:
    alive(store, "c1", at=NOW - GONE_MS)
    store.links.put("c1", [link(3, "j1")])
    store.links.put("never", [link(3, "j1")])
    assert store.links.of_table(3) == []
    assert store.links.others("c2") == []


def test_only_what_is_long_gone_is_forgotten(store: Store) -> None:
    for collector, ago in (("alive", 0), ("just gone", GONE_MS + 1), ("long gone", FORGET_MS)):
        alive(store, collector[:16], at=NOW - ago)
        store.links.put(collector[:16], [link(3, "j1")])
    store.links.put("never seen", [link(3, "j1"), link(4, "j2")])
    assert store.links.forget() == 3
    assert store.links.forget() == 0
    assert store.links.devices(4), "that it was there is kept"
