"""The fields of a carrom ruleset: what each may hold, and changing one. Crokinole's: crokinole/fields.py."""

from . import rule_values
from .errors import GameError
from .terms import CLOCK_LEAST_MS, CLOCK_MOST_MS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# name: (what it holds, smallest, largest), as rule_values.change takes them, and what it means, as `boardside
# rules diff` and `rules new` say it.
FIELDS: "dict[str, tuple[str, Any, Any, str]]" = {
    "sport": ("word", ("carrom",), None, "the sport; crokinole has fields of its own"),
    "strokes": ("word", ("icf", "vaishali"), None, "the rulebook of a stroke"),
    "points": ("int", 1, 99, "points that win a game; 99 is what the display can show"),
    "lead": ("int", 1, 9, "with as many points a side wins the game only if it leads by this"),
    "score_cut": ("bool", 0, 0, "true: a game's official points are at most its points (D6)"),
    "board_limit": ("stages_or_null", 1, 99, "boards in a game; null: no limit"),
    "queen": ("int", 0, 99, "points for the Queen"),
    "queen_until": ("int", 0, 999, "the winner's highest score at which the Queen still counts"),
    "most": ("int", 1, 99, "most points a board can give, points on demand included"),
    "games": ("odd", 1, 9, "a match is the best of so many"),
    "account": ("word", ("open", "queen"), None, "'queen': points count from the first covered Queen (D10)"),
    "net_extra": ("bool", 0, 0, "false: an extra board is left out of net points"),
    "foul_striker": ("int", 0, 9, "penalties for the striker alone, with strokes 'vaishali'"),
    "foul_with_piece": ("int", 0, 9, "penalties for the striker with a piece, with strokes 'vaishali'"),
    "foul_opponent": ("int", 0, 9, "penalties for an opponent's piece, with strokes 'vaishali'"),
    "foul_last": ("int", 0, 9, "penalties for the own last piece before the Queen, strokes 'vaishali'"),
    "foul_last_own": ("int", 0, 9, "those of foul_last that the player places himself"),
    "draws": ("bool", 0, 0, "true: a game level at its limit, or at time, is a draw; false: an extra board"),
    "early_end": ("bool", 0, 0, "true: a lead that the boards to come cannot change ends the game (D550)"),
    "at_time": ("word", ("void", "counts"), None, "the board in play when time is called (D20, D462)"),
    "time_by": ("word", ("call", "hall"), None, "'hall': the end of the hall's clock calls time"),
    "interval_after": ("int", 0, 9, "the interval follows this game; 0: none"),
    "change_in_game": ("int", 0, 9, "sides change in the middle of this game; 0: never"),
    "change_at": ("int", 1, 99, "sides change in the middle of a game once a side has so many points"),
    "change_after_board": ("stages_or_null", 1, 99, "sides change after this board; null: by points alone"),
    "opener": ("word", ("right", "first"), None, "who opens game three in doubles (49a iii, 49b)"),
    "passes_doubles": ("int", 2, 24, "passes in a row that cancel a board of doubles (137, D454)"),
    "toss": ("word", ("choice", "break"), None, "who wins it breaks; 'choice': or takes the side (39, D455)"),
    "turns": ("word", ("right", "left"), None, "where the next player of doubles sits (49b, D457)"),
    "tries": ("int", 1, 9, "tries to touch a c/m at the break"),
    "trial_boards": ("int", 0, 9, "trial boards before a match (40)"),
    "clocks": ("clocks", CLOCK_LEAST_MS, CLOCK_MOST_MS, "each clock's length in ms; null: not used"),
}


def check_together(rules: "dict[str, Any]") -> None:
    """Check two fields together: an own last piece must come back if it does not end the board."""
    last, share = rules["foul_last"], rules["foul_last_own"]
    if rules["strokes"] == "vaishali" and last == 0:
        raise GameError("impossible", "board_without_end", field="rules.foul_last", value=last)
    if share > last:
        raise GameError("impossible", "over_foul_last", field="rules.foul_last_own", value=share, most=last)


def change(rules: "dict[str, Any]", name: str, value: "Any") -> None:
    """Let a carrom ruleset's field hold `value`. Raises GameError, as `rules.resolve`."""
    if name not in FIELDS:
        raise GameError("unknown", "unknown_rule", field="rules.%s" % name, allowed=sorted(FIELDS))
    rule_values.change(FIELDS[name], rules, name, value)
