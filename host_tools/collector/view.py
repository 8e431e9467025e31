"""The view of each table as a page draws it, made from the fold of its events and its last status, and
published when something in it has changed.
"""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, cast

from boardside.game.dicts import board_dict, game_dict
from host_tools.collector.clocks import monotonic_ms, wall_ms
from host_tools.collector.hub import Hub
from host_tools.collector.live import LiveTable
from host_tools.collector.match_fold import MatchFold
from host_tools.collector.runtime import AT_A_TIME, log_fault
from host_tools.laws.match_state import NO_MATCH, match_state
from host_tools.live_values import ClockView, GameView, MatchState, TableView

#: A running clock whose end moves by less is the same clock.
JITTER_MS = 50
_CLOCKS: tuple[Literal["clock", "hall"], ...] = ("clock", "hall")


def build(table: LiveTable, now: int, panels: str | None = None) -> TableView:
    """The view at `now` (monotonic ms). `panels` is the address of the simulator with the tables' panels."""
    fold = table.journal.fold if table.journal is not None else None
    trouble = table.problem()
    view: TableView = {
        "table": table.number,
        "seq": table.journal.received if table.journal is not None else 0,
        "name": table.name or f"Table {table.number}",
        "hall_name": table.hall,
        "link": {
            "state": table.link_state(now),
            "heard_ms": table.heard_ms(),
            "transport": table.transport,
            "port": table.port,
            "keyed": table.keyed,
        },
        "firmware": table.firmware,
        **NO_MATCH,  # type: ignore[typeddict-item]  # `official` and `planned` come later
        "clock": clock(table, (table.status or {}).get("clock")),
        "hall": clock(table, (table.status or {}).get("hall")),
        "behind": _behind(table),
        "agrees": table.agrees,
        "problem": None if trouble is None else str(trouble),
        "trouble": None if trouble is None else trouble.named(),
        "panel_url": f"{panels.rstrip('/')}/panel/{table.number}" if panels else None,
    }
    if fold is not None and fold.match is not None:
        view.update(cast("TableView", fold.kept(_of_match)))  # as far as it goes
    return view


def _of_match(fold: MatchFold) -> MatchState:
    """The part of a view that only events change."""
    state = fold.state
    history, boards = fold.kept_of_finished(_finished)
    match_view = {
        **match_state(state),
        "history": history,
        "boards": boards,
        "rulings": fold.rulings,
        "result": fold.official(),
        "situation": fold.situation(),
        "turn": None if state.situation is None else state.situation.turn,
    }
    return cast("MatchState", match_view)  # a test holds the rules' dicts against the type


def _finished(fold: MatchFold) -> tuple[list[GameView], list[dict[str, Any]]]:
    """The finished games, and the finished boards of this game."""
    seats = iter(fold.seats())
    history = [_seated(cast("GameView", game_dict(game)), seats) for game in fold.state.history]
    return history, [{**board_dict(board), "seat": next(seats)} for board in fold.state.boards]


def _seated(game: GameView, seats: Iterator[int | None]) -> GameView:
    """A finished game, each of its boards with the seat that broke it."""
    return {**game, "boards": [{**board, "seat": next(seats)} for board in game["boards"]]}


def _behind(table: LiveTable) -> int:
    """How many events the table says it has that have not come here yet."""
    newest = (table.status or {}).get("seq")
    if table.journal is None or not isinstance(newest, int):
        return 0
    return max(0, newest - table.journal.received)


def clock(table: LiveTable, status: object) -> ClockView | None:
    """A clock of the status, with the moment of zero in the server's time (`end_ms`) while it runs."""
    if not isinstance(status, dict) or status.get("state") in (None, "off"):
        return None
    left = status.get("left")
    clock_view: ClockView = {
        "name": status.get("name"),
        "state": status["state"],
        "end_ms": wall_ms(table.status_at) + left
        if isinstance(left, int) and status["state"] == "running"
        else None,
        "left": left,
        "length": status.get("length"),
    }
    return clock_view


def tells_more(old: Mapping[str, Any] | None, old_at: int, new: Mapping[str, Any], new_at: int) -> bool:
    """Whether a status made at the moment `new_at` (monotonic ms) says anything that one of `old_at` did not:
    a running clock with less than 50 ms of jitter is not new. Most status frames contain nothing new.
    """
    if old is None or old.keys() != new.keys():
        return True
    for name, value in new.items():
        before = old[name]
        if before == value:
            if name not in _CLOCKS or not isinstance(value, dict) or value.get("state") != "running":
                continue
        elif name not in _CLOCKS or not isinstance(value, dict) or not isinstance(before, dict):
            return True
        left, left_before = value.get("left"), before.get("left")
        if not isinstance(left, int) or not isinstance(left_before, int):
            return True
        if value.get("state") != "running" or {**before, "left": left} != value:
            return True
        if abs((new_at + left) - (old_at + left_before)) >= JITTER_MS:
            return True
    return False


def same(old: TableView | None, new: TableView) -> bool:
    """Whether a page would draw the two alike: the age of the link and a clock's jitter below 50 ms do not
    count.
    """
    return old is not None and _drawn(old, new) == _drawn(new, None)


def _drawn(view: TableView, newer: TableView | None) -> TableView:
    drawn: TableView = {**view, "link": {**view["link"], "heard_ms": 0}}
    for name in _CLOCKS:
        value = view[name]
        if value is None or value["end_ms"] is None:
            continue
        other = newer[name] if newer is not None else None
        end_ms = value["end_ms"]
        if other is not None and other["end_ms"] is not None and abs(other["end_ms"] - end_ms) < JITTER_MS:
            end_ms = other["end_ms"]
        drawn[name] = {**value, "left": 0, "end_ms": end_ms}
    return drawn


#: Changes of a table within this time are published as one.
PUBLISH_S = 0.01
#: A table is published again after this time: one that catches up has hundreds of events a second.
AGAIN_MS = 50


class Publisher:
    """Brings `tables` to the `hub`. `panels`: as `build` has it. Lives on one event loop, from `begin`
    to `end`; what changes before is published with the first.
    """

    def __init__(self, hub: Hub, tables: Mapping[int, LiveTable], panels: str | None) -> None:
        self._hub = hub
        self._tables = tables
        self._panels = panels
        self._dirty: dict[int, None] = {}
        self._next_at: dict[int, int] = {}  # by table
        self._timer: asyncio.Handle | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def begin(self) -> None:
        """On the running loop."""
        self._loop = asyncio.get_running_loop()

    def end(self) -> None:
        """Publish nothing more."""
        self._loop = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def changed(self, table: LiveTable) -> None:
        """Publish this table's view soon."""
        self._dirty[table.number] = None
        if self._timer is None and self._loop is not None:
            self._timer = self._loop.call_later(PUBLISH_S, self._publish_due)

    def publish(self) -> None:
        """Publish now all that has changed, as far as a page would draw it otherwise."""
        while self._dirty:
            self._publish(list(self._dirty), monotonic_ms())

    def _publish_due(self) -> None:
        """Publish some of the tables that are due now; the others in the loop's next turns."""
        now = monotonic_ms()
        due = [number for number in self._dirty if now >= self._next_at.get(number, now)]
        self._publish(due[:AT_A_TIME], now)
        self._timer = None
        if self._loop is not None and len(due) > AT_A_TIME:
            self._timer = self._loop.call_soon(self._publish_due)
        elif self._loop is not None and self._dirty:
            self._timer = self._loop.call_later(PUBLISH_S, self._publish_due)

    def _publish(self, numbers: Sequence[int], now: int) -> None:
        for number in numbers:
            del self._dirty[number]
            self._next_at[number] = now + AGAIN_MS
            try:
                new = build(self._tables[number], now, self._panels)
            except Exception as error:  # one table's odd status must not hide the others
                log_fault(f"the view of table {number}", error)
                continue
            if not same(self._hub.view(number), new):
                self._hub.publish(new)
