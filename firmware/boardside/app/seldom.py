"""The modules that are seldom needed: ready before they are wanted, or dropped after use.

They are the pages of the menu, and what few matches have. To load one from flash takes 30 to 90 ms, so
no press waits for it where the heap is large. A small heap holds only what is in use.
"""

import sys

from .forget import forget

ROOMY_BYTES = 1 << 20
"""A heap as large as this, as every board with PSRAM has, holds all of them."""

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
)
"""The modules in the order in which they are loaded: first what the first stroke of a match needs. A match of
crokinole and an organiser's own rules load theirs at their beginning, at the toss."""

_CROKINOLE, _ITS_ITEMS = "boardside.table.crokinole.sport", "boardside.table.crokinole.items"
"""Where a match of crokinole was loaded, its lines of the menu follow. They import all of it: 31 KB."""

DROPPED = (
    "game.endings",
    "game.protests",
    "game.umpire",
    "table.menu",
    "table.crokinole.items",
    "table.pages.desk",
    "table.pages.forms",
    "table.pages.fouls",
    "table.pages.repair",
)
"""What is dropped again from a small heap when no page is open."""


class Seldom:
    """Keeps the modules loaded, or drops them: `step` in calm moments. panel: `is_at_main`."""

    def __init__(self, panel) -> None:
        self._panel = panel
        self._loaded = 0
        self._modules = len(sys.modules)

    def step(self, heap_bytes: int) -> bool:
        """Load one module into a large heap, or drop those of a closed page from a small one. Return whether
        anything was done; that takes up to 0.1 s.
        """
        if heap_bytes >= ROOMY_BYTES:
            return self._load()
        if len(sys.modules) == self._modules or not self._panel.is_at_main:
            return False
        forget(*DROPPED)
        self._modules = len(sys.modules)
        return True

    def _load(self) -> bool:
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
