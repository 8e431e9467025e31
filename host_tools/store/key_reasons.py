"""Why a key is not accepted: reasons from a closed list, each with its facts. No fact contains a key.

host_tools/words/keys.py has the words of each; tests/words holds the two together.
"""

from typing import Literal, get_args

from host_tools.reasons import CodedError

#: In brackets: the modules that give these reasons.
KeyReason = Literal[
    # A key of a table (keys.py).
    "no_key",
    "no_table_number",
    "key_ended",
    # A file of keys (key_file.py).
    "file_no_json",
    "file_no_object",
    "file_of_other_version",
    "entry_no_object",
    "entry_no_table",
    "entry_no_key",
    "entry_unreadable",
]
KEY_REASONS: tuple[KeyReason, ...] = get_args(KeyReason)


class KeyRefused(CodedError[KeyReason]):
    """A key is not accepted, for this reason."""
