"""The tables' keys: which count now, which counted once.

A key goes new -> current -> replaced, and from new or current to revoked; never back. New and current ones
are *usable*: the host accepts a table with either, so that a change is safe at any moment. The first session
under a newer key retires the older ones.
"""

import hashlib
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, func, insert, select, update

from host_tools.store.database import reading, writing
from host_tools.store.schema import keys

#: What a table's configuration takes (`boardside.config`).
KEY_BYTES_LEAST, KEY_BYTES_MOST = 16, 32
NEW, CURRENT, REPLACED, REVOKED = "new", "current", "replaced", "revoked"
USABLE = (NEW, CURRENT)
TABLE_MOST = 9999
_STATES = (NEW, CURRENT, REPLACED, REVOKED)
_NEWEST_FIRST = (keys.c.made_at.desc(), keys.c.id.desc())


class KeyRefused(Exception):  # noqa: N818
    """A key cannot be taken; the message says why and what to do. It never contains the key."""


@dataclass(frozen=True, slots=True)
class KeyRow:
    """One key of a table. Times are UTC ms; `used_at`: first proven with; `ended_at`: replaced or revoked."""

    id: int
    table: int
    key: bytes
    state: str
    note: str | None
    made_at: int
    used_at: int | None
    ended_at: int | None


@dataclass(frozen=True, slots=True)
class KeyBook:
    """What a collector needs at hand: for each table its usable keys, newest first, and the others, by which
    no session may be held.
    """

    usable: dict[int, list[bytes]]
    replaced: dict[int, list[bytes]]
    revoked: dict[int, list[bytes]]

    @property
    def revoked_tables(self) -> set[int]:
        """The tables that have a revoked key and no usable one."""
        return self.revoked.keys() - self.usable.keys()

    @property
    def any(self) -> bool:
        """Whether a key is, or was until somebody revoked it, wanted of any table."""
        return bool(self.usable or self.revoked)


def fingerprint(key: bytes) -> str:
    """Eight hex digits by which people tell keys apart; the key cannot be had from them."""
    return hashlib.sha256(b"boardside fingerprint " + key).hexdigest()[:8]


def read_key(text: str) -> bytes:
    """The key that `text` gives in hex digits. KeyRefused when it is none."""
    try:
        key = bytes.fromhex(text)
    except (TypeError, ValueError):
        key = b""
    if not KEY_BYTES_LEAST <= len(key) <= KEY_BYTES_MOST:
        raise KeyRefused(f"A key is {2 * KEY_BYTES_LEAST} to {2 * KEY_BYTES_MOST} hex digits.")
    return key


class Keys:
    """The keys in the database. Each method is one transaction; raises StoreError like the store.

    `clock()` gives UTC ms.
    """

    def __init__(
        self, engine: Engine, clock: Callable[[], int] = lambda: time.time_ns() // 1_000_000
    ) -> None:
        self._engine = engine
        self._clock = clock

    # Reading

    def mark(self) -> tuple[int, ...]:
        """Changes whenever a key does: cheap to ask for twice a second. How many keys stand in each state; as
        states only go forward, it never comes back to what it was.
        """
        with reading(self._engine) as connection:
            counted: dict[str, int] = {
                row[0]: row[1]
                for row in connection.execute(select(keys.c.state, func.count()).group_by(keys.c.state))
            }
        return tuple(counted.get(state, 0) for state in _STATES)

    def book(self) -> KeyBook:
        """All keys of all tables."""
        found: dict[str, dict[int, list[bytes]]] = {"usable": {}, REPLACED: {}, REVOKED: {}}
        for row in self.rows():
            found["usable" if row.state in USABLE else row.state].setdefault(row.table, []).append(row.key)
        return KeyBook(found["usable"], found[REPLACED], found[REVOKED])

    def rows(self, table: int | None = None) -> list[KeyRow]:
        """The keys of a table, or of all tables by number, the newest of each first."""
        query = select(keys).order_by(keys.c.table_no, *_NEWEST_FIRST)
        if table is not None:
            query = query.where(keys.c.table_no == table)
        with reading(self._engine) as connection:
            return [_row(row) for row in connection.execute(query)]

    def of(self, table: int) -> list[KeyRow]:
        """Every key this table ever had, newest first."""
        return self.rows(table)

    def every(self, table: int) -> list[bytes]:
        """The same, the keys alone: what was sealed under an old one stays verifiable."""
        return [row.key for row in self.rows(table)]

    def usable(self, table: int) -> list[bytes]:
        """The keys with which this table is accepted now, newest first; [] when it has none."""
        return [row.key for row in self.rows(table) if row.state in USABLE]

    def all_usable(self) -> dict[int, list[bytes]]:
        """The same of all tables that have any."""
        return self.book().usable

    def revoked_tables(self) -> set[int]:
        """The tables that have a revoked key and no usable one: refused, also without a key."""
        return self.book().revoked_tables

    def any(self) -> bool:
        """Whether a key is wanted of any table: then one without a key is not accepted unasked."""
        return self.book().any

    # Writing

    def add(self, table: int, key_hex: str, note: str | None = None) -> int:
        """Give a table a further key, in the state new; returns its id. One that it has already, usable,
        stays as it is. KeyRefused for what is no key, for one that was given up, and for a number outside
        1..9999.
        """
        key = read_key(key_hex)
        if not 1 <= table <= TABLE_MOST:
            raise KeyRefused(f"A table's number is 1 to {TABLE_MOST}.")
        with writing(self._engine) as connection:
            for row in _of(connection, table):
                if row.key == key:
                    if row.state not in USABLE:
                        raise KeyRefused(
                            f"Table {table}'s key {fingerprint(key)} was {row.state}, and does not come "
                            "back: take another one (--new-key)."
                        )
                    return row.id
            return _insert(connection, table, key, NEW, note, self._now(connection, table))

    def used(self, table: int, key: bytes) -> bool:
        """A session under this key has proven itself: it is current now, older usable ones are replaced.
        False when that changed nothing, as it does not for a key that is not usable.
        """
        with writing(self._engine) as connection:
            rows = _of(connection, table)
            at = next((n for n, row in enumerate(rows) if row.key == key and row.state in USABLE), None)
            if at is None:
                return False
            now = self._clock()
            older = [row.id for row in rows[at + 1 :] if row.state in USABLE]
            if rows[at].state == NEW:
                _set(connection, [rows[at].id], state=CURRENT, used_at=now)
            _set(connection, older, state=REPLACED, ended_at=now)
            return bool(older) or rows[at].state == NEW

    def revoke(self, table: int) -> int:
        """No session of this table under its present keys any more, nor an open one. Returns how many keys
        were usable until now.
        """
        return self._end(table, REVOKED)

    def drop(self, table: int) -> int:
        """The table shall have no key any more (`provision --no-key`); returns how many were usable."""
        return self._end(table, REPLACED)

    def _end(self, table: int, state: str) -> int:
        with writing(self._engine) as connection:
            ended = [row.id for row in _of(connection, table) if row.state in USABLE]
            _set(connection, ended, state=state, ended_at=self._clock())
            return len(ended)

    def merge(self, found: Iterable[KeyRow]) -> int:
        """Take keys over from another database (`boardside keys import`); returns how many changed something.

        A key that is known keeps the state that lies further on; what was revoked on either side is revoked.
        """
        changed = 0
        with writing(self._engine) as connection:
            for row in sorted(found, key=lambda row: (row.table, row.made_at, row.id)):
                known = next((own for own in _of(connection, row.table) if own.key == row.key), None)
                if known is None:
                    values = {"used_at": row.used_at, "ended_at": row.ended_at}
                    _insert(connection, row.table, row.key, row.state, row.note, row.made_at, **values)
                elif _STATES.index(row.state) > _STATES.index(known.state):
                    ended = row.ended_at if row.state not in USABLE else None
                    _set(connection, [known.id], state=row.state, ended_at=ended)
                else:
                    continue
                changed += 1
        return changed

    def _now(self, connection: Connection, table: int) -> int:
        """The present moment, but after the table's last key: a clock that was put back changes no order."""
        last = connection.execute(select(func.max(keys.c.made_at)).where(keys.c.table_no == table)).scalar()
        return max(self._clock(), (last or 0) + 1)


def _of(connection: Connection, table: int) -> list[KeyRow]:
    """The table's keys, newest first, which nobody else may change meanwhile."""
    query = select(keys).where(keys.c.table_no == table).order_by(*_NEWEST_FIRST).with_for_update()
    return [_row(row) for row in connection.execute(query)]


def _insert(
    connection: Connection, table: int, key: bytes, state: str, note: str | None, made_at: int, **more: Any
) -> int:
    values = {"table_no": table, "key": key.hex(), "state": state, "note": note, "made_at": made_at, **more}
    done = connection.execute(insert(keys).values(**values))
    assert done.inserted_primary_key is not None
    return int(done.inserted_primary_key[0])


def _set(connection: Connection, ids: Sequence[int], **values: Any) -> None:
    if ids:
        connection.execute(update(keys).where(keys.c.id.in_(ids)).values(**values))


def _row(row: Any) -> KeyRow:
    return KeyRow(
        id=row.id,
        table=row.table_no,
        key=bytes.fromhex(row.key),
        state=row.state,
        note=row.note,
        made_at=row.made_at,
        used_at=row.used_at,
        ended_at=row.ended_at,
    )
