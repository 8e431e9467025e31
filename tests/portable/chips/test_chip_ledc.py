"""The model of the ESP32's PWM timers, with large digits and buzzer on them: on both interpreters."""

import project_root  # noqa: F401
from portable import raises

from boardside.drivers.buzzer import Buzzer
from boardside.drivers.stp16cp05 import OE_HZ
from boardside.table.sounds import FREQUENCY_MAX_HZ, FREQUENCY_MIN_HZ, PATTERNS, steps
from host_tools.simulator.chips.digit_chips import DigitBoards
from host_tools.simulator.chips.pwm import Ledc


class Pin:
    """What leaves a pin: `seen` has each (hertz, duty) that differs from the one before."""

    def __init__(self, ledc, hertz, duty):
        self.seen = []
        self._output = ledc.output(self._changed)
        self._duty = duty
        self.freq(hertz)

    def freq(self, hertz):
        self._output.freq(hertz, self._duty)

    def duty_u16(self, duty):
        self._duty = duty
        self._output.duty(duty)

    def _changed(self, hertz, duty):
        if self.seen[-1:] != [(hertz, duty)]:
            self.seen.append((hertz, duty))


def beside(digits_hz, tones):
    """What the digits' pin carries while the buzzer plays `tones`, with a click between."""
    ledc = Ledc()
    digits = Pin(ledc, digits_hz, 16384)
    buzzer = Pin(ledc, 2000, 0)
    for hertz in tones:
        buzzer.freq(hertz)
        assert buzzer.seen[-1][0] == hertz
        buzzer.freq(2000)
    return digits.seen


def test_an_output_leaves_the_timer_that_it_shared():
    assert beside(2000, (1500, 1600, 2300)) == [(2000, 16384)]


def test_the_port_retunes_a_shared_timer_when_only_the_other_group_has_a_free_one():
    # Each click returns the buzzer to the digits' timer, so each new tone takes another one. For the fourth
    # it is timer 0 of the other group, and the digits get the tone.
    seen = beside(2000, (1500, 400, 1800, 1600))
    assert seen[0] == (2000, 16384)
    assert (1600, 16384) in seen


def test_a_duty_changes_with_the_resolution_until_it_is_set_again():
    ledc = Ledc()
    digits = Pin(ledc, 2000, 16384)
    ledc.tune(0, 1000)
    assert digits.seen == [(2000, 16384), (1000, 8192)]
    digits.duty_u16(16384)
    assert digits.seen[-1] == (1000, 16384)


def test_full_on_and_full_off_are_so_at_every_resolution():
    for hertz in (100, 1000, 2000, 2500, 5000, 40_000):
        pin = Pin(Ledc(), hertz, 65535)
        pin.duty_u16(0)
        assert pin.seen == [(hertz, 65535), (hertz, 0)]


def test_there_are_eight_timers_and_a_removed_output_frees_its_own():
    ledc = Ledc()
    outputs = [ledc.output(None) for _ in range(9)]
    for index in range(4):
        outputs[index].freq(1000 + index, 0)
    assert ledc.find(1003) == 3
    for index in range(4, 8):
        outputs[index].freq(1000 + index, 0)
    raises(RuntimeError, outputs[8].freq, 3000, 0)
    ledc.remove(outputs[5])
    assert ledc.find(1005) == -1
    outputs[8].freq(3000, 0)
    assert ledc.find(3000) == 5


def test_no_tone_reaches_the_large_digits():
    every = tuple([(hertz, 10, 0) for hertz in range(FREQUENCY_MIN_HZ, FREQUENCY_MAX_HZ + 1)])
    ledc = Ledc()
    digits = Pin(ledc, OE_HZ, 28672)
    buzzer = Buzzer(Pin(ledc, 2000, 0), lambda later, earlier: later - earlier, lambda at, more: at + more)
    now = 0
    click = steps(PATTERNS["key"])
    for tones in [steps(text) for text in PATTERNS.values()] + [every]:
        for pattern in (click, tones):
            buzzer.play(pattern, now)
            while buzzer.is_playing():
                now += 10
                buzzer.tick(now)
    assert digits.seen == [(OE_HZ, 28672)]


def test_the_large_digits_keep_their_sixteen_steps_at_this_frequency():
    boards = DigitBoards()
    seen = []
    pin = Ledc().output(boards.dim)
    pin.freq(OE_HZ, 65535)
    for level in range(16):
        pin.duty((15 - level) * 4096)
        seen.append(boards.intensity)
    assert seen == list(range(16))
