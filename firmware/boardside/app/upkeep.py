"""What can wait for an idle moment: preparing flash, saving settings, collecting memory, healing displays."""

import gc
import sys

from ..journal import JournalError
from ..table.clocks import RUNNING
from .forget import forget
from .room import Room

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable

STEP_MS = 100
HEAL_MS = 1000
"""The displays' registers are written anew this often."""

GARBAGE_BYTES = 8192
"""Collected in an idle moment once so much is used up; without idle moments `gc.threshold` does it."""

SELDOM = (
    "table.menu",
    "table.items",
    "table.new_match",
    "table.device_items",
    "table.numbers",
    "table.edit",
    "table.ruled",
    "table.set_board",
    "table.set_clock",
    "table.selftest",
    "table.undo_list",
    "table.crokinole.items",
)
"""Modules that a page of the menu loads, and that play does without (D197)."""

_NEAR_ZERO_MS = 500


class Upkeep:
    """Joins `front`, `table`, `journal`, `sealing`, `links` and `config`.

    `uptime()` gives ms since power-on. `say(text)` writes a line for whoever listens on the cable.
    """

    def __init__(self, front, table, journal, sealing, links, config, uptime, say) -> None:
        self._front = front
        self._table = table
        self._journal = journal
        self._sealing = sealing
        self._links = links
        self._config = config
        self._uptime = uptime
        self._say = say
        self._room = Room(journal, links, table, say)
        self._healed_at = 0
        self._free = 0
        self._modules = len(sys.modules)
        self.is_config_changed = False
        # What is to be done once the settings are written.
        self.after_save: "Callable[[], None] | None" = None

    def step(self, now: int) -> None:
        """Do what is due; call it every STEP_MS."""
        uptime_ms = self._uptime()
        if uptime_ms - self._healed_at >= HEAL_MS:
            self._healed_at = uptime_ms
            self._front.heal()
        if self._links is not None:
            state, age_s = self._links.state(now, uptime_ms)
            self._table.set_link(state, age_s)
        if not self._is_near_zero(now):
            if self._front.is_calm(now):
                self._use_pause(now)
            elif self._front.is_held(now):
                self._use_hold()

    def _is_near_zero(self, now: int) -> bool:
        """Whether a clock will come to zero soon: that must be on time."""
        main = self._table.clocks.main
        if main.state == RUNNING and main.left(now) < _NEAR_ZERO_MS:
            return True
        return bool(self._table.hall.is_near(now, _NEAR_ZERO_MS))

    def _use_pause(self, now: int) -> None:
        """One thing only: each may take up to 0.2 s."""
        if self.is_config_changed:
            self.is_config_changed = False
            self._save(now)
        elif self._journal.tidy() or self._room.has_changed():
            self._room.look(now)
        elif not self._follow_chain():
            self._let_go()
            self._collect()

    def _let_go(self) -> None:
        """What only a page of the menu needed goes when no page is open any more."""
        if len(sys.modules) != self._modules and self._table.panel.is_at_main:
            forget(*SELDOM)
            self._modules = len(sys.modules)
            self._free = 0

    def _follow_chain(self) -> bool:
        """Whether there was something to take into the hash chain: after power-on, for some moments."""
        try:
            return self._sealing.step()
        except JournalError as error:
            self._say("the journal cannot be read: " + error.message)
            return False

    def _use_hold(self) -> None:
        """Shorter, and the next key may come soon: only what would otherwise hold up a press."""
        if self._journal.is_urgent:
            self._journal.tidy()
        else:
            self._collect()

    def _collect(self) -> None:
        if self._free - gc.mem_free() >= GARBAGE_BYTES or not self._free:
            gc.collect()
            self._free = gc.mem_free()

    def _save(self, now: int) -> None:
        after, self.after_save = self.after_save, None
        try:
            if not self._config.save():
                self._unsaved("config.json is not written: correct it", now)
            elif after is not None:
                after()
        except OSError as error:
            self._unsaved("config.json not written: flash error %s" % error.errno, now)

    def _unsaved(self, line: str, now: int) -> None:
        self._say(line)
        self._table.notice("FLASH", line, now)
