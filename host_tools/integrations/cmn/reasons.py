"""Why a CMN file cannot be read, taken or written: reasons from a closed list, each with its facts.

words.py has the words of each reason, and so shows which facts it has. A test holds the two together.
"""

from typing import Literal, get_args

from host_tools.reasons import CodedError

#: In brackets: the modules that give these reasons.
CmnReason = Literal[
    # The command (command.py). in_file: the file, and `why`, which is another of these reasons.
    "file_unreadable",
    "in_file",
    "take_or_events",
    "no_such_match",
    # The file as a whole (values.py, reading.py). nothing_taken: all `problems`, each of them below it.
    "too_large",
    "not_utf8",
    "no_json",
    "field_twice",
    "other_version",
    "nothing_taken",
    # One value, at its place in the file (values.py, reading.py).
    "no_object",
    "no_list",
    "no_text",
    "text_too_long",
    "winner_missing",
    "no_winner",
    "no_side",
    "no_pair",
    "id_twice",
    "no_date",
    "no_format",
    "not_two_teams",
    "wrong_number_of_players",
    "winner_unfit",
    # A match as events (events.py), and matches as a file (writing.py).
    "too_many_games",
    "no_events",
    "nothing_to_write",
]
CMN_REASONS: tuple[CmnReason, ...] = get_args(CmnReason)


class CmnError(CodedError[CmnReason]):
    """A CMN file, or one of its values, cannot be used for this reason. The facts are JSON-ready."""
