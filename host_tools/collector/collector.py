"""The collector: receives the tables' events, passes them to the store, acknowledges the durable ones, and
keeps the hall's live state.

Everything here runs on one event loop; only the store's writer has a separate thread. No method waits for
the database.
"""

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from host_tools.collector import view
from host_tools.collector.clocks import HostTime, monotonic_ms, wall_ms
from host_tools.collector.hall_clock import HallClock
from host_tools.collector.hub import Hub
from host_tools.collector.incoming import Answered, EventIn, Message, Met, Refused, StatusIn, Up
from host_tools.collector.journals import Acceptance, Loader
from host_tools.collector.limits import PROVE_MS, REFUSED_MS, REFUSED_TEXT_MS, STRANGERS_MOST
from host_tools.collector.live import Connection, JournalState, LiveTable
from host_tools.collector.match_fold import Signers
from host_tools.collector.other_collectors import LifeSigns, NumberConflicts, OtherCollectors
from host_tools.collector.outbox import DrawnNames, Outbox
from host_tools.collector.runtime import Settings, by_turns, log_fault, supervised
from host_tools.collector.storing import Commits, MatchRows, event_record
from host_tools.collector.trust import Keyring, RejectionLog
from host_tools.collector.view import Publisher
from host_tools.reasons import Cause
from host_tools.store import Store, StoreError, Writer, database
from host_tools.store.rows import AnswerRecord, CommandRow, HeldBack, TableRow

log = logging.getLogger(__name__)

TICK_S = 0.2


class Collector:
    """`keys` maps table numbers to keys beside those of the database; `panels` is the simulator's address
    for `panel_url`; `takes_open`: as in `Keyring`; `here`: the hall of the tables that this
    collector hears, unless a tournament assigns another; `name`: its id, as in `HostSession`; by default a
    random one.

    start() and stop() frame its life on the running loop. `hub` is for the pages; its `problem` is the
    database's problem.
    """

    def __init__(
        self,
        store: Store,
        hub: Hub,
        keys: dict[int, bytes] | None = None,
        panels: str | None = None,
        takes_open: bool = False,
        here: str = "",
        name: str = "",
    ) -> None:
        self.id = name or os.urandom(4).hex()
        self.store = store
        self.hub = hub
        self.tables: dict[int, LiveTable] = {}
        self.journals: dict[str, JournalState] = {}
        self.connections: set[Connection] = set()
        self.keyring = Keyring(store, keys, takes_open, self._on_keys)
        self.rejections = RejectionLog()
        self._unheard: set[int] = set()  # unknown numbers that are shown because they were turned away
        self._publisher = Publisher(hub, self.tables, panels)
        self._changed = self._publisher.changed
        self._commits = commits = Commits(hub, self.journals, self.tables, self._changed, self._held_back)
        self._writer = Writer(store, commits.committed, commits.troubled, commits.rejected)
        self._signs = LifeSigns(self.id, self.tables, self._writer.submit)
        self._names = DrawnNames(self.tables)
        self._outbox = Outbox(store, self.tables, self._answer, self._names)
        self.host_time = HostTime()
        self._hall = HallClock(
            store, self.tables, self.host_time, hub.show_hall, self._signs.of_all_soon, self._changed, here
        )
        self._matches = MatchRows(self.journals, self._writer.submit)
        self._tasks: set[asyncio.Task[None]] = set()
        self._settings = Settings()
        self._heard_events = False  # since the last tick
        self._loader = Loader(store, self.keyring, self.journals, self._replaced)
        self._acceptance = Acceptance(
            store, self.keyring, self._loader, self.journals, self.connections, self.tables, self._changed,
            self._cannot_read,
        )  # fmt: skip

    # Life

    async def start(self) -> None:
        """Show what the database knows of each table, then begin to write and to tick. Raises StoreError."""
        self._publisher.begin()
        self._commits.begin()
        await self.keyring.load()
        for connection in list(self.connections):  # tables that have called meanwhile
            connection.flush(monotonic_ms())
        await asyncio.to_thread(self._hall.begin)
        database.follow_clock(lambda: self.host_time.at(monotonic_ms()))
        rows = await asyncio.to_thread(self.store.tables)
        self._settings.begin()
        self._writer.start()  # tables call already: none has to wait until all are loaded
        try:
            await self._loader.bring_up(dict.fromkeys(row["journal"] for row in rows))
            for row in rows:
                self._restore(row)
            self._publisher.publish()
            await asyncio.to_thread(self.store.links.forget)
            await asyncio.to_thread(self.store.write, [self._signs.sign(monotonic_ms())])
        except StoreError:
            await asyncio.to_thread(self._writer.stop)
            database.follow_clock(None)
            self._settings.end()
            raise
        self._settings.freeze()
        self._keep(self._tick_forever, "collector tick")
        self._keep(self._outbox.poll_forever, "collector outbox")
        self._keep(self._hall.poll_forever, "collector hall clock")
        self._keep(self.keyring.poll_forever, "collector keys")
        self._keep(self._acceptance.poll_forever, "collector journals")
        conflicts = NumberConflicts(self.store, self.id, self.tables, self._changed)
        self._keep(conflicts.poll_forever, "collector conflicts")
        others = OtherCollectors(
            self.store, self.id, self._loader, self._table, self._changed, self.hub.heard
        )
        self._keep(others.poll_forever, "collector neighbours")

    async def stop(self) -> bool:
        """End all connections and write what is queued. False when the database did not take it: the tables
        still have it.
        """
        for connection in list(self.connections):
            connection.drop()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._publisher.end()
        for table in self.tables.values():
            table.connections.clear()
            table.speaker = None
        self._matches.flush()
        self._signs.leaving(monotonic_ms())
        complete = await asyncio.to_thread(self._writer.stop)
        database.follow_clock(None)
        self._settings.end()
        return complete

    @property
    def is_alive(self) -> bool:
        """Whether received events are still being written, or at least tried."""
        return self._writer.is_alive

    def _spawn(self, work: Any, name: str) -> None:
        task = asyncio.get_running_loop().create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _keep(self, work: Callable[[], Awaitable[None]], name: str) -> None:
        self._spawn(supervised(work, name), name)

    def _ended(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log_fault(task.get_name(), error)

    def _replaced(self, journal: JournalState) -> None:
        """Show the tables of this journal by its new state: the old one takes no more events."""
        for table in self.tables.values():
            if table.follow(journal):
                self._changed(table)

    def _restore(self, row: TableRow) -> None:
        """Show the database's state of a table, unless the table has called meanwhile with a newer one."""
        table = self._table(row["table_no"])
        loaded = self.journals[row["journal"]]
        if table.journal is not None:
            return
        table.restore(row, loaded)
        if loaded.is_unwritten:
            self._matches.changed(table, loaded)
        self._changed(table)

    # What connections call

    def opened(self, connection: Connection) -> None:
        """A line has been opened."""
        connection.session.host_time = self.host_time.at
        self.connections.add(connection)
        connection.flush(monotonic_ms())

    def gone(self, connection: Connection) -> None:
        """A line is gone for good."""
        self.connections.discard(connection)
        self.silent(connection)

    def silent(self, connection: Connection) -> None:
        """A session has ended: its table may have another one, or is down."""
        table, connection.table = connection.table, None
        if table is not None:
            table.detach(connection)
            log.info("table %d: link lost (%s)", table.number, connection.where)
            self._changed(table)

    def handle(self, connection: Connection, message: Message, now: int) -> None:
        """Handle a message of a session."""
        if isinstance(message, EventIn):
            self._on_event(connection, message, now)
        elif isinstance(message, StatusIn):
            self._on_status(connection, message, now)
        elif isinstance(message, Answered):
            if self._hall.answered(message, connection.table) or self._names.answered(
                message, connection.table
            ):
                self._outbox.deliver(now)
            else:
                self._outbox.answered(connection, message)
        elif isinstance(message, Up):
            self._on_up(connection, now)
        elif isinstance(message, Met):
            self._spawn(self._acceptance.accept(connection, message), f"accept {connection.where}")
        elif isinstance(message, Refused):
            self._on_refused(connection, message)

    def _on_up(self, connection: Connection, now: int) -> None:
        peer = connection.session.peer
        assert peer is not None
        table, before = self._table(peer.table), connection.table
        if before is not None and before is not table:  # it has been given another number
            before.detach(connection)
            self._changed(before)
        connection.table = table
        table.attach(connection)
        table.refused = None
        self.keyring.proven(peer)
        table.name, table.firmware, table.boot, table.keyed = peer.name, peer.firmware, peer.boot, peer.keyed
        table.transport, table.port = connection.transport, connection.port
        journal = self.journals[peer.journal]
        if table.journal is not journal:
            table.journal = journal
            table.status = None
            table.agrees = None
        table.status_shown = (None, 0)
        if journal.is_unwritten:
            self._matches.changed(table, journal)
        table.heard_at = now
        self._signs.of_one_soon(table.number)
        log.info("table %d: link up (%s), journal %s", table.number, connection.where, journal.id)
        self._outbox.deliver(now)
        self._changed(table)

    def _on_refused(self, connection: Connection, message: Refused) -> None:
        trouble, now = self.keyring.refusal(message.table, message.trouble), monotonic_ms()
        self.rejections.add(message.trouble.reason, connection.place, str(trouble), now)
        if not message.table or not self._shows(message.table):
            return
        table = self._table(message.table)
        table.refused_at = now
        if table.refused != trouble and (table.refused is None or now - table.said_at >= REFUSED_TEXT_MS):
            table.refused, table.said_at = trouble, now
            self._changed(table)

    def _shows(self, number: int) -> bool:
        """Whether the pages show this table, or have room for one more unknown table."""
        if number in self.tables:
            return True
        if len(self._unheard) >= STRANGERS_MOST:
            self._unheard = {stranger for stranger in self._unheard if self.tables[stranger].journal is None}
        if len(self._unheard) >= STRANGERS_MOST:
            return False
        self._unheard.add(number)
        return True

    def _on_keys(self) -> None:
        """End the sessions whose key is no longer valid, after a change of the keys."""
        for connection in list(self.connections):
            for met in connection.session.believed():
                if not self.keyring.allows(met):
                    log.warning("table %d: its key counts no more (%s)", met.table, connection.where)
                    connection.session.refuse()
                    connection.flush(monotonic_ms())
                    connection.drop()
                    break

    def _on_status(self, connection: Connection, message: StatusIn, now: int) -> None:
        table = self._table_of(connection)
        if table is None:
            return
        table.heard_at = now
        if table.speaker is connection:
            status, at = message.status, connection.session.ticks.host_ms(message.ticks_ms, now)
            previous_status, shown_at = table.status_shown
            is_news = table.status is None or view.tells_more(previous_status, shown_at, status, at)
            table.status, table.status_at = status, at
            before = table.agrees
            table.compare()
            if table.agrees != before and table.journal is not None:
                self._matches.changed(table, table.journal)
            if is_news or table.agrees != before:
                table.status_shown = (status, at)
                self._changed(table)

    def _on_event(self, connection: Connection, message: EventIn, now: int) -> None:
        table = self._table_of(connection)
        peer = connection.session.peer
        if table is None or peer is None:
            return
        journal = self.journals[peer.journal]
        table.heard_at = now
        if not self._acceptance.takes(connection, journal, message):
            return
        if message.seq > journal.received:
            if message.event.get("kind") == "match":
                self._matches.ending(journal)
            journal.chain.add(message.event, Signers(journal.owners, self.keyring.known))
        record = event_record(table, journal, message, wall_ms(now))
        self._writer.submit(record)
        if record.command is not None:
            self._outbox.done(record.command, table.number)
        self._heard_events = True
        if record.repeated:
            return
        journal.received = message.seq
        journal.fold.add(message.seq, message.event, message.text)
        if journal.fold.first_seq == message.seq:
            table.agrees = None
        table.compare()
        self._matches.changed(table, journal)
        self._changed(table)

    # Time

    async def _tick_forever(self) -> None:
        while True:
            await asyncio.sleep(TICK_S)
            async for connection in by_turns(self.connections):
                self._look_at_connection(connection, monotonic_ms())
            async for table in by_turns(self.tables.values()):
                self._look_at_table(table, monotonic_ms())
            now = monotonic_ms()
            self.rejections.tick(now)
            self._hall.deliver(now)
            self._names.deliver(now)
            self._outbox.deliver(now)
            self._commits.watch(self._writer.stuck_s, self.store.where)
            await asyncio.sleep(0)
            if self.hub.problem is None:
                self._signs.tick(now)
            await asyncio.sleep(0)
            self._settings.tidy(now, not self._heard_events)
            self._heard_events = False

    def _look_at_connection(self, connection: Connection, now: int) -> None:
        if connection not in self.connections:
            return  # it has closed meanwhile
        if now >= connection.due_at:
            connection.flush(now)
        if not connection.is_up and now - connection.opened_at > PROVE_MS:
            connection.drop()

    def _look_at_table(self, table: LiveTable, now: int) -> None:
        state = table.link_state(now)
        if state != table.link:
            table.link = state
            self._changed(table)
        if table.refused is not None and now - table.refused_at > REFUSED_MS:
            table.refused = None
            self._changed(table)
        self._acceptance.forget(table, now)
        if table.heard_at is not None and table.heard_at != table.told_at:
            table.told_at = table.heard_at
            self.hub.heard(table.number, wall_ms(table.heard_at))

    # Bits

    def _cannot_read(self, problem: Cause) -> None:
        """Show the problem until a write succeeds."""
        self._commits.trouble(problem)
        self._writer.prove(self._signs.sign(monotonic_ms()))

    def _answer(self, row: CommandRow, state: str, code: str | None, answer: Answered | None) -> None:
        at = wall_ms(monotonic_ms())
        fields = (None, None, None) if answer is None else (answer.message, answer.reason, answer.facts)
        message, reason, facts = fields
        self._writer.submit(AnswerRecord(row["id"], state, code, message, at, row["table"], reason, facts))

    def _held_back(self, held: Sequence[HeldBack]) -> None:
        self._acceptance.held_back(held)

    def _table(self, number: int) -> LiveTable:
        return self.tables.setdefault(number, LiveTable(number))

    def _table_of(self, connection: Connection) -> LiveTable | None:
        peer = connection.session.peer
        return self.tables.get(peer.table) if peer is not None else None
