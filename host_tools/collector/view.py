"""The TableView of `hub`: one table as a page draws it, from the fold of its events and its last status."""

from collections.abc import Iterator
from typing import Any

from boardside.game.official import board_dict, game_dict
from host_tools.collector.folding import MatchFold
from host_tools.collector.hub import TableView
from host_tools.collector.live import LiveTable, wall_ms

#: The rules a page needs to draw a match, as far as its sport has them: what a game is, what the Queen is
#: worth, how many games; rounds, discs and whether all games are played (crokinole).
_RULES = ("sport", "points", "queen", "queen_until", "games", "rounds", "discs", "all_games")
#: A running clock whose end moves by less is the same clock.
JITTER_MS = 50
_CLOCKS = ("clock", "hall")
_STATE = (
    *("phase", "game", "board", "points", "games", "breaker", "seat", "left_side", "extra", "change_due"),
    *("trials", "twenties"),
)


def build(table: LiveTable, now: int, panels: str | None = None) -> TableView:
    """The view at `now` (monotonic ms). `panels` is the address of the simulator with the tables' panels."""
    fold = table.journal.fold if table.journal is not None else None
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
        "match": None,
        "rules": None,
        "phase": "idle",
        "game": 1,
        "board": 1,
        "points": {"a": 0, "b": 0},
        "games": {"a": 0, "b": 0},
        "breaker": None,
        "seat": None,
        "left_side": "a",
        "extra": False,
        "change_due": False,
        "trials": 0,
        "twenties": {"a": 0, "b": 0},
        "turn": None,
        "situation": None,
        "protests": [],
        "clock": clock(table, (table.status or {}).get("clock")),
        "hall": clock(table, (table.status or {}).get("hall")),
        "boards": [],
        "history": [],
        "rulings": [],
        "result": None,
        "confirmed": False,
        "behind": _behind(table),
        "agrees": table.agrees,
        "problem": table.problem(),
        "panel_url": f"{panels.rstrip('/')}/panel/{table.number}" if panels else None,
    }
    if fold is not None and fold.match is not None:
        view.update(fold.kept("view", _of_match))
    return view


def _of_match(fold: MatchFold) -> dict[str, Any]:
    """What changes with events only."""
    state = fold.state
    seats = iter(fold.seats())
    history = [_seated(game_dict(game), seats) for game in state.history]
    return {
        "match": {
            "id": state.match,
            "title": state.title,
            "stage": state.stage,
            "ruleset": state.ruleset,
            "doubles": state.doubles,
            "names": state.names,
            "variant": state.variant,
            "category": state.category,
            "tie": state.tie,
            "teams": state.teams,
        },
        "rules": {name: state.rules[name] for name in _RULES if name in state.rules},
        **{name: getattr(state, name) for name in _STATE},
        "boards": [{**board_dict(board), "seat": next(seats)} for board in state.boards],
        "history": history,
        "rulings": fold.rulings,
        "result": fold.official(),
        "confirmed": state.confirmed,
        "protests": [protest.to_dict() for protest in state.protests],
        "situation": fold.situation(),
        "turn": None if state.situation is None else state.situation.turn,
    }


def _seated(game: dict[str, Any], seats: Iterator[int | None]) -> dict[str, Any]:
    """A finished game, each of its boards with the seat that broke it."""
    return {**game, "boards": [{**board, "seat": next(seats)} for board in game["boards"]]}


def _behind(table: LiveTable) -> int:
    """How many events the table says it has that have not come here yet."""
    newest = (table.status or {}).get("seq")
    if table.journal is None or not isinstance(newest, int):
        return 0
    return max(0, newest - table.journal.received)


def clock(table: LiveTable, status: Any) -> dict[str, Any] | None:
    """A clock of the status, with the moment of zero in the server's time (`end_ms`) while it runs."""
    if not isinstance(status, dict) or status.get("state") in (None, "off"):
        return None
    left = status.get("left")
    running = status.get("state") == "running" and isinstance(left, int)
    return {
        "name": status.get("name"),
        "state": status.get("state"),
        "end_ms": wall_ms(table.status_at) + left if running and isinstance(left, int) else None,
        "left": left,
        "length": status.get("length"),
    }


def tells_more(old: dict[str, Any] | None, old_at: int, new: dict[str, Any], new_at: int) -> bool:
    """Whether a status made at the moment `new_at` (monotonic ms) says anything that one of `old_at` did not:
    a clock that runs on, with less than 50 ms of jitter, is no news. Most of what tables send is none.
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
    drawn = {**view, "link": {**view["link"], "heard_ms": 0}}
    for name in _CLOCKS:
        clock_of = view[name]
        if clock_of is None or clock_of["end_ms"] is None:
            continue
        drawn[name] = {**clock_of, "left": 0}
        other = newer[name] if newer is not None else None
        if other and other["end_ms"] is not None and abs(other["end_ms"] - clock_of["end_ms"]) < JITTER_MS:
            drawn[name]["end_ms"] = other["end_ms"]
    return drawn
