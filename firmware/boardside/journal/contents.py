"""The contents of a ring: which of its sectors are in use, in which order, and the records in them.

Nothing here writes: a second power cut in the recovery finds what the first one left.
"""

from array import array
from binascii import hexlify

from .errors import newer
from .packing import FORMATS, OVERHEAD, frame_at, next_frame
from .record import Record, Tail
from .sectors import RECORDS_AT, RECORDS_END, SECTOR, TORN, Head, Sectors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

VERSION = 2
"""Of the sectors and the frames in them. Older sectors are read, a newer one is refused."""

PLACE_EVERY = 8
"""One of so many records has its position in the sector remembered when it is read past."""

PLACED_SECTORS = 3
"""So many sectors have positions: more than the strokes of a match fill."""

_MOST = 0xFFFFFFFF


class Contents:
    """The sectors in use, from the oldest to the newest. OSError from any method: the flash refused.

    `newest`: that sector, -1: none. `head`: its head, None: it takes no records. `used`: up to here it has
    records. `floor`: events below it were let go of.
    """

    def __init__(self, sectors: Sectors) -> None:
        self._sectors = sectors
        # By sector; an age of 0: not in use.
        self._ages = array("I", [0] * sectors.count)
        self._firsts = array("I", [0] * sectors.count)
        self._matches = array("I", [0] * sectors.count)
        # By the age of a sector: number and position of some of its records, by turns, from its beginning on.
        # Records are never moved, so a position holds as long as its sector is in use.
        self._places: "dict[int, array[int]]" = {}
        self._oldest = 0
        self.newest = -1
        self.head: "Any" = None
        self.used = RECORDS_END
        self.floor = 1

    def find(self) -> None:
        """Read the heads of all sectors. JournalError when a newer firmware wrote one."""
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
                self.newest = sector
        self.head = newest
        if newest is None:
            return
        self._oldest = self.newest
        for sector in range(self._sectors.count):
            if self._ages[sector] < newest.oldest or journals[sector] != newest.journal:
                self._ages[sector] = 0
            elif self._ages[sector] < self._ages[self._oldest]:
                self._oldest = sector
        self.drop_below(newest.floor)

    def tail(self) -> Tail:
        """The end of the records; after `find`, which found some."""
        head = self.head
        data = self._loaded(self.newest)
        last, end = self._ending(data, head)
        torn = len(bytes(data[end:RECORDS_END]).rstrip(b"\xff"))
        next_seq = last.seq + 1 if last is not None else head.first_seq
        self.used = end
        if torn:
            # It may have been read and sent before it was damaged: its numbers are not used again.
            next_seq += _frames_in(data, end, end + torn)
        if last is None:
            last = self._last_before(head.age)
        return Tail(last, next_seq, torn)

    def begin(self, sector: int, head: Head) -> None:
        """The sector is the newest from now on; its head is on flash."""
        if self.head is None:
            self._oldest = sector
        self.newest = sector
        self.head = head
        self._ages[sector] = head.age
        self._firsts[sector] = head.first_seq
        self._matches[sector] = head.match_seq
        self.used = RECORDS_AT

    def drop_below(self, start: int) -> None:
        """Events before `start` are let go of: sectors that hold no others are not in use any more."""
        self.floor = max(self.floor, start)
        while self.newest >= 0 and self._oldest != self.newest:
            after = self._sector_of(self._age_after(self._ages[self._oldest]))
            if self._firsts[after] > self.floor:
                break
            self._ages[self._oldest] = 0
            self._oldest = after

    @property
    def first_seq(self) -> int:
        """The oldest event's number."""
        return max(self.floor, self._firsts[self._oldest]) if self.newest >= 0 else 1

    @property
    def oldest_age(self) -> int:
        """The age of the oldest sector in use, 0: there is none."""
        return self._ages[self._oldest]

    def is_in_use(self, sector: int) -> bool:
        """Whether it holds what is wanted, or is the newest."""
        return self._ages[sector] > 0 or sector == self.newest

    def unused(self, bad: "list[int]") -> int:
        """How many sectors hold nothing that is wanted, without the `bad` ones."""
        count = self._sectors.count
        span = (self.newest - self._oldest) % count + 1 if self.newest >= 0 else 0
        lost = len([sector for sector in bad if (sector - self._oldest) % count >= span])
        return max(0, count - span - lost)

    def starts(self) -> "list[int]":
        """Numbers of `match` events from which on the journal can be kept alone, as the heads have them."""
        starts: "list[int]" = []
        sector = self._oldest
        while self.newest >= 0:
            match_seq = self._matches[sector]
            if self._ages[sector] and match_seq >= self.first_seq and (not starts or match_seq > starts[-1]):
                starts.append(match_seq)
            if sector == self.newest:
                break
            sector = (sector + 1) % self._sectors.count
        return starts

    def records(self, from_seq: int):
        """Iterate over the records with numbers from `from_seq` on, in order; a text, "sector:position", in
        place of a damaged one. What is written meanwhile is shown too.
        """
        from_seq = max(from_seq, self.floor)
        data = bytearray(SECTOR)
        age = self._age_holding(from_seq)
        while age:
            sector = self._sector_of(age)
            if sector >= 0:
                yield from self._records_in(sector, age, from_seq, data)
            age = self._age_after(age)

    def extent(self, from_seq: int) -> "list[int]":
        """Where the records from `from_seq` on lie now: the ages of the first and of the last sector, and the
        end in it; [] when there is none.
        """
        head = self.head
        return [self._age_holding(from_seq), head.age, self.used] if head is not None else []

    def digest(self, extent: "list[int]") -> str:
        """SHA-256 of all that is written in this extent, heads included; "" when it is not in use now."""
        from hashlib import sha256  # not above: looking for it takes long, and most power-ons do not want it

        first, last, end = extent
        digest = sha256()
        data = bytearray(SECTOR)
        age = first
        while 0 < age <= last:
            sector = self._sector_of(age)
            if sector < 0:
                break
            self._sectors.read(sector, 0, data)
            if age == last:
                digest.update(memoryview(data)[:end])
                return hexlify(digest.digest()).decode()
            digest.update(data)
            age = self._age_after(age)
        return ""

    # Records in a sector.

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
            end = start + OVERHEAD + data[start + 1] + (data[start + 2] << 8)
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
        _, unpack, seq_in = FORMATS[head.version]
        view = memoryview(data)
        places = self._places_of(age)
        previous, at = _place_before(places, from_seq) or (head.first_seq - 1, RECORDS_AT)
        passed = 0
        while True:
            end = self.used if age == self.head.age else RECORDS_END
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
                at = start + OVERHEAD + data[start + 1] + (data[start + 2] << 8)
                body = view[start + 3 : at - 4]
                # A number is read alone where no record is wanted yet: that is quicker.
                record = None if previous + 1 < from_seq else unpack(body, head)
                seq = seq_in(body, head) if record is None else record.seq
                if previous < seq < limit:
                    previous = seq
                    passed += 1
                    if passed % PLACE_EVERY == 0 and (not places or seq > places[-2]):
                        places.append(seq)
                        places.append(at)
                    if seq >= from_seq:
                        yield record or unpack(body, head)

    def _is_damaged(self, gap, age: int, is_tail: bool) -> bool:
        """Whether the bytes between two good frames, or behind the last, were a record once."""
        if not len(gap) or not bytes(gap).rstrip(b"\xff"):
            return False
        after = self._age_after(age)
        if not is_tail or not after:
            return True
        head = self._sectors.head(self._sector_of(after))
        return head is None or not head.flags & TORN

    def _places_of(self, age: int):
        """The positions known in the sector of `age`; more may be added."""
        places = self._places.get(age)
        if places is None:
            if len(self._places) >= PLACED_SECTORS:
                del self._places[min(self._places)]
            places = self._places[age] = array("I")
        return places

    # Sectors by their age.

    def _limit(self, age: int) -> int:
        """Numbers in the sector of `age` are below this: what a refused write left was never stored."""
        after = self._age_after(age)
        return self._firsts[self._sector_of(after)] if after else _MOST

    def _age_holding(self, seq: int) -> int:
        """The age of the newest sector that begins at or before `seq`; of the oldest one if there is none."""
        best = 0
        for sector in range(self._sectors.count):
            if self._ages[sector] > best and self._firsts[sector] <= seq:
                best = self._ages[sector]
        return best or self.oldest_age

    def _age_after(self, age: int) -> int:
        """The age of the next sector in use, 0: there is none."""
        best = 0
        for other in self._ages:
            if other > age and (not best or other < best):
                best = other
        return best

    def _sector_of(self, age: int) -> int:
        for sector in range(self._sectors.count):
            if age and self._ages[sector] == age:
                return sector
        return -1


def _place_before(places, from_seq: int):
    """(number of the last record, end of it) before record `from_seq`, as far as known; None: none is."""
    at = len(places) - 2
    while at >= 0 and places[at] >= from_seq:
        at -= 2
    return (places[at], places[at + 1]) if at >= 0 else None


def _frames_in(data: bytearray, at: int, end: int) -> int:
    """How many records may lie in what is damaged: at least one."""
    count = 0
    while at < end:
        count += 1
        at = frame_at(data, at, RECORDS_END) or end
    return count
