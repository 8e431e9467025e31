"""What an audit reads: everything of a journal as it stands in the database, in one consistent view."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, select

from host_tools.store.database import reading
from host_tools.store.schema import conflicts, events, matches, meta

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
        found: set[str] = set()
        for source in (events, matches):
            query = select(source.c.journal).distinct()
            if table is not None:
                query = query.where(source.c.table_no == table)
            if match is not None:
                query = query.where(source.c.match == match)
            found.update(self._connection.execute(query).scalars())
        return sorted(found)

    def events(self, journal: str) -> Iterator[dict[str, Any]]:
        """Its events by number: seq, table_no, match, kind, body, received_at, chain."""
        query = select(events).where(events.c.journal == journal).order_by(events.c.seq)
        for row in self._connection.execute(query):
            yield dict(row._mapping)

    def matches(self, journal: str) -> list[dict[str, Any]]:
        """What is stored of its matches, by the number of their first event."""
        query = select(matches).where(matches.c.journal == journal).order_by(matches.c.first_seq)
        return [dict(row._mapping) for row in self._connection.execute(query)]

    def conflicts(self, journal: str) -> list[dict[str, Any]]:
        """The second, different events that came under its numbers."""
        query = select(conflicts).where(conflicts.c.journal == journal).order_by(conflicts.c.id)
        return [dict(row._mapping) for row in self._connection.execute(query)]
