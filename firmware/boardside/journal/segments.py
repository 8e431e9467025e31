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
from errno import EEXIST, ENOENT

from .errors import NO_MATCH_BELOW_PERMILLE, NOTHING_BELOW_PERMILLE, JournalError, full, newer
from .memory import MatchLines
from .record import Record, Tail, decode, encode, is_whole, seq_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SEGMENT_BYTES = 128
"""LittleFS as MicroPython mounts it (cache 128 bytes) keeps no larger file inside its directory."""

# A chapter's log, measured against VfsLfs2: 64 bytes to create a segment; each append writes the whole
# segment again and 36 bytes more, rounded up to 32.
_LOG_BYTES = 4096 - 128
_CREATE_BYTES = 64

_MOST = 1 << 30
"""No event has this number."""

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
    that leaves open whether the last line is stored; only `open` can tell. `spares`: how many chapters are
    made ahead.
    """

    def __init__(self, path: str, statvfs=os.statvfs) -> None:
        self._path = path
        self._statvfs = statvfs
        self._chapters: "list[int]" = []
        self._segments: "list[int]" = []  # of the newest chapter
        self._listed: "tuple[int, list[int]]" = (0, [])  # the older chapter that was listed last
        self._file: "Any" = None  # the segment being written, or None
        self._size = 0
        self._log = 0
        self.spares = 0
        self._free = -1  # permille; -1: not measured since power-on
        self._chapter_permille = 0
        self._is_measured = False  # nothing was made or removed since `_free` was measured
        self._drop_below = 0
        self._memory = MatchLines()
        self._next_seq = 1
        self.is_doubtful = False

    def journal_id(self) -> str:
        """The journal's id; "" when there is none yet. JournalError when it cannot be told."""
        data = self._header()
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
        try:
            os.mkdir(self._path)
        except OSError:  # it is there already: the power went before the header was written
            pass
        with open(self._path + "/header", "wb") as file:
            file.write(json.dumps({"version": VERSION, "journal": journal_id}).encode())

    def _header(self) -> bytes:
        try:
            with open(self._path + "/header", "rb") as file:
                data = file.read()
        except OSError:
            data = b""
        if not data and self._numbers(self._path):
            raise JournalError(
                "header", "the journal has lost its header: copy %s, then remove it" % self._path
            )
        return data

    def open(self) -> Tail:
        """Find the end, and mend it where the power went in the middle of a write."""
        tail = self._open()
        self._next_seq = tail.next_seq
        self._memory.clear()
        if tail.record is not None and tail.record.match_seq:
            self._remember(tail.record.match_seq)
        return tail

    def _open(self) -> Tail:
        self._close()
        self.is_doubtful = False
        self._listed = (0, [])
        names = os.listdir(self._path)
        self._chapters = _numbers(names)
        self._segments = []
        self.spares = len([name for name in names if name.startswith("spare")])
        while self._chapters:
            chapter = self._chapters[-1]
            self._segments = self._numbers(self._place(chapter))
            while self._segments:
                data = self._read(chapter, self._segments[-1])
                if data:
                    return self._mended(chapter, self._segments[-1], data)
                os.remove(self._place(chapter, self._segments.pop()))
            os.rmdir(self._place(self._chapters.pop()))
        return Tail(None, 1, 0)

    def write(self, record: Record, begins_match: bool) -> None:
        """Store a record for good. JournalError "full" when too little room is left."""
        seq = record.seq
        line = encode(record)
        try:
            if begins_match or not self._chapters or self._is_chapter_full(len(line)):
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
                    found = decode(line)
                    from_seq = found.seq + 1
                    yield found
        if from_seq < self._next_seq:
            for segment, limit, position, line in self._lines(from_seq):
                if not _belongs(line, segment, limit):
                    yield "%d:%d" % (segment, position)
                elif seq_of(line) >= from_seq:
                    from_seq = seq_of(line) + 1  # whatever happened to the files: nothing twice, nothing back
                    yield decode(line)

    def _remember(self, match_seq: int) -> None:
        for segment, limit, _, line in self._lines(match_seq):
            if not _belongs(line, segment, limit):
                self._memory.end()  # whoever reads on meets it on flash
                return
            if seq_of(line) >= match_seq and not self._memory.add(seq_of(line), line + b"\n"):
                return

    def _lines(self, from_seq: int):
        """(segment, number its events are below, position in it, line) from the segment that holds `from_seq`
        on, unchecked.
        """
        chapter = self._chapter_of(from_seq)
        while chapter:
            segments = self._segments_of(chapter)
            index = 0
            while index < len(segments):  # the newest chapter's list grows
                is_last = index + 1 == len(segments)
                limit = (self._chapter_after(chapter) or _MOST) if is_last else segments[index + 1]
                if is_last or limit > from_seq:
                    for position, line in self._lines_of(chapter, segments[index]):
                        yield segments[index], limit, position, line
                index += 1
            chapter = self._chapter_after(chapter)

    def _lines_of(self, chapter: int, segment: int):
        """(position, line) in a segment; again from where it ended as long as it may have grown."""
        position = 0
        may_grow = True
        while may_grow:
            may_grow = segment == self._segments[-1]
            try:
                lines = self._read(chapter, segment).split(b"\n")
            except OSError as error:
                if error.errno == ENOENT:
                    return  # dropped while it was being read
                raise
            may_grow = may_grow and position < len(lines) - 1
            while position < len(lines) - 1 or (position < len(lines) and lines[position]):
                if not lines[position].startswith(b"-"):
                    yield position, lines[position]
                position += 1

    @property
    def first_seq(self) -> int:
        """The oldest event's number."""
        return self._chapters[0] if self._chapters else 1

    def starts(self) -> "list[int]":
        """Numbers of events from which on the journal can be kept alone: each may begin a match. Rising."""
        return self._chapters

    def drop_below(self, start: int) -> None:
        """Let `tidy` remove everything before `start`, one of `starts`."""
        self._drop_below = start

    @property
    def is_urgent(self) -> bool:
        """Whether a press will soon have to wait for an erase, unless `tidy` is called before."""
        return self.spares == 0

    def tidy(self) -> bool:
        """Do one thing that makes a later press quick; whether something was done. Takes up to 0.2 s.

        Removes a chapter that may go, makes the directory of a next one, or measures the free space.
        """
        try:
            dropped = self._newest_dropped()
            if dropped >= 0:
                self._remove(dropped)
            elif self.spares < SPARES and self.free_permille() >= NO_MATCH_BELOW_PERMILLE:
                _make(self._spare(self.spares + 1))
                self.spares += 1
                self._is_measured = False
            elif not self._is_measured:
                self._measure()
            else:
                return False
        except OSError:  # full, or worn out: the next write says so
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
        figures = self._statvfs(self._path)
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
        if self._chapters and self._chapters[-1] == seq:
            return  # begun before, for an event that then could not be stored
        self._close()
        if self.spares:
            self._rename(self._spare(self.spares), self._place(seq))
            self.spares -= 1
        else:
            _make(self._place(seq))
            self._free -= self._chapter_permille
        self._is_measured = False
        self._chapters.append(seq)
        self._segments = []
        self._log = 0

    def _begin_segment(self, seq: int) -> None:
        self._close()
        self._file = open(self._place(self._chapters[-1], seq), "ab")  # noqa: SIM115 - open until it is full
        if not self._segments or self._segments[-1] != seq:
            self._segments.append(seq)
        self._size = 0
        self._log += _CREATE_BYTES

    def _is_stored(self, line: bytes) -> bool:
        """After a failed write: whether the line is there all the same. If not, it will not appear later."""
        self._close()
        if not self._segments:
            return False
        try:
            data = self._read(self._chapters[-1], self._segments[-1])
            if data.endswith(line):
                return True
            _, end, _ = _ending(data, self._segments[-1])
            if end < len(data):
                self._rewrite(self._chapters[-1], self._segments[-1], data[:end])
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

    def _rewrite(self, chapter: int, segment: int, data: bytes) -> None:
        with open(self._place(chapter, segment), "wb") as file:
            file.write(data)

    # Finding.

    def _mended(self, chapter: int, segment: int, data: bytes) -> Tail:
        """Cut off what is damaged at the end. Its numbers are not used again, for it may have been read and
        sent before it was damaged: a line `-2` keeps the place of two lines.
        """
        line, end, lost = _ending(data, segment)
        next_seq = (seq_of(line) + 1 if line else segment) + lost
        torn = 0
        if lost and data[end:] != b"-%d\n" % lost:
            torn = len(data) - end
            self._rewrite(chapter, segment, data[:end] + b"-%d\n" % lost)
        self._log = len(self._segments) * _CREATE_BYTES + (next_seq - chapter) * _commit_bytes(
            SEGMENT_BYTES // 2
        )
        line = line or self._last_line_before(segment)
        return Tail(decode(line) if line else None, next_seq, torn)

    def _last_line_before(self, segment: int):
        limit = segment
        for chapter in reversed(self._chapters):
            for earlier in reversed(self._numbers(self._place(chapter))):
                if earlier < segment:
                    newest = None
                    for line in self._read(chapter, earlier).split(b"\n"):
                        # As `records` reads it, also where only its end was damaged.
                        if _belongs(line, earlier, limit) and (not newest or seq_of(line) > seq_of(newest)):
                            newest = line
                    if newest:
                        return newest
                    limit = earlier
        return None

    def _chapter_of(self, seq: int) -> int:
        found = 0
        for chapter in self._chapters:
            if chapter <= seq or not found:
                found = chapter
        return found

    def _chapter_after(self, chapter: int) -> int:
        for later in self._chapters:
            if later > chapter:
                return later
        return 0

    def _segments_of(self, chapter: int) -> "list[int]":
        if chapter == self._chapters[-1]:
            return self._segments
        if self._listed[0] != chapter:
            self._listed = (chapter, self._numbers(self._place(chapter)))
        return self._listed[1]

    def _newest_dropped(self) -> int:
        """Index of the newest chapter that may go, -1: none. What stays of a match after a power cut in the
        middle of it then still has its beginning.
        """
        for index in range(len(self._chapters) - 2, -1, -1):
            if self._chapters[index] < self._drop_below:
                return index
        return -1

    def _remove(self, index: int) -> None:
        chapter = self._chapters[index]
        for segment in reversed(self._numbers(self._place(chapter))):
            os.remove(self._place(chapter, segment))
        try:
            os.rmdir(self._place(chapter))
        except OSError as error:  # the last call removed it, and said that it had failed
            if error.errno != ENOENT:
                raise
        self._chapters.pop(index)
        self._listed = (0, [])
        self._is_measured = False

    def _rename(self, old: str, new: str) -> None:
        try:
            os.rename(old, new)
        except OSError:
            if new[len(self._path) + 1 :] not in os.listdir(self._path):
                raise  # else it was done, and said to have failed

    def _spare(self, number: int) -> str:
        return "%s/spare%d" % (self._path, number)

    def _place(self, chapter: int, segment: int = 0) -> str:
        if segment:
            return "%s/%08d/%08d" % (self._path, chapter, segment)
        return "%s/%08d" % (self._path, chapter)

    def _read(self, chapter: int, segment: int) -> bytes:
        with open(self._place(chapter, segment), "rb") as file:
            return file.read()

    def _numbers(self, path: str) -> "list[int]":
        try:
            return _numbers(os.listdir(path))
        except OSError as error:
            if error.errno == ENOENT:
                return []
            raise


def _make(path: str) -> None:
    """Make a directory, or find that it was made by a call that said it had failed."""
    try:
        os.mkdir(path)
    except OSError as error:
        if error.errno != EEXIST:
            raise


def _numbers(names: "list[str]") -> "list[int]":
    return sorted([int(name) for name in names if name.isdigit()])


def _belongs(line: bytes, segment: int, limit: int) -> bool:
    """Whether a line is whole and of this segment, whatever happened to the files."""
    return is_whole(line) and segment <= seq_of(line) < limit


def _ending(data: bytes, segment: int):
    """(the good line with the highest number or None, where the last good one ends, how many lines are lost
    behind that) in the newest segment.
    """
    good = None
    at = end = lost = 0
    while at < len(data):
        stop = data.find(b"\n", at)
        if stop < 0:
            return good, end, lost + 1
        line = data[at:stop]
        at = stop + 1
        if _belongs(line, segment, _MOST):
            if good is None or seq_of(line) > seq_of(good):
                good = line
            end = at
            lost = 0
        else:
            lost += _kept_places(line)
    return good, end, lost


def _kept_places(line: bytes) -> int:
    """How many numbers a line that is no event stands for: `-2` for two, a damaged one for itself."""
    try:
        return max(1, int(line[1:])) if line.startswith(b"-") else 1
    except ValueError:
        return 1
