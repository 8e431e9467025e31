"""Why there is nothing to verify: reasons from a closed list, each with its facts.

words.py has the words of each; tests/words holds the two together.
"""

from typing import Literal, get_args

from host_tools.reasons import CodedError

#: In brackets: the modules that give these reasons.
VerifyReason = Literal[
    # The database (command.py).
    "no_such_match",
    "no_such_table",
    "no_event",
    # A file of events (command.py).
    "file_unreadable",
    "file_not_utf8",
    "no_event_in_line",
    "no_match_event",
]
VERIFY_REASONS: tuple[VerifyReason, ...] = get_args(VerifyReason)


class CannotVerify(CodedError[VerifyReason]):
    """There is nothing to check, for this reason."""
