"""Who takes part: entries come, are changed, and are withdrawn, within the rulebook's limits.

A player who enters two events is one player with one start number: the same licence, or without one the same
name, and clubs that do not differ.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from host_tools.tournament import entry_list, limits, seedings
from host_tools.tournament.book import Book
from host_tools.tournament.errors import DeskError
from host_tools.tournament.hall_tables import AT_TABLE
from host_tools.tournament.model import Competition, Entry, Kind, Player, Tournament
from host_tools.tournament.people import People, Person, is_same

#: States of a fixture in which somebody has been called to a table, or has played.
BEGUN = ("called", "playing", "held", "done")
#: The note of a walk-over that nobody had to wait for.
WITHDRAWN = "withdrawn"
#: The longest text that an event takes (docs/events.md).
NAME_MAX = 80


@dataclass(frozen=True, slots=True)
class NewEntry:
    """What is to be entered: one person, a pair, or a team with its name. seeding: 1 is the best."""

    people: tuple[Person, ...]
    name: str = ""
    seeding: int | None = None

    @property
    def title(self) -> str:
        """As `Entry.title`."""
        return self.name or " / ".join(person.name for person in self.people)


def add(book: Book, of: Competition, new: Sequence[NewEntry], at: int) -> list[int]:
    """Enter all of them, or none; their ids. Raises DeskError with every problem, one a line."""
    owner = tournament_of(book, of)
    if of.state != "entries":
        raise DeskError(f"Nobody can enter {of.name} now: {_why_late(book, of)}")
    there = [one for one in book.entries(of.id) if not one.withdrawn]
    problems = _problems(of, there, new)
    if problems:
        raise DeskError("\n".join(problems))
    known = _known(book, owner)
    made = []
    for one in new:
        players = tuple(_player(book, owner, known, person) for person in one.people)
        made.append(book.add_entry(of.id, Entry(0, players, one.name, one.seeding), at))
    return made


def known_or_new(book: Book, of: Competition, owner: Tournament, wanted: NewEntry, at: int) -> int:
    """The entry (id) of these persons in a stage that another system draws: there already, or entered now,
    also in the middle of it. Raises DeskError.
    """
    for entry in book.entries(of.id):
        if len(entry.players) == len(wanted.people) and all(
            is_same(_person(player), person)
            for player, person in zip(entry.players, wanted.people, strict=True)
        ):
            return entry.id
    problems = _own_problems(of, wanted)
    if problems:
        raise DeskError("\n".join(problems))
    known = _known(book, owner)
    players = tuple(_player(book, owner, known, person) for person in wanted.people)
    return book.add_entry(of.id, Entry(0, players, wanted.name, wanted.seeding), at)


def tournament_of(book: Book, of: Competition) -> Tournament:
    """Whose event it is; DeskError when the tournament is closed."""
    owner = book.tournament_of(of.id)
    if owner is None:
        raise DeskError(f"The event {of.key} is gone.")
    if owner.state != "open":
        raise DeskError(f"{owner.name} is closed; open it again with `boardside tournament close --undo`.")
    return owner


def has_begun(book: Book, of: Competition) -> bool:
    """Whether a match of it has been called, or played; one against somebody who withdrew is neither."""
    return any(
        one.state in BEGUN and (one.called_at is not None or one.note != WITHDRAWN)
        for one in book.fixtures(of.id)
    )


def check_nothing_is_played(book: Book, owner: Tournament) -> None:
    """Raises DeskError while matches of the tournament are at tables: it cannot be closed now."""
    numbers = {of.id for of in book.competitions(owner.id)}
    there = book.fixtures(states=AT_TABLE)
    of_match = book.competitions_of([one.id for one in there])
    played = [one for one in there if of_match[one.id] in numbers]
    if played:
        shown = ", ".join(f"{one.id} (table {one.table})" for one in played[:5])
        more = f" and {len(played) - 5} more" if len(played) > 5 else ""
        raise DeskError(
            f"{owner.name} is being played: {shown}{more}. While it is closed nothing counts that a table "
            "reports. Finish or recall these matches first; to close it all the same: --anyway."
        )


def withdraw(book: Book, of: Competition, entry: Entry) -> None:
    """Who withdraws before the draw is out; afterwards the opponents get walk-overs (advancing.py)."""
    if entry.withdrawn:
        raise DeskError(f"{entry.title} has withdrawn already.")
    book.set_entry(entry.id, state="withdrawn")


def change_player(book: Book, of: Competition, entry: Entry, out: str, person: Person) -> Player:
    """Exchange one player of an entry before its event's first round begins. Raises DeskError."""
    owner = tournament_of(book, of)
    if entry.withdrawn:
        raise DeskError(f"{entry.title} has withdrawn.")
    if has_begun(book, of):
        raise DeskError(
            f"{of.name} has begun: nobody can be exchanged any more. Withdraw the entry if it must be."
        )
    most = limits.of(of.ruleset).changes
    if most is not None and entry.changes >= most:
        raise DeskError(
            f"{entry.title} has exchanged {entry.changes} already; {of.ruleset} allows {most} (Spandan 5)."
        )
    leaving = [
        one for one in entry.players if out.casefold().strip() in (one.name.casefold(), str(one.number))
    ]
    if len(leaving) != 1:
        names = ", ".join(f"{one.number} {one.name}" for one in entry.players)
        raise DeskError(f"Who leaves {entry.title}? {out!r} is not one of {names}.")
    others = [one for one in book.entries(of.id) if not one.withdrawn and one.id != entry.id]
    stays = [_person(one) for one in entry.players if one is not leaving[0]]
    problems = _problems(of, others, [NewEntry((*stays, person), entry.name)])
    if problems:
        raise DeskError("\n".join(problems))
    new = _player(book, owner, _known(book, owner), person)
    book.set_entry_players(entry.id, [new.id if one is leaving[0] else one.id for one in entry.players])
    book.set_entry(entry.id, changes=entry.changes + 1)
    return new


# Checks


def _why_late(book: Book, of: Competition) -> str:
    if has_begun(book, of):
        return "its first round has begun, and there are no late entries."
    return f"the draw is made. Take it back with `boardside draw {of.key} --undo`, enter, and draw again."


def _problems(of: Competition, there: Sequence[Entry], new: Sequence[NewEntry]) -> list[str]:
    found: list[str] = []
    taken = People[str]()
    for entry in there:
        for player in entry.players:
            taken.add(_person(player), entry.title)
    names = {one.name.casefold() for one in there if one.name}
    for one in new:
        found += _own_problems(of, one)
        for person in one.people:
            other = taken.find(person)
            if other is not None:
                found.append(
                    f"{person.name} is entered in {of.name} already ({other}); if it is somebody else, both "
                    "need a club or a licence."
                )
            taken.add(person, one.title)
        if one.name and one.name.casefold() in names:
            found.append(f"There is a team {one.name} in {of.name} already.")
        names.add(one.name.casefold())
    return found + limits.problems(of, there, [(one.title, _clubs(one)) for one in new])


def _clubs(one: NewEntry) -> list[str]:
    return [person.club for person in one.people]


def name_problems(names: Sequence[str]) -> list[str]:
    """Why these names of players cannot be taken, a sentence each."""
    found = ["A name is empty."] if any(not name.strip() for name in names) else []
    for text in names:
        if len(text) > NAME_MAX:
            found.append(f"{text[:20]}… is too long: a name has at most {NAME_MAX} characters.")
        if len(text.splitlines()) > 1:
            found.append(f"{text[:20]!r} has a line break: a name is one line.")
    return found


def _own_problems(of: Competition, one: NewEntry) -> list[str]:
    found = name_problems([one.name or "-", *(person.name for person in one.people)])
    wanted = {"singles": 1, "doubles": 2}.get(of.kind)
    if wanted is not None and len(one.people) != wanted:
        found.append(
            f"{one.title}: an entry for {of.name} ({of.kind}) has {wanted} players, not {len(one.people)}."
        )
    if of.kind == "team" and not one.name.strip():
        found.append("A team needs a name.")
    if of.kind == "team" and len(one.people) < 2:
        found.append(f"{one.title}: a team has at least two players.")
    if not seedings.is_one(one.seeding):
        found.append(f"{one.title}: a seeding is {seedings.EXPECTED}, not {one.seeding}.")
    return found


# People


def _person(player: Player) -> Person:
    return Person(player.name, player.club, player.country, player.licence)


def _known(book: Book, owner: Tournament) -> People[Player]:
    """The players of a tournament, but for those whose data were deleted."""
    known = People[Player]()
    for player in book.players(owner.id):
        if player.name:
            known.add(_person(player), player)
    return known


def _player(book: Book, owner: Tournament, known: People[Player], person: Person) -> Player:
    """The player this person is in the tournament, a new one unless known."""
    found = known.find(person)
    if found is not None:
        return found
    made = book.add_player(owner.id, person.name.strip(), person.club, person.country, person.licence)
    known.add(person, made)
    return made


def read(text: str, kind: Kind) -> list[NewEntry]:
    """An entry list (entry_list.py) as what is to be entered. DeskError with every problem, one a line."""
    try:
        rows = entry_list.read(text, kind)
    except entry_list.EntryListError as error:
        raise DeskError(str(error)) from error
    return [NewEntry(row.players, row.name, row.seeding) for row in rows]
