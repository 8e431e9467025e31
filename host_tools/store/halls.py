"""The halls: which table is in which hall, and each hall's clock. The command line and the web page change
the clocks; the collectors send every table the clock of its hall.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from sqlalchemy import Connection, Engine, delete, insert, select, text

from host_tools.reasons import Cause
from host_tools.store.database import computer_ms, is_clock_followed, now_ms, reading, writing
from host_tools.store.reasons import REFUSALS, HallRefused
from host_tools.store.schema import hall, meta
from host_tools.store.tournament_schema import fixtures, tournaments
from host_tools.store.upserts import upsert

# The hall of each table. The newest open tournament that names a hall for the table decides;
# otherwise the collector that heard the table last does (`boardside collect --hall`).


#: The word for all halls together, which no hall may have as its name; and the clock of every table whose
#: hall does not have its own clock.
HALL = "hall"
#: In a tournament's settings: {"North": [1, 2, 3], "South": [4]}.
HALLS_SETTING: Final = "halls"
#: The maximum length of a hall's name in characters: the size of the columns.
HALL_NAME_MAX = 40
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


def hall_name_trouble(name: str) -> Cause | None:
    """Why this cannot be the name of a hall; None when it can."""
    if not name or len(name) > HALL_NAME_MAX or not name.isprintable() or name != name.strip():
        return REFUSALS.cause("bad_hall_name", most=HALL_NAME_MAX, hall=name)
    if name.casefold() == HALL:
        return REFUSALS.cause("hall_named_all", hall=name)
    return None


def halls_of_tables(settings: Mapping[str, Any]) -> dict[int, str]:
    """The halls of the tables in a tournament's settings, by table number."""
    halls: Mapping[str, Iterable[int]] = settings.get(HALLS_SETTING) or {}
    return {number: name for name, numbers in halls.items() for number in numbers}


def read_layout(connection: Connection) -> Layout:
    """The layout in the database."""
    query = select(tournaments.c.settings).where(tournaments.c.state == "open").order_by(tournaments.c.id)
    hall_names: dict[int, str] = {}
    for settings in connection.execute(query).scalars():  # the newest last: it overrides the others
        hall_names.update(halls_of_tables(json.loads(settings)))
    kept = connection.execute(select(meta.c.key, meta.c.value).where(meta.c.key.startswith(_STANDS))).all()
    return Layout(hall_names, {int(row.key.removeprefix(_STANDS)): row.value for row in kept})


def stand_tables(connection: Connection, tables: Iterable[int], hall: str) -> None:
    """Store that the collector of this hall hears these tables now. "": the collector was given no hall."""
    for key in [f"{_STANDS}{number}" for number in tables]:
        connection.execute(delete(meta).where(meta.c.key == key))
        if hall:
            connection.execute(insert(meta).values(key=key, value=hall))


# The halls' clocks and the effect of a change on them. Pure: time is passed in.
#
# Each hall that has its own clock has a row; the row `HALL` is the clock of all other tables.


#: The longest clock that an event can start: a day (`boardside.game.events`).
LENGTH_MAX_MS = 86_400_000
#: The changes that can be made to a clock.
DOS = ("start", "pause", "resume", "end")


@dataclass(frozen=True, slots=True)
class HallState:
    """A hall's clock. It is in `state` (running, paused, ended, off) since `moment` (host time, UTC ms), when
    `left_ms` of `length_ms` were left. `number`: the number of this change, counted over all halls; `by`: who
    made it.
    """

    name: str
    state: str
    length_ms: int
    left_ms: int
    moment: int
    number: int
    by: str | None = None

    def left_at(self, ms: int) -> int:
        """The time left at this moment of host time, in ms, 0 to `length_ms`."""
        if self.state != "running":
            return self.left_ms
        return max(0, self.left_ms - max(0, ms - self.moment))

    def state_at(self, ms: int) -> str:
        """The state at this moment of host time. A running clock with no time left has ended."""
        return "ended" if self.state == "running" and self.left_at(ms) == 0 else self.state

    def ends_at(self) -> int | None:
        """The host time at which the clock runs out; None unless it runs."""
        return self.moment + self.left_ms if self.state == "running" else None

    def counts_like(self, other: "HallState") -> bool:
        """Whether both clocks show the same at every moment. `number` and `by` can differ."""
        if self.state == other.state == "off":
            return True
        return (self.state, self.length_ms, self.left_ms, self.moment) == (
            *(other.state, other.length_ms, other.left_ms, other.moment),
        )


@dataclass(frozen=True, slots=True)
class Clocks:
    """All clocks, and the hall of each table. `default`: the clock of the tables in no hall, and of the halls
    that never had their own clock; None when it was never started. `own`: the other clocks, by the
    hall's name.
    """

    default: HallState | None = None
    own: Mapping[str, HallState] = field(default_factory=dict)
    layout: Layout = Layout()  # it never changes

    @property
    def number(self) -> int:
        """The number of the last change; 0 when there was none."""
        return max((state.number for state in self._all()), default=0)

    def clock_of(self, name: str) -> HallState | None:
        """The clock of a hall; "": the clock of the tables in no hall."""
        return self.own.get(name, self.default)

    def of_table(self, table: int) -> HallState | None:
        """The clock that this table should show."""
        return self.clock_of(self.layout.hall_of(table))

    def common(self, tables: Iterable[int] = ()) -> HallState | None:
        """The clock that all halls and these tables share; None when there is none, or the clocks differ."""
        names = {*self.layout.names, *(self.layout.hall_of(table) for table in tables)}
        first, *others = [self.clock_of(name) for name in names] or [self.default]
        if first is None or not all(other is not None and other.counts_like(first) for other in others):
            return None
        return first

    def is_counting(self, ms: int) -> bool:
        """Whether a clock is running or paused at this host time."""
        return any(state.state_at(ms) in ("running", "paused") for state in self._all())

    def _all(self) -> list[HallState]:
        return [*self.own.values(), *([] if self.default is None else [self.default])]


def changed(
    old: HallState | None, do: str, ms: int | None, by: str | None, at: int, name: str = HALL
) -> HallState:
    """The clock `old` after the change `do` at the moment `at`; see `Halls.change`. Raises HallRefused."""
    if do not in DOS:
        raise HallRefused("unknown_hall_order", order=do, orders=list(DOS))
    if ms is not None and not 0 < ms <= LENGTH_MAX_MS:
        raise HallRefused("hall_length_range", ms=ms)
    number = 1 if old is None else old.number + 1
    if do == "start":
        if ms is None:
            raise HallRefused("hall_needs_length")
        return HallState(name, "running", ms, ms, at, number, by)
    state = "off" if old is None else old.state_at(at)
    if old is None or state == "off":
        raise HallRefused("no_hall_clock")
    if do == "end":
        return HallState(name, "off" if state == "ended" else "ended", old.length_ms, 0, at, number, by)
    if state == "ended":
        raise HallRefused("hall_clock_ended")
    new_state = "paused" if do == "pause" else "running"
    if state == new_state and ms is None:
        raise HallRefused("hall_paused_already" if do == "pause" else "hall_runs_already")
    left = old.left_at(at) if ms is None else ms
    return HallState(name, new_state, max(old.length_ms, left), left, at, number, by)


def one_changed(old: Clocks, name: str, do: str, ms: int | None, by: str | None, at: int) -> list[HallState]:
    """The rows to write when one hall's clock changes. The clock `HALL` of the other halls stays as it is. If
    it does not exist, it is written as "off", so that a table carried to another hall receives that state.
    """
    new = [changed(old.clock_of(name), do, ms, by, at, name)]
    if old.default is None:
        new.insert(0, HallState(HALL, "off", 0, 0, at, 0, by))
    return _numbered(old, new)


def all_changed(old: Clocks, do: str, ms: int | None, by: str | None, at: int) -> list[HallState]:
    """The rows to write when all halls' clocks change. Raises HallRefused when every clock refuses it."""
    rows: dict[str, HallState | None] = {HALL: old.default, **old.own}
    if do == "end":  # while a clock runs or is paused, ended clocks stay on the displays
        rows = {name: state for name, state in rows.items() if state and _counts(state, at)} or rows
    new, refused = [], []
    for name, state in rows.items():
        try:
            new.append(changed(state, do, ms, by, at, name))
        except HallRefused as error:
            refused.append((state is None or state.state == "off", error))
    if not new:
        raise min(refused, key=lambda pair: pair[0])[1]
    return _numbered(old, new)


def _counts(state: HallState, at: int) -> bool:
    return state.state_at(at) in ("running", "paused")


def _numbered(old: Clocks, new: list[HallState]) -> list[HallState]:
    """The states with numbers that no other change has, so that a table cannot take another hall's clock for
    its own.
    """
    return [replace(state, number=old.number + more) for more, state in enumerate(new, 1)]


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
            return read_layout(connection)

    def named(self, name: str) -> str:
        """The stored spelling of a hall's name; upper and lower case are equal. Raises HallRefused when no
        hall has this name.
        """
        return named(self.layout(), name)

    def stand(self, tables: Iterable[int], name: str) -> None:
        """Store that a collector in this hall hears these tables; "": its hall is not known."""
        with writing(self._engine) as connection:
            stand_tables(connection, tables, name)

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
        return now_ms() if is_clock_followed() else self.clock_ms() + self.shift_ms()

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
    return Clocks(default, rows, read_layout(connection) if layout is None else layout)


def _put(connection: Connection, states: list[HallState]) -> None:
    names = HallState.__dataclass_fields__
    rows = [{name: getattr(state, name) for name in names} for state in states]
    upsert(connection, hall, rows, ["name"])
