"""Follows the journal with the hash chain of the match in play, and puts the seal on its confirmation."""

from ..chain import Chain, seal
from ..journal import JournalError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterator

STEP_EVENTS = 8
"""Events read in one idle moment: some ms each on the device."""


class Sealing:
    """`append` goes before the journal's own. The next `follow` takes what it stored into the chain, when the
    display has changed. After power-on the chain is behind; it catches up in idle moments (`step`), at the
    latest at the confirmation.

    journal: as in journal/. key: the table's, b"" for an open table, whose confirmations carry no signature.
    """

    def __init__(self, journal, key: bytes) -> None:
        self._journal = journal
        self._key = key
        self._chain = Chain()
        self._seq = 0  # of the last event in the chain
        self._reading: "Iterator[dict] | None" = None
        self._waiting: "dict | None" = None  # the next event of the chain, stored and not in it yet

    def append(self, event: dict) -> dict:
        """Store `event` as the journal's `append` does; a `confirm` gets `chain`, `events` and `seal`."""
        if event["kind"] == "confirm":
            self._sign(event)
        self.follow()
        is_next = event["kind"] == "match" or not self._is_behind()
        stored = self._journal.append(event)
        if is_next:
            self._reading = None
            self._waiting = stored
        return stored

    def follow(self) -> None:
        """Take what was stored last into the chain. Call it often, but not before the display has changed."""
        event = self._waiting
        if event is None:
            return
        self._waiting = None
        try:
            self._add(event)
        except MemoryError:
            pass  # it is stored all the same; the chain is behind and catches up

    def step(self) -> bool:
        """In an idle moment: take in some of what was stored before power-on; whether there is more.

        JournalError when flash cannot be read.
        """
        self.follow()
        if not self._is_behind():
            return False
        reading = self._reading
        is_fresh = reading is None
        if reading is None:
            reading = self._reading = iter(self._journal.read_match(self._seq + 1))
        taken = 0
        for event in reading:
            if event["seq"] > self._seq:
                self._add(event)
            taken += 1
            if taken == STEP_EVENTS:
                return self._is_behind()
        self._reading = None
        # What the journal cannot read any more is not in the chain; `events` tells how many are. An older
        # iterator may end before what was appended since: the next step looks again.
        if is_fresh and not taken:
            self._seq = self._journal.last_seq
        return self._is_behind()

    def _sign(self, event: dict) -> None:
        try:
            while self.step():
                pass
        except JournalError:
            return  # flash that cannot be read must not hold up the umpire: it is confirmed without a seal
        event["chain"] = head = self._chain.hex
        event["events"] = self._chain.count
        if self._key:
            event["seal"] = seal(self._key, head, self._chain.count)

    def _is_behind(self) -> bool:
        return bool(self._journal.last_match_seq) and self._seq < self._journal.last_seq

    def _add(self, event: dict) -> None:
        self._chain.add(event)
        self._seq = event["seq"]
