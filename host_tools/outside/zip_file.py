"""The one reader of ZIP files and workbooks (XLSX, ZIP files of XML), all of which come from outside. Members
are read by names that Boardside gives; nothing is unpacked under a name of the file's.

Bounds: members, bytes of all members and of one, bytes of a line; stored or deflated, as other methods ask
for memory by the file's own words (LZMA's dictionary: 4 GB).
"""

import csv
import io
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime, time
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


#: How its file begins: as every ZIP file.
ZIP_SIGNATURE = b"PK\x03\x04"
#: All its parts unpacked.
WORKBOOK_BYTES_MOST = 64 * 2**20
WORKBOOK_ROWS_MOST = 100_000


def workbook_as_csv(data: bytes) -> str:
    """The cells of the first sheet, as they are shown: 3, not 3.0. Raises ZipError for what is no workbook,
    or beyond a bound.
    """
    import openpyxl  # a fifth of a second, which other files do without

    with opened(io.BytesIO(data), WORKBOOK_BYTES_MOST):
        try:
            book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
            sheet = book.worksheets[0]
            sheet.reset_dimensions()  # what the file says of them may be anything
            out = io.StringIO(newline="")
            writer = csv.writer(out)
            for number, row in enumerate(sheet.iter_rows(values_only=True), 1):
                if number > WORKBOOK_ROWS_MOST:
                    raise ZipError(
                        f"its first sheet has more than {WORKBOOK_ROWS_MOST} rows", is_too_large=True
                    )
                writer.writerow([_text(cell) for cell in row])
        except ZipError:
            raise
        except Exception as error:  # of damaged workbooks openpyxl raises anything
            raise ZipError("it is no workbook, or damaged") from error
    return out.getvalue()


def _text(cell: object) -> str:
    if cell is None:
        return ""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, datetime) and cell.time() == time():
        return cell.date().isoformat()
    return cell.isoformat() if isinstance(cell, date | time) else str(cell)
