"""A journal in a partition in memory that can be opened again, as after a power-on."""

from nor import Nor

from boardside.journal import Journal
from boardside.journal.ring import Ring


class Table:
    """A journal on a partition of its own, which can be opened again as after a power-on."""

    def __init__(self, sectors=64):
        self.device = Nor(sectors)
        self.time = 0
        self.start()

    def start(self):
        self.home = Ring(self.device)
        self.journal = Journal(self.home, lambda: self.time)
        return self.journal

    def play(self, count, match="m1"):
        """Store `count` events of a match; what was stored."""
        stored = []
        for number in range(count):
            self.time += 1234
            event = {"kind": "board", "by": "panel", "match": match, "winner": "a", "left": number % 10}
            stored.append(self.journal.append(event))
        return stored

    def begin(self, match="m1"):
        event = {"kind": "match", "by": "host", "match": match, "ruleset": "icf", "stage": "round"}
        event["a"], event["b"] = ["Ann"], ["Bo"]
        return self.journal.append(event)

    def read(self, from_seq=1):
        return list(self.journal.read(from_seq))
