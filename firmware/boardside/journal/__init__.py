"""Every event of this table, on flash before anything else knows of it.

Events have consecutive sequence numbers that never go back; a number is skipped where a record was damaged.
The journal has a random id, so that (id, number) names an event for ever: a table with new flash is another
journal.

Where the lines lie is the matter of a *home* (`segments.Segments`). A home has `header`, `create`, `open`,
`write`, `lines`, `chapters`, `drop_below`, `tidy`, `spares`, `free_permille`; OSError when flash refuses.
"""

import binascii
import json
import os

from . import record
from .errors import JournalError
from .memory import MatchLines

__all__ = ["VERSION", "Journal", "JournalError"]

VERSION = 1
"""Of the format of header and lines."""

_DAMAGES_KEPT = 8


class Journal:
    """The journal in `home`, begun there if it is empty; `now()` gives the ms since power-on.

    JournalError when it cannot be opened; it is then left as it is.

    `id`: 8 hex digits. `boot`: the number of this power-on, from 1. `first_seq`, `last_seq`: its oldest and
    newest event (`last_seq` 0: none yet). `last_match_seq`: where the present match began (0: no match yet).
    `last`: the newest event or None. `torn`: bytes cut off at its end when it was opened. `damaged`: places
    of unreadable records met since, as "segment:position"; at most eight are named.
    """

    def __init__(self, home, now, entropy=os.urandom) -> None:
        self._home = home
        self._now = now
        self._memory = MatchLines()
        self._match = None
        self._next_seq = 1
        self.boot = 1
        self.last: "dict | None" = None
        self.last_seq = self.last_match_seq = 0
        self.damaged: "list[str]" = []
        try:
            self.id = self._open_header(entropy)
            self._take(home.open())
            self._remember_match()
        except OSError as error:
            raise _failed(error)

    @property
    def first_seq(self) -> int:
        """The oldest event's number; what is asked for below it is not there."""
        return self._home.chapters[0] if self._home.chapters else 1

    def append(self, event: dict) -> dict:
        """Store `event` for good and return it with its envelope (seq, boot, at, by, match).

        It has `kind`, `by` (panel, host or table; table if absent) and its own fields; `match` is its match's
        id, absent or None for what concerns the table. JournalError when it could not be stored.
        """
        if self._home.is_doubtful:
            raise JournalError("failed", "the flash failed: switch the table off and on")
        seq = self._next_seq
        at = self._now()
        begins_match = event["kind"] == "match"
        match_seq = seq if begins_match else self.last_match_seq
        line = record.encode(event, seq, self.boot, match_seq, self._match, at)
        if len(line) > record.LINE_MAX:
            raise JournalError(
                "too_long", "the event is too long: %d bytes, at most %d" % (len(line), record.LINE_MAX)
            )
        try:
            self._home.write(seq, line, begins_match)
        except OSError as error:
            raise _failed(error)
        if begins_match:
            self._match = event.get("match")
            self.last_match_seq = seq
            self._memory.clear()
        if self.last_match_seq:
            self._memory.add(seq, line)
        self._next_seq = seq + 1
        self.last_seq = seq
        self.last = self._enveloped(record.decode(line[:-1]), self._match)
        return self.last

    def read(self, from_seq: int = 1):
        """Iterate over the stored events with numbers from `from_seq` on, in order, reading from flash.

        Damaged records are left out and noted in `damaged`. Events may be appended meanwhile.
        """
        match_seq = match = None
        try:
            for found in self._records(from_seq):
                if found.match_seq != match_seq:
                    match_seq = found.match_seq
                    match = self._match_id(found)
                yield self._enveloped(found, match)
        except OSError as error:
            raise _failed(error)

    def read_match(self):
        """Iterate over the events from the last `match` event on; over none when there was no match yet."""
        return self.read(self.last_match_seq or self._next_seq)

    def release(self, upto_seq: int) -> int:
        """The host has all events up to `upto_seq`: let `tidy` drop the matches before that are complete.

        Returns the number of the oldest event that stays. The present match always stays.
        """
        for chapter in reversed(self._home.chapters):
            if chapter <= upto_seq + 1 and chapter <= self.last_match_seq and self._begins_match(chapter):
                self._home.drop_below(chapter)
                return chapter
        return self.first_seq

    @property
    def is_urgent(self) -> bool:
        """Whether a press will soon have to wait for flash, unless `tidy` is called before."""
        return self._home.spares == 0

    def tidy(self) -> bool:
        """In an idle moment: do one thing that makes later presses quick (up to 0.2 s); whether it did."""
        return self._home.tidy()

    def free_permille(self) -> int:
        """How much of the flash is free, in thousandths. Below 100 no match can begin, below 30 nothing."""
        return self._home.free_permille()

    def _open_header(self, entropy) -> str:
        data = self._home.header()
        if not data:
            journal_id = binascii.hexlify(entropy(4)).decode()
            self._home.create(json.dumps({"version": VERSION, "journal": journal_id}).encode())
            return journal_id
        try:
            header = json.loads(data)
            version = header["version"]
            journal_id = header["journal"]
        except (ValueError, KeyError, TypeError):
            raise JournalError("header", "the journal's header is damaged: copy the journal, then remove it")
        if version != VERSION:
            raise JournalError(
                "version",
                "the journal has format %s, this firmware reads format %d: nothing was changed; install the "
                "firmware that wrote it" % (version, VERSION),
            )
        return journal_id

    def _take(self, tail) -> None:
        self.torn = tail.torn
        self._next_seq = tail.next_seq
        if tail.line:
            found = record.decode(tail.line)
            self.boot = found.boot + 1
            self.last_seq = found.seq
            self.last_match_seq = found.match_seq
            self._match = self._match_id(found)
            self.last = self._enveloped(found, self._match)

    def _remember_match(self) -> None:
        if self.last_match_seq:
            for line in self._good_lines(self.last_match_seq):
                if not self._memory.add(record.seq_of(line), line + b"\n"):
                    break

    def _records(self, from_seq: int):
        """Iterate over the records from `from_seq` on: from memory what is there, the rest from flash."""
        memory = self._memory
        if memory.first_seq and memory.first_seq <= from_seq < memory.next_seq:
            for line in memory.lines():
                if record.seq_of(line) >= from_seq:
                    found = record.decode(line)
                    from_seq = found.seq + 1
                    yield found
        if from_seq < self._next_seq:
            for line in self._good_lines(from_seq):
                yield record.decode(line)

    def _good_lines(self, from_seq: int):
        """Iterate over the undamaged lines on flash from `from_seq` on; note where others are."""
        for segment, position, line in self._home.lines(from_seq):
            if not record.is_whole(line):
                self._note_damage("%d:%d" % (segment, position))
            elif record.seq_of(line) >= from_seq:
                yield line

    def _enveloped(self, found: record.Record, match) -> dict:
        event = found.event
        event["seq"] = found.seq
        event["boot"] = found.boot
        event["at"] = found.at
        if found.in_match and "match" not in event and match is not None:
            event["match"] = match
        return event

    def _match_id(self, found: record.Record):
        """The id of the match that a record belongs to; None without one, or when its beginning is lost."""
        if found.match_seq == found.seq:
            return found.event.get("match")
        if not found.match_seq:
            return None
        if found.match_seq == self.last_match_seq and self._match is not None:
            return self._match
        for line in self._good_lines(found.match_seq):
            first = record.decode(line)
            return first.event.get("match") if first.seq == found.match_seq else None
        return None

    def _begins_match(self, chapter: int) -> bool:
        for _, _, line in self._home.lines(chapter):
            return record.is_whole(line) and record.decode(line).match_seq == chapter
        return False

    def _note_damage(self, place: str) -> None:
        if place not in self.damaged and len(self.damaged) < _DAMAGES_KEPT:
            self.damaged.append(place)


def _failed(error: OSError) -> JournalError:
    return JournalError("failed", "the flash failed (error %s): switch the table off and on" % error.errno)
