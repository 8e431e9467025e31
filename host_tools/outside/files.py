"""Files that somebody names: read within a bound, and replaced as a whole."""

import errno
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_UNFIT = re.compile(r"[^A-Za-z0-9._-]+")
#: As the largest JSON.
INPUT_BYTES_MOST = 64 * 2**20


def read_input(name: str | Path) -> bytes:
    """The bytes of a file; `-` is standard input. Raises OSError, also for more than INPUT_BYTES_MOST."""
    if str(name) == "-":
        data = sys.stdin.buffer.read(INPUT_BYTES_MOST + 1)
    else:
        with Path(name).open("rb") as file:
            data = file.read(INPUT_BYTES_MOST + 1)
    if len(data) > INPUT_BYTES_MOST:
        raise OSError(errno.EFBIG, f"more than {INPUT_BYTES_MOST // 2**20} MB")
    return data


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


def folder_refused(target: Path, marker: str) -> bool:
    """Whether something is at `target` that must stay: anything but an empty folder, or one with a file of
    the name `marker`.
    """
    if not target.exists():
        return False
    return not target.is_dir() or (any(target.iterdir()) and not (target / marker).is_file())


@contextmanager
def replacing_folder(target: Path) -> Iterator[Path]:
    """A new folder beside `target` to write to. After the block it replaces `target`; when the block fails it
    is removed, and `target` stays as it was.

    Raises OSError.
    """
    whole = target.resolve()
    with tempfile.TemporaryDirectory(prefix=".boardside-", dir=whole.parent) as made:
        part, old = Path(made) / "new", Path(made) / "old"
        part.mkdir()
        yield part
        if whole.exists():
            whole.rename(old)
        try:
            part.rename(whole)
        except OSError:
            if old.exists():
                old.rename(whole)
            raise


def free_name(path: Path) -> Path:
    """`path`, or the first of `path2`, `path3`, ... that is not taken."""
    free, number = path, 2
    while free.exists():
        free, number = path.with_name(f"{path.name}{number}"), number + 1
    return free


def safe_name(text: str) -> str:
    """The text as one part of a path: letters, digits, `-`, `_`, `.`; not hidden; 100 characters at most."""
    return _UNFIT.sub("-", text).strip(".-")[:100] or "file"
