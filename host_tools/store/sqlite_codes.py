"""SQLite's result codes. Errors are recognised by code, because the texts differ between versions."""

import sqlite3


def sqlite_code(error: BaseException | None) -> int:
    """The primary result code (https://sqlite.org/rescode.html) of this error, or of the SQLite error that
    caused it; 0 (SQLITE_OK) when there is none.
    """
    while error is not None:
        if isinstance(error, sqlite3.Error):
            return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF
        error = error.__cause__
    return sqlite3.SQLITE_OK
