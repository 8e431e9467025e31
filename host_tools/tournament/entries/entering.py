"""Entries: added, changed and withdrawn, within the rulebook's limits.

A player who enters two events is one player with one start number: the same licence, or without one the same
name, and clubs that do not differ.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from host_tools.reasons import Cause
from host_tools.tournament.entries import entry_list
from host_tools.tournament.model import checks, finding, line_ups
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.checks import (
    SEEDING_MAX,
    is_seeding,
    limit_problems,
    limits_of,
    team_problems,
)
from host_tools.tournament.model.errors import DeskError, several
from host_tools.tournament.model.hall_tables import AT_TABLE
from host_tools.tournament.model.model import Competition, Entry, Kind, Player, Tournament
from host_tools.tournament.model.people import (
    People,
    Person,
    is_same,
    is_same_name,
    is_visible,
    name_words,
    person_of,
    seen,
    told_apart,
)
from host_tools.tournament.reasons import cause
from host_tools.tournament.rounds import swiss_rounds
from host_tools.tournament.standings import withdrawals


@dataclass(frozen=True, slots=True)
class NewEntry:
    """A new entry: one person, a pair, or a team with its name. seeding: 1 is the best."""

    people: tuple[Person, ...]
    name: str = ""
    seeding: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", seen(self.name).strip())

    @property
    def title(self) -> str:
        """As `Entry.title`."""
        return self.name or " / ".join(person.name for person in self.people)


def add(
    book: Book, competition: Competition, new: Sequence[NewEntry], at: int, *, reserves: bool = False
) -> list[int]:
    """Enter all of them, or none; their ids. reserves: they do not play until they get a place. Raises
    DeskError with every problem, one a line.
    """
    owner = finding.tournament_of(book, competition)
    if reserves:
        if limits_of(competition.ruleset).no_late and finding.has_begun(book, competition):
            raise DeskError("begun_no_entries", event=competition.name)
    elif competition.state != "entries" and not swiss_rounds.takes_entries(book, competition):
        raise DeskError.for_cause(why_late(book, competition))
    entries = [entry for entry in book.entries(competition.id) if entry.reserve or not entry.withdrawn]
    problems = problems_of(competition, entries, new, is_limited=not reserves)
    if problems:
        raise several(problems)
    known = _known(book, owner)
    made = []
    for entry in new:
        players = tuple(_player(book, owner, known, person) for person in entry.people)
        made.append(book.add_entry(competition.id, Entry(0, players, entry.name, entry.seeding), at))
        if reserves:
            book.set_entry(made[-1], state="withdrawn")
    return made


def known_or_new(book: Book, competition: Competition, owner: Tournament, new: NewEntry, at: int) -> int:
    """The entry (id) of these persons in a stage that another system draws: an existing one, or a new one,
    also after play has begun. Raises DeskError.
    """
    for entry in book.entries(competition.id):
        if len(entry.players) == len(new.people) and all(
            is_same(person_of(player), person)
            for player, person in zip(entry.players, new.people, strict=True)
        ):
            return entry.id
    problems = _own_problems(competition, new)
    if problems:
        raise several(problems)
    known = _known(book, owner)
    players = tuple(_player(book, owner, known, person) for person in new.people)
    return book.add_entry(competition.id, Entry(0, players, new.name, new.seeding), at)


def check_nothing_is_played(book: Book, owner: Tournament) -> None:
    """Raises DeskError while matches of the tournament are at tables: it cannot be closed now."""
    numbers = {competition.id for competition in book.competitions(owner.id)}
    at_tables = book.fixtures(states=AT_TABLE)
    of_match = book.competitions_of([fixture.id for fixture in at_tables])
    played = [fixture for fixture in at_tables if of_match[fixture.id] in numbers]
    if played:
        raise DeskError(
            "tournament_in_play",
            tournament=owner.name,
            matches=[{"match": fixture.id, "table": fixture.table} for fixture in played[:5]],
            more=max(0, len(played) - 5),
        )


def withdraw(book: Book, competition: Competition, entry: Entry) -> None:
    """Withdraw an entry. A draw made later leaves it out; after the draw its opponents get walk-overs
    (advancing.py).
    """
    if entry.withdrawn and entry.reserve is None:
        raise DeskError("withdrawn_already", entry=entry.title)
    book.set_entry(entry.id, state="withdrawn")
    withdrawals.mark(book, competition, entry)


def take_in(book: Book, competition: Competition, entry: Entry) -> None:
    """Take a withdrawn entry in again: after the draw only one that is in it. Raises DeskError."""
    if not entry.withdrawn:
        raise DeskError("not_withdrawn", entry=entry.title, event=competition.name)
    fixtures = book.fixtures(competition.id)
    is_drawn_here = competition.state != "entries" and competition.plan[0].kind != "external"
    is_drawn_here = is_drawn_here and not swiss_rounds.takes_entries(book, competition)
    if is_drawn_here and not any(entry.id in (fixture.a, fixture.b) for fixture in fixtures):
        raise DeskError("returned_not_drawn", entry=entry.title, event=competition.name, key=competition.key)
    take_place(book, competition, entry)
    withdrawals.unmark(book, competition, entry)


def take_place(book: Book, competition: Competition, entry: Entry) -> None:
    """Let an entry play that did not. DeskError: its players are in another entry, or over a limit."""
    others = [other for other in book.entries(competition.id) if not other.withdrawn]
    people = tuple(person_of(player) for player in entry.players)
    problems = problems_of(competition, others, [NewEntry(people, entry.name, entry.seeding)])
    if problems:
        raise several(problems)
    book.set_entry(entry.id, state="in")


def change_player(book: Book, competition: Competition, entry: Entry, out: str, person: Person) -> Player:
    """Exchange one player of an entry before its event's first round begins. Raises DeskError."""
    owner = finding.tournament_of(book, competition)
    if entry.withdrawn:
        raise DeskError("entry_withdrawn", entry=entry.title)
    if finding.has_begun(book, competition):
        raise DeskError("begun_no_exchange", event=competition.name)
    most = limits_of(competition.ruleset).changes
    if most is not None and entry.changes >= most:
        raise DeskError(
            "exchanged_too_often",
            entry=entry.title,
            count=entry.changes,
            ruleset=competition.ruleset,
            most=most,
        )
    leaving = [
        player
        for player in entry.players
        if is_same_name(out, player.name) or out.strip() == str(player.number)
    ]
    if len(leaving) > 1:
        raise DeskError("which_player", player=out, entry=entry.title, people=line_ups.with_clubs(leaving))
    if not leaving:
        raise DeskError("who_leaves", entry=entry.title, player=out, players=line_ups.numbered(entry.players))
    others = [other for other in book.entries(competition.id) if not other.withdrawn and other.id != entry.id]
    stays = [person_of(player) for player in entry.players if player is not leaving[0]]
    problems = problems_of(competition, others, [NewEntry((*stays, person), entry.name)])
    if problems:
        raise several(problems)
    new = _player(book, owner, _known(book, owner), person)
    book.set_entry_players(
        entry.id, [new.id if player is leaving[0] else player.id for player in entry.players]
    )
    book.set_entry(entry.id, changes=entry.changes + 1)
    return new


# Checks


def why_late(book: Book, competition: Competition) -> Cause:
    """Why entries cannot be added any more."""
    if finding.has_begun(book, competition):
        return cause("begun_no_entries", event=competition.name)
    return cause("drawn_no_entries", key=competition.key, event=competition.name)


def problems_of(
    competition: Competition, entries: Sequence[Entry], new: Sequence[NewEntry], is_limited: bool = True
) -> list[Cause]:
    """Why these cannot be entered beside the entries that are there. is_limited: clubs count."""
    problems: list[Cause] = []
    taken = People[str]()
    for entry in entries:
        for player in entry.players:
            taken.add(person_of(player), entry.title)
    teams = {name_words(entry.name) for entry in entries if entry.name}
    for new_entry in new:
        problems += _own_problems(competition, new_entry)
        for person in new_entry.people:
            other = taken.find(person)
            if other is not None:
                problems.append(
                    cause("entered_already", player=person.name, event=competition.name, other=other)
                )
            taken.add(person, new_entry.title)
        if new_entry.name and name_words(new_entry.name) in teams:
            problems.append(cause("team_entered", team=new_entry.name, event=competition.name))
        if new_entry.name:
            teams.add(name_words(new_entry.name))
    playing = [entry for entry in entries if not entry.withdrawn]
    clubs = [(entry.title, _clubs(entry)) for entry in new] if is_limited else []
    return problems + limit_problems(competition, playing, clubs)


def _clubs(entry: NewEntry) -> list[str]:
    return [person.club for person in entry.people]


def _own_problems(competition: Competition, entry: NewEntry) -> list[Cause]:
    people = [(person.club, person.country, person.licence, person.latin) for person in entry.people]
    texts = [text for fields in people for text in fields if text]
    problems = checks.name_problems([entry.name or "-", *(person.name for person in entry.people), *texts])
    size = {"singles": 1, "doubles": 2}.get(competition.kind)
    if size is not None and len(entry.people) != size:
        problems.append(
            cause(
                "wrong_number_of_players",
                entry=entry.title,
                event=competition.name,
                kind=competition.kind,
                wanted=size,
                count=len(entry.people),
            )
        )
    if competition.kind == "team" and not is_visible(entry.name):
        problems.append(cause("team_needs_name"))
    if competition.kind == "team" and len(entry.people) < 2:
        problems.append(cause("team_too_small", entry=entry.title))
    problems += team_problems(competition, entry.title, len(entry.people))
    if not is_seeding(entry.seeding):
        problems.append(cause("bad_seeding", entry=entry.title, most=SEEDING_MAX, seeding=entry.seeding))
    return problems


# People


def _known(book: Book, owner: Tournament) -> People[Player]:
    """The players of a tournament, but for those whose data were deleted."""
    known = People[Player]()
    for player in book.players(owner.id):
        if player.name:
            known.add(person_of(player), player)
    return known


def namesakes(book: Book, owner: Tournament, among: Collection[int]) -> list[Cause]:
    """A remark for each of these players (ids) who may be the same person as another of its tournament."""
    people = People[Player]()
    players = [player for player in book.players(owner.id) if player.name]
    for player in players:
        people.add(person_of(player), player)
    apart = told_apart(owner, players)
    pairs = [
        (player, other)
        for player in players
        if player.id in among
        for _, other in people.alike(person_of(player))
        if other.id != player.id and (other.id not in among or other.number < player.number)
        if {player.id, other.id} not in apart
    ]
    events: dict[int, list[str]] = {}
    for competition in book.competitions(owner.id) if pairs else ():
        for entry in book.entries(competition.id):
            for player in entry.players:
                events.setdefault(player.id, []).append(competition.name)
    return [
        cause(
            "may_be_same",
            number=player.number,
            player=player.name,
            events=events.get(player.id, []),
            other_number=other.number,
            other=other.name,
            other_events=events.get(other.id, []),
        )
        for player, other in pairs
    ]


def _player(book: Book, owner: Tournament, known: People[Player], person: Person) -> Player:
    """The player of the tournament who is this person; a new player is added if there is none."""
    player = known.find(person)
    if player is not None:
        if person.latin and not player.latin:
            book.set_player(player.id, latin=person.latin)
        return player
    name, latin = person.name.strip(), person.latin.strip()
    made = book.add_player(owner.id, name, person.club, person.country, person.licence, latin)
    known.add(person, made)
    return made


def read(text: str, kind: Kind) -> list[NewEntry]:
    """The new entries of an entry list (entry_list.py). DeskError with every problem, one a line."""
    try:
        rows = entry_list.read(text, kind)
    except entry_list.EntryListError as error:
        raise DeskError.for_cause(error.cause) from error
    return [NewEntry(row.players, row.name, row.seeding) for row in rows]
