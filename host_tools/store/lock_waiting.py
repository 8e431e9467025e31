"""How long this program waits for a database that another program has locked.

A collector does not wait: it shows the problem, its tables keep their events, and it tries again. A command
waits for a limited time and says so, because nothing else would try again.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from host_tools.reasons import Cause
from host_tools.store.reasons import StoreLocked, database_cause

#: How long a command waits: longer than an import or a deletion of a large tournament takes.
COMMAND_S = 30


@dataclass(frozen=True, slots=True)
class Patience:
    """wait_s: the total time to wait; 0: one attempt with the database's own limit (BUSY_MS). say: called
    once per wait with a message.
    """

    wait_s: float = 0
    say: Callable[[Cause], None] | None = None


_NONE = Patience()
_present = _NONE


@contextmanager
def patient(wait_s: float, say: Callable[[Cause], None]) -> Iterator[None]:
    """Inside this context, all threads of the program wait up to `wait_s` for a locked database. `say` is
    called with a message that names the database.
    """
    global _present
    before, _present = _present, Patience(wait_s, say)
    try:
        yield
    finally:
        _present = before


class Waiting:
    """One wait. Call `goes_on` after each attempt that found the database locked."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._begun = clock()
        self._has_said = False

    def goes_on(self, where: str) -> bool:
        """Whether to try again. The first call says that the program waits for `where`."""
        left = _present.wait_s - (self._clock() - self._begun)
        if left <= 0:
            return False
        if not self._has_said and _present.say is not None:
            self._has_said = True
            _present.say(database_cause("waits_for_lock", where=where, seconds=max(1, round(left))))
        return True

    def over(self, where: str) -> StoreLocked:
        """The error for the end of the wait."""
        if _present.wait_s <= 0:
            return StoreLocked("locked", where=where)
        return StoreLocked("locked_long", where=where, seconds=round(self._clock() - self._begun))
