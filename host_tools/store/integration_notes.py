"""Small values of a collector's companions (MQTT, SoL) in `meta`: their progress and problems."""

import json
from dataclasses import dataclass

from sqlalchemy import Connection, Engine, delete, insert, select

from host_tools.store.database import reading, writing
from host_tools.store.schema import meta

#: A problem is no longer shown when it has not been stored again within this time.
REMARK_MS = 60_000
_NOTE, _REMARK = "note ", "remark "
#: `meta.key` holds 40 characters.
NAME_MAX = 40 - len(_REMARK)


@dataclass(frozen=True, slots=True)
class Turn:
    """Who processes a list, and how far. `done`: the last processed id; `owner` has the list until `until`
    (UTC ms).
    """

    done: int
    owner: str
    until: int


class Notes:
    """Each method is one transaction; raises StoreError. Names have at most NAME_MAX characters."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def get(self, name: str) -> str | None:
        """The value with this name; None when there is none."""
        with reading(self._engine) as connection:
            return _get(connection, _NOTE + name)

    def put(self, name: str, value: str | None) -> None:
        """Store a value; None removes it."""
        with writing(self._engine) as connection:
            _put(connection, _NOTE + name, value)

    def turn(self, name: str) -> Turn | None:
        """The present turn with a list; None when the list was never taken."""
        value = self.get(name)
        return Turn(**json.loads(value)) if value is not None else None

    def take_turn(self, name: str, owner: str, now: int, until: int, done: int | None = None) -> Turn:
        """Take or keep the list, and store how far it is processed. Returns the turn in force: another
        owner's turn remains until its time is over. done: None keeps the stored value, or starts with 0.
        """
        with writing(self._engine) as connection:
            value = _get(connection, _NOTE + name)
            holder = Turn(**json.loads(value)) if value is not None else None
            if holder is not None and holder.owner != owner and holder.until > now:
                return holder
            if done is None:
                done = holder.done if holder is not None else 0
            mine = Turn(done, owner, until)
            _put(connection, _NOTE + name, json.dumps({"done": done, "owner": owner, "until": until}))
            return mine

    def remark(self, name: str, text: str | None, at: int) -> None:
        """Store the problem of `name` for `boardside status`; None: no problem. A problem that persists must
        be stored again within REMARK_MS.
        """
        value = None if text is None else json.dumps({"text": text, "at": at})
        with writing(self._engine) as connection:
            _put(connection, _REMARK + name, value)

    def remarks(self, now: int) -> list[str]:
        """Each companion's problem at `now` (UTC ms), as a sentence."""
        query = select(meta.c.value).where(meta.c.key.startswith(_REMARK)).order_by(meta.c.key)
        with reading(self._engine) as connection:
            said = [json.loads(value) for value in connection.execute(query).scalars()]
        return [remark["text"] for remark in said if now - remark["at"] <= REMARK_MS]


def _get(connection: Connection, key: str) -> str | None:
    return connection.execute(select(meta.c.value).where(meta.c.key == key)).scalar()


def _put(connection: Connection, key: str, value: str | None) -> None:
    connection.execute(delete(meta).where(meta.c.key == key))
    if value is not None:
        connection.execute(insert(meta).values(key=key, value=value))
