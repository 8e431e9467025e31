"""Rulesets as data, and how an organiser's changes are laid over one. The fields: rule_fields.py."""

from . import rulesets
from .errors import GameError, show

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

STAGES = ("group", "round", "pre_quarter_final", "quarter_final", "semi_final", "final")
CLOCKS = ("break", "stroke", "placing", "side_change", "interval", "report", "protest")
# The Law a clock's zero rests on, when the event names no other.
CLOCK_LAWS = {
    "break": "46",
    "stroke": "50",
    "placing": "88a",
    "side_change": "61",
    "interval": "143b",
    "report": "143i",
    "protest": "146",
    "hall": "D20",
    "round": "D85",  # crokinole's
}


def resolve(ruleset: str, changes: "dict[str, Any] | None" = None) -> "dict[str, Any]":
    """The rules a match is played by: `ruleset` with an organiser's `changes` laid over it; a fresh dict.

    Of "board_limit", "change_after_board" and "clocks" only the entries named in `changes` differ.
    Raises GameError: "unknown" (ruleset, field, stage, clock), "malformed" (type), "impossible" (range, or
    what does not go together, D73), naming the field, the value and what is allowed.
    """
    rules = {}
    base = rulesets.load(ruleset)
    for name in base:
        value = base[name]
        rules[name] = dict(value) if isinstance(value, dict) else value
    if changes is None:
        return rules
    if not isinstance(changes, dict):
        raise GameError(
            "malformed", 'rules: %s must be an object of changes, e.g. {"points": 23}' % show(changes)
        )
    # What checks them is loaded for an organiser's own rules alone.
    if rules["sport"] == "crokinole":
        from .crokinole.fields import change
    else:
        from .rule_fields import change
    for name in changes:
        change(rules, name, changes[name])
    if rules["sport"] == "carrom":
        from .rule_fields import check_together

        check_together(rules)
    return rules
