"""Memory runs out at the n-th note beside the journal, for every n: what is stored holds, and is undone as
ever.

Python cannot be made to fail at a given allocation, so the notes themselves raise MemoryError: whatever a
record keeps beside the journal goes through them.
"""

from table_kit import FullError, Memory

from boardside.game import dicts, fold
from boardside.table.core.record import NotStored, Record, Steps

BEGIN = {"kind": "match", "match": "m", "ruleset": "icf", "stage": "group", "breaks": "a"}
PLAY = {"kind": "play"}
BOARD = {"kind": "board", "winner": "a", "left": 3, "queen": "a"}
SCRIPT = (
    BEGIN,
    PLAY,
    BOARD,
    PLAY,
    "undo",
    "undo",
    BOARD,
    PLAY,
    BOARD,
    "undo",
    BOARD,
    PLAY,
    "undo",
    "undo",
    BOARD,
)


class Short:
    """Notes number `fails` and the `more` after it find no memory."""

    def __init__(self, fails, more):
        self.fails = range(fails, fails + 1 + more)
        self.count = 0

    def note(self):
        self.count += 1
        if self.count in self.fails:
            raise MemoryError("memory allocation failed")


def failing(owner, name, short):
    original = getattr(owner, name)

    def noting(*arguments):
        short.note()
        return original(*arguments)

    setattr(owner, name, noting)
    return lambda: setattr(owner, name, original)


def play(fails, more):
    """The script with a memory that fails there; how many notes there were."""
    memory = Memory()
    record = Record(memory.store, memory.read, FullError)
    short = Short(fails, more)
    restore = [
        failing(Steps, "add", short),
        failing(Steps, "drop", short),
        failing(fold, "keep_mark", short),
    ]
    stored = 0
    try:
        for event in SCRIPT:
            before = len(memory.events)
            try:
                if event == "undo":
                    record.undo("panel")
                else:
                    record.add(dict(event), "panel")
            except NotStored:
                # Only before anything is stored: then nothing has happened, and the umpire presses again.
                assert len(memory.events) == before
                if event == "undo":
                    record.undo("panel")
                else:
                    record.add(dict(event), "panel")
            stored += 1
            assert len(memory.events) == stored
    finally:
        for each in restore:
            each()
    if short.count >= fails:
        assert_same(record, memory)
    return short.count


def assert_same(record, memory):
    while True:
        whole = fold.fold(memory.read)
        assert dicts.to_dict(record.state) == dicts.to_dict(whole.state)
        assert record.undoable == whole.undoable
        if record.undoable is None:
            return
        record.undo("panel")


def test_a_note_that_fails_takes_nothing_back():
    notes = play(10**9, 0)
    assert notes > 15
    for fails in range(1, notes + 1):
        play(fails, 0)


def test_reading_again_may_fail_too():
    for more in (1, 2):
        for fails in range(1, play(10**9, 0) + 1):
            play(fails, more)
