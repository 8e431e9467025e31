"""Every event of this table, on flash before anything else knows of it.

Events have consecutive sequence numbers that never go back; a number is skipped where a record was damaged.
The journal has a random id, so that (id, number) names an event for ever: a table with new flash is another
journal.

The records lie in a flash partition of their own (`ring.Ring`). docs/maintainer/journal.md has the format and
the guarantees.
"""

import binascii
import os

from . import record
from .errors import JournalError

__all__ = ["Journal", "JournalError"]

_DAMAGES_KEPT = 8


class Journal:
    """The journal in `ring`, begun there if it is empty; `now()` gives the ms since power-on.

    JournalError when it cannot be opened; it is then left as it is.

    `id`: 8 hex digits. `boot`: the number of this power-on, from 1. `first_seq`, `last_seq`: its oldest and
    newest event (`last_seq` 0: none yet). `last_match_seq`: where the present match began (0: no match yet).
    `last`: the newest event or None. `torn`: bytes cut off at its end when it was opened. `damaged`: places
    of unreadable records met since, as the ring names them; at most eight are named.
    """

    def __init__(self, ring, now, entropy=os.urandom) -> None:
        self._ring = ring
        self._now = now
        self._match = None
        self._next_seq = 1
        self.boot = 1
        self.last: "dict | None" = None
        self.last_seq = self.last_match_seq = 0
        self.damaged: "list[str]" = []
        try:
            self.id = ring.journal_id()
            if not self.id:
                self.id = binascii.hexlify(entropy(4)).decode()
                ring.create(self.id)
            self._take(ring.open())
        except OSError as error:
            raise _failed(error)

    @property
    def first_seq(self) -> int:
        """The oldest event's number; events below it no longer exist."""
        return self._ring.first_seq

    def append(self, event: dict) -> dict:
        """Store `event` for good and return it with its envelope (seq, boot, at, by, match).

        It has `kind`, `by` (panel, host or table; table if absent) and its own fields; `match` is its match's
        id, absent or None for what concerns the table. JournalError when it could not be stored.
        """
        if self._ring.is_doubtful:
            raise JournalError("failed", "the flash failed: switch the table off and on")
        seq = self._next_seq
        begins_match = event["kind"] == "match"
        match_seq = seq if begins_match else self.last_match_seq
        made = record.of_event(event, seq, self.boot, match_seq, self._match, self._now())
        size = len(made.text)
        if size > record.TEXT_MAX:
            raise JournalError(
                "too_long", "the event is too long: %d bytes, at most %d" % (size, record.TEXT_MAX)
            )
        # Everything that needs memory comes before the write: a stored event is accepted.
        match = event.get("match") if begins_match else self._match
        stored = _in_envelope(made.event_from(event), made, match)
        next_seq = seq + 1
        try:
            self._ring.write(made, begins_match)
        except OSError as error:
            raise _failed(error)
        self._match = match
        self.last_match_seq = match_seq
        self._next_seq = next_seq
        self.last_seq = seq
        self.last = stored
        return stored

    def read(self, from_seq: int = 1):
        """Iterate over the stored events with numbers from `from_seq` on, in order, reading from flash.

        Damaged records are left out and noted in `damaged`. Events may be appended meanwhile.
        """
        match_seq = match = None
        try:
            for stored in self._ring.records(from_seq):
                if isinstance(stored, str):
                    self._note_damage(stored)
                    continue
                if stored.match_seq != match_seq:
                    match_seq = stored.match_seq
                    match = self._match_id(stored)
                yield _in_envelope(stored.event(), stored, match)
        except OSError as error:
            raise _failed(error)

    def read_match(self, from_seq: int = 0):
        """Iterate over the events from the last `match` event on; over none when there was no match yet.

        from_seq: leave out those before this number.
        """
        return self.read(max(self.last_match_seq or self._next_seq, from_seq))

    def fingerprint(self) -> "list":
        """What `is_as` knows the present match's events by, up to the newest; [] when nothing can."""
        extent = self._ring.extent(self.last_match_seq) if self.last_match_seq and not self.damaged else []
        try:
            return [self.id, self.last_match_seq, extent, self._ring.digest(extent)] if extent else []
        except OSError as error:
            raise _failed(error)

    def is_as(self, fingerprint: "list") -> bool:
        """Whether the present match began with the same bytes as when this `fingerprint` was taken."""
        journal_id, match_seq, extent, digest = fingerprint
        if journal_id != self.id or match_seq != self.last_match_seq or self.damaged:
            return False
        try:
            return digest != "" and self._ring.digest(extent) == digest
        except OSError as error:
            raise _failed(error)

    def release(self, upto_seq: int) -> int:
        """The host has all events up to `upto_seq`: let go of the matches before that are complete.

        Returns the number of the oldest event that stays. The present match always stays.
        """
        for start in reversed(self._ring.starts()):
            if start <= upto_seq + 1 and start <= self.last_match_seq and self._begins_match(start):
                self._ring.drop_below(start)
                return start
        return self.first_seq

    @property
    def is_urgent(self) -> bool:
        """Whether a press will soon have to wait for flash, unless `tidy` is called before."""
        return self._ring.is_urgent

    def tidy(self) -> bool:
        """In an idle moment: do one thing that makes later presses quick (up to 0.2 s); whether it did."""
        return self._ring.tidy()

    def free_permille(self) -> int:
        """How much of the flash is free, in thousandths. Below 100 no match can begin, below 30 nothing."""
        return self._ring.free_permille()

    def _take(self, tail) -> None:
        self.torn = tail.torn
        self._next_seq = tail.next_seq
        newest = tail.record
        if newest is not None:
            self.boot = newest.boot + 1
            self.last_seq = newest.seq
            self.last_match_seq = newest.match_seq
            self._match = self._match_id(newest)
            self.last = _in_envelope(newest.event(), newest, self._match)

    def _records(self, from_seq: int):
        """Iterate over the undamaged records from `from_seq` on; note where others are."""
        for stored in self._ring.records(from_seq):
            if isinstance(stored, str):
                self._note_damage(stored)
            else:
                yield stored

    def _match_id(self, stored: record.Record):
        """The id of the match that a record belongs to; None without one, or when its beginning is lost."""
        if stored.match_seq == stored.seq:
            return stored.event().get("match")
        if not stored.match_seq:
            return None
        if stored.match_seq == self.last_match_seq and self._match is not None:
            return self._match
        for first in self._records(stored.match_seq):
            return first.event().get("match") if first.seq == stored.match_seq else None
        return None

    def _begins_match(self, start: int) -> bool:
        for stored in self._ring.records(start):
            return not isinstance(stored, str) and stored.seq == stored.match_seq == start
        return False

    def _note_damage(self, place: str) -> None:
        if place not in self.damaged and len(self.damaged) < _DAMAGES_KEPT:
            self.damaged.append(place)


def _in_envelope(event: dict, stored: record.Record, match) -> dict:
    """`event`, which is of the record `stored` in the match of this id, with its envelope."""
    event["seq"] = stored.seq
    event["boot"] = stored.boot
    event["at"] = stored.at
    if match is not None and stored.in_match and "match" not in event:
        event["match"] = match
    return event


def _failed(error: OSError) -> JournalError:
    return JournalError("failed", "the flash failed (error %s): switch the table off and on" % error.errno)
