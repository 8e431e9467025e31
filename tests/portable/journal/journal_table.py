"""A journal on segments that can be opened again, and its files changed, as after a power-on."""

import os

from flash import mounted, room

from boardside.journal import Journal
from boardside.journal.segments import Segments


class Table:
    """A journal on its own directory, which can be opened again as after a power-on."""

    def __init__(self, path=None, free=900):
        self.path = path or mounted() + "/journal"
        self.time = 0
        self.free = free
        self.start()

    def start(self):
        self.home = Segments(self.path, lambda path: room(self.free)(path))
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

    def newest(self):
        """Path of the newest segment."""
        chapter = sorted([name for name in os.listdir(self.path) if name.isdigit()])[-1]
        segment = sorted(os.listdir(self.path + "/" + chapter))[-1]
        return "%s/%s/%s" % (self.path, chapter, segment)


def add_to(path, data):
    with open(path, "ab") as file:
        file.write(data)


def change(path, function):
    with open(path, "rb") as file:
        data = file.read()
    replace(path, function(data))


def replace(path, data):
    with open(path, "wb") as file:
        file.write(data)
