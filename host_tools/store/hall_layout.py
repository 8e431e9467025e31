"""Which table stands in which hall (docs/tournament.md, D240): an open tournament's word counts, the newest
one's first; else that of the collector which heard the table last (`boardside collect --hall`).
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from host_tools.store.schema import meta
from host_tools.store.tournament_schema import tournaments

#: In a tournament's settings: {"North": [1, 2, 3], "South": [4]}.
SETTING = "halls"
#: What takes all of them together is called so, and no hall.
ALL = "hall"
#: As long as a hall's name may be; columns have no more room.
NAME_MAX = 40
_STANDS = "stands "  # in `meta`, followed by the table's number


@dataclass(frozen=True, slots=True)
class Layout:
    """The halls of the tables, by number: as tournaments say it, and as collectors have heard them."""

    said: Mapping[int, str] = field(default_factory=dict)
    heard: Mapping[int, str] = field(default_factory=dict)

    def of(self, table: int) -> str:
        """The hall in which this table stands; "" when nobody says so."""
        return self.said.get(table) or self.heard.get(table, "")

    @property
    def names(self) -> tuple[str, ...]:
        """The halls, that of the lowest table first."""
        numbers = sorted({*self.said, *self.heard})
        return tuple(dict.fromkeys(name for number in numbers if (name := self.of(number))))


def trouble(name: str) -> str | None:
    """Why this cannot be the name of a hall, and what can; None when it can."""
    if not name or len(name) > NAME_MAX or not name.isprintable() or name != name.strip():
        return f"A hall has a name of 1 to {NAME_MAX} characters on one line, such as North; not {name!r}."
    if name.casefold() == ALL:
        return f"{name!r} are all halls together; give this one a name of its own, such as North."
    return None


def tables_of(settings: Mapping[str, Any]) -> dict[int, str]:
    """The halls of the tables, by number, as a tournament's settings say it."""
    halls: Mapping[str, Iterable[int]] = settings.get(SETTING) or {}
    return {number: name for name, numbers in halls.items() for number in numbers}


def read(connection: Connection) -> Layout:
    """The layout as it stands in the database."""
    query = select(tournaments.c.settings).where(tournaments.c.state == "open").order_by(tournaments.c.id)
    said: dict[int, str] = {}
    for text in connection.execute(query).scalars():  # the newest last: its word counts
        said.update(tables_of(json.loads(text)))
    kept = connection.execute(select(meta.c.key, meta.c.value).where(meta.c.key.startswith(_STANDS))).all()
    return Layout(said, {int(row.key.removeprefix(_STANDS)): row.value for row in kept})


def stand(connection: Connection, tables: Iterable[int], hall: str) -> None:
    """These tables are heard by the collector of this hall now; "": by one that knows of no hall."""
    for key in [f"{_STANDS}{number}" for number in tables]:
        connection.execute(delete(meta).where(meta.c.key == key))
        if hall:
            connection.execute(insert(meta).values(key=key, value=hall))
