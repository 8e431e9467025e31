"""The records of the journal in its own flash partition: sectors used in turn, the next ones erased ahead.

A press writes its record behind the last one, under 1 ms. When a sector is full the next one is taken, which
`tidy` has erased in an idle moment; only when no such moment came for two sectors (about 400 strokes) does
one press wait for one erase. A sector is used again when all others have been: wear is even. Only sectors
below `drop_below` are, so nothing is dropped that was not let go of.

A record is safe once `write` returns: it was read back. Opening writes nothing. The bytes:
docs/maintainer/journal.md.
"""

from errno import EIO

from .contents import VERSION, Contents
from .errors import NO_MATCH_BELOW_PERMILLE, NOTHING_BELOW_PERMILLE, full
from .packing import FORMATS, frame
from .record import Record, Tail
from .sectors import RECORDS_END, TORN, Head, Sectors

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
        self._contents = Contents(self._sectors)
        self._journal = 0
        self._age = 0  # of the sector that was begun last, also of one that could not be
        self._is_closed = True  # nothing more is written into the newest sector
        self._flags = 0  # for the next head
        self._match_seq = 0
        self._ready: "list[int]" = []
        self._bad: "list[int]" = []
        self.waits = 0

    @property
    def is_doubtful(self) -> bool:
        """Whether it is unknown what the last failure left."""
        return self._sectors.is_doubtful

    def journal_id(self) -> str:
        """The journal's id; "" when there is none yet. JournalError when a newer firmware wrote it."""
        self._contents.find()
        head = self._contents.head
        if head is None:
            return ""
        self._age = head.age
        self._journal = head.journal
        return "%08x" % self._journal

    def create(self, journal_id: str) -> None:
        """Begin an empty journal; its first record writes it down."""
        self._journal = int(journal_id, 16)

    def open(self) -> Tail:
        """Find the end; after `journal_id`. Nothing is written."""
        head = self._contents.head
        if head is None:
            return Tail(None, 1, 0)
        tail = self._contents.tail()
        self._is_closed = tail.torn > 0 or head.version != self._version
        if tail.torn:
            self._flags |= TORN
        self._match_seq = tail.record.match_seq if tail.record is not None else 0
        self._find_ready()
        return tail

    def write(self, record: Record, begins_match: bool) -> None:
        """Store a record for good. JournalError "full" when too little room is left."""
        if begins_match:
            self._check_room(NO_MATCH_BELOW_PERMILLE)
        contents = self._contents
        for attempt in range(2):
            framed = None if self._is_closed else self._framed(record)
            if framed is None or contents.used + len(framed) > RECORDS_END:
                self._begin(record)
                framed = self._framed(record)
            used = contents.used + len(framed)
            try:
                self._sectors.write(contents.newest, contents.used, framed)
            except OSError:
                # What is there now is no record, and the sector is left so that it never becomes one.
                self._is_closed = True
                self._flags |= TORN
                if attempt or self.is_doubtful:
                    raise
                continue
            contents.used = used
            self._match_seq = record.match_seq
            return

    def records(self, from_seq: int):
        """Iterate over the records with numbers from `from_seq` on, in order; a text, "sector:position", in
        place of a damaged one. What is written meanwhile is shown too.
        """
        return self._contents.records(from_seq)

    def extent(self, from_seq: int) -> "list[int]":
        """Where the records from `from_seq` on lie now, for `digest`; [] when there is none."""
        return self._contents.extent(from_seq)

    def digest(self, extent: "list[int]") -> str:
        """SHA-256 of the bytes there, as hexadecimal; "" when they are not in use any more."""
        return self._contents.digest(extent)

    @property
    def first_seq(self) -> int:
        """The oldest event's number."""
        return self._contents.first_seq

    def starts(self) -> "list[int]":
        """Numbers of `match` events from which on the journal can be kept alone. Rising."""
        starts = self._contents.starts()
        if self._match_seq and (not starts or self._match_seq > starts[-1]):
            starts.append(self._match_seq)
        return starts

    def drop_below(self, start: int) -> None:
        """Events before `start` are let go of: sectors that hold no others may be used again."""
        self._contents.drop_below(start)

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
        return self._contents.unused(self._bad) * 1000 // self._sectors.count

    # Writing.

    def _check_room(self, least: int) -> None:
        """JournalError "full", or OSError when it is for the sectors that failed that there is no room."""
        if self.free_permille() < least:
            if self._bad and self._contents.unused([]) * 1000 >= least * self._sectors.count:
                raise OSError(EIO)
            raise full()

    def _framed(self, record: Record) -> bytearray:
        head = self._contents.head
        return frame(FORMATS[self._version][0](record, head), head.age)

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
        head = Head(
            self._version,
            age,
            self._contents.oldest_age or age,
            self._journal,
            record.seq,
            record.match_seq,
            record.boot,
            min(record.at, _MOST),
            self._contents.floor,
            self._flags,
        )
        self._age = age
        self._ready.pop(0)
        try:
            self._sectors.put_head(sector, head)
        except OSError:
            self._bad.append(sector)
            raise
        self._contents.begin(sector, head)
        self._flags = 0
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
        begin = self._ready[-1] if self._ready else self._contents.newest
        for step in range(1, count + 1):
            sector = (begin + step) % count
            if self._contents.is_in_use(sector) or sector in self._ready:
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
