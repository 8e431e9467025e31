"""Halls for the tests and the pictures: table views in every state a spectator may meet.

Made by a small scorer of boards, so that totals, games and cards agree with each other.
"""

import json
import random
from collections.abc import Sequence
from typing import Any

from host_tools.collector.clocks import monotonic_ms
from host_tools.collector.live import JournalState, LiveTable
from host_tools.collector.view import build

PEOPLE = (
    "Maria Irudayam",
    "Yogesh Pardeshi",
    "S. Ilavazhagi",
    "Rashmi Kumari",
    "Nishantha Fernando",
    "Shahid Hilmy",
    "Prashant More",
    "Sandeep Divekar",
    "Aisha Mohammed",
    "Chamil Cooray",
    "Hemanta Molla",
    "Kajal Kumari",
    "Ramakrishnan Venkatasubramanian Iyer",
    "Josef Meyer",
    "Pierre Dubois",
    "Faisal Al-Harthi",
    "Mohammed Ghufran",
    "अपूर्वा एस.",
    "रश्मि कुमारी",
    "இளவழகி சந்திரசேகரன்",
    "மரிய இருதயம்",
    "Jyothi Kandasamy",
    "Zoran Petrović",
    "Anna Sjöström",
    "K. Srinivas",
    "Nidhi Gupta",
    "Riaz Akbar Ali",
    "Łukasz Wójcik",
)


def board(
    number: int, winner: str, left: int, queen: str | None, was: tuple[int, int], breaker: str, **more: Any
) -> dict[str, Any]:
    """A finished board's row; ``was`` are the totals before it."""
    before = was[0] if winner == "a" else was[1]
    counted = 3 if queen in (winner, "board") and before <= 21 else 0
    computed = min(12, max(1, left + counted) + more.get("demand", 0))
    won = more.pop("points", computed)
    after = {"a": was[0] + (won if winner == "a" else 0), "b": was[1] + (won if winner == "b" else 0)}
    return {
        "number": number,
        "game": more.pop("game", 1),
        "breaker": breaker,
        "winner": winner,
        "left": left,
        "queen": queen,
        "demand": 0,
        "points": won,
        "computed": computed,
        "override": won != computed,
        "law": None,
        "slam": None,
        "extra": False,
        "after": after,
        "laws": ["53a", "53b"],
        **more,
    }


def game(number: int, winner: str, seed: int, opener: str) -> dict[str, Any]:
    """A finished game of plausible boards, won by ``winner``; the same for the same ``seed``."""
    chance = random.Random(seed)
    while True:
        rows: list[dict[str, Any]] = []
        points = (0, 0)
        side = opener
        while max(points) < 25 and len(rows) < 8:
            row = board(
                len(rows) + 1,
                chance.choice("ab"),
                chance.randint(2, 8),
                chance.choice("ab"),
                points,
                side,
                game=number,
            )
            rows.append(row)
            points = (row["after"]["a"], row["after"]["b"])
            side = "b" if side == "a" else "a"
        if (points[0] > points[1]) == (winner == "a") and points[0] != points[1]:
            break
    official = {"a": min(25, points[0]), "b": min(25, points[1])}
    return {
        "number": number,
        "boards": rows,
        "points": official,
        "winner": winner,
        "how": "played",
        "laws": ["56a"],
    }


def view(
    table: int,
    now: int,
    *,
    names: Sequence[Sequence[str]] = (("Maria Irudayam",), ("Yogesh Pardeshi",)),
    phase: str = "board",
    boards: Sequence[dict[str, Any]] = (),
    history: Sequence[dict[str, Any]] = (),
    clock: tuple[str, str, int, int] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """A table's view. ``clock`` is (name, state, ms left, length in ms)."""
    won = {side: sum(g["winner"] == side for g in history) for side in "ab"}
    points = dict(boards[-1]["after"]) if boards else {"a": 0, "b": 0}
    number = len(history) + 1
    made: dict[str, Any] = {
        "table": table,
        "name": f"Table {table}",
        "link": {
            "state": "up",
            "heard_ms": now - 700,
            "transport": "tcp",
            "port": "10.0.0.21:51344",
            "keyed": True,
        },
        "firmware": "0.1.0",
        "match": {
            "id": f"R1-{table}",
            "title": f"Round 1, match {table}",
            "stage": "round",
            "ruleset": "icf",
            "doubles": len(names[0]) > 1,
            "names": {"a": list(names[0]), "b": list(names[1])},
        },
        "rules": {"points": 25, "lead": 0, "score_cut": True, "queen": 3, "queen_until": 21, "games": 3},
        "phase": phase,
        "game": number,
        "board": len(boards) + 1,
        "extra": False,
        "points": points,
        "games": won,
        "breaker": "a" if (len(boards) + number) % 2 else "b",
        "left_side": "a",
        "change_due": False,
        "clock": {"name": None, "state": "off", "end_ms": None, "left": None, "length": None},
        "boards": list(boards),
        "history": list(history),
        "rulings": [],
        "result": None,
        "confirmed": False,
        "agrees": True,
        "problem": None,
        "panel_url": None,
    }
    if clock:
        name, state, left, length = clock
        made["clock"] = {
            "name": name,
            "state": state,
            "end_ms": now + left if state == "running" else None,
            "left": left,
            "length": length,
        }
    if phase in ("over", "confirmed"):
        winner = "a" if won["a"] > won["b"] else "b"
        last = history[-1]["points"]
        made.update(
            points=last,
            game=len(history),
            boards=history[-1]["boards"],
            confirmed=phase == "confirmed",
            result={
                "games": [[g["points"]["a"], g["points"]["b"]] for g in history],
                "winner": winner,
                "how": "played",
                "points": [last["a"], last["b"]],
                "games_won": [won["a"], won["b"]],
            },
        )
    made.update(more)
    return made


def third_game(table: int, now: int, **more: Any) -> dict[str, Any]:
    """In the middle of game three, with everything a score card can hold."""
    rows = [board(1, "a", 5, "a", (0, 0), "a", game=3)]
    rows.append(board(2, "b", 4, "a", (8, 0), "b", game=3, laws=["53a", "53c"]))
    rows.append(board(3, "a", 0, "board", (8, 4), "a", game=3, demand=1, laws=["107b", "87b"]))
    rows.append(board(4, "b", 7, "b", (12, 4), "b", game=3, law="51", laws=["51", "53b"]))
    rows.append(board(5, "b", 6, "b", (12, 14), "a", game=3, points=8, laws=["53a", "53b", "143c"]))
    rulings = [
        {"seq": 41, "text": "Board 2 to B: 4", "laws": ["53a", "53c"]},
        {"seq": 44, "text": "Board 3 to A: Queen 3 + demand 1 = 4", "laws": ["107b", "87b"]},
        {"seq": 47, "text": "Board 4 to B by ruling: 7 + Queen 3 = 10", "laws": ["51", "53b"]},
        {"seq": 48, "text": "B has 13: the players change sides", "laws": ["60a"]},
        {"seq": 49, "text": "The sides have changed", "laws": ["60a", "61"]},
        {"seq": 52, "text": "Board 5 to B: 8 by the umpire (computed 9)", "laws": ["143c"]},
        {"seq": 53, "text": "“Play”: board 6 begins", "laws": ["5", "46"]},
    ]
    base: dict[str, Any] = {
        "names": (("Maria Irudayam",), ("Yogesh Pardeshi",)),
        "boards": rows,
        "history": [game(1, "a", 5, "a"), game(2, "b", 9, "b")],
        "clock": ("stroke", "running", 9200, 15000),
        "rulings": rulings,
        "left_side": "b",
    }
    made = view(table, now, **{**base, **more})
    made["match"].update(title="Board of the centre", stage="semi_final")
    return made


def some_boards(count: int, seed: int) -> list[dict[str, Any]]:
    """The first boards of a game that goes on."""
    boards: list[dict[str, Any]] = game(1, "ab"[seed % 2], seed, "a")["boards"]
    return boards[: min(count, len(boards) - 1)]


def busy(count: int, now: int) -> list[dict[str, Any]]:
    """A hall of ``count`` tables in all the states, the same each time."""
    chance = random.Random(17)

    def pair(people: int = 1) -> tuple[tuple[str, ...], tuple[str, ...]]:
        chosen = chance.sample(PEOPLE, 2 * people)
        return tuple(chosen[:people]), tuple(chosen[people:])

    made = []
    for table in range(1, count + 1):
        kind = table if table <= 8 else chance.choice((2, 2, 2, 3, 3, 3, 9, 9, 10, 11, 12, 13, 4, 5, 6, 7, 8))
        seed = table * 7
        people = pair(2 if kind in (3, 11) else 1)
        some: dict[str, Any] = {"names": people, "boards": some_boards(chance.randint(1, 4), seed)}
        if kind == 1:
            made.append(third_game(table, now))
            continue
        if kind == 2:
            some.update(clock=("stroke", "running", chance.randint(2000, 14000), 15000))
        elif kind == 3:
            some.update(history=[game(1, "b", seed, "a")], clock=("stroke", "running", 3700, 15000))
        elif kind == 4:
            some.update(
                phase="over", boards=[], history=[game(1, "a", seed, "a"), game(2, "a", seed + 1, "b")]
            )
        elif kind == 5:
            some.update(clock=("stroke", "expired", 0, 15000))
        elif kind == 6:
            some.update(clock=("stroke", "running", 9000, 15000))
        elif kind == 7:
            some.update(clock=("stroke", "paused", 7100, 15000))
        elif kind == 8:
            some = {"match": None, "phase": "idle"}
        elif kind == 9:
            some.update(phase="ready")
        elif kind == 10:
            some.update(
                phase="interval",
                boards=[],
                history=[game(1, "a", seed, "a"), game(2, "b", seed + 2, "b")],
                clock=("interval", "running", 412000, 600000),
            )
        elif kind == 11:
            some.update(
                phase="change",
                boards=[],
                history=[game(1, "b", seed, "a")],
                clock=("side_change", "running", 71000, 120000),
            )
        elif kind == 12:
            some.update(
                phase="confirmed", boards=[], history=[game(1, "b", seed, "a"), game(2, "b", seed + 1, "b")]
            )
        elif kind == 13:
            some.update(agrees=False, clock=("stroke", "running", 11000, 15000))
        live_view = view(table, now, **some)
        if kind == 6:
            state, age = ("stale", 14000) if table % 2 == 0 else ("down", 190000)
            live_view["link"].update(state=state, heard_ms=now - age, transport="serial", port="/dev/ttyUSB0")
        made.append(live_view)
    return made


def doubles(table: int, now: int) -> dict[str, Any]:
    """A doubles match with names of many scripts and lengths."""
    names = (("Ramakrishnan Venkatasubramanian Iyer", "இளவழகி சந்திரசேகரன்"), ("रश्मि कुमारी", ""))
    return view(
        table,
        now,
        names=names,
        boards=some_boards(3, 3),
        history=[game(1, "b", 21, "b")],
        clock=("placing", "running", 8000, 15000),
    )


def folded(table: int, now: int, *events: dict[str, Any], clock: Any = None) -> dict[str, Any]:
    """The view that the collector itself makes of a table with these events."""
    live = LiveTable(table, name=f"Table {table}", journal=JournalState("j1", 0, 0), firmware="0.1.0")
    assert live.journal is not None
    for seq, event in enumerate(events, 1):
        stored = {**event, "seq": seq}
        live.journal.fold.add(seq, stored, json.dumps(stored))
    assert live.journal.fold.problem is None, live.journal.fold.problem
    link = {
        "state": "up",
        "heard_ms": now - 700,
        "transport": "tcp",
        "port": "10.0.0.21:51344",
        "keyed": True,
    }
    made = {**build(live, monotonic_ms()), "link": link, "agrees": True}
    if clock:
        name, left = clock
        length = {"stroke": 15000, "placing": 15000, "break": 15000}.get(name, 720000)
        made["clock"] = {
            "name": name,
            "state": "running",
            "end_ms": now + left,
            "left": left,
            "length": length,
        }
    return made


def _match(**more: Any) -> dict[str, Any]:
    people = {"a": ["Maria Irudayam"], "b": ["Yogesh Pardeshi"]}
    base = {"kind": "match", "match": "SF1", "ruleset": "icf", "stage": "semi_final", "breaks": "a"}
    return {**base, **people, **more}


def named(table: int, now: int, **match: Any) -> dict[str, Any]:
    """A match of which one board was played, from its events; match: fields of its `match` event."""
    return folded(table, now, _match(**match), {"kind": "board", "winner": "a", "left": 5, "queen": "a"})


def _strokes(*strokes: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"kind": "play", "strokes": True}, *({"kind": "stroke", **stroke} for stroke in strokes)]


def strokes(table: int, now: int) -> dict[str, Any]:
    """A board in the middle, recorded stroke by stroke, the Queen to be covered."""
    boards = [
        {"kind": "board", "winner": "a", "left": 5, "queen": "a"},
        {"kind": "board", "winner": "b", "left": 4, "queen": "a"},
    ]
    play = _strokes(
        {"own": 2}, {"own": 1}, {"opponent": 1}, {"own": 1}, {"striker": True}, {"own": 1}, {"queen": True}
    )
    events = [_match(), *boards, *play[:6], {"kind": "place", "how": "done"}, *play[6:]]
    return folded(table, now, *events, clock=("stroke", 9200))


def placing(table: int, now: int) -> dict[str, Any]:
    """Doubles: a due is to be placed, another is owed, the Queen is covered."""
    people = {"a": ["Ramakrishnan Iyer", "S. Ilavazhagi"], "b": ["रश्मि कुमारी", "Kajal Kumari"]}
    play = _strokes(
        {"own": 2, "queen": True},
        {},
        {"striker": True, "improper": True},
        {"own": 1},
        {"opponent": 1},
        {"own": 1, "striker": True},
    )
    return folded(table, now, _match(doubles=True, **people), *play[:6], clock=("placing", 8000))


def crokinole(table: int, now: int) -> dict[str, Any]:
    """A crokinole final in round three, shot by shot, with 20s."""
    begin = _match(ruleset="wcc", category="adult", stage="final", match="F1")
    rounds = [
        {"kind": "play"},
        {"kind": "round", "total": {"a": 95, "b": 70}, "twenties": {"a": 3, "b": 1}},
        {"kind": "play"},
        {"kind": "round", "total": {"a": 60, "b": 60}, "twenties": {"a": 1, "b": 2}},
    ]
    shots = [{"kind": "shot", "twenty": number in (0, 3, 4)} for number in range(7)]
    return folded(table, now, begin, *rounds, {"kind": "play"}, *shots)


def crokinole_over(table: int, now: int) -> dict[str, Any]:
    """The same at its end: best of three, a fifth round in game two."""
    begin = _match(ruleset="wcc", category="adult", stage="final", match="F1")
    totals = [(95, 70), (60, 60), (80, 75), (90, 40), (60, 85), (70, 65), (55, 80), (90, 60)]
    rounds = [{"kind": "round", "total": {"a": a, "b": b}, "twenties": {"a": 2, "b": 1}} for a, b in totals]
    return folded(table, now, begin, *rounds)


def protested(table: int, now: int) -> dict[str, Any]:
    """Decided, a protest open: the result is held back."""
    boards = [{"kind": "board", "winner": "a", "left": 9, "queen": "a"}] * 3
    begin = _match(ruleset="vkk", stage="group", variant="Club nights")
    return folded(table, now, begin, *boards, {"kind": "protest", "side": "b", "text": "c/m of board 3"})
