"""A bundle: the folder with one release of the firmware.

firmware.pack   the file for the table (host_tools/device/pack.py)
manifest        text: the release, and each module's size and SHA-256, as it stands in the pack
manifest.sig    the releaser's signature of the manifest, if it was signed (release_keys.py)
"""

import hashlib
import re
from dataclasses import dataclass, field
from pathlib import Path

from boardside.link.session import PROTOCOL

from . import pack as packs
from .tools import DeviceError

PACK, MANIFEST, SIGNATURE = "firmware.pack", "manifest", "manifest.sig"
_TITLE = "boardside-firmware 1"
_HEAD_FIELDS = ("version", "protocol", "mpy", "size", "sha256")
_FILE = re.compile(r"file (\d+) ([0-9a-f]{64}) (\S+)")


class BadBundle(DeviceError):  # noqa: N818
    """The folder holds no release that may be sent; the message says why."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """A release: `manifest` its text, `pack` the file for the table, `digest` the pack's own SHA-256."""

    version: str
    protocol: int
    mpy: int
    digest: str
    pack: bytes = field(repr=False)
    manifest: str = field(repr=False)


def make(build: Path, version: str) -> Bundle:
    """The release of a folder that `build` made. DeviceError when the folder is empty."""
    modules = packs.modules_of(build)
    pack = packs.make(modules, version)
    head = packs.head_of(pack)
    lines = [_TITLE, f"version {version}", f"protocol {PROTOCOL}", f"mpy {head.mpy}"]
    lines += [f"size {len(pack)}", f"sha256 {head.digest}"]
    for path in modules:
        stored = packs.stored_in(pack, path) or b""
        lines.append(f"file {len(stored)} {hashlib.sha256(stored).hexdigest()} {path}")
    return Bundle(version, PROTOCOL, head.mpy, head.digest, pack, "\n".join(lines) + "\n")


def write(bundle: Bundle, folder: Path) -> None:
    """Write the bundle's files; an older signature is removed."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / SIGNATURE).unlink(missing_ok=True)
    (folder / PACK).write_bytes(bundle.pack)
    (folder / MANIFEST).write_text(bundle.manifest, encoding="ascii")


def read(folder: Path) -> Bundle:
    """Read a bundle and check each of its files against the manifest. BadBundle: it must not be sent."""
    try:
        text = (folder / MANIFEST).read_text(encoding="ascii")
        pack = (folder / PACK).read_bytes()
    except OSError as error:
        raise BadBundle(
            f"{folder} holds no release ({error.strerror}): boardside dev build --release."
        ) from None
    except UnicodeDecodeError:
        raise BadBundle(f"The manifest in {folder} is no text.") from None
    lines = text.splitlines()
    fields = dict(line.partition(" ")[::2] for line in lines[1 : 1 + len(_HEAD_FIELDS)])
    if not lines or lines[0] != _TITLE or tuple(fields) != _HEAD_FIELDS:
        raise BadBundle(f"The manifest in {folder} is none that this version of Boardside reads.")
    try:
        head = packs.head_of(pack)
    except DeviceError as error:
        raise BadBundle(f"{folder / PACK}: {error}") from None
    said = (head.version, str(head.mpy), str(head.size), head.digest)
    if said != (fields["version"], fields["mpy"], fields["size"], fields["sha256"]):
        raise BadBundle(f"The pack in {folder} is not the one of its manifest.")
    if not fields["protocol"].isdecimal():
        raise BadBundle(f"The manifest in {folder} names no protocol.")
    for line in lines[1 + len(_HEAD_FIELDS) :]:
        _check_file(line, pack, folder)
    return Bundle(head.version, int(fields["protocol"]), head.mpy, head.digest, pack, text)


def _check_file(line: str, pack: bytes, folder: Path) -> None:
    entry = _FILE.fullmatch(line)
    if entry is None:
        raise BadBundle(f"The manifest in {folder} has a line that means nothing: {line[:60]!r}.")
    data = packs.stored_in(pack, entry[3])
    if data is None or len(data) != int(entry[1]) or hashlib.sha256(data).hexdigest() != entry[2]:
        raise BadBundle(f"{entry[3]} in the pack is not what the manifest in {folder} says.")
