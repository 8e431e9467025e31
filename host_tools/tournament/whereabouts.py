"""The players who are at a table, and those who have just left one: for calls (D246). Reads only."""

from collections.abc import Iterator, Sequence

from host_tools.tournament import line_ups
from host_tools.tournament.book import Book
from host_tools.tournament.hall_tables import AT_TABLE
from host_tools.tournament.model import Competition, Entry, Fixture, Tournament

#: Rest between two matches of a player, unless the tournament has another one (`rest_minutes`, D246).
REST_MINUTES = 5
REST_MINUTES_MAX = 120
MINUTE_MS = 60_000


def rest_minutes(owner: Tournament) -> int:
    """How long the players of a tournament should rest between two matches; 0: rest is not checked."""
    return owner.settings.get("rest_minutes", REST_MINUTES)


def busy(book: Book) -> dict[int, Fixture]:
    """Players (ids) who are at a table now, in any open tournament, and in which match."""
    found: dict[int, Fixture] = {}
    for one, people in with_players(book, book.fixtures(states=AT_TABLE, only_open=True)):
        found.update(dict.fromkeys(people, one))
    return found


def resting(book: Book, at: int) -> dict[int, int]:
    """Players (ids) of open tournaments whose last match ended less than the rest before `at`, and when it
    ended (UTC ms). A walk-over does not count as a match.
    """
    rest = {one.id: rest_minutes(one) for one in book.tournaments() if one.state == "open"}
    since = at - max(rest.values(), default=0) * MINUTE_MS
    lately = [
        one
        for one in book.fixtures(states=["done"], only_open=True)
        if (one.decided_at or 0) > since and one.result is not None and one.result.how != "walk_over"
    ]
    found: dict[int, int] = {}
    for one, people in with_players(book, lately):
        ended = one.decided_at or 0
        owner = book.tournament_of(book.competition_of(one.id) or 0)
        if owner is not None and ended > at - rest[owner.id] * MINUTE_MS:
            found |= {player: max(ended, found.get(player, 0)) for player in people}
    return found


def players_of(book: Book, one: Fixture) -> set[int]:
    """The players (ids) who sit, or would sit, in this match."""
    return next(with_players(book, [one]))[1]


def with_players(book: Book, fixtures: Sequence[Fixture]) -> Iterator[tuple[Fixture, set[int]]]:
    """Each of these fixtures with the ids of the players who sit in it."""
    numbers = book.competitions_of([one.id for one in fixtures])
    known: dict[int, tuple[Competition, dict[int, Entry]]] = {}
    for one in fixtures:
        number = numbers[one.id]
        if number not in known:
            found = book.competition(number)
            assert found is not None
            known[number] = found, {entry.id: entry for entry in book.entries(number)}
        of, entries = known[number]
        sides = {side: entries[name] for side, name in (("a", one.a), ("b", one.b)) if name is not None}
        people = line_ups.people(of, one, sides).values()
        yield one, {player.id for of_side in people for player in of_side}
