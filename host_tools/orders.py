"""What the organiser asks of tables, by command or on a page: the events, checked before they go into the
outbox.
"""

import json
import secrets
from pathlib import Path
from typing import Any

from boardside.game import match as game
from boardside.game import rulesets
from boardside.game.errors import GameError
from boardside.game.events import CATEGORIES as _CATEGORIES
from boardside.game.rules import STAGES as _STAGES
from host_tools import rules_files

STAGES: tuple[str, ...] = tuple(_STAGES)
RULESETS: tuple[str, ...] = tuple(rulesets.IDS)
CATEGORIES: tuple[str, ...] = tuple(_CATEGORIES)


class BadRequest(Exception):  # noqa: N818
    """What was asked for makes no sense; the message says why and what would."""


def match_event(
    *,
    names: dict[str, list[str]],
    stage: str,
    ruleset: str | None = None,
    rules: str | None = None,
    tie: str | None = None,
    teams: dict[str, str | None] | None = None,
    files: bool = True,
    **optional: str | None,
) -> dict[str, Any]:
    """The `match` event for the outbox.

    rules: a file of own rules (its path, unless `files` is false, or its text), or a JSON object of changes.
    teams: who plays for whom in the tie. optional: match, breaks, title, category; None is left out. Raises
    BadRequest.
    """
    if any(not name.strip() for side in names.values() for name in side):
        raise BadRequest("A name is empty.")
    if len(names["a"]) != len(names["b"]):
        raise BadRequest("Doubles need two names on each side: a partner (--a2, --b2) for both, or none.")
    event: dict[str, Any] = {
        "kind": "match",
        "match": optional.pop("match", None) or secrets.token_hex(4),
        "stage": stage,
        "doubles": len(names["a"]) == 2,
        "a": names["a"],
        "b": names["b"],
        **_rules_fields(ruleset, rules, files),
        **_tie_fields(tie, teams),
        **{name: value for name, value in optional.items() if value is not None},
    }
    try:
        game.apply(game.new(), event)
    except GameError as error:
        raise BadRequest(f"No table would take this match: {error.message}.") from error
    return event


def _rules_fields(ruleset: str | None, rules: str | None, files: bool) -> dict[str, Any]:
    if rules is None:
        return {"ruleset": ruleset or "icf"}
    is_text = rules.lstrip().startswith(("{", "["))
    if is_text:
        changes = _changes(rules)
        if not (isinstance(changes, dict) and "base" in changes):
            return {"ruleset": ruleset or "icf", "rules": changes}
    elif not files:
        raise BadRequest("Own rules are the text of a rules file, which begins with {.")
    try:
        own = rules_files.parse(rules, "own rules") if is_text else rules_files.read(Path(rules))
    except rules_files.RulesFileError as error:
        raise BadRequest(f"--rules: {error}" if files else f"{error}") from error
    if ruleset not in (None, own.base):
        where = rules if not is_text else "the file"
        raise BadRequest(f"The ruleset asked for is {ruleset}, but {where} starts from {own.base}.")
    return {"ruleset": own.base, "rules": own.changes, "variant": own.name}


def _changes(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadRequest(f"The rules are no JSON ({error}); an example: '{{\"points\": 23}}'.") from error


def _tie_fields(tie: str | None, teams: dict[str, str | None] | None) -> dict[str, Any]:
    given = [team for team in (teams or {}).values() if team]
    if tie is None and not given:
        return {}
    if tie is None or len(given) != 2:
        raise BadRequest("A tie of teams needs its name (--tie) and both teams (--team-a, --team-b).")
    return {"tie": tie, "teams": teams}


def clock_ms(text: str) -> int:
    """MM:SS or H:MM:SS in ms. Raises BadRequest."""
    parts = text.split(":")
    if not 2 <= len(parts) <= 3 or not all(part.isdecimal() and len(part) <= 3 for part in parts):
        raise BadRequest(f"{text!r} is no time; give MM:SS, for instance 45:00, or H:MM:SS.")
    numbers = [int(part) for part in parts]
    if any(number > 59 for number in numbers[1:]):
        raise BadRequest(f"{text!r} is no time: seconds go up to 59.")
    seconds = 0
    for number in numbers:
        seconds = seconds * 60 + number
    if seconds == 0:
        raise BadRequest("A clock needs more than 0 seconds.")
    return seconds * 1000
