"""The file system of a new board, made on the laptop: MicroPython mounts it as it is.

LittleFS 2 with the ESP32 port's parameters (ports/esp32/modules/flashbdev.py and extmod/vfs_lfs.c): blocks of
4096 bytes, names of at most 255 bytes.
"""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from . import partitions
from .build import LOADER, PLAIN
from .tools import DeviceError, require

BLOCK = 4096
NAME_MAX = 255
SLOT_FILES = ("a.pack", "b.pack", "update.new")
"""The most firmwares on the flash at a time: the two slots, and one being received."""

STOCK_FILES_BYTES = 0x200000
"""The file system's size in a stock 4 MB image, before the journal gets its part."""

_READ_BYTES = 32
_CACHE_BYTES = 128


def contents(build: Path, pack: bytes, config: bytes) -> dict[str, bytes]:
    """The files of a new board by name: those that start it, its firmware in slot a, its settings."""
    loader = Path(LOADER).with_suffix(".mpy").name
    files = {name: (build / name).read_bytes() for name in (*PLAIN, loader)}
    return files | {SLOT_FILES[0]: pack, "config.json": config}


def make(files: Mapping[str, bytes], size_bytes: int) -> bytes:
    """The image of a file system of `size_bytes` with these files. DeviceError: they do not fit."""
    return bytes(_file_system(files, size_bytes).context.buffer)


def write(path: Path, files: Mapping[str, bytes], size_bytes: int) -> None:
    """Put the image into a file that only its owner may read: there may be keys in it."""
    data = make(files, size_bytes)
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
    journal = min(files_bytes // 2, partitions.JOURNAL_MOST)
    size = files_bytes - journal
    files = contents(build, pack, b"{}")
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
