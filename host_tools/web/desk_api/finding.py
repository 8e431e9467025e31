"""What the path of a request names: tournament, event, entry, match; HTTPException 404 for what is not."""

from collections.abc import Callable
from typing import Annotated, TypeVar

from fastapi import HTTPException, Path

from host_tools.tournament.desk import Desk
from host_tools.tournament.errors import DeskError
from host_tools.tournament.model import Competition, Entry, Fixture, Tournament
from host_tools.web.desk_api import shapes

Thing = TypeVar("Thing")

OPEN = "-"
#: Ids of entries are numbers that the database has room for.
_ENTRY_MAX = 2**31 - 1
TournamentKey = Annotated[str, Path(max_length=40, description="Its key; - is the only one that is open")]
EventKey = Annotated[str, Path(max_length=20, description="The event's key, such as ms")]
EntryId = Annotated[int, Path(ge=1, le=_ENTRY_MAX, description="The entry's id")]
MatchId = Annotated[str, Path(max_length=64, description="The match's id")]


def tournament_of(desk: Desk, key: str) -> Tournament:
    """The tournament of this key."""
    return there(lambda: desk.tournament(None if key == OPEN else key))


def event_of(desk: Desk, tournament: str, key: str) -> Competition:
    """The event of this key."""
    one = tournament_of(desk, tournament)
    return there(lambda: desk.competition(one, key))


def entry_of(desk: Desk, competition: Competition, entry: int) -> Entry:
    """The entry of this id."""
    return there(lambda: desk.entry(competition, entry))


def fixture_of(desk: Desk, match: str) -> Fixture:
    """The planned match of this id."""
    return there(lambda: desk.fixture(match))


def titles_of(desk: Desk, competition: Competition) -> dict[int, str]:
    """The titles of its entries, by id."""
    return {entry.id: entry.title for entry in desk.entries(competition)}


def match_of(desk: Desk, match: str) -> shapes.MatchShape:
    """The planned match of this id, as it stands now."""
    one = fixture_of(desk, match)
    competition = desk.competition_of(one)
    return shapes.of_match(one, competition.key, titles_of(desk, competition))


def there(find: Callable[[], Thing]) -> Thing:
    """What is found, or 404 with the desk's words."""
    try:
        return find()
    except DeskError as error:
        raise HTTPException(404, str(error)) from error
