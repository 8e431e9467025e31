"""The halls' clocks and the effect of a change on them. Pure: time is passed in.

Each hall that has its own clock has a row; the row `HALL` is the clock of all other tables.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from host_tools.store.hall_layout import ALL, Layout
from host_tools.store.reasons import HallRefused

#: The clock of every table whose hall does not have its own clock; without halls, of every table.
HALL = ALL
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
    layout: Layout = Layout()  # noqa: RUF009  # it never changes

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
    wanted = "paused" if do == "pause" else "running"
    if state == wanted and ms is None:
        raise HallRefused("hall_paused_already" if do == "pause" else "hall_runs_already")
    left = old.left_at(at) if ms is None else ms
    return HallState(name, wanted, max(old.length_ms, left), left, at, number, by)


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
