"""The panel of a table without hardware, on phones. Messages are JSON objects.

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
import os
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from host_tools.simulator.panel import Teller, state_of
from host_tools.simulator.table import KEYS, SimTable
from host_tools.soft.presses import LATE_MS, Fingers, Numbers

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
        shown = None
        while code == self.code:
            self._fingers.look()
            who = "you" if phone.name == self._holder else "other"
            if who != shown:
                shown = who
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
