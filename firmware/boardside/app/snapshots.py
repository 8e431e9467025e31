"""Keeps a snapshot of the match in play on the file system, so that a power-on folds only what came after it.

    ["2", firmware, fingerprint of the journal]     a row of JSON a line, as all that follow
    [...]                                           the rows of table/core/record.py
    64 hexadecimal digits                           SHA-256 of all lines above

It counts only for the firmware that wrote it (its pack's digest), and where the journal holds, byte for byte,
what it held then. Otherwise, or when it is torn, the match is folded from the journal as if there were none.
"""

import json
from binascii import hexlify
from hashlib import sha256

from ..journal import JournalError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Generator, Iterator

FORMAT = "2"

EVERY = 32
"""So many events more than in the last snapshot make a new one: a board, stroke by stroke."""

STEP_BYTES = 512
"""Written in one idle moment, or a row more: at most one erase."""

_DIGEST_CHARACTERS = 64


class Snapshots:
    """`journal`: journal.Journal. `record`: table.core.record.Record, which is told to read them. firmware:
    what only this firmware is called, "": none is kept.
    """

    def __init__(self, journal, record, firmware: str, path: str) -> None:
        self._journal = journal
        self._record = record
        self._firmware = firmware
        self._path = path
        self._seq = 0  # of the newest event in the last one
        self._file: "Any" = None  # that is being written
        self._rows: "Iterator[list] | None" = None
        self._digest: "Any" = None
        if firmware:
            record.kept = self.read

    def read(self) -> "Generator[Row, None, None] | None":
        """The rows of the snapshot; None when there is none that counts here."""
        try:
            file = open(self._path, "rb")  # noqa: SIM115 - read row by row
        except OSError:
            return None
        try:
            if _is_whole(file):
                rows = _rows(file)
                kept_format, firmware, fingerprint, last = next(rows)()
                if kept_format == FORMAT and firmware == self._firmware and self._journal.is_as(fingerprint):
                    self._seq = last
                    return rows
        except (OSError, ValueError, TypeError, AttributeError, MemoryError, StopIteration, JournalError):
            pass
        file.close()
        return None

    def step(self) -> bool:
        """In an idle moment: write a part of a snapshot, if one is due; whether it did (up to 0.1 s)."""
        try:
            if self._file is None:
                return self._is_due() and self._begin()
            self._go_on()
        except (OSError, MemoryError, JournalError):  # the one before, if it is there still, is as good
            self._give_up()
        return True

    def _is_due(self) -> bool:
        if not self._firmware:
            return False
        return self._journal.last_seq - max(self._seq, self._journal.last_match_seq) >= EVERY

    def _begin(self) -> bool:
        self._seq = last = self._record.last_seq  # also if there is none now: look again after as many events
        fingerprint = self._journal.fingerprint()
        rows = self._record.snapshot() if fingerprint and last == self._journal.last_seq else None
        if rows is None:
            return False
        self._rows = rows
        self._digest = sha256()
        self._file = open(self._path, "wb")  # noqa: SIM115 - the old one stays until it is closed
        self._write([FORMAT, self._firmware, fingerprint, last])
        return True

    def _go_on(self) -> None:
        written = 0
        for row in self._rows or ():
            written += self._write(row)
            if written >= STEP_BYTES:
                return
        self._file.write(hexlify(self._digest.digest()))
        file = self._file
        self._file = self._rows = self._digest = None
        file.close()

    def _write(self, row: list) -> int:
        line = json.dumps(row, separators=(",", ":")).encode() + b"\n"
        self._digest.update(line)
        self._file.write(line)
        return len(line)

    def _give_up(self) -> None:
        file = self._file
        self._file = self._rows = self._digest = None
        try:
            if file is not None:
                file.close()
        except OSError:
            pass


class Row:
    """A row as it is written; it is read when it is called."""

    def __init__(self, line: bytes) -> None:
        self._line = line

    def __call__(self) -> list:
        row: list = json.loads(self._line)
        return row


def _is_whole(file) -> bool:
    """Whether it ends with the digest of what comes before; then it stands at its beginning."""
    body = file.seek(0, 2) - _DIGEST_CHARACTERS
    if body <= 0:
        return False
    file.seek(0)
    digest = sha256()
    while body:
        piece = file.read(min(body, STEP_BYTES))
        digest.update(piece)
        body -= len(piece)
        if not piece:
            return False
    is_whole = file.read() == hexlify(digest.digest())
    file.seek(0)
    return bool(is_whole)


def _rows(file) -> "Generator[Row, None, None]":
    """Each row, read in pieces: MicroPython reads a line byte by byte."""
    rest = b""
    try:
        piece = file.read(STEP_BYTES)
        while piece:
            lines = (rest + piece).split(b"\n")
            rest = lines.pop()  # at the end that is the digest
            for line in lines:
                yield Row(line)
            piece = file.read(STEP_BYTES)
    finally:
        file.close()
