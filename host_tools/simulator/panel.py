"""One browser at one panel: the table's state to it, key presses from it. JSON over a WebSocket.

To the browser: `{"type": "state", "version": 2, …}` at the start and when anything except displays and
tones changed (`state_of`), `{"type": "display", "display": its place in the list, …}` for each display
that changed (`views.view`), and `{"type": "tones", "tones": [{"freq", "duty", "ms"}]}`, `ms` counting from
the first tone of the list. From the browser: `{"do": "down"|"up", "key": …}`, `{"do": "power"|"wifi", "on":
bool}`, `{"do": "reset"}`, `{"do": "battery", "mv": 2500-4300}`. Anything else is ignored.
"""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypedDict

from starlette.websockets import WebSocket, WebSocketDisconnect

from host_tools.outside import json_text

from .displays import DisplayView, seen, view
from .observed import Lit, Picture, Tone
from .table import KEYS, SimTable

VERSION = 2
"""The version of the messages. Version 1 had one display of eight digits; its fields are still sent."""

# The firmware misses a tap that is shorter than a scan. A finger is slower than a scan; a script may not be.
_LEAST_HOLD_S = 0.04

# A lithium cell outside of these voltages is destroyed.
_CELL_LEAST_MV, _CELL_MOST_MV = 2500, 4300

_IN_STATE = {"power", "wifi", "error", "serial"}


class WifiState(TypedDict):
    """Whether the hall's Wi-Fi reaches a table, and whether the table is in it."""

    on: bool
    connected: bool


class ToneState(TypedDict):
    """The buzzer's sound; `freq` 0 Hz is silence."""

    freq: int
    duty: int


class TableState(TypedDict):
    """Everything that a page shows of a table. `segments`, `intensity` and `text` are those of display 0, all
    dark if it is an e-paper.
    """

    version: int
    number: int
    power: bool
    transport: str  # "serial" or "tcp"
    serial: str  # the host's end of its serial line
    wifi: WifiState
    segments: list[int]
    intensity: int
    text: str
    panel: str
    battery_mv: int | None  # None: it has no battery
    displays: list[DisplayView]
    tone: ToneState
    resets: int
    errors: list[str]


def state_of(table: SimTable) -> TableState:
    """What a page shows of a table now."""
    displays = table.options.displays
    return {
        "version": VERSION,
        "number": table.number,
        "power": table.is_on,
        "transport": table.transport,
        "serial": table.serial_path,
        "wifi": {"on": table.wifi_is_on, "connected": table.observed.wifi_connected},
        "segments": list(table.segments),
        "intensity": table.observed.intensity,
        "text": table.text,
        "panel": table.options.panel,
        "battery_mv": table.battery_mv,
        "displays": [view(name, seen(table.observed, index)) for index, name in enumerate(displays)],
        "tone": {"freq": table.observed.tone.freq_hz, "duty": table.observed.tone.duty},
        "resets": table.resets,
        "errors": table.observed.errors[-5:],
    }


class Teller:
    """Tells one browser what is seen and heard of a table. `send` takes the messages; `state` makes the one
    that comes first, and when anything except displays and tones changed.
    """

    def __init__(
        self,
        table: SimTable,
        send: Callable[[Mapping[str, Any]], Awaitable[None]],
        state: Callable[[SimTable], Mapping[str, Any]],
    ) -> None:
        self._table = table
        self._send = send
        self._state = state
        self._last_seen: list[Lit | Picture | None] = []

    async def run(self) -> None:
        """Tell until this is cancelled, or `send` raises."""
        async with self._table.watch() as watcher:
            await self._tell_state()
            while True:
                kinds, tones = await watcher.next()
                if not _IN_STATE.isdisjoint(kinds):
                    await self._tell_state()
                elif "display" in kinds:
                    await self._tell_displays()
                if tones:
                    await self._send({"type": "tones", "tones": _timed(tones)})

    async def _tell_state(self) -> None:
        self._last_seen = self._seen()
        await self._send({"type": "state", **self._state(self._table)})

    async def _tell_displays(self) -> None:
        """Send only the displays that changed: a picture is 20 kB."""
        before, self._last_seen = self._last_seen, self._seen()
        for index, name in enumerate(self._table.options.displays):
            now = self._last_seen[index]
            if now is not before[index]:
                await self._send({"type": "display", "display": index, **view(name, now)})

    def _seen(self) -> list[Lit | Picture | None]:
        return [seen(self._table.observed, index) for index in range(len(self._table.options.displays))]


class PanelSession:
    """Runs until the browser disconnects, then releases every key that the browser held."""

    def __init__(self, table: SimTable, websocket: WebSocket) -> None:
        self._table = table
        self._websocket = websocket
        self._down: dict[str, float] = {}
        self._releases: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Serve the connection to its end. Raises WebSocketDisconnect."""
        telling = asyncio.create_task(self._tell())
        try:
            while True:
                await self._act(await self._websocket.receive_text())
        finally:
            telling.cancel()
            for key in list(self._down):
                self._table.key_up(key)
            await asyncio.gather(telling, *self._releases, return_exceptions=True)

    async def _tell(self) -> None:
        # A browser that leaves between two messages ends it; `run` sees that too.
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await Teller(self._table, self._websocket.send_json, state_of).run()

    async def _act(self, text: str) -> None:
        try:
            message = json_text.value(text)
            action = message["do"]
        except (ValueError, TypeError, KeyError):
            return
        key = message.get("key")
        if action == "down" and key in KEYS and key not in self._down:
            self._down[key] = time.monotonic()
            self._table.key_down(key)
        elif action == "up" and key in self._down:
            self._release(key)
        elif action == "power":
            await (self._table.power_on() if message.get("on") is True else self._table.power_off())
        elif action == "wifi":
            await self._table.wifi(message.get("on") is True)
        elif action == "reset":
            await self._table.reset()
        elif action == "battery" and type(message.get("mv")) is int:
            self._table.battery(min(max(message["mv"], _CELL_LEAST_MV), _CELL_MOST_MV))

    def _release(self, key: str) -> None:
        held = time.monotonic() - self._down.pop(key)
        if held >= _LEAST_HOLD_S:
            self._table.key_up(key)
            return

        async def later() -> None:
            await asyncio.sleep(_LEAST_HOLD_S - held)
            if key not in self._down:
                self._table.key_up(key)

        task = asyncio.create_task(later())
        self._releases.add(task)
        task.add_done_callback(self._releases.discard)


def _timed(tones: list[Tone]) -> list[dict[str, int]]:
    begin = tones[0].at
    return [
        {"freq": tone.freq_hz, "duty": tone.duty, "ms": round((tone.at - begin) * 1000)} for tone in tones
    ]
