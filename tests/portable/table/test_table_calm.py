"""Between its own changes a table needs no ticks: one that is ticked and drawn only when it says so shows the
same, at every moment, as one that is ticked and drawn each 10 ms.
"""

import random

from portable import PERIOD, add
from table_kit import Umpire

from boardside.table.show import segments, segments_four, segments_line

STEP_MS = 10


def drawn(screen):
    """The three kinds of digits, dark while the screen flashes."""
    pictures = bytearray(8), bytearray(16), bytearray(4)
    if not screen.dark:
        segments.render(screen, pictures[0])
        segments_line.render(screen, pictures[1])
        segments_four.render(screen, pictures[2])
    return bytes(pictures[0] + pictures[1] + pictures[2])


class Pair:
    """Two tables that get the same: `busy` is ticked and drawn always, `calm` when it asks for it."""

    def __init__(self, start, **settings):
        self.busy, self.calm = Umpire(start, **settings), Umpire(start, **settings)
        self.now = start
        self.ticks = 0
        self._revision = -1
        self._seen = b""

    def each(self, act):
        """The same act at both tables; it is seen at the next tick at the latest."""
        assert act(self.busy.table, self.now) == act(self.calm.table, self.now)

    def wait(self, ms):
        """Let time pass; compare all that is seen."""
        for _ in range(ms // STEP_MS):
            self.now = add(self.now, STEP_MS)
            self.busy.table.tick(self.now)
            if self.calm.table.next_change(self.now) == 0:
                self.ticks += 1
                self.calm.table.tick(self.now)
            self._compare()

    def _compare(self):
        table = self.calm.table
        if table.revision != self._revision:
            revision = table.revision
            self._seen = drawn(table.screen(self.now))
            self._revision = revision
        seen = drawn(self.busy.table.screen(self.now))
        assert self._seen == seen, (self.now, self.busy.state.phase)
        sound = self.busy.table.take_sound()
        assert table.take_sound() == sound
        assert self.calm.memory.kinds() == self.busy.memory.kinds()


KEYS = ("WHITE", "BLACK", "QUEEN", "STRIKER", "FOUL", "DUE", "PAUSE", "UNDO", "OK") + ("CLOCK",) * 6


MATCH = {"kind": "match", "match": "m1", "ruleset": "icf", "stage": "round", "breaks": "a"}
HOST_MS = 1_700_000_000_000
HALL = {"kind": "hall", "do": "start", "ms": 20_000, "number": 1, "moment": HOST_MS + 103_000}


def play(seed, start):
    """A match by random keys, then the hall's clock to its end, while the host corrects its time."""
    random.seed(seed)
    pair = Pair(start, strokes=seed != 2, idle=seed == 3)
    assert pair.calm.memory.kinds() == ["boot"]
    pair.each(lambda table, now: table.command(dict(MATCH), now)[0])
    for _ in range(40):
        key = KEYS[random.randrange(len(KEYS))]
        pair.each(lambda table, now, key=key: table.press(key, False, now))
        pair.wait(10 * random.randrange(200))
    pair.each(lambda table, now: table.set_host_time(now, HOST_MS + 100_000, now))
    pair.each(lambda table, now: table.command(dict(HALL), now)[0])
    for late in (60, -250, 900):
        pair.wait(4_000)
        host_ms = HOST_MS + 104_000 + late
        pair.each(lambda table, now, host_ms=host_ms: table.set_host_time(now, host_ms, now))
    pair.wait(75_000)
    return pair


def test_a_table_that_is_ticked_when_it_asks_shows_the_same():
    for seed, start in ((1, 0), (2, PERIOD - 20_000), (3, 777)):
        pair = play(seed, start)
        assert "match" in pair.calm.memory.kinds()
        assert pair.calm.memory.kinds()[-1] == "hall"


def test_where_nothing_moves_one_tick_in_a_hundred_does_anything():
    pair = Pair(5)
    pair.wait(10_000)
    assert pair.ticks < 30
