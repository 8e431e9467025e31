"""The English words of the reasons of host_tools/replay/reasons.py."""

from collections.abc import Mapping

from host_tools.replay.reasons import LineReason
from host_tools.words.filling import Sentences

WORDS: Mapping[LineReason, str] = {
    "no_json": "line {line}: not JSON: {why}, at character {character}",
    "name_twice": "line {line}: {name:ascii} occurs twice in one object; keep one",
    "event_refused": "line {line}: {why:refusal} ({code})",
    "no_match_event": (
        "line {line}: the file has no match event; a match begins with one, see docs/scripts/events.md"
    ),
}

say = Sentences(WORDS).say
