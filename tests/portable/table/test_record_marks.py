"""Undo far back: from a mark at a board's beginning, with the same outcome as the whole match read again."""

from table_kit import FullError, Memory

from boardside.game import fold, match
from boardside.table.record import Record

BOARDS = 6
STROKES = 12


class Counting(Memory):
    """A journal in memory that counts the events it gave out."""

    def __init__(self):
        super().__init__()
        self.given = 0

    def read(self, from_seq=0):
        for event in super().read(from_seq):
            self.given += 1
            yield event


def played():
    """A record of a match in its seventh board, every stroke recorded; and its memory."""
    memory = Counting()
    record = Record(memory.store, memory.read, FullError)
    record.add({"kind": "match", "match": "m", "ruleset": "icf", "stage": "group", "breaks": "a"}, "panel")
    for _ in range(BOARDS):
        _board(record)
    record.add({"kind": "play", "strokes": True}, "panel")
    for _ in range(STROKES):
        record.add({"kind": "stroke"}, "panel")
    return record, memory


def _board(record):
    if match.may(record.state, "sides") and record.state.change_due:
        record.add({"kind": "sides"}, "panel")
    record.add({"kind": "play", "strokes": True}, "panel")
    for _ in range(STROKES):
        record.add({"kind": "stroke"}, "panel")
    record.add({"kind": "board", "winner": "a", "left": 1, "queen": "b"}, "panel")


def same_as_all(record, memory):
    whole = fold.fold(memory.read)
    assert match.to_dict(record.state) == match.to_dict(whole.state)
    assert record.undoable == whole.undoable


def test_undo_beyond_the_steps_reads_from_the_board_on():
    record, memory = played()
    for number in range(STROKES - 1):
        memory.given = 0
        record.undo("panel")
        assert memory.given <= 2 * STROKES + 2, number
        same_as_all(record, memory)


def test_undo_over_all_boards_is_what_the_whole_match_gives():
    record, memory = played()
    while record.undoable:
        record.undo("panel")
        same_as_all(record, memory)
    assert record.state.board == 1


def test_redo_after_undo_far_back():
    record, memory = played()
    before = match.to_dict(record.state)
    for _ in range(STROKES + 4):
        record.undo("panel")
    for _ in range(STROKES + 4):
        record.redo("panel")
        same_as_all(record, memory)
    assert match.to_dict(record.state) == before


def test_undo_and_play_on_by_turns():
    record, memory = played()
    for step in range(3):
        for _ in range(STROKES + 3 * step):
            record.undo("panel")
        if record.state.phase != "board":
            record.add({"kind": "play", "strokes": True}, "panel")
        for _ in range(3):
            record.add({"kind": "stroke"}, "panel")
        same_as_all(record, memory)


def test_after_power_on_the_marks_are_there_again():
    _, memory = played()
    record = Record(memory.store, memory.read, FullError)
    record.load()
    memory.given = 0
    record.undo("panel")
    assert 0 < memory.given <= 2 * STROKES + 2
    same_as_all(record, memory)


def test_power_on_after_any_undo_and_redo_is_what_the_whole_match_gives():
    record, memory = played()
    for undos, redos in ((1, 1), (STROKES + 3, 2), (3, 3), (2 * STROKES, 5), (1, 0)):
        for _ in range(undos):
            record.undo("panel")
        for _ in range(redos):
            record.redo("panel")
        again = Record(memory.store, memory.read, FullError)
        again.load()
        same_as_all(again, memory)
        assert match.to_dict(again.state) == match.to_dict(record.state)
        whole = fold.fold(memory.read)
        assert (again.last_seq, again.last_kind) == (whole.last, whole.last_kind)
        assert again.ruling.text == whole.rulings[-1][1].text
        assert again.undoable == record.undoable


def test_power_on_reads_a_match_without_undo_once():
    _, memory = played()
    memory.given = 0
    Record(memory.store, memory.read, FullError).load()
    assert memory.given == len(memory.events)


def test_power_on_with_several_matches_and_events_of_the_table():
    record, memory = played()
    record.add({"kind": "hall", "do": "start", "ms": 1000}, "host")
    record.add({"kind": "match", "match": "n", "ruleset": "vkk", "stage": "group", "breaks": "b"}, "host")
    record.add({"kind": "boot", "cause": "power"}, "table")
    again = Record(memory.store, memory.read, FullError)
    again.load()
    same_as_all(again, memory)
    assert (again.state.match, again.last_kind, again.last_seq) == ("n", "match", record.last_seq)
