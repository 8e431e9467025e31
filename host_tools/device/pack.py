"""A firmware as one file, as `firmware/loader.py` mounts it.

    head      "BSP1", number of entries (2 bytes), version of .mpy (1), length of the version's name (1)
    version   ASCII
    index     12 bytes an entry, sorted: CRC-32 of the path, offset, size (0xFFFFFFFF: a folder)
    modules   one behind the other
    digest    SHA-256 of all before it

A module is stored as it is, or as a zlib stream: `boardside/packed.py`, which is in each pack, inflates it
whatever the age of the loader. What every power-on reads is stored as it is (`is_read_at_power_on`).

Numbers are little-endian. One file because LittleFS gives each file a block of 4 KiB and more: two firmwares
of 140 files would not fit on the flash beside the journal (docs/maintainer/update.md).
"""

import hashlib
import struct
import zlib
from binascii import crc32
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from boardside.packed import is_compressed
from host_tools.device.build import PACKAGE
from host_tools.device.merge import BUNDLE
from host_tools.device.tools import DeviceError

MAGIC = b"BSP1"
DIGEST_BYTES = 32
FOLDER = 0xFFFFFFFF
#: The window of a compressed module, which the table needs in one piece while it reads one: 2 KiB.
WINDOW_BITS = 11
#: A module is compressed when that saves so many bytes, and so much of it.
SAVES_BYTES, SAVES_SHARE = 40, 0.1
#: What is read before anything can be inflated.
FIRST = ("boardside/__init__", "boardside/packed")
#: What a power-on with the usual display reads, beside the bundles.
AT_POWER_ON = (
    "boardside/app/displays",
    "boardside/app/services",
    "boardside/app/snapshots",
    "boardside/arrangement",
    "boardside/displays/max7219",
    "boardside/drivers/max7219",
    "boardside/faces/digits",
    "boardside/game/rulesets/icf",
    "boardside/game/snapshot",
    "boardside/panels/gpio",
    "boardside/table/show/segments",
)
#: The version of the bytecode in a .mpy file: its second byte (MicroPython, "MicroPython .mpy files").
_MPY_VERSION_AT = 1

_HEAD = struct.Struct("<4sHBB")
_ENTRY = struct.Struct("<III")


@dataclass(frozen=True, slots=True)
class PackHead:
    """The head of a pack."""

    version: str
    mpy: int
    digest: str
    size: int


def modules_of(build: Path) -> dict[str, bytes]:
    """The modules in a folder that `build` made, by their path."""
    files = sorted((build / PACKAGE).rglob("*.mpy"))
    return {path.relative_to(build).as_posix(): path.read_bytes() for path in files}


def make(modules: Mapping[str, bytes], version: str) -> bytes:
    """The pack of these modules. DeviceError when they cannot be in one."""
    name = version.encode("ascii")
    if not modules or not 0 < len(name) < 40:
        raise DeviceError("There is nothing to pack: the build is empty, or its version is.")
    versions = {data[_MPY_VERSION_AT : _MPY_VERSION_AT + 1] for data in modules.values()}
    if len(versions) != 1 or b"" in versions:
        raise DeviceError("The modules are compiled for different versions of MicroPython.")
    folders = {
        str(parent) for path in modules for parent in PurePosixPath(path).parents if str(parent) != "."
    }
    count = len(modules) + len(folders)
    at = _HEAD.size + len(name) + count * _ENTRY.size
    entries = [(crc32(folder.encode()), 0, FOLDER) for folder in folders]
    body = bytearray()
    for path, data in sorted(modules.items()):
        stored = data if is_read_at_power_on(path) else compressed(data)
        entries.append((crc32(path.encode()), at + len(body), len(stored)))
        body += stored
    _check_paths(modules, folders)
    index = b"".join(_ENTRY.pack(*entry) for entry in sorted(entries))
    content = _HEAD.pack(MAGIC, count, versions.pop()[0], len(name)) + name + index + bytes(body)
    return content + hashlib.sha256(content).digest()


def is_read_at_power_on(path: str) -> bool:
    """Whether to store a module as it is: inflating takes some 175 instructions a byte."""
    name = path.removesuffix(".mpy")
    return name in FIRST + AT_POWER_ON or name.startswith(BUNDLE.replace(".", "/"))


def compressed(data: bytes) -> bytes:
    """The bytes as a zlib stream; unchanged when that saves too little."""
    window = max(9, min(WINDOW_BITS, len(data).bit_length()))
    packer = zlib.compressobj(9, zlib.DEFLATED, window, 9)
    smaller = packer.compress(data) + packer.flush()
    saved = len(data) - len(smaller)
    return smaller if saved >= SAVES_BYTES and saved >= SAVES_SHARE * len(data) else data


def _check_paths(modules: Mapping[str, bytes], folders: set[str]) -> None:
    """Check that no path can be mistaken for another: MicroPython tries .py before .mpy."""
    asked = {*modules, *folders, *(path.removesuffix(".mpy") for path in modules)}
    asked |= {path.removesuffix(".mpy") + ".py" for path in modules} | {folder + ".py" for folder in folders}
    asked |= {folder + ".mpy" for folder in folders}
    if len({crc32(path.encode()) for path in asked}) != len(asked):
        raise DeviceError("Two modules have the same checksum of their path: rename one.")


def head_of(pack: bytes) -> PackHead:
    """Read a pack's head. DeviceError when it is not a pack or is damaged."""
    if len(pack) < _HEAD.size + DIGEST_BYTES or pack[:4] != MAGIC:
        raise DeviceError("This is no pack of firmware.")
    content, digest = pack[:-DIGEST_BYTES], pack[-DIGEST_BYTES:]
    if hashlib.sha256(content).digest() != digest:
        raise DeviceError("The pack is damaged: its digest does not fit.")
    _, _, mpy, length = _HEAD.unpack_from(pack)
    version = pack[_HEAD.size : _HEAD.size + length].decode("ascii", "replace")
    return PackHead(version, mpy, digest.hex(), len(pack))


def module_in(pack: bytes, path: str) -> bytes | None:
    """One module's bytes, as they were compiled; None when it is not in the pack.

    DeviceError: it is damaged.
    """
    stored = stored_in(pack, path)
    if stored is None or not is_compressed(stored[:2]):
        return stored
    try:
        return zlib.decompress(stored)
    except zlib.error as error:
        raise DeviceError(f"{path} in the pack is damaged: {error}.") from None


def stored_in(pack: bytes, path: str) -> bytes | None:
    """One module's bytes, as they stand in the pack; None when it is not there."""
    _, count, _, length = _HEAD.unpack_from(pack)
    at = _HEAD.size + length
    for number in range(count):
        key, offset, size = _ENTRY.unpack_from(pack, at + number * _ENTRY.size)
        if key == crc32(path.encode()) and size != FOLDER:
            return pack[offset : offset + size]
    return None
