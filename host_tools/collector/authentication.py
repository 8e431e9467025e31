"""A table introduces itself (`id`, docs/maintainer/protocol.md): its fields, the key of its signature, and
the refusal of a table without a valid key.

Anyone can send an `id`. So the cheap checks come first: length, shape, version, nonce and number in
one pass over the bytes, then the code under the few keys of that number. Its JSON is decoded only when a key
fits.
"""

import hashlib
import re
from binascii import hexlify
from collections.abc import Sequence
from dataclasses import dataclass
from hmac import compare_digest

from boardside.link.auth import MAC_HEX, TO_HOST, Signer, session_seed
from boardside.link.session import PROTOCOL
from host_tools.collector.incoming import Met, Refused, clean_text, decoded, have_shape, is_count, printable
from host_tools.collector.limits import (
    FIRMWARE_MOST,
    ID_BYTES_MOST,
    KEYS_TRIED_MOST,
    NAME_MOST,
    ON_BYTES_MOST,
)
from host_tools.collector.reasons import Trouble

#: Each byte with the padding's bits turned, as RFC 2104 has it.
_INNER = bytes(byte ^ 0x36 for byte in range(256))
_OUTER = bytes(byte ^ 0x5C for byte in range(256))


def _padded(key: bytes) -> bytes:
    return (key if len(key) <= 64 else hashlib.sha256(key).digest()).ljust(64, b"\0")


def hmac_once(key: bytes, message: bytes) -> bytes:
    """The 32 bytes of HMAC-SHA256 of `message` under a key that is only tried: half of what the standard
    library needs for a short one.
    """
    padded = _padded(key)
    inner = hashlib.sha256(padded.translate(_INNER) + message).digest()
    return hashlib.sha256(padded.translate(_OUTER) + inner).digest()


class HostSigner(Signer):
    """As `boardside.link.auth.Signer`, by OpenSSL: a thousand tables send two thousand frames a second. The
    padded keys are hashed once, not for each frame: half of what a
    short frame's code costs.
    """

    def __init__(self, key: bytes) -> None:
        padded = _padded(key)
        self._after_inner = hashlib.sha256(padded.translate(_INNER))
        self._after_outer = hashlib.sha256(padded.translate(_OUTER))

    def digest(self, message: bytes) -> bytes:
        """The 32 bytes of HMAC-SHA256 (RFC 2104) of `message`."""
        inner = self._after_inner.copy()
        inner.update(message)
        outer = self._after_outer.copy()
        outer.update(inner.digest())
        return outer.digest()

    def fits(self, direction: bytes, body: bytes, mac: bytes) -> bool:
        """Whether `mac` belongs to the frame; takes equally long wherever the first difference is."""
        return compare_digest(self.mac(direction, body), mac)


_ON = re.compile(rb'\[ *"on" *[,\]]')
_ID = re.compile(rb'\[ *"id" *, *(-?[0-9]{1,16}) *[,\]]')
#: As long as the database's column; names of ours for what was set aside (`store.stops`) are none of these.
_JOURNAL = re.compile("[0-9A-Za-z_.-]{1,16}")


def _shape() -> re.Pattern[bytes]:
    """The flat array that an `id` is (docs/maintainer/protocol.md). No two parts of it can match the
    same bytes, so matching is one pass. Bytes after the last field are not checked.
    """
    number, text, nonce = rb"-?[0-9]{1,16}", rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"', rb'"([0-9a-f]{16})"'
    fields = (rb'"id"', number, b"(" + number + b")", text, text, number, number, number, text, nonce, nonce)
    return re.compile(rb"\[ *" + rb" *, *".join(fields) + rb" *[,\]]")


_SHAPE = _shape()


@dataclass(slots=True)
class Candidate:
    """A session that is being set up. The owner sets `from_seq` and `keeps` when it accepts the table."""

    signer: Signer
    table_nonce: str
    met: Met
    from_seq: int = 0
    keeps: bool = True
    go_due: bool = False


@dataclass(frozen=True, slots=True)
class Introduction:
    """The claimed identity of a table, before its key was found."""

    table: int
    table_nonce: str


def is_beacon(body: bytes) -> bool:
    """Whether a frame is an `on`."""
    return len(body) <= ON_BYTES_MOST and _ON.match(body) is not None


def introduction(body: bytes, host_nonce: str) -> Introduction | Refused | None:
    """The claimed identity in an `id` that answers `host_nonce`; None: it is not a valid `id` here."""
    if len(body) > ID_BYTES_MOST or (head := _ID.match(body)) is None:
        return None
    version = int(head[1])
    if version != PROTOCOL:
        return Refused(0, Trouble("other_protocol", {"said": version, "own": PROTOCOL}))
    shape = _SHAPE.match(body)
    if shape is None or shape[3] != host_nonce.encode():
        return None
    table = int(shape[1])
    if not 1 <= table <= 9999:
        return Refused(0, Trouble("no_such_number", {"said": table}))
    return Introduction(table, shape[2].decode())


def met(body: bytes, key: bytes) -> Met | None:
    """The table's data in an `id` that is signed with this key; None when they are invalid."""
    values = clean_text(decoded(body))
    if values is None or not have_shape(values, str, int, int, str, str, int, int, int, str, str, str):
        return None
    table, name, journal, boot, first_seq, last_seq, firmware = values[2:9]
    if _JOURNAL.fullmatch(journal) is None or not all(map(is_count, (boot, first_seq, last_seq))):
        return None
    name, firmware = printable(name, NAME_MOST), printable(firmware, FIRMWARE_MOST)
    return Met(table, name, journal, boot, first_seq, last_seq, firmware, key)


def key_of(
    body: bytes, mac: bytes, nonces: tuple[str, str], keys: Sequence[bytes]
) -> tuple[bytes, Signer] | None:
    """Which of the first KEYS_TRIED_MOST keys an introduction is signed with, and the signer of its session;
    None: none of them. `nonces`: the host's and the table's.
    """
    seed, signed = session_seed(*nonces), TO_HOST + body
    for key in keys[:KEYS_TRIED_MOST]:
        session_key = hmac_once(key, seed)
        code = hmac_once(session_key, signed)[: MAC_HEX // 2]
        if compare_digest(hexlify(code), mac):
            return key, HostSigner(session_key)
    return None


def wrong_key(table: int, is_known: bool, is_open: bool) -> Trouble:
    """Why a table whose key is unknown here is refused; `is_known`: this host knows keys of the table;
    `is_open`: the table has no key.
    """
    if is_open:
        if is_known:
            return Trouble("without_its_key", {"table": table})
        return Trouble("without_a_key", {"table": table})
    return Trouble("wrong_key", {"table": table}) if is_known else Trouble("unknown_key", {"table": table})
