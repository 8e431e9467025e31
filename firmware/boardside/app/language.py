"""The file with the table's own words in another language, and the clusters of letters that they need.

Made by host_tools/letters/language_file.py, where the format is. Its texts stay in flash: a line is read when
it is shown, 8 bytes of each and 16 of each cluster are held. Only a table with an e-paper and such a file
loads this.
"""

from binascii import crc32

from ..faces.paper.fonts import take_clusters
from ..table import texts as words

FILE = "words"
VERSION = 1

_HEADER = 16
_ENTRY = 8
_CHUNK = 512
_KEPT = 24  # texts read last


class LanguageError(Exception):
    """The file cannot be used; the message says why."""


class Language:
    """The words of the open `file`. code: of the language, as in "de". count: how many clusters it has."""

    def __init__(self, file) -> None:
        self._file = file
        header = file.read(_HEADER)
        if len(header) < _HEADER or header[:3] != b"BSW":
            raise LanguageError("it is no language file")
        if header[3] != VERSION:
            raise LanguageError("its format is %d, this firmware reads %d" % (header[3], VERSION))
        self._check(crc32(header[:12]), _number(header, 12, 4))
        self.code = str(header[4:6], "ascii")
        self._lines = _number(header, 6, 2)
        self.count = _number(header, 8, 2)
        file.seek(_HEADER)
        self._index = file.read(_ENTRY * self._lines)
        self._shapes = file.read(2 * _ENTRY * self.count)
        self._texts = _HEADER + len(self._index) + len(self._shapes)
        self._bits = self._texts + (_number(header, 10, 2) << 4)
        self._kept: "dict[str, str]" = {}

    def find(self, english: str) -> "str | None":
        """The words for a line of English; None when the file has none, or cannot be read now."""
        words = self._kept.get(english)
        if words is None:
            at = self._at(english)
            if at < 0:
                return None
            index = self._index
            try:
                self._file.seek(self._texts + _number(index, at + 4, 3))
                words = str(self._file.read(index[at + 7]), "utf-8")
            except (OSError, MemoryError, UnicodeError):
                return None
            if len(self._kept) >= _KEPT:
                self._kept.clear()
            self._kept[english] = words
        return words

    def advance(self, number: int) -> int:
        """Pixels from a cluster to what follows it. number: as fonts.py has it."""
        return self._shapes[number * _ENTRY]

    def shape(self, number: int) -> "tuple[int, int, int, bytearray]":
        """A cluster's bitmap: width, top row, rows, bits with ink 1; without ink if it cannot be read now."""
        at = number * _ENTRY
        width, top, rows = self._shapes[at + 1], self._shapes[at + 2], self._shapes[at + 3]
        bits = bytearray(((width + 7) >> 3) * rows)
        try:
            self._file.seek(self._bits + _number(self._shapes, at + 4, 4))
            self._file.readinto(bits)
        except OSError:
            pass
        return width, top, rows, bits

    def _at(self, english: str) -> int:
        """Where a line's entry begins, -1 without one: they are in the order of their keys."""
        key = _bytes(crc32(english.encode()))
        index = self._index
        low, high = 0, self._lines
        while low < high:
            middle = (low + high) >> 1
            at = middle * _ENTRY
            checksum = index[at : at + 4]
            if checksum == key:
                return at
            if checksum < key:
                low = middle + 1
            else:
                high = middle
        return -1

    def _check(self, checksum: int, wanted: int) -> None:
        """Read all of the file once: its last bytes may be missing, or others there."""
        part = self._file.read(_CHUNK)
        while part:
            checksum = crc32(part, checksum)
            part = self._file.read(_CHUNK)
        if checksum != wanted:
            raise LanguageError("it is damaged")


def use(say) -> None:
    """Speak the language of the file from now on; English when it cannot be used. `say(text)`: writes a line
    of the log.
    """
    try:
        file = open(FILE, "rb")  # noqa: SIM115 (stays open)
        if not file.seek(0, 2):
            return  # English, said by an empty file
        file.seek(0)
        language = Language(file)
    except (LanguageError, OSError, MemoryError, UnicodeError) as error:
        say("no language file can be used, the words are English: %s" % error)
        return
    take_clusters(language)
    words.use(language.find)
    say("the words are those of the language %s" % language.code)


def _number(data: bytes, at: int, size: int) -> int:
    value = 0
    for byte in data[at : at + size]:
        value = value << 8 | byte
    return value


def _bytes(number: int) -> bytes:
    return bytes((number >> 24 & 255, number >> 16 & 255, number >> 8 & 255, number & 255))
