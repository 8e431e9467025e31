"""Names of files that are made of words from outside."""

import re

_UNFIT = re.compile(r"[^A-Za-z0-9._-]+")


def safe(text: str) -> str:
    """The text as one part of a path: letters, digits, `-`, `_`, `.`; not hidden; 100 characters at most."""
    return _UNFIT.sub("-", text).strip(".-")[:100] or "file"
