"""The LEDC, which makes the ESP32's PWM, as MicroPython uses it (1.27 to 1.29, ports/esp32/machine_pwm.c).

There are two groups of four timers. A timer has a frequency and, following from it, a resolution in bits.
Outputs of the same frequency share a timer. An output that changes its frequency takes a timer that has it,
else keeps its own if no other output uses that, else takes a free one of either group. The port then compares
only the timer's number: if the one found has the same number in the *other* group, the output stays on its
old timer and sets the frequency there, for every output on it.

An output's duty is counted in steps of its timer: when the resolution changes, the duty changes with it until
it is set again.
"""

GROUPS = 2
TIMERS = 4

_CLOCK_HZ = 80_000_000
_BITS_MOST = 16
_FREE = -1


class Ledc:
    """All timers and outputs of one chip. Nothing allocates but `output`."""

    def __init__(self) -> None:
        self.hertz = [_FREE] * (GROUPS * TIMERS)
        self.bits = [0] * (GROUPS * TIMERS)
        self._outputs = []

    def output(self, chip):
        """A new output; `chip(hertz, duty of 65536)` is called when what leaves the pin may differ."""
        output = Output(self, chip)
        self._outputs.append(output)
        return output

    def remove(self, output) -> None:
        """Free an output's timer unless another output uses it."""
        if output in self._outputs:
            self._outputs.remove(output)
        timer = output.timer
        if timer != _FREE and not self.is_shared(output):
            self.hertz[timer] = _FREE
            self.bits[timer] = 0

    def find(self, hertz: int) -> int:
        """The first timer with this frequency, or _FREE when there is none."""
        for timer in range(GROUPS * TIMERS):
            if self.hertz[timer] == hertz:
                return timer
        return _FREE

    def is_shared(self, output) -> bool:
        """Whether another output uses this output's timer."""
        for other in self._outputs:  # noqa: SIM110  (a generator would be allocated)
            if other is not output and other.timer == output.timer:
                return True
        return False

    def tune(self, timer: int, hertz: int, by=None) -> None:
        """Set a timer's frequency, with the best resolution for it; every output on it but `by` changes."""
        if self.hertz[timer] == hertz:
            return
        self.hertz[timer] = hertz
        self.bits[timer] = _bits(hertz)
        for output in self._outputs:
            if output.timer == timer and output is not by:
                output.drive()


class Output:
    """A pin's PWM; `timer` is its timer's number in `Ledc.hertz`."""

    def __init__(self, ledc: Ledc, chip) -> None:
        self.timer = _FREE
        self._ledc = ledc
        self._chip = chip
        self._steps = 0  # high for so many steps of 2 ** bits

    @property
    def hertz(self) -> int:
        """The frequency that leaves the pin."""
        return self._ledc.hertz[self.timer]

    def freq(self, hertz: int, duty: int) -> None:
        """Set the frequency; the duty is set again afterwards, as the port does it."""
        ledc = self._ledc
        timer = ledc.find(hertz)
        if timer == _FREE and self.timer != _FREE and not ledc.is_shared(self):
            timer = self.timer
        if timer == _FREE:
            timer = ledc.find(_FREE)
        if timer == _FREE:
            raise RuntimeError("out of PWM timers:8")
        if self.timer == _FREE or timer % TIMERS != self.timer % TIMERS:
            self.timer = timer
        ledc.tune(self.timer, hertz, self)
        self.duty(duty)

    def duty(self, duty: int) -> None:
        """High for `duty` of 65536; 65535 is always."""
        self._steps = (65536 if duty == 65535 else duty) >> _BITS_MOST - self._ledc.bits[self.timer]
        self.drive()

    def drive(self) -> None:
        """Tell the chip at the pin."""
        if self._chip is not None:
            share = self._steps << _BITS_MOST - self._ledc.bits[self.timer]
            self._chip(self.hertz, min(share, 65535))


def _bits(hertz: int) -> int:
    steps = (_CLOCK_HZ + hertz // 2) // hertz
    bits = 0
    while bits < _BITS_MOST and steps >> bits + 1:
        bits += 1
    return bits


class Buzzer:
    """A magnetic transducer behind a transistor: the sound that the PWM at its pin makes.

    `freq` in Hz and `duty` of 65536 as they reach the loudspeaker; both 0 when it is silent.

    `changed(buzzer)` is called after each change of the sound. A duty of 0 or of full on is silence.
    """

    def __init__(self, changed=None) -> None:
        self.freq = 0
        self.duty = 0
        self._changed = changed

    def drive(self, freq: int, duty: int) -> None:
        """PWM at the pin: `freq` in Hz, `duty` 0-65535 of 65536."""
        if not 0 < duty < 65535 or freq <= 0:
            freq = duty = 0
        if freq == self.freq and duty == self.duty:
            return
        self.freq = freq
        self.duty = duty
        if self._changed is not None:
            self._changed(self)
