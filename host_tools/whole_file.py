"""Replaces a file atomically: the new file is written beside the old one, then renamed."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def replacing(target: Path, *, is_private: bool = False) -> Iterator[Path]:
    """A path beside `target` to write to. No file is there or, if private, an empty one that only its owner
    can read. After the block the file is flushed to disk and replaces `target`, or the file to which `target`
    links; when the block fails it is removed.

    Raises OSError.
    """
    whole = target.resolve()
    part = whole.with_name(whole.name + ".part")
    try:
        part.unlink(missing_ok=True)
        if is_private:
            os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        yield part
        with part.open("rb") as written:
            os.fsync(written.fileno())
        part.replace(whole)
    finally:
        part.unlink(missing_ok=True)


def free_name(wanted: Path) -> Path:
    """`wanted`, or the first of `wanted2`, `wanted3`, ... that is not taken."""
    free, number = wanted, 2
    while free.exists():
        free, number = wanted.with_name(f"{wanted.name}{number}"), number + 1
    return free
