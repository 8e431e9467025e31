"""The rest of a table at which nothing happens: dimmed, with its number, or the hall's clock.

It rests after some minutes without a match in play, a key or an event; the first key ends that, and does
what it always does.
"""

from . import screens, texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .screens import Screen
    from .table import Table

MINUTE_MS = 60_000


class Idle:
    """`minutes` without a key until the table rests, 0: never. To read: `is_resting`."""

    def __init__(self, minutes: int, now: int) -> None:
        self._after_ms = minutes * MINUTE_MS
        self._touched_at = now
        self.is_resting = False

    def touch(self, now: int) -> None:
        """Something happened."""
        self._touched_at = now
        self.is_resting = False

    def tick(self, table: "Table", now: int) -> bool:
        """Whether the table begins to rest now. Allocates nothing. Call it at least every few days."""
        if self.is_resting or not self._after_ms:
            return False
        if table.state.phase not in ("idle", "confirmed") or table.panel.mode is not table.panel.main:
            self._touched_at = now
            return False
        if table.diff(now, self._touched_at) < self._after_ms:
            return False
        self.is_resting = True
        return True


def lay(screen: "Screen", table: "Table") -> None:
    """Over a sealed match: by turns with its result the table's number, or the hall's clock."""
    if screen.phase != "confirmed":
        return  # the empty table shows them anyway
    screens.free_table(screen, table.clocks, alternate=True)
    screen.clock_hidden = screen.said != texts.HALL
