"""Whether two people are the same person, in an entry list, an event or a tournament."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from host_tools.tournament.model.model import Player, Tournament

#: What is known of a person.
PERSON = ("name", "club", "country", "licence", "latin")
_Value = TypeVar("_Value")
_Key = tuple[Literal["licence", "name"], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who enters, without letters that nobody sees. latin: the name in Latin letters, for displays
    that lack its own.
    """

    name: str
    club: str = ""
    country: str = ""
    licence: str = ""
    latin: str = ""

    def __post_init__(self) -> None:
        for field in PERSON:
            object.__setattr__(self, field, seen(getattr(self, field)))


def apart_key(player: Player, other: Player) -> str:
    """Two players in the setting `apart` of their tournament: their start numbers, the lower first."""
    return "{} {}".format(*sorted((player.number, other.number)))


def told_apart(owner: Tournament, players: Iterable[Player]) -> Set[frozenset[int]]:
    """The pairs (ids) of the players of a tournament of whom somebody has said that they are two persons."""
    apart = owner.settings.get("apart") or {}
    ids = {str(player.number): player.id for player in players} if apart else {}
    return {frozenset(ids[number] for number in key.split() if number in ids) for key in apart}


def person_of(player: Player) -> Person:
    """Who the player is."""
    return Person(player.name, player.club, player.country, player.licence, player.latin)


def is_same(person: Person, other: Person) -> bool:
    """The same licence; where one has none, the same words in the name, and in the club if both have one."""
    if person.licence and other.licence:
        return person.licence.casefold() == other.licence.casefold()
    clubs = {name_words(club) for club in (person.club, other.club) if club.strip()}
    return name_words(person.name) == name_words(other.name) and len(clubs) < 2


def is_alike(person: Person, other: Person) -> bool:
    """Whether these may be one person: the same one, or the same words in a spelling of the name, whatever
    the accents and the club. Two licences tell them apart.
    """
    if person.licence and other.licence:
        return is_same(person, other)
    return not _spellings(person).isdisjoint(_spellings(other))


class People(Generic[_Value]):
    """A value for each person, found by licence or name as `is_alike` compares them; quick with thousands."""

    def __init__(self) -> None:
        self._by_key: dict[_Key, list[tuple[int, Person, _Value]]] = {}
        self._count = 0

    def add(self, person: Person, value: _Value) -> None:
        """Add a person after all others."""
        self._count += 1
        for key in _keys(person):
            self._by_key.setdefault(key, []).append((self._count, person, value))

    def find(self, person: Person) -> _Value | None:
        """The value of the first entry for this person, as `is_same` compares; None: there is none."""
        return next((value for other, value in self.alike(person) if is_same(person, other)), None)

    def alike(self, person: Person) -> Iterator[tuple[Person, _Value]]:
        """All who may be this person (`is_alike`), in the order in which they were added."""
        candidates = {
            number: (other, value) for key in _keys(person) for number, other, value in self._of(key)
        }
        yield from (
            candidates[number] for number in sorted(candidates) if is_alike(person, candidates[number][0])
        )

    def _of(self, key: _Key) -> list[tuple[int, Person, _Value]]:
        return self._by_key.get(key, [])


def _spellings(person: Person) -> set[tuple[str, ...]]:
    return {name_words(text, accents=False) for text in (person.name, person.latin) if text.strip()}


def _keys(person: Person) -> list[_Key]:
    """Keys of a person: two entries that may be the same person have one in common."""
    keys: list[_Key] = [("name", spelling) for spelling in _spellings(person)]
    return [*keys, ("licence", (person.licence.casefold(),))] if person.licence else keys


# Names as people see them: letters that nobody sees, and the words by which names are compared.


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


def name_words(text: str, *, accents: bool = True) -> tuple[str, ...]:
    """The words of a name, sorted, by which two spellings of it are equal: without case, order, punctuation
    and unseen letters, and however accents are encoded (NFKD). accents: whether they count.
    """
    folded = unicodedata.normalize("NFKD", _UNSEEN.sub("", _APOSTROPHES.sub("", text))).casefold()
    folded = _UNSEEN.sub("", unicodedata.normalize("NFKD", folded))
    if not accents:
        folded = _ACCENTS.sub("", folded)
    parted = "".join(" " if unicodedata.category(letter)[0] in "ZPC" else letter for letter in folded)
    return tuple(sorted(parted.split())) or tuple(folded.split())


def is_same_name(text: str, other: str) -> bool:
    """Whether two spellings of a name have the same words."""
    return name_words(text) == name_words(other)


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
