"""What the fields of a ruleset may hold and mean, by sport."""

from collections.abc import Mapping
from typing import TypeAlias

from boardside.game import rule_fields
from boardside.game.crokinole import fields as crokinole_fields

#: (what it holds, smallest, largest, what it means)
Field: TypeAlias = tuple[str, object, object, str]
_FIELDS: Mapping[str, Mapping[str, Field]] = {
    "carrom": rule_fields.FIELDS,
    "crokinole": crokinole_fields.FIELDS,
}

#: Kinds of fields of which an entry may be null (`rule_values.change`).
OR_NULL = ("stages_or_null", "clocks", "round_clocks")
#: Kinds of fields that hold, or may hold, an entry for each stage, category or clock.
BY_ENTRY = ("odd", "stages", "stages_or_null", "stage_flags", "categories", "clocks", "round_clocks")


def fields(sport: str) -> Mapping[str, Field]:
    """The fields of this sport's rulesets by name."""
    return _FIELDS[sport]


def meanings(sport: str) -> dict[str, str]:
    """What each field of this sport's rulesets means, such as "points that win a game", in their order."""
    return {name: meaning for name, (_, _, _, meaning) in _FIELDS[sport].items()}
