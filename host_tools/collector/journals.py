"""The tables' journals: read from the database when their tables call, and taken from a table only if it
may speak for the journal.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable, Mapping, MutableMapping, Sequence

from host_tools.collector.clocks import monotonic_ms
from host_tools.collector.incoming import EventIn, Met
from host_tools.collector.limits import LOG_EVERY_MS
from host_tools.collector.live import Connection, JournalState, LiveTable
from host_tools.collector.match_fold import MatchFold, Signers
from host_tools.collector.trust import SHOWN_MS, Claims, ForeignClaim, Keyring, owner_of, stopped
from host_tools.reasons import Cause
from host_tools.store import Store, StoreError
from host_tools.store.journals import StoredJournal
from host_tools.store.ownership import History
from host_tools.store.rows import HeldBack, decoded
from host_tools.store.stops import TAKING, Stop

#: The number of journals in one read: a table that calls waits for one read, then is in the next.
AT_ONCE = 16


class Loader:
    """Keeps `journals` (by their ids) equal to the database: it loads them when their tables call, and again
    when another collector has stored more. Lives on one event loop.

    `replaced(state)` is called with each state that takes the place of an older one: tables may show that.

    One read serves all waiting requests: when a collector starts again, all tables call at once.
    """

    def __init__(
        self,
        store: Store,
        keyring: Keyring,
        journals: MutableMapping[str, JournalState],
        replaced: Callable[[JournalState], None],
    ) -> None:
        self._store = store
        self._replaced = replaced
        self._keyring = keyring
        self._journals = journals
        self._turn = asyncio.Lock()
        self._waiting: list[_Request] = []

    async def current(self, journal_id: str) -> JournalState:
        """The state of this journal in `journals`, updated from the database. Raises StoreError."""
        request = _Request(journal_id)
        self._waiting.append(request)
        try:
            async with self._turn:
                if not request.is_done:  # by the request that had the turn before
                    others = [
                        waiting for waiting in self._waiting if waiting is not request and not waiting.is_done
                    ]
                    await self._bring_up([request, *others[: AT_ONCE - 1]])
        finally:
            if request in self._waiting:
                self._waiting.remove(request)
        if request.error is not None:
            raise request.error
        return self._journals[journal_id]

    async def bring_up(self, journals: Iterable[str]) -> None:
        """Update many journals from the database. Raises StoreError."""
        requests = [_Request(journal_id) for journal_id in journals]
        for at in range(0, len(requests), AT_ONCE):
            async with self._turn:
                await self._bring_up(requests[at : at + AT_ONCE])
            for request in requests[at : at + AT_ONCE]:
                if request.error is not None:
                    raise request.error

    async def _bring_up(self, requests: "list[_Request]") -> None:
        error = None
        try:
            before, loaded = await asyncio.to_thread(
                self._load, dict.fromkeys(request.journal for request in requests)
            )
            for journal in loaded:
                self._take(before.get(journal.id), journal)
        except StoreError as failure:
            error = failure
        for request in requests:
            request.is_done, request.error = True, error

    def _load(self, ids: Collection[str]) -> "tuple[dict[str, JournalState], list[JournalState]]":
        """The known journals of these, and those that are new or changed (blocking). Raises
        StoreError.
        """
        known = {journal_id: self._journals[journal_id] for journal_id in ids if journal_id in self._journals}
        others = outdated(self._store, known) if known else set()
        missing = [journal_id for journal_id in ids if journal_id not in known or journal_id in others]
        stored = self._store.journals.read(missing) if missing else {}
        return known, [
            state_of(journal_id, journal, self._keyring.known) for journal_id, journal in stored.items()
        ]

    def _take(self, before: JournalState | None, loaded: JournalState) -> None:
        """Keep the loaded state, unless another link of the table has advanced the journal meanwhile."""
        now = self._journals.get(loaded.id)
        was_put_back = before is not None and loaded.received < before.committed
        is_old = now is not None and now.is_outdated
        if now is None or is_old or now.received < loaded.received or (was_put_back and now is before):
            self._journals[loaded.id] = loaded
            if now is not None:
                self._replaced(loaded)


class _Request:
    """A request for a journal. `error`: why it failed, once it is done."""

    __slots__ = ("error", "is_done", "journal")

    def __init__(self, journal: str) -> None:
        self.journal = journal
        self.is_done = False
        self.error: StoreError | None = None


def outdated(store: Store, known: Mapping[str, JournalState]) -> set[str]:
    """The known journals that differ in the database (blocking). Raises StoreError.

    If the database has more than this collector ever handed to the writer, another collector had the table.
    If it has less than was durable, it was restored to an older state, and must be filled again.
    """
    durable = {journal_id: journal.committed for journal_id, journal in known.items()}
    last = store.journals.last_seqs(durable)
    return {
        journal_id
        for journal_id, stored in last.items()
        if known[journal_id].is_outdated or not durable[journal_id] <= stored <= known[journal_id].received
    }


def state_of(journal_id: str, stored: StoredJournal, keys: Sequence[bytes]) -> JournalState:
    """The state of a journal from its stored events. `keys`: all that are known here."""
    journal = JournalState(journal_id, stored.last_seq, stored.last_seq)
    journal.owners, journal.stop = stored.owners, stored.stop
    signers = Signers(stored.owners, keys)
    # The fold reports a damaged event and leaves it out; from there on the chain differs.
    events = [(seq, decoded(text, seq=seq), text) for seq, text in stored.events]
    journal.fold = MatchFold.from_events(events)
    for _, event, _ in events:
        journal.chain.add(event, signers)
    journal.is_unwritten = bool(journal.fold.first_seq) and (stored.folded or 0) < journal.fold.last_seq
    if stored.kept is not None:
        seq, text = stored.kept
        event = decoded(text, seq=seq)
        journal.kept = None if "erased" in event else (seq, event)  # the table still has what was erased
    return journal


log = logging.getLogger(__name__)

LOAD_AGAIN_S = 1.0
POLL_S = 0.4


class Acceptance:
    """Accepts a table that has proven its key: decides whether the journal belongs to it, the first event to
    send, and when the session ends.

    `journals`, `connections` and `tables` are the collector's; `changed` publishes a table, `trouble` reports
    a problem with the database. Lives on the event loop.
    """

    def __init__(
        self,
        store: Store,
        keyring: Keyring,
        loader: Loader,
        journals: MutableMapping[str, JournalState],
        connections: Collection[Connection],
        tables: MutableMapping[int, LiveTable],
        changed: Callable[[LiveTable], None],
        trouble: Callable[[Cause], None],
    ) -> None:
        self._store = store
        self._keyring = keyring
        self._loader = loader
        self._journals = journals
        self._connections = connections
        self._tables = tables
        self._changed = changed
        self._trouble = trouble
        self._claims = Claims(store)
        self._mark: tuple[int, ...] = ()

    async def accept(self, connection: Connection, met: Met) -> None:
        """Decide whether the table may speak for its journal, find how far the journal is stored, then tell
        the table from which event to send.
        """
        while connection in self._connections and connection.session.awaits(met):
            try:
                journal = await self._loader.current(met.journal)
                verdict = await self._claims.verdict(journal.owners, self._keyring.claim(met))
            except StoreError as error:
                self._trouble(error.cause)
                await asyncio.sleep(LOAD_AGAIN_S)
                continue
            if self._journals.get(met.journal) is not journal:
                continue  # it was read again meanwhile, and may have less
            journal.owners = verdict.history
            if verdict.refusal is not None:
                self._refuse(connection, met, verdict.history, verdict.refusal)
                return
            connection.is_off_record = False
            connection.session.accept(met, first_wanted(journal, met))
            connection.flush(monotonic_ms())
            return

    def _refuse(self, connection: Connection, met: Met, history: History, reason: str) -> None:
        """Take nothing from this table. A network connection ends by itself, because it proves nothing."""
        connection.refused_journal = met.journal
        now = monotonic_ms()
        table = self._tables.setdefault(met.table, LiveTable(met.table))
        before = table.foreign_claim
        claim = ForeignClaim(met.table, owner_of(history), met.journal, reason, 1, now)
        if before is not None:
            claim.count, claim.logged_at = before.count + 1, before.logged_at
        if now - claim.logged_at >= LOG_EVERY_MS:
            claim.logged_at = now
            log.warning("%s: %s", connection.where, claim.trouble())
        table.foreign_claim = claim
        self._changed(table)
        if not history and not self._journals[met.journal].received:
            del self._journals[met.journal]  # invented journals must not accumulate

    def forget(self, table: LiveTable, now: int) -> None:
        """Show an attempt to speak for another table no longer than it is news."""
        if table.foreign_claim is not None and now - table.foreign_claim.at > SHOWN_MS:
            table.foreign_claim = None
            self._changed(table)

    # While a session lasts

    def takes(self, connection: Connection, journal: JournalState, message: EventIn) -> bool:
        """Whether this event may be handed on. An event of a stopped journal may not, and one of a device
        that holds another record than the valid one may not.
        """
        if journal.kept is not None and message.seq == journal.kept[0] and message.event != journal.kept[1]:
            connection.is_off_record = True
            if connection.table is not None:
                self._changed(connection.table)
        if connection.is_off_record:
            return False
        if journal.stop is None:
            return True
        return journal.stop.state == TAKING and message.seq <= journal.received

    def held_back(self, held: Sequence[HeldBack]) -> None:
        """Read these journals again: the database has not stored their last events."""
        for held_journal in held:
            if (journal := self._journals.get(held_journal.journal)) is None or journal.stop is not None:
                continue
            log.error("Journal %s of table %d: events from %d on are held back (%s).",
                held_journal.journal, held_journal.table_no, held_journal.seq, held_journal.why)  # fmt: skip
            self._anew({held_journal.journal})

    async def poll_forever(self) -> None:
        """Poll for decisions of the organiser and of other collectors about journals."""
        while True:
            await asyncio.sleep(POLL_S)
            try:
                mark = await asyncio.to_thread(self._store.owners.mark)
                if mark != self._mark:
                    histories = await asyncio.to_thread(self._store.owners.histories)
                    stops = await asyncio.to_thread(self._store.stops.rows)
                    self._mark = mark
                    self._follow(histories, [stop for stop in stops if stop.stands])
            except StoreError as error:
                log.debug("journals: %s", error)  # the writer reports it; the journals stay as they were

    def _follow(self, histories: dict[str, History], stops: list[Stop]) -> None:
        standing = {stop.journal: stop for stop in stops}
        others = set()
        for journal in self._journals.values():
            stop, history = standing.get(journal.id), histories.get(journal.id, ())
            if stop != journal.stop:
                if stop is not None:
                    log.error("%s", stopped(stop))
                journal.stop = stop
                others.add(journal.id)
            if history != journal.owners and len(history) >= len(journal.owners):
                journal.owners = history
                others |= self._of_others(journal)
        self._anew(others | self._were_refused(histories))

    def _of_others(self, journal: JournalState) -> set[str]:
        """The journal, if a table that it no longer belongs to speaks for it."""
        for connection in self._connections:
            for met in connection.session.believed():
                claim = self._keyring.claim(met)
                if met.journal == journal.id and journal.owners[-1].key_id != claim.key_id:
                    return {journal.id}
        return set()

    def _were_refused(self, histories: dict[str, History]) -> set[str]:
        """Journals for which a table was refused that may speak for them now."""
        journals = set()
        for connection in self._connections:
            for met in connection.session.believed():
                history = histories.get(met.journal, ())
                is_own = bool(history) and history[-1].key_id == self._keyring.claim(met).key_id
                if connection.refused_journal == met.journal and is_own:
                    journals.add(met.journal)
        return journals

    def _anew(self, journals: Collection[str]) -> None:
        """Ask the tables of these journals for a new `id`, and read the journals' state again."""
        if not journals:
            return
        for connection in list(self._connections):
            mets = [met for met in connection.session.believed() if met.journal in journals]
            if mets:
                connection.refused_journal = None
                connection.session.refuse()
                connection.flush(monotonic_ms())
                connection.drop()
        for name in journals:
            if (journal := self._journals.get(name)) is not None:
                journal.is_outdated = True
        for table in self._tables.values():
            if table.journal is not None and table.journal.id in journals:
                self._changed(table)


def first_wanted(journal: JournalState, met: Met) -> int:
    """The first event that the table must send. The last event that both have is sent again: this reveals an
    exchanged journal at once. Events that are not durable yet are requested again, because the table treats
    all events before the first one as acknowledged.
    """
    if journal.stop is not None and journal.stop.state == TAKING:
        return max(1, met.first_seq)
    newest = [journal.committed, met.last_seq]
    if journal.stop is not None:
        newest.append(journal.stop.seq)
    if journal.kept is not None:
        newest.append(journal.kept[0])
    return max(1, min(newest))
