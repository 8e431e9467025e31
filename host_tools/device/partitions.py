"""How a board's flash is divided: its partition table and its file system, made on the laptop.

The table's format is ESP-IDF's ("Partition Tables" in its programming guide): entries of 32 bytes, then an
entry with the MD5 of all before it, then 0xFF up to 0xC00 bytes; at 0x8000 of the flash. The file system is
LittleFS 2 with the ESP32 port's parameters (ports/esp32/modules/flashbdev.py and extmod/vfs_lfs.c): blocks of
4096 bytes, names of at most 255 bytes. MicroPython mounts it as it is.
"""

import hashlib
import os
import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from host_tools.device.build import LOADER, PLAIN
from host_tools.device.tools import DeviceError, require

TABLE_AT = 0x8000
TABLE_BYTES = 0xC00
SECTOR = 0x1000

JOURNAL = "journal"
FILE_SYSTEM = "vfs"
JOURNAL_MOST = 0x100000
"""1 MiB: about 60,000 strokes, sixty matches."""

_ENTRY = struct.Struct("<2sBBII16sI")
_MAGIC = b"\xaa\x50"
_MD5_MAGIC = b"\xeb\xeb" + b"\xff" * 14
_DATA, _UNDEFINED, _FAT = 1, 0x06, 0x81
_FIRST_PARTITION = 0x9000


@dataclass(frozen=True)
class Partition:
    """One entry: `label` at most 16 ASCII characters; `address` and `size` in bytes of the flash."""

    label: str
    type: int
    subtype: int
    address: int
    size: int
    flags: int = 0

    @property
    def end(self) -> int:
        """The first address after it."""
        return self.address + self.size


def parse(data: bytes) -> list[Partition]:
    """The entries of a binary table. DeviceError when it is not a table, or its MD5 is wrong."""
    entries: list[Partition] = []
    for at in range(0, min(len(data), TABLE_BYTES) - 31, 32):
        entry = data[at : at + 32]
        if entry[:16] == _MD5_MAGIC:
            if entry[16:] != hashlib.md5(data[:at]).digest():
                raise DeviceError("The partition table is damaged: its MD5 does not fit.")
            return entries
        if entry == b"\xff" * 32 and entries:
            return entries
        magic, kind, subtype, address, size, label, flags = _ENTRY.unpack(entry)
        if magic != _MAGIC:
            break
        name = label.rstrip(b"\0").decode("ascii", "replace")
        entries.append(Partition(name, kind, subtype, address, size, flags))
    raise DeviceError("There is no partition table.")


def encode(table: Sequence[Partition]) -> bytes:
    """The binary table, 0xC00 bytes. DeviceError when `table` cannot be one (see `check`)."""
    check(table)
    data = b"".join(
        _ENTRY.pack(
            _MAGIC, entry.type, entry.subtype, entry.address, entry.size, entry.label.encode(), entry.flags
        )
        for entry in table
    )
    data += _MD5_MAGIC + hashlib.md5(data).digest()
    return data.ljust(TABLE_BYTES, b"\xff")


def check(table: Sequence[Partition], flash_bytes: int | None = None) -> None:
    """Raise DeviceError when partitions overlap, are misaligned, outside the flash, or share a label."""
    end = _FIRST_PARTITION
    for entry in sorted(table, key=lambda entry: entry.address):
        if entry.address % SECTOR or entry.size % SECTOR or entry.size <= 0:
            raise DeviceError(f"Partition {entry.label} does not begin and end at a multiple of 4096.")
        if entry.address < end:
            raise DeviceError(f"Partition {entry.label} overlaps what lies before it.")
        end = entry.end
    if flash_bytes is not None and end > flash_bytes:
        raise DeviceError(f"The partitions end at 0x{end:x}, the flash at 0x{flash_bytes:x}.")
    labels = [entry.label for entry in table]
    for label in labels:
        if labels.count(label) > 1 or not 0 < len(label.encode()) <= 16:
            raise DeviceError(f"The partition label {label!r} is not unique, or not 1 to 16 bytes long.")


def with_journal(table: Sequence[Partition], flash_bytes: int) -> list[Partition]:
    """The table with a partition `journal` behind a smaller `vfs`; as it is when it has one already.

    The journal gets half of what the file system had, at most 1 MiB. Without a `vfs` (the firmware then makes
    one of all that is left) one is entered. DeviceError when there is too little room.
    """
    if any(entry.label == JOURNAL for entry in table):
        check(table, flash_bytes)
        return list(table)
    others = [entry for entry in table if entry.label != FILE_SYSTEM]
    old = [entry for entry in table if entry.label == FILE_SYSTEM]
    begin = max(entry.end for entry in others) if others else _FIRST_PARTITION
    files = old[0] if old else Partition(FILE_SYSTEM, _DATA, _FAT, begin, flash_bytes - begin)
    size = min(files.size // 2, JOURNAL_MOST) // SECTOR * SECTOR
    if size < 16 * SECTOR:
        raise DeviceError(
            "The flash has no room for the journal's partition: take a board with 4 MB or more."
        )
    files = replace(files, size=files.size - size)
    journal = Partition(JOURNAL, _DATA, _UNDEFINED, files.end, size)
    made = [*others, files, journal]
    check(made, flash_bytes)
    return made


def in_image(image: bytes, image_address: int) -> list[Partition]:
    """The table of a combined image (bootloader, table, application). DeviceError: it has none."""
    at = TABLE_AT - image_address
    return parse(image[at : at + TABLE_BYTES])


def put_in_image(image: bytes, image_address: int, table: Sequence[Partition]) -> bytes:
    """The image with another table in place of its own."""
    at = TABLE_AT - image_address
    return image[:at] + encode(table) + image[at + TABLE_BYTES :]


BLOCK = 4096
NAME_MAX = 255
SLOT_FILES = ("a.pack", "b.pack", "update.new")
"""The most firmwares on the flash at a time: the two slots, and one being received."""

STOCK_FILES_BYTES = 0x200000
"""The file system's size in a stock 4 MB image, before the journal gets its part."""

_READ_BYTES = 32
_CACHE_BYTES = 128


def file_contents(build: Path, pack: bytes, config: bytes) -> dict[str, bytes]:
    """The files of a new board by name: those that start it, its firmware in slot a, its settings."""
    loader = Path(LOADER).with_suffix(".mpy").name
    files = {name: (build / name).read_bytes() for name in (*PLAIN, loader)}
    return files | {SLOT_FILES[0]: pack, "config.json": config}


def make_file_system(files: Mapping[str, bytes], size_bytes: int) -> bytes:
    """The image of a file system of `size_bytes` with these files. DeviceError: they do not fit."""
    return bytes(_file_system(files, size_bytes).context.buffer)


def write_file_system(path: Path, files: Mapping[str, bytes], size_bytes: int) -> None:
    """Put the image into a file that only its owner may read: there may be keys in it."""
    data = make_file_system(files, size_bytes)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(data)


def used_bytes(files: Mapping[str, bytes], size_bytes: int) -> int:
    """The flash that these files take, with LittleFS's overhead."""
    return int(_file_system(files, size_bytes).used_block_count) * BLOCK


def room(pack: bytes, build: Path, files_bytes: int = STOCK_FILES_BYTES) -> Iterator[str]:
    """The firmware's share of a 4 MB board's flash, as lines for people."""
    require("littlefs")
    journal = min(files_bytes // 2, JOURNAL_MOST)
    size = files_bytes - journal
    files = file_contents(build, pack, b"{}")
    used = used_bytes(files, size)
    yield f"One firmware: {len(pack)} bytes; with loader and settings {used} of the file system's {size}."
    try:
        both = used_bytes(files | dict.fromkeys(SLOT_FILES, pack), size)
    except DeviceError:
        yield "Two slots and a third that comes do not fit: an update takes the older one away first."
        return
    yield f"Two slots and one more while an update comes: {both}, {size - both} free; the journal: {journal}."


def _file_system(files: Mapping[str, bytes], size_bytes: int):  # type: ignore[no-untyped-def]
    require("littlefs")
    from littlefs import LittleFS, LittleFSError

    file_system = LittleFS(
        block_size=BLOCK,
        block_count=size_bytes // BLOCK,
        read_size=_READ_BYTES,
        prog_size=_READ_BYTES,
        cache_size=_CACHE_BYTES,
        lookahead_size=_READ_BYTES,
        name_max=NAME_MAX,
    )
    try:
        for name, data in files.items():
            with file_system.open(name, "wb") as file:
                file.write(data)
    except LittleFSError as error:
        raise DeviceError(f"The files do not fit into {size_bytes} bytes: {error}.") from None
    return file_system
