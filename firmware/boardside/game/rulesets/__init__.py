"""The rulesets that come with Boardside: one data module each, holding RULES or CHANGES from the ICF's.

An organiser's own ruleset file names the one it starts from and what it changes; it reaches a table as
the `ruleset` and `rules` fields of a `match` event, so this package does not need it.
"""

from ..errors import GameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

IDS = ("icf", "vkk", "spandan", "vaishali", "wcc")


def load(ruleset: object) -> "dict[str, Any]":
    """The unchanged rules of `ruleset`, one of IDS; not to be altered. GameError "unknown" for another."""
    if not isinstance(ruleset, str) or ruleset not in IDS:
        raise GameError("unknown", "unknown_ruleset", value=ruleset, allowed=IDS)
    # Imported when it is asked for: a table plays by one of them, and memory is short there.
    if ruleset == "wcc":
        from .wcc import RULES

        return RULES
    from .icf import RULES

    if ruleset == "icf":
        return RULES
    if ruleset == "vkk":
        from .vkk import CHANGES
    elif ruleset == "spandan":
        from .spandan import CHANGES
    else:
        from .vaishali import CHANGES
    return _laid_over(RULES, CHANGES)


def _laid_over(base: "dict[str, Any]", changes: "dict[str, Any]") -> "dict[str, Any]":
    """A fresh ruleset: `base`, with the fields of `changes`, or in a dict its entries, in their place."""
    rules = {}
    for name in base:
        value = base[name]
        if isinstance(value, dict):
            value = dict(value)
            value.update(changes.get(name, {}))
        elif name in changes:
            value = changes[name]
        rules[name] = value
    return rules
