"""What a frame of somebody without a key costs the collector, whatever is in it.

The whole way from the connection's bytes to whatever comes of them, with three keys known for the table's
number. Baseline of the same run: HMAC-SHA256 of the same bytes by the standard library (`hmac.digest`,
OpenSSL in one call). The limit is 20 times that, for each frame.
"""

import asyncio
import hmac
import logging
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from host_tools.collector.collector import Collector
from host_tools.collector.hub import Hub
from host_tools.collector.live import Connection
from host_tools.store import Store
from tests.bench.figures import Figure
from tests.chaos import hostile

BATCH = 10
BATCHES = 300
SHOWN = 5
KEY = b"no table has it " * 2


def run() -> list[Figure]:
    """The dearest of the hostile frames, the longest, and a table's heartbeat beside them."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store.open(f"sqlite:///{Path(folder) / 'hall.sqlite3'}")
        try:
            return _measured(store)
        finally:
            store.close()


def _measured(store: Store) -> list[Figure]:
    for number in (1, 2):
        store.keys.add(hostile.TABLE, bytes([number] * 32).hex())
    collector = Collector(store, Hub(), {hostile.TABLE: bytes([3] * 32)})
    asyncio.run(collector.keyring.load())
    asked: list[bytes] = []
    connection = Connection(collector, "tcp", "192.0.2.1:1", asked.append)
    collector.opened(connection)
    nonce = asked[0].split(b'"')[5].decode()
    level = logging.getLogger().level
    logging.getLogger().setLevel(logging.CRITICAL)  # the log is written once a minute, not once a frame
    try:
        figures = [_figure(title, line, connection.data) for title, line in hostile.lines(nonce).items()]
    finally:
        logging.getLogger().setLevel(level)
    dearest = sorted(figures, key=lambda figure: -figure.ratio)[:SHOWN]
    longest = max(figures, key=lambda figure: figure.value)
    return [*dearest, *([longest] if longest not in dearest else [])]


def _figure(title: str, line: bytes, take: Callable[[bytes], None]) -> Figure:
    spent = _us(lambda: take(line))
    hashed = _us(lambda: hmac.digest(KEY, line, "sha256"))
    return Figure(f"{title} ({len(line)} bytes)", spent, "us", "HMAC-SHA256 of it", hashed, "at most 20 x")


def _us(work: Callable[[], object]) -> float:
    """Microseconds of one: the quickest of many batches, for in the others something else ran as well."""
    best = float("inf")
    for _ in range(BATCHES):
        began = time.perf_counter_ns()
        for _ in range(BATCH):
            work()
        best = min(best, (time.perf_counter_ns() - began) / BATCH / 1000)
    return best
