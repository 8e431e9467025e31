"""Entries: added, changed and withdrawn, within the rulebook's limits.

A player who enters two events is one player with one start number: the same licence, or without one the same
name, and clubs that do not differ.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from host_tools.reasons import Cause, cause
from host_tools.tournament import entry_list, limits, line_ups, seedings
from host_tools.tournament.book import Book
from host_tools.tournament.errors import DeskError, several
from host_tools.tournament.hall_tables import AT_TABLE
from host_tools.tournament.model import Competition, Entry, Kind, Player, Tournament
from host_tools.tournament.people import People, Person, is_same

#: States of a fixture that has been called to a table, or played.
BEGUN = ("called", "playing", "held", "done")
#: The longest text that an event takes (docs/scripts/events.md).
NAME_MAX = 80


@dataclass(frozen=True, slots=True)
class NewEntry:
    """A new entry: one person, a pair, or a team with its name. seeding: 1 is the best."""

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
        raise DeskError.for_cause(_why_late(book, of))
    there = [one for one in book.entries(of.id) if not one.withdrawn]
    problems = _problems(of, there, new)
    if problems:
        raise several(problems)
    known = _known(book, owner)
    made = []
    for one in new:
        players = tuple(_player(book, owner, known, person) for person in one.people)
        made.append(book.add_entry(of.id, Entry(0, players, one.name, one.seeding), at))
    return made


def known_or_new(book: Book, of: Competition, owner: Tournament, wanted: NewEntry, at: int) -> int:
    """The entry (id) of these persons in a stage that another system draws: an existing one, or a new one,
    also after play has begun. Raises DeskError.
    """
    for entry in book.entries(of.id):
        if len(entry.players) == len(wanted.people) and all(
            is_same(_person(player), person)
            for player, person in zip(entry.players, wanted.people, strict=True)
        ):
            return entry.id
    problems = _own_problems(of, wanted)
    if problems:
        raise several(problems)
    known = _known(book, owner)
    players = tuple(_player(book, owner, known, person) for person in wanted.people)
    return book.add_entry(of.id, Entry(0, players, wanted.name, wanted.seeding), at)


def tournament_of(book: Book, of: Competition) -> Tournament:
    """The tournament of the event; DeskError when it is closed."""
    owner = book.tournament_of(of.id)
    if owner is None:
        raise DeskError("event_gone", key=of.key)
    if owner.state != "open":
        raise DeskError("tournament_closed", tournament=owner.name)
    return owner


def has_begun(book: Book, of: Competition) -> bool:
    """Whether a match of it has been called, or played; a match against an entry that withdrew is neither."""
    return any(
        one.state in BEGUN and (one.called_at is not None or one.note_code != "withdrawn")
        for one in book.fixtures(of.id)
    )


def check_nothing_is_played(book: Book, owner: Tournament) -> None:
    """Raises DeskError while matches of the tournament are at tables: it cannot be closed now."""
    numbers = {of.id for of in book.competitions(owner.id)}
    there = book.fixtures(states=AT_TABLE)
    of_match = book.competitions_of([one.id for one in there])
    played = [one for one in there if of_match[one.id] in numbers]
    if played:
        raise DeskError(
            "tournament_in_play",
            tournament=owner.name,
            matches=[{"match": one.id, "table": one.table} for one in played[:5]],
            more=max(0, len(played) - 5),
        )


def withdraw(book: Book, of: Competition, entry: Entry) -> None:
    """Withdraw an entry. A draw made later leaves it out; after the draw its opponents get walk-overs
    (advancing.py).
    """
    if entry.withdrawn:
        raise DeskError("withdrawn_already", entry=entry.title)
    book.set_entry(entry.id, state="withdrawn")


def change_player(book: Book, of: Competition, entry: Entry, out: str, person: Person) -> Player:
    """Exchange one player of an entry before its event's first round begins. Raises DeskError."""
    owner = tournament_of(book, of)
    if entry.withdrawn:
        raise DeskError("entry_withdrawn", entry=entry.title)
    if has_begun(book, of):
        raise DeskError("begun_no_exchange", event=of.name)
    most = limits.of(of.ruleset).changes
    if most is not None and entry.changes >= most:
        raise DeskError(
            "exchanged_too_often", entry=entry.title, count=entry.changes, ruleset=of.ruleset, most=most
        )
    leaving = [
        one for one in entry.players if out.casefold().strip() in (one.name.casefold(), str(one.number))
    ]
    if len(leaving) != 1:
        raise DeskError("who_leaves", entry=entry.title, player=out, players=line_ups.numbered(entry.players))
    others = [one for one in book.entries(of.id) if not one.withdrawn and one.id != entry.id]
    stays = [_person(one) for one in entry.players if one is not leaving[0]]
    problems = _problems(of, others, [NewEntry((*stays, person), entry.name)])
    if problems:
        raise several(problems)
    new = _player(book, owner, _known(book, owner), person)
    book.set_entry_players(entry.id, [new.id if one is leaving[0] else one.id for one in entry.players])
    book.set_entry(entry.id, changes=entry.changes + 1)
    return new


# Checks


def _why_late(book: Book, of: Competition) -> Cause:
    if has_begun(book, of):
        return cause("begun_no_entries", event=of.name)
    return cause("drawn_no_entries", key=of.key, event=of.name)


def _problems(of: Competition, there: Sequence[Entry], new: Sequence[NewEntry]) -> list[Cause]:
    found: list[Cause] = []
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
                found.append(cause("entered_already", player=person.name, event=of.name, other=other))
            taken.add(person, one.title)
        if one.name and one.name.casefold() in names:
            found.append(cause("team_entered", team=one.name, event=of.name))
        names.add(one.name.casefold())
    return found + limits.problems(of, there, [(one.title, _clubs(one)) for one in new])


def _clubs(one: NewEntry) -> list[str]:
    return [person.club for person in one.people]


def name_problems(names: Sequence[str]) -> list[Cause]:
    """The reasons why these names of players cannot be accepted."""
    found = [cause("name_empty")] if any(not name.strip() for name in names) else []
    for text in names:
        if len(text) > NAME_MAX:
            found.append(cause("name_too_long", name=text[:20], most=NAME_MAX))
        if len(text.splitlines()) > 1:
            found.append(cause("name_of_lines", name=text[:20]))
    return found


def _own_problems(of: Competition, one: NewEntry) -> list[Cause]:
    found = name_problems([one.name or "-", *(person.name for person in one.people)])
    wanted = {"singles": 1, "doubles": 2}.get(of.kind)
    if wanted is not None and len(one.people) != wanted:
        found.append(
            cause(
                "wrong_number_of_players",
                entry=one.title,
                event=of.name,
                kind=of.kind,
                wanted=wanted,
                count=len(one.people),
            )
        )
    if of.kind == "team" and not one.name.strip():
        found.append(cause("team_needs_name"))
    if of.kind == "team" and len(one.people) < 2:
        found.append(cause("team_too_small", entry=one.title))
    if not seedings.is_one(one.seeding):
        found.append(cause("bad_seeding", entry=one.title, most=seedings.MOST, seeding=one.seeding))
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
    """The player of the tournament who is this person; a new player is added if there is none."""
    found = known.find(person)
    if found is not None:
        return found
    made = book.add_player(owner.id, person.name.strip(), person.club, person.country, person.licence)
    known.add(person, made)
    return made


def read(text: str, kind: Kind) -> list[NewEntry]:
    """The new entries of an entry list (entry_list.py). DeskError with every problem, one a line."""
    try:
        rows = entry_list.read(text, kind)
    except entry_list.EntryListError as error:
        raise DeskError.for_cause(error.cause) from error
    return [NewEntry(row.players, row.name, row.seeding) for row in rows]
