"""Authentication: HMAC-SHA256 over `hashlib` (MicroPython has no `hmac`), session keys and nonces.

Both sides know the table's key. Each session has a separate key, derived from the table's key and a nonce of
each side, so a frame of an older session, or of another table, never passes. A table without a key uses the
empty key: its frames are still bound to their session, but anybody could make them; such a link is shown as
"open".
"""

import hashlib
from binascii import hexlify

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .kinds import Random

NONCE_BYTES = 8
MAC_HEX = 16
#: Takes the place of the authentication code in the two frames that belong to no session (`on` and `hi`).
NO_MAC = b"0" * MAC_HEX
TO_TABLE = b">"
TO_HOST = b"<"


class Signer:
    """Makes and checks the authentication codes of one key (bytes, any length; empty for an open table).

    The two padded keys are made once: a frame costs two runs of SHA-256.
    """

    def __init__(self, key: bytes) -> None:
        if len(key) > 64:
            key = hashlib.sha256(key).digest()
        key = bytes(key) + bytes(64 - len(key))
        self._inner = bytes([byte ^ 0x36 for byte in key])
        self._outer = bytes([byte ^ 0x5C for byte in key])

    def digest(self, message: bytes) -> bytes:
        """The 32 bytes of HMAC-SHA256 (RFC 2104) of `message` (bytes)."""
        inner = hashlib.sha256(self._inner)
        inner.update(message)
        outer = hashlib.sha256(self._outer)
        outer.update(inner.digest())
        return outer.digest()

    def mac(self, direction: bytes, body: bytes) -> bytes:
        """The authentication code of a frame: 16 lower-case hex digits (bytes), the first half of the
        digest's 16 bytes.

        `direction` is TO_TABLE or TO_HOST, so that a frame sent back to its sender never passes.
        """
        return hexlify(self.digest(direction + body)[: MAC_HEX // 2])

    def fits(self, direction: bytes, body: bytes, mac: bytes) -> bool:
        """Whether `mac` belongs to the frame, compared in constant time."""
        expected = self.mac(direction, body)
        if len(mac) != MAC_HEX:
            return False
        difference = 0
        for index in range(MAC_HEX):
            difference |= expected[index] ^ mac[index]
        return difference == 0


def session_signer(key: bytes, host_nonce: str, table_nonce: str) -> Signer:
    """The signer of one session: its key is HMAC(table's key, "boardside 1 " host_nonce " " table_nonce).

    The nonces are the strings of 16 hex digits that the two sides sent.
    """
    return Signer(Signer(key).digest(session_seed(host_nonce, table_nonce)))


def session_seed(host_nonce: str, table_nonce: str) -> bytes:
    """The text that the table's key signs; the result is the session's key."""
    return ("boardside 1 %s %s" % (host_nonce, table_nonce)).encode()


def update_mac(key: bytes, digest: str) -> str:
    """The host's order to run the firmware with this SHA-256 (hex digits): its signature, 64 hex digits."""
    return hexlify(Signer(key).digest(("boardside update " + digest).encode())).decode()


def nonce(random: "Random") -> str:
    """A fresh nonce as 16 hex digits; `random(n)` gives n unpredictable bytes (`os.urandom`)."""
    return hexlify(random(NONCE_BYTES)).decode()
