"""What the fields of a ruleset mean, in the words of the modules that define them.

A field's meaning is the comment at its line in `FIELDS` (D460): a table has no use for it and no memory, and
a new field is described only there.
"""

import inspect
import re
from collections.abc import Mapping
from types import ModuleType

from boardside.game import rule_fields
from boardside.game.crokinole import fields as crokinole_fields

_MODULES: Mapping[str, ModuleType] = {"carrom": rule_fields, "crokinole": crokinole_fields}
_FIELD = re.compile(r'^    "(\w+)": \(.+\),  # (.+)$', re.MULTILINE)

#: Kinds of fields of which an entry may be null (`rule_values.change`).
OR_NULL = ("stages_or_null", "clocks", "round_clocks")
#: Kinds of fields that hold, or may hold, an entry for each stage, category or clock.
BY_ENTRY = ("odd", "stages", "stages_or_null", "stage_flags", "categories", "clocks", "round_clocks")


def fields(sport: str) -> Mapping[str, tuple[str, object, object]]:
    """The fields of this sport's rulesets: (what it holds, smallest, largest) by name."""
    known: Mapping[str, tuple[str, object, object]] = _MODULES[sport].FIELDS
    return known


def meanings(sport: str) -> dict[str, str]:
    """What each field of this sport's rulesets means, such as "points that win a game", in their order."""
    return dict(_FIELD.findall(inspect.getsource(_MODULES[sport])))
