"""Work that can wait for an idle moment: preparing flash, saving settings, keeping a snapshot of the match,
collecting memory, healing displays."""

from ..journal import JournalError
from ..table.core.clocks import RUNNING
from .garbage import Garbage
from .room import Room
from .seldom import Seldom

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable

    from .snapshots import Snapshots

STEP_MS = 100
LOOK_MS = 500
"""How often it looks whether there is work, and how the link is. While there is work, each step does some."""

HEAL_MS = 1000
"""The displays' registers are written anew this often."""

SNAPSHOT_FROM = 32
"""From so many events of a match on, a snapshot of it is kept."""

SNAPSHOT_LATE = 128
"""A snapshot waits until no clock runs, but not for more events than these."""

PUT_OFF_STEPS = 5
"""So many steps in a row may be left out because a key was pressed a moment ago."""

_NEAR_ZERO_MS = 500
"""Flash is not prepared within this time before a clock is at zero."""

_LAST_SECONDS_MS = 5000
"""Memory is not collected within this time before it."""


class Upkeep:
    """Joins `front`, `table`, `journal`, `sealing`, `links` and `config`.

    `uptime()` gives ms since power-on. `say(text)` writes a line of the log to the cable.
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
        self._put_off = 0
        self._healed_at = 0
        self._looked_at = -LOOK_MS
        self._has_work = False
        self._is_room_unknown = False
        self.garbage = Garbage()
        self._seldom = Seldom()
        self.snapshots: "Snapshots | None" = None
        self.make_snapshots: "Callable[[], Snapshots] | None" = None  # loaded when there is something to keep
        self._kept_seq = journal.last_seq  # up to there nothing waits to be kept
        self.is_config_changed = False
        # What is to be done once the settings are written.
        self.after_save: "Callable[[], None] | None" = None

    def step(self, now: int) -> None:
        """Do what is due; call it every STEP_MS."""
        uptime_ms = self._uptime()
        if self._front.is_fresh(now) and self._put_off < PUT_OFF_STEPS:
            self._put_off += 1
            return
        self._put_off = 0
        self._table.hold_room()  # a press that must look for it walks through the heap
        self._sealing.follow()
        if uptime_ms - self._healed_at >= HEAL_MS:
            self._healed_at = uptime_ms
            self._front.heal()
        is_look = uptime_ms - self._looked_at >= LOOK_MS
        if is_look:
            self._looked_at = uptime_ms
            if self._links is not None:
                state, age_s = self._links.state(now, uptime_ms)
                self._table.set_link(state, age_s)
        if self._front.is_calm(now):
            if (is_look or self._has_work) and not self._is_near_zero(now, _NEAR_ZERO_MS):
                self._has_work = self._use_pause(now)
        elif self._front.is_held(now):
            if self._journal.is_urgent and not self._is_near_zero(now, _NEAR_ZERO_MS):
                self._journal.tidy()  # the next press would have to wait for it
        elif self._front.is_pausing(now):
            self._collect(now, self._is_timed(), False)

    def _is_near_zero(self, now: int, ms: int) -> bool:
        """Whether a clock will reach zero within `ms`: that must be on time."""
        main = self._table.clocks.main
        if main.state == RUNNING and main.left(now) < ms:
            return True
        return bool(self._table.hall.is_near(now, ms))

    def _is_timed(self) -> bool:
        """Whether the main clock runs."""
        return bool(self._table.clocks.main.state == RUNNING)

    def _use_pause(self, now: int) -> bool:
        """Do one thing only: each may take up to 0.1 s. Return whether there may be more.

        What stops everything for long, and nobody misses yet, waits while the main clock runs.
        """
        is_timed = self._is_timed()
        if self.is_config_changed:
            self.is_config_changed = False
            self._save(now)
        elif self._table.letters is not None and self._table.letters.tidy():
            pass
        elif (not is_timed or self._journal.is_urgent) and self._journal.tidy():
            self._is_room_unknown = True
        elif self._is_room_unknown or self._room.has_changed():
            self._is_room_unknown = False
            self._room.look(now)
        elif not self._follow_chain() and not self._keep_snapshot(is_timed):
            if is_timed or not self._seldom.step():
                self._collect(now, is_timed, True)
                return False
            self.garbage.want()
        return True

    def _follow_chain(self) -> bool:
        """Whether there was something to take into the hash chain: after power-on, for some moments."""
        try:
            return self._sealing.step()
        except JournalError as error:
            self._say("the journal cannot be read: " + error.message)
            return False

    def _keep_snapshot(self, is_timed: bool) -> bool:
        """Whether there was something to keep of the match. Each part of it writes flash, 50 to 160 ms."""
        last_seq = self._journal.last_seq
        if is_timed and last_seq < self._kept_seq + SNAPSHOT_LATE:
            return False
        if self.snapshots is not None:
            if self.snapshots.step():
                return True
        elif self.make_snapshots is not None and last_seq >= self._journal.last_match_seq + SNAPSHOT_FROM:
            self.snapshots = self.make_snapshots()
            return True
        self._kept_seq = last_seq
        return False

    def _collect(self, now: int, is_timed: bool, is_calm: bool) -> None:
        if not self._is_near_zero(now, _LAST_SECONDS_MS):
            self.garbage.step(self._uptime(), is_timed, is_calm)

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
