"""Which key a journal belongs to: the values and the rules. `owners` stores them in the database.

A journal belongs to the key that first proved it. A *tenure* is one key's time with a journal. The
last tenure counts now; the earlier ones say which key sealed which events.
"""

import hashlib
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

#: The id of "no key", for a table without a key.
OPEN = ""

#: How a key acquired a journal. PROVEN: it was the first key to prove the journal. RENEWED: it is a new key
#: of the same table, and this is the first journal that it proved. MOVED: it is the same key under another
#: table number. PROVISIONED: by the table's cable. GIVEN: by the organiser.
PROVEN, RENEWED, MOVED, PROVISIONED, GIVEN = "proven", "renewed", "moved", "provisioned", "given"

#: Why a key may not speak for a journal. FOREIGN: the journal belongs to another key. TOO_MANY: this key has
#: begun more journals than a genuine table does.
FOREIGN, TOO_MANY = "foreign", "too_many"

#: The most journals of one key. A table begins a journal only when it is flashed; a key with more journals
#: invents them.
JOURNALS_MOST = 64


def key_id(key: bytes) -> str:
    """The 32 hex digits that identify a key in a journal's history; OPEN for no key. The key cannot be
    computed from them.
    """
    return hashlib.sha256(b"boardside journal owner " + key).hexdigest()[:32] if key else OPEN


@dataclass(frozen=True, slots=True)
class Tenure:
    """One key's time with a journal, of table `table`.

    since: UTC ms. stored: the newest event that the database had when the tenure began; held: the newest that
    the table had then. how: one of the codes above.
    """

    table: int
    key_id: str
    since: int
    stored: int
    held: int
    how: str


History = tuple[Tenure, ...]


@dataclass(frozen=True, slots=True)
class Claim:
    """A table has proven a key for a journal, and wants to speak for it.

    held: the newest event in its journal. siblings: the ids of all keys that this table number ever had.
    """

    journal: str
    table: int
    key_id: str
    held: int
    siblings: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of a claim: the journal's history now; `refusal`: why the key may not speak for it."""

    history: History
    refusal: str | None = None


def is_owner(history: Sequence[Tenure], claim: Claim) -> bool:
    """Whether this key already speaks for the journal under this table number; the claim changes nothing."""
    if not history or history[-1].key_id != claim.key_id:
        return False
    return claim.key_id == OPEN or history[-1].table == claim.table


def judged(history: Sequence[Tenure], claim: Claim, begun: int) -> str:
    """How the claim's key acquires the journal (PROVEN, RENEWED, MOVED), or why it does not (FOREIGN,
    TOO_MANY). The claim must not be one that changes nothing (`is_owner`). begun: how many journals the key
    has had so far under this number.
    """
    if not history:
        return TOO_MANY if claim.key_id != OPEN and begun >= JOURNALS_MOST else PROVEN
    owner = history[-1]
    if owner.key_id == claim.key_id:
        return MOVED
    # Only an unused key means that the table's key was changed; a used one is another device of that number.
    is_fresh = claim.key_id != OPEN and begun == 0
    is_of_table = owner.table == claim.table and owner.key_id in {OPEN, *claim.siblings}
    return RENEWED if is_fresh and is_of_table else FOREIGN


def sealing(history: Sequence[Tenure], seq: int) -> tuple[set[str], bool]:
    """The ids of the keys with which the table may have sealed its event `seq`, and whether it may have had
    no key.

    A key seals the events made while the table had it. Events stored before the key's tenure are older.
    Events that the table had then but had not sent may be from before or after the change.
    """
    keys: set[str] = set()
    may_be_open = False
    for at, tenure in enumerate(history):
        is_old_enough = at + 1 == len(history) or seq <= history[at + 1].held
        is_new_enough = at == 0 or seq > tenure.stored
        if is_old_enough and is_new_enough:
            keys.add(tenure.key_id)
            # The table recorded these events before it first connected, perhaps before it got a key.
            may_be_open |= tenure.key_id == OPEN or (at == 0 and seq <= tenure.held)
    keys.discard(OPEN)
    return keys, may_be_open


def known(keys: Iterable[bytes], names: Collection[str]) -> list[bytes]:
    """The keys whose ids are in `wanted`."""
    return [key for key in keys if key and key_id(key) in names]
