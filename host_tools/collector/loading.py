"""A table's journal as the database has it: loaded when its table comes, and anew when another collector has
stored more of it meanwhile.
"""

import asyncio
import json

from host_tools.collector.keyring import Keyring
from host_tools.collector.live import JournalState
from host_tools.store import Store


def load(store: Store, keyring: Keyring, journal_id: str, table: int) -> JournalState:
    """The state of a table's journal from the database (blocking). Raises StoreError."""
    last = store.last_seq(journal_id)
    journal = JournalState(journal_id, last, last)
    if not last:  # a thousand new tables at once: there is nothing more to ask for
        return journal
    for text in store.match_bodies(journal_id):
        event = json.loads(text)
        if event["seq"] > last:
            break  # another collector stores it just now
        journal.fold.add(event["seq"], event, text)
        journal.chain.add(event, keyring.every(table))
    stored = store.current_match(journal_id)
    journal.is_unwritten = bool(journal.fold.first_seq) and (
        stored is None or stored["last_seq"] < journal.fold.last_seq
    )
    for kept in store.conflicts(journal_id)[:1]:
        journal.conflict = conflict(kept["table_no"], kept["seq"], journal_id)
    return journal


async def current(
    store: Store, keyring: Keyring, journals: dict[str, JournalState], journal_id: str, table: int
) -> JournalState:
    """The state in `journals` of this journal, brought up to what the database has. Raises StoreError.

    The database has more than this collector ever handed to the writer: another collector had the table. It
    has less than was durable once: it was put back to an older state, and must be filled again.
    """
    known = journals.get(journal_id)
    was_put_back = False
    if known is not None:
        durable = known.committed
        stored = await asyncio.to_thread(store.last_seq, journal_id)
        if durable <= stored <= known.received:
            return known
        was_put_back = stored < durable
    loaded = await asyncio.to_thread(load, store, keyring, journal_id, table)
    now = journals.get(journal_id)  # meanwhile it may have gone on, by another link of this table
    if now is None or now.received < loaded.received or (was_put_back and now is known):
        journals[journal_id] = now = loaded
    return now


def conflict(table: int, seq: int, journal: str) -> str:
    """What is said of a second event under one number."""
    return (
        f"Table {table} sent a second, different event {seq} (journal {journal}): a copied or an older "
        "journal? The first one counts, both are kept."
    )
