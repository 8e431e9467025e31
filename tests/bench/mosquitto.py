"""Events a second into the database: the collector beside an MQTT broker.

16 tables deliver the same events at once. Baseline: Mosquitto with persistence, QoS 1 in both directions,
eight messages of each table under way, and a paho subscriber that writes them to SQLite with the same
durability, together what came together, and acknowledges after the commit. It checks, folds, chains and
signs nothing. Either way the tables are a load generator beside: with the collector a process of their own,
with Mosquitto paho clients in the subscriber's process. Mosquitto itself writes its store only now and then:
what it holds is lost with the power, which no table's journal would notice.
"""

import asyncio
import json
import queue
import shutil
import socket
import sqlite3
import subprocess
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from rich.console import Console

from tests.bench import ingest
from tests.bench.figures import Figure
from tests.bench.ingest import Delivered
from tests.load.halls import cpu_s
from tests.ports import free_ports

WINDOW = 8
PATIENCE_S = 120.0
INSERT = "INSERT OR IGNORE INTO events (journal, seq, body) VALUES (?, ?, ?)"


def run() -> list[Figure]:
    """Nothing but a hint where there is no Mosquitto."""
    broker = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin")
    if broker is None:
        Console(stderr=True).print("mosquitto is not installed: sudo apt-get install mosquitto")
        return []
    count = ingest.TABLES * ingest.EVENTS
    with tempfile.TemporaryDirectory() as folder:
        theirs = _through_mosquitto(broker, Path(folder), ingest.matches())
        ours = asyncio.run(ingest.collected(Path(folder) / "collector.sqlite3"))
    return [
        Figure(
            f"events committed, {ingest.TABLES} tables at once, {count:,} events",
            count / ours.seconds,
            "events/s",
            "Mosquitto, QoS 1, subscriber into SQLite",
            count / theirs.seconds,
        ),
        *ingest.costs(ours, count, "broker alone, without subscriber and SQLite", theirs.cpu_s),
        Figure(
            "processor time an event, paho clients and subscriber",
            theirs.tables_cpu_s / count * 1e6,
            "us",
            "collector and its tables together",
            (ours.cpu_s + ours.tables_cpu_s) / count * 1e6,
        ),
    ]


def _through_mosquitto(broker: str, folder: Path, events: dict[int, list[dict[str, Any]]]) -> Delivered:
    (port,) = free_ports(1)
    settings = folder / "mosquitto.conf"
    settings.write_text(
        f"listener {port} 127.0.0.1\nallow_anonymous true\npersistence true\n"
        f"persistence_location {folder}/\nmax_queued_messages 0\nuser root\n"
    )
    process = subprocess.Popen([broker, "-c", str(settings)], stderr=subprocess.DEVNULL)
    try:
        _until_open(port)
        before = cpu_s(process.pid), time.process_time()
        seconds = _delivered(port, folder / "mqtt.sqlite3", events)
        return Delivered(seconds, cpu_s(process.pid) - before[0], time.process_time() - before[1])
    finally:
        process.terminate()
        process.wait()


def _until_open(port: int) -> None:
    deadline = time.monotonic() + 10
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.02)


def _delivered(port: int, database: Path, events: dict[int, list[dict[str, Any]]]) -> float:
    subscriber = _Subscriber(port, database, ingest.TABLES * ingest.EVENTS)
    subscriber.start()
    tables = {number: _client(f"table{number}") for number in events}
    for table in tables.values():
        table.connect("127.0.0.1", port)
        table.loop_start()
    begin = time.monotonic()
    for of_each in zip(*events.values(), strict=True):
        for number, event in zip(tables, of_each, strict=True):
            tables[number].publish(f"tables/{number}/events/{event['seq']}", json.dumps(event), qos=1)
    if not subscriber.done.wait(PATIENCE_S):
        raise TimeoutError("the subscriber did not get everything")
    seconds = time.monotonic() - begin
    for table in tables.values():
        table.disconnect()
        table.loop_stop()
    subscriber.stop()
    return seconds


def _client(name: str, **more: Any) -> Any:
    from paho.mqtt.client import Client
    from paho.mqtt.enums import CallbackAPIVersion

    client = Client(CallbackAPIVersion.VERSION2, client_id=name, clean_session=False, **more)
    client.max_inflight_messages_set(WINDOW)
    return client


class _Subscriber:
    """Writes what has come in one transaction, then acknowledges it. `done`: all are durable."""

    def __init__(self, port: int, database: Path, count: int) -> None:
        self._database, self._wanted = database, count
        self._queue: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._client = _client("subscriber", manual_ack=True)
        self._client.on_message = lambda client, data, message: self._queue.put(message)
        self._client.connect("127.0.0.1", port)
        self._thread = threading.Thread(target=self._write, daemon=True)
        self.done = threading.Event()

    def start(self) -> None:
        subscribed = threading.Event()
        self._client.on_subscribe = lambda *_: subscribed.set()
        self._client.loop_start()
        self._client.subscribe("tables/#", qos=1)
        subscribed.wait(10)
        self._thread.start()

    def stop(self) -> None:
        self._queue.put(None)
        self._thread.join()
        self._client.disconnect()
        self._client.loop_stop()

    def _write(self) -> None:
        connection = sqlite3.connect(self._database, isolation_level=None)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute(
            "CREATE TABLE events (journal TEXT, seq INTEGER, body TEXT, UNIQUE (journal, seq))"
        )
        stored = 0
        while (message := self._queue.get()) is not None:
            batch = [message]
            while not self._queue.empty() and batch[-1] is not None:
                batch.append(self._queue.get())
            ends, batch = batch[-1] is None, [item for item in batch if item is not None]
            connection.execute("BEGIN")
            connection.executemany(INSERT, [_row(item) for item in batch])
            connection.execute("COMMIT")
            for item in batch:
                self._client.ack(item.mid, item.qos)
            stored += len(batch)
            if stored >= self._wanted:
                self.done.set()
            if ends:
                break
        connection.close()


def _row(message: Any) -> tuple[str, int, str]:
    _, table, _, seq = message.topic.split("/")
    return table, int(seq), message.payload.decode()
