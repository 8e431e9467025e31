"""The journals' owners in the database. `ownership` has the rules."""

from collections.abc import Callable, Iterable, Sequence

from sqlalchemy import Connection, Engine, and_, bindparam, func, insert, select

from host_tools.store.admins import record_act
from host_tools.store.database import reading, writing
from host_tools.store.ownership import (
    FOREIGN,
    GIVEN,
    OPEN,
    PROVISIONED,
    TOO_MANY,
    Claim,
    History,
    Tenure,
    Verdict,
    is_owner,
    judged,
)
from host_tools.store.rows import OwnerColumns
from host_tools.store.schema import events, journal_owners, journal_stops
from host_tools.store.stops import STANDING
from host_tools.store.wall_clock import now_ms

_COLUMNS = (
    journal_owners.c.table_no,
    journal_owners.c.key_id,
    journal_owners.c.since,
    journal_owners.c.stored,
    journal_owners.c.held,
    journal_owners.c.how,
)
_OF_JOURNAL = (
    select(*_COLUMNS)
    .where(journal_owners.c.journal == bindparam("journal"))
    .order_by(journal_owners.c.number)
)
_LAST = select(func.max(events.c.seq)).where(events.c.journal == bindparam("journal"))


class UnknownJournal(Exception):  # noqa: N818
    """The database has no journal with this id."""


class Owners:
    """Each method is one transaction; raises StoreError, as `Store`. `clock()` gives UTC ms."""

    def __init__(self, engine: Engine, clock: Callable[[], int] = now_ms) -> None:
        self._engine = engine
        self._clock = clock

    def mark(self) -> tuple[int, ...]:
        """A value that changes with every change of an owner or a stop; cheap to read twice a second."""
        owners = select(func.count()).select_from(journal_owners)
        stops = select(func.count()).select_from(journal_stops)
        standing = stops.where(journal_stops.c.state.in_(STANDING))
        newest = select(func.max(journal_stops.c.decided_at))
        counted = (query.scalar_subquery() for query in (owners, stops, standing, newest))
        with reading(self._engine) as connection:
            row = connection.execute(select(*counted)).one()
        return tuple(int(value or 0) for value in row)

    def histories(self, journals: Iterable[str] | None = None) -> dict[str, History]:
        """The tenures of these journals (None: of all), in order, by journal id. Journals without tenures are
        left out.
        """
        with reading(self._engine) as connection:
            return read_all(connection, None if journals is None else list(journals))

    def claim(self, claims: Sequence[Claim]) -> list[Verdict]:
        """Store the claims that the rules allow. Returns the verdicts in the order of the claims."""
        with writing(self._engine) as connection:
            return [self._claim(connection, claim) for claim in claims]

    def _claim(self, connection: Connection, claim: Claim) -> Verdict:
        history = read(connection, claim.journal)
        if is_owner(history, claim):
            return Verdict(history)
        of_key = and_(journal_owners.c.key_id == claim.key_id, journal_owners.c.table_no == claim.table)
        count = select(func.count(journal_owners.c.journal.distinct())).where(of_key)
        begun = int(connection.execute(count).scalar() or 0)
        how = judged(history, claim, begun)
        if how in (FOREIGN, TOO_MANY):
            return Verdict(history, how)
        return Verdict(self._add(connection, history, claim, how))

    def provisioned(self, claim: Claim, had: Iterable[str] = ()) -> Verdict:
        """Store that the table has proved this key for its journal on its own cable. `had`: the ids of the
        keys found in its flash. A journal that one of these keys owned goes to the new key, even under
        another table number.
        """
        with writing(self._engine) as connection:
            history = read(connection, claim.journal)
            if is_owner(history, claim):
                return Verdict(history)
            owner = history[-1] if history else None
            is_its_own = owner is None or owner.key_id == claim.key_id or owner.key_id in set(had)
            is_of_table = (
                owner is not None and owner.table == claim.table and owner.key_id in {OPEN, *claim.siblings}
            )
            if not (is_its_own or is_of_table):
                return Verdict(history, FOREIGN)
            return Verdict(self._add(connection, history, claim, PROVISIONED))

    def give(self, journal: str, table: int, to_key: str, by: str, why: str) -> History:
        """Store the organiser's decision that from now on this table's key with the id `to_key` speaks for
        the journal. Raises UnknownJournal.
        """
        with writing(self._engine) as connection:
            history = read(connection, journal)
            last = connection.execute(_LAST, {"journal": journal}).scalar()
            if not history and last is None:
                raise UnknownJournal(journal)
            claim = Claim(journal, table, to_key, int(last or 0))
            if is_owner(history, claim):
                return history
            detail = {"table": table, "journal": journal, "why": why}
            record_act(connection, by, "journal given", detail, self._clock())
            return self._add(connection, history, claim, GIVEN)

    def _add(self, connection: Connection, history: History, claim: Claim, how: str) -> History:
        stored = int(connection.execute(_LAST, {"journal": claim.journal}).scalar() or 0)
        tenure = Tenure(claim.table, claim.key_id, self._clock(), stored, max(claim.held, stored), how)
        connection.execute(insert(journal_owners).values(row_of(claim.journal, len(history) + 1, tenure)))
        return (*history, tenure)


def read_all(connection: Connection, journals: Sequence[str] | None = None) -> dict[str, History]:
    """The tenures of these journals (None: of all) by journal id, in the caller's transaction."""
    query = select(journal_owners.c.journal, *_COLUMNS)
    if journals is not None:
        query = query.where(journal_owners.c.journal.in_(journals))
    histories: dict[str, list[Tenure]] = {}
    for row in connection.execute(query.order_by(journal_owners.c.journal, journal_owners.c.number)):
        histories.setdefault(row[0], []).append(Tenure(*row[1:]))
    return {journal: tuple(history) for journal, history in histories.items()}


def read(connection: Connection, journal: str) -> History:
    """The journal's tenures, in the caller's transaction."""
    return tuple(Tenure(*row) for row in connection.execute(_OF_JOURNAL, {"journal": journal}))


def row_of(journal: str, number: int, tenure: Tenure) -> OwnerColumns:
    """The tenure as the columns of `schema.journal_owners`."""
    return {
        "journal": journal,
        "number": number,
        "table_no": tenure.table,
        "key_id": tenure.key_id,
        "since": tenure.since,
        "stored": tenure.stored,
        "held": tenure.held,
        "how": tenure.how,
    }
