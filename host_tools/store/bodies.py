"""Bodies of events and commands, as the database has them."""

import json
from collections.abc import Mapping
from typing import Any

from host_tools.live_values import Event, Facts

#: The kind of the event that replaces an unreadable one.
DAMAGED = "damaged"


def decoded(text: str, **known: Any) -> Event:
    """The event of a body. A damaged body gives an event of kind DAMAGED, with the facts that are known from
    elsewhere.
    """
    try:
        event = json.loads(text)
    except ValueError:
        event = None
    return event if isinstance(event, dict) else {"kind": DAMAGED, **known}


def facts_text(facts: Mapping[str, Any]) -> str:
    """The text of an answer's facts for the column `commands.facts`."""
    return json.dumps(facts, ensure_ascii=False, separators=(",", ":"))


def facts_of(text: str | None) -> Facts:
    """The facts of an answer; empty for an answer without a reason, and where the text is damaged."""
    try:
        facts = json.loads(text or "{}")
    except ValueError:
        facts = None
    return facts if isinstance(facts, dict) else {}
