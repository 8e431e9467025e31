"""The players who are at a table, and those who have just left one: for calls. Reads only."""

from collections.abc import Iterator, Sequence

from host_tools.tournament.model import line_ups
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.hall_tables import AT_TABLE
from host_tools.tournament.model.model import Competition, Entry, Fixture, Player, Tournament
from host_tools.tournament.model.people import People, person_of, told_apart

#: Rest between two matches of a player, unless the tournament has another one (`rest_minutes`).
REST_MINUTES = 5
REST_MINUTES_MAX = 120
MINUTE_MS = 60_000


def rest_minutes(owner: Tournament) -> int:
    """How long the players of a tournament should rest between two matches; 0: rest is not checked."""
    return owner.settings.get("rest_minutes", REST_MINUTES)


class AtTables:
    """The players of any open tournament who are at a table now, each with the match."""

    def __init__(self, book: Book) -> None:
        self._by_id: dict[int, Fixture] = {}
        self._people = People[tuple[Player, Fixture]]()
        self._apart: set[frozenset[int]] = set()
        for owner in book.tournaments():
            if owner.state == "open" and owner.settings.get("apart"):
                self._apart |= told_apart(owner, book.players(owner.id))
        for fixture, people in with_players(book, book.fixtures(states=AT_TABLE, only_open=True)):
            for player in people.values():
                self._by_id[player.id] = fixture
                self._people.add(person_of(player), (player, fixture))

    def find(self, player: Player) -> tuple[Player, Fixture] | None:
        """This player at a table, and the match; else a player who may be the same person (`is_alike`), and
        of whom nobody has said that it is another.
        """
        own = self._by_id.get(player.id)
        there = (value for _, value in self._people.alike(person_of(player)))
        alike = (value for value in there if {value[0].id, player.id} not in self._apart)
        return next(alike, None) if own is None else (player, own)


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


def players_of(book: Book, fixture: Fixture) -> dict[int, Player]:
    """The players (by id) who sit, or would sit, in this match."""
    return next(with_players(book, [fixture]))[1]


def with_players(book: Book, fixtures: Sequence[Fixture]) -> Iterator[tuple[Fixture, dict[int, Player]]]:
    """Each of these fixtures with the players (by id) who sit in it."""
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
        yield fixture, {player.id: player for of_side in people for player in of_side}
