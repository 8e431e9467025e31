"""Whether two people are the same person, in an entry list, an event or a tournament."""

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from host_tools.tournament.model import names
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
            object.__setattr__(self, field, names.seen(getattr(self, field)))


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
    clubs = {names.words(club) for club in (person.club, other.club) if club.strip()}
    return names.words(person.name) == names.words(other.name) and len(clubs) < 2


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
    return {names.words(text, accents=False) for text in (person.name, person.latin) if text.strip()}


def _keys(person: Person) -> list[_Key]:
    """Keys of a person: two entries that may be the same person have one in common."""
    keys: list[_Key] = [("name", spelling) for spelling in _spellings(person)]
    return [*keys, ("licence", (person.licence.casefold(),))] if person.licence else keys
