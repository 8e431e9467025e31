"""Which links this collector has, told to the other processes on its database: only what has changed."""

from collections.abc import Iterable

from host_tools.collector.live import LiveTable
from host_tools.store.records import Link, LinksRecord

#: A link that lasts is told again after this time: its device was heard until then, at least.
AGAIN_MS = 60_000
#: So many are told again at once: a thousand tables do not come at the same moment.
AGAIN_MOST = 50


class LinkBook:
    """The database takes each record that `changes` gives."""

    def __init__(self) -> None:
        self._told: dict[tuple[int, str], tuple[Link, int]] = {}

    def changes(self, collector: str, tables: Iterable[LiveTable], now: int) -> LinksRecord | None:
        """What the database does not know yet of the collector with this id at `now` (UTC ms); None when it
        knows all.
        """
        links = self._links(tables, now)
        down = tuple(key for key in self._told if key not in links)
        up, again = [], 0
        for key, link in links.items():
            told, at = self._told.get(key, (None, 0))
            if link != told:
                up.append(link)
            elif now - at >= AGAIN_MS and again < AGAIN_MOST:
                again += 1
                up.append(link)
        for key in down:
            del self._told[key]
        for link in up:
            self._told[(link.table, link.journal)] = (link, now)
        return LinksRecord(collector, tuple(up), down, now) if up or down else None

    def _links(self, tables: Iterable[LiveTable], now: int) -> dict[tuple[int, str], Link]:
        """All that are proven; of several to one device the newest."""
        links = {}
        for table in tables:
            for connection in table.connections:
                peer = connection.session.peer
                if peer is None or not connection.session.up:
                    continue
                key = (table.number, peer.journal)
                told = self._told.get(key)
                since = told[0].since if told is not None else now
                links[key] = Link(table.number, peer.journal, connection.transport, connection.port, since)
        return links
