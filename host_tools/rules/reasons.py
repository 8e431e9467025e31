"""Why a file of own rules cannot be used, or not be made: reasons from a closed list, each with its facts.

`file` is the name of the file, or what else the message calls the text. host_tools/words/rules_files.py has
the words of each; tests/words holds the two together.
"""

from typing import Literal, get_args

from host_tools.reasons import CodedError

RulesFileReason = Literal[
    "no_such_ruleset",
    # The file as a whole.
    "not_readable",
    "not_utf8",
    "no_json",
    "name_twice",
    "no_object",
    # One field of it.
    "base_missing",
    "base_unknown",
    "bad_name",
    "bad_source",
    "rule_refused",
    # Its rules together, found by playing (rules_trial.py).
    "cannot_be_played",
    "never_ends",
    # A file that `rules new` would make.
    "not_asked",
    "bad_seconds",
    "entry_twice",
    "answers_ended",
    "answer_not_utf8",
    "target_exists",
    "not_written",
]
RULES_FILE_REASONS: tuple[RulesFileReason, ...] = get_args(RulesFileReason)


class RulesFileError(CodedError[RulesFileReason]):
    """The file cannot be used or made, for this reason."""
