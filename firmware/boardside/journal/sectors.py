"""The sectors of the ring's partition: erased and stamped, headed, written and read back.

    0     "BSJ:free"     the erase was finished; written right after it
    8     the head       when the first record comes
    52    frames         see packing.py
    4052  the head again

A head is, little-endian:  "BSJ", version (1 byte) | age | oldest age | journal's id | first number | first
number of the present match | boot | ms since power-on | floor | flags | CRC-32 of all that: 4 bytes each.
"""

import binascii
import struct
from errno import EIO

SECTOR = 4096
STAMP = b"BSJ:free"
HEAD_AT = len(STAMP)
HEAD_BYTES = 44
RECORDS_AT = HEAD_AT + HEAD_BYTES
RECORDS_END = SECTOR - HEAD_BYTES

TORN = 1
"""Flag: behind the last record of the sector before lies what is no record."""

_FORMAT = "<3sBIIIIIIIII"
_FIRST = 0x42  # B
_MASK = 0xFFFFFFFF
_COUNT, _ERASE = 4, 6
_BLANK = b"\xff" * 512
_NONE = bytes(RECORDS_AT)


class Head:
    """The data at both ends of a sector: `age` counts the sectors begun in this partition, `oldest` is the
    age of the oldest one in use then, `floor` the number below which events have been let go of.

    `first_seq`, `match_seq`, `boot`, `at`: of the first record, and what the others are counted from.
    """

    def __init__(self, version, age, oldest, journal, first_seq, match_seq, boot, at, floor, flags) -> None:
        self.version = version
        self.age = age
        self.oldest = oldest
        self.journal = journal
        self.first_seq = first_seq
        self.match_seq = match_seq
        self.boot = boot
        self.at = at
        self.floor = floor
        self.flags = flags

    def encoded(self) -> bytes:
        """As it is written."""
        data = struct.pack(
            _FORMAT,
            b"BSJ",
            self.version,
            self.age,
            self.oldest,
            self.journal,
            self.first_seq,
            self.match_seq,
            self.boot,
            self.at,
            self.floor,
            self.flags,
        )
        return data + struct.pack("<I", binascii.crc32(data) & _MASK)


class Sectors:
    """`device` as `esp32.Partition`: readblocks, writeblocks with an offset, ioctl; sectors of 4096 bytes.

    OSError from any method: the flash refused. `is_doubtful`: it is unknown what the refusal left.
    """

    def __init__(self, device) -> None:
        self._device = device
        self._head = bytearray(HEAD_BYTES)
        self._chunk = bytearray(len(_BLANK))
        self.count: int = device.ioctl(_COUNT, 0)
        self.is_doubtful = False

    def read(self, sector: int, at: int, buffer) -> None:
        """Fill `buffer` from byte `at` on."""
        _check(self._device.readblocks(sector, buffer, at))

    def write(self, sector: int, at: int, data) -> None:
        """Write and read back: `data` is there for good when it returns, and not when it raises."""
        back = bytearray(len(data))  # first: nothing after it may need memory
        failed = None
        try:
            _check(self._device.writeblocks(sector, data, at))
        except OSError as error:
            failed = error
        try:
            self.read(sector, at, back)
        except OSError:
            self.is_doubtful = True
            raise
        if back != data:
            raise failed or OSError(EIO)

    def erase(self, sector: int) -> None:
        """Erase (50 to 100 ms, all standing still) and stamp.

        What an interrupted erase leaves is anything: so stamp and heads go first, by clearing their bits.
        """
        self.write(sector, 0, _NONE)
        self.write(sector, RECORDS_END, _NONE[:HEAD_BYTES])
        _check(self._device.ioctl(_ERASE, sector))
        self.write(sector, 0, STAMP)

    def is_ready(self, sector: int) -> bool:
        """Whether its erase was finished and nothing was written since."""
        chunk = self._chunk
        for at in range(0, SECTOR, len(chunk)):
            self.read(sector, at, chunk)
            if chunk != _BLANK and (at or chunk[:HEAD_AT] != STAMP or chunk[HEAD_AT:] != _BLANK[HEAD_AT:]):
                return False
            if not at and chunk == _BLANK:
                return False
        return True

    def put_head(self, sector: int, head: Head) -> None:
        """Begin a sector that is ready. Found again from the first of its two heads on."""
        data = head.encoded()
        self.write(sector, HEAD_AT, data)
        try:
            self.write(sector, RECORDS_END, data)
        except OSError:
            if self.is_doubtful:
                raise

    def head(self, sector: int):
        """The head of a sector, None when it has none that is whole."""
        head = self._head
        for at in (HEAD_AT, RECORDS_END):
            _check(self._device.readblocks(sector, head, at))
            if head[0] != _FIRST:
                continue  # at power-on most sectors have none: all are asked
            fields = struct.unpack_from(_FORMAT, head, 0)
            crc = struct.unpack_from("<I", head, HEAD_BYTES - 4)[0]
            if fields[0] == b"BSJ" and crc == binascii.crc32(memoryview(head)[:-4]) & _MASK:
                return Head(*fields[1:])
        return None


def _check(answer) -> None:
    """Some block devices raise, some answer with an error's negative number."""
    if answer:
        raise OSError(-answer if answer is not True else EIO)
