"""Changing one rule of a ruleset, its value checked by what its field may hold.

Loaded for an organiser's own rules alone.
"""

from .errors import GameError
from .terms import CATEGORIES, CLOCKS, ROUND_CLOCKS, STAGES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Field = tuple[str, Any, Any, str]

# Kinds of fields that hold an entry for each of these, and what an entry is called.
_ENTRIES = {
    "stages": ("stage", STAGES),
    "stages_or_null": ("stage", STAGES),
    "stage_flags": ("stage", STAGES),
    "categories": ("category", CATEGORIES),
    "clocks": ("clock", CLOCKS),
    "round_clocks": ("clock", ROUND_CLOCKS),
}
_CLOCKS = ("clocks", "round_clocks")
_FLAGS = ("bool", "stage_flags")
_OR_NULL = ("stages_or_null",) + _CLOCKS


def change(field: "Field", rules: "dict[str, Any]", name: str, value: "Any") -> None:
    """Let the rule `name` of `rules`, whose dicts are the caller's own, hold `value`.

    field: (what it holds, smallest, largest, what it means).

        "int"                   a whole number
        "odd"                   an odd one, or one for each stage
        "bool"                  true or false
        "word"                  one of the words in the place of the smallest
        "stages", "categories"  a whole number for each stage or category; one number stands for all
        "stages_or_null"        the same, or null: none
        "stage_flags"           true or false for each stage
        "clocks"                for each clock of carrom its length in ms, or null: that clock is not used
        "round_clocks"          the same for the clocks of crokinole

    Raises GameError: "unknown" (stage, category, clock), "malformed" (type), "impossible" (range), naming
    the rule, the value and what is allowed.
    """
    kind, low, high, _meaning = field
    where = "rules." + name
    if kind == "word":
        if value not in low:
            code = "impossible" if isinstance(value, str) else "malformed"
            raise GameError(code, "not_a_choice", field=where, value=value, allowed=low)
        rules[name] = value
    elif kind in _ENTRIES:
        _change_entries(rules[name], kind, where, value, low, high)
    elif kind == "odd":
        rules[name] = _odd(rules[name], where, value, low, high)
    else:
        _check(kind, where, value, low, high)
        rules[name] = value


def _odd(before: "Any", where: str, value: "Any", low: int, high: int) -> "Any":
    """An odd number; one for each stage, `before` those that `value` does not name, when they differ."""
    if not isinstance(value, dict):
        _check("int", where, value, low, high)
        _check_odd(where, value)
        return value
    entries = dict(before) if isinstance(before, dict) else dict.fromkeys(STAGES, before)
    _change_entries(entries, "stages", where, value, low, high)
    for stage in value:
        _check_odd("%s.%s" % (where, stage), value[stage])
    return entries if len(set(entries.values())) > 1 else entries[STAGES[0]]


def _check_odd(where: str, value: int) -> None:
    if value % 2 == 0:
        raise GameError("impossible", "no_majority", field=where, value=value)


def _change_entries(
    entries: "dict[str, Any]", kind: str, where: str, value: object, low: int, high: int
) -> None:
    entry_kind, names = _ENTRIES[kind]
    if not isinstance(value, dict):
        if kind in _CLOCKS:
            raise GameError("malformed", "not_clocks", field=where, value=value)
        _check(kind, where, value, low, high)
        for name in names:
            entries[name] = value
        return
    for name in value:
        place = "%s.%s" % (where, name)
        if name not in names:
            raise GameError("unknown", "unknown_entry", field=place, what=entry_kind, allowed=names)
        _check(kind, place, value[name], low, high)
        entries[name] = value[name]


def _check(kind: str, where: str, value: "Any", low: int, high: int) -> None:
    if kind in _FLAGS:
        if value is not True and value is not False:
            raise GameError("malformed", "not_true_or_false", field=where, value=value)
        return
    or_null = kind in _OR_NULL
    if value is None and or_null:
        return
    if type(value) is not int:  # true is an int to CPython
        reason = "not_whole_or_null" if or_null else "not_whole"
        raise GameError("malformed", reason, field=where, value=value, low=low, high=high)
    if not low <= value <= high:
        reason = "out_of_range_or_null" if or_null else "out_of_range"
        raise GameError("impossible", reason, field=where, value=value, low=low, high=high)
