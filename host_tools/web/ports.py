"""What the web needs of the rest of the house. Nothing here knows how it is done.

A table view is a JSON-ready dict, documented in ``docs/web.md``. Views are read, never changed.
"""

from collections.abc import AsyncIterator, Mapping
from typing import Any, Protocol

from host_tools.store.admins import Admins
from host_tools.store.halls import Halls
from host_tools.store.keys import Keys

TableView = Mapping[str, Any]


class Hub(Protocol):
    """The collector's live state, on the event loop the web runs on."""

    problem: str | None
    """What ails the collector itself, such as a full disk; None while it is well."""

    remarks: dict[str, str]
    """What ails those beside it (an MQTT broker that is away), by a name of theirs."""

    hall: dict[str, Any] | None
    """The clock that is wanted at all tables, in the shape of a view's ``hall``; None when there is none, or
    halls have different ones."""

    halls: dict[str, dict[str, Any] | None]
    """The clocks of the halls by their names, in the order of their tables; empty where there are none."""

    def snapshot(self) -> list[dict[str, Any]]:
        """The view of every table heard so far, in any order, each with its present ``link.heard_ms``."""
        ...

    def subscribe(self) -> AsyncIterator[dict[str, Any]]:
        """Changes from the call on: ``{"type": "table", "table": 3, "data": view}``.

        ``{"type": "hall"}`` and ``{"type": "problem"}``: ``hall`` or ``problem`` is another now.
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


class AdminStore(Protocol):
    """What the admin pages need of the database. Called on worker threads; may block."""

    @property
    def admins(self) -> Admins:
        """Passwords, logins, acts."""
        ...

    @property
    def hall(self) -> Halls:
        """The hall's clock."""
        ...

    @property
    def keys(self) -> Keys:
        """The tables' keys."""
        ...

    def tables(self) -> list[dict[str, Any]]:
        """Every table ever heard: `table_no`, and `status` as it sent it last, or None."""
        ...

    def queue_command(self, table_no: int, event: dict[str, Any], expires_at: int | None = None) -> str:
        """Put an event into a table's outbox; the command's id."""
        ...

    def command(self, command_id: str) -> dict[str, Any] | None:
        """One command and how far it has come."""
        ...
