"""Why a backup, an archive, a rescue or a deletion was not done."""

from collections.abc import Mapping, Sequence

from host_tools.live_values import NamedReason
from host_tools.reasons import CodedError, Reasons
from host_tools.store import StoreError
from host_tools.store.reasons import REASONS as DATABASE
from host_tools.tournament.reasons import REASONS as DESK

_THEN = (
    "Put a backup back (`boardside restore`); the tables send what it lacks, as far as they still have it."
)

#: Why something could not be read or written, as a fact: the database's reason, or no_room, or another text.
Obstacle = NamedReason | str


def obstacle(error: Exception) -> Obstacle:
    """The fact `why` for an error of the database, of SQLite or of the system."""
    return error.to_json() if isinstance(error, StoreError) else str(error)


def _obstacle(why: Obstacle) -> str:
    if isinstance(why, str):
        return why
    return (REASONS if why["reason"] in REASONS else DATABASE).say_json(why)


def _near(near: Sequence[Mapping[str, str]]) -> str:
    """The similar names, and which to give."""
    if not near:
        return ". Give the whole name, as it is written in the entries."
    names = ", or ".join(f"{other['name']!r} ({other['how']}; {other['where']})" for other in near)
    return f". Is it {names}? Give the name as it is written here."


#: `why`: the text of another error, or an `Obstacle`.
REASONS = Reasons(
    {
        # The file to write.
        "not_writable": "{file} cannot be written: {why}.",
        "target_is_database": "{file} is the database itself: give the copy another name.",
        "target_is_folder": "{file} is a folder: give the name of a file.",
        "target_exists": "{file} exists: give another name, or --force to replace it.",
        "new_target_exists": "{file} exists: give the name of a new file.",
        "not_makeable": "{file} cannot be made: {why}.",
        # The folder of regular backups.
        "no_backup_folder": (
            "No collector makes regular backups here: start it with --backup FOLDER, or name the file to "
            "write."
        ),
        "backup_folder_away": (
            "No backups are made: the folder {folder} is not there. Put the stick in again, or make the "
            "folder; the next backup is made at once."
        ),
        # The file to read.
        "not_readable": "{file} cannot be read: {why}.",
        "is_empty": "{file} is empty: it was never written to its end. Take another copy.",
        "archive_needs_file": "To which file? `boardside backup FILE --tournament {tournament}`",
        "archive_is_folder": "{file} is a folder: give the file of an archive.",
        "cut_off": "{file} is damaged, or cut off ({why}): take another copy.",
        "file_damaged": "{file} is damaged ({why}): take another copy.",
        "part_damaged": "{file} is damaged: {part} is not what was written.",
        "too_large_for_archive": "{file} is no archive: {why}.",
        "no_archive": "{file} is damaged, or no archive of Boardside ({why}).",
        "no_manifest": "{file} is no archive of Boardside: its {manifest} cannot be used ({why}).",
        "archive_of_newer": (
            "{file} was written by a newer Boardside (archive version {version}, this one opens {own}): open "
            "it with that one."
        ),
        "file_of_newer": (
            "{file} was written by a newer Boardside (schema {version}, this one knows {own}): use that "
            "version."
        ),
        "file_of_older": (
            "{file} was written by an older Boardside (schema {version}, this one reads {own}): use that "
            "version."
        ),
        "is_backup": "{file} is a backup, which brings accounts and keys: `boardside restore` takes it.",
        "is_tournament": "{file} is the archive of a tournament: `boardside restore --archive` opens it.",
        "no_backup": "{file} is no database of Boardside, or a damaged one ({why}).",
        "not_copied_out": "{file} cannot be copied into {folder}: {why:obstacle}",
        "not_unpacked_into": "It cannot be unpacked into {folder}: {why:obstacle}",
        "table_not_brought": "{file} has rows of {table}, which the archive of a tournament never has.",
        "rows_do_not_fit": (
            "The rows of {file} do not fit the tables: {why:obstacle}. Take another copy; of a damaged "
            "SQLite database `boardside restore --rescue` saves what can be read."
        ),
        "no_tournament_in_it": "{file} has no tournament, or several: it is no archive of one.",
        "values_refused": "{file} has a value that the desk does not take. {why:desk}",
        "no_room": (
            "its disk takes nothing. Is it full, or failing? Make room and try again; nothing was changed."
        ),
        # The database.
        "rows_missing_in_backup": "The backup does not hold all rows; try again.",
        "rows_missing": "Not all rows arrived; the database is as it was.",
        "restore_onto_itself": "{file} is the database itself: there is nothing to restore.",
        "database_not_empty": "{where} holds something: give --force to replace all of it.",
        "database_exists": "{file} exists: give another database with --db, or --force to replace all of it.",
        "database_open": (
            "Another program has {file} open: end it first (a collector, also one that does not "
            "answer), and try again."
        ),
        "collector_runs": (
            "A collector runs on it (process {pid} on {host}): end it first, also one that does not answer, "
            "and try again. The tables keep what they record meanwhile."
        ),
        "tournament_refused": "{why:desk}",
        # Rescue.
        "rescue_makes_file": "A rescue makes an SQLite file: name it as --db sqlite:///rescued.sqlite3.",
        "beginning_lost": (
            f"The beginning of {{file}} is lost, or it is no SQLite database: nothing can be rescued. {_THEN}"
        ),
        "tables_list_lost": (
            f"The list of the tables in {{file}} is lost ({{why}}): nothing can be rescued. {_THEN}"
        ),
        "nothing_to_rescue": "{file} holds no tournament: there is nothing to rescue.",
        "rescue_of_newer": (
            "It was written by a newer Boardside (schema {version}, this one knows {own}): rescue it with "
            "that one."
        ),
        "damaged_one_open": (
            "Another program has {file} open: end it first (a collector), and try again. The tables keep "
            "what they record meanwhile."
        ),
        # Deletion.
        "whose_data": "Whose data? Give the whole name, as it is written in the entries.",
        "nobody_has_name": "Nobody is called {name:quoted} here{near:near}",
        "traces_left": (
            "The data are deleted, but {file} and {log} may still hold traces of them ({why}): end whatever "
            "uses it, and run the same again with --yes."
        ),
        "traces_left_by_readers": (
            "The data are deleted, but {file} and {log} may still hold traces of them (somebody reads it): "
            "end whatever uses it, and run the same again with --yes."
        ),
    },
    forms={"near": _near, "obstacle": _obstacle},
    tables={"desk": DESK.say_json},
)


class CareError(CodedError):
    """The task was not done, and nothing was changed, for this reason."""

    table = REASONS
