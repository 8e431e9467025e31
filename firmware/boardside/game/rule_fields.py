"""The fields of a carrom ruleset: what each may hold, and changing one. Crokinole's: crokinole/fields.py."""

from .errors import GameError, choices, show
from .rules import CLOCKS, STAGES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# name: (what it holds, smallest, largest). "int": a whole number. "odd": an odd one. "bool": true or false.
# "word": one of the words in the place of the smallest.
# "stages": for each stage a whole number or null (none); one number or null stands for all stages.
# "clocks": for each clock its length in ms, or null: that clock is not used.
FIELDS: "dict[str, tuple[str, Any, Any]]" = {
    "sport": ("word", ("carrom",), None),  # a crokinole ruleset has fields of its own
    "strokes": ("word", ("icf", "vaishali"), None),  # the rulebook of a stroke: strokes.RULEBOOKS
    "points": ("int", 1, 99),  # points that win a game; 99 is what the display can show
    "board_limit": ("stages", 1, 99),  # boards in a game; null: no limit
    "queen": ("int", 0, 99),  # points for the Queen
    "queen_until": ("int", 0, 999),  # the winner's highest score at which the Queen still counts
    "most": ("int", 1, 99),  # most points a board can give, points on demand included
    "games": ("odd", 1, 9),  # a match is the best of so many
    "account": ("word", ("open", "queen"), None),  # "queen": points count from the first covered Queen (D10)
    "net_extra": ("bool", 0, 0),  # false: an extra board is left out of net points
    "foul_striker": ("int", 0, 9),  # penalties for the striker alone; these five are for strokes "vaishali"
    "foul_with_piece": ("int", 0, 9),  # ... for the striker with a piece
    "foul_opponent": ("int", 0, 9),  # ... for an opponent's piece
    "foul_last": ("int", 0, 9),  # ... for the own last piece with the Queen on the board
    "foul_last_own": ("int", 0, 9),  # of these, placed by the player himself
    "draws": ("bool", 0, 0),  # true: a game level at its limit, or at time, is a draw; false: an extra board
    "interval_after": ("int", 0, 9),  # the interval follows this game; 0: none
    "change_in_game": ("int", 0, 9),  # sides change in the middle of this game; 0: never
    "change_at": ("int", 1, 99),  # ... once a side has so many points
    "change_after_board": ("stages", 1, 99),  # ... or after this board; null: by points alone
    "tries": ("int", 1, 9),  # tries to touch a c/m at the break
    "trial_boards": ("int", 0, 9),
    "clocks": ("clocks", 1000, 7200000),
}


def check_together(rules: "dict[str, Any]") -> None:
    """What no field by itself shows (D73): an own last piece must come back where no board ends by it."""
    last, share = rules["foul_last"], rules["foul_last_own"]
    if rules["strokes"] == "vaishali" and last == 0:
        message = 'rules.foul_last: 0 must be 1 to 9 with strokes "vaishali": the board would have no end'
        raise GameError("impossible", message)
    if share > last:
        message = "rules.foul_last_own: %d must be 0 to %d, the penalties foul_last" % (share, last)
        raise GameError("impossible", message)


def change(rules: "dict[str, Any]", name: str, value: "Any") -> None:
    """Let a carrom ruleset's field hold `value`. Raises GameError, as `rules.resolve`."""
    if name not in FIELDS:
        raise GameError(
            "unknown", "rules.%s: no such rule; allowed: %s" % (name, choices(tuple(sorted(FIELDS))))
        )
    kind, low, high = FIELDS[name]
    where = "rules." + name
    if kind == "word":
        if value not in low:
            code = "impossible" if isinstance(value, str) else "malformed"
            raise GameError(code, "%s: %s must be %s" % (where, show(value), choices(low)))
        rules[name] = value
    elif kind == "bool":
        if value is not True and value is not False:
            raise GameError("malformed", "%s: %s must be true or false" % (where, show(value)))
        rules[name] = value
    elif kind == "stages":
        _change_entries(rules[name], STAGES, "stage", where, value, low, high)
    elif kind == "clocks":
        if not isinstance(value, dict):
            raise GameError(
                "malformed", '%s: %s must be an object, e.g. {"stroke": 10000}' % (where, show(value))
            )
        _change_entries(rules[name], CLOCKS, "clock", where, value, low, high)
    else:
        _check_number(where, value, low, high, "")
        if kind == "odd" and value % 2 == 0:
            raise GameError(
                "impossible", "%s: best of %d has no majority; allowed: 1, 3, 5, 7 or 9" % (where, value)
            )
        rules[name] = value


def _change_entries(
    entries: "dict[str, Any]",
    names: "tuple[str, ...]",
    word: str,
    where: str,
    value: object,
    low: int,
    high: int,
) -> None:
    if not isinstance(value, dict):
        _check_number(where, value, low, high, "or null")
        for name in names:
            entries[name] = value
        return
    for name in value:
        if name not in names:
            message = "%s.%s: no such %s; allowed: %s" % (where, name, word, choices(names))
            raise GameError("unknown", message)
        _check_number(where + "." + name, value[name], low, high, "or null")
        entries[name] = value[name]


def _check_number(where: str, value: "Any", low: int, high: int, or_null: str) -> None:
    if value is None and or_null:
        return
    allowed = "a whole number %d to %d %s" % (low, high, or_null)
    if type(value) is not int:  # true is an int to CPython
        raise GameError("malformed", "%s: %s must be %s" % (where, show(value), allowed.strip()))
    if not low <= value <= high:
        raise GameError("impossible", "%s: %s must be %s" % (where, show(value), allowed.strip()))
