"""The words for how a command to a table went: what the outbox has in `code`, `message`, `reason`, `facts`.

A table answers with a code, a short line, and mostly a reason with facts. The line is stored, too: a table of
another version may have reasons that this host does not know. What the host itself decides about a command is
a code of `WORDS`, stored without a line.
"""

from collections.abc import Mapping
from typing import Any

from host_tools.words import refusals

#: The host's own codes: why it settled a command that no table answered.
WORDS: dict[str, str] = {
    "expired": "The table could not be reached in time.",
    "damaged": "It is damaged in the database: give it again.",
    "too_long": "The command is too long for a table; shorten the names.",
    "withdrawn": "The command was withdrawn.",
    "recalled": "the call was taken back",
}


def say(
    code: str | None, message: str | None, reason: str | None = None, facts: Mapping[str, Any] | None = None
) -> str:
    """Why a command is as it is; "" when nothing says it."""
    if reason is not None:
        message = refusals.of_answer(message or "", reason, facts or {})
    return message or WORDS.get(code or "", "")


def of_row(row: Mapping[str, Any]) -> str:
    """`say` for a row of the outbox (`store.rows.CommandRow`)."""
    return say(row["code"], row["message"], row["reason"], row["facts"])
