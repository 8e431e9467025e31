"""Stops of journals: two different events arrived under one number, and the organiser decides which record
counts.

A stop's state goes open -> kept, or open -> taking -> taken. While it is open or taking, no event of its
journal is stored or acknowledged.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, and_, exists, func, insert, select, update

from host_tools.store.admins import record_act
from host_tools.store.database import now_ms, reading, writing
from host_tools.store.reasons import NothingToDecide
from host_tools.store.schema import events, journal_stops, matches

OPEN, KEPT, TAKING, TAKEN = "open", "kept", "taking", "taken"
#: The words for the decisions in the log of acts.
_DONE = {KEPT: "kept", TAKING: "taken"}
#: In these states, no event of the journal is stored.
STANDING = (OPEN, TAKING)


@dataclass(frozen=True, slots=True)
class Stop:
    """Journal `journal` of table `table` was stopped at event `seq`. `at`, `decided_at`: UTC ms;
    `decided_by`: the person; `why`: the reason given.
    """

    id: int
    journal: str
    seq: int
    table: int
    state: str
    at: int
    decided_at: int | None = None
    decided_by: str | None = None
    why: str | None = None

    @property
    def stands(self) -> bool:
        """Whether this stop prevents the journal's events from being stored."""
        return self.state in STANDING


class Stops:
    """Each method is one transaction; raises StoreError, as `Store`. `clock()` gives UTC ms."""

    def __init__(self, engine: Engine, clock: Callable[[], int] = now_ms) -> None:
        self._engine = engine
        self._clock = clock

    def rows(self, journals: Iterable[str] | None = None) -> list[Stop]:
        """The stops of these journals (None: of all), the oldest first."""
        with reading(self._engine) as connection:
            by_journal = read_all(connection, None if journals is None else list(journals))
        return sorted((stop for stops in by_journal.values() for stop in stops), key=lambda stop: stop.id)

    def keep(self, journal: str, by: str, why: str) -> Stop:
        """Decide that the stored record counts; the table's is not taken. Raises NothingToDecide."""
        return self._decide(journal, KEPT, by, why, (OPEN, TAKING))

    def take(self, journal: str, by: str, why: str) -> Stop:
        """Decide that the table's record counts. It replaces the stored events from the first different one
        on, when the table sends it again. Raises NothingToDecide.
        """
        return self._decide(journal, TAKING, by, why, (OPEN, KEPT))

    def _decide(self, journal: str, state: str, by: str, why: str, before: tuple[str, ...]) -> Stop:
        with writing(self._engine) as connection:
            query = select(journal_stops).where(
                journal_stops.c.journal == journal, journal_stops.c.state.in_(before)
            )
            row = connection.execute(query.order_by(journal_stops.c.id.desc()).limit(1)).first()
            if row is None:
                raise NothingToDecide("journal_not_stopped", journal=journal)
            # A decision is always later than the one before it: collectors detect a new one by its time.
            newest = connection.execute(select(func.max(journal_stops.c.decided_at))).scalar() or 0
            values = {"state": state, "decided_at": max(self._clock(), newest + 1), "who": by, "why": why}
            connection.execute(update(journal_stops).where(journal_stops.c.id == row.id).values(**values))
            detail = {"table": row.table_no, "journal": journal, "event": row.seq, "why": why}
            record_act(connection, by, f"journal {_DONE[state]}", detail, self._clock())
            return _stop(row, **values)


# In the caller's transaction


def read_all(connection: Connection, journals: Sequence[str] | None = None) -> dict[str, list[Stop]]:
    """The stops of these journals (None: of all) by the journals' ids, the oldest first."""
    query = select(journal_stops).order_by(journal_stops.c.id)
    if journals is not None:
        query = query.where(journal_stops.c.journal.in_(journals))
    stops: dict[str, list[Stop]] = {}
    for row in connection.execute(query):
        stops.setdefault(row.journal, []).append(_stop(row))
    return stops


#: Built once: every transaction that stores events executes it.
_STANDING = select(journal_stops).where(journal_stops.c.state.in_(STANDING)).order_by(journal_stops.c.id)


def standing(connection: Connection) -> dict[str, Stop]:
    """The stops in force now, by journal."""
    return {row.journal: _stop(row) for row in connection.execute(_STANDING)}


def awaited(connection: Connection, journal: str, before: int) -> int | None:
    """After events were set aside: the number of the first event that the table must send again and has not
    sent yet, if it is less than `before`; otherwise None.
    """
    has_come = exists().where(
        events.c.journal == journal_stops.c.journal, events.c.seq == journal_stops.c.seq
    )
    query = select(func.min(journal_stops.c.seq)).where(
        journal_stops.c.journal == journal,
        journal_stops.c.state == TAKEN,
        journal_stops.c.seq < before,
        ~has_come,
    )
    first: int | None = connection.execute(query).scalar()
    return first


def begin(connection: Connection, journal: str, seq: int, table: int, at: int) -> Stop:
    """Stop a journal at `seq`; returns the stop. If the journal is stopped already, returns that stop."""
    stop = standing(connection).get(journal)
    if stop is not None:
        return stop
    values = {"journal": journal, "seq": seq, "table_no": table, "state": OPEN, "at": at}
    made = connection.execute(insert(journal_stops).values(**values))
    assert made.inserted_primary_key is not None
    return Stop(int(made.inserted_primary_key[0]), journal, seq, table, OPEN, at)


def aside(stop: int) -> str:
    """The journal id under which the events are stored that stop number `stop` has set aside. No table's
    journal has an id of this form.
    """
    return f"~{stop}"


def is_aside(journal: str) -> bool:
    """Whether this is the journal id of events that were set aside, not of a table's journal."""
    return journal.startswith("~")


def set_aside(connection: Connection, stop: Stop, seq: int) -> None:
    """Set aside the stored events from `seq` on, where the table's record differs: they no longer count. They
    stay in the database under the id `aside`, because the ids of rows must only rise (docs/scripts/api.md).
    """
    later = and_(events.c.journal == stop.journal, events.c.seq >= seq)
    connection.execute(update(events).where(later).values(journal=aside(stop.id)))
    of_journal = matches.c.journal == stop.journal
    begun_later = and_(of_journal, matches.c.first_seq >= seq)
    nothing = {"journal": aside(stop.id), "match": None, "confirmed": False, "winner": None, "official": None}
    connection.execute(update(matches).where(begun_later).values(**nothing))
    # The next event of a match that continues writes its row again; until then it must not look newer.
    connection.execute(
        update(matches).where(of_journal, matches.c.last_seq >= seq).values(last_seq=seq - 1, confirmed=False)
    )
    end(connection, stop, TAKEN, seq)


def end(connection: Connection, stop: Stop, state: str, seq: int) -> None:
    """Record that the decision has been carried out, and that the two records differ from `seq` on."""
    connection.execute(
        update(journal_stops).where(journal_stops.c.id == stop.id).values(state=state, seq=seq)
    )


def _stop(row: Any, **changed: Any) -> Stop:
    values = {**row._mapping, **changed}
    return Stop(
        values["id"], values["journal"], values["seq"], values["table_no"], values["state"], values["at"],
        values["decided_at"], values["who"], values["why"],
    )  # fmt: skip
