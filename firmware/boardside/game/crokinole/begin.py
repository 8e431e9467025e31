"""The start of a crokinole match: its rules for this stage and category, the toss."""

from ..errors import GameError
from ..state import Ruling, letter, other
from . import flow
from .fields import CATEGORIES, FIELDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..state import Event, State

ORDINARY = CATEGORIES[0]  # when the match does not say its category


def begin(state: "State", event: "Event") -> Ruling:
    """Set up a match whose ruleset is crokinole's; `state` has its rules, stage, category and doubles
    already.

    The rules are narrowed to this match: in `state.rules` what goes by stage or category is a single value,
    and "discs" is what a side has in a round. Raises GameError "impossible" for a best of an even number of
    games.
    """
    state.rules = narrowed(state.rules, state.stage, event.get("category") or ORDINARY, state.doubles)
    rules = state.rules
    if not rules["all_games"] and rules["games"] % 2 == 0:
        message = "rules.games: best of %d has no majority; allowed: 1, 3, 5 ... or all_games true"
        raise GameError("impossible", message % rules["games"])
    state.twenties = {"a": 0, "b": 0}
    breaks = event.get("breaks")
    if breaks is not None:
        state.opener = state.seat = flow.seat_of(state, breaks)
    state.phase = flow.open_phase(state)
    games = rules["games"]
    text = "one game" if games == 1 else ("%d games" if rules["all_games"] else "best of %d games") % games
    text = "Match begins: %s of %d rounds, %d discs a side" % (text, rules["rounds"], rules["discs"])
    facts = {"match": state.match, "breaks": breaks, "discs": rules["discs"], "phase": state.phase}
    return Ruling(("Scoring", "Tournament Scoring"), text, facts)


def narrowed(rules: "dict[str, Any]", stage: "str | None", category: str, doubles: bool) -> "dict[str, Any]":
    """A ruleset's values for one match. In doubles each player shoots the category's discs (D80)."""
    found = {}
    for name in rules:
        kind = FIELDS[name][0] if name in FIELDS else ""
        if kind in ("stages", "stage_flags"):
            found[name] = rules[name][stage]
        elif kind != "categories":
            found[name] = rules[name]
    each = rules["discs_doubles" if doubles else "discs_singles"][category]
    found["discs"] = each * 2 if doubles else each
    return found


def toss(state: "State", event: "Event") -> Ruling:
    """Who shoots first in the first round of the match (D84)."""
    first = event["breaks"]
    won = event.get("won")
    choice = event.get("choice")
    if won and choice:
        right = won if choice == "break" else other(won)
        if first != right:
            message = "breaks: %s, but %s won the toss and chose %s; so %s shoots first"
            raise GameError("impossible", message % (first, won, choice, right))
    state.opener = state.seat = flow.seat_of(state, first)
    state.phase = flow.open_phase(state)
    text = "Toss: %s shoots first" % letter(first)
    return Ruling(("D84",), text, {"breaks": first, "phase": state.phase})
