"""Which key a journal belongs to: the rules, and the database's owners.

A journal belongs to the key that first proved it. A *tenure* is one key's time with a journal. The
last tenure counts now; the earlier ones say which key sealed which events.
"""

import hashlib
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, Engine, and_, bindparam, func, insert, select

from host_tools.store.admins import record_act
from host_tools.store.database import now_ms, reading, writing
from host_tools.store.rows import OwnerColumns
from host_tools.store.schema import events, journal_owners, journal_stops
from host_tools.store.stops import STANDING

#: The id of "no key", for a table without a key.
OPEN = ""

#: How a key acquired a journal. PROVEN: it was the first key to prove the journal. RENEWED: it is a new key
#: of the same table, and this is the first journal that it proved. MOVED: it is the same key under another
#: table number. PROVISIONED: by the table's cable. GIVEN: by the organiser.
PROVEN, RENEWED, MOVED, PROVISIONED, GIVEN = "proven", "renewed", "moved", "provisioned", "given"

#: Why a key may not speak for a journal. FOREIGN: the journal belongs to another key. TOO_MANY: this key has
#: begun more journals than a genuine table does.
FOREIGN, TOO_MANY = "foreign", "too_many"

#: The most journals of one key. A table begins a journal only when it is flashed; a key with more journals
#: invents them.
JOURNALS_MOST = 64


def key_id(key: bytes) -> str:
    """The 32 hex digits that identify a key in a journal's history; OPEN for no key. The key cannot be
    computed from them.
    """
    return hashlib.sha256(b"boardside journal owner " + key).hexdigest()[:32] if key else OPEN


@dataclass(frozen=True, slots=True)
class Tenure:
    """One key's time with a journal, of table `table`.

    since: UTC ms. stored: the newest event that the database had when the tenure began; held: the newest that
    the table had then. how: one of the codes above.
    """

    table: int
    key_id: str
    since: int
    stored: int
    held: int
    how: str


History = tuple[Tenure, ...]


@dataclass(frozen=True, slots=True)
class Claim:
    """A table has proven a key for a journal, and wants to speak for it.

    held: the newest event in its journal. siblings: the ids of all keys that this table number ever had.
    """

    journal: str
    table: int
    key_id: str
    held: int
    siblings: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of a claim: the journal's history now; `refusal`: why the key may not speak for it."""

    history: History
    refusal: str | None = None


def is_owner(history: Sequence[Tenure], claim: Claim) -> bool:
    """Whether this key already speaks for the journal under this table number; the claim changes nothing."""
    if not history or history[-1].key_id != claim.key_id:
        return False
    return claim.key_id == OPEN or history[-1].table == claim.table


def judged(history: Sequence[Tenure], claim: Claim, begun: int) -> str:
    """How the claim's key acquires the journal (PROVEN, RENEWED, MOVED), or why it does not (FOREIGN,
    TOO_MANY). The claim must not be one that changes nothing (`is_owner`). begun: how many journals the key
    has had so far under this number.
    """
    if not history:
        return TOO_MANY if claim.key_id != OPEN and begun >= JOURNALS_MOST else PROVEN
    owner = history[-1]
    if owner.key_id == claim.key_id:
        return MOVED
    # Only an unused key means that the table's key was changed; a used one is another device of that number.
    is_fresh = claim.key_id != OPEN and begun == 0
    is_of_table = owner.table == claim.table and owner.key_id in {OPEN, *claim.siblings}
    return RENEWED if is_fresh and is_of_table else FOREIGN


def sealing(history: Sequence[Tenure], seq: int) -> tuple[set[str], bool]:
    """The ids of the keys with which the table may have sealed its event `seq`, and whether it may have had
    no key.

    A key seals the events made while the table had it. Events stored before the key's tenure are older.
    Events that the table had then but had not sent may be from before or after the change.
    """
    keys: set[str] = set()
    may_be_open = False
    for at, tenure in enumerate(history):
        is_old_enough = at + 1 == len(history) or seq <= history[at + 1].held
        is_new_enough = at == 0 or seq > tenure.stored
        if is_old_enough and is_new_enough:
            keys.add(tenure.key_id)
            # The table recorded these events before it first connected, perhaps before it got a key.
            may_be_open |= tenure.key_id == OPEN or (at == 0 and seq <= tenure.held)
    keys.discard(OPEN)
    return keys, may_be_open


def known(keys: Iterable[bytes], names: Collection[str]) -> list[bytes]:
    """The keys whose ids are in `names`."""
    return [key for key in keys if key and key_id(key) in names]


# In the database

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
            return read_histories(connection, None if journals is None else list(journals))

    def claim(self, claims: Sequence[Claim]) -> list[Verdict]:
        """Store the claims that the rules allow. Returns the verdicts in the order of the claims."""
        with writing(self._engine) as connection:
            return [self._claim(connection, claim) for claim in claims]

    def _claim(self, connection: Connection, claim: Claim) -> Verdict:
        history = read_history(connection, claim.journal)
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
            history = read_history(connection, claim.journal)
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
            history = read_history(connection, journal)
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


def read_histories(connection: Connection, journals: Sequence[str] | None = None) -> dict[str, History]:
    """The tenures of these journals (None: of all) by journal id, in the caller's transaction."""
    query = select(journal_owners.c.journal, *_COLUMNS)
    if journals is not None:
        query = query.where(journal_owners.c.journal.in_(journals))
    histories: dict[str, list[Tenure]] = {}
    for row in connection.execute(query.order_by(journal_owners.c.journal, journal_owners.c.number)):
        histories.setdefault(row[0], []).append(Tenure(*row[1:]))
    return {journal: tuple(history) for journal, history in histories.items()}


def read_history(connection: Connection, journal: str) -> History:
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
