"""Reads a file that somebody names, with a bound on its bytes."""

import errno
import sys
from pathlib import Path

#: As the largest JSON.
BYTES_MOST = 64 * 2**20


def read(name: str | Path) -> bytes:
    """The bytes of a file; `-` is standard input. Raises OSError, also for more than BYTES_MOST."""
    if str(name) == "-":
        data = sys.stdin.buffer.read(BYTES_MOST + 1)
    else:
        with Path(name).open("rb") as file:
            data = file.read(BYTES_MOST + 1)
    if len(data) > BYTES_MOST:
        raise OSError(errno.EFBIG, f"more than {BYTES_MOST // 2**20} MB")
    return data
