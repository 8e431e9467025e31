"""The players who are at a table, and those who have just left one: for calls. Reads only."""

from collections.abc import Iterator, Sequence

from host_tools.tournament.model import line_ups
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.hall_tables import AT_TABLE
from host_tools.tournament.model.model import Competition, Entry, Fixture, Tournament

#: Rest between two matches of a player, unless the tournament has another one (`rest_minutes`).
REST_MINUTES = 5
REST_MINUTES_MAX = 120
MINUTE_MS = 60_000


def rest_minutes(owner: Tournament) -> int:
    """How long the players of a tournament should rest between two matches; 0: rest is not checked."""
    return owner.settings.get("rest_minutes", REST_MINUTES)


def busy(book: Book) -> dict[int, Fixture]:
    """Players (ids) who are at a table now, in any open tournament, and in which match."""
    playing: dict[int, Fixture] = {}
    for fixture, people in with_players(book, book.fixtures(states=AT_TABLE, only_open=True)):
        playing.update(dict.fromkeys(people, fixture))
    return playing


def resting(book: Book, at: int) -> dict[int, int]:
    """Players (ids) of open tournaments whose last match ended less than the rest before `at`, and when it
    ended (UTC ms). A walk-over does not count as a match.
    """
    rest = {
        tournament.id: rest_minutes(tournament)
        for tournament in book.tournaments()
        if tournament.state == "open"
    }
    since = at - max(rest.values(), default=0) * MINUTE_MS
    lately = [
        fixture
        for fixture in book.fixtures(states=["done"], only_open=True)
        if (fixture.decided_at or 0) > since
        and fixture.result is not None
        and fixture.result.how != "walk_over"
    ]
    ended_at: dict[int, int] = {}
    for fixture, people in with_players(book, lately):
        ended = fixture.decided_at or 0
        owner = book.tournament_of(book.competition_of(fixture.id) or 0)
        if owner is not None and ended > at - rest[owner.id] * MINUTE_MS:
            ended_at |= {player: max(ended, ended_at.get(player, 0)) for player in people}
    return ended_at


def players_of(book: Book, fixture: Fixture) -> set[int]:
    """The players (ids) who sit, or would sit, in this match."""
    return next(with_players(book, [fixture]))[1]


def with_players(book: Book, fixtures: Sequence[Fixture]) -> Iterator[tuple[Fixture, set[int]]]:
    """Each of these fixtures with the ids of the players who sit in it."""
    numbers = book.competitions_of([fixture.id for fixture in fixtures])
    known: dict[int, tuple[Competition, dict[int, Entry]]] = {}
    for fixture in fixtures:
        number = numbers[fixture.id]
        if number not in known:
            competition = book.competition(number)
            assert competition is not None
            known[number] = competition, {entry.id: entry for entry in book.entries(number)}
        competition, entries = known[number]
        sides = {
            side: entries[name] for side, name in (("a", fixture.a), ("b", fixture.b)) if name is not None
        }
        people = line_ups.people(competition, fixture, sides).values()
        yield fixture, {player.id for of_side in people for player in of_side}
