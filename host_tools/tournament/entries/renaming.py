"""New names for players whose names another system changed; licences identify them."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace

from sqlalchemy import select

from host_tools.store.outbox import queue
from host_tools.store.schema import commands
from host_tools.tournament.matches import calling
from host_tools.tournament.model import checks, wording
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.errors import several
from host_tools.tournament.model.hall_tables import with_players
from host_tools.tournament.model.model import Competition, Fixture, Player, Tournament
from host_tools.tournament.model.people import Person, is_same, person_of, seen

#: A table that does not take the new name within this time keeps the old one: it may be in another match.
TOLD_WITHIN_MS = 60_000
#: At a table, and not over: its display shows the names.
_SHOWN = ("called", "playing")


@dataclass(frozen=True, slots=True)
class Renamed:
    """player: its id; number: start number; before, now: names; tables: those that show the player and get
    the new name.
    """

    player: int
    number: int
    before: str
    now: str
    tables: tuple[int, ...] = ()


def take(
    book: Book, owner: Tournament, people: Sequence[Person], former: Mapping[str, str], at: int
) -> list[Renamed]:
    """Give the players of a tournament the names (clubs, countries) that the other system has for the same
    licences. former: old licences, and the one that replaced each. A person whose licence is not known here
    is the first player of the same name without a licence, who then gets it. Raises DeskError, and changes
    nothing, when a name is not acceptable.
    """
    problems = checks.name_problems(
        [text for person in people for text in (person.name, *filter(None, (person.club, person.country)))]
    )
    if problems:
        raise several(problems)
    known = [player for player in book.players(owner.id) if player.name]
    _move_licences(book, known, former)
    by_licence = {player.licence.casefold(): player for player in known if player.licence}
    without = [player for player in known if not player.licence]
    before: dict[int, tuple[Player, str]] = {}
    for person in people:
        if not person.licence:
            continue
        licensed = by_licence.get(person.licence.casefold())
        if licensed is None:
            licensed = next((player for player in without if is_same(person_of(player), person)), None)
            if licensed is None:
                continue
            without.remove(licensed)
        _update(book, licensed, person)
        if licensed.name != person.name.strip():
            before[licensed.id] = licensed, person.name.strip()
    tables = tell_tables(book, owner, before.keys(), at) if before else {}
    return [
        Renamed(player.id, player.number, player.name, now, tuple(sorted(tables.get(player.id, ()))))
        for player, now in before.values()
    ]


def _move_licences(book: Book, known: list[Player], former: Mapping[str, str]) -> None:
    """When the other system has merged two players: give the player with the old licence the new one, unless
    a player here has that already.
    """
    moved = {old.casefold(): new for old, new in former.items()}
    licences = {player.licence.casefold() for player in known}
    for at, player in enumerate(known):
        new = moved.get(player.licence.casefold()) if player.licence else None
        if new is not None and new.casefold() not in licences:
            book.set_player(player.id, licence=new)
            known[at] = replace(player, licence=new)
            licences.add(new.casefold())


def _update(book: Book, player: Player, person: Person) -> None:
    """Store what the other system knows; a value that is empty there (the club) stays as it is here."""
    new_values = {
        "name": person.name.strip(),
        "club": person.club,
        "country": person.country,
        "licence": person.licence,
        "latin": person.latin,
    }
    change(book, player, {name: value for name, value in new_values.items() if value})


def change(book: Book, player: Player, new_values: Mapping[str, str]) -> None:
    """Store the values that differ; a new name without a spelling in Latin letters takes the old one away."""
    new = {name: seen(value).strip() for name, value in new_values.items()}
    changed = {name: value for name, value in new.items() if value != getattr(player, name)}
    if "name" in changed:
        changed.setdefault("latin", "")  # the spelling was that of the old name
    if changed:
        book.set_player(player.id, **changed)


def tell_tables(book: Book, owner: Tournament, players: Set[int], at: int) -> dict[int, set[int]]:
    """Queue the new names for the tables with matches in play; return the tables that get them, by player."""
    tables: dict[int, set[int]] = {}
    for competition in book.competitions(owner.id):
        affected = [
            fixture for fixture in book.fixtures(competition.id, states=_SHOWN) if fixture.table is not None
        ]
        entries = {entry.id: entry for entry in book.entries(competition.id)} if affected else {}
        for fixture, people in with_players(book, affected):
            changed = people.keys() & players
            if changed and fixture.table is not None:
                event = calling.event_of(competition, fixture, entries)
                shown_names = {"kind": "names", "a": event["a"], "b": event["b"]}
                queue(book.connection, fixture.table, shown_names, _until(book, fixture, at))
                for player in changed:
                    tables.setdefault(player, set()).add(fixture.table)
    return tables


def tell_title(book: Book, competition: Competition, at: int) -> None:
    """Queue the title of an event's matches for the tables that show them."""
    for fixture in book.fixtures(competition.id, states=_SHOWN):
        if fixture.table is not None:
            event = {"kind": "names", "title": wording.title(competition, fixture)}
            queue(book.connection, fixture.table, event, _until(book, fixture, at))


def _until(book: Book, fixture: Fixture, at: int) -> int | None:
    """When the new names expire (UTC ms). None: never, as the table has not answered its call yet and gets
    the names after it.
    """
    called = select(commands.c.answered_at).where(commands.c.id == book.command_of(fixture.id))
    row = book.connection.execute(called).first()
    return None if row is not None and row.answered_at is None else at + TOLD_WITHIN_MS
