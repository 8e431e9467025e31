"""Why the database cannot be used, and what was done to it: reasons from a closed list, each with its facts.

`where` is the database's address; no fact contains a password. host_tools/words/databases.py has the words of
each; tests/words holds the two together.
"""

from typing import Any, Literal, TypeAlias, get_args

from host_tools.reasons import Coded, CodedError

#: In brackets: the modules that give these reasons.
DatabaseReason = Literal[
    # Any database (troubles.py, lock_waiting.py; hangs: collector/storing.py). `why`: its own text.
    "locked",
    "locked_long",
    "silent",
    "hangs",
    "fails",
    # A SQLite file (troubles.py, integrity_check.py).
    "disk_full",
    "disk_fails",
    "file_read_only",
    "file_cannot_open",
    "damaged",
    "tables_damaged",
    "no_database",
    "not_checked",
    # A server (troubles.py, server_origin.py).
    "login_refused",
    "password_missing",
    "not_let_in",
    "no_such_database",
    "starting_or_stopping",
    "was_shut_down",
    "server_disk_full",
    "connections_used_up",
    "is_standby",
    "not_granted",
    "tables_lost",
    "server_damaged",
    "server_disk_fails",
    "port_refused",
    "socket_missing",
    "server_unknown",
    "timed_out",
    "gone_away",
    "made_again",
    # The file is no longer under its name (database_file.py, file_mending.py).
    "moved_at_opening",
    "file_gone",
    "log_gone",
    "file_replaced",
    "disk_away",
    "not_written_again",
    "not_copied",
    "open_one_damaged",
    "not_saved",
    # What was done about it (file_mending.py).
    "file_written_again",
    "log_written_anew",
    "log_written_anew_beside",
    "goes_on_with_other",
    "read_anew",
    # What pages say that only read (collector/spectator.py).
    "hall_away",
    # Opening it (database.py, store.py, preparing.py).
    "bad_url",
    "in_memory",
    "not_there",
    "no_tournament",
    "of_older_version",
    "of_newer_version",
    "older_at_work",
    "not_copied_first",
    # What a command waits for, and what a starting collector warns of (lock_waiting.py, health.py).
    "waits_for_lock",
    "no_fsync",
]
DATABASE_REASONS: tuple[DatabaseReason, ...] = get_args(DatabaseReason)

#: The file, or its log, that no longer has its name.
Missing = Literal["file_gone", "log_gone", "file_replaced"]

DatabaseCause: TypeAlias = Coded[DatabaseReason]


def database_cause(reason: DatabaseReason, /, **facts: Any) -> DatabaseCause:
    """A reason with these facts."""
    return Coded(reason, facts)


class StoreError(CodedError[DatabaseReason]):
    """The database cannot be used, for this reason. Trying again does not help."""


class StoreUnavailable(StoreError):  # noqa: N818
    """The database cannot be used now (locked, disk full, server away), but a later attempt may succeed."""


class StoreLocked(StoreUnavailable):
    """Another program keeps the database locked."""


class StoreDamaged(StoreError):  # noqa: N818
    """Pages or tables of the database are lost. Nothing may be written to it until it is repaired."""


class FileLost(StoreUnavailable):
    """The open database is no longer the one under the database's name. Data written since may be only in the
    open one, and so count as not written.
    """
