"""The battery: voltage without allocation, charge by the curve, hours by its own fall, warnings in time."""

from locked_heap import heap_lock, heap_unlock

from boardside.app.battery import ANCHOR_MS, BatteryWatch, life_min
from boardside.drivers.battery import CURVE, Battery, permille

HOUR_MS = 3_600_000


class Pin:
    """An ADC that reads half the cell, with noise of 10 mV."""

    def __init__(self, mv):
        self.mv = mv
        self._noise = 0

    def read_uv(self):
        self._noise = (self._noise + 7) % 21
        return (self.mv // 2 + self._noise - 10) * 1000


class Sounds:
    def __init__(self):
        self.asked = []

    def ask(self, name):
        self.asked.append(name)


class Table:
    def __init__(self):
        self.battery = None
        self.sounds = Sounds()
        self.notices = []

    def notice(self, message, line, now):
        assert len(message.replace(".", "")) <= 8
        assert len(line) <= 40
        self.notices.append(message)


def watched(mv=4100, full_hours=32):
    pin, table = Pin(mv), Table()
    return pin, table, BatteryWatch(Battery(pin), table, lambda text: None, full_hours * 60)


_MV = []  # by permille; searched for once, not at every step of ten hours


def mv_of(full):
    """The voltage at which the cell is `full` permille."""
    if not _MV:
        for mv in range(3000, 4201):
            while len(_MV) <= permille(mv):
                _MV.append(mv)
    return _MV[full]


def drain(pin, watch, hours, full, life_hours, started=0, step_ms=10_000):
    """Let `hours` pass while the charge falls from `full` permille by a whole charge in `life_hours`."""
    passed = 0
    while passed < hours * HOUR_MS:
        passed += step_ms
        pin.mv = mv_of(max(0, full - 1000 * passed // int(life_hours * HOUR_MS)))
        watch.step(started + passed, 0)
    return started + passed


def test_the_curve_rises_and_is_followed_between_its_points():
    assert permille(2500) == 0
    assert permille(4200) == 1000
    last = -1
    for mv in range(2900, 4250):
        assert permille(mv) >= last
        last = permille(mv)
    for mv, full in CURVE:
        assert permille(mv) == full
    assert permille(3755) == 625


def test_a_sample_is_the_mean_and_is_smoothed():
    pin = Pin(3900)
    battery = Battery(pin)
    assert battery.mv == 0
    assert abs(battery.sample() - 3900) <= 12
    pin.mv = 3800  # a load for one sample
    assert battery.sample() > 3880
    for _ in range(60):
        battery.sample()
    assert abs(battery.mv - 3800) <= 15


def test_a_sample_and_a_step_allocate_nothing():
    pin, table, watch = watched()
    watch.step(1_000, 0)
    battery = Battery(pin)
    battery.sample()
    heap_lock()
    try:
        for second in range(2, 700):
            battery.sample()
            watch.step(second * 1000, 0)
    finally:
        heap_unlock()
    assert table.notices == []


def test_hours_are_not_shown_before_they_are_known():
    pin, table, watch = watched()
    assert table.battery["hours"] is None
    assert table.battery["percent"] >= 95
    drain(pin, watch, 0.3, 950, 24)
    assert table.battery["hours"] is None


def test_hours_come_from_the_fall():
    pin, table, watch = watched()
    drain(pin, watch, 3, 950, 24)
    expected = 24 * (950 - 125) // 1000
    assert abs(table.battery["hours"] - expected) <= 3, table.battery


def test_warnings_at_ten_hours_one_hour_and_ten_percent_come_once_each():
    pin, table, watch = watched()
    at = drain(pin, watch, 12, 990, 24)
    assert table.notices == []
    at = drain(pin, watch, 4, 490, 24, at)
    assert table.notices == ["bAtt 10h"]
    drain(pin, watch, 8, 323, 24, at)
    assert len(table.notices) == 3, table.notices
    assert table.notices[1].startswith("bAtt ")
    assert table.sounds.asked == ["warn"] * 3


def test_a_table_of_a_few_hours_warns_by_the_hours_it_can_have():
    """Large digits on 5 Ah: nothing while they can still be hoped for, then a third and a tenth of them."""
    full_min = life_min(5000, ["digits"])
    assert 180 < full_min < 210
    pin, table, watch = watched(full_hours=full_min // 60)
    at = drain(pin, watch, 1.5, 990, 3.3)
    assert table.notices == []
    assert table.battery["low"] is False
    at = drain(pin, watch, 0.8, 530, 3.3, at)
    assert table.notices == ["bAtt  1h"]
    assert table.battery["low"] is True
    drain(pin, watch, 0.9, 285, 3.3, at)
    assert len(table.notices) == 3, table.notices


def test_a_full_charge_lasts_by_what_the_displays_draw():
    assert 30 * 60 < life_min(6600, ["epd42"]) < 34 * 60
    assert life_min(10_000, ["digits"]) // 2 == life_min(5000, ["digits"])
    assert life_min(5000, ["digits", "epd42"]) < life_min(5000, ["digits"])


def test_a_cell_that_is_nearly_empty_at_power_on_is_reported_at_once():
    _, table, watch = watched(3250)
    watch.step(1_000, 0)
    assert table.notices == ["bAtt   8"]
    watch.step(2_000, 0)
    assert len(table.notices) == 1


def test_charging_shows_no_hours_and_resets_the_warnings():
    pin, table, watch = watched(3250)
    watch.step(1_000, 0)
    at = 0
    for full in range(80, 900, 10):
        pin.mv = mv_of(full)
        for _ in range(30):
            at += 10_000
            watch.step(at, 0)
    assert table.battery["hours"] is None
    drain(pin, watch, 5, 900, 5.2, at)
    assert table.notices.count("bAtt   8") == 1
    assert len(table.notices) >= 3
    assert ANCHOR_MS == 300_000
