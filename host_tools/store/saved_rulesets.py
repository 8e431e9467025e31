"""The organiser's own rulesets: the text of each file, by its key, in `meta`."""

import json
from dataclasses import dataclass

from sqlalchemy import Connection, Engine, delete, insert, select

from host_tools.store.database import reading
from host_tools.store.schema import meta

_RULESET = "ruleset "
#: `meta.key` holds 40 characters.
KEY_MAX = 40 - len(_RULESET)


@dataclass(frozen=True, slots=True)
class SavedRuleset:
    """A ruleset that somebody saved. text: the file of own rules. by, at: who saved it, and when (UTC ms)."""

    key: str
    text: str
    by: str
    at: int


class SavedRulesets:
    """Reads them; each method is one transaction and raises StoreError. The desk writes them."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def rows(self) -> list[SavedRuleset]:
        """All of them, by key."""
        with reading(self._engine) as connection:
            return rows(connection)

    def get(self, key: str) -> SavedRuleset | None:
        """The one with this key; None when there is none."""
        with reading(self._engine) as connection:
            return get(connection, key)


def rows(connection: Connection) -> list[SavedRuleset]:
    """All of them, by key."""
    query = select(meta.c.key, meta.c.value).where(meta.c.key.startswith(_RULESET)).order_by(meta.c.key)
    return [_saved(*row) for row in connection.execute(query)]


def get(connection: Connection, key: str) -> SavedRuleset | None:
    """The one with this key; None when there is none."""
    query = select(meta.c.key, meta.c.value).where(meta.c.key == _RULESET + key)
    row = connection.execute(query).first()
    return None if row is None else _saved(*row)


def put(connection: Connection, saved: SavedRuleset) -> None:
    """Store it, in place of one with the same key."""
    remove(connection, saved.key)
    value = json.dumps({"text": saved.text, "by": saved.by, "at": saved.at})
    connection.execute(insert(meta).values(key=_RULESET + saved.key, value=value))


def remove(connection: Connection, key: str) -> bool:
    """Remove it; False when there is none."""
    return connection.execute(delete(meta).where(meta.c.key == _RULESET + key)).rowcount > 0


def _saved(key: str, value: str) -> SavedRuleset:
    return SavedRuleset(key.removeprefix(_RULESET), **json.loads(value))
