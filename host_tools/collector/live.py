"""What the collector knows of the hall right now: journals and how far they are stored, tables and who speaks
for them.
"""

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from host_tools.collector.folding import MatchFold
from host_tools.collector.sealing import MatchChain

if TYPE_CHECKING:
    from host_tools.collector.connection import Connection

#: A table that was silent for two heartbeats and a bit is shown as stale.
STALE_MS = 4500


def _in_play(fold: MatchFold) -> dict[str, Any]:
    """What a table's status tells of the board or round in play, as the host's fold has it."""
    state = fold.state
    play = state.situation
    found = dict.fromkeys(("turn", "seat", "placing", "queen", "owes"))
    if play is None:
        return found
    found.update(turn=play.turn, seat=play.seat)
    if state.rules["sport"] == "carrom":
        shown = fold.situation() or {}
        owes = [shown["owes"][side] + shown["waiting"][side] for side in ("a", "b")]
        found.update(placing=shown["placing"], queen=shown["queen"], owes=owes)
    return found


def monotonic_ms() -> int:
    """The host's monotonic clock in ms: what link ages and time-outs are measured with."""
    return time.monotonic_ns() // 1_000_000


def wall_ms(monotonic: int) -> int:
    """The wall time (UTC, ms since 1970) at a moment of the monotonic clock."""
    return time.time_ns() // 1_000_000 + monotonic - monotonic_ms()


@dataclass(slots=True)
class JournalState:
    """One table's journal as far as this host has it.

    Everything up to `received` has been handed to the writer, everything up to `committed` is durable.
    `conflict`: what is wrong when two events came under one number. `is_unwritten`: the database's row of its
    match lacks events that the database has.
    """

    id: str
    received: int
    committed: int
    fold: MatchFold = field(default_factory=MatchFold)
    chain: MatchChain = field(default_factory=MatchChain)
    conflict: str | None = None
    is_unwritten: bool = False
    written_at: int = -1_000_000  # monotonic ms at which that row was written last


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Another collector has the table: its link there, which counts until a monotonic ms; its problem."""

    link: str
    until: int
    problem: str | None


@dataclass(slots=True)
class LiveTable:
    """One table number. `speaker` is the newest connection that proved itself; others may be up beside it
    (cable and Wi-Fi).
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
    heard_wall: int = 0  # what the database knew about it then
    status: dict[str, Any] | None = None
    status_at: int = 0  # monotonic ms at which the table made it
    status_shown: tuple[dict[str, Any] | None, int] = (None, 0)  # the last one that was news for the pages
    agrees: bool | None = None
    refused: str | None = None  # somebody claimed this number and was turned away,
    refused_at: int = 0  # last at this moment
    double: str | None = None  # another device, or another collector, has this number (`doubles`)
    elsewhere: Elsewhere | None = None
    hall: str = ""  # in which it stands; "": nobody says so
    link: str = "down"
    told_at: int | None = None  # the `heard_at` that the hub knows
    written: tuple[int | None, str, str | None] | None = None  # what the database knows of the link

    def link_state(self, now: int) -> str:
        """up, stale (silent for more than two heartbeats) or down (no proven connection)."""
        if self.speaker is None and self.elsewhere is not None:
            return self.elsewhere.link if now < self.elsewhere.until else "down"
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
        self.elsewhere = None

    def detach(self, connection: "Connection") -> None:
        """`connection` is gone: the one that proved itself before it, if any, speaks again."""
        if connection in self.connections:
            self.connections.remove(connection)
        self.speaker = self.connections[-1] if self.connections else None

    def compare(self) -> None:
        """Hold the table's own score against the host's fold; only when both are of the same event."""
        status, journal = self.status, self.journal
        if status is None or journal is None or status.get("seq") != journal.received:
            return
        state = journal.fold.state
        if state.match is None:
            self.agrees = None if status.get("match") is None else False
            return
        official = journal.fold.official() or {}
        in_play = journal.fold.kept("in play", _in_play)
        own = [state.points["a"], state.points["b"]]
        self.agrees = (
            status.get("match") == state.match
            and status.get("phase") == state.phase
            and status.get("games") == [state.games["a"], state.games["b"]]
            and status.get("points") in (own, official.get("points"))
            # An older firmware does not tell of the strokes: what is not said cannot differ.
            and all(status.get(name, value) == value for name, value in in_play.items())
        )

    def problem(self) -> str | None:
        """What is wrong with this table, in words; None when nothing is."""
        claims = {(c.session.peer.journal if c.session.peer else ""): c for c in self.connections}
        if len(claims) > 1:
            where = " and ".join(c.where for c in claims.values())
            return f"Two devices say they are table {self.number}: {where}. Give one of them another number."
        if self.journal is not None and self.journal.conflict is not None:
            return self.journal.conflict
        if self.refused is not None:
            return self.refused
        if self.journal is not None and self.journal.fold.problem is not None:
            return self.journal.fold.problem
        if self.agrees is False:
            return "The table's own score differs from the one computed here from its events."
        if self.elsewhere is not None and self.elsewhere.problem is not None:
            return self.elsewhere.problem
        return self.double
