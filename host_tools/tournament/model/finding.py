"""Finds tournaments, events and matches by a short key, or without one when there is only one."""

from collections.abc import Sequence

from host_tools.tournament.model import line_ups, wording
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.model import AT_TABLE, BEGUN, Competition, Entry, Fixture, Stage, Tournament
from host_tools.tournament.model.people import is_same_name


def tournament(book: Book, key: str | None = None) -> Tournament:
    """By its key; None: the only one that is open, else the only one there is."""
    tournaments = book.tournaments()
    if key is not None:
        for tournament in tournaments:
            if tournament.key == key:
                return tournament
        raise DeskError("no_tournament", key=key, keys=_keys(tournaments))
    if not tournaments:
        raise DeskError("no_tournament_yet")
    still_open = [tournament for tournament in tournaments if tournament.state == "open"]
    if len(still_open) == 1:
        return still_open[0]
    if len(tournaments) == 1:
        return tournaments[0]
    raise DeskError("which_tournament", keys=_keys(still_open or tournaments))


def shown(book: Book, tournaments: Sequence[Tournament]) -> Tournament:
    """Of these, the newest first: the open one that is at the tables, else the open one with events that was
    begun or called last, else the newest open one, else the newest.
    """
    is_open = [each for each in tournaments if each.state == "open"]
    if len(is_open) < 2:
        return (is_open or tournaments)[0]

    def rank(tournament: Tournament) -> tuple[bool, bool, int]:
        competitions = book.competitions(tournament.id)
        planned = [fixture for each in competitions for fixture in book.fixtures(each.id)]
        called = [fixture.called_at or 0 for fixture in planned]
        is_at_tables = any(fixture.state in AT_TABLE for fixture in planned)
        return is_at_tables, bool(competitions), max([tournament.made_at, *called])

    return max(is_open, key=rank)


def competition(book: Book, tournament: Tournament, key: str | None = None) -> Competition:
    """An event of the tournament by its key; None: the only one."""
    competitions = book.competitions(tournament.id)
    if key is not None:
        for competition in competitions:
            if competition.key == key:
                return competition
        raise DeskError("no_event", tournament=tournament.name, key=key, keys=_keys(competitions))
    if not competitions:
        raise DeskError("no_event_yet", tournament=tournament.name)
    if len(competitions) == 1:
        return competitions[0]
    raise DeskError("which_event", keys=_keys(competitions))


def _keys(choices: Sequence[Tournament | Competition]) -> list[str]:
    return [named.key for named in choices]


def fixture(book: Book, fixture_id: str, owner: str | None = None) -> Fixture:
    """A match by its id, by the end of its id when no other open match has that end ("ms-1-3", "1-3"), or by
    its number for people, with or without a space ("MS 3"). owner: the key of its tournament; None: of any
    that is open.
    """
    owners = [each for each in book.tournaments() if each.state == "open"]
    exact = book.fixtures(ids=[fixture_id])
    if owner is not None:
        owners = [tournament(book, owner)]
    elif exact:
        return exact[0]
    events = [(event, book.fixtures(event.id)) for each in owners for event in book.competitions(each.id)]
    by_id = {fixture.id: fixture for _event, fixtures in events for fixture in fixtures}
    if fixture_id in by_id:
        return by_id[fixture_id]
    ending = [fixture for known, fixture in by_id.items() if known.endswith(f"-{fixture_id}")]
    ending = ending or [each for event, fixtures in events for each in _numbered(event, fixtures, fixture_id)]
    if len(ending) == 1:
        return ending[0]
    if ending:
        raise DeskError("which_match", match=fixture_id, matches=[fixture.id for fixture in ending[:5]])
    raise DeskError("no_match", match=fixture_id)


def _numbered(event: Competition, fixtures: Sequence[Fixture], text: str) -> list[Fixture]:
    """The match of an event with this number for people, if any."""
    name, key = "".join(text.split()).upper(), event.key.upper()
    if not (name.startswith(key) and name.removeprefix(key).isdecimal()):
        return []
    numbers = wording.numbers(event, fixtures)
    return [fixture for fixture in fixtures if numbers[fixture.id] == f"{key} {name[len(key) :]}"]


def competition_of(book: Book, fixture: Fixture) -> Competition:
    """The event that a fixture belongs to."""
    number = book.competition_of(fixture.id)
    competition = book.competition(number) if number is not None else None
    if competition is None:
        raise DeskError("match_gone", match=fixture.id)
    return competition


def competition_of_entry(book: Book, entry: Entry) -> Competition:
    """The event that an entry is in. DeskError: it is in none any more."""
    number = book.competition_of_entry(entry.id)
    competition = book.competition(number) if number is not None else None
    if competition is None:
        raise DeskError("entry_gone", entry=entry.title)
    return competition


def entry(book: Book, competition: Competition, text: str | int) -> Entry:
    """By its id, by the start number of one of its players ("12"), or by its title or a player's name."""
    entries = book.entries(competition.id)
    if isinstance(text, int):
        meant = [entry for entry in entries if entry.id == text]
    else:
        meant = [entry for entry in entries if _is_meant(entry, text)]
    if len(meant) == 1:
        return meant[0]
    if meant:
        people = [line_ups.with_clubs(entry.players) for entry in meant[:5]]
        raise DeskError(
            "which_entry",
            entry=text,
            event=competition.name,
            entries=[entry.title for entry in meant[:5]],
            people=people,
        )
    raise DeskError("no_entry", event=competition.name, entry=text, key=competition.key)


def _is_meant(entry: Entry, text: str) -> bool:
    spellings = [entry.title, *(player.name for player in entry.players)]
    numbers = [str(player.number) for player in entry.players]
    return text.strip() in numbers or any(is_same_name(text, name) for name in spellings)


def stage(book: Book, competition: Competition, position: int | None = None) -> Stage:
    """A stage by its position, from 1; None: the one in play, else the last that is done."""
    stages = book.stages(competition.id)
    if position is not None:
        for stage in stages:
            if stage.position == position:
                return stage
        raise DeskError("no_stage", event=competition.name, position=position, count=len(stages))
    if not stages:
        raise DeskError("no_stages", event=competition.name)
    played = [stage for stage in stages if stage.state == "drawn"]
    done = [stage for stage in stages if stage.state == "done"]
    return played[0] if played else (done or stages)[-1 if done else 0]


def tournament_of(book: Book, competition: Competition) -> Tournament:
    """The tournament of the event; DeskError when it is closed."""
    owner = book.tournament_of(competition.id)
    if owner is None:
        raise DeskError("event_gone", key=competition.key)
    if owner.state != "open":
        raise DeskError("tournament_closed", tournament=owner.name)
    return owner


def has_begun(book: Book, competition: Competition) -> bool:
    """Whether a match of it has been called, or played; a match against an entry that withdrew is neither."""
    return any(
        fixture.state in BEGUN
        and (fixture.called_at is not None or fixture.note_code != "withdrawn" or fixture.note_facts)
        for fixture in book.fixtures(competition.id)
    )
