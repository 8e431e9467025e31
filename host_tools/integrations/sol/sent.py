"""Notes in the database what SoL has of each match, so that the next run continues from there."""

import hashlib
import json
from dataclasses import asdict, dataclass

from host_tools.store import Store


@dataclass(frozen=True, slots=True)
class Sent:
    """What SoL is known to have of a match. digest: of the card; boards: how many; ended: the card is closed.
    ending: the digest of a card that was to be closed by a request without an answer.
    """

    digest: str = ""
    boards: int = 0
    ended: bool = False
    ending: str = ""


def read(store: Store, fixture_id: str) -> Sent:
    """The note of a match; an empty `Sent` without one. Raises ValueError or TypeError for a note of a later
    version, and StoreError.
    """
    value = store.notes.get(_name(fixture_id))
    return Sent(**json.loads(value)) if value is not None else Sent()


def note(store: Store, fixture_id: str, sent: Sent) -> Sent:
    """Store the note, and return it. Raises StoreError."""
    store.notes.put(_name(fixture_id), json.dumps(asdict(sent)))
    return sent


def _name(fixture_id: str) -> str:
    return f"sol {hashlib.sha256(fixture_id.encode()).hexdigest()[:16]}"
