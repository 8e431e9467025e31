"""Why there is nothing to verify."""

from host_tools.reasons import CodedError, Reasons

REASONS = Reasons(
    {
        "no_such_match": "The database holds nothing of match {match}.",
        "no_such_table": "The database holds nothing of table {table}.",
        "no_event": "It holds no event.",
        "file_unreadable": "{file} cannot be read: {why}.",
        "file_not_utf8": "{file} is no text file in UTF-8 ({why}).",
        "no_event_in_line": "Line {line} is no event with `seq` and `kind` ({why}).",
        "no_match_event": "There is no match in it: a match begins with an event of kind `match`.",
    }
)


class CannotVerify(CodedError):  # noqa: N818
    """There is nothing to check, for this reason."""

    table = REASONS
