"""The tables' journals as the database has them: loaded when their tables come, and anew when another
collector has stored more of one meanwhile.

One read at a time, for all that wait for one (D282, D305): when a collector starts again, all tables call at
once.
"""

import asyncio
from collections.abc import Collection, Mapping, MutableMapping

from host_tools.collector.folding import MatchFold
from host_tools.collector.keyring import Keyring
from host_tools.collector.live import JournalState
from host_tools.store import Store, StoreError
from host_tools.store.bodies import decoded
from host_tools.store.journals import StoredJournal

#: So many journals are read in one go: a table that calls waits for one read, then is in the next.
AT_ONCE = 16


class Loader:
    """Keeps `journals` (by their ids) as far as the database has them. Lives on one event loop."""

    def __init__(self, store: Store, keyring: Keyring, journals: MutableMapping[str, JournalState]) -> None:
        self._store = store
        self._keyring = keyring
        self._journals = journals
        self._turn = asyncio.Lock()
        self._waiting: list[_Request] = []

    async def current(self, journal_id: str, table: int) -> JournalState:
        """The state in `journals` of this journal of a table, brought up to what the database has. Raises
        StoreError.
        """
        request = _Request(journal_id, table)
        self._waiting.append(request)
        try:
            async with self._turn:
                if not request.is_done:  # by whoever had the turn before
                    others = [one for one in self._waiting if one is not request and not one.is_done]
                    await self._bring_up([request, *others[: AT_ONCE - 1]])
        finally:
            if request in self._waiting:
                self._waiting.remove(request)
        if request.error is not None:
            raise request.error
        return self._journals[journal_id]

    async def bring_up(self, tables: Mapping[str, int]) -> None:
        """The same for many: the numbers of their tables by the journals' ids. Raises StoreError."""
        wanted = [_Request(journal_id, table) for journal_id, table in tables.items()]
        for at in range(0, len(wanted), AT_ONCE):
            async with self._turn:
                await self._bring_up(wanted[at : at + AT_ONCE])
            for request in wanted[at : at + AT_ONCE]:
                if request.error is not None:
                    raise request.error

    async def _bring_up(self, requests: "list[_Request]") -> None:
        tables = {request.journal: request.table for request in reversed(requests)}
        error = None
        try:
            before, loaded = await asyncio.to_thread(self._load, tables)
            for journal in loaded:
                self._take(before.get(journal.id), journal)
        except StoreError as failure:
            error = failure
        for request in requests:
            request.is_done, request.error = True, error

    def _load(self, tables: Mapping[str, int]) -> "tuple[dict[str, JournalState], list[JournalState]]":
        """What was known of these journals, and those that are new or another now (blocking). Raises
        StoreError.
        """
        known = {one: self._journals[one] for one in tables if one in self._journals}
        others = outdated(self._store, known) if known else set()
        wanted = [one for one in tables if one not in known or one in others]
        stored = self._store.journals.read(wanted) if wanted else {}
        return known, [
            state_of(journal_id, one, self._keyring.every(tables[journal_id]))
            for journal_id, one in stored.items()
        ]

    def _take(self, before: JournalState | None, loaded: JournalState) -> None:
        """Meanwhile it may have gone on, by another link of its table."""
        now = self._journals.get(loaded.id)
        was_put_back = before is not None and loaded.received < before.committed
        if now is None or now.received < loaded.received or (was_put_back and now is before):
            self._journals[loaded.id] = loaded


class _Request:
    """Somebody waits for a journal. `error`: why there is none, once it is done."""

    __slots__ = ("error", "is_done", "journal", "table")

    def __init__(self, journal: str, table: int) -> None:
        self.journal = journal
        self.table = table
        self.is_done = False
        self.error: StoreError | None = None


def outdated(store: Store, known: Mapping[str, JournalState]) -> set[str]:
    """Of the known journals those that the database has otherwise (blocking). Raises StoreError.

    It has more than this collector ever handed to the writer: another collector had the table. It has less
    than was durable once: it was put back to an older state, and must be filled again.
    """
    durable = {one: journal.committed for one, journal in known.items()}
    last = store.journals.last_seqs(durable)
    return {one for one, stored in last.items() if not durable[one] <= stored <= known[one].received}


def state_of(journal_id: str, stored: StoredJournal, keys: Collection[bytes]) -> JournalState:
    """The journal's state by what is stored of it. `keys`: those that a seal may be made with."""
    journal = JournalState(journal_id, stored.last_seq, stored.last_seq)
    # One that is damaged is named by the fold and left out; the chain is another from there on.
    events = [(seq, decoded(text, seq=seq), text) for seq, text in stored.events]
    journal.fold = MatchFold.of(events)
    for _, event, _ in events:
        journal.chain.add(event, keys)
    journal.is_unwritten = bool(journal.fold.first_seq) and (stored.folded or 0) < journal.fold.last_seq
    if stored.conflict is not None:
        journal.conflict = conflict(*stored.conflict, journal_id)
    return journal


def conflict(table: int, seq: int, journal: str) -> str:
    """What is said of a second event under one number."""
    return (
        f"Table {table} sent a second, different event {seq} (journal {journal}): a copied or an older "
        "journal? The first one counts, both are kept."
    )
