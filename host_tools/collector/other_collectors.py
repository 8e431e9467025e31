"""Several collectors on one database: the records of this one for the others, the tables of the others, and
numbers or tables that are in two places.
"""

import asyncio
import logging
import os
import platform
from collections.abc import Callable, Iterable, Mapping

from host_tools.collector.clocks import monotonic_ms, wall_ms
from host_tools.collector.journals import Loader
from host_tools.collector.live import LiveTable, OtherLink
from host_tools.collector.reasons import Trouble, read_trouble
from host_tools.collector.storing import table_record
from host_tools.live_values import TableStatus
from host_tools.store import Store, StoreError
from host_tools.store.links import GONE_MS, OpenLink
from host_tools.store.rows import (
    CollectorColumns,
    CollectorRecord,
    CollectorRow,
    Link,
    LinksRecord,
    StrangersRecord,
    TableRow,
    Write,
)

#: A lasting link is written again after this time: its device was heard at least until then.
LINK_AGAIN_MS = 60_000
#: The number of links written again at once, so that a thousand are not written at the same moment.
LINKS_AGAIN_MOST = 50


class LinkBook:
    """Which links this collector has: the database gets what has changed, by the records of `changes`."""

    def __init__(self) -> None:
        self._written: dict[tuple[int, str], tuple[Link, int]] = {}

    def changes(self, collector: str, tables: Iterable[LiveTable], now: int) -> LinksRecord | None:
        """The links of the collector with this id that the database lacks at `now` (UTC ms); None when it has
        all.
        """
        links = self._links(tables, now)
        down = tuple(key for key in self._written if key not in links)
        up, again = [], 0
        for key, link in links.items():
            known, at = self._written.get(key, (None, 0))
            if link != known:
                up.append(link)
            elif now - at >= LINK_AGAIN_MS and again < LINKS_AGAIN_MOST:
                again += 1
                up.append(link)
        for key in down:
            del self._written[key]
        for link in up:
            self._written[(link.table, link.journal)] = (link, now)
        return LinksRecord(collector, tuple(up), down, now) if up or down else None

    def _links(self, tables: Iterable[LiveTable], now: int) -> dict[tuple[int, str], Link]:
        """All proven links; of several to one device the newest."""
        links = {}
        for table in tables:
            for connection in table.connections:
                peer = connection.session.peer
                if peer is None or not connection.session.up:
                    continue
                key = (table.number, peer.journal)
                known = self._written.get(key)
                since = known[0].since if known is not None else now
                links[key] = Link(table.number, peer.journal, connection.transport, connection.port, since)
        return links


SIGN_OF_LIFE_MS = 2000
#: The tables' part of it is written in this many turns, one each tick, so that a thousand are not written at
#: the same moment.
TURNS = 10


class LifeSigns:
    """The records of the collector with this id for the others: its signs of life, its tables' links, and the
    tables that it refused. `submit` takes the records.
    """

    def __init__(
        self, collector: str, tables: Mapping[int, LiveTable], submit: Callable[[Write], None]
    ) -> None:
        self._collector = collector
        self._tables = tables
        self._submit = submit
        self._links = LinkBook()
        self._untold: set[int] = set()  # tables to write at the next tick
        self._turn = 0
        self._at: int | None = None  # None: everything is due
        self._strangers: dict[int, str] = {}
        self._started_at = wall_ms(monotonic_ms())

    def of_all_soon(self) -> None:
        """Write the state of all tables at the next tick."""
        self._at = None

    def of_one_soon(self, table: int) -> None:
        """Write the state of this table at the next tick."""
        self._untold.add(table)

    def tick(self, now: int) -> None:
        """Write what is due at `now` (monotonic ms); to be called a few times a second."""
        self._turn = (self._turn + 1) % TURNS
        if self._at is not None and now - self._at < SIGN_OF_LIFE_MS:
            self._write_tables(now, self._turn)
            return
        self._write_tables(now, None if self._at is None else self._turn)
        self._at = now
        self._write_rest(now, self._now_strangers(), self.sign(now))

    def leaving(self, now: int) -> None:
        """Write that the collector ends, and the last state of each table."""
        self._write_tables(now, None)
        self._write_rest(now, {}, self.sign(None))

    def sign(self, now: int | None) -> CollectorRecord:
        """The record that the collector runs at `now` (monotonic ms); None: that it has ended."""
        seen_at = 0 if now is None else wall_ms(now)
        values: CollectorColumns = {
            "pid": os.getpid(),
            "host": platform.node(),
            "started_at": self._started_at,
            "seen_at": seen_at,
        }
        return CollectorRecord(self._collector, values)

    def _write_rest(self, now: int, strangers: dict[int, str], sign: CollectorRecord) -> None:
        self._submit(sign)
        changes = self._links.changes(self._collector, self._tables.values(), wall_ms(now))
        if changes is not None:
            self._submit(changes)
        if strangers != self._strangers:
            self._strangers = strangers
            self._submit(StrangersRecord(self._collector, strangers))

    def _now_strangers(self) -> dict[int, str]:
        """The refused tables that have no row in the database."""
        refusals = {
            number: table.turned_away for number, table in self._tables.items() if table.journal is None
        }
        return {number: refused.written() for number, refused in refusals.items() if refused is not None}

    def _write_tables(self, now: int, turn: int | None) -> None:
        for number, table in self._tables.items():
            if turn is None or number % TURNS == turn or number in self._untold:
                record = table_record(table, now)
                if record is not None:
                    self._submit(record)
        self._untold.clear()


log = logging.getLogger(__name__)

POLL_S = 0.4
#: The rows of the tables (link, status) are written every 2 s; events are looked for with each poll.
ROWS_EVERY = 4
#: The interval of the search for other collectors while there are none.
ALONE_S = 3.0
#: The time of a status in the database is known to this much; a clock that runs on is not moved by less.
CLOCK_MS = 3000


class OtherCollectors:
    """Shows the tables of the other collectors as the database has them, so that the pages of each collector
    show all halls. A table that calls here counts as this collector's at once.

    `table(number)` gives (makes) a table of the collector with the id `me`; `changed` publishes it,
    `heard(number, ms)` tells when it was heard. `rows_every`: as ROWS_EVERY.
    """

    def __init__(
        self,
        store: Store,
        me: str,
        loader: Loader,
        table: Callable[[int], LiveTable],
        changed: Callable[[LiveTable], None],
        heard: Callable[[int, int], None],
        rows_every: int = ROWS_EVERY,
    ) -> None:
        self._store = store
        self._me = me
        self._rows_every = rows_every
        self._loader = loader
        self._table = table
        self._changed = changed
        self._heard = heard
        self._polls = 0
        self._seen = 0
        self._pulses = Pulses()

    async def poll_forever(self) -> None:
        """Follow the others as long as there are any."""
        while True:
            try:
                pause_s = await self.poll()
            except StoreError as error:
                log.debug("tables of other collectors: %s", error)  # the writer reports it
                pause_s = ALONE_S
            await asyncio.sleep(pause_s)

    async def poll(self) -> float:
        """Look once; the seconds to the next look. Raises StoreError."""
        due_for_rows = self._polls % self._rows_every == 0
        self._polls += 1
        if due_for_rows:
            seen = await asyncio.to_thread(self._store.collectors, also_silent=True)
            at_work = [self._is_at_work(row) for row in seen]  # each is looked at, every time
            if not any(at_work):
                self._polls = 0
                return ALONE_S
        newest = await asyncio.to_thread(self._store.last_event)
        if newest != self._seen or due_for_rows:
            ends = await asyncio.to_thread(self._store.journal_ends, min(self._seen, newest))
            self._seen = newest
            rows = await asyncio.to_thread(self._store.tables)
            await self._loader.bring_up(
                row["journal"] for row in rows if self._is_behind(row, ends.get(row["journal"], 0))
            )
            for row in rows:
                if due_for_rows or row["journal"] in ends:
                    await self._take(row, ends.get(row["journal"], 0))
        return POLL_S

    def _is_behind(self, row: TableRow, last_seq: int) -> bool:
        """Whether the database has more of this table than is shown: many are read at once."""
        table = self._table(row["table_no"])
        journal = table.journal
        return (
            table.speaker is None
            and journal is not None
            and journal.id == row["journal"]
            and journal.received < last_seq
        )

    def _is_at_work(self, row: CollectorRow) -> bool:
        """Whether this is another collector that has given a sign of life lately."""
        now = monotonic_ms()
        age = self._pulses.age(row["id"], row["seen_at"], wall_ms(now), now)
        return row["id"] != self._me and age is not None and age < GONE_MS

    async def _take(self, row: TableRow, last_seq: int) -> None:
        table = self._table(row["table_no"])
        now = monotonic_ms()
        age = self._pulses.age(row["table_no"], row["heard_at"], wall_ms(now), now)
        if table.speaker is not None or age is None or age > GONE_MS or row["link"] == "down":
            return
        heard = wall_ms(now) - age  # by this computer's clock
        journal = table.journal
        if journal is None or journal.id != row["journal"] or journal.received < last_seq:
            journal = await self._loader.current(row["journal"])
            if table.speaker is not None:  # the table has called here meanwhile
                return
        table.journal = journal
        table.introduce(row)
        table.heard_at, table.heard_wall = None, heard
        self._take_status(table, row["status"], now - age)
        problem = None if row["problem"] is None else read_trouble(row["problem"])
        table.other_link = OtherLink(row["link"], now - age + GONE_MS, problem)
        table.compare()
        self._changed(table)
        self._heard(table.number, heard)

    @staticmethod
    def _take_status(table: LiveTable, status: TableStatus | None, at: int) -> None:
        """`at`: when the table was heard last, which is when it made its status, or a little later. If two
        report the same clock, the earlier end is more accurate.
        """
        before, before_at = table.status, table.status_at
        table.status, table.status_at = status, at
        old, new = _left_ms(before), _left_ms(status)
        if old is not None and new is not None and abs(before_at + old - at - new) < CLOCK_MS:
            table.status_at = min(at, before_at + old - new)


class Pulses:
    """The age of the others' records in the database. Another computer's clock may be wrong by minutes: then
    a record that changes counts as alive from the moment at which the change was seen.
    """

    def __init__(self) -> None:
        self._seen: dict[object, tuple[int, int | None]] = {}  # (its time, monotonic ms when it changed)

    def age(self, source: object, at: int, wall: int, now: int) -> int | None:
        """The age in ms of the last sign of `source`, which has the time `at` (UTC ms); `wall`: this
        computer's time at `now` (monotonic ms). None: `at` is not recent, and no change was seen.
        """
        before, changed_at = self._seen.get(source, (at, None))
        if before != at:
            changed_at = now
        self._seen[source] = (at, changed_at)
        if -CLOCK_MS <= wall - at <= GONE_MS:
            return max(0, wall - at)
        return None if changed_at is None else now - changed_at


def _left_ms(status: TableStatus | None) -> int | None:
    """What is left on a clock that runs, in ms."""
    for name in ("clock", "hall"):
        clock = (status or {}).get(name)
        if isinstance(clock, dict) and clock.get("state") == "running" and isinstance(clock.get("left"), int):
            return int(clock["left"])
    return None


CONFLICTS_POLL_S = 1.5
#: A dead link hangs for 8 s at a table, and for 10 s in the database when its collector is gone.
LASTS_MS = 12_000
#: The most hosts that are read from a table's status.
_HOSTS_MOST = 8
_HOST_MOST = 16


class NumberConflicts:
    """Notices two devices that use one number, and one table that is at two collectors, by the links of the
    other collectors and by the hosts that a table names. A table that roams, or a collector that starts
    again, leaves a dead link for some seconds: only a lasting conflict is shown.

    Sets `LiveTable.conflict` of the collector's `tables`; `changed(table)` when it did. `me` is the
    collector's id.
    """

    def __init__(
        self, store: Store, me: str, tables: dict[int, LiveTable], changed: Callable[[LiveTable], None]
    ) -> None:
        self._store = store
        self._me = me
        self._tables = tables
        self._changed = changed
        self._mates = {me}  # all collectors that ever used this database
        self._signs: dict[str, tuple[int, int | None]] = {}  # collector: (sign of life, when it changed)
        self._since: dict[tuple[int, str], int] = {}

    async def poll_forever(self) -> None:
        """Look every 1.5 s."""
        while True:
            await asyncio.sleep(CONFLICTS_POLL_S)
            try:
                rest = await asyncio.to_thread(self._store.links.rest, self._me)
                self._mates |= await asyncio.to_thread(self._store.links.collectors)
            except StoreError as error:
                log.debug("links: %s", error)  # the writer reports it; the conflicts stay as they were
                continue
            now = monotonic_ms()
            self.look(self.running(rest, now), now)

    def running(self, rest: list[OpenLink], now: int) -> list[OpenLink]:
        """Those of the links whose collector has given a sign of life since we look, within the last 10 s.

        The time in the sign is not used: another computer's clock may be wrong by minutes.
        """
        for link in rest:
            sign, changed_at = self._signs.get(link.collector, (link.seen_at, None))
            if sign != link.seen_at:
                changed_at = now
            self._signs[link.collector] = (link.seen_at, changed_at)
        alive = {
            collector
            for collector, (_, changed_at) in self._signs.items()
            if changed_at is not None and now - changed_at < GONE_MS
        }
        return [link for link in rest if link.collector in alive]

    def look(self, others: list[OpenLink], now: int) -> None:
        """Judge all tables by the links that other collectors have, at `now` (monotonic ms)."""
        by_table: dict[int, list[OpenLink]] = {}
        for link in others:
            by_table.setdefault(link.table, []).append(link)
        seen: set[tuple[int, str]] = set()
        for table in self._tables.values():
            conflicts = self._conflicts(table, by_table.get(table.number, []))
            conflict = None
            for sign, message in conflicts.items():
                key = (table.number, sign)
                seen.add(key)
                if now - self._since.setdefault(key, now) >= LASTS_MS and conflict is None:
                    conflict = message
            if conflict != table.conflict:
                table.conflict = conflict
                if conflict is None:
                    log.info("table %d: no conflict any more", table.number)
                else:
                    log.warning("%s", conflict)
                self._changed(table)
        self._since = {key: at for key, at in self._since.items() if key in seen}

    def _conflicts(self, table: LiveTable, others: list[OpenLink]) -> dict[str, Trouble]:
        """The possible conflicts now, the worst first, each by a key that identifies it in later calls."""
        if table.speaker is None or table.journal is None:
            return {}
        here = table.speaker.where
        conflicts: dict[str, Trouble] = {}
        number = table.number
        for is_same, name, reason in (
            (False, "device", "two_devices_elsewhere"),
            (True, "collector", "two_collectors"),
        ):
            for link in others:
                if (link.journal == table.journal.id) is is_same:
                    place = f"{link.transport} {link.port}"
                    sign = link.collector if is_same else link.journal
                    args = {"table": number, "here": here, "there": place, "collector": link.collector}
                    conflicts[f"{name} {sign}"] = Trouble(reason, args)
        known_hosts = {self._me, *(link.collector for link in others)}
        for host in hosts_of(table.status):
            if host in known_hosts:
                continue
            if host in self._mates:
                args = {"table": number, "here": here, "collector": host}
                conflicts[f"collector {host}"] = Trouble("two_collectors_told", args)
            else:
                conflicts[f"host {host}"] = Trouble("two_databases", {"table": number, "collector": host})
        return conflicts


def hosts_of(status: TableStatus | None) -> list[str]:
    """The valid hosts in a table's status."""
    hosts = (status or {}).get("hosts")
    if not isinstance(hosts, list):
        return []
    return [host for host in hosts[:_HOSTS_MOST] if isinstance(host, str) and 0 < len(host) <= _HOST_MOST]
