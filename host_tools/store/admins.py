"""Who may use the admin pages and the API: the users with their passwords and logins, the scripts with their
tokens, and the record of their acts.

The database has only an argon2id hash of a password (RFC 9106), and only the SHA-256 of a token. A person who
reads the database can therefore neither log in nor take over a login.
"""

import hashlib
import json
import secrets
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, cast

from sqlalchemy import Connection, Engine, Select, delete, func, insert, or_, select, update

from host_tools.store.database import now_ms, reading, writing
from host_tools.store.reasons import PasswordRefused, TokenRefused
from host_tools.store.rows import ActRow
from host_tools.store.schema import acts, admins, logins, tokens

if TYPE_CHECKING:
    from argon2 import PasswordHasher


#: The name when none is given.
ORGANISER = "organiser"
NAME_MAX = 40
PASSWORD_MIN, PASSWORD_MAX = 10, 200
IDLE_MS = 2 * 3600 * 1000
ABSOLUTE_MS = 12 * 3600 * 1000
#: The last use of a login is written no more often than this, so that viewing a page needs no commit.
SEEN_EVERY_MS = 60_000
#: Logins of one name at once; one more ends the oldest.
LOGINS_MOST = 20


@dataclass(frozen=True, slots=True)
class Login:
    """A login. `token` is for the browser alone and known only when the login begins; `csrf` is in each
    form.
    """

    admin: str
    csrf: str
    expires_at: int
    token: str = ""


@cache
def _hasher() -> "PasswordHasher":
    # argon2 is loaded when somebody logs in, not by each command. Its defaults are those of RFC 9106 for
    # 64 MiB: 3 passes, 4 lanes.
    from argon2 import PasswordHasher

    return PasswordHasher()


@cache
def _nobodys_hash() -> str:
    """The hash that a password is compared with when there is no such name: as slow, and never equal."""
    return _hasher().hash(secrets.token_hex(32))


def _fits(hashed: str, password: str) -> bool:
    from argon2.exceptions import Argon2Error, InvalidHashError

    try:
        return _hasher().verify(hashed, password)
    except (Argon2Error, InvalidHashError):
        return False


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def check_new(name: str, password: str) -> None:
    """Raises PasswordRefused unless the two can be set."""
    if not 0 < len(name) <= NAME_MAX or not name.isprintable() or name != name.strip():
        raise PasswordRefused("bad_name", most=NAME_MAX)
    if len(password) < PASSWORD_MIN:
        raise PasswordRefused("password_too_short", least=PASSWORD_MIN)
    if len(password) > PASSWORD_MAX or not password.isprintable():
        raise PasswordRefused("bad_password", most=PASSWORD_MAX)
    weak = weakness(name, password)
    if weak is not None:
        raise PasswordRefused("easy_to_guess", weakness=weak)


class Admins:
    """Passwords, logins and acts in the database. Times are UTC ms; `at` None is now. Each method is at most
    one transaction; raises StoreError like the store.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    # Passwords

    def names(self) -> list[str]:
        """The names that have a password."""
        with reading(self._engine) as connection:
            return list(connection.execute(select(admins.c.name).order_by(admins.c.name)).scalars())

    def any(self) -> bool:
        """Whether a password exists: without one there are no admin pages."""
        with reading(self._engine) as connection:
            return connection.execute(select(admins.c.name).limit(1)).scalar() is not None

    def set_password(self, name: str, password: str, at: int | None = None) -> None:
        """Set or change the password of `name`, and end all its logins. Raises PasswordRefused."""
        check_new(name, password)
        values = {"password": _hasher().hash(password), "changed_at": now_ms() if at is None else at}
        with writing(self._engine) as connection:
            connection.execute(delete(logins).where(logins.c.admin == name))
            changed = connection.execute(update(admins).where(admins.c.name == name).values(**values))
            if changed.rowcount == 0:
                connection.execute(insert(admins).values(name=name, **values))

    def remove(self, name: str) -> bool:
        """Delete the password and all logins of `name`; False when the name does not exist."""
        with writing(self._engine) as connection:
            connection.execute(delete(logins).where(logins.c.admin == name))
            return connection.execute(delete(admins).where(admins.c.name == name)).rowcount > 0

    def verify(self, name: str, password: str) -> bool:
        """Whether this is the password of `name`. Slow on purpose (about 0.1 s, 64 MiB), and as slow for a
        name that does not exist.
        """
        with reading(self._engine) as connection:
            hashed = connection.execute(select(admins.c.password).where(admins.c.name == name)).scalar()
        return _fits(hashed or _nobodys_hash(), password) and hashed is not None

    # Logins

    def log_in(self, name: str, at: int | None = None) -> Login:
        """Begin a login of `name`; the caller has checked the password. Expired logins are deleted."""
        now = now_ms() if at is None else at
        login = Login(name, secrets.token_urlsafe(24), now + ABSOLUTE_MS, secrets.token_urlsafe(32))
        with writing(self._engine) as connection:
            expired = or_(logins.c.expires_at <= now, logins.c.seen_at <= now - IDLE_MS)
            connection.execute(delete(logins).where(expired))
            _make_room(connection, name)
            connection.execute(
                insert(logins).values(
                    token=_digest(login.token),
                    admin=name,
                    csrf=login.csrf,
                    made_at=now,
                    seen_at=now,
                    expires_at=login.expires_at,
                )
            )
        return login

    def login_of(self, token: str, at: int | None = None) -> Login | None:
        """The login with this token; None when it is unknown, 2 hours unused or 12 hours old."""
        now = now_ms() if at is None else at
        with reading(self._engine) as connection:
            row = connection.execute(
                select(logins, admins.c.name)
                .join(admins, admins.c.name == logins.c.admin)
                .where(logins.c.token == _digest(token))
            ).first()
        if row is None or now >= row.expires_at or now >= row.seen_at + IDLE_MS:
            return None
        return Login(row.admin, row.csrf, row.expires_at, token)

    def used(self, token: str, at: int | None = None) -> None:
        """Note that the login is in use, which keeps it from idling out; written once a minute at most."""
        now = now_ms() if at is None else at
        of_token = logins.c.token == _digest(token)
        with reading(self._engine) as connection:
            seen = connection.execute(select(logins.c.seen_at).where(of_token)).scalar()
        if seen is not None and now - seen >= SEEN_EVERY_MS:
            with writing(self._engine) as connection:
                connection.execute(update(logins).where(of_token).values(seen_at=now))

    def log_out(self, token: str) -> None:
        """End this login. An unknown token has no effect."""
        with writing(self._engine) as connection:
            connection.execute(delete(logins).where(logins.c.token == _digest(token)))

    # What was done

    def act(
        self, actor: str, action: str, detail: dict[str, Any] | None = None, at: int | None = None
    ) -> None:
        """Record that `actor` did `action` (at most 40 characters, such as "hall start")."""
        with writing(self._engine) as connection:
            record_act(connection, actor, action, detail, now_ms() if at is None else at)

    def acts(self, before: int | None = None, limit: int = 100) -> list[ActRow]:
        """What was done, newest first, at most `limit`, with `id` below `before`: id, at, who, what, detail
        (decoded, or None).
        """
        query = select(acts).order_by(acts.c.id.desc()).limit(limit)
        return self._acts(query if before is None else query.where(acts.c.id < before))

    def acts_named(self, action: str, since: int) -> list[ActRow]:
        """The acts `action` after `since` (UTC ms), newest first."""
        named = select(acts).where(acts.c.what == action, acts.c.at > since)
        return self._acts(named.order_by(acts.c.id.desc()))

    def _acts(self, query: Select[Any]) -> list[ActRow]:
        with reading(self._engine) as connection:
            rows = [dict(row._mapping) for row in connection.execute(query).all()]
        for row in rows:
            row["detail"] = json.loads(row["detail"]) if row["detail"] else None
        return cast("list[ActRow]", rows)


def _make_room(connection: Connection, name: str) -> None:
    of_name = logins.c.admin == name
    count = connection.execute(select(func.count()).select_from(logins).where(of_name)).scalar() or 0
    if count >= LOGINS_MOST:
        oldest = (
            select(logins.c.token).where(of_name).order_by(logins.c.seen_at).limit(count - LOGINS_MOST + 1)
        )
        connection.execute(delete(logins).where(logins.c.token.in_(oldest)))


def record_act(
    connection: Connection, actor: str, action: str, detail: dict[str, Any] | None, at: int
) -> None:
    """Record an act in the caller's transaction; see `Admins.act`. `at`: UTC ms."""
    text = None if detail is None else json.dumps(detail, ensure_ascii=False, separators=(",", ":"))
    connection.execute(insert(acts).values(at=at, who=actor, what=action, detail=text))


# Passwords that are easy to guess

#: The least number of guesses of a good password. The pages allow 30 a minute, of all addresses together
#:: these guesses take sixty years.
GUESSES_LEAST = 10**9
#: The most characters that zxcvbn reads; a longer password is judged by its beginning.
LOOKED_AT = 72
#: Words that a person in the hall would try first, besides the user's name.
CONTEXT = (
    *("boardside", "carrom", "carromboard", "carromman", "crokinole", "queen", "striker", "tournament"),
    *("scoreboard", "umpire", "referee", "organiser", "organizer", "admin", "admins", "password"),
)

_PATTERNS: dict[str, str] = {
    "sequence": "sequence",
    "repeat": "repeat",
    "spatial": "keyboard",
    "date": "date",
    "regex": "date",
}
_LISTS: dict[str, str] = {"passwords": "common", "user_inputs": "context"}


def weakness(name: str, password: str) -> str | None:
    """Why the password of `name` is too easy to guess, as zxcvbn estimates it; None when it is not."""
    # It loads half a megabyte of word lists, so only commands that set a password import it.
    from zxcvbn import zxcvbn

    known = [*CONTEXT, name, *name.split()]
    judged = zxcvbn(password[:LOOKED_AT], user_inputs=known)
    if judged["guesses"] >= GUESSES_LEAST:
        return None
    parts = [part for part in judged["sequence"] if part["pattern"] != "bruteforce"]
    return _reason(max(parts, key=lambda part: len(part["token"]))) if parts else "short"


def _reason(part: Any) -> str:
    """The weakness of one part of the password, as zxcvbn found it."""
    if part["pattern"] == "dictionary":
        return _LISTS.get(part["dictionary_name"], "word")
    return _PATTERNS.get(part["pattern"], "short")


# The tokens of scripts. A token is shown once, when it is made. It has 256 random bits; a slow hash is not
# needed, because so many values cannot be tried.

#: Every token begins with this, so that it is recognised in logs and files.
TOKEN_PREFIX = "bs_"
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
        token = TOKEN_PREFIX + secrets.token_urlsafe(32)
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
