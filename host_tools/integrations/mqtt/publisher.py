"""Publishes the hall on a broker while `boardside collect` runs.

Tables and pages never wait for the publisher: it reads the hub as a page does (the newest view of each table
counts), and the database in a thread. Events are published in the order of their commits, each after the
broker has taken the one before; the database notes the newest. A broker that is away is reported and tried
again.
"""

import asyncio
import contextlib
import itertools
import logging
import secrets
from collections.abc import AsyncIterator, Callable
from typing import Protocol

import aiomqtt

from host_tools.integrations.mqtt import brokers, topics
from host_tools.integrations.mqtt.brokers import BadAddress, Broker, Client
from host_tools.integrations.mqtt.reasons import REMARKS
from host_tools.integrations.mqtt.topics import decided_results, results_signature
from host_tools.live_values import Change, TableView
from host_tools.reasons import Cause
from host_tools.store import Store, StoreError
from host_tools.store.database import computer_ms, now_ms
from host_tools.store.meta_values import Turn
from host_tools.store.rows import EventRow

log = logging.getLogger(__name__)

AGAIN_S = (0.5, 1.0, 2.0, 5.0)
#: How often the database is asked for events; also at once when a table has changed.
#: A smaller difference between the computer's clock and host time is none.
SHIFT_LEAST_MS = 1000
EVENTS_S = 1.0
#: A commit is visible within this time after the hub reports the change.
COMMITTED_S = 0.05
BATCH = 200
#: Devices (battery, firmware) and results change slowly.
SLOWLY_S = 3.0
#: After this many rounds every collected table was shown, also those of other collectors.
SWEEP_AT = 2
REMARK_S = 20.0
TIMEOUT_S = 10.0
#: A broker sends back what we publish within this time.
ECHO_S = 5.0
#: A publisher that gives no sign keeps its turn to publish the events for this time.
TURN_MS = 15_000


class Changes(Protocol):
    """A subscription to the hub."""

    def __aiter__(self) -> AsyncIterator[Change]: ...

    def close(self) -> None: ...


class Hub(Protocol):
    """What the publisher needs of the collector's live state."""

    def snapshot(self) -> list[TableView]: ...

    def subscribe(self) -> Changes: ...

    def remark(self, companion: str, remark: Cause | None) -> None: ...


class Publisher:
    """`start` returns at once; `stop` publishes "offline" and ends. Runs on the collector's event loop."""

    def __init__(
        self,
        broker: Broker,
        hub: Hub,
        store: Store,
        now: Callable[[], int] = now_ms,
        computer: Callable[[], int] = computer_ms,
    ) -> None:
        self._broker = broker
        self._hub = hub
        self._store = store
        self._now = now
        self._computer = computer
        self._ahead = 0  # the computer's clock less host time, in which the hub's moments are
        self._owner = secrets.token_hex(4)
        self._tasks: list[asyncio.Task[None]] = []
        self._sent: dict[str, str] = {}  # retained topics as the broker has them
        self._retained: set[str] = set()  # results that the broker had before this connection
        self._left: set[str] = set()  # topics of tables that the broker had before
        self._due = asyncio.Event()
        self._echo = asyncio.Event()
        self._ear = brokers.Ear()
        self._trouble: Cause | None = None
        self._is_ending = False
        self._name = f"mqtt {broker.name}"

    async def start(self) -> None:
        """Begin; the broker may start later."""
        self._tasks = [asyncio.create_task(self._keep_connected(), name="mqtt")]
        self._tasks.append(asyncio.create_task(self._keep_remark(), name="mqtt remark"))

    async def stop(self) -> None:
        """End; the tables are shown as unavailable."""
        self._is_ending = True
        tasks, self._tasks = self._tasks, []
        await _ended(tasks)
        self._hub.remark(self._name, None)

    # The connection

    async def _keep_connected(self) -> None:
        failed = 0
        while not self._is_ending:  # a connection that fails while it is cancelled hides the cancellation
            try:
                is_up = False
                async with self._client() as client:
                    is_up = True
                    try:
                        await self._serve(client)
                    finally:
                        await self._leave(client)
            except (aiomqtt.MqttError, OSError, BadAddress) as error:
                if is_up and not self._echo.is_set():
                    self._say(brokers.no_echo(self._broker))
                else:
                    self._say(brokers.of_failure(self._broker, error, self._ear.heard))
            except StoreError as error:
                self._say(REMARKS.cause("mqtt_waits_for_database", why=error.to_json()))
            failed = 0 if is_up and self._echo.is_set() else failed + 1
            await asyncio.sleep(AGAIN_S[min(failed, len(AGAIN_S) - 1)])

    def _client(self) -> Client:
        broker = self._broker
        self._ear.forget()
        return Client(
            broker.host,
            broker.port,
            username=broker.user,
            password=broker.password,
            identifier=f"boardside-{broker.slug}-{self._owner}",
            will=aiomqtt.Will(topics.status(broker.prefix), topics.OFFLINE, qos=1, retain=True),
            keepalive=10,
            timeout=TIMEOUT_S,
            tls_context=broker.context(),
            logger=self._ear.logger,
        )

    async def _leave(self, client: aiomqtt.Client) -> None:
        """Publish what the broker would publish for us after a lost connection."""
        try:
            async with asyncio.timeout(1):
                await client.publish(topics.status(self._broker.prefix), topics.OFFLINE, qos=1, retain=True)
        except (aiomqtt.MqttError, TimeoutError):
            log.debug("the broker was gone before it could be told")

    async def _serve(self, client: aiomqtt.Client) -> None:
        """Publish until the connection ends. Raises MqttError or StoreError."""
        self._sent.clear()
        self._retained.clear()
        self._echo.clear()
        self._left.clear()
        status, results = topics.status(self._broker.prefix), f"{self._results}/#"
        await client.subscribe([(topic, 1) for topic in (status, results, *self._of_tables)])
        await client.publish(topics.status(self._broker.prefix), topics.ONLINE, qos=1, retain=True)
        log.info("MQTT: connected to %s", self._broker.shown)
        work = (
            *(self._listen(client), self._hear_ourselves()),
            *(self._tables(client), self._events(client), self._slowly(client)),
        )
        tasks = [asyncio.create_task(job) for job in work]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            await _ended(tasks)
        errors = [task.exception() for task in tasks if not task.cancelled()]
        for error in filter(None, errors):
            raise error

    @property
    def _results(self) -> str:
        return f"{self._broker.prefix}/results"

    @property
    def _of_tables(self) -> list[str]:
        return [f"{self._broker.prefix}/tables/+/{name}" for name in topics.OF_TABLE]

    async def _listen(self, client: aiomqtt.Client) -> None:
        """Correct the "offline" of a publisher that ends after this one began, and note what the broker had
        before. Raises MqttError when the connection is lost.
        """
        status = topics.status(self._broker.prefix)
        async for message in client.messages:
            topic, text = str(message.topic), bytes(message.payload or b"").decode("utf-8", "replace")
            if topic == status and text == topics.ONLINE:
                self._echo.set()
            elif topic == status and text == topics.OFFLINE:
                await client.publish(status, topics.ONLINE, qos=1, retain=True)
            elif topic.startswith(f"{self._results}/") and text:
                self._retained.add(topic)
            elif topic.startswith(f"{self._broker.prefix}/tables/") and text:
                self._left.add(topic)

    async def _hear_ourselves(self) -> None:
        """Wait until the broker sends back what we publish. A broker that does not let us write drops
        everything without an error, or ends the connection (MQTT 3.1.1, 3.3.5.2).
        """
        try:
            async with asyncio.timeout(ECHO_S):
                await self._echo.wait()
        except TimeoutError:
            self._say(brokers.no_echo(self._broker))
        await self._echo.wait()
        self._say(None)
        await asyncio.Event().wait()  # until the connection ends

    async def _retain(self, client: aiomqtt.Client, messages: topics.Messages) -> None:
        """Publish the retained messages that the broker lacks."""
        for topic, text in messages.items():
            if self._sent.get(topic, "") != text:
                await client.publish(topic, text, qos=1, retain=True)
                self._sent[topic] = text

    # What is published

    async def _tables(self, client: aiomqtt.Client) -> None:
        changes = self._hub.subscribe()
        try:
            for view in self._hub.snapshot():
                await self._show(client, view)
            async for message in changes:
                if message["type"] == "table":
                    self._due.set()
                    await self._show(client, message["data"])
        finally:
            changes.close()

    async def _show(self, client: aiomqtt.Client, view: TableView) -> None:
        broker = self._broker
        if broker.discovery:
            announced = topics.discovery_message(
                broker, view["table"], view.get("name", ""), view.get("firmware", "")
            )
            await self._retain(client, dict([announced]))
        await self._retain(client, topics.table(broker.prefix, topics.shifted(view, self._ahead)))

    async def _events(self, client: aiomqtt.Client) -> None:
        """Publish all events, from the newest that the database notes as published."""
        done = await asyncio.to_thread(self._begin)
        try:
            while True:
                turn = await asyncio.to_thread(self._take_turn, done)
                count, done = 0, None
                if turn.owner == self._owner:
                    rows = await asyncio.to_thread(self._rows, turn.done)
                    count, done = len(rows), turn.done
                    for row in rows:
                        topic, text = topics.event(self._broker.prefix, row)
                        await client.publish(topic, text, qos=1)
                        done = row["id"]
                if count < BATCH:
                    await self._until_due()
        finally:
            await asyncio.shield(asyncio.to_thread(self._give_turn, done))

    async def _until_due(self) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(EVENTS_S):
                await self._due.wait()
                await asyncio.sleep(COMMITTED_S)
        self._due.clear()

    def _begin(self) -> int | None:
        """The id of the last event that was published; where nothing ever was, of the last that there is. One
        that is higher than any (an older database was put back) is that, too.
        """
        turn = self._store.notes.turn(self._name)
        newest = self._store.last_event()
        return newest if turn is None or turn.done > newest else None

    def _rows(self, after: int) -> list[EventRow]:
        return self._store.events(after=after, limit=BATCH)

    def _take_turn(self, done: int | None) -> Turn:
        now = self._now()
        return self._store.notes.take_turn(self._name, self._owner, now, now + TURN_MS, done)

    def _give_turn(self, done: int | None) -> None:
        """Let another collector on this database publish the events."""
        if done is None:
            return
        try:
            now = self._now()
            self._store.notes.take_turn(self._name, self._owner, now, now, done)
        except StoreError as error:
            log.debug("how far the events were published is not noted: %s", error)

    async def _slowly(self, client: aiomqtt.Client) -> None:
        """Publish devices and results."""
        seen: tuple[int, ...] | None = None
        for turn in itertools.count():
            if turn == SWEEP_AT:
                await self._sweep(client)
            rows = await asyncio.to_thread(self._store.tables)
            for row in rows:
                await self._retain(client, topics.device(self._broker.prefix, row))
            if self._has_shifted():
                for view in self._hub.snapshot():
                    await self._show(client, view)
            now = await asyncio.to_thread(results_signature, self._store)
            if now != seen or self._retained - self._sent.keys():
                seen = now
                await self._show_results(client)
            await asyncio.sleep(SLOWLY_S)

    def _has_shifted(self) -> bool:
        """Whether the computer's clock was set: who reads the broker counts by clocks that are right."""
        ahead = self._computer() - self._now()
        if abs(ahead - self._ahead) < SHIFT_LEAST_MS:
            return False
        self._ahead = ahead
        return True

    async def _sweep(self, client: aiomqtt.Client) -> None:
        """Remove the tables that nobody collects now: what the broker has of them is old, and may hold the
        name of a person whose data were erased (`boardside forget`).
        """
        await client.unsubscribe(self._of_tables)
        for topic in sorted(self._left - self._sent.keys()):
            await client.publish(topic, "", qos=1, retain=True)
        self._left.clear()

    async def _show_results(self, client: aiomqtt.Client) -> None:
        """Publish all decided results; remove those that are not decided any more, also of earlier runs."""
        results = await asyncio.to_thread(decided_results, self._store, self._broker.prefix)
        await self._retain(client, results)
        known = self._retained | {topic for topic in self._sent if topic.startswith(f"{self._results}/")}
        for topic in known - results.keys():
            await client.publish(topic, "", qos=1, retain=True)
            self._sent.pop(topic, None)
            self._retained.discard(topic)

    # Its trouble

    def _say(self, trouble: Cause | None) -> None:
        if trouble != self._trouble:
            if trouble is None:
                log.warning("MQTT: %s is there.", self._broker.shown)
            else:
                log.warning("%s", trouble)
            self._trouble = trouble
            self._hub.remark(self._name, trouble)

    async def _keep_remark(self) -> None:
        """Keep the trouble in the database for `boardside status`, another process."""
        kept_remark: str | None = ""
        due_at = 0
        while True:
            words = None if self._trouble is None else str(self._trouble)
            if words != kept_remark or (kept_remark and self._now() >= due_at):
                kept_remark, due_at = words, self._now() + int(REMARK_S * 1000)
                try:
                    await asyncio.to_thread(self._store.notes.remark, self._name, kept_remark, self._now())
                except StoreError as error:
                    log.debug("not noted: %s", error)
            await asyncio.sleep(0.5)


async def _ended(tasks: list[asyncio.Task[None]]) -> None:
    """Cancel the tasks until they have ended. aiomqtt waits in `asyncio.wait_for`, which in Python 3.11
    loses a cancellation that comes together with the broker's answer.
    """
    while pending := [task for task in tasks if not task.done()]:
        for task in pending:
            task.cancel()
        await asyncio.wait(pending, timeout=AGAIN_S[0])
