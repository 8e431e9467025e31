"""A ruleset in words: in one line, field by field, and what two differ in: each field with both values and
what it means.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any, NotRequired, TypeAlias, TypedDict

from boardside.game import rule_fields, rules
from boardside.game.crokinole import fields as crokinole_fields
from boardside.game.terms import CATEGORIES, STAGES
from host_tools.console.terminal import visible
from host_tools.live_values import Rules

#: Instead of a value: the ruleset is of the sport that lacks the field.
_ABSENT = object()


class Difference(TypedDict):
    """A field, or the entries of it, that two rulesets hold differently."""

    field: str
    entries: list[str]  # stages, categories or clocks; empty: the field has one value
    a: NotRequired[object]  # missing: the first ruleset has no such field
    b: NotRequired[object]
    meaning: str


def differences(a: Rules, b: Rules) -> list[Difference]:
    """Each field in which these rules differ, in the order of the fields. Entries that differ alike stand
    together: a limit of 8 boards that is 4 at three stages is one difference.
    """
    known = _meanings(a["sport"], b["sport"])
    # Rulesets of crokinole do not list their sport among the fields.
    names = dict.fromkeys(["sport", *known])
    return [difference for name in names for difference in _of_field(name, known.get(name, ""), a, b)]


def lines(a: Rules, b: Rules, a_name: str, b_name: str) -> Iterator[str]:
    """The differences for people, without line ends: a line with both values and one with the meaning."""
    a_name, b_name = visible(a_name, lines=""), visible(b_name, lines="")
    different = differences(a, b)
    count = len({difference["field"] for difference in different})
    if not count:
        yield f"{a_name} and {b_name} are equal in all fields."
        return
    yield f"{a_name} and {b_name} differ in {count} {'field' if count == 1 else 'fields'}."
    for sentence, meaning in sentences(a, b, a_name, b_name):
        yield sentence
        if meaning:
            yield f"    {meaning}"


def sentences(a: Rules, b: Rules, a_name: str, b_name: str) -> list[tuple[str, str]]:
    """Each difference for people: both values, and what the field means ("" for the sport)."""
    return [
        (
            f"{_place(difference)}: {_side(difference, 'a', a_name)}, {_side(difference, 'b', b_name)}",
            difference["meaning"],
        )
        for difference in differences(a, b)
    ]


def shown(field: str, value: object) -> str:
    """A field's value for people: "25", "none", "15 s", "8 (group, round), none (final)"."""
    if isinstance(value, Mapping):
        entries = _grouped({name: (entry,) for name, entry in value.items()})
        if len(entries) == 1:
            return shown(field, entries[0][1][0])
        return ", ".join(f"{shown(field, entry)} ({_listed(names)})" for names, (entry,) in entries)
    if value is None:
        return "none"
    if field == "clocks" and isinstance(value, int):
        return f"{value / 1000:g} s"
    if isinstance(value, bool):
        return str(value).lower()
    return str(value)


def _meanings(a: str, b: str) -> dict[str, str]:
    """Of the fields of these sports; where both have a field and mean different things, both meanings."""
    known = meanings_of(a)
    for name, meaning in meanings_of(b).items():
        before = known.setdefault(name, meaning)
        if before != meaning:
            known[name] = f"{a}: {before}; {b}: {meaning}"
    return known


def _of_field(name: str, meaning: str, a: Rules, b: Rules) -> Iterator[Difference]:
    values = (a.get(name, _ABSENT), b.get(name, _ABSENT))
    if not any(isinstance(value, dict) for value in values):
        if _key(values[0]) != _key(values[1]):
            yield _difference(name, [], values, meaning)
        return
    names = dict.fromkeys(entry for value in values if isinstance(value, dict) for entry in value)
    pairs = {entry: (_entry(values[0], entry), _entry(values[1], entry)) for entry in names}
    for entries, (first, second) in _grouped(pairs):
        if _key(first) != _key(second):
            yield _difference(name, entries, (first, second), meaning)


def _entry(value: Any, name: str) -> object:
    """An entry of a field; one value stands for all entries."""
    return value.get(name, _ABSENT) if isinstance(value, dict) else value


def _grouped(values: Mapping[str, tuple[object, ...]]) -> list[tuple[list[str], tuple[object, ...]]]:
    """The names that have the same values, with these."""
    groups: dict[tuple[str, ...], tuple[list[str], tuple[object, ...]]] = {}
    for name, row in values.items():
        groups.setdefault(tuple(map(_key, row)), ([], row))[0].append(name)
    return list(groups.values())


def _key(value: object) -> str:
    """The value as a text: true and 1 are two values."""
    return "" if value is _ABSENT else json.dumps(value)


def _difference(field: str, entries: list[str], values: tuple[object, object], meaning: str) -> Difference:
    difference: Difference = {"field": field, "entries": entries, "meaning": meaning}
    if values[0] is not _ABSENT:
        difference["a"] = values[0]
    if values[1] is not _ABSENT:
        difference["b"] = values[1]
    return difference


def _place(difference: Difference) -> str:
    """ "points", "board_limit (group, round)", "clocks (stroke)"."""
    entries = difference["entries"]
    return f"{difference['field']} ({_listed(entries)})" if entries else difference["field"]


def _listed(entries: list[str]) -> str:
    if len(entries) > 1 and tuple(entries) in (STAGES, CATEGORIES):
        return "every stage" if entries[0] in STAGES else "every category"
    return ", ".join(entries)


def _side(difference: Difference, side: str, name: str) -> str:
    if side not in difference:
        return f"not in {name}"
    value: object = difference["a"] if side == "a" else difference["b"]
    return f"{shown(difference['field'], value)} in {name}"


# What the fields may hold and mean, by sport

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


def fields_of(sport: str) -> Mapping[str, Field]:
    """The fields of this sport's rulesets by name."""
    return _FIELDS[sport]


def meanings_of(sport: str) -> dict[str, str]:
    """What each field of this sport's rulesets means, such as "points that win a game", in their order."""
    return {name: meaning for name, (_, _, _, meaning) in _FIELDS[sport].items()}


# In one line, and field by field


def in_short(all_rules: Rules) -> str:
    """A ruleset in one line: "one game to 25, boards 6, Queen 3 up to 21"."""
    return _SUMMARIES[rules.sport_of(all_rules).name](all_rules)


def in_full(all_rules: Rules) -> list[tuple[str, str, str]]:
    """Each field of a ruleset: its name, its value for people, and what it means."""
    known = meanings_of(all_rules["sport"])
    return [
        (name, shown(name, all_rules[name]), meaning) for name, meaning in known.items() if name in all_rules
    ]


def _of_crokinole(all_rules: Rules) -> str:
    rounds, games = _by_stage(all_rules["rounds"]), _by_stage(all_rules["games"])
    points = f", points {_by_stage(all_rules['to_points'])}" if any(all_rules["to_points"].values()) else ""
    return f"crokinole: rounds {rounds}{points}, games {games}"


def _of_carrom(all_rules: Rules) -> str:
    limits = _by_stage(all_rules["board_limit"])
    by_stage = all_rules["games"]
    if not isinstance(by_stage, Mapping):  # one for all stages
        by_stage = dict.fromkeys(STAGES, by_stage)
    words = {stage: "one game" if number == 1 else f"best of {number}" for stage, number in by_stage.items()}
    games = _by_stage(words)
    queen = f"Queen {all_rules['queen']} up to {all_rules['queen_until']}"
    return f"{games} to {all_rules['points']}, boards {limits}, {queen}"


_SUMMARIES = {"carrom": _of_carrom, "crokinole": _of_crokinole}


def _by_stage(values: Mapping[str, object]) -> str:
    """What a rule is from the first stage to the last, each value once: "8, then no limit"."""
    words: list[str] = []
    for stage in STAGES:
        word = "no limit" if values[stage] is None else str(values[stage])
        if word not in words[-1:]:
            words.append(word)
    return ", then ".join(words)
