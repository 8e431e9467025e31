"""The interfaces through which the web uses the rest of the host tools.

A table view is a JSON-ready dict, documented in ``docs/scripts/api.md``. Views are read, never changed.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, Protocol

from host_tools.live_values import Change, ClockView
from host_tools.reasons import Cause
from host_tools.store.rows import EventRow, MatchRow

TableView = Mapping[str, Any]


class Hub(Protocol):
    """The collector's live state, on the event loop the web runs on."""

    problem: Cause | None
    """What is wrong with the collector itself, such as a full disk; None while nothing is."""

    remarks: dict[str, Cause]
    """What was done to the database, and what is wrong with other systems it talks to (an MQTT broker that is
    away), by a name for each.
    """

    hall: ClockView | None
    """The clock for all tables, in the shape of a view's ``hall``; None without one, or if halls have
    different ones.
    """

    halls: dict[str, ClockView | None]
    """The clocks of the halls by name, in the order of their tables; empty without halls."""

    def snapshot(self) -> Sequence[TableView]:
        """The view of every table heard so far, in any order, each with its present ``link.heard_ms``."""
        ...

    def subscribe(self) -> AsyncIterator[Change]:
        """Changes since the call: ``{"type": "table", "table": 3, "data": view}``.

        ``{"type": "hall"}`` and ``{"type": "problem"}``: ``hall`` or ``problem`` has changed. Readers ignore
        messages of other types. The iterator may end or raise when the hub drops its reader; the web then
        subscribes again and starts from a new snapshot. The web calls its ``close()`` if it has one.
        """
        ...


class Store(Protocol):
    """The committed record. Called on worker threads; may block."""

    def matches(self, *, table: int | None = None, after: int = 0, limit: int = 100) -> list[MatchRow]:
        """Matches with ``id`` above ``after``, by ``id``, at most ``limit``."""
        ...

    def events(self, *, table: int | None = None, after: int = 0, limit: int = 100) -> list[EventRow]:
        """Stored events with ``id`` above ``after``, by ``id``, at most ``limit``."""
        ...
