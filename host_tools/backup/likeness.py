"""Finds similar names, which may be other spellings of one person's name. Pure."""

import re
import unicodedata
from collections.abc import Iterable
from difflib import SequenceMatcher

#: Letters that Unicode does not decompose into a letter and an accent.
_LETTERS = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"}
)
#: Accents of Latin, Greek and Cyrillic; the vowel signs of Indian scripts are letters.
_ACCENTS = re.compile("[\u0300-\u036f\u200b-\u200d\u2060\ufeff]")
_APART = re.compile(r"[^\w\u0900-\u0dff]+|_")
#: The least similarity (difflib ratio) of names that differ in one or two letters.
_ALIKE = 0.84
#: Shorter names are not compared in this way: one different letter makes another name.
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


def how_near(name: str, other: str) -> str | None:
    """How `other` differs from the wanted name, in words for people; None when it is not similar."""
    wanted_words, other_words = words(name), words(other)
    if not wanted_words or not other_words:
        return None
    if "".join(wanted_words) == "".join(other_words):
        return SPELLING
    if sorted(wanted_words) == sorted(other_words):
        return ORDER
    if _are_initials(wanted_words, other_words) or _are_initials(wanted_words, other_words[::-1]):
        return INITIALS
    if _is_part(wanted_words, other_words):
        return PART
    return LETTERS if _is_alike(" ".join(sorted(wanted_words)), " ".join(sorted(other_words))) else None


def near(wanted: str, names: Iterable[str]) -> list[tuple[str, str]]:
    """The similar names, the nearest first, each with its difference in words."""
    order = (SPELLING, ORDER, INITIALS, LETTERS, PART)
    similar = [(name, how) for name in names if (how := how_near(wanted, name)) is not None]
    return sorted(similar, key=lambda pair: (order.index(pair[1]), pair[0]))


def _are_initials(first: list[str], second: list[str]) -> bool:
    """Whether the words are equal in pairs, or one is the other's first letter: A. Patil and Asha Patil. At
    least one word of three letters or more must be equal.
    """
    if len(first) != len(second) or len(first) < 2:
        return False
    pairs = list(zip(first, second, strict=True))
    fits = all(a == b or (1 in (len(a), len(b)) and a[0] == b[0]) for a, b in pairs)
    return fits and any(a == b and len(a) > 2 for a, b in pairs)


def _is_part(first: list[str], second: list[str]) -> bool:
    """Whether all words of one name are in the other: a name without its second surname, or a first name."""
    less, more = (first, second) if len(first) < len(second) else (second, first)
    return len(less) < len(more) and set(less) <= set(more) and any(len(word) > 2 for word in less)


def _is_alike(first: str, second: str) -> bool:
    if min(len(first), len(second)) < _LETTERS_LEAST:
        return False
    matcher = SequenceMatcher(None, first, second, autojunk=False)
    return matcher.quick_ratio() >= _ALIKE and matcher.ratio() >= _ALIKE
