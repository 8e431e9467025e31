"""The base of every part of the desk: its database, its clock, and transactions that record who acts."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Generic, cast

from host_tools.store import Store
from host_tools.store.database import reading, writing
from host_tools.tournament.acts import effects
from host_tools.tournament.acts.act import Act, ResultT, TargetT, Transaction, Typed
from host_tools.tournament.acts.effects import Effects
from host_tools.tournament.imports.importing import Progress
from host_tools.tournament.matches import end_orders, protesting, report_views, table_results
from host_tools.tournament.matches.protesting import ProtestView
from host_tools.tournament.matches.report_views import ReportView
from host_tools.tournament.model import finding, shelf
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.model import Competition, Entry, Fixture, Tournament
from host_tools.tournament.model.shelf import Shelved
from host_tools.tournament.undo import changes

#: The actor when none is given.
COMMAND_LINE = "command line"


class _RolledBack(Exception):  # noqa: N818
    """Ends a transaction whose changes must not stay."""


@dataclass(frozen=True, slots=True)
class Done(Generic[ResultT]):
    """What came of an act, and what it changed in its event."""

    value: ResultT
    effects: Effects


class DeskBase:
    """The desk on an open database. `clock()` gives UTC ms; None: host time, in which tables count.

    chosen: the key of the tournament that is meant where nobody names one; None: the only open one.
    """

    def __init__(
        self, store: Store, clock: Callable[[], int] | None = None, chosen: str | None = None
    ) -> None:
        self.store = store
        self.chosen = chosen
        self._clock = clock or store.hall.now

    def do(
        self,
        act: Act[TargetT, ResultT],
        target: TargetT,
        *,
        actor: str = COMMAND_LINE,
        progress: Progress = lambda done, total: None,
    ) -> ResultT:
        """Do an act and put it on record; returns what came of it. DeskError, or what `progress` raises: then
        nothing has changed.
        """
        with self._acting(actor, act.act) as book:
            return self._work(book, act, target, actor, progress)

    def done(
        self,
        act: Act[TargetT, ResultT],
        target: TargetT,
        *,
        preview: bool = False,
        actor: str = COMMAND_LINE,
    ) -> Done[ResultT]:
        """The same with what it changed in its event. preview: nothing changes; it says what would.
        DeskError.
        """
        way = self._trying() if preview else self._acting(actor, act.act)
        done: Done[ResultT] | None = None
        with way as book:
            event = _event_of(book, target)
            before = effects.seen(book, event)
            value = self._work(book, act, target, actor)
            done = Done(value, effects.between(before, effects.seen(book, event)))
        assert done is not None
        return done

    def _work(
        self,
        book: Book,
        act: Act[TargetT, ResultT],
        target: TargetT,
        actor: str,
        progress: Progress = lambda done, total: None,
    ) -> ResultT:
        event = _event_of(book, target)
        if event is not None:
            finding.tournament_of(book, event)  # it must be open
        fresh = _as_it_is(book, target, event)
        book.facts |= {**_labels(fresh, event), **act.detail()}
        value = act.do(Transaction(book, actor, self._clock(), event, progress), fresh)
        if isinstance(target, Fixture):
            end_orders.tell(book, target.id)
        return value

    def typed(self, field: Typed, event: Competition, text: str) -> object:
        """The value of a field that people type in their own way, such as a name for an id. DeskError."""
        with self._looking() as book:
            return field.read(book, event, text)

    def event_of(self, target: Competition | Entry | Fixture) -> Competition:
        """The event that an entry or a match belongs to, as it is now. DeskError."""
        with self._looking() as book:
            event = _event_of(book, target)
        assert event is not None
        return event

    @contextmanager
    def _looking(self) -> Iterator[Book]:
        with reading(self.store.engine) as connection:
            yield Book(connection)

    @contextmanager
    def _acting(self, actor: str, act: str, **detail: Any) -> Iterator[Book]:
        """A transaction that changes something, and puts on record who did what; what tables reported until
        now is taken before.
        """
        with self._changing() as book:
            table_results.settle(book, self._clock())
            with changes.recorded(book, actor, act, detail, self._clock()):
                yield book
                detail |= book.facts

    @contextmanager
    def _changing(self) -> Iterator[Book]:
        """A transaction that changes something, and puts on record by itself who did what."""
        with writing(self.store.engine) as connection:
            yield Book(connection)

    @contextmanager
    def _trying(self) -> Iterator[Book]:
        """A transaction that shows what an act would change; it is rolled back."""
        with suppress(_RolledBack), writing(self.store.engine) as connection:
            book = Book(connection)
            table_results.settle(book, self._clock())
            yield book
            raise _RolledBack

    @contextmanager
    def _trying_or_not(self) -> Iterator[tuple[Book, Callable[[], None]]]:
        """A transaction that is rolled back unless the function that it yields is called."""
        kept: list[bool] = []
        with suppress(_RolledBack), writing(self.store.engine) as connection:
            yield Book(connection), lambda: kept.append(True)
            if not kept:
                raise _RolledBack

    def _fresh(self, book: Book, competition: Competition) -> Competition:
        """The event as this transaction reads it; DeskError when its tournament is closed."""
        finding.tournament_of(book, competition)
        fresh = book.competition(competition.id)
        if fresh is None:
            raise DeskError("event_gone", key=competition.key)
        return fresh


def _event_of(book: Book, target: object) -> Competition | None:
    """The event that the target of an act is, or belongs to, as it is now. DeskError: it is gone."""
    if isinstance(target, ProtestView):
        return None if target.fixture is None else finding.competition_of(book, target.fixture)
    if isinstance(target, ReportView):
        return finding.competition_of(book, finding.fixture(book, target.match))
    if isinstance(target, Fixture):
        return finding.competition_of(book, target)
    if isinstance(target, Entry):
        return finding.competition_of_entry(book, target)
    if isinstance(target, Competition):
        fresh = book.competition(target.id)
        if fresh is None:
            raise DeskError("event_gone", key=target.key)
        return fresh
    return None


def _as_it_is(book: Book, target: TargetT, event: Competition | None) -> TargetT:
    """The target of an act as this transaction reads it. DeskError: it is gone."""
    fresh: Any = target
    if isinstance(target, Tournament):
        fresh = finding.tournament(book, target.key)
    elif isinstance(target, Fixture):
        fresh = finding.fixture(book, target.id)
    elif isinstance(target, Entry) and event is not None:
        fresh = finding.entry(book, event, target.id)
    elif isinstance(target, Competition):
        fresh = event
    elif isinstance(target, ProtestView):
        fresh = protesting.find(book, target.match, target.number)
    elif isinstance(target, ReportView):
        fresh = report_views.find(book, target.number)
    elif isinstance(target, Shelved):
        fresh = shelf.saved(book, target.key)
    return cast(TargetT, fresh)


def _labels(target: object, event: Competition | None) -> dict[str, str]:
    """The target of an act, as the record has it."""
    if isinstance(target, Tournament):
        return {"tournament": target.key}
    if isinstance(target, Competition):
        return {"event": target.key}
    if isinstance(target, Shelved):
        return {"ruleset": target.key}
    if isinstance(target, Fixture):
        return {"match": target.id}
    if isinstance(target, ProtestView):
        return {"match": target.match, "protest": str(target.number)}
    if isinstance(target, ReportView):
        return {"match": target.match, "report": str(target.number)}
    return {"event": event.key, "entry": target.title} if event and isinstance(target, Entry) else {}
