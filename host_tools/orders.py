"""The organiser's requests to tables, by command or on a page: events, checked before the outbox."""

import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NotRequired, TypedDict

from boardside.game import events, rulesets
from boardside.game import match as game
from boardside.game.errors import GameError
from boardside.game.terms import CATEGORIES as _CATEGORIES
from boardside.game.terms import STAGES as _STAGES
from host_tools.glyphs import lines
from host_tools.laws.refusals import TOLD
from host_tools.live_values import Event, Rules
from host_tools.outside import json_text
from host_tools.reasons import Reasons, Refused
from host_tools.rules import files as rules_files
from host_tools.rules.reasons import REASONS as RULES_FILES
from host_tools.rules.reasons import RulesFileError

STAGES: tuple[str, ...] = tuple(_STAGES)
RULESETS: tuple[str, ...] = tuple(rulesets.IDS)
CATEGORIES: tuple[str, ...] = tuple(_CATEGORIES)


#: Characters of JSON beyond which a match goes without Latin spellings. A table takes 3,072 and stores 3,000,
#: with what it adds itself.
LONG_EVENT = 2800


#: Why a request to a table, or to a clock, is invalid.
ORDERS = Reasons(
    {
        "name_empty": "A name is empty.",
        "name_one_line": "A name is one line.",
        "doubles_names": "Doubles need two names on each side: a partner{partner_option} for both, or none.",
        "match_refused": "No table would take this match: {why:refusal}.",
        "rules_no_file": "Own rules are the text of a rules file, which begins with {{.",
        "rules_file": "{rules_option}{why:rules_file}",
        "other_base": "The ruleset asked for is {ruleset}, but {file:or the file} starts from {base}.",
        "rules_no_json": "The rules are no JSON ({why}); an example: '{{\"points\": 23}}'.",
        "rules_no_object": "The rules are a JSON object, such as '{{\"points\": 23}}'.",
        "tie_incomplete": "A tie of teams needs its name{tie_option} and both teams{teams_option}.",
        "no_time": "{text:quoted} is no time; give MM:SS, for instance 45:00, or H:MM:SS.",
        "seconds_over": "{text:quoted} is no time: seconds go up to 59.",
        "clock_zero": "A clock needs more than 0 seconds.",
        "which_table": "Which table? A number from 1 to {most}.",
        "own_rules_twice": "{ruleset:quoted} is a saved ruleset, which has its own rules; give no others.",
    },
    tables={**TOLD, "rules_file": RULES_FILES.say_json},
    doors={
        "partner_option": (" (--a2, --b2)", "", ""),
        "tie_option": (" (--tie)", "", ""),
        "teams_option": (" (--team-a, --team-b)", "", ""),
        "rules_option": ("--rules: ", "", ""),
    },
)


class BadRequest(Refused):
    """The request is invalid."""

    table = ORDERS


def match_event(
    *,
    names: dict[str, list[str]],
    stage: str,
    ruleset: str | None = None,
    rules: str | None = None,
    tie: str | None = None,
    teams: dict[str, str | None] | None = None,
    files: bool = True,
    latin: Mapping[str, str] | None = None,
    presses: int | None = None,
    **optional: str | None,
) -> Event:
    """The `match` event for the outbox.

    rules: a file of own rules (its path, unless `files` is false, or its text), or a JSON object of changes.
    teams: who plays for whom in the tie. latin: how names are spelled in Latin letters, for displays that
    lack their script. presses: of CLOCK a stroke, 1 or 2; 0 results only. optional: match, breaks, title,
    category; None is left out. Raises BadRequest.
    """
    if any(not name.strip() for side in names.values() for name in side):
        raise BadRequest("name_empty")
    if len(names["a"]) != len(names["b"]):
        raise BadRequest("doubles_names")
    event: Event = {
        "kind": "match",
        "match": optional.pop("match", None) or secrets.token_hex(4),
        "stage": stage,
        "doubles": len(names["a"]) == 2,
        "a": names["a"],
        "b": names["b"],
        **_rules_fields(ruleset, rules, files),
        **_tie_fields(tie, teams),
        **_latin_field(names, latin or {}),
        **({} if presses is None else {"presses": presses}),
        **{name: value for name, value in optional.items() if value is not None},
    }
    if len(json.dumps(event, separators=(",", ":"))) > LONG_EVENT:
        event.pop("latin", None)  # the match counts for more than how very long names are spelled
    try:
        game.apply(game.new(), event)
        events.check_new(event)
    except GameError as error:
        raise BadRequest("match_refused", why={"reason": error.reason, "facts": error.facts}) from error
    return event


def with_saved(
    ruleset: str | None, rules: str | None, text_of: Callable[[str], str | None]
) -> tuple[str | None, str | None]:
    """`ruleset` and `rules` for `match_event`, when `ruleset` may be the key of a saved one.

    text_of: the file that is saved under a key; None: there is none. Raises BadRequest.
    """
    text = None if ruleset is None or ruleset in RULESETS else text_of(ruleset)
    if text is None:
        return ruleset, rules
    if rules is not None:
        raise BadRequest("own_rules_twice", ruleset=ruleset)
    return None, text


def _latin_field(names: Mapping[str, Sequence[str]], latin: Mapping[str, str]) -> Event:
    """The spellings of those names that not every table can show by itself."""
    players = [name for side in ("a", "b") for name in names[side]]
    pairs = [[name, latin[name].strip()] for name in players if latin.get(name, "").strip()]
    pairs = [pair for pair in pairs if not lines.is_shown(pair[0])]
    return {"latin": pairs} if pairs else {}


class _RulesFields(TypedDict):
    """The fields of a `match` event that say by which rules it is played."""

    ruleset: str
    rules: NotRequired[Rules]
    variant: NotRequired[str]


class _TieFields(TypedDict, total=False):
    """The fields of a `match` event that belongs to a tie."""

    tie: str
    teams: dict[str, str | None] | None


def _rules_fields(ruleset: str | None, rules: str | None, files: bool) -> _RulesFields:
    if rules is None:
        return {"ruleset": ruleset or "icf"}
    is_text = rules.lstrip().startswith(("{", "["))
    if is_text:
        changes = _changes(rules)
        if not (isinstance(changes, dict) and "base" in changes):
            return {"ruleset": ruleset or "icf", "rules": changes}
    elif not files:
        raise BadRequest("rules_no_file")
    try:
        own = rules_files.parse(rules, "own rules") if is_text else rules_files.read(Path(rules))
    except RulesFileError as error:
        raise BadRequest("rules_file", why=error.to_json()) from error
    if ruleset not in (None, own.base):
        raise BadRequest("other_base", ruleset=ruleset, file=None if is_text else rules, base=own.base)
    return {"ruleset": own.base, "rules": own.changes, "variant": own.name}


def _changes(text: str) -> Any:
    try:
        return json_text.value(text)
    except ValueError as error:
        raise BadRequest("rules_no_json", why=str(error)) from error


def _tie_fields(tie: str | None, teams: dict[str, str | None] | None) -> _TieFields:
    given = [team for team in (teams or {}).values() if team]
    if tie is None and not given:
        return {}
    if tie is None or len(given) != 2:
        raise BadRequest("tie_incomplete")
    return {"tie": tie, "teams": teams}


def clock_ms(text: str) -> int:
    """MM:SS or H:MM:SS in ms. Raises BadRequest."""
    parts = text.split(":")
    if not 2 <= len(parts) <= 3 or not all(part.isdecimal() and len(part) <= 3 for part in parts):
        raise BadRequest("no_time", text=text)
    numbers = [int(part) for part in parts]
    if any(number > 59 for number in numbers[1:]):
        raise BadRequest("seconds_over", text=text)
    seconds = 0
    for number in numbers:
        seconds = seconds * 60 + number
    if seconds == 0:
        raise BadRequest("clock_zero")
    return seconds * 1000
