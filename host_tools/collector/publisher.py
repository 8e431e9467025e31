"""When the pages are shown what has changed at a table: soon, and of several changes what came of them."""

import asyncio
from collections.abc import Mapping

from host_tools.collector import view
from host_tools.collector.hub import Hub
from host_tools.collector.keeping import told
from host_tools.collector.live import LiveTable, monotonic_ms

#: Changes of a table within this time are published as one.
PUBLISH_S = 0.01


class Publisher:
    """Brings `tables` to the `hub`. `panels`: as `view.build` has it. Lives on one event loop, from `begin`
    to `end`; what changes before is published with the first.
    """

    def __init__(self, hub: Hub, tables: Mapping[int, LiveTable], panels: str | None) -> None:
        self._hub = hub
        self._tables = tables
        self._panels = panels
        self._dirty: set[int] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def begin(self) -> None:
        """On the running loop."""
        self._loop = asyncio.get_running_loop()

    def end(self) -> None:
        """Publish nothing more."""
        self._loop = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def changed(self, table: LiveTable) -> None:
        """Publish this table's view soon."""
        self._dirty.add(table.number)
        if self._timer is None and self._loop is not None:
            self._timer = self._loop.call_later(PUBLISH_S, self.publish)

    def publish(self) -> None:
        """Publish now what has changed, as far as a page would draw it otherwise."""
        self._timer = None
        now = monotonic_ms()
        dirty, self._dirty = self._dirty, set()
        for number in dirty:
            try:
                new = view.build(self._tables[number], now, self._panels)
            except Exception as error:  # one table's odd status must not hide the others
                told(f"the view of table {number}", error)
                continue
            if not view.same(self._hub.view(number), new):
                self._hub.publish(new)
