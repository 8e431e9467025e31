"""Names that may be the same person's, written otherwise. Pure."""

import re
import unicodedata
from collections.abc import Iterable
from difflib import SequenceMatcher

#: Letters that Unicode does not take apart into a letter and an accent.
_LETTERS = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"}
)
#: Accents of Latin, Greek and Cyrillic; the vowel signs of Indian scripts are letters.
_ACCENTS = re.compile("[\u0300-\u036f\u200b-\u200d\u2060\ufeff]")
_APART = re.compile(r"[^\w\u0900-\u0dff]+|_")
#: So alike (difflib) are names with a letter or two wrong.
_ALIKE = 0.84
#: Of shorter names one letter is too much.
_LETTERS_LEAST = 5
SPELLING, ORDER, INITIALS, PART, LETTERS = (
    "other case, accents or spaces",
    "another order",
    "initials",
    "a part of the name",
    "a few other letters",
)


def words(name: str) -> list[str]:
    """The words of a name, without case, accents and punctuation."""
    plain = _ACCENTS.sub("", unicodedata.normalize("NFKD", name.casefold())).translate(_LETTERS)
    return _APART.sub(" ", plain).split()


def how_near(wanted: str, other: str) -> str | None:
    """In what way `other` may be the name that is wanted, in words for people; None: it is another one."""
    one, two = words(wanted), words(other)
    if not one or not two:
        return None
    if "".join(one) == "".join(two):
        return SPELLING
    if sorted(one) == sorted(two):
        return ORDER
    if _are_initials(one, two) or _are_initials(one, two[::-1]):
        return INITIALS
    if _is_part(one, two):
        return PART
    return LETTERS if _is_alike(" ".join(sorted(one)), " ".join(sorted(two))) else None


def near(wanted: str, names: Iterable[str]) -> list[tuple[str, str]]:
    """The names that may be meant, nearest first, each with how it differs."""
    order = (SPELLING, ORDER, INITIALS, LETTERS, PART)
    found = [(name, how) for name in names if (how := how_near(wanted, name)) is not None]
    return sorted(found, key=lambda one: (order.index(one[1]), one[0]))


def _are_initials(one: list[str], two: list[str]) -> bool:
    """A. Patil and Asha Patil: word by word the same, or the first letter of it; one word in full."""
    if len(one) != len(two) or len(one) < 2:
        return False
    pairs = list(zip(one, two, strict=True))
    fits = all(a == b or (1 in (len(a), len(b)) and a[0] == b[0]) for a, b in pairs)
    return fits and any(a == b and len(a) > 2 for a, b in pairs)


def _is_part(one: list[str], two: list[str]) -> bool:
    """All words of the one are words of the other: a name without its second surname, a first name alone."""
    less, more = (one, two) if len(one) < len(two) else (two, one)
    return len(less) < len(more) and set(less) <= set(more) and any(len(word) > 2 for word in less)


def _is_alike(one: str, two: str) -> bool:
    if min(len(one), len(two)) < _LETTERS_LEAST:
        return False
    matcher = SequenceMatcher(None, one, two, autojunk=False)
    return matcher.quick_ratio() >= _ALIKE and matcher.ratio() >= _ALIKE
