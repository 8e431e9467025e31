"""When the heap is collected: by what is in use, in moments that were chosen, never by MicroPython."""

import sys

from boardside.app import garbage
from boardside.app.garbage import ASK_MS, BYTES_PER_MS, SPARE_BYTES, Garbage
from boardside.table.core.core import Room

HELD = 300_000
MINUTE_MS = 60_000


class Heap:
    """A `gc` whose garbage the test makes; counts what walks the heap. `grown`: what `begin` added is in use
    until it was asked once.
    """

    def __init__(self):
        self.used = HELD
        self.grown = SPARE_BYTES
        self.collected = self.walks = 0
        self.least = 1

    def collect(self):
        self.collected += 1
        self.used = HELD

    def mem_alloc(self):
        self.walks += 1
        grown, self.grown = self.grown, 0
        return self.used + grown

    def threshold(self, least):
        self.least = least


def begun():
    """(a heap, its Garbage begun); the counts start at zero after that."""
    heap = garbage.gc = Heap()
    policy = Garbage()
    assert policy.begin()
    heap.collected = heap.walks = 0
    return heap, policy


MOMENTS = ((False, True), (False, False), (True, True), (True, False))
"""Whether a clock runs, whether it is calm: the later, the longer a collection waits."""


def test_micropython_has_no_threshold_of_its_own():
    heap, _ = begun()
    assert heap.least == -1


def test_a_table_at_rest_is_asked_seldom_and_not_collected():
    heap, policy = begun()
    for uptime in range(100, MINUTE_MS + 1, 100):
        assert not policy.step(uptime, False, True)
    assert heap.collected == 0
    assert heap.walks <= MINUTE_MS * BYTES_PER_MS // policy.least(False, True)


def test_it_is_due_from_so_many_bytes_on_and_again_from_there():
    for is_timed, is_calm in MOMENTS:
        heap, policy = begun()
        uptime, least = 0, policy.least(is_timed, is_calm)
        for _ in range(2):
            heap.used += least - 1
            uptime += MINUTE_MS * 10
            assert not policy.step(uptime, is_timed, is_calm)
            heap.used += 1
            assert not policy.step(uptime + ASK_MS - 1, is_timed, is_calm)
            uptime += ASK_MS
            assert policy.step(uptime, is_timed, is_calm)
        assert heap.collected == 2


def test_the_sooner_the_moment_suits_the_less_garbage_it_takes():
    _, policy = begun()
    least = [policy.least(is_timed, is_calm) for is_timed, is_calm in MOMENTS]
    assert least == sorted(least)
    assert least[1] * 2 < least[2], "what no clock minds comes long before what one must bear"
    assert least[-1] + 2 * ASK_MS * BYTES_PER_MS < SPARE_BYTES, "MicroPython never has to"


def test_a_clock_may_run_for_four_minutes_with_a_host_on_the_cable():
    _, policy = begun()
    assert policy.least(True, True) >= 4 * 60 * 4_000


def test_a_heap_that_cannot_grow_is_collected_before_it_is_full():
    """118,000 bytes are to spare at the end of a long match (an emulated ESP32); 4,000 a second come."""
    heap = garbage.gc = Heap()
    heap.grown = 0
    words, garbage.GROW_WORDS = garbage.GROW_WORDS, sys.maxsize >> 4
    policy = Garbage()
    try:
        assert not policy.begin()
    finally:
        garbage.GROW_WORDS = words
    assert policy.least(True, False) + 2 * ASK_MS * 4 < 118_000


def test_what_was_let_go_of_is_collected_in_the_next_calm_moment_without_a_clock():
    heap, policy = begun()
    policy.want()
    assert not policy.step(100, True, True)
    assert not policy.step(200, False, False)
    assert policy.step(300, False, True)
    assert not policy.step(400, False, True)
    assert heap.collected == 1


def test_no_memory_is_held_for_a_press_where_the_heap_has_grown():
    room = Room()
    room.is_plenty = True
    room.hold()
    assert room._held is None
    assert room.give_up()
