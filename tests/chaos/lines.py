"""The line between a table and a collector, which delays, loses, doubles, swaps, damages or holds up bytes,
or delivers none; and an attacker who replays what was sent.
"""

import random
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from tests.chaos.virtual import VirtualLoop

BAUD_BYTES_MS = 11.5


@dataclass(eq=False)
class Weather:
    """The probability of each fault for a piece of bytes, 0 to 1. `stall` holds a line up for up to four
    seconds.
    """

    lose: float = 0.0
    repeat: float = 0.0
    swap: float = 0.0
    damage: float = 0.0
    stall: float = 0.0
    replay: float = 0.0


FAIR = Weather()


class Pipe:
    """One direction. `deliver(bytes)` at the other end; `cut`: nothing arrives any more. `waiting`: bytes on
    the way. On a cable that is to be measured nothing `doubles` and nothing overtakes: an answer to what came
    later must mean that the earlier was read, as on a real one.
    """

    def __init__(
        self,
        loop: VirtualLoop,
        dice: random.Random,
        weather: Weather,
        deliver: Callable[[bytes], None],
        bytes_ms: float = 1000.0,
        latency_ms: int = 3,
        doubles: bool = True,
    ) -> None:
        self._loop, self._dice, self.weather, self._deliver = loop, dice, weather, deliver
        self._bytes_ms, self._latency_ms = bytes_ms, latency_ms
        self._free_at = 0.0
        self._doubles = doubles
        self._heard: deque[bytes] = deque(maxlen=200)
        self.cut = False
        self.waiting = 0

    def put(self, data: bytes) -> None:
        """Puts bytes on the line."""
        if not data:
            return
        dice, weather = self._dice, self.weather
        self._heard.append(data)
        if self._doubles and dice.random() < weather.replay:
            self._send(dice.choice(self._heard))
        if dice.random() < weather.lose:
            return
        if dice.random() < weather.damage:
            at = dice.randrange(len(data))
            data = data[:at] + bytes([data[at] ^ 1 << dice.randrange(7)]) + data[at + 1 :]
        self._send(data)
        if self._doubles and dice.random() < weather.repeat:
            self._send(data)

    def _send(self, data: bytes) -> None:
        dice, now = self._dice, self._loop.ms
        begins = max(float(now), self._free_at)
        if dice.random() < self.weather.stall:
            begins += dice.randrange(4000)
        ends = begins + len(data) / self._bytes_ms
        if self._doubles and dice.random() < self.weather.swap:
            ends += dice.randrange(200)  # what follows overtakes it
        else:
            self._free_at = ends
        self.waiting += len(data)
        self._loop.call_later((ends - now + self._latency_ms) / 1000, self._arrive, data)

    def _arrive(self, data: bytes) -> None:
        self.waiting -= len(data)
        if not self.cut:
            self._deliver(data)
