"""One table, put together: chips, journal, table, links and the tasks that move them."""

import asyncio
import os
import sys

from .. import config as configs
from ..journal import Journal, JournalError
from ..journal.errors import no_partition
from ..journal.ring import Ring
from ..table import sounds
from ..table.sports import rules_problem
from ..table.table import Table
from . import hardware
from .firmware import firmware_digest, firmware_name
from .forget import forget
from .front import Front
from .last_run import STEADY_MS, STOPPED, UPDATE
from .sealing import Sealing
from .ticks import ticks_add, ticks_diff, ticks_ms
from .uptime import Uptime

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .no_journal import NoJournal
    from .supervisor import Supervisor

SCAN_MS = 10
EARLY_MS = 4
"""A wait ends with a FreeRTOS tick, one every 10 ms. A turn that begins up to this long after a tick, because
other tasks went first, is still followed by one at the very next tick and not at the one after it.
"""

DIM_LEVEL = 1
"""The brightness of a resting table, or less if it is set lower."""

RESETS_MANY = 3
"""From this many failed runs in a row on, the table reports them."""

NOT_OPEN = "the journal is not open: "
COMPLAIN_MS = 5000
"""So often a table that can store nothing says why on its cable."""

SNAPSHOT = "snapshot"
"""Its file: what is known of the match in play (snapshots.py)."""


class Device:
    """Made once: it shows the score, and the match is what was stored. `run` is the whole life of the table.

    `complete` makes the rest that a match is played with. It is not part of making the device, because the
    modules for it are a tenth of what there is to load, and the score is seen so much earlier.
    """

    def __init__(self) -> None:
        self._run = hardware.last_run()
        self._run.begin()
        self._buzzer = hardware.buzzer(ticks_diff, ticks_add)
        self._config = config = configs.load()
        faces, has_lines = _faces(config)
        keys = hardware.keys(config.panel, ticks_diff)
        forget("app.displays", "arrangement", "displays", "panels")  # wanted once, by these two
        config.try_rules(rules_problem)
        config.try_sounds(sounds.replace)
        if config.wifi_ssid:
            config.try_host(_is_address)
        self._uptime = uptime = Uptime(ticks_ms, ticks_diff)
        self._journal = journal = _opened_journal(uptime)
        settings = {
            "table": config.table,
            "name": config.name,
            "brightness": config.brightness,
            "volume": config.volume,
            "firmware": firmware_name(),
            "journal": journal.id,
            "strokes": config.strokes,
            "struck": config.struck,
            "ruleset": config.ruleset,
            "rulesets": config.rulesets,
            "idle": config.idle,
        }
        sealing = Sealing(journal, config.key)
        append, read = sealing.append, journal.read_match
        self._table = table = Table(append, read, settings, ticks_diff, ticks_add, JournalError)
        table.shows_lines = has_lines
        self._front = Front(table, keys, faces, self._buzzer, ticks_diff, ticks_ms(), say)
        self._carry_out("brightness", config.brightness)
        self._carry_out("volume", config.volume)
        self._sealing = sealing
        self._snapshots = self._make_snapshots() if _is_file(SNAPSHOT) else None
        table.on_setting = self._set
        self._services: "Any" = None  # `complete` makes them
        self._battery = _battery_watch(table, config) if config.battery else None
        self._is_dim = self._is_steady = False
        self._complain_ms = 0
        self._watchdog = None
        table.boot(ticks_ms(), self._run.cause, journal.torn, self._run.row)
        if not journal.id:
            self._offer_repair(journal)
        self._tell_problems()
        self._tell_resets()
        self._front.show(ticks_ms())

    def complete(self) -> None:
        """Make what the score did not wait for; once. `run` does it if nobody has."""
        from .services import Services

        front, table, journal, config = self._front, self._table, self._journal, self._config
        self._services = services = Services(
            front, table, journal, self._sealing, config, self._uptime, say, self._restart_updated
        )
        services.upkeep.snapshots = self._snapshots
        services.upkeep.make_snapshots = self._make_snapshots
        table.device = services.facts(self._run, self._feed)

    async def run(self) -> None:
        """Run the tasks, for ever."""
        if self._services is None:
            self.complete()
        services = self._services
        self._table.room.is_plenty = services.upkeep.garbage.begin()
        self._watchdog = hardware.watchdog() if self._config.watchdog else None
        supervisor = services.supervisor(self._report, self._watchdog)
        supervisor.add("play", self._play, is_essential=True)
        supervisor.add("upkeep", self._keep_up)
        if services.links is not None:
            supervisor.add("serial", services.serve_serial)
            if self._config.wifi_ssid:
                self._add_wifi(supervisor)
        services.prove(supervisor)
        await supervisor.run()

    def leave(self) -> None:
        """Stop sending, and give the watchdog an hour for work at the prompt."""
        self._buzzer.stop()
        self._run.end(STOPPED)
        if self._config.watchdog:
            hardware.leave_to_service()

    # The tasks.

    async def _play(self, check_in) -> None:
        """Keys, clocks, displays and sounds. One task: each that wakes costs more than what it then does."""
        front, links = self._front, self._services.links
        while True:
            check_in()
            now = ticks_ms()
            front.scan(now)
            front.tick(now)
            if links is not None:
                links.follow()
            await asyncio.sleep_ms(_rest(now))

    async def _keep_up(self, check_in) -> None:
        upkeep, pause_ms = self._services.upkeep, self._services.pause_ms
        while True:
            check_in()
            now, uptime_ms = ticks_ms(), self._uptime()
            upkeep.step(now)
            self._dim()
            if self._battery is not None:
                self._battery.step(uptime_ms, now)
            if not self._journal.id and uptime_ms >= self._complain_ms:
                self._complain_ms = uptime_ms + COMPLAIN_MS
                say(NOT_OPEN + self._journal.message)  # there is no link without a journal: the cable alone
            if not self._is_steady and uptime_ms >= STEADY_MS:
                self._is_steady = True
                self._run.steady()
            await asyncio.sleep_ms(pause_ms)

    def _add_wifi(self, supervisor: "Supervisor") -> None:
        from . import calling

        calling.add(supervisor, self._config, self._services.links, ticks_ms, ticks_diff, say)

    # Making.

    def _make_snapshots(self):
        from .snapshots import Snapshots

        return Snapshots(self._journal, self._table.record, firmware_digest(), SNAPSHOT)

    def _set(self, name: str, value: int) -> None:
        """A setting was changed at the table: carry it out, and keep it when there is time."""
        self._carry_out(name, value)
        if name == "table":
            self._config.renumber(value)
            self._services.upkeep.after_save = self._restart  # who it is on the link is settled at the start
        else:
            self._config.keep(name, value)
        self._services.upkeep.is_config_changed = True

    def _feed(self, done: int, count: int) -> None:
        """Work that stops everything else for seconds goes on: no other task can feed the watchdog."""
        if self._watchdog is not None:
            self._watchdog.feed()
        percent = 100 * done // count
        if done * 10 // count != (done - 1) * 10 // count:  # each tenth: drawing takes time, too
            self._table.notice("ErAS %2d" % percent, "Erasing the journal: %d%%" % percent, ticks_ms())
            self._front.show(ticks_ms())

    def _restart(self) -> None:
        hardware.restart(self._run)

    def _restart_updated(self) -> None:
        hardware.restart(self._run, UPDATE)

    def _dim(self) -> None:
        """A resting table is less bright."""
        if self._table.idle.is_resting != self._is_dim:
            self._is_dim = self._table.idle.is_resting
            level = self._config.brightness
            self._front.brightness(min(level, DIM_LEVEL) if self._is_dim else level)

    def _carry_out(self, name: str, value: int) -> None:
        if name == "brightness":
            self._front.brightness(value)
        elif name == "volume":
            self._buzzer.volume(value)

    def _report(self, name: str, error) -> None:
        """A task failed (an exception), or gives no sign of life (a text)."""
        say("task %s: %s" % (name, error))
        if isinstance(error, Exception):
            sys.print_exception(error)
        self._table.problem = ("task %s: %s" % (name, error))[:80]
        self._table.notice("Error", "Error in %s; the log says more" % name, ticks_ms())

    def _offer_repair(self, journal: "NoJournal") -> None:
        """Nothing can be stored: the table shows this first, with what to do."""
        from ..table.pages.repair import Repair

        self._table.panel.open(Repair(journal.code))
        self._table.touch()

    def _tell_problems(self) -> None:
        lines = [_with_file(problem) for problem in self._config.problems]
        for line in lines:
            say(line)
        if lines:
            self._table.notice("SEttinGS", lines[0], ticks_ms())

    def _tell_resets(self) -> None:
        """Why it started; too many failed runs in a row are seen at the table and by the host."""
        row = self._run.row
        say("started: %s, failed in a row: %d" % (self._run.cause, row))
        if row >= RESETS_MANY:
            self._table.problem = "%d restarts in a row, the last by %s" % (row, self._run.cause)
            line = "%d restarts in a row (%s): help" % (row, self._run.cause)
            say(line)
            self._table.notice("rESEt %2d" % row, line, ticks_ms())


def _with_file(problem: str) -> str:
    """Own rules name their file themselves."""
    return problem if problem.startswith(configs.RULESETS + "/") else "config.json: " + problem


def say(text: str) -> None:
    """Write a line of the log to the cable; no frame begins like it."""
    print("# " + text)


def _faces(config):
    """(the faces of the displays, whether one can show a line)."""
    from .. import arrangement
    from . import displays

    config.try_arrangement(arrangement.problem)
    faces, dark = displays.faces(config.displays)
    config.problems.extend(dark)
    return faces, arrangement.shows_lines(config.displays)


def _opened_journal(uptime: Uptime):
    try:
        partition = hardware.journal_partition()
        if partition is None:
            raise no_partition()
        return Journal(Ring(partition), uptime)
    except JournalError as error:
        problem = error
    except OSError as error:
        problem = JournalError("failed", "the journal's flash cannot be read (error %s)" % error.errno)
    from .no_journal import NoJournal

    return NoJournal(problem)


def _is_file(path: str) -> bool:
    try:
        os.stat(path)
    except OSError:
        return False
    return True


def _battery_watch(table: Table, config):
    """Only a table with a battery loads what watches it."""
    from .battery import BatteryWatch, life_min

    displays = [name.split(" ")[0] for name in config.displays]
    return BatteryWatch(hardware.battery(), table, say, life_min(config.battery_mah, displays))


def _is_address(text: str) -> bool:
    from ..link.names import address_bytes, is_name

    return address_bytes(text) != b"" or is_name(text)


def _rest(began: int) -> int:
    """Milliseconds to wait for the next scan, so that neither work nor ticks stretch the time between two."""
    return max(1, SCAN_MS - EARLY_MS - ticks_diff(ticks_ms(), began))
