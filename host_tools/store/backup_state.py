"""What is known of a collector's regular backups (backup/regular.py), and of a restore, for every reader."""

import json
from dataclasses import asdict, dataclass
from typing import Any

from host_tools.live_values import NamedReason
from host_tools.store.admins import Admins
from host_tools.store.integration_notes import Notes

#: So long after a restore the state is shown from when it is.
_RESTORED_TOLD_MS = 12 * 3_600_000
#: The act of a restore; its detail: `as_of` (UTC ms), `act` (the number of the last act in the backup).
RESTORE = "restore"
_NOTE = "backups"


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


def read(notes: Notes) -> BackupState | None:
    """The state of the regular backups; None when the collector makes none. Raises StoreError."""
    value = notes.get(_NOTE)
    return None if value is None else BackupState(**json.loads(value))


def put(notes: Notes, state: BackupState | None) -> None:
    """Store the state. Raises StoreError."""
    notes.put(_NOTE, None if state is None else json.dumps(asdict(state)))


def restored(admins: Admins, now: int) -> Restored | None:
    """The restore of the twelve hours before `now` (UTC ms), if there was one. Raises StoreError."""
    for act in admins.acts_named(RESTORE, now - _RESTORED_TOLD_MS):
        detail: dict[str, Any] = act["detail"] or {}
        return Restored(detail["as_of"], detail["act"])
    return None
