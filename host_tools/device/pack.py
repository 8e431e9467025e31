"""A firmware as one file, as `firmware/loader.py` mounts it.

    head      "BSP1", number of entries (2 bytes), version of .mpy (1), length of the version's name (1)
    version   ASCII
    index     12 bytes an entry, sorted: CRC-32 of the path, offset, size (0xFFFFFFFF: a folder)
    modules   one behind the other
    digest    SHA-256 of all before it

Numbers are little-endian. One file because LittleFS gives each file a block of 4 KiB and more: two firmwares
of 140 files would not fit on the flash beside the journal (docs/organiser/update.md, D170).
"""

import hashlib
import struct
from binascii import crc32
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from .build import PACKAGE
from .tools import DeviceError

MAGIC = b"BSP1"
DIGEST_BYTES = 32
FOLDER = 0xFFFFFFFF
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
        entries.append((crc32(path.encode()), at + len(body), len(data)))
        body += data
    _check_paths(modules, folders)
    index = b"".join(_ENTRY.pack(*entry) for entry in sorted(entries))
    content = _HEAD.pack(MAGIC, count, versions.pop()[0], len(name)) + name + index + bytes(body)
    return content + hashlib.sha256(content).digest()


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
    """One module's bytes; None when it is not in the pack."""
    _, count, _, length = _HEAD.unpack_from(pack)
    at = _HEAD.size + length
    for number in range(count):
        key, offset, size = _ENTRY.unpack_from(pack, at + number * _ENTRY.size)
        if key == crc32(path.encode()) and size != FOLDER:
            return pack[offset : offset + size]
    return None
