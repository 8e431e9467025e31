"""The present state of the hall in the collector: journals and how far they are stored, tables, and their
connections.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from host_tools.collector import trust
from host_tools.collector.clocks import monotonic_ms, wall_ms
from host_tools.collector.incoming import Message
from host_tools.collector.match_fold import MatchChain, MatchFold
from host_tools.collector.reasons import Trouble
from host_tools.collector.runtime import log_fault
from host_tools.collector.session import HostSession
from host_tools.collector.trust import ForeignClaim, Keyring
from host_tools.live_values import Event, LinkState, TableStatus
from host_tools.store.ownership import History
from host_tools.store.rows import TableRow
from host_tools.store.stops import Stop

#: A table that was silent for two heartbeats and a bit is shown as stale.
STALE_MS = 4500


def _in_play(fold: MatchFold) -> dict[str, object]:
    """The board or round in play by the host's fold, in the fields of a table's status."""
    situation = fold.situation()
    in_play: dict[str, object] = dict.fromkeys(("turn", "seat", "placing", "queen", "owes"))
    if situation is None:
        return in_play
    in_play.update(turn=situation["turn"], seat=situation["seat"])
    if "owes" in situation:  # a board of carrom
        owes, waiting = situation["owes"], situation["waiting"]
        owed = [owes["a"] + waiting["a"], owes["b"] + waiting["b"]]
        in_play.update(placing=situation["placing"], queen=situation["queen"], owes=owed)
    return in_play


@dataclass(slots=True)
class JournalState:
    """One table's journal as far as this host has it.

    Everything up to `received` has been handed to the writer, everything up to `committed` is durable.
    `owners`: the tables that may speak for it. `stop`: where two different events came under one number,
    while nothing of the journal is stored for that reason. `kept`: (number, event) of the first event that
    counts against another one, by the organiser's decision. `unstorable`: why an event of it can never be
    stored. `is_unwritten`: the database's row of its match lacks events that the database has. `is_outdated`:
    it must be read from the database again.
    """

    id: str
    received: int
    committed: int
    fold: MatchFold = field(default_factory=MatchFold)
    chain: MatchChain = field(default_factory=MatchChain)
    owners: History = ()
    stop: Stop | None = None
    kept: tuple[int, Event] | None = None
    unstorable: Trouble | None = None
    is_unwritten: bool = False
    is_outdated: bool = False
    written_at: int = -1_000_000  # monotonic ms of the last write of that row


#: The transport of a table that the collector runs itself, without hardware.
SOFT = "soft"


@dataclass(frozen=True, slots=True)
class OtherLink:
    """Another collector has the table: its link there, which counts until a monotonic ms, and its problem."""

    link: LinkState
    until: int
    problem: Trouble | None


@dataclass(slots=True)
class LiveTable:
    """One table number. `speaker` is the newest connection that proved itself; others may be up at the same
    time (cable and Wi-Fi).
    """

    number: int
    name: str = ""
    firmware: str = ""
    boot: int = 0
    journal: JournalState | None = None
    speaker: "Connection | None" = None
    connections: "list[Connection]" = field(default_factory=list)
    transport: str = ""
    port: str = ""
    keyed: bool = False
    heard_at: int | None = None  # monotonic ms; None: not since this collector began
    heard_wall: int = 0  # the database's value at the start
    status: TableStatus | None = None
    status_at: int = 0  # monotonic ms at which the table made it
    status_shown: tuple[TableStatus | None, int] = (None, 0)  # the last one that was news for the pages
    agrees: bool | None = None
    refused: Trouble | None = None  # a caller claimed this number and was refused
    refused_at: int = 0  # monotonic ms of the last refusal
    said_at: int = 0  # monotonic ms of the last change of its text
    foreign_claim: ForeignClaim | None = None  # it tried to speak for another table
    conflict: Trouble | None = None  # another device or collector has this number (`NumberConflicts`)
    other_link: OtherLink | None = None
    hall: str = ""  # its hall; "": unknown
    link: LinkState = "down"
    told_at: int | None = None  # the `heard_at` that the hub knows
    written: tuple[int | None, str, str | None] | None = None  # the link as the database has it

    def introduce(self, row: TableRow) -> None:
        """Take what the database has of the device and its line."""
        self.name, self.firmware, self.boot = row["name"], row["firmware"], row["boot"]
        self.transport, self.port, self.keyed = row["transport"], row["port"], row["keyed"]

    def restore(self, row: TableRow, journal: JournalState) -> None:
        """Take the database's whole state of a table that was not heard."""
        self.introduce(row)
        self.heard_wall = row["heard_at"]
        self.status = row["status"]
        self.journal = journal

    def follow(self, newer: JournalState) -> bool:
        """Take another state of the table's journal; False: it has no such journal."""
        if self.journal is None or self.journal.id != newer.id:
            return False
        self.journal = newer
        self.compare()
        return True

    def link_state(self, now: int) -> LinkState:
        """up, stale (silent for more than two heartbeats) or down (no proven connection)."""
        if self.speaker is None and self.other_link is not None:
            return self.other_link.link if now < self.other_link.until else "down"
        if self.speaker is None or self.heard_at is None:
            return "down"
        return "stale" if now - self.heard_at > STALE_MS else "up"

    def heard_ms(self) -> int:
        """When it was last heard, ms since 1970."""
        return self.heard_wall if self.heard_at is None else wall_ms(self.heard_at)

    def attach(self, connection: "Connection") -> None:
        """`connection` has just proven itself: it speaks for the table from now on."""
        self.detach(connection)
        self.connections.append(connection)
        self.speaker = connection
        self.other_link = None

    def detach(self, connection: "Connection") -> None:
        """`connection` is gone: the one that proved itself before it, if any, speaks again."""
        if connection in self.connections:
            self.connections.remove(connection)
        self.speaker = self.connections[-1] if self.connections else None

    @property
    def turned_away(self) -> Trouble | None:
        """Why a caller that claimed this number was refused; None when there was none."""
        return (
            self.refused
            if self.refused is not None or self.foreign_claim is None
            else self.foreign_claim.trouble()
        )

    def compare(self) -> None:
        """Compare the table's own score with the host's fold; only when both are of the same event."""
        status, journal = self.status, self.journal
        if status is None or journal is None or status.get("seq") != journal.received:
            return
        state = journal.fold.state
        if state.setup.match is None:
            self.agrees = None if status.get("match") is None else False
            return
        official = journal.fold.official()
        in_play = journal.fold.kept(_in_play)
        own = [state.points["a"], state.points["b"]]
        self.agrees = (
            status.get("match") == state.setup.match
            and status.get("phase") == state.phase
            and status.get("games") == [state.games["a"], state.games["b"]]
            and status.get("points") in (own, official["points"] if official is not None else None)
            and all(status.get(name) == value for name, value in in_play.items())
        )

    def problem(self) -> Trouble | None:
        """What is wrong with this table; None when nothing is."""
        if self.foreign_claim is not None:
            return self.foreign_claim.trouble()
        claims = {(c.session.peer.journal if c.session.peer else ""): c for c in self.connections}
        if len(claims) > 1:
            where = [connection.where for connection in claims.values()]
            return Trouble("two_devices", {"table": self.number, "where": where})
        if self.journal is not None and self.journal.stop is not None:
            return trust.stopped(self.journal.stop)
        if self.journal is not None and self.journal.unstorable is not None:
            return self.journal.unstorable
        if self.refused is not None:
            return self.refused
        if any(connection.is_off_record for connection in self.connections) and self.journal is not None:
            return trust.off_record(self.number, self.journal.id)
        if self.journal is not None and self.journal.fold.problem is not None:
            return self.journal.fold.problem
        if self.agrees is False:
            return Trouble("score_differs")
        if self.other_link is not None and self.other_link.problem is not None:
            return self.other_link.problem
        return self.conflict


class ConnectionOwner(Protocol):
    """The collector, as its connections and transports know it. `id`: its own, sent to the tables."""

    id: str
    keyring: Keyring

    def opened(self, connection: "Connection") -> None:
        """A line is open."""

    def handle(self, connection: "Connection", message: Message, now: int) -> None:
        """Handle a message of the session at `now` (monotonic ms)."""

    def silent(self, connection: "Connection") -> None:
        """The session has ended; the line is still open."""

    def gone(self, connection: "Connection") -> None:
        """The line is closed."""


class Connection:
    """One line to one table: a session and the functions that write its bytes. A transport passes it
    received bytes and writes its output. Lives on the event loop. `transport` is "serial", "tcp" or SOFT,
    `port` a device's path or an address.

    write(bytes) sends; drop() ends the line (None: the line always stays open, as a serial port does).

    To read: `due_at`, the monotonic ms at which it must be flushed if nothing happens before; `is_up`,
    whether its session was up when it was flushed last. `refused_journal`: for which journal its table was
    refused; `is_off_record`: its device holds another record than the one that counts. Both are set by
    `journals.Acceptance`.
    """

    def __init__(
        self,
        collector: ConnectionOwner,
        transport: str,
        port: str,
        write: Callable[[bytes], None],
        in_flight: int | None = None,
        drop: Callable[[], None] | None = None,
    ) -> None:
        self._collector = collector
        self._write = write
        self._drop = drop
        self.due_at = 0
        self.is_up = False
        self.table: LiveTable | None = None  # the table that it speaks for, or may
        self.transport = transport
        self.port = port
        self.opened_at = monotonic_ms()
        self.refused_journal: str | None = None
        self.is_off_record = False
        self.session = HostSession(collector.id, collector.keyring.usable, in_flight)

    @property
    def where(self) -> str:
        """Transport and port, for messages."""
        return f"{self.transport} {self.port}"

    @property
    def place(self) -> str:
        """The same without the caller's port number, which differs for each call."""
        return f"tcp {self.port.rpartition(':')[0]}" if self.transport != "serial" else self.where

    def data(self, data: bytes) -> None:
        """Bytes have come."""
        now = monotonic_ms()
        try:
            for message in self.session.receive(data, now):
                self._collector.handle(self, message, now)
        except Exception as error:  # no input of one table may stop the collector of the others
            log_fault(f"what came by {self.where}", error)
            self.drop()
        if b"\n" in data:  # without a line's end nothing has changed
            self.flush(now)

    def flush(self, now: int) -> None:
        """Write the session's output, and notice when its link went down. Does nothing before the keys have
        been read: a table cannot introduce itself before the host asks.
        """
        if not self._collector.keyring.is_loaded:
            return
        out = self.session.send(now)
        if out:
            self._write(out)
        self.due_at = self.session.due_at(now)
        if self.is_up and not self.session.up:
            self._collector.silent(self)
        self.is_up = self.session.up

    def drop(self) -> None:
        """End the line, where it can be ended."""
        if self._drop is not None:
            self._drop()

    def closed(self) -> None:
        """Note that the line is closed: the transport's last call."""
        self._collector.gone(self)
