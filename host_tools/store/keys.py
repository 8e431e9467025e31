"""The tables' keys, present and past, and the codes of tables without hardware.

A key's state goes new -> current -> replaced, or from new or current to revoked; never back. New and current
keys are *usable*: the host accepts a table with either, so a key can be changed safely at any moment. The
first session under a newer key replaces the older keys.
"""

import hashlib
import json
import os
import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, func, insert, select, update

from host_tools.outside import json_text
from host_tools.outside.files import replacing
from host_tools.store.database import now_ms, reading, writing
from host_tools.store.reasons import KeyRefused
from host_tools.store.schema import keys, soft_tables

#: The lengths that a table's configuration accepts (`boardside.config`).
KEY_BYTES_LEAST, KEY_BYTES_MOST = 16, 32
NEW, CURRENT, REPLACED, REVOKED = "new", "current", "replaced", "revoked"
USABLE = (NEW, CURRENT)
TABLE_MOST = 9999
_STATES = (NEW, CURRENT, REPLACED, REVOKED)
_NEWEST_FIRST = (keys.c.made_at.desc(), keys.c.id.desc())


def table_numbers(text: str) -> list[int]:
    """The tables in "1-4,7": 1, 2, 3, 4, 7. Raises ValueError with the part that names none."""
    numbers: set[int] = set()
    for part in text.split(","):
        first, dash, last = (end.strip() for end in part.partition("-"))
        ends = (first, last if dash else first)
        if not all(end.isascii() and end.isdecimal() and len(end) < 5 for end in ends):
            raise ValueError(part.strip())
        low, high = int(ends[0]), int(ends[1])
        if not 1 <= low <= high <= TABLE_MOST:
            raise ValueError(part.strip())
        numbers.update(range(low, high + 1))
    return sorted(numbers)


@dataclass(frozen=True, slots=True)
class KeyRow:
    """One key of a table. Times are UTC ms. `used_at`: when a session first proved the key; `ended_at`: when
    it was replaced or revoked. `soft`: a collector gave it to a table that it runs itself.
    """

    id: int
    table: int
    key: bytes
    state: str
    note: str | None
    made_at: int
    used_at: int | None
    ended_at: int | None
    soft: bool = False


@dataclass(frozen=True, slots=True)
class KeyBook:
    """The keys as a collector keeps them in memory: for each table the usable keys, newest first, and the
    replaced and revoked keys, which no session may use. `soft`: those of them that a collector
    gave to the tables that it runs itself.
    """

    usable: dict[int, list[bytes]]
    replaced: dict[int, list[bytes]]
    revoked: dict[int, list[bytes]]
    soft: frozenset[bytes] = frozenset()

    @property
    def revoked_tables(self) -> set[int]:
        """The tables that have a revoked key and no usable one."""
        return self.revoked.keys() - self.usable.keys()

    @property
    def any(self) -> bool:
        """Whether any table has a usable or a revoked key. The keys of tables without hardware do not count:
        the others may go on without one.
        """
        counting = (*self.usable.values(), *self.revoked.values())
        return any(key not in self.soft for keys in counting for key in keys)


def fingerprint(key: bytes) -> str:
    """Eight hex digits that distinguish keys for people. The key cannot be computed from them."""
    return hashlib.sha256(b"boardside fingerprint " + key).hexdigest()[:8]


def read_key(text: str) -> bytes:
    """The key that `text` contains as hex digits. Raises KeyRefused when it is not a key."""
    try:
        key = bytes.fromhex(text)
    except (TypeError, ValueError):
        key = b""
    if not KEY_BYTES_LEAST <= len(key) <= KEY_BYTES_MOST:
        raise KeyRefused("no_key", least=2 * KEY_BYTES_LEAST, most=2 * KEY_BYTES_MOST)
    return key


class Keys:
    """The keys in the database. Each method is one transaction; raises StoreError like the store.

    `clock()` gives UTC ms.
    """

    def __init__(self, engine: Engine, clock: Callable[[], int] = now_ms) -> None:
        self._engine = engine
        self._clock = clock

    # Reading

    def mark(self) -> tuple[int, ...]:
        """A value that changes with every change of a key, and is cheap enough to read twice a second: the
        number of keys in each state. States only go forward, so a value never occurs again.
        """
        with reading(self._engine) as connection:
            counted: dict[str, int] = {
                row[0]: row[1]
                for row in connection.execute(select(keys.c.state, func.count()).group_by(keys.c.state))
            }
        return tuple(counted.get(state, 0) for state in _STATES)

    def book(self) -> KeyBook:
        """All keys of all tables."""
        by_state: dict[str, dict[int, list[bytes]]] = {"usable": {}, REPLACED: {}, REVOKED: {}}
        rows = self.rows()
        for row in rows:
            by_state["usable" if row.state in USABLE else row.state].setdefault(row.table, []).append(row.key)
        soft = frozenset(row.key for row in rows if row.soft)
        return KeyBook(by_state["usable"], by_state[REPLACED], by_state[REVOKED], soft)

    def rows(self, table: int | None = None) -> list[KeyRow]:
        """The keys of a table, or of all tables, ordered by table number and newest first."""
        query = select(keys).order_by(keys.c.table_no, *_NEWEST_FIRST)
        if table is not None:
            query = query.where(keys.c.table_no == table)
        with reading(self._engine) as connection:
            return [_row(row) for row in connection.execute(query)]

    def of_table(self, table: int) -> list[KeyRow]:
        """Every key this table ever had, newest first."""
        return self.rows(table)

    def every(self, table: int) -> list[bytes]:
        """The bytes of every key that this table ever had: results sealed with an old key stay verifiable."""
        return [row.key for row in self.rows(table)]

    def usable(self, table: int) -> list[bytes]:
        """The keys that are accepted from this table now, newest first; [] when it has none."""
        return [row.key for row in self.rows(table) if row.state in USABLE]

    def all_usable(self) -> dict[int, list[bytes]]:
        """The usable keys of all tables that have one, newest first."""
        return self.book().usable

    def revoked_tables(self) -> set[int]:
        """The tables that have a revoked key and no usable one. They are refused, even without a key."""
        return self.book().revoked_tables

    def any(self) -> bool:
        """Whether any table has a usable or a revoked key. If so, a table without a key is not accepted by
        default.
        """
        return self.book().any

    # Writing

    def add(self, table: int, key_hex: str, note: str | None = None, soft: bool = False) -> int:
        """Add a key in the state new to a table; returns the key's id. A usable key that the table already
        has stays as it is. Raises KeyRefused for text that is not a key, for a replaced or revoked key, and
        for a table number outside 1..9999.
        """
        key = read_key(key_hex)
        if not 1 <= table <= TABLE_MOST:
            raise KeyRefused("no_table_number", most=TABLE_MOST)
        with writing(self._engine) as connection:
            for row in _rows_of(connection, table):
                if row.key == key:
                    if row.state not in USABLE:
                        raise KeyRefused(
                            "key_ended", table=table, fingerprint=fingerprint(key), state=row.state
                        )
                    return row.id
            return _insert(connection, table, key, NEW, note, self._now(connection, table), soft=soft)

    def used(self, table: int, key: bytes) -> bool:
        """Record that a session has proven this key: the key becomes current, and older usable keys are
        replaced. Returns False when nothing changed; a key that is not usable changes nothing.
        """
        with writing(self._engine) as connection:
            rows = _rows_of(connection, table)
            at = next((n for n, row in enumerate(rows) if row.key == key and row.state in USABLE), None)
            if at is None:
                return False
            now = self._clock()
            soft = rows[at].soft  # hardware with this number, and its key, may come back
            older = [row.id for row in rows[at + 1 :] if row.state in USABLE and row.soft == soft]
            if rows[at].state == NEW:
                _set(connection, [rows[at].id], state=CURRENT, used_at=now)
            _set(connection, older, state=REPLACED, ended_at=now)
            return bool(older) or rows[at].state == NEW

    def revoke(self, table: int) -> int:
        """Revoke the table's usable keys. Open sessions under them end, and new ones are refused. Returns the
        number of keys revoked.
        """
        return self._end(table, REVOKED)

    def drop(self, table: int) -> int:
        """Retire the table's usable keys without a new one (`provision --no-key`); returns their number."""
        return self._end(table, REPLACED)

    def _end(self, table: int, state: str) -> int:
        with writing(self._engine) as connection:
            ended = [row.id for row in _rows_of(connection, table) if row.state in USABLE]
            _set(connection, ended, state=state, ended_at=self._clock())
            return len(ended)

    def merge(self, rows: Iterable[KeyRow]) -> int:
        """Add keys from another database (`boardside keys import`); returns how many were added or changed.

        A key that both have takes the later of the two states; a key revoked in either is revoked.
        """
        changed = 0
        with writing(self._engine) as connection:
            for row in sorted(rows, key=lambda row: (row.table, row.made_at, row.id)):
                known = next((own for own in _rows_of(connection, row.table) if own.key == row.key), None)
                if known is None:
                    values = {"used_at": row.used_at, "ended_at": row.ended_at, "soft": row.soft}
                    _insert(connection, row.table, row.key, row.state, row.note, row.made_at, **values)
                elif _STATES.index(row.state) > _STATES.index(known.state):
                    ended = row.ended_at if row.state not in USABLE else None
                    _set(connection, [known.id], state=row.state, ended_at=ended)
                else:
                    continue
                changed += 1
        return changed

    def _now(self, connection: Connection, table: int) -> int:
        """The present time, but later than the table's last key: so a clock put back keeps the order."""
        last = connection.execute(select(func.max(keys.c.made_at)).where(keys.c.table_no == table)).scalar()
        return max(self._clock(), (last or 0) + 1)


def _rows_of(connection: Connection, table: int) -> list[KeyRow]:
    """The table's keys, newest first, locked against changes by other transactions."""
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
        soft=row.soft,
    )


# The tables without hardware: the key of each, and the code that opens its panel on a phone. A code is stored
# as it is, as a key is: labels are printed again.

#: Of a code: no letter that looks like another one or a digit (Crockford's base 32). 60 bits.
_ALPHABET, _LENGTH = "0123456789ABCDEFGHJKMNPQRSTVWXYZ", 12
_READ_AS = str.maketrans("OIL", "011", " -")
_NOTE = "without hardware"


class SoftTables:
    """Each method is one transaction, but for the key. Raises StoreError, as `Store`."""

    def __init__(self, engine: Engine, keys: Keys) -> None:
        self._engine = engine
        self._keys = keys

    def ready(self, number: int) -> str:
        """Give this table a code and a usable key of its own where it has none; returns the key in hex.
        Raises KeyRefused for a number that no table can have.
        """
        own = [row.key for row in self._keys.of_table(number) if row.soft and row.state in USABLE]
        key = own[0].hex() if own else secrets.token_hex(16)
        if not own:
            self._keys.add(number, key, _NOTE, soft=True)
        if number not in self.codes():
            with writing(self._engine) as connection:
                connection.execute(insert(soft_tables).values(table_no=number, code=new_code()))
        return key

    def codes(self) -> dict[int, str]:
        """The codes of all tables that were ever run without hardware."""
        with reading(self._engine) as connection:
            return {row.table_no: row.code for row in connection.execute(select(soft_tables))}

    def renew(self, number: int) -> str:
        """A new code in place of the present one, which counts no more; returns it."""
        code = new_code()
        with writing(self._engine) as connection:
            connection.execute(update(soft_tables).where(soft_tables.c.table_no == number).values(code=code))
        return code


def new_code() -> str:
    """A random code."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(_LENGTH))


def plain_code(text: str) -> str:
    """A code as somebody typed it, with spaces, in small letters, O for 0."""
    return text.upper().translate(_READ_AS)


def spaced(code: str) -> str:
    """A code for people to read."""
    return " ".join(code[at : at + 4] for at in range(0, len(code), 4))


# Keys in a file: what `boardside keys export` writes, `import` and `collect --keys` read.
#
#     {"version": 1, "keys": [{"table": 3, "key": "hex", "state": "current", "note": null,
#                              "made_at": ms, "used_at": ms, "ended_at": null}, ...]}
#
# or, written by hand, {"3": "hex", ...}. Anyone who has the file can send results as these tables, so only
# the file's owner can read it (0600).

FILE_VERSION = 1
_TIMES = ("made_at", "used_at", "ended_at")


def write_key_file(path: Path, rows: Iterable[KeyRow]) -> int:
    """Write the keys to a file that only its owner can read; returns the number of keys. An existing file is
    replaced as a whole or not at all. Raises OSError.
    """
    entries = [
        {
            "table": row.table,
            "key": row.key.hex(),
            "state": row.state,
            "soft": row.soft,
            "note": row.note,
            "made_at": row.made_at,
            "used_at": row.used_at,
            "ended_at": row.ended_at,
        }
        for row in rows
    ]
    with replacing(path, is_private=True) as part, part.open("w", encoding="utf-8") as file:
        json.dump({"version": FILE_VERSION, "keys": entries}, file, indent=1)
        file.write("\n")
    return len(entries)


def read_key_file(path: Path, now: int) -> list[KeyRow]:
    """The keys in a file. Keys in the short form have the state new and were made `now`. Raises OSError, and
    KeyRefused when it is not a file of keys.
    """
    try:
        content: Any = json_text.value(path.read_bytes())
    except ValueError as error:
        raise KeyRefused("file_no_json", file=str(path), why=str(error)) from None
    if not isinstance(content, dict):
        raise KeyRefused("file_no_object", file=str(path))
    if "keys" not in content:
        return [_entry(path, {"table": name, "key": key}, now) for name, key in content.items()]
    if content.get("version") != FILE_VERSION or not isinstance(content["keys"], list):
        raise KeyRefused("file_of_other_version", file=str(path))
    return [_entry(path, entry, now) for entry in content["keys"]]


def newest_keys(rows: Iterable[KeyRow]) -> dict[int, bytes]:
    """The newest usable key of each table in these rows."""
    ordered = sorted((row for row in rows if row.state in USABLE), key=lambda row: (row.made_at, row.id))
    return {row.table: row.key for row in ordered}


def is_private(path: Path) -> bool:
    """Whether only the file's owner can read it; always true on systems without POSIX permissions."""
    return os.name != "posix" or not path.stat().st_mode & 0o077


def _entry(path: Path, entry: Any, now: int) -> KeyRow:
    """The key in one entry. Raises KeyRefused for an invalid entry; the message does not contain the key."""
    if not isinstance(entry, dict):
        raise KeyRefused("entry_no_object", file=str(path))
    try:
        table = int(entry.get("table", 0))
    except (TypeError, ValueError):
        table = 0
    if not 1 <= table <= TABLE_MOST:
        number = str(entry.get("table"))[:20]
        raise KeyRefused("entry_no_table", file=str(path), number=number, most=TABLE_MOST)
    try:
        key = read_key(entry.get("key", ""))
    except KeyRefused as error:
        raise KeyRefused("entry_no_key", file=str(path), table=table, why=error.to_json()) from None
    state, note, soft = entry.get("state", NEW), entry.get("note"), entry.get("soft", False)
    times = [entry.get(name, now if name == "made_at" else None) for name in _TIMES]
    if (
        state not in _STATES
        or not isinstance(note, str | None)
        or not isinstance(soft, bool)
        or isinstance(times[0], bool | None)
        or not all(isinstance(at, int | None) for at in times)
    ):
        raise KeyRefused("entry_unreadable", file=str(path), table=table)
    return KeyRow(0, table, key, state, note, times[0], times[1], times[2], soft)
