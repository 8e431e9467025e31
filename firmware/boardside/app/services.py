"""What the score does not wait for: links, upkeep, updates, what the menu knows of the device, the tasks.

`device.py` loads this when the first screen is shown. What it imports are bundles of their own (merge.py).
"""

import asyncio
import os

from ..link.serial_port import Stdio, serve
from ..link.session import Identity
from .facts import Facts
from .firmware import firmware_name, slots
from .links import Links
from .supervisor import Supervisor
from .ticks import ticks_diff, ticks_ms
from .upkeep import STEP_MS, Upkeep

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .updating import Updating


class Services:
    """Made of the device's own parts. `links` is None without a journal, because there is nothing to send.

    `say(text)` writes a line of the log; `restart()` starts an updated board anew. pause_ms: between two
    steps of `upkeep`.
    """

    def __init__(self, front, table, journal, sealing, config, uptime, say, restart) -> None:
        self._front = front
        self._journal = journal
        self._config = config
        self.pause_ms = STEP_MS
        self.links: "Any" = None
        if journal.id:
            identity = Identity(config.table, config.name, journal.id, journal.boot, firmware_name())
            self.links = Links(identity, journal, table, config.key, os.urandom, ticks_diff)
            table.on_event = self.links.event_stored
        self.upkeep = Upkeep(front, table, journal, sealing, self.links, config, uptime, say)
        self._of_updating = (front, table, config.key, say, restart)
        self._updating: "Updating | None" = None
        if self.links is not None:
            self.links.on_update = self._update
            if front.letters():
                from .letters import Letters

                self.links.on_letters = Letters(table, front.letters(), say).command

    def facts(self, run, feed) -> Facts:
        """What the menu knows; `run` and `feed` as in facts.py."""
        return Facts(self._front, self._journal, self.links, self._config, run, feed)

    def supervisor(self, report, watchdog) -> Supervisor:
        """Who runs the tasks."""
        return Supervisor(ticks_ms, ticks_diff, asyncio.sleep_ms, report, watchdog)

    def prove(self, supervisor) -> None:
        """Put this firmware to the proof if it is on trial after an update."""
        running = slots()
        if running is not None and running.fallback:
            self._updater().prove(running, supervisor)

    def _update(self, event: dict, now: int):
        """An `update` command of the host, answered as link/commands.py wants it."""
        return self._updater().command(event, now)

    def _updater(self) -> "Updating":
        if self._updating is None:
            from .updating import Updating  # a table is updated seldom

            self._updating = Updating(*self._of_updating)
        return self._updating

    async def serve_serial(self, check_in) -> None:
        """The session on the cable, for ever."""
        await serve(self.links.serial, Stdio(), ticks_ms, ticks_diff, check_in)
