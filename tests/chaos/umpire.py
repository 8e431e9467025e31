"""The umpire of a simulated table: matches by keys and by entries, with slips, corrections and pauses."""

import asyncio
import random
from typing import Any

from boardside.table.pages.panel import KEYS
from tests.chaos.device import Device

#: What umpires press, and what they should not: letters as on the keys, O is OK, U is UNDO.
USEFUL = ("C", "CC", "OBBBQOO", "OWWQOO", "WO", "O", "U", "UO", "BQC", "P")
_LETTERS = {key[0]: key for key in KEYS}


class Umpire:
    """The umpire of one device."""

    def __init__(self, device: Device, dice: random.Random) -> None:
        self._device, self._dice = device, dice
        self.busy: asyncio.Future[None]

    async def play(self, pace_s: float) -> None:
        """Do something every `pace_s` on the average, for ever."""
        while True:
            await asyncio.sleep(self._dice.expovariate(1 / pace_s))
            action = self._dice.choice((self._press, self._enter, self._enter))
            self._device.do(action)

    def _press(self) -> None:
        dice, device = self._dice, self._device
        keys = dice.choice(USEFUL) if dice.random() < 0.7 else dice.choice("WBQSFDCPUO")
        for letter in keys:
            device.table.press(_LETTERS[letter], False, device.ticks())

    def _enter(self) -> None:
        """A result is typed in, as the panel commits it."""
        table, dice = self._device.table, self._dice
        if table.panel.is_busy:
            table.press("UNDO", False, self._device.ticks())
            return
        event = self._next_event(table.state.phase)
        if event is not None:
            table.commit(event, self._device.ticks())
        elif dice.random() < 0.3:
            table.undo(self._device.ticks())

    def _next_event(self, phase: str) -> "dict[str, Any] | None":
        dice = self._dice
        if dice.random() < 0.1:
            return None
        if phase in ("idle", "confirmed"):
            name = self._device.table.new_match_id()
            event = {"kind": "match", "match": name, "ruleset": "icf", "stage": "group", "doubles": False}
            return {**event, "a": ["Asha"], "b": ["Bela"], "breaks": dice.choice("ab")}
        if phase == "toss":
            return {"kind": "toss", "won": "a", "choice": "break", "breaks": dice.choice("ab")}
        if phase == "over":
            return {"kind": "confirm"}
        if phase == "ready":
            return {"kind": "play"}
        if phase == "board":
            winner = dice.choice("ab")
            left = dice.randint(1, 9)
            return {"kind": "board", "winner": winner, "left": left, "queen": winner, "demand": 0}
        return None

    def leave(self) -> None:
        """Closes the open screen, so that the host need not wait for it."""
        for _ in range(45):
            if self._device.is_on and self._device.table.panel.is_busy:
                self._device.do(lambda: self._device.table.press("UNDO", False, self._device.ticks()))
