"""The pace of the ESP32: the time that the firmware's own code takes is stretched to what the chip takes.

MicroPython's unix port tells processor time to a millisecond only. So the spans between two calls of the
chip models are timed by the monotonic clock; a span that is longer than the processor time allows is taken
from the processor time, because another process has run meanwhile.

The models' own time is left out. A call of a model has a time of its own on the chip (`charge`). What is owed
is slept off before each wait, and as soon as it is a millisecond: so the bytes for a display leave as late as
on the chip. `asyncio` and `select` wake at FreeRTOS's ticks.
"""

CHIP_HZ = 240_000_000
"""The frequency of the calibration."""

TICK_US = 10_000
"""A tick of FreeRTOS in MicroPython's ESP32 port."""

CALIBRATION_TURN_NS = 52_200
"""What a turn of `work` takes at 240 MHz. An ESP32 does 1,661 pystones a second (published): 602 us each. In
MicroPython's unix port 1.28 a pystone takes 42,242 instructions and a turn of `work` 3,664 (callgrind)."""

_TURNS = 200
_RUNS = 25
_UNDISTURBED_US = 1500
_STEP_US = 1000
_STEP_TURNS = _STEP_US * 1000 // CALIBRATION_TURN_NS
_DEBT_MOST_US = 20_000
_SCALE = 256


class Pace:
    """`ticks_us` never wraps; `cpu_ms` is the processor time of this process, `sleep_us` sleeps.

    `ns` is what a turn of `work` takes on this machine, `hz` the frequency of the chip. `leave` is called
    when the firmware calls a model, `enter` when it gets control back. They allocate nothing unless `cpu_ms`
    does, which is asked once per wait and after long spans.
    """

    def __init__(self, ticks_us, cpu_ms, sleep_us, ns: int, hz: int) -> None:
        self.slept_us = 0
        self._ticks_us = ticks_us
        self._cpu_ms = cpu_ms
        self._sleep_us = sleep_us
        self._per_turn_ns = max(ns, 1)
        self._factor = 0  # in 256ths
        self._call = 0  # what `leave` and `enter` take of a span, in 256ths of a microsecond
        self._depth = 0
        self._owed = 0  # of this machine's microseconds, in 256ths
        self._charged = 0  # of the chip's
        self._settled = 0  # the chip's microseconds that were slept off, flash's own among them
        self._debt = 0
        self._since = ticks_us()
        self._left = self._since
        self._cpu_at = cpu_ms()
        self._counted = 0
        self.clock(hz)

    @property
    def factor(self) -> float:
        """How many times as long as this machine the chip takes, at the frequency it has."""
        return self._factor / _SCALE

    def clock(self, hz: int) -> None:
        """Set the processor's frequency. A machine that is slower than the chip is not made faster."""
        turn_ns = CALIBRATION_TURN_NS * (CHIP_HZ // 1_000_000) // (hz // 1_000_000)
        self._factor = max(_SCALE, _SCALE * turn_ns // self._per_turn_ns)

    def measure_calls(self, wrapped, plain) -> None:
        """Find out what passing `leave` and `enter` takes of the firmware's time, with its wrapper.

        `wrapped` is `plain`, which does nothing, with the two around it.
        """
        factor = self._factor
        self._factor = self._call = 0  # nothing is slept off meanwhile
        self._call = max(0, self._typical(wrapped) - self._typical(plain))
        self._factor = factor

    def _typical(self, function) -> int:
        """What a call takes, in 256ths of a microsecond: the median of some runs."""
        spans = []
        for _ in range(_RUNS):
            self.leave()
            self.enter()
            self._owed = 0
            for _ in range(_TURNS):
                function(None)
            self.leave()
            spans.append(self._owed // _TURNS)
            self._owed = 0
            self.enter()
        return sorted(spans)[_RUNS // 2]

    def leave(self) -> None:
        """The firmware has called a model."""
        self._depth += 1
        if self._depth > 1:
            return
        now = self._ticks_us()
        span = now - self._since
        if span > _UNDISTURBED_US:
            ours = (self._cpu_ms() - self._cpu_at) * 1000 - self._counted
            if span > ours + _UNDISTURBED_US:
                span = max(ours, 0)
        self._counted += span
        self._owed += span * _SCALE - self._call
        self._left = now
        if self._charged >= _STEP_US or self._owed * self._factor >= _STEP_US * _SCALE * _SCALE:
            self.settle()

    def enter(self) -> None:
        """The model returns to the firmware."""
        self._depth -= 1
        if self._depth:
            return
        now = self._ticks_us()
        if now - self._left < _UNDISTURBED_US:
            self._counted += now - self._left
        self._since = now

    def charge(self, chip_us: int) -> None:
        """Between `leave` and `enter`: what the call takes on the chip, whatever its frequency."""
        self._charged += chip_us

    def stood(self, chip_us: int) -> None:
        """A model has waited this long by itself, as flash does while it erases."""
        self._settled += chip_us

    def took_us(self) -> int:
        """How long the firmware has run on the chip so far, its waits left out: steady on a busy machine."""
        return self._settled + max(0, self._owed * self._factor) // (_SCALE * _SCALE) + self._charged

    def settle(self) -> None:
        """Sleep off what is owed."""
        chip_us = max(0, self._owed * (self._factor - _SCALE)) // (_SCALE * _SCALE) + self._charged
        self._settled = self.took_us()
        self._owed = 0
        self._charged = 0
        due = chip_us - self._debt
        if due <= 0:
            self._debt = -due
            return
        before = self._ticks_us()
        self._sleep_us(due)
        took = self._ticks_us() - before
        self.slept_us += took
        self._debt = min(max(took - due, 0), _DEBT_MOST_US)
        self._left += took  # not the model's time

    def wait(self, timeout_ms: int) -> int:
        """Between `leave` and `enter`, before a wait: settle; when the wait ends, as `ticks_us`.

        A wait ends with the first tick of FreeRTOS at or after its time.
        """
        until = self._ticks_us() + timeout_ms * 1000
        self.settle()
        self._cpu_at = self._cpu_ms()
        self._counted = 0
        return -(-max(until, self._ticks_us()) // TICK_US) * TICK_US


class _Counter:
    def __init__(self) -> None:
        self.count = 0
        self.last = None
        self.cells = bytearray(64)
        self.names = {"left": 1, "right": 2}

    def step(self, index, name):
        self.count += self.names[name]
        self.cells[index & 63] = self.count & 0xFF
        self.last = (index, name)
        return self.count


def work(turns: int) -> int:
    """What is timed for the calibration: calls, attributes, a dict, a tuple, small numbers."""
    counter = _Counter()
    total = 0
    for index in range(turns):
        name = "left" if index & 1 else "right"
        total += counter.step(index, name)
        if total > 100000:
            total -= 100000
    return total


def turn_ns(ticks_us, sleep_us) -> int:
    """What a turn of `work` takes here, in nanoseconds: the median of some runs.

    Each run is as long as the chip's millisecond and follows a sleep, as what the firmware does is slept off
    in such steps: this machine's caches are cold then, and a loop that stays in them is five times faster.
    """
    spans = []
    for _ in range(_RUNS):
        sleep_us(_STEP_US)
        before = ticks_us()
        work(_STEP_TURNS)
        spans.append(ticks_us() - before)
    return sorted(spans)[_RUNS // 2] * 1000 // _STEP_TURNS
