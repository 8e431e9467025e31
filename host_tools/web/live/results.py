"""The tournament as the public pages show it, read from the database once for all viewers.

A request gets the last reading. A request for a reading older than a second starts a new one, unless one is
under way; without requests nothing is read. Events that did not change keep their standings, which cost the
most. A match at a table gets what the tournament has of it: its place in the event, and the result that
stands, where it is not the one that the table has.
"""

import asyncio
import hashlib
import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from starlette.concurrency import run_in_threadpool

from host_tools.exports import event_report, match_place
from host_tools.exports.event_report import EventReport
from host_tools.live_values import Noted, Official
from host_tools.store import Store, StoreError
from host_tools.store.database import reading
from host_tools.tournament.model import finding
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.model import (
    AT_TABLE,
    Fixture,
    Player,
    Tournament,
)
from host_tools.tournament.standings import results
from host_tools.web.http.ports import TableView
from host_tools.web.live.feed import Feed

log = logging.getLogger(__name__)


def official_of_view(view: TableView, fixture: Fixture) -> Official | None:
    """What the tournament has instead of this table's result of its match; None: the table's stands, or the
    match goes on there and nobody has decided it.
    """
    is_over = view.get("phase") in ("over", "confirmed")
    if fixture.state == "done" and fixture.result is not None:
        at_table = view.get("result") or {}
        if is_over and at_table.get("games") is not None:
            is_other = not results.agree(fixture.result, results.from_table(at_table))
        else:  # a result of the table itself that its umpire takes back is no decision of the organiser
            is_other = fixture.corrected or fixture.taken or fixture.result.how == "walk_over"
        return {"result": {**fixture.result.to_json()}} if is_other else None
    return {"result": None} if is_over and fixture.state not in AT_TABLE else None


async def look_official(feed: Feed, store: Store) -> None:
    """Bring the tables' views up to date with what the tournament has of their matches."""
    at_tables = {
        (int(view["table"]), str(match["id"])): view
        for view in feed.views()
        if (match := view.get("match") or {}).get("id")
    }
    try:
        fixtures = await run_in_threadpool(_fixtures, store, [match for _, match in at_tables])
    except StoreError as error:
        log.debug("web: %s", error)  # every second; the writer reports it once
        return
    feed.put_noted(
        {key: _noted(view, *fixtures[key[1]]) for key, view in at_tables.items() if key[1] in fixtures}
    )


def _noted(view: TableView, fixture: Fixture, event: str) -> Noted:
    noted: Noted = {"planned": match_place.planned(fixture, event)}
    official = official_of_view(view, fixture)
    return noted if official is None else {**noted, "official": official}


def _fixtures(store: Store, ids: list[str]) -> Mapping[str, tuple[Fixture, str]]:
    """The planned ones of these matches, each with the name of its event."""
    if not ids:
        return {}
    with reading(store.engine) as connection:
        book = Book(connection)
        event_of = book.competitions_of(ids)
        events = {event: book.competition(event) for event in {*event_of.values()}}
        names = {match: event.name if (event := events[number]) else "" for match, number in event_of.items()}
        return {fixture.id: (fixture, names[fixture.id]) for fixture in book.fixtures(ids=[*event_of])}


FRESH_S = 1.0
"""The greatest age of a shown result, while the database answers."""

SHARE = 10
"""After a reading, wait this many times as long as it took: reading takes at most a tenth of a slow
database's time.
"""


@dataclass(frozen=True)
class Programme:
    """A tournament with its events. open: all that are open, itself too, the newest first. `revision`, the
    same for all of them, changes whenever anything in one does.
    """

    tournament: Tournament
    events: tuple[EventReport, ...]
    players: dict[int, Player]
    revision: int = field(default=0, compare=False)
    open: tuple[Tournament, ...] = ()

    def event(self, key: str) -> EventReport | None:
        """An event by its key."""
        return next((event for event in self.events if event.competition.key == key), None)

    def is_shown(self) -> bool:
        """Whether the tournament has anything to show."""
        return bool(self.events)


class Results:
    """Reads the programmes of the open tournaments, first that of the one in play (`finding.shown`); without
    an open one of the newest; or of the one with the key `only`. `clock` gives monotonic seconds.
    `is_shared`: the revision is a number made of the contents, not a count, so that all servers of one
    database have the same.
    """

    def __init__(
        self,
        store: Store,
        clock: Callable[[], float] = time.monotonic,
        only: str | None = None,
        is_shared: bool = False,
    ) -> None:
        self.store = store
        self._only = only
        self._is_shared = is_shared
        self._clock = clock
        self._kept: tuple[Programme, ...] | None = None
        self._until = float("-inf")
        self._lock = asyncio.Lock()
        self.readings = 0
        """How often the database was read."""

    async def now(self, key: str | None = None) -> Programme | None:
        """The programme of the tournament with this key, without one of the one in play; at most `FRESH_S`
        old unless it is being read; None: there is no such open tournament. Raises StoreError if no reading
        has succeeded yet.
        """
        await self._renew()
        return next((each for each in self._kept or () if key in (None, each.tournament.key)), None)

    async def _renew(self) -> None:
        if self._clock() < self._until or (self._kept is not None and self._lock.locked()):
            return
        async with self._lock:
            if self._clock() < self._until:
                return
            begun = self._clock()
            try:
                self._take(await run_in_threadpool(self._read))
            except StoreError as error:
                if self._kept is None:
                    raise
                log.warning("web: the tournament could not be read again: %s", error)
            ended = self._clock()
            self._until = ended + max(FRESH_S, SHARE * (ended - begun))

    def _take(self, programmes: tuple[Programme, ...]) -> None:
        if programmes != self._kept:
            self._kept = programmes

    def _read(self) -> tuple[Programme, ...]:
        self.readings += 1
        with reading(self.store.engine) as connection:
            book = Book(connection)
            tournaments = [each for each in book.tournaments() if self._only in (None, each.key)]
            if not tournaments:
                return ()
            first = finding.shown(book, tournaments)
            still_open = tuple(each for each in tournaments if each.state == "open")
            read = [
                (each, *self._contents(book, each))
                for each in (first, *(each for each in still_open if each.id != first.id))
            ]
        revision = self._revision(read)
        return tuple(Programme(*each, revision, still_open) for each in read)

    def _contents(
        self, book: Book, tournament: Tournament
    ) -> tuple[tuple[EventReport, ...], dict[int, Player]]:
        kept = (each for each in self._kept or () if each.tournament.id == tournament.id)
        before = next(kept, None)
        events = []
        for competition in book.competitions(tournament.id):
            event = event_report.read_event(book, tournament, competition)
            known = before.event(competition.key) if before else None
            if known is not None and known == event:
                event = replace(event, standings=known.standings, chances=known.chances)
            else:
                event = event_report.with_chances(book, event_report.with_standings(book, event))
            events.append(event)
        return tuple(events), {player.number: player for player in book.players(tournament.id)}

    def _revision(self, contents: object) -> int:
        if self._is_shared:  # exact as a number of JavaScript
            return int.from_bytes(hashlib.blake2b(repr(contents).encode(), digest_size=6).digest())
        return self._kept[0].revision + 1 if self._kept else 1


SHAPES = ("score", "raw")
"""The streams to notify: those of the tournament's pages and the API's."""


async def watch(feed: Feed, results: Results, every_s: float = FRESH_S) -> None:
    """Run until cancelled; after a failure, read the database again."""
    while True:
        await asyncio.sleep(every_s)
        await look_official(feed, results.store)
        if any(name.split(" ")[0] in SHAPES for name, _only, _beat in feed.readers.crowds):
            await look(feed, results)


async def look(feed: Feed, results: Results) -> None:
    """Tell the streams when the tournament's revision changes."""
    try:
        programme = await results.now()
    except StoreError as error:
        log.warning("web: the tournament could not be read: %s", error)
        return
    feed.tell_results(programme.revision if programme else 0)
