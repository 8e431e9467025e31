"""The draw: an order of the entries that anybody can repeat with a printed seed.

Pure, but for `new_seed`. Every other part of a draw follows from the order of lots.
"""

import hashlib
import secrets
from collections.abc import Sequence

from host_tools.reasons import Refused
from host_tools.tournament.reasons import REASONS

_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # no I, L, O, U: they are easily misread


class DrawError(Refused):
    """These entries cannot be drawn in this way."""

    table = REASONS


def new_seed() -> str:
    """A seed that was never used before: eight letters and digits, "K7QM-3XWD". The only randomness here."""
    letters = "".join(secrets.choice(_LETTERS) for _ in range(8))
    return f"{letters[:4]}-{letters[4:]}"


def lot(seed: str, entry: int) -> str:
    """The lot of an entry: SHA-256 of "seed|entry", in UTF-8, as 64 hexadecimal digits."""
    return hashlib.sha256(f"{seed}|{entry}".encode()).hexdigest()


def order(seed: str, ids: Sequence[int]) -> list[int]:
    """The ids by their lots, the smallest lot first. The order of `ids` does not matter.

    Raises DrawError when an id is named twice.
    """
    if len(set(ids)) != len(ids):
        raise DrawError("entry_twice")
    return sorted(ids, key=lambda entry: lot(seed, entry))
