"""A bundle: the folder with one release of the firmware.

firmware.pack   the file for the table (host_tools/device/pack.py)
manifest        text: the release, and each module's size and SHA-256, as it stands in the pack
manifest.sig    the releaser's Ed25519 signature of the manifest, if it was signed

The private key is a PEM file for the releaser alone, the public one a line of hexadecimal for everybody.
Tables do not know it: they trust their collector (docs/organiser/security.md).
"""

import hashlib
import os
import re
from dataclasses import dataclass, field
from pathlib import Path

from boardside.link.session import PROTOCOL
from host_tools.device import pack as packs
from host_tools.device.tools import DeviceError, require

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
    head_fields = (head.version, str(head.mpy), str(head.size), head.digest)
    if head_fields != (fields["version"], fields["mpy"], fields["size"], fields["sha256"]):
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


def make_release_key(private: Path) -> Path:
    """Make a key pair: `private` (readable by its owner only) and, beside it, the public file, returned.
    BadBundle when one of them is there already or cannot be written.
    """
    require("cryptography")
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    public = private.with_suffix(".pub")
    if private == public:
        raise BadBundle("The private key's file may not end in .pub: the public one does.")
    key = Ed25519PrivateKey.generate()
    pem = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    try:
        _write_new(private, pem, 0o600)
        _write_new(public, key.public_key().public_bytes_raw().hex().encode() + b"\n", 0o644)
    except FileExistsError as error:
        raise BadBundle(f"{error.filename} is there already, and is not written over.") from None
    except OSError as error:
        raise BadBundle(f"{error.filename} cannot be written: {error.strerror}.") from None
    return public


def sign(folder: Path, private: Path) -> None:
    """Sign the bundle in `folder`. BadBundle: the key cannot be used."""
    require("cryptography")
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        key = load_pem_private_key(private.read_bytes(), password=None)
    except OSError as error:
        raise BadBundle(f"The key {private} cannot be read: {error.strerror}.") from None
    except (ValueError, TypeError):
        raise BadBundle(f"{private} is no private key as `boardside update --keygen` makes it.") from None
    if not isinstance(key, Ed25519PrivateKey):
        raise BadBundle(f"{private} is a key of another kind: Ed25519 is wanted.")
    (folder / SIGNATURE).write_text(key.sign((folder / MANIFEST).read_bytes()).hex() + "\n", encoding="ascii")


def check_signature(folder: Path, public: Path) -> None:
    """Raise BadBundle unless the bundle's manifest was signed by the key with this public file."""
    require("cryptography")
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public.read_text(encoding="ascii").strip()))
    except OSError as error:
        raise BadBundle(f"The release key {public} cannot be read: {error.strerror}.") from None
    except ValueError:
        raise BadBundle(f"{public} is no public release key.") from None
    try:
        signature = bytes.fromhex((folder / SIGNATURE).read_text(encoding="ascii").strip())
        key.verify(signature, (folder / MANIFEST).read_bytes())
    except OSError:
        raise BadBundle(f"The release in {folder} is not signed, and {public} asks for it.") from None
    except (ValueError, InvalidSignature):
        raise BadBundle(f"The release in {folder} is not signed by the key in {public}.") from None


def _write_new(path: Path, data: bytes, mode: int) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
        file.write(data)
