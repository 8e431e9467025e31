"""Texts of others on a line of our own: what is no text is shown as its escape."""

from typing import TextIO

_JOINERS = "\u200c\u200d"


def visible(text: str) -> str:
    """`text` with each character that is no text as its escape, such as \\n: it forges no line and no colour.

    Joiners stay, which some scripts need inside a word.
    """
    return "".join(
        letter
        if letter.isprintable() or letter in _JOINERS
        else letter.encode("unicode_escape").decode("ascii")
        for letter in text
    )


def take_any_letter(stream: TextIO) -> None:
    """Let a letter that the stream's encoding lacks be written as its escape, such as \\u0906."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")
