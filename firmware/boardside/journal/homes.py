"""Which home the journal has on this board, and how it moves from the file system into its partition.

Moving copies every record with its number, under the same journal id, so for the host nothing changes. Until
the ring is complete the segments stay as they are and count; a power cut in between begins it again. At the
end the directory is renamed (`journal.moved`), so that no firmware takes it for a journal and continues
its numbers.
"""

import os

from .errors import JournalError
from .record import TABLE_WIDE, Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .ring import Ring
    from .segments import Segments


def choose(device, path: str, say):
    """The home of this board's journal: a Ring on `device` (None: there is no such partition), else Segments
    below the directory `path`. What the segments hold is first moved into an empty ring.

    `say(text)` is called with what happened. JournalError or OSError: the ring cannot be opened; it is as it
    was.
    """
    if device is None:
        return _segments(path)
    from .ring import Ring  # loaded only on a board that has one

    if not _is_there(path):
        return Ring(device)  # whoever opens it reads the heads of its sectors, once
    ring = Ring(device)
    ring_id = ring.journal_id()
    try:
        old = _segments(path)
        old_id = old.journal_id()
        if not old_id:
            return Ring(device)
        if ring_id and old_id != ring_id:
            say("the journal is in its partition; another one is left in %s" % path)
            return Ring(device)
        if not ring_id or ring.is_carrying:
            _carry(old, old_id, ring, say)
        _put_aside(path)
    except JournalError as error:
        # They could not be moved: a ring that is in use is the journal, otherwise they are.
        say("%s is not moved into the partition: %s" % (path, error.message))
        return Ring(device) if ring_id and not ring.is_carrying else _segments(path)
    return Ring(device)


def _segments(path: str) -> "Segments":
    """Loaded only on a board that has them."""
    from .segments import Segments

    return Segments(path)


def _carry(old: "Segments", journal_id: str, ring: "Ring", say) -> None:
    tail = old.open()
    ring.start_carrying(journal_id)
    moved = damaged = 0
    for record in old.records(old.first_seq):
        if isinstance(record, str):
            damaged += 1
        else:
            ring.write(record, False)
            moved += 1
    last = tail.record
    if last is None:
        ring.end_carrying(Record(tail.next_seq, 1, 0, 0, TABLE_WIDE, b"boot"))
    else:
        ring.end_carrying(Record(tail.next_seq, last.boot, last.match_seq, last.at, TABLE_WIDE, b"boot"))
    say("the journal was moved into its partition: %d events, %d damaged ones left out" % (moved, damaged))


def _put_aside(path: str) -> None:
    """Rename the directory to a name that is free."""
    aside = path + ".moved"
    number = 1
    while _is_there(aside):
        number += 1
        aside = "%s.moved%d" % (path, number)
    os.rename(path, aside)


def _is_there(path: str) -> bool:
    try:
        os.stat(path)
    except OSError:
        return False
    return True
