"""Gaps: event numbers missing in the middle of a journal, after a damaged database was rescued
(docs/maintainer/database.md).

A collector asks a table for the events after the newest stored one, and so would never ask for the missing
ones. A journal with a gap therefore counts only up to the gap, until its table has sent the missing events.
A table sends in order: it has done so when the last number of the gap, or an event after it, has arrived.
"""

import json
from collections import defaultdict
from collections.abc import Mapping

from sqlalchemy import Connection, and_, exists, or_, select

from host_tools.store.schema import events, meta

_HOLE = "hole "
#: PostgreSQL's largest integer.
NO_END = 2**31 - 1


def rows(gaps: Mapping[str, tuple[int, int]], last_id: int) -> dict[str, str]:
    """The entries for `meta`: for each journal the first and last number of its gap. `last_id`: the newest
    `events.id` that was rescued.
    """
    return {
        _HOLE + journal: json.dumps({"first": first, "last": last, "id": last_id})
        for journal, (first, last) in gaps.items()
    }


def ends(connection: Connection) -> Mapping[str, int]:
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
