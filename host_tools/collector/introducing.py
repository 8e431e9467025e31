"""A table introduces itself (`id`, docs/protocol.md): what it says, which key it signed it with, and what is
said to whoever has none that fits.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from boardside.link.auth import TO_HOST, Signer, session_signer
from boardside.link.session import PROTOCOL
from host_tools.collector.messages import Met, Refused
from host_tools.collector.signing import HostSigner
from host_tools.collector.wire_values import clean, have_shape


@dataclass(slots=True)
class Candidate:
    """A session that is being set up; `from_seq` is set when the owner has accepted it."""

    signer: Signer
    table_nonce: str
    met: Met
    from_seq: int | None = None
    keeps: bool = True
    go_due: bool = False


@dataclass(frozen=True, slots=True)
class Introduction:
    """What a table says of itself; its key is still to be found."""

    said: Met
    table_nonce: str

    def met(self, key: bytes) -> Met:
        """The table, known by this key."""
        return replace(self.said, key=key)


def introduction(values: list[Any], host_nonce: str) -> Introduction | Refused | None:
    """What the fields of an `id` say in answer to `host_nonce`; None: nothing that counts here."""
    if len(values) >= 2 and values[1] != PROTOCOL:
        text = f"A table speaks protocol {values[1]!r}, this collector {PROTOCOL}: update the older one."
        return Refused(0, text)
    values = clean(values)
    if not have_shape(values, str, int, int, str, str, int, int, int, str, str, str):
        return None
    if values[10] != host_nonce:
        return None
    if not 1 <= values[2] <= 9999:
        return Refused(0, f"A table calls itself number {values[2]}; give it one from 1 to 9999.")
    return Introduction(Met(*values[2:9]), values[9])


def key_of(
    body: bytes, mac: bytes, nonces: tuple[str, str], keys: Sequence[bytes]
) -> tuple[bytes, Signer] | None:
    """Which of the keys an introduction is signed with, and the signer of its session; None: none of them.
    `nonces`: the host's and the table's.
    """
    for key in keys:
        signer = session_signer(key, *nonces, HostSigner)
        if signer.fits(TO_HOST, body, mac):
            return key, signer
    return None


def wrong_key(table: int, known: bool, is_open: bool) -> str:
    """What is said of a table whose key is none of those `known` here; `is_open`: it speaks without one."""
    provision = "`boardside provision` at its cable"
    if is_open and known:
        return f"Table {table} speaks without its key: {provision} gives it one."
    if is_open:
        return (
            f"Table {table} has no key, and this collector takes none without: {provision} gives it one "
            "(or collect with --open)."
        )
    if known:
        return f"Table {table} does not have the key this collector knows for it: {provision} gives it one."
    return f"Table {table} has a key that this collector does not know: {provision}, or name it with --keys."
