"""The worth of a round of crokinole, and why. "You" is side a, who shoots first."""

import re
from typing import Any

from boardside.game import match
from host_tools.live_values import Event, Rules

from .reasons import BadStrokeError
from .rulings import why


def explain_round(
    base: str, changes: Rules, total: str, twenties: str, category: str, doubles: bool
) -> list[str]:
    """The points of a round with these totals and 20s ("85-60", "2-1" or empty), as lines.

    base, changes: the ruleset and its changed fields. Raises GameError: "impossible" for totals that no discs
    can give; BadStrokeError for text that cannot be read.
    """
    event: Event = {"kind": "round", "total": _pair("--round", total)}
    if twenties:
        event["twenties"] = _pair("--twenties", twenties)
    begin = {
        "kind": "match",
        "match": "round",
        "ruleset": base,
        "rules": changes,
        "breaks": "a",
        "stage": "group",
    }
    state, _ = match.apply(match.new(), {**begin, "breaks": "a", "category": category, "doubles": doubles})
    if "round" not in state.setup.sport.phases:
        raise BadStrokeError("round_of_carrom", ruleset=base)
    discs = state.setup.rules["discs"]
    state, ruling = match.apply(state, event)
    done: Any = (state.boards or state.history[0].boards)[0]
    lines = [
        f"Round:   {total}" + (f", 20s {twenties}" if twenties else "") + f"; {discs} discs a side",
        "",
        f"Points:  {done.points['a']} to you, {done.points['b']} to the opponent: {_outcome(done)}",
        f"20s:     {_counted(done.twenties) if twenties else 'not told: each total held against 20 a disc'}",
    ]
    laws = [*ruling.laws, *(["Starting To Play"] if twenties else ["D88"])]
    return lines + why(tuple(dict.fromkeys(laws)))


def _pair(option: str, text: str) -> dict[str, int]:
    score = re.fullmatch(r"(\d{1,3})-(\d{1,3})", text, re.ASCII)
    if not score:
        raise BadStrokeError("no_pair", option=option, text=text)
    return {"a": int(score[1]), "b": int(score[2])}


def _outcome(done: Any) -> str:
    if done.winner is None:
        return "the totals are level"
    return "your total is higher" if done.winner == "a" else "the opponent's total is higher"


def _counted(twenties: dict[str, int]) -> str:
    return f"{twenties['a']} of yours and {twenties['b']} of the opponent's count on for the match"
