"""The fields of a crokinole ruleset: what each may hold, and changing one.

By stage because a preliminary match and a championship match are played differently (Tournament Scoring); by
category because the discs are.
"""

from ..errors import GameError
from ..terms import CLOCK_LEAST_MS, CLOCK_MOST_MS, DISCS_MOST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# name: (what it holds, smallest, largest), as rule_values.change takes them, and what it means, as `boardside
# rules diff` and `rules new` say it.
FIELDS: "dict[str, tuple[str, Any, Any, str]]" = {
    "rounds": ("stages_or_null", 1, 20, "rounds in a game; null: no limit"),
    "to_points": ("stages_or_null", 1, 100, "a side with so many wins the game; null: rounds alone"),
    "scoring": ("word", ("two", "won", "difference"), None, "what a round gives (D464)"),
    "twenties": ("word", ("aside", "at_once"), None, "when 20s count, where differences do (D474)"),
    "first_shot": ("word", ("alternate", "loser", "winner", "fixed"), None, "who is first, by round"),
    "games": ("stages", 1, 20, "games in a match"),
    "all_games": ("stage_flags", 0, 0, "true: all are played, points decide; false: best of so many"),
    "draws": ("stage_flags", 0, 0, "true: a level game stands; false: another round decides it"),
    "decider": ("word", ("round", "pair", "shoot_out"), None, "what decides a level game (D466)"),
    "early_end": ("stage_flags", 0, 0, "true: a game ends when it is decided (D81)"),
    "discs_singles": ("categories", 1, DISCS_MOST, "discs a player shoots in a round of singles"),
    "discs_doubles": ("categories", 1, DISCS_MOST, "discs each player shoots in one of doubles (D80)"),
    "clocks": ("round_clocks", CLOCK_LEAST_MS, CLOCK_MOST_MS, "each clock's length in ms; null: not used"),
}


def change(rules: "dict[str, Any]", name: str, value: "Any") -> None:
    """Let a crokinole ruleset's field hold `value`. Raises GameError, as `rules.resolve`."""
    from .. import rule_values  # for an organiser's own rules alone

    if name not in FIELDS:
        raise GameError("unknown", "unknown_crokinole_rule", field="rules.%s" % name, allowed=sorted(FIELDS))
    rule_values.change(FIELDS[name], rules, name, value)
