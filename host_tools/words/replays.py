"""The English words of the reasons of host_tools/replay_reasons.py."""

from collections.abc import Mapping
from typing import Any

from host_tools.replay_reasons import BadLineError, LineReason
from host_tools.words.filling import Filler

WORDS: Mapping[LineReason, str] = {
    "no_json": "line {line}: not JSON: {why}, at character {character}",
    "no_json_value": "line {line}: not JSON: {why}",
    "too_deep": "line {line}: not an event: nested too deeply",
    "name_twice": "line {line}: {name:ascii} occurs twice in one object; keep one",
    "event_refused": "line {line}: {why:refusal} ({code})",
    "no_match_event": (
        "line {line}: the file has no match event; a match begins with one, see docs/scripts/events.md"
    ),
}


def say(error: BadLineError) -> str:
    """The words of the error's reason."""
    return _say_json(error.to_json())


def _say_json(why: Mapping[str, Any]) -> str:
    return Filler(_say_json, {}).vformat(WORDS[why["reason"]], (), why["facts"])
