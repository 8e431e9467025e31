"""Read the tables' journals from the database: many at once, for a collector that starts, or whose tables
all connect at once; and everything of a journal, for an audit.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import cast

from sqlalchemy import BindParameter, Connection, Engine, and_, bindparam, exists, func, or_, select

from host_tools.store import stops
from host_tools.store.database import reading
from host_tools.store.ownership import History, read_histories, read_history
from host_tools.store.rows import StoredEvent, StoredMatch
from host_tools.store.schema import conflicts, events, matches, meta
from host_tools.store.stops import Stop


@dataclass(frozen=True, slots=True)
class StoredJournal:
    """A journal as it is stored. `last_seq`: the number of its newest event, 0 when there is none; `events`:
    (number, body) of the events from its last `match` event on, which the hash chain covers; all events when
    there is no match.

    `folded`: the last event that the row of its last match includes, None without a match; `owners`: its
    keys; `stop`: where it is stopped now; `kept`: (number, body) of the first event for which the organiser
    decided that the stored one counts.
    """

    last_seq: int = 0
    events: tuple[tuple[int, str], ...] = ()
    folded: int | None = None
    owners: History = ()
    stop: Stop | None = None
    kept: tuple[int, str] | None = None


# Each statement is built once: building it takes longer than SQLite needs to execute it.

_id: BindParameter[str] = bindparam("journal")
#: Events after a gap are ignored until the table has been asked for the missing ones (below).
_upto: BindParameter[int] = bindparam("upto")
_of_journal = events.c.journal == _id
_before_hole = and_(_of_journal, events.c.seq <= _upto)
_LAST = select(func.max(events.c.seq)).where(_before_hole)
_HEAD = select(
    _LAST.scalar_subquery(),
    select(func.max(events.c.seq)).where(_before_hole, events.c.kind == "match").scalar_subquery(),
    select(matches.c.last_seq)
    .where(matches.c.journal == _id)
    .order_by(matches.c.first_seq.desc())
    .limit(1)
    .scalar_subquery(),
)
_EVENTS = (
    select(events.c.seq, events.c.body)
    .where(_before_hole, events.c.seq >= bindparam("begin"))
    .order_by(events.c.seq)
)
_EVENT = select(events.c.body).where(_of_journal, events.c.seq == bindparam("seq"))

_ARRIVED = select(events.c.received_at, events.c.body).where(_of_journal, events.c.seq == bindparam("seq"))
_SECOND = (
    select(conflicts.c.received_at, conflicts.c.body)
    .where(conflicts.c.journal == _id, conflicts.c.seq == bindparam("seq"))
    .order_by(conflicts.c.id)
)


@dataclass(frozen=True, slots=True)
class JournalRow:
    """A journal for lists that people read. `events`: the number of stored events; `last_seq`: the number of
    the newest; `received_at`: the latest arrival (UTC ms; 0: no events).
    """

    journal: str
    owners: History
    stops: tuple[Stop, ...]
    events: int
    last_seq: int
    received_at: int


class Journals:
    """Each method is one transaction, and reads one consistent state. Raises StoreError, as `Store`."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def overview(self, journal: str | None = None) -> list[JournalRow]:
        """All journals, or only `journal`, ordered by table and id, without events that were set aside."""
        counted = select(
            events.c.journal,
            func.count().label("count"),
            func.max(events.c.seq).label("last_seq"),
            func.max(events.c.received_at).label("received_at"),
        ).group_by(events.c.journal)
        if journal is not None:
            counted = counted.where(events.c.journal == journal)
        ids = None if journal is None else [journal]
        with reading(self._engine) as connection:
            histories = read_histories(connection, ids)
            stopped = stops.read_all(connection, ids)
            rows = {row.journal: row for row in connection.execute(counted)}
        listed = []
        for name in {*histories, *rows}:
            row = rows.get(name)
            numbers = (0, 0, 0) if row is None else (int(row[1]), int(row.last_seq), int(row.received_at))
            if not stops.is_aside(name):
                history = histories.get(name, ())
                listed.append(JournalRow(name, history, tuple(stopped.get(name, [])), *numbers))
        return sorted(listed, key=lambda row: (row.owners[-1].table if row.owners else 0, row.journal))

    def twins(self, stop: Stop) -> list[tuple[str, int, str]]:
        """The events that arrived under the number at which a journal was stopped: ("stored", "other" or
        "aside", UTC ms of arrival, body).
        """
        name = {"journal": stop.journal, "seq": stop.seq}
        with reading(self._engine) as connection:
            arrivals = [("stored", *row) for row in connection.execute(_ARRIVED, name)]
            aside = {"journal": stops.aside(stop.id), "seq": stop.seq}
            arrivals += [("aside", *row) for row in connection.execute(_ARRIVED, aside)]
            arrivals += [("other", *row) for row in connection.execute(_SECOND, name)]
        return arrivals

    def last_seqs(self, ids: Iterable[str]) -> dict[str, int]:
        """The newest stored event number of each of these journals; 0 when there is none."""
        with reading(self._engine) as connection:
            ends = gap_ends(connection)
            return {
                journal: int(
                    connection.execute(_LAST, {"journal": journal, "upto": ends[journal]}).scalar() or 0
                )
                for journal in ids
            }

    def read(self, ids: Iterable[str]) -> dict[str, StoredJournal]:
        """These journals by id, each with the events from its last match on."""
        id_list = list(ids)
        with reading(self._engine) as connection:
            ends = gap_ends(connection)
            histories, stopped = read_histories(connection, id_list), stops.read_all(connection, id_list)
            return {
                journal: _read(
                    connection, journal, ends[journal], histories.get(journal, ()), stopped.get(journal, [])
                )
                for journal in id_list
            }


def _read(
    connection: Connection, journal: str, upto: int, history: History, stopped: list[Stop]
) -> StoredJournal:
    last, begin, folded = connection.execute(_HEAD, {"journal": journal, "upto": upto}).one()
    standing = next((stop for stop in stopped if stop.stands), None)
    if not last:  # saves the other queries when a thousand new tables connect at once
        return StoredJournal(owners=history, stop=standing)
    rows = connection.execute(_EVENTS, {"journal": journal, "begin": begin or 0, "upto": upto}).all()
    kept = min((stop.seq for stop in stopped if stop.state == stops.KEPT), default=None)
    body = None if kept is None else connection.execute(_EVENT, {"journal": journal, "seq": kept}).scalar()
    return StoredJournal(
        int(last),
        tuple((int(seq), str(body)) for seq, body in rows),
        folded,
        history,
        standing,
        None if kept is None or body is None else (kept, str(body)),
    )


# Gaps: event numbers missing in the middle of a journal, after a damaged database was rescued
# (docs/maintainer/database.md).
#
# A collector asks a table for the events after the newest stored one, and so would never ask for the missing
# ones. A journal with a gap therefore counts only up to the gap, until its table has sent the missing events.
# A table sends in order: it has done so when the last number of the gap, or an event after it, has arrived.

_HOLE = "hole "
#: PostgreSQL's largest integer.
NO_END = 2**31 - 1


def gap_rows(gaps: Mapping[str, tuple[int, int]], last_id: int) -> dict[str, str]:
    """The entries for `meta`: for each journal the first and last number of its gap. `last_id`: the newest
    `events.id` that was rescued.
    """
    return {
        _HOLE + journal: json.dumps({"first": first, "last": last, "id": last_id})
        for journal, (first, last) in gaps.items()
    }


def gap_ends(connection: Connection) -> Mapping[str, int]:
    """The last number that counts for each journal, by its id; NO_END without a gap."""
    last_numbers = defaultdict(lambda: NO_END)
    query = select(meta.c.key, meta.c.value).where(meta.c.key.startswith(_HOLE))
    for key, value in connection.execute(query):
        journal, hole = key.removeprefix(_HOLE), json.loads(value)
        is_asked = or_(
            events.c.seq == hole["last"], and_(events.c.seq > hole["last"], events.c.id > hole["id"])
        )
        if not connection.execute(select(exists().where(events.c.journal == journal, is_asked))).scalar():
            last_numbers[journal] = hole["first"] - 1
    return last_numbers


# For an audit

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
        return read_history(self._connection, journal)

    def stops(self, journal: str) -> list[Stop]:
        """The stops of the journal (two different events under one number), the oldest first."""
        return stops.read_all(self._connection, [journal]).get(journal, [])
