"""The rulesets that come with Boardside: one data module each, holding RULES.

An organiser's own ruleset file names the one it starts from and what it changes; it reaches a table as
the `ruleset` and `rules` fields of a `match` event, so nothing here has to know it.
"""

from ..errors import GameError, choices, show

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

IDS = ("icf", "vkk", "spandan", "vaishali", "wcc")


def load(ruleset: object) -> "dict[str, Any]":
    """The unchanged rules of `ruleset`, one of IDS; not to be altered. GameError "unknown" for another."""
    if not isinstance(ruleset, str) or ruleset not in IDS:
        raise GameError("unknown", "ruleset: %s is not known; allowed: %s" % (show(ruleset), choices(IDS)))
    # Imported when it is asked for: a table plays by one of them, and memory is short there.
    if ruleset == "icf":
        from .icf import RULES
    elif ruleset == "vkk":
        from .vkk import RULES
    elif ruleset == "spandan":
        from .spandan import RULES
    elif ruleset == "vaishali":
        from .vaishali import RULES
    else:
        from .wcc import RULES
    return RULES
