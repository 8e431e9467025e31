"""What every part of the desk stands on: its database, its clock, and transactions that say who acts."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from host_tools.store import Store
from host_tools.store.database import reading, writing
from host_tools.store.store import now_ms
from host_tools.tournament import entering
from host_tools.tournament.book import Book
from host_tools.tournament.errors import DeskError
from host_tools.tournament.model import Competition

#: Who acts when nobody says so.
COMMAND_LINE = "command line"


class DeskBase:
    """The desk on an open database. `clock()` gives UTC ms."""

    def __init__(self, store: Store, clock: Callable[[], int] = now_ms) -> None:
        self.store = store
        self._clock = clock

    @contextmanager
    def _looking(self) -> Iterator[Book]:
        with reading(self.store.engine) as connection:
            yield Book(connection)

    @contextmanager
    def _acting(self, who: str, what: str, **detail: Any) -> Iterator[Book]:
        """A transaction that changes something, and puts on record who did what."""
        with writing(self.store.engine) as connection:
            book = Book(connection)
            yield book
            book.note(who, what, detail, self._clock())

    def _fresh(self, book: Book, competition: Competition) -> Competition:
        """The event as it stands in this transaction; DeskError when its tournament is closed."""
        entering.tournament_of(book, competition)
        found = book.competition(competition.id)
        if found is None:
            raise DeskError(f"The event {competition.key} is gone.")
        return found
