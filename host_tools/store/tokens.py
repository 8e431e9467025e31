"""The tokens with which scripts use the JSON API. A token is shown once, when it is made; the database has
only its SHA-256.

A token has 256 random bits. A slow hash is not needed, because so many values cannot be tried.
"""

import hashlib
import secrets
from dataclasses import dataclass

from sqlalchemy import Engine, delete, insert, select, update

from host_tools.store.database import reading, writing
from host_tools.store.reasons import TokenRefused
from host_tools.store.schema import tokens
from host_tools.store.wall_clock import now_ms

NAME_MAX = 40
#: Every token begins with this, so that it is recognised in logs and files.
PREFIX = "bs_"
#: The last use is written no more often than this.
_USED_EVERY_MS = 60_000


@dataclass(frozen=True, slots=True)
class TokenRow:
    """A token's name, and when it was made and last used (UTC ms, None: never)."""

    name: str
    made_at: int
    used_at: int | None


class Tokens:
    """The tokens in the database. Each method is at most one transaction; raises StoreError like the
    store.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def make(self, name: str) -> str:
        """Make a token that acts under `name`, and return it. It cannot be shown again.

        Raises TokenRefused when the name is taken or not valid.
        """
        if not 0 < len(name) <= NAME_MAX or not name.isprintable() or name != name.strip():
            raise TokenRefused("bad_name", most=NAME_MAX)
        token = PREFIX + secrets.token_urlsafe(32)
        with writing(self._engine) as connection:
            if connection.execute(select(tokens.c.name).where(tokens.c.name == name)).first() is not None:
                raise TokenRefused("token_exists", name=name)
            connection.execute(
                insert(tokens).values(name=name, token=_digest(token), made_at=now_ms(), used_at=None)
            )
        return token

    def holder(self, token: str) -> str | None:
        """The name under which this token acts; None when the token is unknown or was removed."""
        now = now_ms()
        of_token = tokens.c.token == _digest(token)
        with reading(self._engine) as connection:
            row = connection.execute(select(tokens).where(of_token)).first()
        if row is None:
            return None
        if row.used_at is None or now - row.used_at >= _USED_EVERY_MS:
            with writing(self._engine) as connection:
                connection.execute(update(tokens).where(of_token).values(used_at=now))
        return str(row.name)

    def rows(self) -> list[TokenRow]:
        """All tokens, by name."""
        query = select(tokens.c.name, tokens.c.made_at, tokens.c.used_at).order_by(tokens.c.name)
        with reading(self._engine) as connection:
            return [TokenRow(*row) for row in connection.execute(query)]

    def remove(self, name: str) -> bool:
        """Remove a token, so that it is no longer accepted; False when no token has this name."""
        with writing(self._engine) as connection:
            return connection.execute(delete(tokens).where(tokens.c.name == name)).rowcount > 0


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
