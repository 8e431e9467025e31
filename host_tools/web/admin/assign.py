"""The form that gives a table its next match: its fields, what stands in them, and the event they make."""

from collections.abc import Mapping
from typing import Any

from host_tools.orders import CATEGORIES, RULESETS, STAGES, BadRequest, match_event
from host_tools.web import present
from host_tools.web.table_numbers import TABLE_MAX

FIELDS = (
    *("table", "a", "a2", "b", "b2", "stage", "ruleset", "breaks", "title", "category", "id"),
    *("tie", "team_a", "team_b", "rules"),
)


def empty(table: str = "") -> dict[str, str]:
    """The fields of a new form, for this table."""
    number = table if table.isascii() and table.isdecimal() and 1 <= int(table[:5]) <= TABLE_MAX else ""
    return {
        **dict.fromkeys(FIELDS, ""),
        "table": number,
        "stage": "round",
        "ruleset": "icf",
    }


def typed(fields: Mapping[str, str]) -> dict[str, str]:
    """The fields as somebody typed them, to be shown again."""
    return {name: fields.get(name, "") for name in FIELDS}


def choices() -> dict[str, list[tuple[str, str]]]:
    """What the lists of the form offer: value and word."""
    words = present.WORDS
    return {
        "stage": [(stage, words.get("stage", stage)) for stage in STAGES],
        "ruleset": [(ruleset, words.get("ruleset", ruleset)) for ruleset in RULESETS],
        "breaks": [("", "The toss decides"), ("a", "A breaks"), ("b", "B breaks")],
        "category": [("", "None"), *((name, words.get("category", name)) for name in CATEGORIES)],
    }


def order(fields: Mapping[str, str]) -> tuple[int, dict[str, Any]]:
    """The table's number and the `match` event that the form asks for. Raises BadRequest."""
    number = fields.get("table", "")
    if not (number.isascii() and number.isdecimal() and len(number) <= 4 and int(number)):
        raise BadRequest(f"Which table? A number from 1 to {TABLE_MAX}.")
    names = {
        side: [fields.get(side, "")] + [name for name in [fields.get(f"{side}2", "")] if name]
        for side in ("a", "b")
    }
    if any("\n" in fields.get(name, "") for name in FIELDS if name != "rules"):
        raise BadRequest("A name is one line.")
    given = {name: fields.get(name) or None for name in FIELDS}
    event = match_event(
        names=names,
        stage=given["stage"] or "",
        ruleset=None if given["rules"] and _names_base(given["rules"]) else given["ruleset"],
        rules=given["rules"],
        tie=given["tie"],
        teams={"a": given["team_a"], "b": given["team_b"]},
        files=False,
        match=given["id"],
        breaks=given["breaks"],
        title=given["title"],
        category=given["category"],
    )
    return int(number), event


def _names_base(rules: str) -> bool:
    """A rules file says itself which ruleset it starts from; the list's choice gives way."""
    return '"base"' in rules
