"""How long this program waits for a database that another program has locked (D288).

A collector does not wait: it shows the trouble, its tables keep their events, and it tries again. Whoever
gave a command would rather wait a while, and be told so, than read that it did not work.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

#: How long a command waits: longer than an import or a deletion of a large tournament takes.
COMMAND_S = 30


@dataclass(frozen=True, slots=True)
class Patience:
    """wait_s: how long in all, 0: one attempt of the database's own (BUSY_MS); say: is told, once a wait."""

    wait_s: float = 0
    say: Callable[[str], None] | None = None


_NONE = Patience()
_present = _NONE


@contextmanager
def patient(wait_s: float, say: Callable[[str], None]) -> Iterator[None]:
    """All threads of this program wait up to `wait_s` for a locked database while this goes on; `say` is told
    what is waited for.
    """
    global _present
    before, _present = _present, Patience(wait_s, say)
    try:
        yield
    finally:
        _present = before


class Waiting:
    """One wait. `goes_on` after each attempt that found the database locked."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._begun = clock()
        self._has_said = False

    def goes_on(self, where: str) -> bool:
        """Whether to try again; says at the first time that it waits for `where`."""
        left = _present.wait_s - (self._clock() - self._begun)
        if left <= 0:
            return False
        if not self._has_said and _present.say is not None:
            self._has_said = True
            _present.say(
                f"{where} is locked by another program; waiting up to {max(1, round(left))} seconds for it "
                "(Ctrl-C: no longer)."
            )
        return True

    def over(self, where: str) -> str:
        """What to say when it does not go on."""
        if _present.wait_s <= 0:
            return f"{where} is locked by another program; close whatever is writing to it."
        waited = round(self._clock() - self._begun)
        return (
            f"{where} is locked by another program, for {waited} seconds now: close whatever is writing to "
            "it (an import, a deletion, a database browser with changes that are not written yet), and try "
            "again."
        )
