"""Tables without hardware: the firmware on this computer, its panel and display on a phone at the board.

A press of a phone is applied once, in order, never late, and as long as held. Messages are JSON objects.
From a phone, first `{"do": "hello", "code", "phone", "run", "holds": whether it pressed last}`, then
    `{"do": "down"|"up", "n": number, "at": ms, "key", "held": ms}`   a numbered edge; `at`: the panel's clock
    `{"do": "still", "key"}`           a finger is still on the key
    `{"do": "ping", "t": any number}`  answered at once
    `{"do": "take"}`                   this phone presses from now on
To a phone `state`, `display` and `tones` as the simulator's panel has them (simulator/panel.py), and
    `{"type": "pong", "t", "now": ms of the panel's clock, "server": which differs after each start}`
    `{"type": "ack", "n"}`             an edge was taken; `refused`: too late, or from a phone that only sees
    `{"type": "holder", "who": "you"|"other"}`   who presses; `renewed`: its code counts no more
"""

import asyncio
import contextlib
import logging
import os
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal, Protocol

from host_tools import folders
from host_tools.collector.reasons import CannotStart
from host_tools.simulator.hall import own_folder
from host_tools.simulator.panel import Teller, state_of
from host_tools.simulator.process import Options, SimulatorError
from host_tools.simulator.table import KEYS, SimTable
from host_tools.store import Store
from host_tools.store.keys import table_numbers

Verdict = Literal["new", "again", "refused"]

LATE_MS = 1500
"""An older press is not applied: by now the umpire may have seen that nothing happened, and pressed again."""

RUNS_MOST = 64

LEAST_S = 0.04
"""A key is closed at least so long: more than contacts chatter."""

HOLD_MOST_S = 1.2
"""How long a key stays closed for a finger that is up already: longer than a held press takes."""

STILL_S = 0.5
"""A key opens this long after the phone's last word on it: before that would make it a held press."""


class Numbers:
    """Which presses were answered. A *run* is one load of a phone's page, which numbers its presses."""

    def __init__(self) -> None:
        self._runs: OrderedDict[str, tuple[int, set[int]]] = OrderedDict()  # the last, and the refused ones

    def judge(self, run: str, number: int, is_taken: bool) -> Verdict:
        """The verdict on a press, once: a number that comes again keeps its answer, and is not applied.
        `is_taken`: whether it would be applied now.
        """
        last, refused = self._runs.pop(run, (0, set()))
        if number > last and not is_taken:
            refused.add(number)
        self._runs[run] = max(last, number), refused
        if len(self._runs) > RUNS_MOST:
            self._runs.popitem(last=False)
        if number in refused:
            return "refused"
        return "again" if number <= last else "new"


class Table(Protocol):
    """The keys of a table (`SimTable`)."""

    async def hold(self, key: str) -> None:
        """Close a key that has rested; returns when the firmware takes it for pressed."""

    def key_up(self, key: str) -> None:
        """Open a key."""


class Fingers:
    """The fingers at a table's keys: those of the phone that presses, then those of the next one. `run` moves
    them.

    Edges that come in a bunch are spread, and each press waits until the firmware has read it: it would take
    a bunch for one press, and not notice one on a busy computer.
    """

    def __init__(
        self,
        table: Table,
        clock: Callable[[], float],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._table = table
        self._clock = clock
        self._sleep = sleep
        self._edges: asyncio.Queue[tuple[str, float | None]] = asyncio.Queue()
        self._down: dict[str, float] = {}  # since when
        self._still: dict[str, float] = {}  # when the phone said so last

    def down(self, key: str) -> None:
        """A finger is on the key."""
        self._still[key] = self._clock()
        self._edges.put_nowait((key, None))

    def still(self, key: str) -> None:
        """It is there still."""
        if key in self._still:
            self._still[key] = self._clock()

    def up(self, key: str, held_s: float) -> None:
        """It is up again, after so long by the phone's clock."""
        self._still.pop(key, None)
        self._edges.put_nowait((key, held_s))

    def look(self) -> None:
        """Open the keys of which the phone has said nothing for too long. Call it often."""
        now = self._clock()
        for key, at in list(self._still.items()):
            if now - at >= STILL_S:
                del self._still[key]
                self._open(key)

    def lift(self) -> None:
        """Lift all fingers, after what was pressed before: that was acknowledged."""
        for key in {**self._down, **self._still}:
            self._edges.put_nowait((key, 0.0))
        self._still.clear()

    async def run(self) -> None:
        """Move the fingers, one edge after the other. Cancelled, it opens all keys at once."""
        try:
            while True:
                key, held_s = await self._edges.get()
                if held_s is None and key not in self._down:
                    await self._close(key)
                elif held_s is not None and key in self._down:
                    left_s = self._down[key] + max(LEAST_S, min(held_s, HOLD_MOST_S)) - self._clock()
                    if left_s > 0:
                        await self._sleep(left_s)
                    self._open(key)
        finally:
            for key in list(self._down):
                self._open(key)

    async def _close(self, key: str) -> None:
        self._down[key] = self._clock()
        try:
            await self._table.hold(key)
        except SimulatorError:  # it has no power, or stands still: the phone sees that
            self._open(key)
        if key in self._down:
            self._down[key] = self._clock()
        else:  # it was to be opened before it was closed
            await self._sleep(LEAST_S)
            self._table.key_up(key)

    def _open(self, key: str) -> None:
        if self._down.pop(key, None) is not None:
            self._table.key_up(key)


Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]

LOOK_S = 0.05
_PANEL_KEYS = tuple(key for key in KEYS if key != "SERVICE")


class Panel:
    """The panel of `table`. One phone *holds* it: its presses count, the others only see. `renewed()` makes a
    new code in the database and returns it.
    """

    def __init__(self, table: SimTable, code: str, renewed: Callable[[], str]) -> None:
        self.code = code
        self.table = table
        self._renewed = renewed
        self._numbers = Numbers()
        self._server = os.urandom(4).hex()  # a phone then knows that its numbers are forgotten
        self._holder = ""  # the phone
        self._fingers = Fingers(table, time.monotonic)
        self._moving: asyncio.Task[None] | None = None

    async def renew(self) -> None:
        """Make a new code; every phone is turned away until it gives it. Raises StoreError."""
        self.code = await asyncio.to_thread(self._renewed)
        self._holder = ""
        self._fingers.lift()

    def close(self) -> None:
        """Open all keys: the table is switched off."""
        if self._moving is not None:
            self._moving.cancel()

    async def serve(self, hello: Any, receive: Receive, send: Send) -> None:
        """Serve a phone that has given the code, until `receive` raises, or its code counts no more."""
        phone = _Phone(str(hello.get("phone"))[:40], str(hello.get("run"))[:40], send)
        code = self.code
        if not self._holder and hello.get("holds") is not False:
            self._holder = phone.name
        teller = Teller(self.table, send, _state_of)
        if self._moving is None or self._moving.done():
            # Beyond this phone: what was acknowledged is pressed.
            self._moving = asyncio.create_task(self._fingers.run())
        tasks = [asyncio.create_task(work) for work in (teller.run(), self._look(phone, code))]
        try:
            while True:
                message = await receive()
                if code != self.code:
                    return
                await self._act(phone, message)
        finally:
            if phone.name == self._holder:
                self._fingers.lift()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _look(self, phone: "_Phone", code: str) -> None:
        """Lift the fingers of which nothing is heard, and tell the phone who presses when that changes."""
        last_holder = None
        while code == self.code:
            self._fingers.look()
            who = "you" if phone.name == self._holder else "other"
            if who != last_holder:
                last_holder = who
                await phone.send({"type": "holder", "who": who})
            await asyncio.sleep(LOOK_S)
        await phone.send({"type": "renewed"})

    async def _act(self, phone: "_Phone", message: Any) -> None:
        match message.get("do"), message.get("key"):
            case "ping", _:
                pong = {"type": "pong", "t": message.get("t"), "now": _now_ms(), "server": self._server}
                await phone.send(pong)
            case "take", _:
                self._holder = phone.name
                self._fingers.lift()
            case "still", str(key) if phone.name == self._holder:
                self._fingers.still(key)
            case ("down" | "up") as edge, str(key) if key in _PANEL_KEYS:
                await self._edge(phone, edge, key, message)

    async def _edge(self, phone: "_Phone", edge: str, key: str, message: Any) -> None:
        number, at, held = (message.get(name) for name in ("n", "at", "held"))
        if type(number) is not int:
            return
        age_ms = _now_ms() - at if isinstance(at, int | float) else 0
        is_taken = edge == "up" or (age_ms <= LATE_MS and phone.name == self._holder)
        verdict = self._numbers.judge(phone.run, number, is_taken)
        if verdict == "new" and edge == "down":
            self._fingers.down(key)
        elif verdict == "new" and phone.name == self._holder:
            self._fingers.up(key, held / 1000 if isinstance(held, int | float) else 0.0)
        await phone.send({"type": "refused" if verdict == "refused" else "ack", "n": number})


@dataclass(frozen=True, slots=True)
class _Phone:
    """A phone's connection. `name` stays over connections; `run` is one load of its page."""

    name: str
    run: str
    send: Send


def _now_ms() -> int:
    return time.monotonic_ns() // 1_000_000


def _state_of(table: SimTable) -> dict[str, Any]:
    state = state_of(table)
    return {name: state[name] for name in ("number", "power", "displays", "tone")}


log = logging.getLogger(__name__)

#: Each is a process of 40 MB.
MOST = 40
CHECK_S = 5.0


def numbers_of(text: str) -> list[int]:
    """The numbers in "5-8,12". Raises CannotStart when they are none, or too many."""
    try:
        numbers = table_numbers(text)
    except ValueError as error:
        raise CannotStart("no_soft_tables", text=text, most=MOST) from error
    if len(numbers) > MOST:
        raise CannotStart("no_soft_tables", text=text, most=MOST)
    return numbers


def folder_of(store: Store) -> Path:
    """Where the flash of these tables is, with the journals: beside a database that is a file."""
    if store.engine.dialect.name == "sqlite" and store.engine.url.database:
        return Path(store.engine.url.database).absolute().with_suffix(".soft")
    return folders.state() / "soft"


class SoftHall:
    """These tables, which call the collector at the loopback `port`, each with a key and a code. Between
    `start` and `stop` they are switched on; their flash stays, so a match goes on after the next start.
    Making it reads and writes the database. Raises StoreError.
    """

    def __init__(self, store: Store, port: int, numbers: list[int]) -> None:
        self._folder = folder_of(store)
        self._tables = [
            SimTable(
                number,
                self._folder / f"table{number}",
                collector=("127.0.0.1", port),
                options=Options().fast(),
                config={"key": store.soft.ready(number)},
            )
            for number in numbers
        ]
        codes = store.soft.codes()
        self.panels = {
            table.number: Panel(table, codes[table.number], partial(store.soft.renew, table.number))
            for table in self._tables
        }
        self._stack = contextlib.AsyncExitStack()

    async def start(self) -> None:
        """Switch them on. Raises CannotStart."""
        async with contextlib.AsyncExitStack() as stack:
            try:
                own_folder(self._folder, stack)
                for table in self._tables:
                    stack.push_async_callback(table.stop)
                await asyncio.gather(*(table.start() for table in self._tables))
            except SimulatorError as error:
                raise CannotStart("soft_fails", why=str(error)) from error
            watch = asyncio.create_task(self._watch(), name="tables without hardware")
            stack.callback(watch.cancel)
            self._stack = stack.pop_all()

    async def stop(self) -> None:
        """Switch them off, as a cut of the power does."""
        await self._stack.aclose()
        for panel in self.panels.values():
            panel.close()

    async def _watch(self) -> None:
        """Switch on again what has failed three times in a row, and is off."""
        while True:
            await asyncio.sleep(CHECK_S)
            for table in self._tables:
                if not table.is_on:
                    log.error("table %d had ended: %s", table.number, table.observed.errors[-1:])
                    await table.power_on()
