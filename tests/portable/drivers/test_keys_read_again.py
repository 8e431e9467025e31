"""Readings of a panel's keys that fail, and the second reading that a new press needs."""

from portable import PERIOD, diff

from boardside.drivers.keys import LONG, OPEN_MS, PRESS, RETRY_MS, SILENT_MS, Keys

"""`ticks_ms` of the ESP32 wraps here."""


class Source:
    """A panel that may stop answering; `closed` is what its keys do."""

    def __init__(self):
        self.closed = 0
        self.is_there = True
        self.readings = 0

    def read(self):
        self.readings += 1
        if not self.is_there:
            raise OSError(19)
        return self.closed


def scanned(source, keys, begin, length_ms):
    """Scan for so long; what was reported."""
    seen = []
    for now in range(begin, begin + length_ms, 10):
        keys.scan(now)
        press = keys.get()
        while press:
            seen.append(press)
            press = keys.get()
    return seen


def test_one_failed_reading_loses_nothing():
    source = Source()
    keys = Keys(source, diff)
    assert scanned(source, keys, 0, 100) == []
    source.closed = 1
    assert scanned(source, keys, 100, 50) == [(0, PRESS)]
    source.is_there = False
    assert scanned(source, keys, 150, SILENT_MS) == []
    assert keys.answers
    source.is_there = True
    assert scanned(source, keys, 250, 700) == [(0, LONG)]


def test_a_panel_that_is_away_invents_no_key_and_comes_back():
    source = Source()
    keys = Keys(source, diff)
    scanned(source, keys, 0, 100)
    source.closed = 0b11
    assert scanned(source, keys, 100, 50) == [(0, PRESS), (1, PRESS)]
    source.is_there = False
    assert scanned(source, keys, 150, 1000) == []
    assert not keys.answers
    assert not keys.any_held()
    source.is_there = True
    assert scanned(source, keys, 1150, 2000) == []  # still held: nobody knows since when
    assert keys.answers
    source.closed = 0b10
    assert scanned(source, keys, 3150, 50) == []
    source.closed = 0b11
    assert scanned(source, keys, 3200, 50) == [(0, PRESS)]


def test_a_panel_that_is_not_there_at_power_on_may_come_later():
    source = Source()
    source.is_there = False
    keys = Keys(source, diff)
    assert not keys.answers
    assert scanned(source, keys, 0, 500) == []
    source.is_there = True
    assert scanned(source, keys, 500, 60) == []
    source.closed = 1 << 9
    assert scanned(source, keys, 560, 20) == [(9, PRESS)]


def test_a_panel_that_is_away_is_read_twice_a_second_and_back_within_one():
    for start in (0, PERIOD // 2 + 5000):
        source = Source()
        keys = Keys(source, diff)
        scanned(source, keys, start, 100)
        source.is_there = False
        scanned(source, keys, start + 100, SILENT_MS + 10)
        source.readings = 0
        scanned(source, keys, start + 210, 10_000)
        assert source.readings == 10_000 // RETRY_MS, start
        source.is_there = True
        scanned(source, keys, start + 10_210, RETRY_MS + OPEN_MS + 10)
        source.closed = 1
        assert scanned(source, keys, start + 10_750, 10) == [(0, PRESS)], start
        source.readings = 0
        scanned(source, keys, start + 10_760, 100)
        assert source.readings == 10, start


def test_a_panel_that_was_never_there_is_found_whatever_the_ticks():
    source = Source()
    source.is_there = False
    keys = Keys(source, diff)
    source.is_there = True
    scanned(source, keys, PERIOD // 2 + 5000, RETRY_MS)
    assert keys.answers


class Settled:
    """Keys with a second reading; `then` is what it reads, and `waits` counts how often it was taken."""

    def __init__(self):
        self.source = Source()
        self.keys = Keys(self.source, diff, settle=self._settle)
        self.now = 0
        self.then = 0
        self.waits = 0

    def _settle(self):
        self.waits += 1
        self.source.closed = self.then

    def reads(self, closed, then):
        """One scan: what was reported. then: closed keys a millisecond later, if anybody looks."""
        self.source.closed, self.then = closed, then
        self.now += 10
        return scanned(self.source, self.keys, self.now, 10)


def test_a_spark_is_no_press():
    settled = Settled()
    for _ in range(5):
        assert settled.reads(1, 0) == []
    assert not settled.keys.any_held()
    assert not settled.keys.chatters(0)
    assert settled.reads(1, 1) == [(0, PRESS)]


def test_a_second_reading_is_taken_of_new_presses_only():
    settled = Settled()
    for _ in range(20):
        settled.reads(0, 0)
    assert settled.waits == 0
    settled.reads(1, 1)
    for _ in range(100):
        settled.reads(1, 0)
    assert settled.waits == 1
    assert settled.keys.is_held(0)


def test_a_spark_on_one_key_does_not_hide_another():
    settled = Settled()
    assert settled.reads(0b11, 0b10) == [(1, PRESS)]
    assert settled.reads(0b111, 0b010) == []
    assert settled.reads(0b110, 0b110) == [(2, PRESS)]


def test_a_key_closed_only_at_the_second_reading_waits_for_the_next_scan():
    settled = Settled()
    assert settled.reads(0b01, 0b11) == [(0, PRESS)]
    assert settled.reads(0b11, 0b11) == [(1, PRESS)]


def test_a_key_known_to_chatter_counts_at_its_first_reading():
    settled = Settled()
    for closed in (1, 1, 0, 1, 0, 0):
        settled.reads(closed, closed)
    assert settled.keys.chatters(0)
    for _ in range(11):
        settled.reads(0, 0)
    assert settled.reads(1, 0) == [(0, PRESS)]


def test_a_second_reading_that_fails_loses_nothing():
    settled = Settled()

    def gone():
        settled.source.is_there = False

    settled.keys._settle = gone
    assert settled.reads(1, 1) == []
    settled.source.is_there = True
    settled.keys._settle = None
    assert settled.reads(1, 1) == [(0, PRESS)]
