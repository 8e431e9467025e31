"""What the halls' clocks are and what a change makes of them. Pure: time is passed in.

There is a row for each hall that has a clock of its own, and one, `HALL`, for everybody else (D241).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from host_tools.store.hall_layout import ALL, Layout

#: The clock of every table whose hall has none of its own; without halls that is every table.
HALL = ALL
#: The longest clock that an event may ask for: a day (`boardside.game.events`).
LENGTH_MAX_MS = 86_400_000
#: What can be done with it.
DOS = ("start", "pause", "resume", "end")


class HallRefused(Exception):  # noqa: N818
    """What was asked of the hall's clock makes no sense as it stands; the message says why and what would."""


@dataclass(frozen=True, slots=True)
class HallState:
    """A hall's clock: `left_ms` (of `length_ms`) were left at `moment` (host time, UTC ms), when it came
    into `state` (running, paused, ended, off). `number`: which change this was, in all halls together; `by`
    says who made it.
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

    def counts_like(self, other: "HallState") -> bool:
        """Whether both show the same at any moment, whatever they are called and whoever started them."""
        if self.state == other.state == "off":
            return True
        return (self.state, self.length_ms, self.left_ms, self.moment) == (
            *(other.state, other.length_ms, other.left_ms, other.moment),
        )


@dataclass(frozen=True, slots=True)
class Clocks:
    """All clocks that are wanted, and which table stands where. `house`: of the tables in no hall, and of the
    halls that never had a clock of their own; None when none was ever started. `own`: by the hall's name.
    """

    house: HallState | None = None
    own: Mapping[str, HallState] = field(default_factory=dict)
    layout: Layout = Layout()  # noqa: RUF009  # it never changes

    @property
    def number(self) -> int:
        """Of the last change; 0 when there was none."""
        return max((state.number for state in self._all()), default=0)

    def of(self, name: str) -> HallState | None:
        """The clock of a hall; of "" that of tables in none."""
        return self.own.get(name, self.house)

    def of_table(self, table: int) -> HallState | None:
        """The clock that this table shall have."""
        return self.of(self.layout.of(table))

    def common(self, tables: Iterable[int] = ()) -> HallState | None:
        """The clock that the halls and these tables have alike; None when there is none, or they differ."""
        names = {*self.layout.names, *(self.layout.of(table) for table in tables)}
        first, *others = [self.of(name) for name in names] or [self.house]
        if first is None or not all(other is not None and other.counts_like(first) for other in others):
            return None
        return first

    def is_counting(self, ms: int) -> bool:
        """Whether one of them runs, or is paused, at this host time."""
        return any(state.state_at(ms) in ("running", "paused") for state in self._all())

    def _all(self) -> list[HallState]:
        return [*self.own.values(), *([] if self.house is None else [self.house])]


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


def one_changed(old: Clocks, name: str, do: str, ms: int | None, by: str | None, at: int) -> list[HallState]:
    """The rows to be written. Whoever has none of his own until now leaves the others' as it is: without any
    clock that is "off", so that a table which comes from this hall to theirs is told so.
    """
    new = [changed(old.of(name), do, ms, by, at, name)]
    if old.house is None:
        new.insert(0, HallState(HALL, "off", 0, 0, at, 0, by))
    return _numbered(old, new)


def all_changed(old: Clocks, do: str, ms: int | None, by: str | None, at: int) -> list[HallState]:
    """The rows to be written; HallRefused when it makes no sense for any of them."""
    rows: dict[str, HallState | None] = {HALL: old.house, **old.own}
    if do == "end":  # what has ended is taken off only when nothing counts any more
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
    """Each with a number that no other change has: no table has another hall's clock by chance."""
    return [replace(state, number=old.number + more) for more, state in enumerate(new, 1)]
