"""Bodies of events and commands, as the database has them."""

import json
from typing import Any

from host_tools.live_values import Event

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
