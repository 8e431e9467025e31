"""Tells whether a new password is easy to guess, and why. zxcvbn makes the estimate."""

from typing import Any

#: The least number of guesses of a good password. The pages allow 30 a minute, of all addresses together
#:: these guesses take sixty years.
GUESSES_LEAST = 10**9
#: The most characters that zxcvbn reads; a longer password is judged by its beginning.
LOOKED_AT = 72
#: Words that a person in the hall would try first, besides the user's name.
CONTEXT = (
    *("boardside", "carrom", "carromboard", "carromman", "crokinole", "queen", "striker", "tournament"),
    *("scoreboard", "umpire", "referee", "organiser", "organizer", "admin", "admins", "password"),
)

_PATTERNS: dict[str, str] = {
    "sequence": "sequence",
    "repeat": "repeat",
    "spatial": "keyboard",
    "date": "date",
    "regex": "date",
}
_LISTS: dict[str, str] = {"passwords": "common", "user_inputs": "context"}


def weakness(name: str, password: str) -> str | None:
    """Why the password of `name` is too easy to guess; None when it is not."""
    # It loads half a megabyte of word lists, so only commands that set a password import it.
    from zxcvbn import zxcvbn

    known = [*CONTEXT, name, *name.split()]
    judged = zxcvbn(password[:LOOKED_AT], user_inputs=known)
    if judged["guesses"] >= GUESSES_LEAST:
        return None
    parts = [part for part in judged["sequence"] if part["pattern"] != "bruteforce"]
    return _reason(max(parts, key=lambda part: len(part["token"]))) if parts else "short"


def _reason(part: Any) -> str:
    """The weakness of one part of the password, as zxcvbn found it."""
    if part["pattern"] == "dictionary":
        return _LISTS.get(part["dictionary_name"], "word")
    return _PATTERNS.get(part["pattern"], "short")
