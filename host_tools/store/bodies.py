"""Bodies of events and commands, as the database has them."""

import json
from typing import Any

#: The kind of what stands in the place of an event that cannot be read.
DAMAGED = "damaged"


def decoded(text: str, **known: Any) -> dict[str, Any]:
    """The event of a body. One that somebody has damaged is no event: of kind DAMAGED, with what is known of
    it otherwise.
    """
    try:
        event = json.loads(text)
    except ValueError:
        event = None
    return event if isinstance(event, dict) else {"kind": DAMAGED, **known}
