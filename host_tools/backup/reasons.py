"""Why a backup, an archive, a rescue or a deletion was not done: reasons from a closed list, each with its
facts.

words.py has the words of each; tests/words holds the two together.
"""

from typing import Literal, get_args

from host_tools.live_values import NamedReason
from host_tools.reasons import CodedError
from host_tools.store import StoreError

#: In brackets: the modules that give these reasons. `why`: the text of another error, or an `Obstacle`.
CareReason = Literal[
    # The file to write (targets.py, portable.py, rescuing.py).
    "not_writable",
    "target_is_database",
    "target_is_folder",
    "target_exists",
    "new_target_exists",
    "not_makeable",
    # The file to read (staging.py, portable.py, commands.py).
    "not_readable",
    "is_empty",
    "archive_is_folder",
    "cut_off",
    "file_damaged",
    "part_damaged",
    "too_large_for_archive",
    "no_archive",
    "no_manifest",
    "archive_of_newer",
    "file_of_newer",
    "file_of_older",
    "is_backup",
    "is_tournament",
    "no_backup",
    "not_copied_out",
    "not_unpacked_into",
    "table_not_brought",
    "rows_do_not_fit",
    "no_tournament_in_it",
    "values_refused",
    # no_room: an obstacle only.
    "no_room",
    # The database (backups.py, staging.py, archives.py).
    "rows_missing_in_backup",
    "rows_missing",
    "restore_onto_itself",
    "database_not_empty",
    "database_exists",
    "database_open",
    "collector_runs",
    "tournament_refused",
    # Rescue (rescuing.py).
    "beginning_lost",
    "tables_list_lost",
    "nothing_to_rescue",
    "rescue_of_newer",
    "damaged_one_open",
    # Deletion (forgetting.py).
    "whose_data",
    "nobody_has_name",
    "traces_left",
    "traces_left_by_readers",
]
CARE_REASONS: tuple[CareReason, ...] = get_args(CareReason)


class CareError(CodedError[CareReason]):
    """The task was not done, and nothing was changed, for this reason."""


#: Why something could not be read or written, as a fact: the database's reason, or no_room, or another text.
Obstacle = NamedReason | str


def obstacle(error: Exception) -> Obstacle:
    """The fact `why` for an error of the database, of SQLite or of the system."""
    return error.to_json() if isinstance(error, StoreError) else str(error)
