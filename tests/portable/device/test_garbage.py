"""When the heap is collected: by what is in use, in moments that were chosen, never by MicroPython."""

from boardside.app import garbage
from boardside.app.garbage import ASK_MS, DUE_BYTES, MOST_BYTES, QUIET_BYTES, Garbage

HELD = 300_000


class Heap:
    """A `gc` whose garbage the test makes; counts what walks the heap."""

    def __init__(self):
        self.used = HELD
        self.collected = self.walks = 0
        self.least = 1

    def collect(self):
        self.collected += 1
        self.used = HELD

    def mem_alloc(self):
        self.walks += 1
        return self.used

    def threshold(self, least):
        self.least = least


def begun():
    """(a heap, its Garbage begun); the counts start at zero after that."""
    heap = garbage.gc = Heap()
    policy = Garbage()
    policy.begin()
    heap.collected = heap.walks = 0
    return heap, policy


MOMENTS = (
    (QUIET_BYTES, False, True),
    (DUE_BYTES, True, True),
    (MOST_BYTES, False, False),
    (MOST_BYTES, True, False),
)
"""What more must be in use, whether a clock runs, whether it is calm."""


def test_micropython_has_no_threshold_of_its_own():
    heap, _ = begun()
    assert heap.least == -1


def test_a_table_at_rest_is_asked_now_and_then_and_not_collected():
    heap, garbage = begun()
    for uptime in range(100, 10 * ASK_MS + 1, 100):
        assert not garbage.step(uptime, False, True)
    assert heap.walks == 10


def test_it_is_due_from_so_many_bytes_on_and_again_from_there():
    for least, is_timed, is_calm in MOMENTS:
        heap, garbage = begun()
        uptime = 0
        for _ in range(2):
            heap.used += least - 1
            uptime += ASK_MS
            assert not garbage.step(uptime, is_timed, is_calm)
            heap.used += 1
            assert not garbage.step(uptime + ASK_MS - 1, is_timed, is_calm)
            uptime += ASK_MS
            assert garbage.step(uptime, is_timed, is_calm)
        assert heap.collected == 2


def test_what_is_left_of_the_ports_heap_is_never_used_up():
    """118,000 bytes at the end of a long match (an emulated ESP32); 4,000 a second are allocated in play."""
    assert MOST_BYTES + 2 * ASK_MS * 4 < 118_000


def test_what_was_let_go_of_is_collected_in_the_next_calm_moment_without_a_clock():
    heap, garbage = begun()
    garbage.want()
    assert not garbage.step(100, True, True)
    assert not garbage.step(200, False, False)
    assert garbage.step(300, False, True)
    assert not garbage.step(400, False, True)
    assert heap.collected == 1
