"""A board or round in play as a page tells it: whose turn, the Queen, what is owed and placed, discs and 20s.

Only where strokes or shots are recorded: otherwise nobody but the umpire knows, and nothing is shown.
"""

from collections.abc import Mapping
from typing import Any

from host_tools.web.ports import TableView

PIECES = 9


def side(view: TableView, key: str) -> str:
    """What a side has on the board, or has still to shoot: "6 on the board", "5 discs"; or empty."""
    situation = _situation(view)
    if not situation:
        return ""
    down = situation.get("down")
    if isinstance(down, Mapping):
        return f"{PIECES - int(down.get(key) or 0)} on the board"
    shots, discs = situation.get("shots"), situation.get("discs")
    if isinstance(shots, Mapping) and discs and any(shots.values()):
        left = int(discs) - int(shots.get(key) or 0)
        return f"{left} {'disc' if left == 1 else 'discs'} to shoot"
    return ""


def line(view: TableView, people: Mapping[str, list[str]]) -> str:
    """One line about the board in play, e.g. "Asha to break", "Queen to be covered · Bela owes 1"; or empty.

    people: the names of each side's players, in the order of their seats.
    """
    situation = _situation(view)
    if not situation:
        return ""
    if "down" in situation:
        return " · ".join(_carrom(situation, people))
    return " · ".join(_crokinole(situation, people))


def _situation(view: TableView) -> Mapping[str, Any]:
    situation = view.get("situation")
    in_play = view.get("phase") == "board" and isinstance(situation, Mapping)
    return situation if in_play and isinstance(situation, Mapping) else {}


def _at(seat: object, people: Mapping[str, list[str]]) -> str:
    """The player at a seat: in singles 0 and 1, in doubles 0 to 3, even ones side a's."""
    if not isinstance(seat, int) or not 0 <= seat <= 3:
        return "?"
    names = people["ab"[seat & 1]]
    return names[min(seat // 2, len(names) - 1)]


def _carrom(situation: Mapping[str, Any], people: Mapping[str, list[str]]) -> list[str]:
    sides = {key: " / ".join(people[key]) for key in "ab"}
    if situation.get("over"):
        return ["The board is over, its result is awaited"]
    parts = []
    placing = situation.get("placing") or []
    for entry in placing:
        seat = _at(entry.get("seat"), people)
        parts.append(f"{seat} places {entry.get('count')} of {sides.get(entry.get('side'), '?')}")
    if not placing:
        at_break = bool(situation.get("tries"))
        if at_break or len(people["a"]) > 1:  # in singles the mark beside the name says who plays
            parts.append(f"{_at(situation.get('seat'), people)} {'to break' if at_break else 'to play'}")
    queen = situation.get("queen")
    if queen == "covering":
        parts.append("Queen to be covered")
    elif queen in sides:
        parts.append(f"Queen covered by {sides[queen]}")
    for key, name in sides.items():
        owed = sum(int((situation.get(what) or {}).get(key) or 0) for what in ("owes", "waiting"))
        if owed:
            parts.append(f"{name} owes {owed}")
    return parts


def _crokinole(situation: Mapping[str, Any], people: Mapping[str, list[str]]) -> list[str]:
    parts = []
    turn, last = situation.get("turn"), situation.get("last")
    if situation.get("ended"):
        name = " / ".join(people[last]) if last in ("a", "b") else ""
        parts.append(f"Last shot: {name}" if name and turn else "The time is over")
    elif turn in ("a", "b"):
        parts.append(f"{_at(situation.get('seat'), people)} to shoot")
    else:
        parts.append("All discs are shot, the count is awaited")
    twenties = situation.get("twenties") or {}
    if twenties.get("a") or twenties.get("b"):
        parts.append(f"20s {twenties.get('a') or 0}\u2013{twenties.get('b') or 0}")
    return parts
