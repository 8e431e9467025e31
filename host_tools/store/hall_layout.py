"""The hall of each table. The newest open tournament that names a hall for the table decides;
otherwise the collector that heard the table last does (`boardside collect --hall`).
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import Connection, delete, insert, select

from host_tools.reasons import Cause
from host_tools.store.reasons import REFUSALS
from host_tools.store.schema import meta
from host_tools.store.tournament_schema import tournaments

#: In a tournament's settings: {"North": [1, 2, 3], "South": [4]}.
SETTING: Final = "halls"
#: The word for all halls together; no hall may have this name.
ALL = "hall"
#: The maximum length of a hall's name in characters: the size of the columns.
NAME_MAX = 40
_STANDS = "stands "  # in `meta`, followed by the table's number


@dataclass(frozen=True, slots=True)
class Layout:
    """The halls of the tables, by table number. `said`: from tournaments; `heard`: from collectors."""

    said: Mapping[int, str] = field(default_factory=dict)
    heard: Mapping[int, str] = field(default_factory=dict)

    def hall_of(self, table: int) -> str:
        """The hall of this table; "" when it is not known."""
        return self.said.get(table) or self.heard.get(table, "")

    @property
    def names(self) -> tuple[str, ...]:
        """The halls, ordered by their lowest table numbers."""
        numbers = sorted({*self.said, *self.heard})
        return tuple(dict.fromkeys(name for number in numbers if (name := self.hall_of(number))))


def trouble(name: str) -> Cause | None:
    """Why this cannot be the name of a hall; None when it can."""
    if not name or len(name) > NAME_MAX or not name.isprintable() or name != name.strip():
        return REFUSALS.cause("bad_hall_name", most=NAME_MAX, hall=name)
    if name.casefold() == ALL:
        return REFUSALS.cause("hall_named_all", hall=name)
    return None


def tables_of(settings: Mapping[str, Any]) -> dict[int, str]:
    """The halls of the tables in a tournament's settings, by table number."""
    halls: Mapping[str, Iterable[int]] = settings.get(SETTING) or {}
    return {number: name for name, numbers in halls.items() for number in numbers}


def read(connection: Connection) -> Layout:
    """The layout in the database."""
    query = select(tournaments.c.settings).where(tournaments.c.state == "open").order_by(tournaments.c.id)
    said: dict[int, str] = {}
    for text in connection.execute(query).scalars():  # the newest last: it overrides the others
        said.update(tables_of(json.loads(text)))
    kept = connection.execute(select(meta.c.key, meta.c.value).where(meta.c.key.startswith(_STANDS))).all()
    return Layout(said, {int(row.key.removeprefix(_STANDS)): row.value for row in kept})


def stand(connection: Connection, tables: Iterable[int], hall: str) -> None:
    """Store that the collector of this hall hears these tables now. "": the collector was given no hall."""
    for key in [f"{_STANDS}{number}" for number in tables]:
        connection.execute(delete(meta).where(meta.c.key == key))
        if hall:
            connection.execute(insert(meta).values(key=key, value=hall))
