"""Updates many tables through their collectors: commands and answers go by way of the database."""

import time
from collections.abc import Callable, Mapping

from host_tools.laws import refusals
from host_tools.store import Store
from host_tools.store.outbox import StoredAnswer

from .talk import Talk

LOOK_S = 0.2
#: A command of an update that no table took in this time is not sent any more.
LIVE_MS = 60_000


def update(
    store: Store,
    talks: Mapping[int, Talk],
    at_once: int,
    on_progress: Callable[[], None],
    sleep: Callable[[float], None] = time.sleep,
) -> None:
    """Run all talks (by table) to their ends, `at_once` of them at a time. StoreError: the database failed.

    In every case it removes its commands from the database at the end.
    """
    waiting = sorted(talks)
    active: list[int] = []
    under_way: dict[int, list[str]] = {table: [] for table in talks}
    try:
        while waiting or active:
            while waiting and len(active) < at_once:
                active.append(waiting.pop(0))
            _send(store, talks, active, under_way)
            sleep(LOOK_S)
            _receive(store, talks, active, under_way)
            active = [table for table in active if not talks[table].is_over]
            on_progress()
    finally:
        store.batches.withdraw([id_ for ids in under_way.values() for id_ in ids])


def _send(
    store: Store, talks: Mapping[int, Talk], active: list[int], under_way: dict[int, list[str]]
) -> None:
    now = time.monotonic_ns() // 1_000_000
    events = [(table, event) for table in active for event in talks[table].events(now)]
    for (table, _), id_ in zip(events, store.batches.queue(events, LIVE_MS), strict=True):
        under_way[table].append(id_)


def _receive(
    store: Store, talks: Mapping[int, Talk], active: list[int], under_way: dict[int, list[str]]
) -> None:
    """Give the talks the answers, in the order of the commands."""
    answers = store.batches.answers([id_ for table in active for id_ in under_way[table]])
    now = time.monotonic_ns() // 1_000_000
    settled: list[str] = []
    for table in active:
        ids = under_way[table]
        while ids:
            answer = answers.get(ids[0], StoredAnswer("refused", "withdrawn", None))
            why = refusals.of_answer(*answer[1:])
            if answer.state not in ("done", "refused"):
                talks[table].note(why)
                break
            settled.append(ids.pop(0))
            talks[table].answered(answer.state == "done", answer.code or "", why, now)
    store.batches.withdraw(settled)
