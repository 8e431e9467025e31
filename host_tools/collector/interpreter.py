"""How Python is set for the length of a collector's life; everything is put back at its end."""

import gc
import sys

#: The writer's thread gives up the interpreter for every row it writes. With Python's usual 5 ms it would
#: wait that long to get it back from a busy event loop, each time (measured: 216 against 6,600 events a
#: second).
SWITCH_S = 0.0002
#: A thousand tables are a million objects that stay. Looking through all of them for garbage holds everything
#: up for 50 to 140 ms, and with Python's usual 700, 10, 10 it comes every few seconds.
GARBAGE = (20_000, 50, 100)
#: All of them are looked through after so long, in a moment without events; at the latest after twice that.
ALL_MS = 600_000


class Settings:
    """begin() first, freeze() when what stays has been loaded, tidy() with each tick from then on; end() puts
    everything back.
    """

    def __init__(self) -> None:
        self._before: tuple[float, tuple[int, int, int], bool] | None = None
        self._all_at: int | None = None

    def begin(self) -> None:
        """Set the interpreter for a collector."""
        self._before = (sys.getswitchinterval(), gc.get_threshold(), gc.get_freeze_count() > 0)
        sys.setswitchinterval(SWITCH_S)
        gc.set_threshold(*GARBAGE)

    def freeze(self) -> None:
        """What is there now stays: it is not looked through any more."""
        gc.collect()
        gc.freeze()

    def tidy(self, now: int, is_quiet: bool) -> None:
        """Look for garbage at `now` (monotonic ms) among what is new since the last tick only; what lives
        then stays too (D280). Left to itself Python would look through the state of every table that moved
        since it last looked, all at once. `is_quiet`: nobody waits for anything just now.
        """
        if self._all_at is None:
            self._all_at = now + ALL_MS
        if now < self._all_at + (0 if is_quiet else ALL_MS):
            gc.collect(0)
            gc.freeze()
            return
        self._all_at = now + ALL_MS
        if self._before is not None and not self._before[2]:
            gc.unfreeze()
        self.freeze()

    def end(self) -> None:
        """As it was before begin(); nothing when that was not called.

        Where somebody else had frozen what stays, it remains so: Python can only unfreeze everything.
        """
        if self._before is not None:
            switch_s, threshold, is_frozen = self._before
            sys.setswitchinterval(switch_s)
            gc.set_threshold(*threshold)
            if not is_frozen:
                gc.unfreeze()
            self._before = None
