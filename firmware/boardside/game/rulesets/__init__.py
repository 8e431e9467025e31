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
    return _laid_over(RULES, _module(ruleset).CHANGES)


def clauses(ruleset: str, stage: str) -> "dict[str, str]":
    """The rulebook's own clauses by the ICF Laws that they stand for, several parted by spaces; {} for none.

    A clause that goes by stage: "" has that of all other stages.
    """
    if ruleset not in ("vkk", "spandan", "vaishali"):
        return {}
    own = _module(ruleset).CLAUSES
    named = {}
    for law in own:
        clause = own[law]
        named[law] = clause.get(stage, clause[""]) if isinstance(clause, dict) else clause
    return named


def cited(own: "dict[str, str]", laws: "tuple[str, ...]") -> "tuple[str, ...]":
    """`laws` as a rulebook with the clauses `own` cites them: its own in their place, each once."""
    if not own:
        return laws
    named = []
    for law in laws:
        for clause in own.get(law, law).split(" "):
            if clause not in named:
                named.append(clause)
    return tuple(named)


def _module(ruleset: str) -> "Any":
    if ruleset == "vkk":
        from . import vkk

        return vkk
    if ruleset == "spandan":
        from . import spandan

        return spandan
    from . import vaishali

    return vaishali


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
