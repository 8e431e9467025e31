"""The halls' clocks in the database. The command line and the web page change them; the collectors send
every table the clock of its hall.
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
    HallState,
    all_changed,
    changed,
    one_changed,
)
from host_tools.store.hall_layout import Layout
from host_tools.store.reasons import HallRefused
from host_tools.store.schema import hall, meta
from host_tools.store.tournament_schema import fixtures
from host_tools.store.upserts import upsert
from host_tools.store.wall_clock import computer_ms, is_followed, now_ms

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

#: A change takes effect this long after the request, so that all tables have it in time.
LEAD_MS = 2000
_SHIFT = "host time"
_ASK = 5


class Halls:
    """The halls' clocks in the database. Each method is one transaction; raises StoreError like the store."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def get(self, name: str = HALL) -> HallState | None:
        """The clock that a hall's tables should show; None when no clock was ever started."""
        with reading(self._engine) as connection:
            rows = _rows(connection)
        return rows.get(name) or rows.get(HALL)

    def clocks(self, layout: Layout | None = None) -> Clocks:
        """All clocks. layout: the tables' halls, if the caller has read them already."""
        with reading(self._engine) as connection:
            return _clocks(connection, layout)

    def layout(self) -> Layout:
        """The hall of each table."""
        with reading(self._engine) as connection:
            return hall_layout.read(connection)

    def named(self, name: str) -> str:
        """The stored spelling of a hall's name; upper and lower case are equal. Raises HallRefused when no
        hall has this name.
        """
        return named(self.layout(), name)

    def stand(self, tables: Iterable[int], name: str) -> None:
        """Store that a collector in this hall hears these tables; "": its hall is not known."""
        with writing(self._engine) as connection:
            hall_layout.stand(connection, tables, name)

    def clock_ms(self) -> int:
        """UTC in ms by the clock that all users of this database share: the server's for PostgreSQL, else
        this computer's.
        """
        if self._engine.dialect.name != "postgresql":
            return computer_ms()
        ahead = []
        with reading(self._engine) as connection:
            for _ in range(_ASK):
                before = computer_ms()
                server_ms = connection.execute(
                    text("select extract(epoch from clock_timestamp()) * 1000")
                ).scalar()
                after = computer_ms()
                ahead.append((after - before, int(server_ms or 0) - (before + after) // 2))
        return computer_ms() + min(ahead)[1]

    def shift_ms(self) -> int:
        """By how many ms the collectors' host time is ahead of `clock_ms`. It is not 0 if that clock was set
        while they ran.
        """
        with reading(self._engine) as connection:
            value = connection.execute(select(meta.c.value).where(meta.c.key == _SHIFT)).scalar()
        return int(value) if value is not None else 0

    def set_shift(self, ms: int) -> None:
        """Store for other processes by how many ms host time is ahead of `clock_ms`."""
        with writing(self._engine) as connection:
            connection.execute(delete(meta).where(meta.c.key == _SHIFT))
            connection.execute(insert(meta).values(key=_SHIFT, value=str(ms)))

    def now(self) -> int:
        """Host time (UTC ms), as the collectors on this database count it and send it to the tables."""
        return now_ms() if is_followed() else self.clock_ms() + self.shift_ms()

    def is_awaited(self) -> bool:
        """Whether a called match's time to report runs, which is counted in host time."""
        query = select(fixtures.c.id).where(fixtures.c.state == "called", fixtures.c.report_by.is_not(None))
        with reading(self._engine) as connection:
            return connection.execute(query.limit(1)).first() is not None

    def change(
        self,
        do: str,
        ms: int | None,
        by: str | None,
        at: int,
        name: str | None = None,
        known: int | None = None,
    ) -> HallState:
        """Start, pause, resume or end the clock of the hall `name`; without `name`, the clocks of all halls.

        ms: for "start" the length of the clock; for "pause" and "resume" the new time left, which is also
        possible when the clock is already paused or running. A second "end" removes an ended clock from the
        displays. at: when the change takes effect (host time, UTC ms), LEAD_MS ahead, so that all tables have
        the change in time. known: the number of the last change that the caller has seen; the request is
        refused if there was another change since.

        Returns the new state. With all halls, clocks for which the request makes no sense stay as they are,
        and the state returned is that of `HALL` if it changed, else of another clock that changed. Raises
        HallRefused.
        """
        with writing(self._engine) as connection:
            old = _clocks(connection)
            target = None if name is None else named(old.layout, name)
            seen = old if target is None else old.clock_of(target)
            if known is not None and known != (0 if seen is None else seen.number):
                raise HallRefused("hall_changed")
            if target is None:
                rows = all_changed(old, do, ms, by, at)
            else:
                rows = one_changed(old, target, do, ms, by, at)
            _put(connection, rows)
        return rows[0] if target is None else rows[-1]


def named(layout: Layout, name: str) -> str:
    """The stored spelling of a hall's name. Raises HallRefused."""
    names = layout.names
    halls = [hall for hall in names if hall == name] or [
        hall for hall in names if hall.casefold() == name.strip().casefold()
    ]
    if len(halls) == 1:
        return halls[0]
    if not names:
        raise HallRefused("no_halls", hall=name)
    raise HallRefused("no_hall", hall=name, halls=list(names))


def _rows(connection: Connection) -> dict[str, HallState]:
    return {row.name: HallState(**row._mapping) for row in connection.execute(select(hall)).all()}


def _clocks(connection: Connection, layout: Layout | None = None) -> Clocks:
    rows = _rows(connection)
    default = rows.pop(HALL, None)
    return Clocks(default, rows, hall_layout.read(connection) if layout is None else layout)


def _put(connection: Connection, states: list[HallState]) -> None:
    names = HallState.__dataclass_fields__
    rows = [{name: getattr(state, name) for name in names} for state in states]
    upsert(connection, hall, rows, ["name"])
