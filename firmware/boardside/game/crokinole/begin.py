"""The start of a crokinole match: its rules for this stage and category, the toss."""

from ..errors import GameError
from ..state import Ruling, other
from ..terms import CATEGORIES
from . import flow
from .fields import FIELDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..state import Clauses, Event, State

ORDINARY = CATEGORIES[0]  # when the match does not say its category


def begin(state: "State", event: "Event") -> Ruling:
    """A crokinole match before its toss or, when the event says who shoots first, before its first round."""
    rules = state.setup.rules
    breaks = event.get("breaks")
    if breaks is not None:
        state.opener = flow.seat_of(state, breaks)
        state.give_break(state.opener)
    state.phase = flow.open_phase(state)
    games = rules["games"]
    begins: "Clauses" = (("match_begins_one_game",),)
    if games > 1:
        begins = (("match_begins_all_games" if rules["all_games"] else "match_begins", games),)
    for reason, field in (("of_rounds", "rounds"), ("to_points", "to_points")):
        if rules[field] is not None:
            begins += ((reason, rules[field]),)
    clauses = begins + (("discs", rules["discs"]),)
    facts = {"match": state.setup.match, "breaks": breaks, "discs": rules["discs"], "phase": state.phase}
    return Ruling(("Scoring", "Tournament Scoring"), clauses, facts)


def narrowed(rules: "dict[str, Any]", event: "Event") -> "dict[str, Any]":
    """A ruleset's values for one match: what goes by stage or category is a single value, and "discs" is what
    a side has in a round; in doubles each player shoots the category's discs (D80). Raises GameError
    "impossible" for a best of an even number of games, and for games that neither rounds nor points end.
    """
    stage = event["stage"]
    narrowed_rules = {}
    for name in rules:
        kind = FIELDS[name][0] if name in FIELDS else ""
        if kind in ("stages", "stages_or_null", "stage_flags"):
            narrowed_rules[name] = rules[name][stage]
        elif kind != "categories":
            narrowed_rules[name] = rules[name]
    doubles = event.get("doubles")
    each = rules["discs_doubles" if doubles else "discs_singles"][event.get("category") or ORDINARY]
    narrowed_rules["discs"] = each * 2 if doubles else each
    if not narrowed_rules["all_games"] and narrowed_rules["games"] % 2 == 0:
        raise GameError(
            "impossible", "no_majority_nor_all", field="rules.games", value=narrowed_rules["games"]
        )
    if narrowed_rules["rounds"] is None and narrowed_rules["to_points"] is None:
        raise GameError("impossible", "game_without_end", field="rules.to_points", stage=stage)
    return narrowed_rules


def toss(state: "State", event: "Event") -> Ruling:
    """Who shoots first in the first round of the match (D84)."""
    first = event["breaks"]
    won = event.get("won")
    choice = event.get("choice")
    if won and choice:
        right = won if choice == "break" else other(won)
        if first != right:
            raise GameError(
                "impossible", "toss_gives_first_shot", breaks=first, won=won, choice=choice, right=right
            )
    state.opener = flow.seat_of(state, first)
    state.give_break(state.opener)
    state.phase = flow.open_phase(state)
    return Ruling(("D84",), (("toss_first_shot", first),), {"breaks": first, "phase": state.phase})
