"""The buzzer's patterns, read from the PWM it drives."""

from locked_heap import heap_locked
from portable import PERIOD, add, diff

from boardside.drivers.buzzer import Buzzer


class Pwm:
    """What is heard: 0 Hz when the duty is 0."""

    def __init__(self):
        self.hertz = 0
        self.duty = None

    def freq(self, hertz):
        assert hertz > 0, "the ESP32 has no PWM of 0 Hz"
        self.hertz = hertz

    def duty_u16(self, duty):
        assert 0 <= duty <= 32768
        self.duty = duty

    def tone(self):
        return self.hertz if self.duty else 0


def heard(pattern, start=0, step=10, length=400):
    """(time, tone) of every change, ticking every `step` ms."""
    pwm = Pwm()
    buzzer = Buzzer(pwm, diff, add)
    buzzer.play(pattern, start)
    changes = [(0, pwm.tone())]
    for elapsed in range(0, length, step):
        buzzer.tick((start + elapsed) % PERIOD)
        if pwm.tone() != changes[-1][1]:
            changes.append((elapsed, pwm.tone()))
    return changes


TWO_TONES = ((2000, 50, 0), (0, 30, 0), (1500, 100, 0))


def test_it_is_silent_from_the_start():
    pwm = Pwm()
    Buzzer(pwm, diff, add)
    assert pwm.duty == 0


def test_a_pattern_sounds_in_time_and_ends_silent():
    assert heard(TWO_TONES) == [(0, 2000), (50, 0), (80, 1500), (180, 0)]


def test_a_pattern_starts_within_play():
    pwm = Pwm()
    buzzer = Buzzer(pwm, diff, add)
    buzzer.play(TWO_TONES, 0)
    assert pwm.tone() == 2000


def test_late_ticks_do_not_add_up():
    assert heard(TWO_TONES, step=40)[-1] == (200, 0)


def test_a_pattern_runs_over_the_wrap_of_ticks():
    assert heard(TWO_TONES, start=PERIOD - 60) == heard(TWO_TONES)


def test_a_new_pattern_takes_the_place_of_the_old_one():
    pwm = Pwm()
    buzzer = Buzzer(pwm, diff, add)
    buzzer.play(((800, 1000, 0),), 0)
    buzzer.tick(500)
    buzzer.play(((1200, 20, 0),), 510)
    assert pwm.tone() == 1200
    buzzer.tick(530)
    assert pwm.tone() == 0
    assert not buzzer.is_playing()


def test_stop_is_at_once():
    pwm = Pwm()
    buzzer = Buzzer(pwm, diff, add)
    buzzer.play(((800, 1000, 0),), 0)
    assert buzzer.is_playing()
    buzzer.stop()
    assert pwm.tone() == 0
    buzzer.tick(10)
    assert pwm.tone() == 0
    assert not buzzer.is_playing()


def test_each_step_of_volume_is_louder_and_zero_is_mute():
    duties = []
    for level in range(11):
        pwm = Pwm()
        buzzer = Buzzer(pwm, diff, add)
        buzzer.volume(level)
        buzzer.play(((1000, 10, 0),), 0)
        duties.append(pwm.duty)
    assert duties == sorted(duties)
    assert len(set(duties)) == 11
    assert duties[0] == 0
    assert duties[10] == 32768


def test_volume_is_clipped():
    for level, duty in ((-1, 0), (99, 32768)):
        pwm = Pwm()
        buzzer = Buzzer(pwm, diff, add)
        buzzer.volume(level)
        buzzer.play(((1000, 10, 0),), 0)
        assert pwm.duty == duty


def test_an_empty_pattern_is_silence():
    assert heard(()) == [(0, 0)]


def test_a_tick_allocates_nothing():
    class Mute:
        def freq(self, hertz):
            pass

        def duty_u16(self, duty):
            pass

    buzzer = Buzzer(Mute(), diff, add)

    def work():
        for step in range(100):
            if step % 20 == 0:
                buzzer.play(TWO_TONES, step * 10)
            buzzer.tick(step * 10)

    heap_locked(work)


def test_an_accent_is_louder_or_softer_and_mute_stays_mute():
    pwm = Pwm()
    buzzer = Buzzer(pwm, diff, add)
    duties = []
    for level in (0, 1, 7, 10):
        buzzer.volume(level)
        row = []
        for accent in (-1, 0, 1):
            buzzer.play(((1000, 10, accent),), 0)
            row.append(pwm.duty)
        duties.append(row)
    assert duties[0] == [0, 0, 0]
    assert 0 < duties[1][0] == duties[1][1] < duties[1][2]
    assert duties[2][0] < duties[2][1] < duties[2][2]
    assert duties[3][0] < duties[3][1] == duties[3][2]
