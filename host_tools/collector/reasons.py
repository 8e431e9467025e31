"""Why the collector cannot begin, a port cannot be used, or a table's journal cannot be read: reasons from a
closed list, each with its facts.

words.py has the words of each; tests/words holds the two together.
"""

from typing import Any, Literal, TypeAlias, get_args

from host_tools.reasons import Coded, CodedError

#: In brackets: the modules that give these reasons.
CollectReason = Literal[
    # The options (collect_command.py, cli.py). option_refused: by another system, whose words are `says`.
    "tls_needs_both",
    "file_unreadable",
    "key_locked",
    "key_of_other",
    "certificate_too_weak",
    "no_certificate",
    "bad_public_name",
    "option_refused",
    # The ports of the network (run.py).
    "port_taken",
    "port_forbidden",
    "no_own_address",
    "port_fails",
    # The ports of tables (serial_line.py).
    "no_serial_url",
    "serial_url_silent",
    "serial_missing",
    "serial_not_permitted",
    "serial_taken",
    "serial_fails",
    "serial_gone",
    "table_stores_nothing",
    # How a user may open a port (serial_line.py): a fact of serial_not_permitted.
    "join_group",
    "open_to_group",
    # A journal that is read once (pull.py). turned_away: `trouble` is one of host_tools/words/troubles.py.
    "serial_lost",
    "turned_away",
    "nobody_answers",
    "stopped_at",
]
COLLECT_REASONS: tuple[CollectReason, ...] = get_args(CollectReason)

CollectCause: TypeAlias = Coded[CollectReason]


def collect_cause(reason: CollectReason, /, **facts: Any) -> CollectCause:
    """A reason with these facts."""
    return Coded(reason, facts)


class CannotStart(CodedError[CollectReason]):
    """The collector cannot begin, for this reason."""


class NotYet(CannotStart):
    """It cannot begin now, but may later: a port that is in use, a network that is not up yet."""


class CannotPull(CodedError[CollectReason]):
    """The table's events could not be read, for this reason."""
