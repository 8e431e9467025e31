"""Whom the collector believes: the keys of the database and of `--keys`, looked at all the time.

A key that was revoked counts no more within half a second, in a running session too.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping

from host_tools.collector.messages import Met
from host_tools.store import Store, StoreError
from host_tools.store.keys import KeyBook, fingerprint

log = logging.getLogger(__name__)

POLL_S = 0.4
OPEN_KEY = b""


class Keyring:
    """`file`: further keys, one of each table (`collect --keys`). `takes_open`: tables without a key are
    welcome even though the database holds keys (`collect --open`). `changed()` is called when the keys have
    changed: whoever is not allowed any more must go. `is_loaded`: the keys have been read; before that nobody
    must be asked who he is (D306).
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
        self._mark: tuple[int, ...] = ()
        self._proofs: dict[tuple[int, bytes], None] = {}
        self.is_loaded = False

    def usable(self, table: int) -> list[bytes]:
        """The keys under which this table may speak, newest first: [b""] when it may without one, [] when it
        may not at all. A table that has a key is never believed without it.
        """
        found = list(self._book.usable.get(table, ()))
        own = self._file.get(table)
        if own and not self._was_given_up(table, own) and own not in found:
            found.append(own)
        if not found and self._opens(table):
            found.append(OPEN_KEY)
        return found

    def every(self, table: int) -> list[bytes]:
        """All keys this table ever had, for what was sealed under an old one; [b""] when it had none."""
        book, own = self._book, self._file.get(table)
        found = [key for keys in (book.usable, book.replaced, book.revoked) for key in keys.get(table, ())]
        if own and own not in found:
            found.append(own)
        return found or [OPEN_KEY]

    def allows(self, met: Met) -> bool:
        """Whether the key this table proved itself with still counts."""
        return met.key in self.usable(met.table)

    def refusal(self, table: int, message: str) -> str:
        """Why a table is not believed: `message` as the session has it, if there is no better reason."""
        if table in self._book.revoked_tables and not self.usable(table):
            return f"Table {table}'s key was revoked: give it a new one with `boardside provision`."
        return message

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
        self._book = await asyncio.to_thread(self._store.keys.book)
        self.is_loaded = True

    def proven(self, met: Met) -> None:
        """This table's session is up: its key is in use, and older ones are done with. The database hears of
        it as soon as it can be written.
        """
        rest = self._book.usable.get(met.table, [])
        if met.key in rest:
            self._proofs[(met.table, met.key)] = None

    async def poll_forever(self) -> None:
        """Keep up with what other programs do to the keys."""
        while True:
            await asyncio.sleep(POLL_S)
            try:
                await self._poll()
            except StoreError as error:
                log.debug("keys: %s", error)  # the writer says it aloud; the keys stay as they were

    async def _poll(self) -> None:
        for table, key in list(self._proofs):
            if await asyncio.to_thread(self._store.keys.used, table, key):
                log.info("table %d: key %s is in use, older ones are replaced", table, fingerprint(key))
            del self._proofs[(table, key)]
        if await asyncio.to_thread(self._store.keys.mark) != self._mark:
            await self.load()
            self._changed()
