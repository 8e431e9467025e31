"""Reads rows of a SQLite file that came from outside. Of its schema nothing is used: no trigger, view, index,
generated column or virtual table.
"""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Table

from host_tools.backup.reasons import CareError
from host_tools.outside.zip_file import LINE_MOST
from host_tools.store.schema import meta

#: Of `PRAGMA table_xinfo`: an ordinary column; others are hidden, or generated.
_ORDINARY = 0
#: SQLITE_DBCONFIG_DEFENSIVE, _ENABLE_TRIGGER, _ENABLE_VIEW (https://www.sqlite.org/c3ref/c_dbconfig_defensive.html)
_CONFIG = ((1010, True), (1003, False), (1015, False))


@contextmanager
def opened(path: Path, name: Path) -> Iterator["SqliteRows"]:
    """Open a file read-only, and check it. `name`: for messages. Raises CareError when it is damaged."""
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        try:
            connection.execute("PRAGMA trusted_schema=OFF")
            connection.execute("PRAGMA cell_size_check=ON")
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LINE_MOST)
            if (set_config := getattr(connection, "setconfig", None)) is not None:  # from Python 3.12 on
                for setting, is_on in _CONFIG:
                    set_config(setting, is_on)
            finding = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            if finding != "ok":
                raise CareError("file_damaged", file=str(name), why=" ".join(finding.split())[:200])
            yield SqliteRows(connection, name)
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise CareError("no_backup", file=str(name), why=str(error)) from error


class SqliteRows:
    """An open file."""

    def __init__(self, connection: sqlite3.Connection, name: Path) -> None:
        self._connection = connection
        self._name = name
        kinds = connection.execute("SELECT name, type FROM pragma_table_list WHERE schema = 'main'")
        self._tables = {str(name) for name, kind in kinds if kind == "table"}

    def version(self) -> int | None:
        """The version of its schema; None when it is no database of Boardside."""
        row = next((row for row in self.rows(meta) if row["key"] == "schema"), None)
        return int(row["value"]) if row and str(row["value"]).isdecimal() and len(row["value"]) < 9 else None

    def rows(self, table: Table) -> Iterator[Mapping[str, Any]]:
        """The rows of a table, with the columns that it has in our schema. Raises CareError when one of them
        is no ordinary column of an ordinary table there.
        """
        if table.name not in self._tables:
            raise CareError("no_backup", file=str(self._name), why=f"no table {table.name}")
        names = [column.name for column in table.c]
        listed = self._connection.execute(f'PRAGMA main.table_xinfo("{table.name}")')
        ordinary = {row[1] for row in listed if row[6] == _ORDINARY}
        if missing := [name for name in names if name not in ordinary]:
            raise CareError("no_backup", file=str(self._name), why=f"no column {table.name}.{missing[0]}")
        columns = ", ".join(f'"{name}"' for name in names)
        query = f'SELECT {columns} FROM main."{table.name}" NOT INDEXED'
        for row in self._connection.execute(query):
            yield dict(zip(names, row, strict=True))
