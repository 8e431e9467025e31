"""The pace of the ESP32: the time that the firmware's own code takes is stretched to what the chip takes.

The spans between two calls of the chip models are timed by the monotonic clock, less the time in which this
process waited for a processor: another process that ran for a millisecond meanwhile would be 40 on the chip.

The models' own time is left out. A call of a model has a time of its own on the chip (`charge`). What is owed
is slept off before each wait, and as soon as it is a millisecond: so the bytes for a display leave as late as
on the chip. `asyncio` and `select` wake at FreeRTOS's ticks.
"""

CHIP_HZ = 240_000_000
"""The frequency of the calibration."""

TICK_US = 10_000
"""A tick of FreeRTOS in MicroPython's ESP32 port."""

CHIP_PS = 20_000
"""What the chip takes at 240 MHz for an instruction of the 64-bit unix port, as callgrind counts them
(tests/bench/instructions.py), in picoseconds. The emulated chip has: power to digits, without the 1.75 s of
ROM and memory test, 1.55 s for 76.9 M (20.2); the same in a match 2.15 s for 104.8 M (20.5); a press, without
the 5 ms to the next scan, 9 to 12 ms for 0.525 M (17 to 23). In a loop that stays in its caches it is 14.2
(1,661 pystones a second, published): most of the firmware is met cold, or half so.
"""

PIECES = 60
ROUND_INSTRUCTIONS = 811_531
BUILD_INSTRUCTIONS = 69_243_654
"""What the calibration's program takes (callgrind): a round of its pieces, and to compile them."""

_ROUNDS = 25
_LONG_US = 40
"""Of a longer span it is asked whether another process ran meanwhile."""

_BURST_US = 1000
"""After a sleep this machine's caches are cold for so long."""

_STEP_US = 1000
_DEBT_MOST_US = 20_000
_SCALE = 256


class Pace:
    """`ticks_us` never wraps; `waited_us` is how long this process has waited for a processor in all,
    `sleep_us` sleeps; `hz` is the chip's frequency.

    burst_ps, long_ps: what an instruction takes on this machine soon after a sleep, and later on; `calibrate`
    finds them. `leave` is called when the firmware calls a model, `enter` when it gets control back. They
    allocate nothing unless `waited_us` does.
    """

    def __init__(self, ticks_us, waited_us, sleep_us, hz: int, burst_ps=400, long_ps=200) -> None:
        self._ticks_us = ticks_us
        self._waited_us = waited_us
        self._sleep_us = sleep_us
        self._burst_ps = burst_ps
        self._long_ps = long_ps
        self._burst = self._long = 0  # how many times as long as this machine the chip takes, in 256ths
        self._fresh = _BURST_US  # of this machine's, until its caches are warm
        self._depth = 0
        self._spent = 0  # this machine's microseconds since `settle`
        self._computed = 0  # before it
        self._owed = 0  # the chip's for them, in 256ths
        self._charged = 0
        self._settled = 0  # the chip's microseconds that were slept off, flash's own among them
        self._debt = 0
        self._since = ticks_us()
        self._left = self._since
        self._waited = waited_us()
        self.clock(hz)

    @property
    def factor(self) -> float:
        """How many times as long as this machine the chip takes soon after a sleep, at its frequency."""
        return self._burst / _SCALE

    def clock(self, hz: int) -> None:
        """Set the processor's frequency. A machine that is slower than the chip is not made faster."""
        self._hz = hz
        ps = CHIP_PS * (CHIP_HZ // 1_000_000) // (hz // 1_000_000)
        self._burst = max(_SCALE, _SCALE * ps // self._burst_ps)
        self._long = max(_SCALE, _SCALE * ps // self._long_ps)

    def calibrate(self, build, call) -> None:
        """Find this machine's speed by a program that runs as the firmware does: bursts of code that was not
        run lately, with calls of models and short sleeps in between. `build` makes its pieces; `call` calls a
        model that does nothing.
        """
        before, waited = self._ticks_us(), self._waited_us()
        pieces = build()
        took = self._ticks_us() - before - (self._waited_us() - waited)
        self._long_ps = max(1, took * 1_000_000 // BUILD_INSTRUCTIONS)
        self.clock(CHIP_HZ)
        spans = []
        for index in range(_ROUNDS):
            self.leave()
            self.wait(0)
            self._sleep_us(TICK_US)
            before = self._computed
            self.enter()
            for piece in pieces:
                piece(index)
                call(None)
            self.leave()
            self.settle()
            spans.append(self._computed - before)
            self.enter()
        self._burst_ps = max(1, sorted(spans)[_ROUNDS // 2] * 1_000_000 // ROUND_INSTRUCTIONS)
        self.clock(self._hz)

    def leave(self) -> None:
        """The firmware has called a model."""
        self._depth += 1
        if self._depth > 1:
            return
        now = self._ticks_us()
        span = now - self._since
        if span > _LONG_US:
            waited, self._waited = self._waited, self._waited_us()
            span = max(0, span - (self._waited - waited))
        burst = min(span, self._fresh)
        self._fresh -= burst
        self._spent += span
        self._owed += burst * self._burst + (span - burst) * self._long
        self._left = now
        if self._charged + self._owed // _SCALE >= _STEP_US:
            self.settle()

    def enter(self) -> None:
        """The model returns to the firmware."""
        self._depth -= 1
        if self._depth:
            return
        if self._ticks_us() - self._left > _LONG_US:
            self._waited = self._waited_us()
        self._since = self._ticks_us()

    def charge(self, chip_us: int) -> None:
        """Between `leave` and `enter`: what the call takes on the chip, whatever its frequency."""
        self._charged += chip_us

    def stood(self, chip_us: int) -> None:
        """A model has waited this long by itself, as flash does while it erases."""
        self._settled += chip_us

    def took_us(self) -> int:
        """How long the firmware has run on the chip so far, its waits left out: steady on a busy machine."""
        return self._settled + self._owed // _SCALE + self._charged

    def settle(self) -> None:
        """Sleep off what is owed."""
        chip_us = self._owed // _SCALE + self._charged
        due = chip_us - self._spent - self._debt
        self._settled += chip_us
        self._computed += self._spent
        self._owed = self._charged = self._spent = 0
        if due <= 0:
            self._debt = -due
            return
        before = self._ticks_us()
        self._sleep_us(due)
        self._debt = min(max(self._ticks_us() - before - due, 0), _DEBT_MOST_US)
        self._fresh = _BURST_US

    def wait(self, timeout_ms: int) -> int:
        """Between `leave` and `enter`, before a wait: settle; when the wait ends, as `ticks_us`.

        A wait ends with the first tick of FreeRTOS at or after its time.
        """
        until = self._ticks_us() + timeout_ms * 1000
        self.settle()
        self._fresh = _BURST_US
        return -(-max(until, self._ticks_us()) // TICK_US) * TICK_US


_PIECE = """
class _C{0}:
    def __init__(self):
        self.count{0} = 0
        self.last{0} = None
        self.cells = bytearray(64)
        self.names = {{"left{0}": 1, "right{0}": 2}}

    def step(self, index, name):
        self.count{0} += self.names[name]
        self.cells[index & 63] = self.count{0} & 0xFF
        self.last{0} = (index, name)
        return self.count{0}

_c{0} = _C{0}()

def work{0}(index):
    name = "left{0}" if index & 1 else "right{0}"
    total = 0
    for turn in (index, index + 1):
        total += _c{0}.step(turn, name)
    return total
"""


def build() -> list:
    """The calibration's program: many pieces, each with code, names and objects of its own."""
    names: dict = {}
    for index in range(PIECES):
        exec(_PIECE.format(index), names)
    return [names[f"work{index}"] for index in range(PIECES)]
