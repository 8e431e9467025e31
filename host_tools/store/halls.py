"""The halls' clocks in the database, changed by the command line and the web page alike. Whoever collects
sees to it that every table has its hall's.
"""

from collections.abc import Iterable

from sqlalchemy import Connection, Engine, delete, insert, select, text

from host_tools.store import hall_layout
from host_tools.store.database import reading, writing
from host_tools.store.hall_clocks import (
    DOS,
    HALL,
    LENGTH_MAX_MS,
    Clocks,
    HallRefused,
    HallState,
    all_changed,
    changed,
    one_changed,
)
from host_tools.store.hall_layout import Layout
from host_tools.store.schema import hall, meta
from host_tools.store.upserts import upsert

__all__ = [
    "DOS",
    "HALL",
    "LEAD_MS",
    "LENGTH_MAX_MS",
    "Clocks",
    "HallRefused",
    "HallState",
    "Halls",
    "Layout",
    "changed",
]

#: A change is made so far ahead that all tables have it when its moment comes.
LEAD_MS = 2000
#: What is said to whom the clock was not known as it stands.
CHANGED = "The clock was changed meanwhile: look how it stands now, then decide."
_SHIFT = "host time"
_ASK = 5


class Halls:
    """The halls' clocks in the database. Each method is one transaction; raises StoreError like the store."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def get(self, name: str = HALL) -> HallState | None:
        """The clock of a hall as it is wanted; None when none was ever started."""
        with reading(self._engine) as connection:
            rows = _rows(connection)
        return rows.get(name) or rows.get(HALL)

    def clocks(self, layout: Layout | None = None) -> Clocks:
        """All of them. layout: where the tables stand, when that is known already."""
        with reading(self._engine) as connection:
            return _clocks(connection, layout)

    def layout(self) -> Layout:
        """Which table stands in which hall."""
        with reading(self._engine) as connection:
            return hall_layout.read(connection)

    def named(self, name: str) -> str:
        """A hall's name as it is written, whichever letters are capital. Raises HallRefused for no hall."""
        return _named(self.layout(), name)

    def stand(self, tables: Iterable[int], name: str) -> None:
        """These tables are heard by a collector that stands in this hall; "": in none."""
        with writing(self._engine) as connection:
            hall_layout.stand(connection, tables, name)

    def clock_ms(self) -> int:
        """UTC in ms by the clock that all who use this database share: the server's, else this computer's."""
        from host_tools.store.store import now_ms  # which has this module as a part

        if self._engine.dialect.name != "postgresql":
            return now_ms()
        ahead = []
        with reading(self._engine) as connection:
            for _ in range(_ASK):
                before = now_ms()
                told = connection.execute(
                    text("select extract(epoch from clock_timestamp()) * 1000")
                ).scalar()
                after = now_ms()
                ahead.append((after - before, int(told or 0) - (before + after) // 2))
        return now_ms() + min(ahead)[1]

    def shift_ms(self) -> int:
        """What the collectors' host time is ahead of `clock_ms`: other than 0 when that was set meanwhile."""
        with reading(self._engine) as connection:
            value = connection.execute(select(meta.c.value).where(meta.c.key == _SHIFT)).scalar()
        return int(value) if value is not None else 0

    def set_shift(self, ms: int) -> None:
        """Let other processes know that host time is so far ahead of `clock_ms`."""
        with writing(self._engine) as connection:
            connection.execute(delete(meta).where(meta.c.key == _SHIFT))
            connection.execute(insert(meta).values(key=_SHIFT, value=str(ms)))

    def now(self) -> int:
        """Host time (UTC ms), as the collectors on this database count it and the tables are told it."""
        return self.clock_ms() + self.shift_ms()

    def change(
        self,
        do: str,
        ms: int | None,
        by: str | None,
        at: int,
        name: str | None = None,
        known: int | None = None,
    ) -> HallState:
        """Start (`ms` is its length), pause, resume or end the clock of the hall `name`, or of all halls, at
        the moment `at` (host time, UTC ms, a little ahead, so that all tables can have it by then); the new
        state, of all halls that of one that changed, `HALL` first.

        `ms` with pause and resume (then also of a clock that already does so) is what is left instead. A
        clock that has ended is taken off the displays by another `end`. Of all halls it is done where it
        makes sense. known: the number of the last change that the caller has seen of it; if there was another
        one, it is refused. Raises HallRefused.
        """
        with writing(self._engine) as connection:
            old = _clocks(connection)
            target = None if name is None else _named(old.layout, name)
            seen = old if target is None else old.of(target)
            if known is not None and known != (0 if seen is None else seen.number):
                raise HallRefused(CHANGED)
            if target is None:
                rows = all_changed(old, do, ms, by, at)
            else:
                rows = one_changed(old, target, do, ms, by, at)
            _put(connection, rows)
        return rows[0] if target is None else rows[-1]


def _named(layout: Layout, name: str) -> str:
    names = layout.names
    found = [one for one in names if one == name] or [
        one for one in names if one.casefold() == name.strip().casefold()
    ]
    if len(found) == 1:
        return found[0]
    if not names:
        raise HallRefused(
            f"There is no hall {name!r}: no table stands in any. `boardside tournament hall NAME 1-20` says "
            "which do, or `boardside collect --hall NAME` for all that it hears."
        )
    raise HallRefused(f"There is no hall {name!r}; there is {', '.join(names)}.")


def _rows(connection: Connection) -> dict[str, HallState]:
    return {row.name: HallState(**row._mapping) for row in connection.execute(select(hall)).all()}


def _clocks(connection: Connection, layout: Layout | None = None) -> Clocks:
    rows = _rows(connection)
    house = rows.pop(HALL, None)
    return Clocks(house, rows, hall_layout.read(connection) if layout is None else layout)


def _put(connection: Connection, states: list[HallState]) -> None:
    names = HallState.__dataclass_fields__
    rows = [{name: getattr(state, name) for name in names} for state in states]
    upsert(connection, hall, rows, ["name"])
