"""The hall's tables, the match at each of them, and which are free."""

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

from sqlalchemy import and_, func, select

from host_tools.live_values import OfficialResult, TableStatus
from host_tools.reasons import Cause
from host_tools.store import tournament_schema as schema
from host_tools.store.halls import halls_of_tables, read_layout
from host_tools.store.rows import MatchTitle
from host_tools.store.schema import acts, commands, matches, tables
from host_tools.tournament.model import line_ups
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.model import AT_TABLE as AT_TABLE
from host_tools.tournament.model.model import Competition, Entry, Fixture, Player, Tournament
from host_tools.tournament.model.people import People, person_of, told_apart
from host_tools.tournament.reasons import cause

#: A table whose row no collector has written for this long (ms) is silent; rows are written every 2 s.
SILENT_MS = 10_000
#: In a tournament's settings: the events that are played in one hall, {"ms": "North"}.
EVENT_HALLS: Final = "event_halls"


class TableMatch(MatchTitle):
    """The fields of a row of `matches` that the desk reads; the others are there, too."""

    official: OfficialResult | None
    problem: str | None


@dataclass(frozen=True, slots=True)
class HallTable:
    """A table as the desk sees it.

    link: up, stale, down, as the collector wrote it at `heard_at` (UTC ms), or silent: no collector has
    written since. status: its last status (battery and more, docs/maintainer/protocol.md), or None. fixture:
    the one that was called to it and is not over. match: the row of `matches` that is at the table, or None:
    `match` its id, `phase`, `title`, `names`, `official`, `confirmed`, `problem` and the others. is_free: a
    match can be called to it now; else `why`.
    """

    number: int
    hall: str
    link: str
    heard_at: int
    firmware: str
    status: TableStatus | None
    problem: str | None
    fixture: Fixture | None
    match: TableMatch | None
    is_free: bool
    why: Cause | None


def status_of(book: Book, number: int) -> TableStatus | None:
    """The last status of a table; None: it was never heard."""
    text = book.connection.execute(select(tables.c.status).where(tables.c.table_no == number)).scalar()
    return json.loads(text) if text else None


def hall_of(book: Book, number: int, owner: Tournament | None = None) -> str:
    """The hall of this table; "" when none is known. owner: the tournament whose setting counts first."""
    own = halls_of_tables(owner.settings) if owner is not None else {}
    return own.get(number) or read_layout(book.connection).hall_of(number)


def hall_of_event(book: Book, owner: Tournament, key: str) -> str:
    """The hall to which an event of this tournament is bound; "": it is played anywhere, also when that hall
    has no tables any more.
    """
    hall: str = (owner.settings.get(EVENT_HALLS) or {}).get(key, "")
    return hall if hall in read_layout(book.connection).names else ""


def all_tables(book: Book, at: int, owner: Tournament | None = None) -> list[HallTable]:
    """Every table ever heard, by number. owner: the tournament whose halls count first; `at`: UTC ms."""
    rows = book.connection.execute(select(tables).order_by(tables.c.table_no)).all()
    latest = _latest_matches(book)
    called = {
        fixture.table: fixture
        for fixture in book.fixtures(states=AT_TABLE, only_open=True)
        if fixture.table is not None
    }
    coming = _on_their_way(book)
    layout = read_layout(book.connection)
    own = halls_of_tables(owner.settings) if owner is not None else {}
    heard = []
    for row in rows:
        link = row.link if row.heard_at > at - SILENT_MS else "silent"
        match = latest.get(row.journal)
        fixture = called.get(row.table_no)
        why = _why_not(link, match, fixture, row.table_no in coming)
        if why is None and match is not None and _waits(match) and _is_foreign(book, match):
            why = cause("match_waits_there")
        heard.append(
            HallTable(
                number=row.table_no,
                hall=own.get(row.table_no) or layout.hall_of(row.table_no),
                link=link,
                heard_at=row.heard_at,
                firmware=row.firmware,
                status=json.loads(row.status) if row.status else None,
                problem=row.problem,
                fixture=fixture,
                match=match,
                is_free=why is None,
                why=why,
            )
        )
    return heard


def numbered(text: str) -> list[int]:
    """The tables in "1-4,7": 1, 2, 3, 4, 7. Raises DeskError for other text."""
    numbers: list[int] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        first, dash, last = (number.strip() for number in part.partition("-"))
        if not first.isdecimal() or bool(dash) != last.isdecimal() or len(first + last) > 8:
            raise DeskError("not_tables", text=part)
        if not 1 <= int(first) <= int(last or first) <= 9999:
            raise DeskError("table_numbers_range", text=part)
        numbers += range(int(first), int(last or first) + 1)
    return numbers


def is_untouched(match: TableMatch) -> bool:
    """Only the beginning of this match is recorded, so another match may replace it."""
    official = match["official"]
    has_points = official is not None and bool(official.get("games") or any(official.get("points") or ()))
    return match["phase"] in ("idle", "toss") and not has_points


def waiting_match(book: Book, number: int) -> str | None:
    """The match that the desk called to a table, and that waits there for its first board: it gives way to
    the next. None: there is none, or it was set up by hand or sent by somebody else.
    """
    journal = book.connection.execute(select(tables.c.journal).where(tables.c.table_no == number)).scalar()
    match = _latest_matches(book).get(journal) if journal else None
    return match["match"] if match is not None and _waits(match) and not _is_foreign(book, match) else None


def _waits(match: TableMatch) -> bool:
    return match["phase"] in ("toss", "ready")


def _is_foreign(book: Book, match: TableMatch) -> bool:
    """No desk called this match."""
    return match["match"] is None or book.competition_of(match["match"]) is None


def _why_not(link: str, match: TableMatch | None, fixture: Fixture | None, is_coming: bool) -> Cause | None:
    if fixture is not None:
        return cause("has_match", match=fixture.id)
    if link != "up":
        return cause("link_not_up", link=link)
    if is_coming:
        return cause("match_on_its_way")
    if match is not None and not match["confirmed"] and not is_untouched(match):
        if match["phase"] == "over":
            return cause("result_not_confirmed")
        return cause("match_in_play")
    return None


def _latest_matches(book: Book) -> dict[str, TableMatch]:
    """The last match of each journal."""
    newest = select(matches.c.journal, func.max(matches.c.first_seq).label("seq")).group_by(matches.c.journal)
    last = newest.subquery()
    on = and_(matches.c.journal == last.c.journal, matches.c.first_seq == last.c.seq)
    latest = {}
    for row in book.connection.execute(select(matches).join(last, on)).all():
        match = dict(row._mapping)
        match["names"] = json.loads(match["names"])
        match["official"] = json.loads(match["official"]) if match["official"] else None
        latest[row.journal] = cast(TableMatch, match)
    return latest


def _on_their_way(book: Book) -> set[int]:
    """The tables that have not answered yet to a match of the outbox."""
    query = select(commands.c.table_no, commands.c.body).where(commands.c.state.in_(("pending", "sent")))
    rows: Sequence[Any] = book.connection.execute(query).all()
    return {row.table_no for row in rows if json.loads(row.body).get("kind") == "match"}


# The players who are at a table, and those who have just left one: for calls. Reads only.


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


# The ids of matches that tables may know, also those of draws that were taken back.


#: The acts that take a call back.
_TAKES_BACK = ("match recall", "match clear", "act taken back")
_CALLS = ("match call", "tournament call-next")


def are_ids_begun(book: Book, prefix: str) -> bool:
    """Whether a match whose id is `prefix` and a stage's number was ever begun at a table, or called and
    recalled: the table may have it, and play it at any time.
    """
    begun = select(matches.c.match).where(matches.c.match.startswith(f"{prefix}-", autoescape=True))
    ids = {row.match for row in book.connection.execute(begun)} | _recalled(book, prefix)
    return any(
        match_id.startswith(f"{prefix}-") and match_id[len(prefix) + 1 :][:1].isdigit() for match_id in ids
    )


def known_ids_among(book: Book, ids: Collection[str]) -> set[str]:
    """Those of these ids for which `is_known` holds."""
    planned = {row.id for row in book.connection.execute(select(schema.fixtures.c.id))}
    return called_ids_among(book, ids) | (planned & set(ids))


def called_ids_among(book: Book, ids: Collection[str]) -> set[str]:
    """Those of these ids for which `was_called` holds."""
    begun = {row.match for row in book.connection.execute(select(matches.c.match))}
    return (begun | _recalled(book)) & set(ids)


def is_known_id(book: Book, match: str) -> bool:
    """Whether a match at a table or in the tournament has this id, or a recalled match had it."""
    return bool(book.fixtures(ids=[match])) or was_called_id(book, match)


def was_called_id(book: Book, match: str) -> bool:
    """Whether a match at a table has this id, or a recalled match had it."""
    begun = select(matches.c.match).where(matches.c.match == match)
    if book.connection.execute(begun).first() is not None:
        return True
    return match in _recalled(book, match)


def _recalled(book: Book, about: str = "") -> set[str]:
    """The matches whose call was taken back, among the acts in which these letters stand. A result that was
    taken away took a call back if there was one.
    """
    query = select(acts.c.what, acts.c.detail).where(acts.c.what.in_((*_CALLS, *_TAKES_BACK)))
    if about:
        query = query.where(acts.c.detail.contains(about, autoescape=True))
    called: set[str] = set()
    recalled: set[str] = set()
    cleared: set[str] = set()
    for row in book.connection.execute(query):
        facts = json.loads(row.detail)
        matches = facts.get("matches") or [facts.get("match") or ""]
        if row.what in _CALLS:
            called.update(matches)
        elif row.what == "match recall" or facts.get("what") in (*_CALLS, "match recall"):
            recalled.update(matches)
        else:
            cleared.update(matches)
    return recalled | (cleared & called)
