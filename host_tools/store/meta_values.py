"""Small values in the table `meta`: the progress and problems of a collector's companions (MQTT, SoL), the
organiser's own rulesets, and the state of the regular backups.
"""

import json
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Connection, Engine, delete, insert, select

from host_tools.live_values import NamedReason
from host_tools.store.admins import Admins
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
            kept_remarks = [json.loads(value) for value in connection.execute(query).scalars()]
        return [remark["text"] for remark in kept_remarks if now - remark["at"] <= REMARK_MS]


def _get(connection: Connection, key: str) -> str | None:
    return connection.execute(select(meta.c.value).where(meta.c.key == key)).scalar()


def _put(connection: Connection, key: str, value: str | None) -> None:
    connection.execute(delete(meta).where(meta.c.key == key))
    if value is not None:
        connection.execute(insert(meta).values(key=key, value=value))


# The organiser's own rulesets: the text of each file, by its key

_RULESET = "ruleset "


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
            return ruleset_rows(connection)

    def get(self, key: str) -> SavedRuleset | None:
        """The one with this key; None when there is none."""
        with reading(self._engine) as connection:
            return ruleset_row(connection, key)


def ruleset_rows(connection: Connection) -> list[SavedRuleset]:
    """All of them, by key."""
    query = select(meta.c.key, meta.c.value).where(meta.c.key.startswith(_RULESET)).order_by(meta.c.key)
    return [_saved(*row) for row in connection.execute(query)]


def ruleset_row(connection: Connection, key: str) -> SavedRuleset | None:
    """The one with this key; None when there is none."""
    query = select(meta.c.key, meta.c.value).where(meta.c.key == _RULESET + key)
    row = connection.execute(query).first()
    return None if row is None else _saved(*row)


def put_ruleset(connection: Connection, saved: SavedRuleset) -> None:
    """Store it, in place of one with the same key."""
    remove_ruleset(connection, saved.key)
    value = json.dumps({"text": saved.text, "by": saved.by, "at": saved.at})
    connection.execute(insert(meta).values(key=_RULESET + saved.key, value=value))


def remove_ruleset(connection: Connection, key: str) -> bool:
    """Remove it; False when there is none."""
    return connection.execute(delete(meta).where(meta.c.key == _RULESET + key)).rowcount > 0


def _saved(key: str, value: str) -> SavedRuleset:
    return SavedRuleset(key.removeprefix(_RULESET), **json.loads(value))


# A collector's regular backups (backup/regular.py), and a restore

#: So long after a restore the state is shown from when it is.
_RESTORED_TOLD_MS = 12 * 3_600_000
#: The act of a restore; its detail: `as_of` (UTC ms), `act` (the number of the last act in the backup).
RESTORE = "restore"
_BACKUPS = "backups"


@dataclass(frozen=True, slots=True)
class BackupState:
    """The regular backups: their folder, the interval, and the last whole file, `file`, made at `made_at`
    (UTC ms). `is_apart`: it is on another disk than the database. `problem`: why no newer one was made.
    """

    folder: str
    every_ms: int
    made_at: int | None = None
    file: str = ""
    is_apart: bool = False
    problem: NamedReason | None = None


@dataclass(frozen=True, slots=True)
class Restored:
    """A database that was restored: `as_of` (UTC ms) says from when its state is, `act` is the number of its
    last act then, or 0.
    """

    as_of: int
    act: int


def read_backup_state(notes: Notes) -> BackupState | None:
    """The state of the regular backups; None when the collector makes none. Raises StoreError."""
    value = notes.get(_BACKUPS)
    return None if value is None else BackupState(**json.loads(value))


def put_backup_state(notes: Notes, state: BackupState | None) -> None:
    """Store the state. Raises StoreError."""
    notes.put(_BACKUPS, None if state is None else json.dumps(asdict(state)))


def latest_restore(admins: Admins, now: int) -> Restored | None:
    """The restore of the twelve hours before `now` (UTC ms), if there was one. Raises StoreError."""
    for act in admins.acts_named(RESTORE, now - _RESTORED_TOLD_MS):
        detail: dict[str, Any] = act["detail"] or {}
        return Restored(detail["as_of"], detail["act"])
    return None
