"""The rules of crokinole as data: what fields a ruleset has, what they may hold, how changes are laid over
it.

`rules.resolve` comes here for every ruleset whose sport is crokinole. By stage because a preliminary match
and a championship match are played differently (Tournament Scoring); by category because the discs are.
"""

from ..errors import GameError, choices, show

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

STAGES = ("group", "round", "pre_quarter_final", "quarter_final", "semi_final", "final")
CATEGORIES = ("adult", "recreational", "junior", "intermediate", "cue")
CLOCKS = ("break", "stroke", "placing", "side_change", "interval", "report", "protest", "round")

# name: (what it holds, smallest, largest). "int": a whole number. "stages", "categories": a whole number for
# each stage or category; one number stands for all. "stage_flags": the same with true and false. "clocks":
# for each clock its length in ms, or null: that clock is not used.
FIELDS = {
    "rounds": ("stages", 1, 20),  # rounds in a game
    "games": ("stages", 1, 20),  # games in a match
    "all_games": ("stage_flags", 0, 0),  # true: all are played, points decide; false: best of so many
    "draws": ("stage_flags", 0, 0),  # true: a level game stands; false: another round decides it
    "early_end": ("stage_flags", 0, 0),  # true: a game ends when it is decided (D81)
    "discs_singles": ("categories", 1, 24),  # discs a player shoots in a round of singles
    "discs_doubles": ("categories", 1, 24),  # ... in a round of doubles: each of the two (D80)
    "clocks": ("clocks", 1000, 7200000),
}

_NAMES = {"stages": STAGES, "stage_flags": STAGES, "categories": CATEGORIES, "clocks": CLOCKS}
_WORDS = {"stages": "stage", "stage_flags": "stage", "categories": "category", "clocks": "clock"}


def change(rules: "dict[str, Any]", name: str, value: "Any") -> None:
    """Lay one change over `rules` (fresh dicts, one level deep).

    Raises GameError: "unknown" (field, stage, category, clock), "malformed" (type), "impossible" (range),
    naming the field, the value and what is allowed.
    """
    if name not in FIELDS:
        allowed = choices(tuple(sorted(FIELDS)))
        raise GameError("unknown", "rules.%s: no such rule of crokinole; allowed: %s" % (name, allowed))
    kind, low, high = FIELDS[name]
    where = "rules." + name
    if kind == "int":
        _check_number(where, value, low, high, False)
        rules[name] = value
        return
    entries = rules[name]
    if not isinstance(value, dict):
        if kind == "clocks":
            message = '%s: %s must be an object, e.g. {"round": 720000}' % (where, show(value))
            raise GameError("malformed", message)
        _check(kind, where, value, low, high)
        for entry in _NAMES[kind]:
            entries[entry] = value
        return
    for entry in value:
        if entry not in _NAMES[kind]:
            message = "%s.%s: no such %s; allowed: %s"
            raise GameError("unknown", message % (where, entry, _WORDS[kind], choices(_NAMES[kind])))
        _check(kind, where + "." + entry, value[entry], low, high)
        entries[entry] = value[entry]


def _check(kind: str, where: str, value: "Any", low: int, high: int) -> None:
    if kind != "stage_flags":
        _check_number(where, value, low, high, kind == "clocks")
    elif value is not True and value is not False:
        raise GameError("malformed", "%s: %s must be true or false" % (where, show(value)))


def _check_number(where: str, value: "Any", low: int, high: int, or_null: bool) -> None:
    if value is None and or_null:
        return
    allowed = "a whole number %d to %d%s" % (low, high, " or null" if or_null else "")
    if type(value) is not int:  # true is an int to CPython
        raise GameError("malformed", "%s: %s must be %s" % (where, show(value), allowed))
    if not low <= value <= high:
        raise GameError("impossible", "%s: %s must be %s" % (where, show(value), allowed))
