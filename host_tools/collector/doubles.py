"""Two devices that use one number, and one table that is at two collectors: noticed by what the other
collectors on this database have, and by which hosts a table says it has.

A table that roams, or a collector that starts anew, leaves a link behind that hangs for some seconds. So only
what lasts is called a double, and what was is forgotten as soon as it is over.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from host_tools.collector.live import LiveTable, monotonic_ms
from host_tools.store import Store, StoreError
from host_tools.store.links import GONE_MS, OpenLink

log = logging.getLogger(__name__)

POLL_S = 1.5
#: A dead link hangs for 8 s at a table, and for 10 s in the database when its collector is gone.
LASTS_MS = 12_000
#: What a table says is not believed at any length.
_HOSTS_MOST = 8
_HOST_MOST = 16


class Doubles:
    """Sets `LiveTable.double` of the collector's `tables`; `changed(table)` when it did. `me` is the
    collector's id.
    """

    def __init__(
        self, store: Store, me: str, tables: dict[int, LiveTable], changed: Callable[[LiveTable], None]
    ) -> None:
        self._store = store
        self._me = me
        self._tables = tables
        self._changed = changed
        self._mates = {me}  # all that ever used this database
        self._signs: dict[str, tuple[int, int | None]] = {}  # collector: (sign of life, when it changed)
        self._since: dict[tuple[int, str], int] = {}

    async def poll_forever(self) -> None:
        """Look every 1.5 s."""
        while True:
            await asyncio.sleep(POLL_S)
            try:
                rest = await asyncio.to_thread(self._store.links.rest, self._me)
                self._mates |= await asyncio.to_thread(self._store.links.collectors)
            except StoreError as error:
                log.debug("links: %s", error)  # the writer says it aloud; what was said stays
                continue
            now = monotonic_ms()
            self.look(self.running(rest, now), now)

    def running(self, rest: list[OpenLink], now: int) -> list[OpenLink]:
        """Those of the links whose collector has given a sign of life since we look, within the last 10 s.

        Not by the time it wrote: another computer's clock may be wrong by minutes.
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
            found = self._found(table, by_table.get(table.number, []))
            said = None
            for sign, message in found.items():
                key = (table.number, sign)
                seen.add(key)
                if now - self._since.setdefault(key, now) >= LASTS_MS and said is None:
                    said = message
            if said != table.double:
                table.double = said
                log.warning("%s", said) if said else log.info("table %d: no double any more", table.number)
                self._changed(table)
        self._since = {key: at for key, at in self._since.items() if key in seen}

    def _found(self, table: LiveTable, others: list[OpenLink]) -> dict[str, str]:
        """What looks like a double now: a sign by which it is known again, and the words; the worst first."""
        if table.speaker is None or table.journal is None:
            return {}
        here = table.speaker.where
        found: dict[str, str] = {}
        for link in others:
            if link.journal != table.journal.id:
                found[f"device {link.journal}"] = (
                    f"Two devices say they are table {table.number}: {here} at this collector and "
                    f"{link.transport} {link.port} at collector {link.collector}. Give one of them another "
                    "number."
                )
        for link in others:
            if link.journal == table.journal.id:
                found[f"collector {link.collector}"] = (
                    f"Table {table.number} is at two collectors: {here} at this one and {link.transport} "
                    f"{link.port} at collector {link.collector}. Nothing counts twice, but end one of them."
                )
        told = {self._me, *(link.collector for link in others)}
        for host in hosts_of(table.status):
            if host in told:
                continue
            if host in self._mates:
                found[f"collector {host}"] = (
                    f"Table {table.number} is at two collectors: {here} at this one, and {host}. Nothing "
                    "counts twice, but end one of them."
                )
            else:
                found[f"host {host}"] = (
                    f"Table {table.number} is at two collectors that share no database: this one and {host}. "
                    "Either has what it gets only for itself: end one, or give both the same --db."
                )
        return found


def hosts_of(status: dict[str, Any] | None) -> list[str]:
    """The hosts a table's status names, as far as they are any."""
    hosts = (status or {}).get("hosts")
    if not isinstance(hosts, list):
        return []
    return [host for host in hosts[:_HOSTS_MOST] if isinstance(host, str) and 0 < len(host) <= _HOST_MOST]
