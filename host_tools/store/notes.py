"""Small values that a collector's companions (MQTT, SoL) keep in `meta`: how far they are, what ails them."""

import json
from dataclasses import dataclass

from sqlalchemy import Connection, Engine, delete, insert, select

from host_tools.store.database import reading, writing
from host_tools.store.schema import meta

#: What somebody said is no news any more when he has not said it again for so long.
REMARK_MS = 60_000
_NOTE, _REMARK = "note ", "remark "
#: `meta.key` holds 40 characters.
NAME_MAX = 40 - len(_REMARK)


@dataclass(frozen=True, slots=True)
class Turn:
    """Who works off a list, and how far: `done` is the last id; `owner` has it until `until` (UTC ms)."""

    done: int
    owner: str
    until: int


class Notes:
    """Each method is one transaction; raises StoreError. Names have at most NAME_MAX characters."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def get(self, name: str) -> str | None:
        """A value by its name; None when there is none."""
        with reading(self._engine) as connection:
            return _get(connection, _NOTE + name)

    def put(self, name: str, value: str | None) -> None:
        """Keep a value; None forgets it."""
        with writing(self._engine) as connection:
            _put(connection, _NOTE + name, value)

    def turn(self, name: str) -> Turn | None:
        """Whose turn it is with a list, and how far it is worked off; None: nobody ever did."""
        value = self.get(name)
        return Turn(**json.loads(value)) if value is not None else None

    def take_turn(self, name: str, owner: str, now: int, until: int, done: int | None = None) -> Turn:
        """Take the list, or keep it, and note how far it is; whose it is then: another's who had it first,
        as long as his time is not over. done: None: as it was, 0 when it never was.
        """
        with writing(self._engine) as connection:
            value = _get(connection, _NOTE + name)
            there = Turn(**json.loads(value)) if value is not None else None
            if there is not None and there.owner != owner and there.until > now:
                return there
            if done is None:
                done = there.done if there is not None else 0
            mine = Turn(done, owner, until)
            _put(connection, _NOTE + name, json.dumps({"done": done, "owner": owner, "until": until}))
            return mine

    def remark(self, name: str, text: str | None, at: int) -> None:
        """Say what ails `name`, for `boardside status`, and again within REMARK_MS; None: it is well."""
        value = None if text is None else json.dumps({"text": text, "at": at})
        with writing(self._engine) as connection:
            _put(connection, _REMARK + name, value)

    def remarks(self, now: int) -> list[str]:
        """What ails whom at `now` (UTC ms), in words."""
        query = select(meta.c.value).where(meta.c.key.startswith(_REMARK)).order_by(meta.c.key)
        with reading(self._engine) as connection:
            said = [json.loads(value) for value in connection.execute(query).scalars()]
        return [one["text"] for one in said if now - one["at"] <= REMARK_MS]


def _get(connection: Connection, key: str) -> str | None:
    return connection.execute(select(meta.c.value).where(meta.c.key == key)).scalar()


def _put(connection: Connection, key: str, value: str | None) -> None:
    connection.execute(delete(meta).where(meta.c.key == key))
    if value is not None:
        connection.execute(insert(meta).values(key=key, value=value))
