"""The score of a match in play in a few bytes, for the tournament's pages and its brackets.

The tournament itself knows only results; what is shown of a match until then comes from its table's view, by
the match's id. Sides are the same in both.
"""

from collections.abc import Mapping
from typing import Any

from host_tools.web.present import SIDES, pair

#: Not before the first board, and not after the tournament has taken the result.
_SHOWN = ("ready", "board", "change", "interval", "over", "confirmed")


def live(view: Mapping[str, Any]) -> dict[str, Any]:
    """What a page shows of the match at a table. `match` "" where there is none to show; `says` in a line,
    a's figures first: games won and points of the game, "1–0 · 14–9"; `a`, `b`: the same for one side.
    """
    match = view.get("match") or {}
    found = {"table": view["table"], "match": "", "says": "", "a": "", "b": "", "link": _link(view)}
    if view.get("phase") not in _SHOWN or not match.get("id"):
        return found
    pairs = _figures(view)
    sides = {side: " · ".join(str(figures[index]) for figures in pairs) for index, side in enumerate(SIDES)}
    return {**found, "match": str(match["id"]), "says": " · ".join(f"{a}–{b}" for a, b in pairs), **sides}


def _figures(view: Mapping[str, Any]) -> list[tuple[int, int]]:
    """Games won, where there is more than one to win, and points of the game, while one is played."""
    games = pair(view.get("games"))
    rules = view.get("rules") or {}
    is_over = view.get("phase") in ("over", "confirmed")
    if int(rules.get("games") or 3) == 1:
        result = (view.get("result") or {}).get("points") if is_over else None
        return [pair(view.get("points") if result is None else result)]
    return [games] if is_over or view.get("phase") == "interval" else [games, pair(view.get("points"))]


def _link(view: Mapping[str, Any]) -> str:
    state = (view.get("link") or {}).get("state")
    return str(state) if state in ("up", "stale") else "down"
