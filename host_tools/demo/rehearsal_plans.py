"""The rehearsed events: for each rulebook one from its preset, with invented names."""

from dataclasses import dataclass

from host_tools.tournament.desk.desk import NewEntry, Person
from host_tools.tournament.model.model import Kind, StagePlan

_FIRST = (
    *("Asha", "Bela", "Chitra", "Dev", "Esha", "Farid", "Gita", "Hari", "Indu", "Jaya", "Kamal", "Lata"),
    *("Mohan", "Nila", "Om", "Priya", "Ravi", "Sita", "Tara", "Uma", "Vikram", "Yash", "Zara", "Anand"),
)
_LAST = ("Kulkarni", "Fernandes", "Iyer", "Bose", "Menon", "Rao", "Sen", "Naidu", "Pillai", "Gill")
_CLUBS = ("North", "South", "East", "West", "Harbour", "Hill", "River")


@dataclass(frozen=True, slots=True)
class Plan:
    """A rehearsed event. entries: how many; stages: None for those of the rulebook's preset."""

    name: str
    kind: Kind
    entries: int
    stages: tuple[StagePlan, ...] | None = None
    category: str | None = None


_THIRD = (StagePlan("knockout", "Knockout", {"third": True}),)

PLANS = {
    "icf": Plan("Men's Singles", "singles", 8, _THIRD),
    "vkk": Plan("Open Singles", "singles", 8),
    "spandan": Plan("Doubles", "doubles", 8),
    "vaishali": Plan("Teams", "team", 8),
    "wcc": Plan("Adult Singles", "singles", 5, category="adult"),
}
TEAM_SIZE = 5  # Vaishali: each team consists of 5 players


def person(number: int) -> Person:
    """The `number`-th invented person, from 0; all names differ."""
    block, at = divmod(number, len(_FIRST))
    first, last = _FIRST[at], _LAST[(at + block) % len(_LAST)]
    again = number // (len(_FIRST) * len(_LAST))
    return Person(f"{first} {last}{f' {again + 1}' if again else ''}", _CLUBS[number % len(_CLUBS)])


def entries(kind: Kind, count: int) -> list[NewEntry]:
    """The event's entries; the first four are seeded, each team or pair is of one club."""
    size = {"singles": 1, "doubles": 2, "team": TEAM_SIZE}[kind]
    entered = []
    for number in range(count):
        people = [person(number * size + seat) for seat in range(size)]
        club = f"{_CLUBS[number % len(_CLUBS)]} {number // len(_CLUBS) + 1}" if size > 1 else people[0].club
        members = tuple(Person(member.name, club) for member in people)
        entered.append(NewEntry(members, club if kind == "team" else "", number + 1 if number < 4 else None))
    return entered
