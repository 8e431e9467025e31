"""The base of every part of the desk: its database, its clock, and transactions that record who acts."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from host_tools.store import Store
from host_tools.store.database import reading, writing
from host_tools.tournament.model import finding
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.model import Competition

#: The actor when none is given.
COMMAND_LINE = "command line"


class _RolledBack(Exception):  # noqa: N818
    """Ends a transaction whose changes must not stay."""


class DeskBase:
    """The desk on an open database. `clock()` gives UTC ms; None: host time, in which tables count."""

    def __init__(self, store: Store, clock: Callable[[], int] | None = None) -> None:
        self.store = store
        self._clock = clock or store.hall.now

    @contextmanager
    def _looking(self) -> Iterator[Book]:
        with reading(self.store.engine) as connection:
            yield Book(connection)

    @contextmanager
    def _acting(self, actor: str, act: str, **detail: Any) -> Iterator[Book]:
        """A transaction that changes something, and puts on record who did what."""
        with writing(self.store.engine) as connection:
            book = Book(connection)
            yield book
            if book.undo:
                detail["undo"] = book.undo
            book.note(actor, act, detail, self._clock())

    @contextmanager
    def _changing(self) -> Iterator[Book]:
        """A transaction that changes something, and puts on record by itself who did what."""
        with writing(self.store.engine) as connection:
            yield Book(connection)

    @contextmanager
    def _trying(self) -> Iterator[Book]:
        """A transaction that shows what an act would change; it is rolled back."""
        with suppress(_RolledBack), writing(self.store.engine) as connection:
            yield Book(connection)
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
