"""Keys, pins, buzzer and radio of the simulated board, on both interpreters."""

import project_root  # noqa: F401
from portable import raises

from host_tools.simulator.chips.gpio import INPUT, OUTPUT, PULL_UP, Gpio
from host_tools.simulator.chips.keys import STAYS_DOWN, Keys
from host_tools.simulator.chips.pwm import Buzzer
from host_tools.simulator.chips.radio import CONNECTING, GOT_IP, IDLE, Radio

SCAN_US = 10_000


class Scanned:
    """Keys read every 10 ms, as the firmware does, with what was read."""

    def __init__(self, bounce_us=0):
        self.now = 1_000_000
        self.done = 0
        self.keys = Keys(self._done, bounce_us)

    def _done(self):
        self.done += 1

    def scan(self, gpios, count):
        rows = []
        for _ in range(count):
            self.now += SCAN_US
            self.keys.step(self.now)
            rows.append("".join([str(self.keys.read(gpio, self.now)) for gpio in gpios]))
        return rows


def test_a_contact_is_a_level():
    scanned = Scanned()
    scanned.keys.contact(13, 0, scanned.now)
    assert scanned.scan((13, 14), 2) == ["01", "01"]
    scanned.keys.contact(13, 1, scanned.now)
    assert scanned.scan((13,), 1) == ["1"]


def test_a_press_waits_for_rest_holds_and_ends():
    scanned = Scanned()
    scanned.keys.press(1 << 13, 20_000, 45_000, scanned.now)
    assert scanned.scan((13,), 10) == ["1"] * 6 + ["0"] * 2 + ["1"] * 2
    assert scanned.done == 1


def test_rest_is_what_the_firmware_has_read_not_what_went_by():
    scanned = Scanned()
    scanned.scan((13,), 1)
    scanned.now += 400_000  # a stall: the firmware could not see that the key stayed open
    scanned.keys.press(1 << 13, 20_000, 45_000, scanned.now)
    assert scanned.scan((13,), 3) == ["1", "0", "0"]


def test_a_press_is_held_until_it_was_read_however_late():
    scanned = Scanned()
    scanned.scan((13,), 6)
    scanned.keys.press(1 << 13, 20_000, 45_000, scanned.now)
    scanned.now += 400_000  # nobody looks: a stall
    assert scanned.scan((13,), 4) == ["0", "0", "1", "1"]
    assert scanned.done == 1


def test_a_stall_before_the_second_reading_swallows_nothing():
    scanned = Scanned()
    scanned.scan((13,), 6)
    scanned.keys.press(1 << 13, 20_000, 45_000, scanned.now)
    assert scanned.scan((13,), 1) == ["0"]
    scanned.now += 400_000  # a stall between the two readings that make a press
    assert scanned.scan((13,), 3) == ["0", "1", "1"]
    assert scanned.done == 1


def test_chatter_that_reads_open_is_no_reading_of_the_press():
    for readings in (((500, 1),), ((2_000, 0), (3_000, 1))):  # µs after the key closed, and the level read
        scanned = Scanned(bounce_us=9_000)
        scanned.scan((13,), 6)
        scanned.keys.press(1 << 13, 20_000, 45_000, scanned.now)
        for after, level in readings:
            assert scanned.keys.read(13, scanned.now + after) == level
        scanned.now += 400_000  # a stall
        for after in (0, 1_000):  # the two readings that make a press
            scanned.keys.step(scanned.now + after)
            assert scanned.keys.read(13, scanned.now + after) == 0
        scanned.keys.step(scanned.now + 30_000)
        assert scanned.keys.read(13, scanned.now + 40_000) == 1


def test_another_key_needs_no_rest():
    scanned = Scanned()
    scanned.scan((13, 14), 6)
    scanned.keys.press(1 << 13, 15_000, 45_000, scanned.now)
    scanned.scan((13, 14), 4)
    scanned.keys.press(1 << 14, 15_000, 45_000, scanned.now)
    assert scanned.scan((13, 14), 4) == ["10", "10", "11", "11"]
    assert scanned.done == 2


def test_a_chord_goes_down_and_up_together():
    scanned = Scanned()
    scanned.keys.press(1 << 13 | 1 << 14, 25_000, 0, scanned.now)
    assert scanned.scan((13, 14), 6) == ["11", "00", "00", "00", "11", "11"]
    assert scanned.done == 1


def test_a_press_that_stays_down_rests_first_and_is_over_when_read_twice():
    scanned = Scanned()
    scanned.scan((13,), 6)
    scanned.keys.press(1 << 13, 20_000, 45_000, scanned.now)
    scanned.scan((13,), 3)
    scanned.keys.press(1 << 13, STAYS_DOWN, 45_000, scanned.now)
    assert scanned.done == 1
    assert scanned.scan((13,), 6) == ["1"] * 5 + ["0"]
    assert scanned.done == 1  # one reading makes no press: opened now, it would be a spark
    assert scanned.scan((13,), 2) == ["0"] * 2
    assert scanned.done == 2
    scanned.keys.contact(13, 1, scanned.now)
    assert scanned.scan((13,), 2) == ["1"] * 2


def test_a_press_taken_back_never_ends():
    scanned = Scanned()
    scanned.scan((13,), 6)
    scanned.keys.press(1 << 13, 1_000_000, 0, scanned.now)
    assert scanned.scan((13,), 2) == ["0", "0"]
    scanned.keys.release(scanned.now)
    assert scanned.scan((13,), 4) == ["1"] * 4
    assert scanned.done == 0


def test_contacts_bounce_after_each_change_and_then_rest():
    scanned = Scanned(bounce_us=150_000)
    scanned.keys.contact(13, 0, scanned.now)
    rows = scanned.scan((13,), 30)
    assert "1" in rows[:14]
    assert "0" in rows[:14]
    assert rows[15:] == ["0"] * 15


def gpio_with_errors():
    errors = []
    written = []
    return Gpio(Keys(), {5: written.append}, errors.append), errors, written


def test_a_pin_read_without_pull_up_is_an_error_once():
    gpio, errors, _ = gpio_with_errors()
    gpio.configure(13, INPUT, 0)
    assert gpio.read(13, 1) == 1
    gpio.read(13, 2)
    assert errors == ["GPIO 13 is read but has no pull-up and floats"]


def test_a_pin_read_before_it_was_made_an_input_is_an_error():
    gpio, errors, _ = gpio_with_errors()
    gpio.read(13, 1)
    assert errors == ["GPIO 13 is read but was not made an input"]


def test_a_good_pin_is_no_error():
    gpio, errors, written = gpio_with_errors()
    gpio.configure(13, INPUT, PULL_UP)
    gpio.read(13, 1)
    gpio.configure(5, OUTPUT, 0)
    gpio.write(5, 1)
    gpio.write(5, 0)
    assert errors == []
    assert written == [1, 0]
    assert gpio.read(5, 1) == 0


def test_pins_that_cannot_do_it_are_refused_or_noted():
    gpio, errors, _ = gpio_with_errors()
    raises(ValueError, gpio.configure, 20, INPUT, 0)
    raises(ValueError, gpio.configure, 34, OUTPUT, 0)
    assert errors == []
    gpio.configure(34, INPUT, PULL_UP)
    gpio.configure(6, OUTPUT, 0)
    gpio.configure(1, OUTPUT, 0)
    assert [text.split(":")[0] for text in errors] == [
        "GPIO 34 has no pull resistors",
        "GPIO 6 belongs to the flash",
        "GPIO 1 is the USB serial port",
    ]


def test_the_buzzer_reports_what_can_be_heard():
    heard = []
    buzzer = Buzzer(lambda b: heard.append((b.freq, b.duty)))
    buzzer.drive(2000, 0)
    buzzer.drive(2000, 300)
    buzzer.drive(2000, 300)
    buzzer.drive(2500, 300)
    buzzer.drive(2500, 0)
    buzzer.drive(2000, 0)
    assert heard == [(2000, 300), (2500, 300), (0, 0)]


def test_full_on_is_silent():
    heard = []
    Buzzer(lambda b: heard.append(b.freq)).drive(2000, 65535)
    assert heard == []


def radio(seen=None):
    return Radio("hall", "secret", 1000, None if seen is None else seen.append)


def test_joins_after_its_time():
    seen = []
    station = radio(seen)
    assert station.status(0) == IDLE
    station.activate(True, 0)
    station.connect("hall", "secret", 100)
    assert station.status(1099) == CONNECTING
    assert station.status(1100) == GOT_IP
    assert seen == [True]


def test_needs_the_radio_on_and_the_right_network():
    station = radio()
    raises(OSError, station.connect, "hall", "secret", 0)
    station.activate(True, 0)
    station.connect("hall", "wrong", 0)
    assert station.status(60_000) == CONNECTING


def test_falls_out_of_the_air_and_comes_back_by_itself():
    seen = []
    station = radio(seen)
    station.activate(True, 0)
    station.connect("hall", "secret", 0)
    assert station.is_connected(1000)
    station.air(False, 2000)
    assert not station.is_connected(2000)
    station.air(True, 5000)
    assert not station.is_connected(5999)
    assert station.is_connected(6000)
    assert seen == [True, False, True]
