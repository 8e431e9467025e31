"""What the web needs of the rest of the house. Nothing here knows how it is done.

A table view is a JSON-ready dict, documented in ``docs/web.md``. Views are read, never changed.
"""

from collections.abc import AsyncIterator, Mapping
from typing import Any, Protocol

TableView = Mapping[str, Any]


class Hub(Protocol):
    """The collector's live state, on the event loop the web runs on."""

    problem: str | None
    """What ails the collector itself, such as a full disk; None while it is well."""

    def snapshot(self) -> list[dict[str, Any]]:
        """The view of every table heard so far, in any order, each with its present ``link.heard_ms``."""
        ...

    def subscribe(self) -> AsyncIterator[dict[str, Any]]:
        """Changes from the call on: ``{"type": "table", "table": 3, "data": view}``.

        Messages of other types are passed over. The iterator may end or raise when the hub drops its
        reader; the web then subscribes again and starts from a new snapshot. Closed with ``close()``
        where it has one.
        """
        ...


class Store(Protocol):
    """The committed record. Called on worker threads; may block."""

    def matches(self, *, table: int | None = None, after: int = 0, limit: int = 100) -> list[dict[str, Any]]:
        """Matches with ``id`` above ``after``, by ``id``, at most ``limit``."""
        ...

    def events(self, *, table: int | None = None, after: int = 0, limit: int = 100) -> list[dict[str, Any]]:
        """Stored events with ``id`` above ``after``, by ``id``, at most ``limit``."""
        ...
