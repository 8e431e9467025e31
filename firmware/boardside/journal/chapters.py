"""The files of a journal on LittleFS: its header, chapters with their segments, and chapters made ahead.

Only this module changes the journal's files. A call that fails may still have done its work, and the next
start may find it done: so the files count, not the result of the call.
"""

import os
from errno import EEXIST, ENOENT

from .errors import JournalError

SEQ_LIMIT = 1 << 30
"""No event has this number."""


class Chapters:
    """The chapters below the directory `path`. OSError from any method: the flash refused.

    Chapters and segments are named by the number of their first event. `numbers`: of all chapters, rising.
    `segments`: of the newest chapter's segments, rising. `spares`: how many chapters are made ahead.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.numbers: "list[int]" = []
        self.segments: "list[int]" = []
        self.spares = 0
        self._listed: "tuple[int, list[int]]" = (0, [])  # the older chapter that was listed last

    def header(self) -> bytes:
        """The header; b"" when there is no journal yet. JournalError when nothing but the header is lost."""
        try:
            with open(self.path + "/header", "rb") as file:
                data = file.read()
        except OSError:
            data = b""
        if not data and self._numbers(self.path):
            raise JournalError(
                "header", "the journal has lost its header: copy %s, then remove it" % self.path
            )
        return data

    def create(self, header: bytes) -> None:
        """Make the directory, with its header."""
        try:
            os.mkdir(self.path)
        except OSError:  # it is there already: the power went before the header was written
            pass
        with open(self.path + "/header", "wb") as file:
            file.write(header)

    def find(self) -> bytes:
        """List what is there, remove empty ones at the end; what the newest segment holds, b"": none."""
        self._listed = (0, [])
        names = os.listdir(self.path)
        self.numbers = _numbers(names)
        self.segments = []
        self.spares = len([name for name in names if name.startswith("spare")])
        while self.numbers:
            chapter = self.numbers[-1]
            self.segments = self._numbers(self._place(chapter))
            while self.segments:
                data = self._read(chapter, self.segments[-1])
                if data:
                    return data
                os.remove(self._place(chapter, self.segments.pop()))
            os.rmdir(self._place(self.numbers.pop()))
        return b""

    # Writing.

    def begin(self, seq: int) -> bool:
        """Begin a chapter; whether a directory had to be made, for none was made ahead."""
        is_made = not self.spares
        if is_made:
            _make(self._place(seq))
        else:
            self._rename(self._spare(self.spares), self._place(seq))
            self.spares -= 1
        self.numbers.append(seq)
        self.segments = []
        return is_made

    def begin_segment(self, seq: int):
        """Begin a segment in the newest chapter, unless it was begun before; the file, to be closed."""
        file = open(self._place(self.numbers[-1], seq), "ab")  # noqa: SIM115 - open until it is full
        if not self.segments or self.segments[-1] != seq:
            self.segments.append(seq)
        return file

    def newest(self) -> bytes:
        """The contents of the newest segment."""
        return self._read(self.numbers[-1], self.segments[-1])

    def rewrite(self, data: bytes) -> None:
        """Replace the contents of the newest segment with `data`."""
        with open(self._place(self.numbers[-1], self.segments[-1]), "wb") as file:
            file.write(data)

    def make_spare(self) -> None:
        """Make one chapter more ahead."""
        _make(self._spare(self.spares + 1))
        self.spares += 1

    def remove(self, index: int) -> None:
        """Remove the chapter `numbers[index]`, its newest segments first."""
        chapter = self.numbers[index]
        for segment in reversed(self._numbers(self._place(chapter))):
            os.remove(self._place(chapter, segment))
        try:
            os.rmdir(self._place(chapter))
        except OSError as error:  # the last call removed it, but reported a failure
            if error.errno != ENOENT:
                raise
        self.numbers.pop(index)
        self._listed = (0, [])

    # Reading.

    def lines(self, from_seq: int):
        """Iterate over (segment, number its events are below, position in it, line), from the segment that
        holds `from_seq` on, unchecked. What is written meanwhile is shown too.
        """
        chapter = self._chapter_of(from_seq)
        while chapter:
            segments = self._segments_of(chapter)
            index = 0
            while index < len(segments):  # the newest chapter's list grows
                is_last = index + 1 == len(segments)
                limit = (self._chapter_after(chapter) or SEQ_LIMIT) if is_last else segments[index + 1]
                if is_last or limit > from_seq:
                    for position, line in self._lines_of(chapter, segments[index]):
                        yield segments[index], limit, position, line
                index += 1
            chapter = self._chapter_after(chapter)

    def before(self, segment: int):
        """Iterate over (number, what it holds) of the segments before `segment`, the newest first."""
        for chapter in reversed(self.numbers):
            for earlier in reversed(self._numbers(self._place(chapter))):
                if earlier < segment:
                    yield earlier, self._read(chapter, earlier)

    def _lines_of(self, chapter: int, segment: int):
        """(position, line) in a segment; again from where it ended as long as it may have grown."""
        position = 0
        may_grow = True
        while may_grow:
            may_grow = segment == self.segments[-1]
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

    def _chapter_of(self, seq: int) -> int:
        holder = 0
        for chapter in self.numbers:
            if chapter <= seq or not holder:
                holder = chapter
        return holder

    def _chapter_after(self, chapter: int) -> int:
        for later in self.numbers:
            if later > chapter:
                return later
        return 0

    def _segments_of(self, chapter: int) -> "list[int]":
        if chapter == self.numbers[-1]:
            return self.segments
        if self._listed[0] != chapter:
            self._listed = (chapter, self._numbers(self._place(chapter)))
        return self._listed[1]

    def _read(self, chapter: int, segment: int) -> bytes:
        with open(self._place(chapter, segment), "rb") as file:
            return file.read()

    # Names.

    def _rename(self, old: str, new: str) -> None:
        try:
            os.rename(old, new)
        except OSError:
            if new[len(self.path) + 1 :] not in os.listdir(self.path):
                raise  # else it was done, but reported as a failure

    def _spare(self, number: int) -> str:
        return "%s/spare%d" % (self.path, number)

    def _place(self, chapter: int, segment: int = 0) -> str:
        if segment:
            return "%s/%08d/%08d" % (self.path, chapter, segment)
        return "%s/%08d" % (self.path, chapter)

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
