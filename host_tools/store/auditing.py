"""Reads for an audit: everything that the database has of a journal, in one consistent view."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

from sqlalchemy import Connection, Engine, select

from host_tools.store import owners, stops
from host_tools.store.database import reading
from host_tools.store.ownership import History
from host_tools.store.rows import StoredEvent, StoredMatch
from host_tools.store.schema import events, matches, meta
from host_tools.store.stops import Stop

#: The key in `meta` of a database that was opened from the archive of a tournament: other matches of the same
#: journals are not in it.
ARCHIVE_OF = "archive_of"


class Audit:
    """`with store.audit.view() as view:` reads one state of the database, whatever is written meanwhile."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    @contextmanager
    def view(self) -> Iterator["AuditView"]:
        """Raises StoreError, as every use of the database."""
        with reading(self._engine) as connection:
            yield AuditView(connection)


class AuditView:
    """One state of the database; rows are dicts with the columns of `schema`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def is_part(self) -> bool:
        """Whether this is an archive, in which other matches of the same journals are left out."""
        return (
            self._connection.execute(select(meta.c.key).where(meta.c.key == ARCHIVE_OF)).first() is not None
        )

    def journals(self, table: int | None = None, match: str | None = None) -> list[str]:
        """The ids of all journals with events, or of those with events of this table or match, sorted."""
        ids: set[str] = set()
        for source in (events, matches):
            query = select(source.c.journal).distinct()
            if table is not None:
                query = query.where(source.c.table_no == table)
            if match is not None:
                query = query.where(source.c.match == match)
            ids.update(self._connection.execute(query).scalars())
        return sorted(ids)

    def events(self, journal: str) -> Iterator[StoredEvent]:
        """The journal's events, ordered by number."""
        query = select(events).where(events.c.journal == journal).order_by(events.c.seq)
        for row in self._connection.execute(query):
            yield cast("StoredEvent", dict(row._mapping))

    def matches(self, journal: str) -> list[StoredMatch]:
        """The stored matches of the journal, ordered by the number of their first event."""
        query = select(matches).where(matches.c.journal == journal).order_by(matches.c.first_seq)
        return [cast("StoredMatch", dict(row._mapping)) for row in self._connection.execute(query)]

    def owners(self, journal: str) -> History:
        """The keys that the journal belongs to now, and belonged to before."""
        return owners.read(self._connection, journal)

    def stops(self, journal: str) -> list[Stop]:
        """The stops of the journal (two different events under one number), the oldest first."""
        return stops.read_all(self._connection, [journal]).get(journal, [])
