"""The lines of the segments as they are found: which are good, and where the good ones end."""

from .chapters import SEQ_LIMIT, Chapters
from .record import is_whole, seq_of


def belongs(line: bytes, segment: int, limit: int) -> bool:
    """Whether a line is whole and of this segment, also if files were damaged."""
    return is_whole(line) and segment <= seq_of(line) < limit


def ending(data: bytes, segment: int):
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
        if belongs(line, segment, SEQ_LIMIT):
            if good is None or seq_of(line) > seq_of(good):
                good = line
            end = at
            lost = 0
        else:
            lost += _kept_places(line)
    return good, end, lost


def last_before(chapters: Chapters, segment: int):
    """The last good line in the segments before `segment`, None: none. OSError: the flash refused."""
    limit = segment
    for earlier, data in chapters.before(segment):
        newest = None
        for line in data.split(b"\n"):
            # As they are read, also where only the end of a segment was damaged.
            if belongs(line, earlier, limit) and (not newest or seq_of(line) > seq_of(newest)):
                newest = line
        if newest:
            return newest
        limit = earlier
    return None


def _kept_places(line: bytes) -> int:
    """How many numbers a line that is no event stands for: `-2` for two, a damaged one for itself."""
    try:
        return max(1, int(line[1:])) if line.startswith(b"-") else 1
    except ValueError:
        return 1
