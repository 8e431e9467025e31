"""The interfaces through which the web uses the rest of the host tools.

A table view is a JSON-ready dict, documented in ``docs/scripts/api.md``. Views are read, never changed.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, Protocol

from host_tools.live_values import Change, ClockView, Event, TableStatus
from host_tools.reasons import Cause
from host_tools.store.admins import Admins
from host_tools.store.halls import Halls
from host_tools.store.journals import Journals
from host_tools.store.keys import Keys
from host_tools.store.rows import CommandRow, EventRow, MatchRow, TableRow
from host_tools.store.saved_rulesets import SavedRulesets
from host_tools.store.stops import Stops

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


class AdminStore(Protocol):
    """The database as the admin pages use it. Called on worker threads; may block."""

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

    @property
    def rulesets(self) -> SavedRulesets:
        """The organiser's own rulesets."""
        ...

    @property
    def journals(self) -> Journals:
        """The tables' journals."""
        ...

    @property
    def stops(self) -> Stops:
        """Where journals were stopped, and the organiser's decisions."""
        ...

    def tables(self) -> list[TableRow]:
        """Every table ever heard: `table_no`, and `status` as it sent it last, or None."""
        ...

    def table_status(self, number: int) -> TableStatus | None:
        """The last status of a table; None: it was never heard."""
        ...

    def queue_command(self, table_no: int, event: Event, expires_at: int | None = None) -> str:
        """Put an event into a table's outbox; the command's id."""
        ...

    def command(self, command_id: str) -> CommandRow | None:
        """A command and its progress."""
        ...
