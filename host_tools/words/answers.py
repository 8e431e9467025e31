"""The words for how a command to a table went: what the outbox has in `code` and `message`.

A table answers with a code and a text, which is stored: a table of another version may have reasons that this
host does not know. What the host itself decides about a command is a code of `WORDS`, stored without a text.
"""

#: The host's own codes: why it settled a command that no table answered.
WORDS: dict[str, str] = {
    "expired": "The table could not be reached in time.",
    "damaged": "It is damaged in the database: give it again.",
    "too_long": "The command is too long for a table; shorten the names.",
    "withdrawn": "The command was withdrawn.",
    "recalled": "the call was taken back",
}


def say(code: str | None, message: str | None) -> str:
    """Why a command is as it is; "" when nothing says it."""
    return message or WORDS.get(code or "", "")
