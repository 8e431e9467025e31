"""Signatures of firmware releases: Ed25519 over the manifest, checked by the host before it sends.

The private key is a PEM file for the releaser alone, the public one a line of hexadecimal for everybody.
Tables do not know it: they trust their collector (docs/organiser/security.md).
"""

import os
from pathlib import Path

from .bundle import MANIFEST, SIGNATURE, BadBundle
from .tools import require


def make(private: Path) -> Path:
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


def check(folder: Path, public: Path) -> None:
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
