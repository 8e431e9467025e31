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


class Settings:
    """begin() first, freeze() when what stays has been loaded; end() puts everything back."""

    def __init__(self) -> None:
        self._before: tuple[float, tuple[int, int, int], bool] | None = None

    def begin(self) -> None:
        """Set the interpreter for a collector."""
        self._before = (sys.getswitchinterval(), gc.get_threshold(), gc.get_freeze_count() > 0)
        sys.setswitchinterval(SWITCH_S)
        gc.set_threshold(*GARBAGE)

    def freeze(self) -> None:
        """What is there now stays: it is not looked through any more."""
        gc.collect()
        gc.freeze()

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
