"""A part of version 4: the keys that journals belong to, and the stops of journals.

Each journal is bound to the table that sent its first event: to those keys of it that were in use while the
journal's events came (D349). Events that other tables sent into the journal stay: `boardside verify` names
them.
"""

import hashlib
from collections.abc import Iterator
from typing import Any

from alembic.operations import Operations
from sqlalchemy import BigInteger, Column, Connection, Integer, String, Text, text

_SERIAL = BigInteger().with_variant(Integer, "sqlite")
_OPEN, _UNSEEN = "", "unseen"


def upgrade(op: Operations) -> None:
    """From version 3, without the part that `v4` does."""
    op.create_table(
        "journal_owners",
        Column("journal", String(16), primary_key=True),
        Column("number", Integer, primary_key=True),
        Column("table_no", Integer, nullable=False),
        Column("key_id", String(32), nullable=False),
        Column("since", BigInteger, nullable=False),
        Column("stored", Integer, nullable=False),
        Column("held", Integer, nullable=False),
        Column("how", String(12), nullable=False),
    )
    op.create_index("journals_of_key", "journal_owners", ["key_id"])
    op.create_table(
        "journal_stops",
        Column("id", _SERIAL, primary_key=True, autoincrement=True),
        Column("journal", String(16), nullable=False),
        Column("seq", Integer, nullable=False),
        Column("table_no", Integer, nullable=False),
        Column("state", String(10), nullable=False),
        Column("at", BigInteger, nullable=False),
        Column("decided_at", BigInteger),
        Column("who", Text),
        Column("why", Text),
    )
    op.create_index("stops_of_journal", "journal_stops", ["journal", "id"])
    bind_journals(op.get_bind())


def bind_journals(connection: Connection) -> None:
    """Store the owners of the existing journals, and a stop for each second event that was kept silently."""
    rows = [
        {"journal": journal, "number": number, **tenure}
        for journal in connection.execute(text("select distinct journal from events")).scalars().all()
        for number, tenure in enumerate(_tenures(connection, journal), start=1)
    ]
    if rows:
        columns = ", ".join(rows[0])
        values = ", ".join(f":{name}" for name in rows[0])
        connection.execute(text(f"insert into journal_owners ({columns}) values ({values})"), rows)
    connection.execute(
        text(
            "insert into journal_stops (journal, seq, table_no, state, at) "
            "select journal, seq, min(table_no), 'before', min(received_at) from conflicts "
            "group by journal, seq order by min(id)"
        )
    )


def _tenures(connection: Connection, journal: str) -> Iterator[dict[str, object]]:
    """The keys of each table number that the device with this journal had, in the order of their first use.
    An older key may have sealed events that came after a newer key was used: earlier versions did not store
    how far the table's journal reached at that time.
    """
    last = _scalar(connection, "select max(seq) from events where journal = :journal", journal=journal)
    is_first = True
    for table, begin, end in _numbers(connection, journal):
        keys = _keys(connection, table, begin, end)
        for key_id, since in keys:
            until = "select max(seq) from events where journal = :journal and received_at < :since"
            stored = 0 if is_first else _scalar(connection, until, journal=journal, since=since) or 0
            held = 0 if is_first else last
            yield {
                "table_no": table, "key_id": key_id, "since": since, "stored": stored, "held": held,
                "how": "migrated",
            }  # fmt: skip
            is_first = False


def _numbers(connection: Connection, journal: str) -> list[tuple[int, int, int]]:
    """(table, first, last UTC ms) of the journal's events: its first table number, then the later ones. A
    later number counts only if the device was not heard under the one before any more.
    """
    query = text(
        "select table_no, min(id), min(received_at), max(received_at) from events where journal = :journal "
        "group by table_no order by min(id)"
    )
    heard = {
        row[0]: row[1]
        for row in connection.execute(
            text("select table_no, last_at from devices where journal = :journal"), {"journal": journal}
        )
    }
    numbers: list[tuple[int, int, int]] = []
    for table, _, begin, end in connection.execute(query, {"journal": journal}):
        if not numbers or begin >= max(numbers[-1][2], heard.get(numbers[-1][0], 0)):
            numbers.append((table, begin, end))
    return numbers


def _keys(connection: Connection, table: int, begin: int, end: int) -> list[tuple[str, int]]:
    """(id, since) of the keys that a table used while events came from it."""
    query = text(
        "select key, used_at, ended_at from keys where table_no = :table and used_at is not null "
        "order by used_at, id"
    )
    used = [
        (_key_id(key), used_at)
        for key, used_at, ended_at in connection.execute(query, {"table": table})
        if used_at <= end and (ended_at is None or ended_at >= begin)
    ]
    if not used or used[0][1] > begin:
        keyed = _scalar(connection, "select keyed from tables where table_no = :table", table=table)
        used.insert(0, (_UNSEEN if keyed and not used else _OPEN, begin))
    return used


def _key_id(key: str) -> str:
    return hashlib.sha256(b"boardside journal owner " + bytes.fromhex(key)).hexdigest()[:32]


def _scalar(connection: Connection, query: str, **values: Any) -> Any:
    return connection.execute(text(query), values).scalar()
