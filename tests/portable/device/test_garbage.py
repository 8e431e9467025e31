"""When the heap is collected: after presses, or when it is used up; and asked about once a minute."""

from boardside.app import garbage
from boardside.app.garbage import ASK_MS, PRESSES, PRESSES_MOST, THRESHOLD_PART, Garbage

HEAP = 4_000_000


class Heap:
    """A `gc` whose garbage the test makes; counts what walks the heap."""

    def __init__(self, held=300_000):
        self.held = self.used = held
        self.collected = self.walks = self.least = 0

    def collect(self):
        self.collected += 1
        self.used = self.held

    def mem_free(self):
        self.walks += 1
        return HEAP - self.used

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


def test_what_micropython_collects_by_itself_is_scaled_to_the_heap():
    heap, _ = begun()
    assert heap.least == HEAP // THRESHOLD_PART


def test_a_table_at_rest_is_asked_once_a_minute_and_not_collected():
    heap, garbage = begun()
    for uptime in range(100, 10 * ASK_MS + 1, 100):
        assert not garbage.step(uptime, 0, False)
    assert heap.walks == 10


def test_some_presses_make_a_collection_due():
    heap, garbage = begun()
    assert not garbage.step(100, PRESSES - 1, False)
    assert garbage.step(200, PRESSES, False)
    assert not garbage.step(300, PRESSES + 1, False)
    assert garbage.step(400, 2 * PRESSES, False)
    assert heap.collected == 2


def test_what_links_and_pages_use_up_is_found_within_a_minute():
    heap, garbage = begun()
    heap.used += HEAP // 8
    assert not garbage.step(100, 0, False)
    assert garbage.step(ASK_MS, 0, False)
    heap.used += HEAP // 8 - 1
    assert not garbage.step(2 * ASK_MS, 0, False)


def test_modules_that_were_let_go_of_are_collected_soon():
    heap, garbage = begun()
    garbage.want()
    assert garbage.step(100, 0, False)
    assert not garbage.step(200, 0, False)
    assert heap.collected == 1


def test_without_calm_moments_a_finger_on_a_key_is_the_next_best():
    _, garbage = begun()
    assert not garbage.is_urgent(PRESSES_MOST - 1)
    assert garbage.is_urgent(PRESSES_MOST)
    garbage.step(100, PRESSES_MOST, False)
    assert not garbage.is_urgent(PRESSES_MOST)


def test_while_a_clock_runs_only_many_presses_or_much_garbage_are_a_reason():
    heap, garbage_of_table = begun()
    garbage_of_table.want()
    assert not garbage_of_table.step(100, PRESSES_MOST - 1, True)
    assert garbage_of_table.step(200, PRESSES_MOST, True)
    assert not garbage_of_table.step(300, 2 * PRESSES_MOST - 1, True)
    heap.used += HEAP // 8
    assert garbage_of_table.step(200 + ASK_MS, 2 * PRESSES_MOST - 1, True)
    assert heap.collected == 2


def test_what_waited_for_the_clock_is_collected_when_it_stands():
    heap, garbage_of_table = begun()
    assert not garbage_of_table.step(100, PRESSES, True)
    assert garbage_of_table.step(200, PRESSES, False)
    assert heap.collected == 1
