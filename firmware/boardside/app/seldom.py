"""The modules that are seldom needed, ready before they are wanted.

They are the pages of the menu, and what few matches have. To load one from flash takes 30 to 90 ms, so
no press waits for it.
"""

import sys

READY = (
    "table.ruling_digits",
    "table.menu.items",
    "table.menu.by_hand",
    "table.menu.device",
    "table.menu.new_match",
    "table.menu.numbers",
    "table.menu.ruled",
    "table.menu.selftest",
    "table.menu.undo_list",
    "table.pages.fouls",
    "table.pages.desk",
    "table.pages.repair",
    "game.endings",
    "game.umpire",
    "game.protests",
    "game.strokes.vaishali",
    "app.updating",
    "game.snapshot",
)
"""The modules in the order in which they are loaded: first what the first stroke of a match needs. A match of
crokinole and an organiser's own rules load theirs at their beginning, at the toss."""

_CROKINOLE, _ITS_ITEMS = "boardside.table.crokinole.sport", "boardside.table.crokinole.items"
"""Where a match of crokinole was loaded, its lines of the menu follow. They import all of it: 31 KB."""


class Seldom:
    """Loads the modules, one with each `step` in calm moments."""

    def __init__(self) -> None:
        self._loaded = 0

    def step(self) -> bool:
        """Load one module; that takes up to 0.1 s. Return whether there was one to load."""
        while self._loaded < len(READY):
            name = "boardside." + READY[self._loaded]
            self._loaded += 1
            if name not in sys.modules:
                __import__(name)
                return True
        if _CROKINOLE in sys.modules and _ITS_ITEMS not in sys.modules:
            __import__(_ITS_ITEMS)
            return True
        return False
