"""The backups that a running collector makes (`collect --backup FOLDER --every MINUTES`): each whole before
it gets its name, the last ten stay. The folder may be on a stick: while that is away the pages say so, and
when it is back the next backup is made at once.
"""

import asyncio
import logging
import os
import re
import time
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock

from host_tools.backup.backups import back_up
from host_tools.backup.reasons import CareError
from host_tools.store import Store, StoreError
from host_tools.store.database import now_ms
from host_tools.store.meta_values import BackupState, put_backup_state, read_backup_state

log = logging.getLogger(__name__)

KEPT = 10
#: How often the folder is looked for, and how soon a failed backup is tried again.
LOOK_S, RETRY_MS = 5.0, 30_000
REMARK_NAME = "backup"
_NAME = re.compile(r"boardside-(\d{4,9})-[0-9-]+\.(sqlite3|zip)(\.part)?")
_one_at_once = Lock()


def make(store: Store) -> BackupState:
    """Make a backup in the collector's folder now. Returns the new state. Raises CareError, also when no
    collector makes regular backups, and StoreError.
    """
    with _one_at_once:
        state = read_backup_state(store.notes)
        if state is None:
            raise CareError("no_backup_folder")
        try:
            if _away(store, state):
                raise CareError("backup_folder_away", folder=state.folder)
            folder = Path(state.folder)
            is_apart, file = _is_apart(store, folder), _write(store, folder)
        except (CareError, OSError) as error:
            why = error if isinstance(error, CareError) else _not_writable(state.folder, error)
            if state.problem != why.to_json():
                put_backup_state(store.notes, replace(state, problem=why.to_json()))
                log.warning("%s", str(why))
            raise why from error
        made = replace(state, made_at=now_ms(), file=str(file), is_apart=is_apart, problem=None)
        put_backup_state(store.notes, made)
        return made


def _not_writable(folder: str, error: OSError) -> CareError:
    return CareError("not_writable", file=folder, why=error.strerror or str(error))


def _away(store: Store, state: BackupState) -> bool:
    """Whether the folder is away: also when it was on another disk than the database and now is not, since
    the empty mount point of a stick is a folder, too.
    """
    folder = Path(state.folder)
    try:
        return not folder.is_dir() or (state.is_apart and not _is_apart(store, folder))
    except OSError:
        return True


def _is_apart(store: Store, folder: Path) -> bool:
    return disk_of(folder) != disk_of(_home(store))


def disk_of(path: Path) -> int:
    """The file system that has this path."""
    return os.stat(path).st_dev


def _home(store: Store) -> Path:
    """A folder on the disk that the backup is to survive."""
    database = store.engine.url.database
    return Path(database or "").resolve().parent if store.engine.dialect.name == "sqlite" else Path.home()


def _write(store: Store, folder: Path) -> Path:
    """The next file. Older ones than the last KEPT are deleted, by their numbers: a clock may be wrong."""
    numbered = _numbered(folder)
    at = datetime.fromtimestamp(now_ms() / 1000, UTC)
    kind = "sqlite3" if store.engine.dialect.name == "sqlite" else "zip"
    number = max((number for number, _ in numbered), default=0) + 1
    file = folder / f"boardside-{number:04}-{at.astimezone():%Y%m%d-%H%M}.{kind}"
    back_up(store, file, at)
    for old_number, old in _numbered(folder):
        if old_number <= number - KEPT or old.suffix == ".part":
            with suppress(OSError):
                old.unlink()
    return file


def _numbered(folder: Path) -> list[tuple[int, Path]]:
    found = [(_NAME.fullmatch(path.name), path) for path in folder.iterdir()]
    return [(int(match[1]), path) for match, path in found if match]


class RegularBackups:
    """The companion of a collector that makes them: in `folder`, every `every_ms`. folder None: it makes
    none, and says so in the database.
    """

    def __init__(self, store: Store, folder: Path | None, every_ms: int) -> None:
        self._store = store
        self._folder = None if folder is None else str(folder.absolute())
        self._every_ms = every_ms
        self._next_ms: int | None = None
        self._remarked_ms: int | None = None
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin with the first backup, or without a folder clear what an earlier collector has stored."""
        self._task = asyncio.create_task(self._repeat(), name="backups")

    async def stop(self) -> None:
        """End; a backup that is being written is finished."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _repeat(self) -> None:
        while True:
            try:
                await asyncio.to_thread(self.step, time.monotonic_ns() // 1_000_000)
            except StoreError as error:
                log.debug("backups: %s", error)  # the collector reports the database's problem
            await asyncio.sleep(LOOK_S)

    def step(self, now: int) -> None:
        """Make a backup if one is due at `now` (monotonic ms), and store a problem or its end. Raises
        StoreError.
        """
        state = self._state()
        if state is None:
            return
        is_away = _away(self._store, state)
        if not is_away and self._next_ms is not None and now < self._next_ms:
            return
        try:
            make(self._store)
            self._next_ms = now + self._every_ms
            self._remark(None, now)
        except CareError as error:
            self._next_ms = now if is_away else now + min(RETRY_MS, self._every_ms)
            self._remark(error, now)

    def _state(self) -> BackupState | None:
        state = read_backup_state(self._store.notes)
        if self._folder is None:
            if state is not None:
                put_backup_state(self._store.notes, None)
            return None
        if state is None or state.folder != self._folder:
            state = BackupState(self._folder, self._every_ms)
        elif state.every_ms != self._every_ms:
            state = replace(state, every_ms=self._every_ms)
        else:
            return state
        put_backup_state(self._store.notes, state)
        return state

    def _remark(self, why: CareError | None, now: int) -> None:
        """Keep the problem among the remarks of `boardside status`, which end by themselves."""
        if why is None and self._remarked_ms is None:
            return
        if why is None or self._remarked_ms is None or now - self._remarked_ms >= RETRY_MS:
            self._remarked_ms = None if why is None else now
            self._store.notes.remark(REMARK_NAME, None if why is None else str(why), now_ms())
