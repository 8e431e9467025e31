"""The tournament as the public pages show it: read from the database for everybody together, not for each
viewer.

Whoever asks gets what was read last; it is read again when it is older than a second, and not while a reading
goes on. Nothing is read while nobody asks. What did not change keeps its standings, which are the dear part.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from starlette.concurrency import run_in_threadpool

from host_tools.store import Store, StoreError
from host_tools.store.database import reading
from host_tools.tournament import placing
from host_tools.tournament.book import Book
from host_tools.tournament.model import (
    Competition,
    Correction,
    Decision,
    Entry,
    Fixture,
    Place,
    Player,
    Stage,
    Tournament,
)

log = logging.getLogger(__name__)

FRESH_S = 1.0
"""Nobody is shown a result that is older, while the database answers."""

SHARE = 10
"""Reading rests so many times as long as it took: of a slow database it takes a tenth of the time at most."""


@dataclass(frozen=True)
class Event:
    """One event; corrections by match, standings by stage and group."""

    of: Competition
    stages: tuple[Stage, ...]
    entries: dict[int, Entry]
    fixtures: tuple[Fixture, ...]
    corrections: dict[str, Correction]
    decisions: tuple[tuple[int, Decision], ...] = ()
    standings: dict[int, dict[int, list[Place]]] = field(default_factory=dict, compare=False)


@dataclass(frozen=True)
class Programme:
    """A tournament with its events. `revision` is another one whenever anything of it is."""

    tournament: Tournament
    events: tuple[Event, ...]
    players: dict[int, Player]
    revision: int = field(default=0, compare=False)

    def event(self, key: str) -> Event | None:
        """An event by its key."""
        return next((event for event in self.events if event.of.key == key), None)

    def is_shown(self) -> bool:
        """Whether there is anything to show of it."""
        return bool(self.events)


class Results:
    """The programme of the tournament that goes on: the newest open one, else the newest. `clock` gives
    monotonic seconds.
    """

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._clock = clock
        self._kept: Programme | None = None
        self._until = float("-inf")
        self._lock = asyncio.Lock()
        self.readings = 0
        """How often the database was asked."""

    @property
    def last(self) -> Programme | None:
        """What was read last; None before, and when there is no tournament."""
        return self._kept

    async def now(self) -> Programme | None:
        """The programme, at most `FRESH_S` old unless it is just being read; None when there is none. Raises
        StoreError when it never could be read.
        """
        if self._clock() < self._until or (self._kept is not None and self._lock.locked()):
            return self._kept
        async with self._lock:
            if self._clock() < self._until:
                return self._kept
            begun = self._clock()
            try:
                self._take(await run_in_threadpool(self._read))
            except StoreError as error:
                if self._kept is None:
                    raise
                log.warning("web: the tournament could not be read again: %s", error)
            ended = self._clock()
            self._until = ended + max(FRESH_S, SHARE * (ended - begun))
        return self._kept

    def _take(self, found: Programme | None) -> None:
        if found != self._kept:
            self._kept = found

    def _read(self) -> Programme | None:
        self.readings += 1
        with reading(self._store.engine) as connection:
            book = Book(connection)
            there = book.tournaments()
            of = next((one for one in there if one.state == "open"), there[0] if there else None)
            if of is None:
                return None
            before = self._kept
            events = tuple(self._event(book, one, before) for one in book.competitions(of.id))
            players = {player.number: player for player in book.players(of.id)}
        return Programme(of, events, players, before.revision + 1 if before else 1)

    def _event(self, book: Book, of: Competition, before: Programme | None) -> Event:
        stages = tuple(book.stages(of.id))
        found = Event(
            of,
            stages,
            {entry.id: entry for entry in book.entries(of.id)},
            tuple(book.fixtures(of.id)),
            {one.fixture: one for one in book.corrections(of.id)},
            tuple((stage.position, one) for stage in stages for one in book.decisions(stage.id)),
        )
        known = before.event(of.key) if before else None
        if known == found:
            assert known is not None
            return known
        for stage in stages:
            if stage.state != "waiting":
                found.standings[stage.position] = placing.of_stage(book, of, stage, found.fixtures)
        return found
