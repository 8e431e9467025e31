"""From the outbox in the database to the tables: one command at a time for each table, each done at most
once.

A command is sent only when everything is stored that the table's journal held when the session began. If the
table has carried it out before, in a session that broke off, its event (which names the command) is among
these, and the command is settled already.
"""

import asyncio
import json
import logging
from collections.abc import Callable

from boardside.link.auth import update_mac
from host_tools.collector.clocks import monotonic_ms, wall_ms
from host_tools.collector.drawn_names import DrawnNames
from host_tools.collector.incoming import Answered
from host_tools.collector.live import Connection, LiveTable
from host_tools.collector.outgoing import fits
from host_tools.live_values import Event
from host_tools.store import Store, StoreError
from host_tools.store.rows import DAMAGED, CommandRow


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
