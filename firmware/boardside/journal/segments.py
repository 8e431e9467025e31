"""The journal's home on an ordinary file system: lines in small files, so that a press rarely waits on flash.

LittleFS keeps a file of at most 128 bytes inside the block of its directory, and writes that block like a
log; only when the 4 KiB are full does it erase another (50 to 100 ms on an ESP32, all standing still). So the
lines go into *segments* of at most 128 bytes, and a directory of segments, a *chapter*, is left before its
block is full. Directories for the next chapters are made ahead, in idle moments (`tidy`): that is the erase.

    journal/header               made once, never changed
    journal/00000001/00000001    a segment, in a chapter: both named by their first sequence number
    journal/spare1/ … spare4/    the next chapters, empty

A line is safe once `write` returns. Chapters also begin with each match, so that old ones can be dropped.
"""

import json
import os

from .chapters import Chapters
from .errors import NO_MATCH_BELOW_PERMILLE, NOTHING_BELOW_PERMILLE, JournalError, full, newer
from .lines import belongs, ending, last_before
from .memory import MatchLines
from .record import Record, Tail, decode, encode, seq_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SEGMENT_BYTES = 128
"""LittleFS as MicroPython mounts it (cache 128 bytes) keeps no larger file inside its directory."""

# A chapter's log, measured against VfsLfs2: 64 bytes to create a segment; each append writes the whole
# segment again and 36 bytes more, rounded up to 32.
_LOG_BYTES = 4096 - 128
_CREATE_BYTES = 64

SPARES = 4
"""Chapters made ahead: each takes 16 events or more, so together a match without an idle moment."""

VERSION = 1
"""Of the format of header and lines."""


def _commit_bytes(size: int) -> int:
    """What storing a segment of `size` bytes adds to its chapter's log; a larger one has its own block."""
    return 64 if size > SEGMENT_BYTES else (size + 36 + 31) & ~31


class Segments:
    """The lines of one journal below the directory `path`, which is made when it is not there.

    OSError from any method: the flash refused, and nothing was changed. `is_doubtful`: it refused in a way
    that leaves open whether the last line is stored; only `open` can tell.
    """

    def __init__(self, path: str, statvfs=os.statvfs) -> None:
        self._chapters = Chapters(path)
        self._statvfs = statvfs
        self._file: "Any" = None  # the segment being written, or None
        self._size = 0
        self._log = 0
        self._free = -1  # permille; -1: not measured since power-on
        self._chapter_permille = 0
        self._is_measured = False  # nothing was made or removed since `_free` was measured
        self._drop_below = 0
        self._memory = MatchLines()
        self._next_seq = 1
        self.is_doubtful = False

    def journal_id(self) -> str:
        """The journal's id; "" when there is none yet. JournalError when it cannot be told."""
        data = self._chapters.header()
        if not data:
            return ""
        try:
            header = json.loads(data)
            version = header["version"]
            journal_id = header["journal"]
        except (ValueError, KeyError, TypeError):
            raise JournalError("header", "the journal's header is damaged: copy the journal, then remove it")
        if version != VERSION:
            raise newer(version, VERSION)
        return journal_id

    def create(self, journal_id: str) -> None:
        """Begin an empty journal."""
        self._chapters.create(json.dumps({"version": VERSION, "journal": journal_id}).encode())

    def open(self) -> Tail:
        """Find the end, and mend it where the power went in the middle of a write."""
        self._close()
        self.is_doubtful = False
        data = self._chapters.find()
        tail = self._mended(data) if data else Tail(None, 1, 0)
        self._next_seq = tail.next_seq
        self._memory.clear()
        if tail.record is not None and tail.record.match_seq:
            self._remember(tail.record.match_seq)
        return tail

    def write(self, record: Record, begins_match: bool) -> None:
        """Store a record for good. JournalError "full" when too little room is left."""
        seq = record.seq
        line = encode(record)
        try:
            if begins_match or not self._chapters.numbers or self._is_chapter_full(len(line)):
                self._begin_chapter(seq, begins_match)
            if self._file is None or self._size + len(line) > SEGMENT_BYTES:
                self._begin_segment(seq)
            self._file.write(line)
            self._file.flush()  # this commits it
        except OSError:
            if not self._is_stored(line):
                raise
        self._size += len(line)
        self._log += _commit_bytes(self._size)
        self._next_seq = seq + 1
        if begins_match:
            self._memory.clear()
        if record.match_seq:
            self._memory.add(seq, line)

    def records(self, from_seq: int):
        """Iterate over the records with numbers from `from_seq` on, in order; a text, "segment:position", in
        place of a damaged one. What is written meanwhile is shown too.

        What is in memory comes from there, the rest from flash.
        """
        memory = self._memory
        if memory.first_seq and memory.first_seq <= from_seq < memory.next_seq:
            for line in memory.lines():
                if seq_of(line) >= from_seq:
                    record = decode(line)
                    from_seq = record.seq + 1
                    yield record
        if from_seq < self._next_seq:
            for segment, limit, position, line in self._chapters.lines(from_seq):
                if not belongs(line, segment, limit):
                    yield "%d:%d" % (segment, position)
                elif seq_of(line) >= from_seq:
                    from_seq = seq_of(line) + 1  # also if files were damaged: nothing twice, nothing back
                    yield decode(line)

    def _remember(self, match_seq: int) -> None:
        for segment, limit, _, line in self._chapters.lines(match_seq):
            if not belongs(line, segment, limit):
                self._memory.end()  # the next read finds it on flash
                return
            if seq_of(line) >= match_seq and not self._memory.add(seq_of(line), line + b"\n"):
                return

    def extent(self, _: int) -> "list[int]":
        """Nothing: to read many small files takes about as long as to fold what is in them."""
        return []

    @property
    def first_seq(self) -> int:
        """The oldest event's number."""
        numbers = self._chapters.numbers
        return numbers[0] if numbers else 1

    def starts(self) -> "list[int]":
        """Numbers of events from which on the journal can be kept alone: each may begin a match. Rising."""
        return self._chapters.numbers

    def drop_below(self, start: int) -> None:
        """Let `tidy` remove everything before `start`, one of `starts`."""
        self._drop_below = start

    @property
    def is_urgent(self) -> bool:
        """Whether a press will soon have to wait for an erase, unless `tidy` is called before."""
        return self._chapters.spares == 0

    def tidy(self) -> bool:
        """Do one thing that makes a later press quick; whether something was done. Takes up to 0.2 s.

        Removes a chapter that may go, makes the directory of a next one, or measures the free space.
        """
        try:
            dropped = self._newest_dropped()
            if dropped >= 0:
                self._chapters.remove(dropped)
                self._is_measured = False
            elif self._chapters.spares < SPARES and self.free_permille() >= NO_MATCH_BELOW_PERMILLE:
                self._chapters.make_spare()
                self._is_measured = False
            elif not self._is_measured:
                self._measure()
            else:
                return False
        except OSError:  # full, or worn out: the next write reports it
            self._drop_below = 0
            return False
        return True

    def free_permille(self) -> int:
        """How much of the file system is free, in thousandths; `tidy` measures, in between it is reckoned."""
        if self._free < 0:
            self._measure()
        return self._free

    def _measure(self) -> None:
        """Slow: LittleFS walks through everything it holds."""
        figures = self._statvfs(self._chapters.path)
        self._free = figures[3] * 1000 // figures[2]
        self._chapter_permille = 2000 // figures[2] + 1
        self._is_measured = True

    # Writing.

    def _is_chapter_full(self, size: int) -> bool:
        if self._file is None or self._size + size > SEGMENT_BYTES:
            return self._log + _CREATE_BYTES + _commit_bytes(size) > _LOG_BYTES
        return self._log + _commit_bytes(self._size + size) > _LOG_BYTES

    def _begin_chapter(self, seq: int, begins_match: bool) -> None:
        floor = NO_MATCH_BELOW_PERMILLE if begins_match else NOTHING_BELOW_PERMILLE
        if self.free_permille() < floor:
            raise full()
        numbers = self._chapters.numbers
        if numbers and numbers[-1] == seq:
            return  # begun before, for an event that then could not be stored
        self._close()
        if self._chapters.begin(seq):
            self._free -= self._chapter_permille
        self._is_measured = False
        self._log = 0

    def _begin_segment(self, seq: int) -> None:
        self._close()
        self._file = self._chapters.begin_segment(seq)
        self._size = 0
        self._log += _CREATE_BYTES

    def _is_stored(self, line: bytes) -> bool:
        """After a failed write: whether the line is there all the same. If not, it will not appear later."""
        self._close()
        segments = self._chapters.segments
        if not segments:
            return False
        try:
            data = self._chapters.newest()
            if data.endswith(line):
                return True
            _, end, _ = ending(data, segments[-1])
            if end < len(data):
                self._chapters.rewrite(data[:end])
        except OSError:
            self.is_doubtful = True
        return False

    def _close(self) -> None:
        file, self._file = self._file, None
        if file is not None:
            try:
                file.close()
            except OSError:  # what was in it is on flash since its flush, or was refused then
                pass

    def _mended(self, data: bytes) -> Tail:
        """Cut off what is damaged at the end of the newest segment, which holds `data`. Its numbers are not
        used again, for it may have been read and sent before it was damaged: a line `-2` keeps two places.
        """
        chapter = self._chapters.numbers[-1]
        segments = self._chapters.segments
        segment = segments[-1]
        line, end, lost = ending(data, segment)
        next_seq = (seq_of(line) + 1 if line else segment) + lost
        torn = 0
        if lost and data[end:] != b"-%d\n" % lost:
            torn = len(data) - end
            self._chapters.rewrite(data[:end] + b"-%d\n" % lost)
        self._log = len(segments) * _CREATE_BYTES + (next_seq - chapter) * _commit_bytes(SEGMENT_BYTES // 2)
        line = line or last_before(self._chapters, segment)
        return Tail(decode(line) if line else None, next_seq, torn)

    def _newest_dropped(self) -> int:
        """Index of the newest chapter that may go, -1: none. What stays of a match after a power cut in the
        middle of it then still has its beginning.
        """
        numbers = self._chapters.numbers
        for index in range(len(numbers) - 2, -1, -1):
            if numbers[index] < self._drop_below:
                return index
        return -1
