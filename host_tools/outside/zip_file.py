"""The one reader of ZIP files, all of which come from outside. Members are read by names that Boardside
gives; nothing is unpacked under a name of the file's.

Bounds: members, bytes of all members and of one, bytes of a line; stored or deflated, as other methods ask
for memory by the file's own words (LZMA's dictionary: 4 GB).
"""

import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

MEMBERS_MOST = 1000
#: All members unpacked: no tournament has so many events.
BYTES_MOST = 8 * 2**30
LINE_MOST = 16 * 2**20
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


class ZipError(Exception):
    """Why a file is not taken: no ZIP file, damaged, or beyond a bound (`is_too_large`)."""

    def __init__(self, why: str, is_too_large: bool = False) -> None:
        super().__init__(why)
        self.is_too_large = is_too_large


class ZipReader:
    """An open ZIP file. Its methods raise ZipError."""

    def __init__(self, file: zipfile.ZipFile) -> None:
        self._file = file

    def read(self, name: str, most: int) -> bytes:
        """The bytes of a member, `most` at most."""
        with self._file.open(name) as member:
            content = member.read(most + 1)
        if len(content) > most:
            raise ZipError(f"{name} is too long", is_too_large=True)
        return content

    def blocks(self, name: str) -> Iterator[bytes]:
        """The bytes of a member, a mebibyte at a time."""
        with self._file.open(name) as member:
            while block := member.read(2**20):
                yield block

    def lines(self, name: str) -> Iterator[bytes]:
        """The lines of a member, none longer than LINE_MOST."""
        with self._file.open(name) as member:
            while line := member.readline(LINE_MOST + 1):
                if len(line) > LINE_MOST:
                    raise ZipError(f"{name} has a line of more than {LINE_MOST} bytes", is_too_large=True)
                yield line


@contextmanager
def opened(path: Path | IO[bytes], most: int = BYTES_MOST) -> Iterator[ZipReader]:
    """Open a file whose members are `most` bytes together. Raises OSError, and ZipError, also for what is
    damaged further on.
    """
    try:
        with zipfile.ZipFile(path) as file:
            members = file.infolist()
            if len(members) > MEMBERS_MOST or sum(member.file_size for member in members) > most:
                raise ZipError("it would unpack to too much", is_too_large=True)
            if any(member.flag_bits & 1 for member in members):
                raise ZipError("it is encrypted")
            if any(member.compress_type not in _METHODS for member in members):
                raise ZipError("it is neither stored nor deflated")
            yield ZipReader(file)
    except (
        zipfile.BadZipFile,
        zipfile.LargeZipFile,
        zlib.error,
        KeyError,
        EOFError,
        NotImplementedError,
    ) as error:
        raise ZipError(str(error)) from error
