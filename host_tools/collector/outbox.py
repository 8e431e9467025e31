"""From the outbox in the database to the tables: one command at a time for each table, each done at most
once.

A command is sent only when everything is stored that the table's journal held when the session began. If the
table has carried it out before, in a session that broke off, its event (which names the command) is among
these, and the command is settled already.
"""

import asyncio
import json
import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import TypeGuard

from boardside.link.auth import update_mac
from host_tools.collector.clocks import monotonic_ms, wall_ms
from host_tools.collector.incoming import Answered
from host_tools.collector.live import Connection, LiveTable
from host_tools.collector.outgoing import fits
from host_tools.glyphs import lines
from host_tools.laws import refusals
from host_tools.live_values import Event
from host_tools.store import Store, StoreError
from host_tools.store.rows import DAMAGED, CommandRow

log = logging.getLogger(__name__)

_COMMAND = "l-"
#: So many names of sides are drawn in one call at most: each takes a millisecond.
DRAWN_MOST = 8
#: A table that does not answer is asked again after this time.
AGAIN_MS = 5000


class DrawnNames:
    """Sends tables the names that their own font cannot show, drawn (glyphs/lines.py). `tables` are the
    collector's.

    A table that takes them says so in its status. It is sent the lines of its match once in each session, and
    those of the next match before that one; what it has already, it leaves as it is.
    """

    def __init__(self, tables: Mapping[int, LiveTable]) -> None:
        self._tables = tables
        self._known: dict[int, tuple[object, set[str]]] = {}  # the session's peer, and what it was sent
        self._sent: dict[int, tuple[str, str, int]] = {}  # command, what it says, when
        self._drawn = 0

    def deliver(self, now: int) -> None:
        """Send each table that can take a command the names of the match that is there."""
        self._drawn = 0
        for table in self._tables.values():
            if table.speaker is None or table.journal is None or "letters" not in (table.status or {}):
                continue
            state = table.journal.fold.state
            if state.setup.match is not None and state.setup.match == (table.status or {}).get("match"):
                self._tell(
                    table, table.speaker, state.setup.match, state.names, state.setup.tournament["latin"], now
                )

    def is_told(self, table: LiveTable, connection: Connection, event: Event, now: int) -> bool:
        """Whether this command can go to the table: a `match` goes after its names."""
        if event.get("kind") != "match" or "letters" not in (table.status or {}):
            return True
        names = {side: event.get(side) for side in ("a", "b")}
        return self._tell(table, connection, event.get("match"), names, event.get("latin"), now)

    def _tell(
        self,
        table: LiveTable,
        connection: Connection,
        match: object,
        names: Mapping[str, object],
        latin: object,
        now: int,
    ) -> bool:
        """Send the next lines that the table lacks; whether it lacks none, or takes none."""
        peer, known = self._known.get(table.number, (None, set()))
        if peer is not connection.session.peer:
            peer, known = connection.session.peer, set()
            self._known[table.number] = peer, known
        room = lines.room_of(table.status)
        if room is None or not isinstance(match, str):
            return True
        for side in ("a", "b"):
            of_side = names.get(side)
            if not _are_names(of_side) or all(map(lines.is_shown, of_side)):
                continue
            name = f"{match} {side} {of_side} {latin}"
            if name in known:
                continue
            if self._drawn >= DRAWN_MOST:
                return False
            self._drawn += 1
            text = lines.command(match, side, of_side, latin, room)
            if text is None:
                known.add(name)
                continue
            self._send(table, connection, name, text, now)
            return False
        return True

    def _send(self, table: LiveTable, connection: Connection, name: str, text: str, now: int) -> None:
        session = connection.session
        under_way = self._sent.get(table.number)
        is_waiting = under_way is not None and under_way[1] == name and now - under_way[2] < AGAIN_MS
        if not session.up or session.busy or is_waiting:
            return
        command = _COMMAND + secrets.token_hex(5)
        self._sent[table.number] = command, name, now
        session.deliver(command, text)
        connection.flush(now)

    def answered(self, answer: Answered, table: LiveTable | None) -> bool:
        """Handle a table's answer; whether it was to a command with names. One that was refused is not sent
        again in this session: the table goes on with what its font can show.
        """
        if not answer.command.startswith(_COMMAND):
            return False
        if table is not None and (sent := self._sent.get(table.number)) and sent[0] == answer.command:
            del self._sent[table.number]
            if table.number in self._known:
                self._known[table.number][1].add(sent[1])
            if not answer.ok:
                why = refusals.of_answer(answer.code, answer.message, answer.reason, answer.facts)
                log.warning("table %d does not take drawn names: %s", table.number, why)
        return True


def _are_names(names: object) -> TypeGuard[Sequence[str]]:
    return isinstance(names, list) and bool(names) and all(isinstance(name, str) for name in names)


def signed(event: Event, key: bytes) -> Event:
    """The event as it goes to a table with this key: only `switch` is signed, by the digest it names."""
    if event.get("kind") == "update" and event.get("do") == "switch":
        return event | {"mac": update_mac(key, str(event.get("sha256")))}
    return event


log = logging.getLogger(__name__)

POLL_S = 0.3
#: A table that is busy (the umpire is entering something) is asked again after this time.
BUSY_AGAIN_MS = 2000

#: A row of the outbox, its state and code, and the table's answer if it gave one.
Answer = Callable[[CommandRow, str, str | None, Answered | None], None]


class Outbox:
    """`tables` are the collector's; `answer(row, state, code, answer)` has the outcome stored; `names` go to
    a table before the match whose they are.
    """

    def __init__(self, store: Store, tables: dict[int, LiveTable], answer: Answer, names: DrawnNames) -> None:
        self._store = store
        self._tables = tables
        self._answer = answer
        self._names = names
        self._open: list[CommandRow] = []
        self._settled: set[tuple[str, int]] = set()  # the command, and the table that has settled it
        self._announced: set[str] = set()
        self._not_before: dict[str, int] = {}

    async def poll_forever(self) -> None:
        """Look for commands that other processes have put into the database."""
        while True:
            try:
                self.take(await asyncio.to_thread(self._store.open_commands))
            except StoreError as error:
                log.debug("outbox: %s", error)  # the writer reports it
            self.deliver(monotonic_ms())
            await asyncio.sleep(POLL_S)

    def take(self, rows: list[CommandRow]) -> None:
        """The commands that the database holds as open, oldest first."""
        known = {row["id"] for row in rows}
        self._settled &= {_name(row) for row in rows}
        self._announced &= known
        self._not_before = {id_: at for id_, at in self._not_before.items() if id_ in known}
        self._open = [row for row in rows if _name(row) not in self._settled]

    def deliver(self, now: int) -> None:
        """Start every command that can be sent now."""
        wall = wall_ms(now)
        asked: set[int] = set()
        for row in self._open:
            command, number = row["id"], row["table"]
            if _name(row) in self._settled:
                continue
            if row["expires_at"] is not None and wall > row["expires_at"]:
                self._settle(row, "refused", "expired")
                self._abandon(command, number)
                continue
            if row["event"].get("kind") == DAMAGED:
                self._settle(row, "refused", DAMAGED)
                continue
            table = self._tables.get(number)
            if number in asked or table is None or table.speaker is None or table.journal is None:
                continue
            asked.add(number)
            connection = table.speaker
            peer = connection.session.peer
            if peer is None or connection.session.busy or table.journal.committed < peer.last_seq:
                continue
            if now < self._not_before.get(command, now):
                continue
            if self._names.is_told(table, connection, row["event"], now):
                self._send(connection, row, now)

    def _send(self, connection: Connection, row: CommandRow, now: int) -> None:
        command = row["id"]
        peer = connection.session.peer
        text = json.dumps(signed(row["event"], peer.key if peer is not None else b""), separators=(",", ":"))
        if not fits(text):
            self._settle(row, "refused", "too_long")
            return
        if command not in self._announced:
            self._announced.add(command)
            self._answer(row, "sent", None, None)
        connection.session.deliver(command, text)
        connection.flush(now)

    def answered(self, connection: Connection, answer: Answered) -> None:
        """A table has answered."""
        row = self._of_table(answer.command, connection.table)
        if row is None:
            pass  # of another table, or unknown
        elif answer.ok:
            self._settle(row, "done", answer.code, answer)
        elif answer.code == "busy":
            self._not_before[answer.command] = monotonic_ms() + BUSY_AGAIN_MS
            self._answer(row, "sent", answer.code, answer)
        else:
            self._settle(row, "refused", answer.code, answer)
        self.deliver(monotonic_ms())

    def done(self, command: str, number: int) -> None:
        """The event that this command led to has come from table `number`; the store marks the command with
        it. A table that names another table's command has not carried it out.
        """
        self._settled.add((command, number))
        self._abandon(command, number)

    def _of_table(self, command: str, table: LiveTable | None) -> CommandRow | None:
        """The open command, if it was given to this table: no other table can answer it."""
        number = None if table is None else table.number
        return next((row for row in self._open if _name(row) == (command, number)), None)

    def _abandon(self, command: str, number: int) -> None:
        """Stop sending it on all connections of this table: a late hall clock would run late. A command of
        the same id to another table is still sent.
        """
        if (table := self._tables.get(number)) is not None:
            for connection in table.connections:
                connection.session.abandon(command)

    def _settle(self, row: CommandRow, state: str, code: str, answer: Answered | None = None) -> None:
        """Store the outcome. Without an answer: a code of the host's own (`laws.refusals.SETTLED`)."""
        if _name(row) not in self._settled:
            self._settled.add(_name(row))
            self._answer(row, state, code, answer)


def _name(row: CommandRow) -> tuple[str, int]:
    return row["id"], row["table"]
