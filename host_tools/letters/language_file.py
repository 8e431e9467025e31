"""The file with a table's own words in one language, for the e-paper (D423).

The table's English words are the keys: words/XX.toml has the translation of each, with the same placeholders
in the same order. A table looks a line up by the checksum of its English words; a line that the file lacks it
shows in English.

Scripts that the table's font lacks are cut into clusters, the smallest parts that shaping leaves alone. Each
is drawn here in both sizes of the page's letters, and stands in the texts as a private letter from U+E000 on.

Format, numbers with the high byte first: "BSW", version (1 byte), language (2), lines (2), clusters (2),
bytes of all texts / 16 (2), CRC-32 of these 12 bytes and of all that follows (4). An entry for each line in
the order of their keys: CRC-32 of the English words (4), where the words begin (3), their bytes in UTF-8 (1).
For each cluster two shapes, small and in the size of names: pixels to what follows, width, top row, rows,
where its bits begin (4). The texts, filled up to 16 bytes. The bits, row by row, each begun in a new byte,
ink 1.
"""

import tomllib
import unicodedata
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from zlib import crc32

from boardside.table.show.screens import is_plain
from host_tools.letters import drawing
from host_tools.letters.lettering import JOINERS, VIRAMA, is_mark

#: The file's name in the flash of a table (boardside/app/language.py).
FILE = "words"
VERSION = 1
ENGLISH = "en"
#: The languages that a table can show; English needs no file.
LANGUAGES = {
    ENGLISH: "English",
    "de": "Deutsch",
    "fr": "Français",
    "it": "Italiano",
    "hi": "हिन्दी",
    "ta": "தமிழ்",
}

_WORDS = Path(__file__).parent / "words"
_PRIVATE = 0xE000
_TEXT_MOST = 255  # bytes
#: Different clusters of a text that a table can draw (faces/paper/fonts.py; a test compares them).
CLUSTERS_MOST = 64
#: Of each size of the page's letters the rows of a line, a capital's first row, the row it stands on; and the
#: weight of clusters: small bold ones run together.
SIZES = ((20, 4, 16, "regular"), (34, 7, 27, "bold"))


class LanguageError(Exception):
    """There are no words in this language; the message says in which there are."""

    def __init__(self, code: str) -> None:
        known = ", ".join(f"{known} ({name})" for known, name in LANGUAGES.items())
        super().__init__(f"There are no words in the language {code!r}. Choose one of: {known}.")


def check(code: str) -> str:
    """The code of a language that a table can show, or LanguageError."""
    if code not in LANGUAGES:
        raise LanguageError(code)
    return code


@cache
def words(code: str) -> dict[str, str]:
    """The words in a language by the English ones; empty for English."""
    if check(code) == ENGLISH:
        return {}
    words: dict[str, str] = tomllib.loads((_WORDS / f"{code}.toml").read_text("utf-8"))
    return words


@cache
def content(code: str) -> bytes:
    """The file of a language; empty for English, which needs none."""
    lines = words(code)
    if not lines:
        return b""
    numbers = numbered(lines.values())
    keys = sorted((crc32(english.encode()), english) for english in lines)
    index, texts = bytearray(), bytearray()
    for key, english in keys:
        data = spelled(lines[english], numbers).encode()
        if len(data) > _TEXT_MOST:
            raise ValueError(f"too long: {lines[english]}")
        index += key.to_bytes(4, "big") + len(texts).to_bytes(3, "big") + bytes([len(data)])
        texts += data
    texts += bytes(-len(texts) % 16)
    shapes, bits = _shapes(list(numbers))
    start = b"BSW" + bytes([VERSION]) + code.encode()
    for number in (len(keys), len(numbers), len(texts) >> 4):
        start += number.to_bytes(2, "big")
    rest = bytes(index) + shapes + bytes(texts) + bits
    return start + crc32(rest, crc32(start)).to_bytes(4, "big") + rest


def numbered(texts: Iterable[str]) -> dict[str, int]:
    """The clusters of texts that the table's font cannot draw, each with its number."""
    shaped = {part for text in texts for part in clusters(text) if not is_plain(part)}
    return {part: number for number, part in enumerate(sorted(shaped))}


def spelled(text: str, numbers: dict[str, int]) -> str:
    """A text as it stands in the file: private letters for its clusters."""
    parts = clusters(text)
    if len({part for part in parts if part in numbers}) > CLUSTERS_MOST:
        raise ValueError(f"too many different clusters: {text}")
    return "".join(chr(_PRIVATE + numbers[part]) if part in numbers else part for part in parts)


def clusters(text: str) -> list[str]:
    """The smallest parts of a text that are shaped alone: a letter with its marks, and in Devanagari the
    letters that a virama joins to it.
    """
    parts: list[str] = []
    for letter in unicodedata.normalize("NFC", text):
        if parts and (is_mark(letter) or _is_open(parts[-1], letter)):
            parts[-1] += letter
        else:
            parts.append(letter)
    return parts


def _is_open(before: str, letter: str) -> bool:
    """Whether a cluster takes one more letter: after a virama, of Tamil's only the second of KSSA."""
    last = before[-1]
    if last in JOINERS:
        last = before[-2:-1]
    if not last or unicodedata.combining(last) != VIRAMA or not letter.isalpha():
        return False
    return last != "\u0bcd" or (before == "க்" and letter == "ஷ")


def _shapes(parts: list[str]) -> tuple[bytes, bytes]:
    """The entries of the clusters, and their bits."""
    entries, bits = bytearray(), bytearray()
    sizes = [drawing.clusters(parts, *size) for size in SIZES]
    for pair in zip(*sizes, strict=True):
        for cluster in pair:
            place = len(bits).to_bytes(4, "big")
            entries += bytes([cluster.advance, cluster.width, cluster.top, cluster.rows]) + place
            bits += cluster.data
    return bytes(entries), bytes(bits)
