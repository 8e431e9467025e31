"""A file that is written whole, or stays as it was: what is not done yet lies beside it."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def replacing(target: Path, *, is_private: bool = False) -> Iterator[Path]:
    """A path beside `target` to be written to, where nothing is or, if private, an empty file that only its
    owner can read. When the block has ended, what was written goes to the disk and takes the name, through a
    link; when the block fails it is gone.

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
