"""Repair a SQLite file that was deleted, moved, replaced or damaged while it is open
(docs/maintainer/database.md).

As long as this program has the file open, none of its data are lost. If the file or its log was deleted or
moved, a whole copy is written back under the file's name. If it was replaced, a whole copy is saved beside
the other file, and the program may begin anew with that one, if it is a database of Boardside. If the file
was damaged, it is checked again.
"""

import os
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from host_tools.outside.files import free_name, replacing
from host_tools.reasons import Cause
from host_tools.store.database import file_of, reading, taking_turn
from host_tools.store.database_file import DatabaseFile, Files, inode_of, is_other_generation, is_other_origin
from host_tools.store.health import damage_of
from host_tools.store.reasons import (
    FileLost,
    Missing,
    StoreDamaged,
    StoreUnavailable,
    database_cause,
)
from host_tools.store.schema import SCHEMA_VERSION
from host_tools.store.troubles import explain, shown


@dataclass(slots=True)
class Mended:
    """What was done. `said`: as a reason; None: nothing yet. `saved`: the copy of a replaced file.
    `may_begin_anew`: another database of Boardside has the name now, and the open one is saved.
    """

    said: Cause | None = None
    saved: Path | None = None
    may_begin_anew: bool = False


class Mending:
    """Repairs the file of one engine. Methods may be called from any thread; they wait for their turn to
    write.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.done = Mended()
        self._last_look: tuple[int, ...] | None = None

    def mend(self) -> None:
        """Repair what can be repaired now. Raises StoreError when that fails; nothing is lost by it."""
        file = file_of(self._engine)
        try:
            if file is None:
                self._look_for_other()
                return
            with taking_turn(self._engine):
                self._mend(file)
        except SQLAlchemyError as error:  # there is no connection; records are not at fault
            explained = explain(error, self._engine)
            raise StoreUnavailable(explained.reason, **explained.facts) from error

    def _mend(self, file: DatabaseFile) -> None:
        missing = file.missing()
        if missing == "file_replaced":
            self._save(file)
            self._look_at_other(file)
        else:
            self._last_look = self.done.saved = None  # a saved copy is out of date from now on
            self.done.may_begin_anew = False
            if missing is not None:
                self._bring_back(file, missing)
        if file.damage is not None:
            damage = damage_of(self._engine)
            file.damage = None if damage is None else StoreDamaged(damage.reason, **damage.facts)
        if missing != "file_replaced" and file.damage is None:
            self._look_for_other()

    # Gone

    def _bring_back(self, file: DatabaseFile, missing: Missing) -> None:
        folder = file.real.parent
        try:
            if os.stat(folder).st_dev != file.device:
                raise FileLost("disk_away", where=file.where, folder=str(folder))
            with replacing(self._part_of(file), is_private=True) as made:
                self._copy(file, made)
            whole = self._part_of(file)
            os.chmod(whole, file.mode)
            adopted = inode_of(whole)
            assert adopted is not None
            aside = self._place(file, whole, missing)
            _sync(folder)
        except OSError as error:
            raise StoreUnavailable(
                "not_written_again", where=file.where, why=error.strerror or str(error)
            ) from error
        self._engine.dispose()
        file.adopt(Files(adopted, None, None))
        if missing == "file_gone":
            self.done.said = database_cause("file_written_again", where=file.where)
        elif aside is None:
            self.done.said = database_cause("log_written_anew", where=file.where)
        else:
            self.done.said = database_cause("log_written_anew_beside", where=file.where, aside=str(aside))

    def _place(self, file: DatabaseFile, whole: Path, missing: Missing) -> Path | None:
        """Give the copy the file's name. A file that another program put there meanwhile is
        renamed, never overwritten. Returns its new name, or None.
        """
        aside = None
        if missing == "log_gone" and _has_bytes(file.log) and not file.is_own(file.log):
            aside = free_name(Path(f"{file.real}.aside"))
            os.rename(file.real, aside)
            os.rename(file.log, f"{aside}-wal")
        if missing == "file_gone" or aside is not None:
            _link(whole, file.real)
        else:
            os.replace(whole, file.real)
        # The copy contains what is in the log; applying the log again would change nothing.
        for left in (file.log, file.index):
            left.unlink(missing_ok=True)
        return aside

    @staticmethod
    def _part_of(file: DatabaseFile) -> Path:
        return Path(f"{file.real}.again")

    def _copy(self, file: DatabaseFile, target: Path) -> None:
        """Copy all commits of the open database to `target`, and check the copy. Raises StoreError."""
        pooled = self._engine.raw_connection()  # an open connection: a new one cannot open the file
        try:
            source = pooled.driver_connection
            assert isinstance(source, sqlite3.Connection)
            with closing(sqlite3.connect(target)) as copy:
                source.backup(copy)
                copy.execute("PRAGMA journal_mode=DELETE")  # one file, without a log
                verdict = copy.execute("PRAGMA quick_check(1)").fetchone()
            if verdict != ("ok",):
                raise StoreDamaged("open_one_damaged", where=file.where, why=str(verdict[0]))
        except sqlite3.Error as error:
            raise StoreUnavailable("not_copied", where=file.where, why=str(error)) from error
        finally:
            pooled.close()

    # Replaced

    def _save(self, file: DatabaseFile) -> None:
        """Save the open database beside the other file, once, and rename our log: SQLite would apply it to
        the file that has the name now.
        """
        log = None
        with suppress(OSError):
            if file.is_own(file.log):
                log = free_name(Path(f"{file.real}.replaced-wal"))
                os.rename(file.log, log)
            if file.is_own(file.index):
                file.index.unlink(missing_ok=True)
        if self.done.saved is None:
            saved = free_name(Path(f"{file.real}.replaced"))
            try:
                with replacing(saved, is_private=True) as made:
                    self._copy(file, made)
            except OSError as error:
                raise StoreUnavailable(
                    "not_saved", where=file.where, why=error.strerror or str(error)
                ) from error
            self.done.saved = saved
        if log is not None:
            log.unlink(missing_ok=True)  # the saved copy contains it

    def _look_at_other(self, file: DatabaseFile) -> None:
        """Set `may_begin_anew` if the other file is a whole database of Boardside that has not changed since
        the last call. A file that changed may still be in the middle of being copied.
        """
        with suppress(OSError):
            status = os.stat(file.path)
            look = (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)
            is_settled, self._last_look = look == self._last_look, look
            if is_settled and _is_ours(file.path):
                self.done.may_begin_anew = True
                self.done.said = database_cause(
                    "goes_on_with_other", where=file.where, saved=str(self.done.saved)
                )

    def _look_for_other(self) -> None:
        with reading(self._engine) as connection:
            is_server = connection.dialect.name != "sqlite"
            is_other = (is_server and is_other_origin(connection)) or is_other_generation(connection)
        if is_other:
            self.done.may_begin_anew = True
            self.done.said = database_cause("read_anew", where=shown(self._engine))


def _is_ours(path: Path) -> bool:
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as other:
            version = other.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone()
            is_whole = other.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
    except sqlite3.Error:
        return False
    return (
        is_whole and version is not None and version[0].isdigit() and 1 <= int(version[0]) <= SCHEMA_VERSION
    )


def _has_bytes(path: Path) -> bool:
    try:
        return path.stat().st_size > 0
    except OSError:
        return False


def _link(source: Path, target: Path) -> None:
    """Rename, but never over an existing file. Raises OSError (FileExistsError)."""
    try:
        os.link(source, target)
    except FileExistsError:
        source.unlink()
        raise
    except OSError:  # a file system without links
        if target.exists():
            source.unlink()
            raise FileExistsError(target) from None
        os.rename(source, target)
    else:
        source.unlink()


def _sync(folder: Path) -> None:
    """Make the names in `folder` as durable as the files that have them."""
    if os.name == "posix":
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
