"""Devices, links and strangers: the devices that ever used a table number, and the links that the running
collectors have now. They reveal two devices with one number, and one table at two collectors.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, and_, delete, insert, select

from host_tools.store import upserts
from host_tools.store.database import now_ms, reading, writing
from host_tools.store.rows import AnyRow, Link, LinksRecord, StrangersRecord
from host_tools.store.schema import collectors, devices, links, meta

#: A collector that has not written a sign of life for this long counts as gone, and so do its links.
GONE_MS = 10_000
#: The links of collectors that are gone for longer than this are removed.
FORGET_MS = 3_600_000


@dataclass(frozen=True, slots=True)
class Device:
    """A device, identified by its journal, that has connected as table `table`. Times are UTC ms."""

    table: int
    journal: str
    first_at: int
    last_at: int


@dataclass(frozen=True, slots=True)
class OpenLink:
    """A link that a running collector has now. `since`: when the link opened; `seen_at`: the collector's last
    sign of life. Both are UTC ms by the clock of that collector's computer.
    """

    collector: str
    table: int
    journal: str
    transport: str
    port: str
    since: int
    seen_at: int


class Links:
    """Devices and links in the database. Each method is one transaction; raises StoreError like the store.

    `clock()` gives UTC ms.
    """

    def __init__(self, engine: Engine, clock: Callable[[], int] = now_ms) -> None:
        self._engine = engine
        self._clock = clock

    # Writing

    def heard(self, table: int, journal: str, at: int) -> None:
        """Store that the device with this journal was heard as `table` at `at` (UTC ms)."""
        with writing(self._engine) as connection:
            _note_devices(connection, [(table, journal, at)])

    def put(self, collector: str, rows: Sequence[Link], at: int | None = None) -> None:
        """Replace all links of `collector` by these. A running collector writes only changes, in the group
        commit of its sign of life (`LinksRecord`).
        """
        with writing(self._engine) as connection:
            connection.execute(delete(links).where(links.c.collector == collector))
            moment = self._clock() if at is None else at
            write_changes(connection, LinksRecord(collector, tuple(rows), (), moment))

    def forget(self) -> int:
        """Remove the links of collectors that have been gone for more than an hour; returns their number."""
        alive = select(collectors.c.id).where(collectors.c.seen_at > self._clock() - FORGET_MS)
        with writing(self._engine) as connection:
            return connection.execute(delete(links).where(links.c.collector.not_in(alive))).rowcount

    # Reading

    def of_table(self, table: int) -> list[OpenLink]:
        """The links of one table at all running collectors, the oldest first."""
        return self._open(links.c.table_no == table)

    def others(self, collector: str) -> list[OpenLink]:
        """The links that other running collectors have, the oldest first."""
        return self._open(links.c.collector != collector)

    def rest(self, collector: str) -> list[OpenLink]:
        """The links of all other collectors, including those that seem gone by this computer's clock. The
        clocks can differ: a collector whose `seen_at` advances is running.
        """
        return self._links(links.c.collector != collector)

    def collectors(self) -> set[str]:
        """The ids of all collectors that are stored in this database."""
        with reading(self._engine) as connection:
            return set(connection.execute(select(collectors.c.id)).scalars())

    def devices(self, table: int | None = None) -> list[Device]:
        """The devices that ever connected as this table, or as any table, the one heard last at the end."""
        query = select(devices).order_by(devices.c.table_no, devices.c.last_at, devices.c.journal)
        if table is not None:
            query = query.where(devices.c.table_no == table)
        with reading(self._engine) as connection:
            return [Device(*row) for row in connection.execute(query)]

    def _open(self, which: Any) -> list[OpenLink]:
        return self._links(and_(which, collectors.c.seen_at > self._clock() - GONE_MS))

    def _links(self, which: Any) -> list[OpenLink]:
        columns = (links.c.collector, links.c.table_no, links.c.journal, links.c.transport, links.c.port)
        query = (
            select(*columns, links.c.since, collectors.c.seen_at)
            .join_from(links, collectors, links.c.collector == collectors.c.id)
            .where(which)
            .order_by(links.c.table_no, links.c.since, links.c.collector, links.c.journal)
        )
        with reading(self._engine) as connection:
            return [OpenLink(*row) for row in connection.execute(query)]


def write_changes(connection: Connection, record: LinksRecord) -> None:
    """Write the changes of a collector's links, and that their devices were heard."""
    for table, journal in record.down:
        connection.execute(
            delete(links).where(
                links.c.collector == record.collector,
                links.c.table_no == table,
                links.c.journal == journal,
            )
        )
    rows: list[AnyRow] = [
        {
            "collector": record.collector,
            "table_no": link.table,
            "journal": link.journal,
            "transport": link.transport,
            "port": link.port,
            "since": link.since,
            "seen_at": record.at_ms,
        }
        for link in record.up
    ]
    upserts.upsert(connection, links, rows, ["collector", "table_no", "journal"])
    heard = [(link.table, link.journal, record.at_ms) for link in record.up]
    _note_devices(connection, heard + [(table, journal, record.at_ms) for table, journal in record.down])


def _note_devices(connection: Connection, heard: Sequence[tuple[int, str, int]]) -> None:
    """Store devices as (table, journal, UTC ms). The first time never changes; the last only increases."""
    newest: dict[tuple[int, str], int] = {}
    for table, journal, at in heard:
        newest[(table, journal)] = max(at, newest.get((table, journal), at))
    rows: list[AnyRow] = [
        {"table_no": table, "journal": journal, "first_at": at, "last_at": at}
        for (table, journal), at in sorted(newest.items())
    ]
    upserts.upsert(connection, devices, rows, ["table_no", "journal"], keep=["first_at"], newer="last_at")


# Strangers: tables that were refused and have never been heard. They have no row in `tables`; each collector
# stores its list of them in `meta`.


_STRANGERS = "strangers "


def write_strangers(connection: Connection, record: StrangersRecord) -> None:
    """Replace this collector's list of strangers."""
    key = _STRANGERS + record.collector
    connection.execute(delete(meta).where(meta.c.key == key))
    if record.refused:
        connection.execute(insert(meta).values(key=key, value=json.dumps(record.refused)))


def known_strangers(engine: Engine, collectors: list[str]) -> dict[int, str]:
    """The strangers of these collectors: table number -> why it was refused. Raises StoreError."""
    keys = [_STRANGERS + collector for collector in collectors]
    with reading(engine) as connection:
        values = connection.execute(select(meta.c.value).where(meta.c.key.in_(keys))).scalars().all()
    return {int(table): str(why) for value in values for table, why in json.loads(value).items()}
