"""What storing an event costs the flash: counted on the real LittleFS with the stock mount."""

import flash

from boardside.journal import Journal
from boardside.journal.segments import Segments


def opened(device):
    return Journal(Segments(flash.mount(device) + "/journal"), lambda: 123456)


def store(journal, number):
    """A board of a match: "Play" and its result."""
    journal.append({"kind": "play", "by": "panel", "match": "m1"})
    event = {"kind": "board", "by": "panel", "match": "m1", "winner": "a", "left": number % 10}
    event.update({"queen": "b", "demand": 0})
    journal.append(event)


def test_no_press_waits_for_an_erase_when_idle_moments_are_used():
    if not flash.HAS_LITTLEFS:
        return
    device = flash.Flash(image=flash.formatted(160))
    journal = opened(device)
    journal.append({"kind": "match", "by": "host", "match": "m1", "a": ["Ann"], "b": ["Bo"]})
    erases = writes = 0
    for number in range(120):
        before = device.erases, device.writes
        store(journal, number)
        erases += device.erases - before[0]
        writes += device.writes - before[1]
        while journal.tidy():
            pass
    assert erases == 0, erases
    assert writes / 240 < 4.5, writes / 240
    assert device.erases / 240 < 0.3, device.erases / 240


def test_without_idle_moments_few_presses_wait():
    if not flash.HAS_LITTLEFS:
        return
    device = flash.Flash(image=flash.formatted(160))
    journal = opened(device)
    before = device.erases
    for number in range(120):
        store(journal, number)
    assert (device.erases - before) / 240 < 0.3, (device.erases - before) / 240


def test_opening_reads_little_however_long_the_match():
    if not flash.HAS_LITTLEFS:
        return

    class Counting(flash.Flash):
        reads = 0

        def readblocks(self, block, buffer, offset=0):
            self.reads += 1
            return flash.Flash.readblocks(self, block, buffer, offset)

    device = Counting(image=flash.formatted(160))
    journal = opened(device)
    costs = []
    for length in (10, 100):
        for number in range(length):
            store(journal, number)
        path = flash.mount(device) + "/journal"
        device.reads = 0
        journal = Journal(Segments(path), lambda: 0)
        costs.append(device.reads)
    # Of 128 bytes at most each: about 0.1 s on an ESP32, whose flash gives 40 of them in a millisecond.
    assert max(costs) < 4000, costs
