"""From the outbox in the database to the tables: one command at a time for each table, each done at most
once.

A command is sent only when everything is stored that the table's journal held when the session began. If it
was done before, in a session that broke off, its event (which names it) is among that, and the command is
settled already.
"""

import asyncio
import json
import logging
from collections.abc import Callable
from typing import Any

from host_tools.collector.connection import Connection
from host_tools.collector.delivery import fits
from host_tools.collector.live import LiveTable, monotonic_ms, wall_ms
from host_tools.collector.messages import Answered
from host_tools.collector.updates import signed
from host_tools.store import Store, StoreError
from host_tools.store.bodies import DAMAGED

log = logging.getLogger(__name__)

POLL_S = 0.3
#: A table that is busy (the umpire is entering something) is asked again after this time.
BUSY_AGAIN_MS = 2000

Answer = Callable[[str, str, str | None, str | None], None]


class Outbox:
    """`tables` are the collector's; `answer(command, state, code, message)` has the outcome stored."""

    def __init__(self, store: Store, tables: dict[int, LiveTable], answer: Answer) -> None:
        self._store = store
        self._tables = tables
        self._answer = answer
        self._open: list[dict[str, Any]] = []
        self._settled: set[str] = set()
        self._announced: set[str] = set()
        self._not_before: dict[str, int] = {}

    async def poll_forever(self) -> None:
        """Look for commands that other processes have put into the database."""
        while True:
            try:
                self.take(await asyncio.to_thread(self._store.open_commands))
            except StoreError as error:
                log.debug("outbox: %s", error)  # the writer says it aloud
            self.deliver(monotonic_ms())
            await asyncio.sleep(POLL_S)

    def take(self, rows: list[dict[str, Any]]) -> None:
        """The commands that the database holds as open, oldest first."""
        known = {row["id"] for row in rows}
        self._settled &= known
        self._announced &= known
        self._not_before = {id_: at for id_, at in self._not_before.items() if id_ in known}
        self._open = [row for row in rows if row["id"] not in self._settled]

    def deliver(self, now: int) -> None:
        """Start whatever can be sent now."""
        wall = wall_ms(now)
        asked: set[int] = set()
        for row in self._open:
            command, number = row["id"], row["table"]
            if command in self._settled:
                continue
            if row["expires_at"] is not None and wall > row["expires_at"]:
                self._settle(command, "refused", "expired", "The table could not be reached in time.")
                self._abandon(command)
                continue
            if row["event"].get("kind") == DAMAGED:
                self._settle(command, "refused", DAMAGED, "It is damaged in the database: give it again.")
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
            self._send(connection, row, now)

    def _send(self, connection: Connection, row: dict[str, Any], now: int) -> None:
        command = row["id"]
        peer = connection.session.peer
        text = json.dumps(signed(row["event"], peer.key if peer is not None else b""), separators=(",", ":"))
        if not fits(text):
            self._settle(
                command, "refused", "too_long", "The command is too long for a table; shorten the names."
            )
            return
        if command not in self._announced:
            self._announced.add(command)
            self._answer(command, "sent", None, None)
        connection.session.deliver(command, text)
        connection.flush(now)

    def answered(self, connection: Connection, answer: Answered) -> None:
        """A table has answered."""
        if answer.ok:
            self._settle(answer.command, "done", answer.code, answer.message)
        elif answer.code == "busy":
            self._not_before[answer.command] = monotonic_ms() + BUSY_AGAIN_MS
            self._answer(answer.command, "sent", answer.code, answer.message)
        else:
            self._settle(answer.command, "refused", answer.code, answer.message)
        self.deliver(monotonic_ms())

    def done(self, command: str) -> None:
        """The event that this command led to has come; the store marks the command with it."""
        self._settled.add(command)
        self._abandon(command)

    def _abandon(self, command: str) -> None:
        """No connection goes on sending it: a hall clock that came late would run late."""
        for table in self._tables.values():
            for connection in table.connections:
                connection.session.abandon(command)

    def _settle(self, command: str, state: str, code: str | None, message: str | None) -> None:
        if command not in self._settled:
            self._settled.add(command)
            self._answer(command, state, code, message)
