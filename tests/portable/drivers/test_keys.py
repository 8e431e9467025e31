"""Debouncing against bounce traces: what a key's contact does, millisecond by millisecond."""

from contacts import Contact, registers
from locked_heap import heap_locked
from portable import PERIOD, diff

from boardside.drivers.keys import LONG, LONG_MS, OPEN_MS, PRESS, QUEUE, Keys, Registers

"""`ticks_ms` of the ESP32 wraps here."""


class Bench:
    """Keys on contacts that follow a script, scanned every 10 ms."""

    def __init__(self, count=10, start=0):
        self.contacts = [Contact() for _ in range(count)]
        self.keys = Keys(registers(self.contacts), diff, len(self.contacts))
        self.now = start
        self.seen = []
        self.wait(50)

    def wait(self, length_ms):
        for _ in range(length_ms // 10):
            self.scan()

    def scan(self):
        self.keys.scan(self.now % PERIOD)
        press = self.keys.get()
        while press:
            self.seen.append(press)
            press = self.keys.get()
        self.now += 10

    def close(self, key):
        self.contacts[key].level = 0

    def open(self, key):
        self.contacts[key].level = 1

    def trace(self, key, levels):
        """One reading each 10 ms: `0` closed, `1` open."""
        for level in levels:
            self.contacts[key].level = int(level)
            self.scan()


def test_the_first_closed_reading_is_a_press():
    bench = Bench()
    bench.close(3)
    bench.scan()
    assert bench.seen == [(3, PRESS)]


def test_a_clean_press_and_release_is_one_press():
    bench = Bench()
    bench.trace(0, "0" * 12 + "1" * 12)
    assert bench.seen == [(0, PRESS)]


def test_the_shortest_tap_counts():
    bench = Bench()
    bench.trace(0, "01111111")
    assert bench.seen == [(0, PRESS)]


def test_chatter_while_closing_is_one_press():
    bench = Bench()
    bench.trace(5, "010110100101001" + "0" * 20 + "1" * 10)
    assert bench.seen == [(5, PRESS)]


def test_chatter_of_150_ms_while_opening_is_one_press():
    bench = Bench()
    bench.trace(5, "0" * 10 + "110101101011010" + "1" * 10)
    assert bench.seen == [(5, PRESS)]


def test_every_chatter_that_never_stays_open_is_one_press():
    # All patterns of 15 readings that never read open four times running (30 ms without a break).
    for pattern in range(0, 1 << 15, 7):
        levels = "".join(["1" if pattern >> bit & 1 else "0" for bit in range(15)])
        if "1111" in levels:
            continue
        bench = Bench(count=1)
        bench.trace(0, "0" + levels + "0" + "1111111")
        assert bench.seen == [(0, PRESS)], levels


def test_a_key_that_has_chattered_may_read_open_for_long_by_chance():
    bench = Bench(count=2)
    bench.trace(0, "0010" + "0" * 10 + "1" * 20)
    assert bench.keys.chatters(0)
    assert not bench.keys.chatters(1)
    bench.seen.clear()
    bench.trace(0, "01111110111101" + "0" * 10 + "1101111110" + "1" * 20)
    assert bench.seen == [(0, PRESS)]
    bench.trace(0, "0" * 5 + "1" * 12 + "0" * 5 + "1" * 12)
    assert bench.seen == [(0, PRESS)] * 3


def test_two_fast_taps_are_two_presses():
    # Five a second is fast for a finger; this one opens for 40 ms only.
    bench = Bench()
    bench.trace(1, "00000" + "11111" + "00000" + "11111")
    assert bench.seen == [(1, PRESS), (1, PRESS)]


def test_a_second_key_is_not_lost_while_the_first_is_held():
    bench = Bench()
    bench.close(0)
    bench.scan()
    bench.trace(1, "0011111")
    bench.trace(2, "0011111")
    assert bench.seen == [(0, PRESS), (1, PRESS), (2, PRESS)]
    assert bench.keys.is_held(0)
    assert not bench.keys.is_held(1)
    assert bench.keys.any_held()
    bench.open(0)
    bench.wait(50)
    assert not bench.keys.any_held()


def test_a_chattering_key_does_not_hide_another():
    bench = Bench()
    for step in range(15):
        bench.contacts[0].level = step % 2
        bench.contacts[1].level = 0 if 4 <= step < 8 else 1
        bench.scan()
    assert bench.seen == [(0, PRESS), (1, PRESS)]


def test_keys_closed_in_the_same_scan_all_count():
    bench = Bench()
    for key in range(10):
        bench.close(key)
    bench.scan()
    assert bench.seen == [(key, PRESS) for key in range(10)]


def test_a_long_press_is_reported_once_at_its_time():
    bench = Bench()
    bench.close(9)
    bench.wait(LONG_MS)
    assert bench.seen == [(9, PRESS)]
    bench.wait(10)
    assert bench.seen == [(9, PRESS), (9, LONG)]
    bench.wait(2000)
    bench.open(9)
    bench.wait(100)
    assert bench.seen == [(9, PRESS), (9, LONG)]


def test_a_release_just_before_the_time_is_no_long_press():
    bench = Bench()
    bench.trace(9, "0" * 69 + "1" * 10)
    assert bench.seen == [(9, PRESS)]


def test_a_loose_contact_does_not_break_a_long_press():
    bench = Bench()
    bench.trace(9, "0" * 30 + "11" + "0" * 20 + "1" + "0" * 30)
    assert bench.seen == [(9, PRESS), (9, LONG)]


def test_a_key_stuck_at_power_on_says_nothing_until_it_was_open():
    contacts = [Contact(), Contact()]
    contacts[0].level = 0
    keys = Keys(registers(contacts), diff, len(contacts))
    for now in range(0, 2000, 10):
        assert keys.scan(now) == 0
    contacts[0].level = 1
    for now in range(2000, 2060, 10):
        keys.scan(now)
    contacts[0].level = 0
    assert keys.scan(2060) == 1
    assert keys.get() == (0, PRESS)


def test_a_key_pressed_before_the_first_scan_counts():
    contacts = [Contact()]
    keys = Keys(registers(contacts), diff, len(contacts))
    contacts[0].level = 0
    assert keys.scan(0) == 1


def test_a_stall_does_not_lose_a_key_that_is_still_held():
    bench = Bench()
    bench.now += 100  # a flash erase; the key went down in it
    bench.close(4)
    bench.scan()
    assert bench.seen == [(4, PRESS)]


def test_the_wrap_of_ticks_changes_nothing():
    for start in range(PERIOD - 900, PERIOD, 90):
        bench = Bench(start=start)
        bench.trace(2, "0" * 75 + "1" * 5 + "0" * 5 + "1" * 5)
        assert bench.seen == [(2, PRESS), (2, LONG), (2, PRESS)], start


def test_the_queue_keeps_order_and_counts_what_it_drops():
    contacts = [Contact() for _ in range(10)]
    keys = Keys(registers(contacts), diff, len(contacts))
    now = 0
    for _ in range(5):
        keys.scan(now)
        now += 10
    for _ in range(2):
        for contact in contacts:
            contact.level = 0
            keys.scan(now)
            now += 10
        for contact in contacts:
            contact.level = 1
        for _ in range(5):
            keys.scan(now)
            now += 10
    assert keys.dropped == 20 - QUEUE
    assert [keys.get()[0] for _ in range(QUEUE)] == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5]
    assert keys.get() is None


def test_a_scan_allocates_nothing():
    contacts = [Contact() for _ in range(10)]
    keys = Keys(registers(contacts), diff)

    def work():
        for step in range(200):
            contacts[step % 10].level = step % 3 % 2
            keys.scan(step * 10)
            keys.get()

    heap_locked(work)


def test_a_key_seen_open_once_before_a_stall_may_be_pressed_after_it():
    bench = Bench()
    bench.trace(4, "00000" + "1")
    bench.now += OPEN_MS  # flash is erased; the finger has pressed anew
    bench.close(4)
    bench.scan()
    assert bench.seen == [(4, PRESS), (4, PRESS)]
    assert not bench.keys.chatters(4)
    bench.wait(300)
    assert bench.seen == [(4, PRESS), (4, PRESS)]


def test_a_key_held_through_a_stall_is_one_press():
    bench = Bench()
    bench.trace(4, "00000")
    bench.now += 200
    bench.trace(4, "000" + "1111")
    assert bench.seen == [(4, PRESS)]


def test_a_bad_switch_must_rest_though_a_stall_hid_it():
    bench = Bench()
    bench.trace(4, "0010" + "0" * 5 + "1")
    assert bench.keys.chatters(4)
    bench.now += 80
    bench.close(4)
    bench.scan()
    assert bench.seen == [(4, PRESS)]


class Words:
    """The registers as the chip's memory has them; each holds the bits of the flash, too."""

    def __init__(self):
        self.first = self.second = (1 << 30) - 1


def test_the_keys_of_both_registers_are_told_apart():
    words = Words()
    source = Registers(words, (13, 33, 32, 1, 0))
    assert source.read() == 0
    words.second &= ~(1 << 1)
    assert source.read() == 1 << 1
    words.first &= ~(1 << 13)
    assert source.read() == 1 << 1 | 1 << 0
    words.second = (1 << 30) - 1 & ~1
    assert source.read() == 1 << 2 | 1 << 0
    words.first = (1 << 30) - 1
    assert source.read() == 1 << 2
