"""Names as people see them: letters that nobody sees, and the words by which names are compared."""

import re
import unicodedata

#: Unicode's Default_Ignorable_Code_Point, annotation marks, the blank of Braille and the null notehead.
_UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]"
)
_NON_JOINER, _JOINER = "\u200c", "\u200d"
_BLACK_FLAG, _KEYCAP = "\U0001f3f4", "\u20e3"
#: Scripts whose letters a joiner or non-joiner shapes, by the first word of their letters' Unicode names.
_SHAPED = frozenset(
    [
        *("ARABIC", "SYRIAC", "MANDAIC", "NKO", "MONGOLIAN", "KHMER", "MYANMAR", "TIBETAN", "BALINESE"),
        *("JAVANESE", "DEVANAGARI", "BENGALI", "GURMUKHI", "GUJARATI", "ORIYA", "TAMIL", "TELUGU", "KANNADA"),
        *("MALAYALAM", "SINHALA", "GRANTHA", "CHAKMA", "NEWA", "TIRHUTA"),
    ]
)
_VIRAMA = 9  # its canonical combining class
_APOSTROPHES = re.compile("['`\u00b4\u02b9\u02bb\u02bc\u2018\u2019\u201b\u2032\uff07]")
#: The combining marks of Latin, Greek and Cyrillic; vowel signs of other scripts are letters.
_ACCENTS = re.compile("[\u0300-\u036f]")


def seen(text: str) -> str:
    """The text without letters that nobody sees; those that shape its scripts and emoji stay."""
    if not _UNSEEN.search(text):
        return text
    kept = ""
    for at, letter in enumerate(text):
        if not _UNSEEN.match(letter) or _is_needed(letter, kept, _UNSEEN.sub("", text[at + 1 :])[:1]):
            kept += letter
    return kept


def is_visible(text: str) -> bool:
    """Whether a text has a letter, digit or sign that somebody sees."""
    return any(unicodedata.category(letter)[0] in "LNPS" for letter in _UNSEEN.sub("", text))


def words(text: str, *, accents: bool = True) -> tuple[str, ...]:
    """The words of a name, sorted, by which two spellings of it are equal: without case, order, punctuation
    and unseen letters, and however accents are encoded (NFKD). accents: whether they count.
    """
    folded = unicodedata.normalize("NFKD", _UNSEEN.sub("", _APOSTROPHES.sub("", text))).casefold()
    folded = _UNSEEN.sub("", unicodedata.normalize("NFKD", folded))
    if not accents:
        folded = _ACCENTS.sub("", folded)
    parted = "".join(" " if unicodedata.category(letter)[0] in "ZPC" else letter for letter in folded)
    return tuple(sorted(parted.split())) or tuple(folded.split())


def is_same(text: str, other: str) -> bool:
    """Whether two spellings of a name have the same words."""
    return words(text) == words(other)


def _is_needed(letter: str, before: str, after: str) -> bool:
    """Whether an unseen letter shapes what is seen, between this text before it and the letter after it."""
    last = before[-1:]
    if not last:
        return False
    kind, next_kind = unicodedata.category(last), unicodedata.category(after) if after else ""
    if letter in (_JOINER, _NON_JOINER):
        is_shaped = _script(last) in _SHAPED and (_script(after) in _SHAPED or _ends_in_virama(last))
        return is_shaped or (letter == _JOINER and next_kind == "So" and _ends_in_emoji(last))
    if "\ufe00" <= letter <= "\ufe0f":
        return kind in ("So", "Sm") or after == _KEYCAP or _script(last) == "CJK"
    if "\U000e0100" <= letter <= "\U000e01ef":
        return _script(last) == "CJK"
    if "\U000e0020" <= letter <= "\U000e007f":
        return last == _BLACK_FLAG or "\U000e0020" <= last < "\U000e007f"
    return "\u180b" <= letter <= "\u180f" and _script(last) == "MONGOLIAN" and not _UNSEEN.match(last)


def _ends_in_virama(last: str) -> bool:
    return unicodedata.combining(last) == _VIRAMA


def _ends_in_emoji(last: str) -> bool:
    return unicodedata.category(last) in ("So", "Sk") or last == "\ufe0f"


def _script(letter: str) -> str:
    """The first word of the letter's Unicode name: its script; "" without one."""
    return re.split("[ -]", unicodedata.name(letter, ""))[0] if letter else ""
