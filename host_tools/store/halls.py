"""The hall's clock as it is wanted: one row, changed by the command line and the web page alike. Whoever
collects sees to it that every table has it.
"""

from dataclasses import dataclass

from sqlalchemy import Connection, Engine, delete, insert, select, text, update

from host_tools.store.database import reading, writing
from host_tools.store.schema import hall, meta

HALL = "hall"
#: A change is made so far ahead that all tables have it when its moment comes.
LEAD_MS = 2000
#: The longest clock that an event may ask for: a day (`boardside.game.events`).
LENGTH_MAX_MS = 86_400_000
#: What can be done with it.
DOS = ("start", "pause", "resume", "end")
_SHIFT = "host time"
_ASK = 5


class HallRefused(Exception):  # noqa: N818
    """What was asked of the hall's clock makes no sense as it stands; the message says why and what would."""


@dataclass(frozen=True, slots=True)
class HallState:
    """The hall's clock: `left_ms` (of `length_ms`) were left at `moment` (host time, UTC ms), when it came
    into `state` (running, paused, ended, off). `number` rises with each change; `by` says who made it.
    """

    name: str
    state: str
    length_ms: int
    left_ms: int
    moment: int
    number: int
    by: str | None = None

    def left_at(self, ms: int) -> int:
        """What is left at this moment of host time, 0 to `length_ms`."""
        if self.state != "running":
            return self.left_ms
        return max(0, self.left_ms - max(0, ms - self.moment))

    def state_at(self, ms: int) -> str:
        """The state at this moment of host time: a clock that ran out has ended, though nobody said so."""
        return "ended" if self.state == "running" and self.left_at(ms) == 0 else self.state

    def ends_at(self) -> int | None:
        """Host time at which it runs out; None unless it runs."""
        return self.moment + self.left_ms if self.state == "running" else None


class Halls:
    """The hall's clock in the database. Each method is one transaction; raises StoreError like the store."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def get(self, name: str = HALL) -> HallState | None:
        """The clock as it is wanted; None when none was ever started."""
        with reading(self._engine) as connection:
            return _get(connection, name)

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

    def change(self, do: str, ms: int | None, by: str | None, at: int, name: str = HALL) -> HallState:
        """Start (`ms` is its length), pause, resume or end the clock at the moment `at` (host time, UTC ms,
        a little ahead, so that all tables can have it by then); the new state.

        `ms` with pause and resume (then also of a clock that already does so) is what is left instead. A
        clock that has ended is taken off the displays by another `end`. Raises HallRefused.
        """
        with writing(self._engine) as connection:
            old = _get(connection, name, to_change=True)
            new = changed(old, do, ms, by, at, name)
            values = {
                "state": new.state,
                "length_ms": new.length_ms,
                "left_ms": new.left_ms,
                "moment": new.moment,
                "number": new.number,
                "by": new.by,
            }
            if old is None:
                connection.execute(insert(hall).values(name=name, **values))
            else:
                connection.execute(update(hall).where(hall.c.name == name).values(**values))
        return new


def changed(
    old: HallState | None, do: str, ms: int | None, by: str | None, at: int, name: str = HALL
) -> HallState:
    """What `do` makes of the clock `old` at the moment `at`; see `Halls.change`. Raises HallRefused."""
    if do not in DOS:
        raise HallRefused(f"{do!r} cannot be done with the hall's clock; it is one of {', '.join(DOS)}.")
    if ms is not None and not 0 < ms <= LENGTH_MAX_MS:
        raise HallRefused(f"The hall's clock takes 1 ms to 24 hours, not {ms} ms.")
    number = 1 if old is None else old.number + 1
    if do == "start":
        if ms is None:
            raise HallRefused("How long? The hall's clock needs a time, for instance 45:00.")
        return HallState(name, "running", ms, ms, at, number, by)
    state = "off" if old is None else old.state_at(at)
    if old is None or state == "off":
        raise HallRefused("There is no hall clock; start one first.")
    if do == "end":
        return HallState(name, "off" if state == "ended" else "ended", old.length_ms, 0, at, number, by)
    if state == "ended":
        raise HallRefused("The hall's clock has ended; start it again.")
    wanted = "paused" if do == "pause" else "running"
    if state == wanted and ms is None:
        raise HallRefused(
            "The hall's clock is paused already." if do == "pause" else "The hall's clock is running."
        )
    left = old.left_at(at) if ms is None else ms
    return HallState(name, wanted, max(old.length_ms, left), left, at, number, by)


def _get(connection: Connection, name: str, to_change: bool = False) -> HallState | None:
    """`to_change`: whoever else changes it waits until this transaction is over (SQLite has one writer)."""
    query = select(hall).where(hall.c.name == name)
    row = connection.execute(query.with_for_update() if to_change else query).first()
    return HallState(**row._mapping) if row is not None else None
