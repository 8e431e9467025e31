"""What can be seen and heard of a board from outside: the lines of its chips, read and kept."""

import time
from collections import deque
from dataclasses import dataclass, field

BLANK = bytes(8)

# A chip's clock that is this far from ours is another clock (not so on Linux): then our own time counts.
_SAME_CLOCK_S = 10.0


@dataclass(frozen=True)
class Tone:
    """A change of what the buzzer sounds: `freq_hz` 0 is silence. `at` is in `time.monotonic()` seconds."""

    at: float
    freq_hz: int
    duty: int


@dataclass
class Senses:
    """The present state, and what has been since power-on of the simulator (bounded)."""

    segments: bytes = BLANK
    intensity: int = 0
    display_at: float = 0.0
    tone: Tone = Tone(0.0, 0, 0)
    tones: deque[Tone] = field(default_factory=lambda: deque(maxlen=2000))
    errors: list[str] = field(default_factory=list)
    erases: int = 0
    writes: int = 0
    unerased: int = 0
    wifi_connected: bool = False
    chip_heap_bytes: int = 0
    heap_bytes: int = 0

    def read(self, line: bytes) -> str | None:
        """Take one line of the chips; returns what changed ("display", "tone", "wifi" …) or None."""
        kind, rest = line[:1], line[1:]
        if kind == b"D":
            self.segments = bytes.fromhex(rest[:16].decode())
            self.intensity = int(rest[16:17], 16)
            self.display_at = _host_time(int(rest[18:26], 16))
            return "display"
        if kind == b"T":
            self.tone = Tone(_host_time(int(rest[9:17], 16)), int(rest[:4], 16), int(rest[4:8], 16))
            self.tones.append(self.tone)
            return "tone"
        if kind == b"f":
            self.erases, self.writes, self.unerased = (int(rest[at : at + 8], 16) for at in (0, 8, 16))
            return "flash"
        if kind == b"N":
            self.wifi_connected = rest == b"1"
            return "wifi"
        if kind == b"H":
            self.chip_heap_bytes = int(rest, 16)
            return "chips"
        if kind == b"G":
            self.heap_bytes = int(rest, 16)
            return "heap"
        if kind == b"!":
            self.complain(rest.decode("utf-8", "replace"))
            return "error"
        return None

    def complain(self, text: str) -> None:
        """Keep one error, at most 200 of them."""
        if len(self.errors) < 200:
            self.errors.append(text)

    def go_dark(self) -> None:
        """The power is away: nothing lit, nothing heard, no Wi-Fi."""
        now = time.monotonic()
        self.segments = BLANK
        self.intensity = 0
        self.display_at = now
        self.fall_silent()

    def fall_silent(self) -> None:
        """The processor stopped: its PWM and its radio with it. The display chip keeps what it shows."""
        self.wifi_connected = False
        if self.tone.freq_hz:
            self.tone = Tone(time.monotonic(), 0, 0)
            self.tones.append(self.tone)


def _host_time(chip_us: int) -> float:
    """A chip's time stamp (microseconds, modulo 2^32) in `time.monotonic()` seconds."""
    now = time.monotonic_ns() // 1000
    ago_us = (now - chip_us) & 0xFFFFFFFF
    if ago_us > _SAME_CLOCK_S * 1e6:
        ago_us = 0
    return (now - ago_us) / 1e6
