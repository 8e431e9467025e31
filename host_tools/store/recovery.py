"""What is done while nothing can be written: the database is looked at again, and what is open of a file that
went is saved once, as a copy beside it (docs/maintainer/database.md). The copy is never put in the file's
place: whoever moved the file had a reason, and knows which of the two is wanted.
"""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from host_tools.outside.files import free_name, replacing
from host_tools.store.database import file_of, reading, taking_turn
from host_tools.store.database_file import DatabaseFile, is_other_generation, is_other_origin
from host_tools.store.health import damage_of
from host_tools.store.reasons import FileLost, StoreDamaged, StoreUnavailable
from host_tools.store.troubles import explain


class Recovery:
    """Looks after the database of one engine. Methods may be called from any thread; they wait for their turn
    to write.

    `is_other`: the database was restored on its server, or changed by a command. It can be used when all that
    is known of it was read anew.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.is_other = False
        self._saved: Path | None = None

    def look(self, is_last: bool = False) -> None:
        """Look whether the database can be written again. `is_last`: it is closed after this, and what is
        open of it is gone then. Raises StoreError while it cannot; nothing is lost by that.
        """
        file = file_of(self._engine)
        try:
            if file is None:
                self._look_for_other()
                return
            with taking_turn(self._engine):
                self._look_at(file, is_last)
        except SQLAlchemyError as error:  # there is no connection; records are not at fault
            explained = explain(error, self._engine)
            raise StoreUnavailable(explained.reason, **explained.facts) from error

    def _look_at(self, file: DatabaseFile, is_last: bool) -> None:
        missing = file.missing()
        if missing is not None:
            self._saved = self._saved or self._save(file)
            if is_last or missing == "file_replaced":
                file.remove_log()
            raise FileLost("file_lost", where=file.where, saved=str(self._saved))
        self._saved = None  # it is out of date from now on
        if file.damage is not None:
            damage = damage_of(self._engine)
            file.damage = None if damage is None else StoreDamaged(damage.reason, **damage.facts)
        if file.damage is None:
            self._look_for_other()

    def _save(self, file: DatabaseFile) -> Path:
        """Copy all commits of the open database to a new file beside it; returns its path."""
        folder = file.real.parent
        try:
            if os.stat(folder).st_dev != file.device:
                raise FileLost("disk_away", where=file.where, folder=str(folder))
            saved = free_name(Path(f"{file.real}.saved"))
            with replacing(saved, is_private=True) as made:
                self._copy(file, made)
            os.chmod(saved, file.mode)
        except OSError as error:
            raise StoreUnavailable("not_saved", where=file.where, why=error.strerror or str(error)) from error
        return saved

    def _copy(self, file: DatabaseFile, target: Path) -> None:
        pooled = self._engine.raw_connection()  # an open connection: a new one cannot open the file
        try:
            source = pooled.driver_connection
            assert isinstance(source, sqlite3.Connection)
            with closing(sqlite3.connect(target)) as copy:
                source.backup(copy)
                copy.execute("PRAGMA journal_mode=DELETE")  # one file, without a log
        except sqlite3.Error as error:
            raise StoreUnavailable("not_saved", where=file.where, why=str(error)) from error
        finally:
            pooled.close()

    def _look_for_other(self) -> None:
        with reading(self._engine) as connection:
            is_server = connection.dialect.name != "sqlite"
            self.is_other = (is_server and is_other_origin(connection)) or is_other_generation(connection)
