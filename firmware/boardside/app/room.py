"""Room in the journal: makes room early, and warns early when there is little."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable

    from ..journal import Journal
    from ..table.table import Table
    from .links import Links

_WANTED_PERMILLE = 500
"""Below this, matches that the host has are dropped from the journal."""

_LOW_PERMILLE = 200
"""Below this the table warns, long before it must refuse."""


class Room:
    """Makes room in `journal`; `links` knows what may be dropped (None: there is no host, and nothing may).

    `say(text)` writes a line of the log to the cable.
    """

    def __init__(
        self, journal: "Journal", links: "Links | None", table: "Table", say: "Callable[[str], None]"
    ) -> None:
        self._journal = journal
        self._links = links
        self._table = table
        self._say = say
        self._acked = 0
        self._announced = _LOW_PERMILLE

    def has_changed(self) -> bool:
        """Whether a host has got more events since `look`: some may go now."""
        return self._links is not None and self._links.acked() > self._acked

    def look(self, now: int) -> None:
        """After flash was used, or a host has got more; may take as long as an erase."""
        free = self._journal.free_permille()
        if self._links is not None:
            self._acked = max(self._acked, self._links.acked())
            if free < _WANTED_PERMILLE and self._acked:
                self._journal.release(self._acked)
                free = self._journal.free_permille()
        if free < self._announced:
            self._announced = free - 10
            waiting = max(0, self._journal.last_seq - self._acked)
            line = "Flash %d%% free, %d events not collected: connect the host" % (free // 10, waiting)
            self._say(line)
            self._table.notice("FLASH%3d" % (free // 10), line, now)
        elif free >= _WANTED_PERMILLE:
            self._announced = _LOW_PERMILLE
