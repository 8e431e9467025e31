"""An organiser's own rules on this table: whether a match can be begun with them (docs/rulesets.md)."""

from ..game.errors import GameError
from ..game.rules import resolve


def rules_problem(base: str, changes: "dict[str, object]") -> str:
    """Why no match can be begun with `changes` from the ruleset `base`, in words; "" when one can."""
    try:
        resolve(base, changes)
    except GameError as error:
        return error.message
    return ""
