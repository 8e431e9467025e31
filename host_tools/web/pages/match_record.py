"""A match for its page, as the database has it: what the tournament says of it, what tables played, and the
earlier meetings of the two. Reads only.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, func, select

from host_tools.exports.played import StoredMatch, read_stored
from host_tools.store import tournament_schema as schema
from host_tools.store.schema import events
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.model import Correction, Entry, Fixture, Tournament
from host_tools.web.live.results import Event, read_event

MEETINGS_MOST = 20
"""The limit of earlier meetings that are read."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """Another decided match of the same two; `turned`: its side a is side b of the match asked for."""

    tournament: Tournament
    event: Event
    fixture: Fixture
    turned: bool


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """What is known of a match.

    tournament, event, fixture: None for a match that no tournament has planned. changes: its corrections,
    the oldest first. begun: its matches at tables, the oldest first; own: the one among them that its result
    came from, else the newest; is_own: whether it is the one that the result came from, or there is no plan.
    first_event: the id of its first event. meetings: the newest first.
    """

    id: str
    tournament: Tournament | None
    event: Event | None
    fixture: Fixture | None
    changes: tuple[Correction, ...]
    begun: tuple[StoredMatch, ...]
    own: StoredMatch | None
    is_own: bool
    first_event: int = 0
    meetings: tuple[Meeting, ...] = ()


def read(connection: Connection, match: str, kept: dict[int, Event] | None = None) -> MatchRecord | None:
    """The match with this id; None when there is none. kept: events that were read before, by id; those that
    are read come into it. Raises StoreError.
    """
    kept = {} if kept is None else kept
    book = Book(connection)
    number = book.competition_of(match)
    begun = tuple(read_stored(connection, match))
    if number is None:
        return _unplanned(connection, match, begun) if begun else None
    tournament, competition = book.tournament_of(number), book.competition(number)
    assert competition is not None
    event = kept.get(number) or read_event(book, competition)
    kept[number] = event
    fixture = next(planned for planned in event.fixtures if planned.id == match)
    changes = tuple(book.corrections(number, match))
    known = book.reported([match]).get(match)
    own = next((row for row in begun if (row.journal, row.first_seq) == known), None)
    return MatchRecord(
        match,
        tournament,
        event,
        fixture,
        changes,
        begun,
        own or (begun[-1] if begun else None),
        own is not None,
        _first_event(connection, own or (begun[-1] if begun else None)),
        tuple(_meetings(book, event, fixture, kept)),
    )


def _unplanned(connection: Connection, match: str, begun: tuple[StoredMatch, ...]) -> MatchRecord:
    first = _first_event(connection, begun[-1])
    return MatchRecord(match, None, None, None, (), begun, begun[-1], True, first)


def _first_event(connection: Connection, own: StoredMatch | None) -> int:
    if own is None:
        return 0
    query = select(func.min(events.c.id)).where(
        events.c.journal == own.journal, events.c.seq.between(own.first_seq, own.last_seq)
    )
    return int(connection.execute(query).scalar() or 0)


def _meetings(book: Book, event: Event, fixture: Fixture, kept: dict[int, Event]) -> Iterator[Meeting]:
    """The other decided matches of entries with the same players' names, in all tournaments."""
    sides = [event.entries.get(number) if number is not None else None for number in (fixture.a, fixture.b)]
    named = [_names(entry) for entry in sides]
    if not all(named):
        return
    mine, theirs = (_entries_of(book.connection, names) for names in named)
    fixtures = schema.fixtures.c
    query = select(fixtures.id, fixtures.competition_id).where(
        fixtures.entry_a.in_(mine | theirs), fixtures.entry_b.in_(mine | theirs), fixtures.id != fixture.id
    )
    rows = book.connection.execute(query.order_by(fixtures.decided_at.desc()).limit(MEETINGS_MOST)).all()
    for row in rows:
        if row.competition_id not in kept:
            competition = book.competition(row.competition_id)
            assert competition is not None
            kept[row.competition_id] = read_event(book, competition)
        its = kept[row.competition_id]
        met = next(planned for planned in its.fixtures if planned.id == row.id)
        tournament = book.tournament_of(row.competition_id)
        if met.result is None or met.state != "done" or tournament is None:
            continue
        if {met.a in mine, met.b in mine} == {True, False}:
            yield Meeting(tournament, its, met, met.a not in mine)


def _names(entry: Entry | None) -> tuple[str, ...]:
    """Names by which the same player, pair or team is known in another event; () where one was deleted."""
    if entry is None:
        return ()
    names = (entry.name,) if entry.name else tuple(sorted(player.name for player in entry.players))
    return names if all(names) else ()


def _entries_of(connection: Connection, names: Sequence[str]) -> set[int]:
    """The entries of exactly these players, or of the team of this name."""
    entries, members, players = schema.entries.c, schema.entry_players.c, schema.players.c
    query = (
        select(entries.id, entries.name, players.name.label("player"))
        .join(schema.entry_players, members.entry_id == entries.id)
        .join(schema.players, players.id == members.player_id)
        .where(
            entries.id.in_(
                select(members.entry_id)
                .join(schema.players, players.id == members.player_id)
                .where(players.name.in_(names))
                .union(select(entries.id).where(entries.name.in_(names)))
            )
        )
    )
    by_entry: dict[int, tuple[str, list[str]]] = {}
    for row in connection.execute(query):
        by_entry.setdefault(row.id, (row.name, []))[1].append(row.player)
    return {
        number
        for number, (name, people) in by_entry.items()
        if ((name,) if name else tuple(sorted(people))) == tuple(names)
    }
