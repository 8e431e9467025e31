"""Whether two people are the same person, in an entry list, an event or a tournament."""

from dataclasses import dataclass
from typing import Generic, TypeVar

_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who enters. latin: the name in Latin letters, for displays that lack its own."""

    name: str
    club: str = ""
    country: str = ""
    licence: str = ""
    latin: str = ""


def is_same(person: Person, other: Person) -> bool:
    """The same licence; where one has none, the same name, and clubs that do not contradict each other."""
    if person.licence and other.licence:
        return person.licence.casefold() == other.licence.casefold()
    clubs = {text.casefold().strip() for text in (person.club, other.club)} - {""}
    return person.name.casefold().strip() == other.name.casefold().strip() and len(clubs) < 2


class People(Generic[_Value]):
    """A value for each person, found by licence or name as `is_same` compares them; quick with thousands."""

    def __init__(self) -> None:
        self._by_word: dict[tuple[str, str], list[tuple[int, Person, _Value]]] = {}
        self._count = 0

    def add(self, person: Person, value: _Value) -> None:
        """Add a person after all others."""
        self._count += 1
        for word in self._words(person):
            self._by_word.setdefault(word, []).append((self._count, person, value))

    def find(self, person: Person) -> _Value | None:
        """The value of the first entry for this person; None: there is none."""
        candidates = [
            (number, value)
            for word in self._words(person)
            for number, known, value in self._by_word.get(word, ())
            if is_same(known, person)
        ]
        return min(candidates, key=lambda pair: pair[0])[1] if candidates else None

    @staticmethod
    def _words(person: Person) -> list[tuple[str, str]]:
        """Keys of a person: two entries of the same person have one in common."""
        name = ("name", person.name.casefold().strip())
        return [name, ("licence", person.licence.casefold())] if person.licence else [name]
