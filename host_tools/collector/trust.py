"""The collector's rules of trust: the tables' keys, which table may speak for which journal, and the
log of refused tables.
"""

import asyncio
import itertools
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from host_tools.collector.incoming import Met
from host_tools.collector.limits import LOG_EVERY_MS, LOG_NAMES_MOST
from host_tools.collector.reasons import Trouble
from host_tools.store import Store, StoreError
from host_tools.store.keys import KeyBook, fingerprint
from host_tools.store.ownership import FOREIGN, Claim, History, Verdict, is_owner, key_id
from host_tools.store.stops import TAKING, Stop

log = logging.getLogger(__name__)

POLL_S = 0.4
OPEN_KEY = b""


class Keyring:
    """The keys of the database and of `--keys`, read again when they change: a key that was revoked counts no
    more within half a second, in a running session too.

    `file`: further keys, one of each table (`collect --keys`). `takes_open`: tables without a key are
    welcome even though the database holds keys (`collect --open`). `changed()` is called when the keys have
    changed: a table that is no longer allowed must be dropped. `is_loaded`: the keys have been read; before
    that no table must be asked for its `id`.
    """

    def __init__(
        self,
        store: Store,
        file: Mapping[int, bytes] | None = None,
        takes_open: bool = False,
        changed: Callable[[], None] = lambda: None,
    ) -> None:
        self._store = store
        self._file = dict(file or {})
        self._takes_open = takes_open
        self._changed = changed
        self._book = KeyBook({}, {}, {})
        self._known: list[bytes] = list(self._file.values())
        self._mark: tuple[int, ...] = ()
        self._proofs: dict[tuple[int, bytes], None] = {}
        self.is_loaded = False

    def usable(self, table: int) -> list[bytes]:
        """The keys under which this table may speak, newest first: [b""] when it may without one, [] when it
        may not at all. A table that has a key is never believed without it.
        """
        keys = list(self._book.usable.get(table, ()))
        own = self._file.get(table)
        if own and not self._was_given_up(table, own) and own not in keys:
            keys.append(own)
        if not keys and self._opens(table):
            keys.append(OPEN_KEY)
        return keys

    def every(self, table: int) -> list[bytes]:
        """All keys that this table ever had, to check seals made with an old one; [b""] when it had none."""
        book, own = self._book, self._file.get(table)
        keys = [key for part in (book.usable, book.replaced, book.revoked) for key in part.get(table, ())]
        if own and own not in keys:
            keys.append(own)
        return keys or [OPEN_KEY]

    @property
    def known(self) -> list[bytes]:
        """All keys of all tables that are known here, old ones too."""
        return self._known

    def claim(self, met: Met) -> Claim:
        """What this table, which has proven its key, wants to speak for."""
        siblings = frozenset(key_id(key) for key in self.every(met.table) if key)
        return Claim(met.journal, met.table, key_id(met.key), met.last_seq, siblings)

    def allows(self, met: Met) -> bool:
        """Whether the key this table proved itself with still counts."""
        return met.key in self.usable(met.table)

    def refusal(self, table: int, trouble: Trouble) -> Trouble:
        """Why a table is refused: `trouble`, which the session gives, unless the table's key was revoked."""
        if table in self._book.revoked and not self.usable(table):
            return Trouble("key_revoked", {"table": table})
        return trouble

    def _was_given_up(self, table: int, key: bytes) -> bool:
        return key in self._book.revoked.get(table, ()) or key in self._book.replaced.get(table, ())

    def _opens(self, table: int) -> bool:
        if table in self._book.revoked:
            return False
        return self._takes_open or not self._book.any

    # At work

    async def load(self) -> None:
        """Read the keys, whether they have changed or not. Raises StoreError."""
        self._mark = await asyncio.to_thread(self._store.keys.mark)
        self._book = book = await asyncio.to_thread(self._store.keys.book)
        of_book = (key for keys in (book.usable, book.replaced, book.revoked) for key in keys.values())
        self._known = list(dict.fromkeys([*itertools.chain.from_iterable(of_book), *self._file.values()]))
        self.is_loaded = True

    def proven(self, met: Met) -> None:
        """Note that this table's session is up, so its key is in use and older ones are replaced. The
        database is updated as soon as it can be written.
        """
        rest = self._book.usable.get(met.table, [])
        if met.key in rest:
            self._proofs[(met.table, met.key)] = None

    async def poll_forever(self) -> None:
        """Poll for changes of the keys by other programs."""
        while True:
            await asyncio.sleep(POLL_S)
            try:
                await self._poll()
            except StoreError as error:
                log.debug("keys: %s", error)  # the writer reports it; the keys stay as they were

    async def _poll(self) -> None:
        for table, key in list(self._proofs):
            if await asyncio.to_thread(self._store.keys.used, table, key):
                log.info("table %d: key %s is in use, older ones are replaced", table, fingerprint(key))
            del self._proofs[(table, key)]
        if await asyncio.to_thread(self._store.keys.mark) != self._mark:
            await self.load()
            self._changed()


#: Claims in one transaction: when a new hall is switched on, all tables claim at once.
CLAIMS_AT_ONCE = 64
#: An attempt to speak for another table is shown for this long after the last one.
SHOWN_MS = 600_000


@dataclass(slots=True)
class ForeignClaim:
    """Table `table` was refused for a journal, `count` times, last at `at` (monotonic ms). `owner`: the table
    that the journal belongs to, 0 for none; `reason`: FOREIGN or TOO_MANY.
    """

    table: int
    owner: int
    journal: str
    reason: str
    count: int
    at: int
    logged_at: int = -LOG_EVERY_MS

    def trouble(self) -> Trouble:
        """The problem to show, with `count`."""
        if self.reason != FOREIGN:
            return Trouble("too_many_journals", {"table": self.table, "journal": self.journal}, self.count)
        if self.owner == self.table:
            return Trouble(
                "speaks_for_its_number", {"table": self.table, "journal": self.journal}, self.count
            )
        args = {"table": self.table, "owner": self.owner, "journal": self.journal}
        return Trouble("speaks_for_another", args, self.count)


def stopped(stop: Stop) -> Trouble:
    """The problem to show while nothing of a journal is stored."""
    if stop.state == TAKING:
        return Trouble("awaited_for_its_record", {"table": stop.table})
    return Trouble("other_event", {"table": stop.table, "seq": stop.seq, "journal": stop.journal})


def off_record(table: int, journal: str) -> Trouble:
    """The problem of a device whose record the organiser has not chosen."""
    return Trouble("off_record", {"table": table, "journal": journal})


class Claims:
    """Asks the database whether tables may speak for their journals, for all that wait at once."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._turn = asyncio.Lock()
        self._waiting: list[tuple[Claim, list[Verdict]]] = []

    async def verdict(self, history: History, claim: Claim) -> Verdict:
        """Whether the claim's key may speak for the journal with this history. Raises StoreError."""
        if is_owner(history, claim):
            return Verdict(history)
        answer: list[Verdict] = []
        key = (claim, answer)
        self._waiting.append(key)
        try:
            async with self._turn:
                if not answer:  # no other request has asked for it meanwhile
                    batch = [key, *(waiting for waiting in self._waiting if waiting is not key)][
                        :CLAIMS_AT_ONCE
                    ]
                    verdicts = await asyncio.to_thread(
                        self._store.owners.claim, [waiting[0] for waiting in batch]
                    )
                    for (_, answers), verdict in zip(batch, verdicts, strict=True):
                        answers.append(verdict)
        finally:
            self._waiting.remove(key)
        return answer[0]


def owner_of(history: History) -> int:
    """The table that a journal belongs to; 0 for none."""
    return history[-1].table if history else 0


#: Kinds beside the reasons of `incoming.Refused`: dropped for room, for what they sent, and not taken.
CROWD, TALK, FULL = "crowd", "talk", "full"


@dataclass(slots=True)
class _Flood:
    """The refusals of one kind since `since` (monotonic ms), when the last line about it was logged."""

    since: int
    count: int = 0
    names: dict[str, None] = field(default_factory=dict)


class RejectionLog:
    """Logs refused callers: the first of a kind at once, then one line a minute that counts the others.
    So a flood of callers does not fill the disk. `tick` is to be called a few times a second.
    """

    def __init__(self) -> None:
        self._floods: dict[str, _Flood] = {}

    def add(self, kind: str, name: str, text: str, now: int) -> None:
        """Log a refusal at `now` (monotonic ms). `kind` is from a closed list; `name` says who or
        where; `text` goes into the log as it is.
        """
        flood = self._floods.get(kind)
        if flood is None:
            self._floods[kind] = _Flood(now)
            log.warning("%s: %s", name, text)
            return
        flood.count += 1
        if len(flood.names) <= LOG_NAMES_MOST:
            flood.names[name] = None

    def tick(self, now: int) -> None:
        """Log once a minute how many more there were; a kind without new refusals is forgotten."""
        for kind, flood in list(self._floods.items()):
            if now - flood.since < LOG_EVERY_MS:
                continue
            if not flood.count:
                del self._floods[kind]
                continue
            names = ", ".join(list(flood.names)[:LOG_NAMES_MOST])
            more = " and others" if len(flood.names) > LOG_NAMES_MOST else ""
            log.warning(
                "Turned away (%s): %d more in %d s, from %s%s.",
                kind, flood.count, (now - flood.since) // 1000, names, more,
            )  # fmt: skip
            self._floods[kind] = _Flood(now)
