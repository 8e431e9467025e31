"""What SoL is known to have of each match: noted in the database, so that another run goes on from there."""

import hashlib
import json
from dataclasses import asdict, dataclass

from host_tools.store import Store


@dataclass(frozen=True, slots=True)
class Sent:
    """What SoL is known to have of a match. digest: of the card; boards: how many; ended: it is closed.
    ending: the digest of a card that was being closed when nobody knows whether SoL took it.
    """

    digest: str = ""
    boards: int = 0
    ended: bool = False
    ending: str = ""


def read(store: Store, fixture_id: str) -> Sent:
    """What is noted; nothing yet: an empty one. Raises ValueError or TypeError for the note of a later
    version, and StoreError.
    """
    value = store.notes.get(_name(fixture_id))
    return Sent(**json.loads(value)) if value is not None else Sent()


def note(store: Store, fixture_id: str, sent: Sent) -> Sent:
    """Note it, and give it back. Raises StoreError."""
    store.notes.put(_name(fixture_id), json.dumps(asdict(sent)))
    return sent


def _name(fixture_id: str) -> str:
    return f"sol {hashlib.sha256(fixture_id.encode()).hexdigest()[:16]}"
