"""The power cut at every single write and erase the flash sees, torn writes too, on the real LittleFS.

Runs under MicroPython only: CPython has no LittleFS to try.
"""

import gc

import flash
from portable import WHOLE

from boardside.journal import Journal
from boardside.journal.segments import Segments

BLOCKS = 40
EVERY = 1 if WHOLE else 5


class Umpire:
    """Stores a short match of the sort a table sees, remembering what was accepted."""

    def __init__(self, path):
        self.path = path
        self.time = 0
        self.accepted = []
        self.attempted = None
        self.released_below = 0

    def power_on(self):
        self.journal = Journal(Segments(self.path), lambda: self.time)

    def store(self, event):
        self.time += 900
        self.attempted = event
        self.accepted.append(self.journal.append(event))
        self.attempted = None

    def match(self, match, boards):
        event = {"kind": "match", "by": "host", "match": match, "ruleset": "icf", "stage": "round"}
        event.update({"a": ["Ann Example"], "b": ["Bo Example"], "title": "Round 1, table 3"})
        self.store(event)
        for number in range(boards):
            self.store({"kind": "play", "by": "panel", "match": match})
            event = {"kind": "board", "by": "panel", "match": match, "winner": "a", "left": number % 10}
            event.update({"queen": "b", "demand": 0})
            self.store(event)
            if number % 3 == 2:
                self.store({"kind": "undo", "by": "panel", "match": match, "of": self.journal.last_seq})
            if number % 4 == 3:
                self.journal.tidy()

    def play(self):
        """Two matches with a power-on between them; the first is released on the way."""
        self.power_on()
        self.store({"kind": "boot", "cause": "power-on"})
        self.match("m1", 9)
        self.power_on()
        self.store({"kind": "boot", "cause": "watchdog"})
        self.match("m2", 5)
        self.released_below = self.journal.last_match_seq
        assert self.journal.release(self.released_below) == self.released_below
        while self.journal.tidy():
            pass
        self.match("m3", 2)


def without_number(event):
    return {name: event[name] for name in event if name not in ("seq", "boot", "at")}


def check_after_cut(umpire, journal):
    """Nothing accepted is lost, changed or doubled; at most the one event under way is there besides."""
    seen = list(journal.read())
    assert not journal.damaged, journal.damaged
    assert journal.torn == 0  # LittleFS commits whole writes or none
    numbers = [event["seq"] for event in seen]
    kept = [event for event in umpire.accepted if event["seq"] in numbers]
    for event in umpire.accepted:
        assert event["seq"] < umpire.released_below or event in kept, "lost %r" % (event,)
    assert seen[: len(kept)] == kept
    if len(seen) > len(kept):
        assert len(seen) == len(kept) + 1
        expected = dict(umpire.attempted)
        expected.setdefault("by", "table")
        assert without_number(seen[-1]) == expected
    last = max(numbers + [0])
    assert journal.last_seq == last
    after = journal.append({"kind": "boot", "cause": "power-on"})
    assert after["seq"] == last + 1
    if umpire.accepted:
        assert after["boot"] > umpire.accepted[-1]["boot"]
    assert list(journal.read()) == seen + [after]


def cut_once(image, cut_at, torn):
    """Play until the power goes at operation `cut_at`; whether it did. Then power on and check."""
    device = flash.Flash(image=image, cut_at=cut_at, torn=torn)
    umpire = Umpire(flash.mount(device) + "/journal")
    try:
        umpire.play()
        return False
    except Exception:  # the cut comes out as what the layer that met it makes of it
        assert device.is_dead
    again = flash.Flash(image=device.image)
    path = flash.mount(again) + "/journal"
    check_after_cut(umpire, Journal(Segments(path), lambda: 0))
    return True


def test_a_cut_at_every_write_loses_nothing():
    if not flash.HAS_LITTLEFS:
        return
    image = flash.formatted(BLOCKS)
    for torn in (3, 8):
        cut_at = 1
        try:
            while cut_once(image, cut_at, torn):
                cut_at += EVERY
                gc.collect()
        except Exception:
            print("cut at operation %d, torn %d/8" % (cut_at, torn))
            raise
        assert cut_at > 100, cut_at


def test_a_second_cut_in_the_recovery_loses_nothing():
    if not flash.HAS_LITTLEFS:
        return
    image = flash.formatted(BLOCKS)
    for cut_at in range(1, 200, 9 * EVERY):
        device = flash.Flash(image=image, cut_at=cut_at, torn=5)
        umpire = Umpire(flash.mount(device) + "/journal")
        try:
            umpire.play()
        except Exception:
            assert device.is_dead
        second_at = 1
        is_cut = True
        while is_cut:
            second = flash.Flash(image=device.image, cut_at=second_at, torn=5)
            try:
                path = flash.mount(second) + "/journal"
                Journal(Segments(path), lambda: 0).tidy()
                is_cut = second.is_dead
            except Exception:
                assert second.is_dead
            path = flash.mount(flash.Flash(image=second.image)) + "/journal"
            check_after_cut(umpire, Journal(Segments(path), lambda: 0))
            second_at += 1


def test_the_checks_catch_a_journal_that_reports_before_it_is_safe():
    """The same cuts with a journal that forgets the flush: the test must find what is lost."""
    if not flash.HAS_LITTLEFS:
        return

    opened = []

    class Hasty:
        def __init__(self, file):
            self.file = file
            opened.append(file)

        def write(self, data):
            self.file.write(data)

        def flush(self):
            pass

        def close(self):
            self.file.close()

    def begin(self, seq, original=Segments._begin_segment):
        original(self, seq)
        self._file = Hasty(self._file)

    original = Segments._begin_segment
    Segments._begin_segment = begin
    image = flash.formatted(BLOCKS)
    caught = 0
    try:
        for cut_at in range(20, 120, 5):
            try:
                cut_once(image, cut_at, 0)
            except AssertionError:
                caught += 1
            while opened:
                close_quietly(opened.pop())
    finally:
        Segments._begin_segment = original
    assert caught > 0


def close_quietly(file):
    """Its flash has no power any more."""
    try:
        file.close()
    except OSError:
        pass
