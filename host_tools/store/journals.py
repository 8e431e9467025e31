"""What the database has of the tables' journals: many at once, for a collector that starts or whose tables
all call at once.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import BindParameter, Connection, Engine, bindparam, func, select

from host_tools.store.database import reading
from host_tools.store.schema import conflicts, events, matches


@dataclass(frozen=True, slots=True)
class StoredJournal:
    """A journal as it stands in the database. `last_seq`: its newest event, 0 when there is none; `events`:
    (number, body) from its last `match` event on, all when there is no match: the chain goes through them.

    `folded`: up to which event the row of its last match goes, None without one; `conflict`: (table's number,
    event's number) of the first second event under one number, None when there was none.
    """

    last_seq: int = 0
    events: tuple[tuple[int, str], ...] = ()
    folded: int | None = None
    conflict: tuple[int, int] | None = None


# Each statement is made once: to build one takes longer than SQLite needs to answer it.

_id: BindParameter[str] = bindparam("journal")
_of_journal = events.c.journal == _id
_LAST = select(func.max(events.c.seq)).where(_of_journal)
_HEAD = select(
    _LAST.scalar_subquery(),
    select(func.max(events.c.seq)).where(_of_journal, events.c.kind == "match").scalar_subquery(),
    select(matches.c.last_seq)
    .where(matches.c.journal == _id)
    .order_by(matches.c.first_seq.desc())
    .limit(1)
    .scalar_subquery(),
    select(func.min(conflicts.c.id)).where(conflicts.c.journal == _id).scalar_subquery(),
)
_EVENTS = (
    select(events.c.seq, events.c.body)
    .where(_of_journal, events.c.seq >= bindparam("begin"))
    .order_by(events.c.seq)
)
_CONFLICT = select(conflicts.c.table_no, conflicts.c.seq).where(conflicts.c.id == bindparam("id"))


class Journals:
    """Each method is one transaction, on one consistent state; raises StoreError, as `Store`."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def last_seqs(self, ids: Iterable[str]) -> dict[str, int]:
        """The newest event number stored of each of these journals; 0 where there is none."""
        with reading(self._engine) as connection:
            return {one: int(connection.execute(_LAST, {"journal": one}).scalar() or 0) for one in ids}

    def read(self, ids: Iterable[str]) -> dict[str, StoredJournal]:
        """These journals by their id, each as far as its last match needs it."""
        with reading(self._engine) as connection:
            return {one: _read(connection, one) for one in ids}


def _read(connection: Connection, journal: str) -> StoredJournal:
    last, begin, folded, conflict = connection.execute(_HEAD, {"journal": journal}).one()
    if not last:  # a thousand new tables at once: there is nothing more to ask for
        return StoredJournal()
    rows = connection.execute(_EVENTS, {"journal": journal, "begin": begin or 0}).all()
    found = None if conflict is None else connection.execute(_CONFLICT, {"id": conflict}).one()
    return StoredJournal(
        int(last),
        tuple((int(seq), str(body)) for seq, body in rows),
        folded,
        None if found is None else (int(found.table_no), int(found.seq)),
    )
