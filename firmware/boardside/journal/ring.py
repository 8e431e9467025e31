"""The journal's home in a flash partition of its own: sectors used in turn, the next ones erased ahead.

A press writes its record behind the last one, under 1 ms. When a sector is full the next one is taken, which
`tidy` has erased in an idle moment; only when no such moment came for two sectors (about 400 strokes) does
one press wait for one erase. A sector is used again when all others have been: wear is even. Only sectors
below `drop_below` are, so nothing is dropped that was not let go of.

A record is safe once `write` returns: it was read back. Opening writes nothing. The bytes: docs/journal.md.
"""

from array import array
from errno import EIO

from .errors import NO_MATCH_BELOW_PERMILLE, NOTHING_BELOW_PERMILLE, full, newer
from .packing import FORMATS, frame, frame_at, next_frame
from .record import Record
from .sectors import CARRYING, RECORDS_AT, RECORDS_END, SECTOR, TORN, Head, Sectors
from .tail import Tail

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

VERSION = 2
"""Of the sectors and the frames in them. Older sectors are read, a newer one is refused."""

AHEAD = 2
"""Sectors erased ahead."""

_TRIES = 3
_MOST = 0xFFFFFFFF


class Ring:
    """The records of one journal on `device`, which is as `esp32.Partition`: 4096-byte sectors, 4 at least.

    OSError from any method: the flash refused, and nothing was changed. `is_doubtful`: it refused in a way
    that leaves open whether the last record is stored; only a new start can tell. `waits`: how often a press
    had to wait for an erase since power-on. `version`: in which format is written.
    """

    def __init__(self, device, version: int = VERSION) -> None:
        self._sectors = Sectors(device)
        self._version = version
        count = self._sectors.count
        # By sector; an age of 0: not in use.
        self._ages = array("I", [0] * count)
        self._firsts = array("I", [0] * count)
        self._matches = array("I", [0] * count)
        self._journal = 0
        self._newest = -1
        self._oldest = 0
        self._age = 0
        self._floor = 1
        self._head: "Any" = None  # of the newest sector
        self._used = RECORDS_END  # up to here the newest sector has records
        self._is_closed = True  # nothing more is written into the newest sector
        self._flags = 0  # for the next head
        self._match_seq = 0
        self._ready: "list[int]" = []
        self._bad: "list[int]" = []
        self.waits = 0

    @property
    def is_doubtful(self) -> bool:
        """Whether nobody knows what the last failure left."""
        return self._sectors.is_doubtful

    @property
    def is_carrying(self) -> bool:
        """Whether events of another home were being carried over, and the end of them is missing."""
        return self._head is not None and bool(self._head.flags & CARRYING)

    def journal_id(self) -> str:
        """The journal's id; "" when there is none yet. JournalError when a newer firmware wrote it."""
        newest = None
        journals = array("I", [0] * self._sectors.count)
        for sector in range(self._sectors.count):
            head = self._sectors.head(sector)
            self._ages[sector] = 0
            if head is None:
                continue
            if head.version > VERSION:
                raise newer(head.version, VERSION)
            if head.version not in FORMATS:
                continue
            self._ages[sector] = head.age
            journals[sector] = head.journal
            self._firsts[sector] = head.first_seq
            self._matches[sector] = head.match_seq
            if newest is None or head.age > newest.age:
                newest = head
                self._newest = sector
        if newest is None:
            return ""
        self._head = newest
        self._age = newest.age
        self._journal = newest.journal
        self._oldest = self._newest
        for sector in range(self._sectors.count):
            if self._ages[sector] < newest.oldest or journals[sector] != newest.journal:
                self._ages[sector] = 0
            elif self._ages[sector] < self._ages[self._oldest]:
                self._oldest = sector
        self.drop_below(newest.floor)
        return "%08x" % self._journal

    def create(self, journal_id: str) -> None:
        """Begin an empty journal; its first record writes it down."""
        self._journal = int(journal_id, 16)

    def open(self) -> Tail:
        """Find the end; after `journal_id`. Nothing is written."""
        if self._head is None:
            return Tail(None, 1, 0)
        head = self._head
        data = self._loaded(self._newest)
        last, end = self._ending(data, head)
        torn = len(bytes(data[end:RECORDS_END]).rstrip(b"\xff"))
        next_seq = last.seq + 1 if last is not None else head.first_seq
        self._used = end
        self._is_closed = torn > 0 or head.version != self._version
        if torn:
            # It may have been read and sent before it was damaged: its numbers are not used again.
            next_seq += _frames_in(data, end, end + torn)
            self._flags |= TORN
        if last is None:
            last = self._last_before(head.age)
        self._match_seq = last.match_seq if last is not None else 0
        self._find_ready()
        return Tail(last, next_seq, torn)

    def write(self, record: Record, begins_match: bool) -> None:
        """Store a record for good. JournalError "full" when too little room is left."""
        if begins_match:
            self._check_room(NO_MATCH_BELOW_PERMILLE)
        for attempt in range(2):
            framed = None if self._is_closed else self._framed(record)
            if framed is None or self._used + len(framed) > RECORDS_END:
                self._begin(record)
                framed = self._framed(record)
            used = self._used + len(framed)
            try:
                self._sectors.write(self._newest, self._used, framed)
            except OSError:
                # What is there now is no record, and the sector is left so that it never becomes one.
                self._is_closed = True
                self._flags |= TORN
                if attempt or self.is_doubtful:
                    raise
                continue
            self._used = used
            self._match_seq = record.match_seq
            return

    def records(self, from_seq: int):
        """Iterate over the records with numbers from `from_seq` on, in order; a text, "sector:position", in
        place of a damaged one. What is written meanwhile is shown too.
        """
        from_seq = max(from_seq, self._floor)
        data = bytearray(SECTOR)
        age = self._age_holding(from_seq)
        while age:
            sector = self._sector_of(age)
            if sector >= 0:
                for found in self._records_in(sector, age, from_seq, data):
                    yield found
            age = self._age_after(age)

    @property
    def first_seq(self) -> int:
        """The oldest event's number."""
        return max(self._floor, self._firsts[self._oldest]) if self._newest >= 0 else 1

    def starts(self) -> "list[int]":
        """Numbers of `match` events from which on the journal can be kept alone. Rising."""
        found: "list[int]" = []
        sector = self._oldest
        while self._newest >= 0:
            match_seq = self._matches[sector]
            if self._ages[sector] and match_seq >= self.first_seq and (not found or match_seq > found[-1]):
                found.append(match_seq)
            if sector == self._newest:
                break
            sector = (sector + 1) % self._sectors.count
        if self._match_seq and (not found or self._match_seq > found[-1]):
            found.append(self._match_seq)
        return found

    def drop_below(self, start: int) -> None:
        """Events before `start` are let go of: sectors that hold no others may be used again."""
        self._floor = max(self._floor, start)
        while self._newest >= 0 and self._oldest != self._newest:
            after = self._sector_of(self._age_after(self._ages[self._oldest]))
            if self._firsts[after] > self._floor:
                break
            self._ages[self._oldest] = 0
            self._oldest = after

    @property
    def is_urgent(self) -> bool:
        """Whether the next sector is not erased yet."""
        return not self._ready

    def tidy(self) -> bool:
        """Erase one sector ahead (up to 0.1 s), if one is wanted; whether it did."""
        if len(self._ready) >= AHEAD:
            return False
        try:
            return self._prepare()
        except OSError:  # the next call tries the next sector
            return False

    def free_permille(self) -> int:
        """How much of the partition is free, in thousandths."""
        count = self._sectors.count
        span = count - self._unused()
        bad = len([sector for sector in self._bad if (sector - self._oldest) % count >= span])
        return max(0, count - span - bad) * 1000 // count

    # Carrying over from another home: finished with the first sector that is not flagged.

    def start_carrying(self, journal_id: str) -> None:
        """Begin anew with the records of another home. What the partition held is given up."""
        self._journal = int(journal_id, 16)
        for sector in range(self._sectors.count):
            self._ages[sector] = 0
        self._oldest = self._newest = max(self._newest, 0) if self._age else -1
        self._floor = 1
        self._is_closed = True
        self._head = None
        self._flags = CARRYING
        self._ready = []

    def end_carrying(self, record: Record) -> None:
        """All are there; `record` has what a next one would have."""
        self._flags = 0
        self._begin(record)

    # Writing.

    def _check_room(self, least: int) -> None:
        """JournalError "full", or OSError when it is for the sectors that failed that there is no room."""
        if self.free_permille() < least:
            if self._bad and self._unused() * 1000 >= least * self._sectors.count:
                raise OSError(EIO)
            raise full()

    def _unused(self) -> int:
        """How many sectors hold nothing that is wanted, those that failed included."""
        count = self._sectors.count
        return count - (self._newest - self._oldest) % count - 1 if self._newest >= 0 else count

    def _framed(self, record: Record) -> bytearray:
        return frame(FORMATS[self._version][0](record, self._head), self._head.age)

    def _begin(self, record: Record) -> None:
        """Take the next sector into use; its head counts from `record`."""
        self._check_room(NOTHING_BELOW_PERMILLE)
        failed = None
        for _ in range(_TRIES):
            try:
                if not self._ready:
                    self.waits += 1
                    if not self._prepare():
                        break
                self._take(self._ready[0], record)
                return
            except OSError as error:
                if self.is_doubtful:
                    raise
                failed = error
        raise failed or (OSError(EIO) if self._bad else full())

    def _take(self, sector: int, record: Record) -> None:
        age = self._age + 1
        is_first = self._head is None
        oldest = age if is_first else self._ages[self._oldest]
        head = Head(
            self._version,
            age,
            oldest,
            self._journal,
            record.seq,
            record.match_seq,
            record.boot,
            min(record.at, _MOST),
            self._floor,
            self._flags,
        )
        self._age = age
        self._ready.pop(0)
        try:
            self._sectors.put_head(sector, head)
        except OSError:
            self._bad.append(sector)
            raise
        if is_first:
            self._oldest = sector
        self._newest = sector
        self._head = head
        self._ages[sector] = age
        self._firsts[sector] = record.seq
        self._matches[sector] = record.match_seq
        self._used = RECORDS_AT
        self._flags &= CARRYING
        self._is_closed = False

    def _prepare(self) -> bool:
        """Erase the sector that comes next; False when it is in use. OSError: it is left out from now on."""
        sector = self._next_free()
        if sector < 0:
            return False
        try:
            self._sectors.erase(sector)
        except OSError:
            self._bad.append(sector)
            raise
        self._ready.append(sector)
        return True

    def _next_free(self) -> int:
        count = self._sectors.count
        begin = self._ready[-1] if self._ready else self._newest
        for step in range(1, count + 1):
            sector = (begin + step) % count
            if self._ages[sector] or sector == self._newest or sector in self._ready:
                return -1
            if sector not in self._bad:
                return sector
        return -1

    def _find_ready(self) -> None:
        self._ready = []
        for _ in range(AHEAD):
            sector = self._next_free()
            if sector < 0 or not self._sectors.is_ready(sector):
                return
            self._ready.append(sector)

    # Finding.

    def _loaded(self, sector: int) -> bytearray:
        data = bytearray(SECTOR)
        self._sectors.read(sector, 0, data)
        return data

    def _ending(self, data: bytearray, head: Head):
        """(the last good record in a sector or None, where good frames end)."""
        end = RECORDS_AT
        last = -1
        start = next_frame(data, end, RECORDS_END, head.age)
        while start >= 0:
            last = start
            end = frame_at(data, start, RECORDS_END)
            start = next_frame(data, end, RECORDS_END, head.age)
        return (self._unpacked(data, last, end, head) if last >= 0 else None), end

    def _unpacked(self, data: bytearray, start: int, stop: int, head: Head) -> Record:
        unpack = FORMATS[head.version][1]
        return unpack(memoryview(data)[start + 3 : stop - 4], head)

    def _last_before(self, age: int):
        """The last record in the sectors before the one of `age`."""
        while True:
            before = 0
            for sector in range(self._sectors.count):
                if before < self._ages[sector] < age:
                    before = self._ages[sector]
            if not before:
                return None
            sector = self._sector_of(before)
            last = self._ending(self._loaded(sector), self._sectors.head(sector))[0]
            if last is not None:
                return last
            age = before

    def _records_in(self, sector: int, age: int, from_seq: int, data: bytearray):
        head = self._sectors.head(sector)
        if head is None or head.age != age:
            yield "%d:0" % sector
            return
        seq_in = FORMATS[head.version][2]
        view = memoryview(data)
        at = RECORDS_AT
        previous = head.first_seq - 1
        while True:
            end = self._used if age == self._age_newest() else RECORDS_END
            if at >= end:
                return
            self._sectors.read(sector, at, view[at:end])
            limit = self._limit(age)
            while at < end:
                start = next_frame(data, at, end, age)
                if start != at and self._is_damaged(view[at : start if start >= 0 else end], age, start < 0):
                    yield "%d:%d" % (sector, at)
                if start < 0:
                    at = end
                    break
                at = frame_at(data, start, end)
                seq = seq_in(view[start + 3 : at - 4], head)
                if previous < seq < limit:
                    previous = seq
                    if seq >= from_seq:
                        yield self._unpacked(data, start, at, head)

    def _is_damaged(self, gap, age: int, is_tail: bool) -> bool:
        """Whether the bytes between two good frames, or behind the last, were a record once."""
        if not len(gap) or not bytes(gap).rstrip(b"\xff"):
            return False
        after = self._age_after(age)
        if not is_tail or not after:
            return True
        head = self._sectors.head(self._sector_of(after))
        return head is None or not head.flags & TORN

    def _limit(self, age: int) -> int:
        """Numbers in the sector of `age` are below this: what a refused write left was never stored."""
        after = self._age_after(age)
        return self._firsts[self._sector_of(after)] if after else _MOST

    def _age_newest(self) -> int:
        return self._ages[self._newest] if self._newest >= 0 else 0

    def _age_holding(self, seq: int) -> int:
        """The age of the newest sector that begins at or before `seq`; of the oldest one if there is none."""
        best = 0
        for sector in range(self._sectors.count):
            if self._ages[sector] > best and self._firsts[sector] <= seq:
                best = self._ages[sector]
        return best or (self._ages[self._oldest] if self._newest >= 0 else 0)

    def _age_after(self, age: int) -> int:
        """The age of the next sector in use, 0: there is none."""
        best = 0
        for found in self._ages:
            if found > age and (not best or found < best):
                best = found
        return best

    def _sector_of(self, age: int) -> int:
        for sector in range(self._sectors.count):
            if age and self._ages[sector] == age:
                return sector
        return -1


def _frames_in(data: bytearray, at: int, end: int) -> int:
    """How many records may lie in what is damaged: at least one."""
    count = 0
    while at < end:
        count += 1
        at = frame_at(data, at, RECORDS_END) or end
    return count
