"""Undo far back: from a mark at a board's beginning, with the same outcome as the whole match read again."""

from table_kit import FullError, Memory

from boardside.game import dicts, fold, match
from boardside.table.core.record import KEPT, Record
from boardside.table.ruling_words import text_of

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
    assert dicts.to_dict(record.state) == dicts.to_dict(whole.state)
    assert record.undoable == whole.undoable


def test_undo_beyond_the_steps_reads_a_few_tens_of_events_once_for_many():
    record, memory = played()
    read = 0
    for number in range(STROKES - 1):
        memory.given = 0
        record.undo("panel")
        assert memory.given <= 2 * (fold.MARK_EVERY + KEPT), number
        read += memory.given
        same_as_all(record, memory)
    assert read <= 2 * (fold.MARK_EVERY + KEPT)


def test_undo_over_all_boards_is_what_the_whole_match_gives():
    record, memory = played()
    while record.undoable:
        record.undo("panel")
        same_as_all(record, memory)
    assert record.state.board == 1


def test_redo_after_undo_far_back():
    record, memory = played()
    before = dicts.to_dict(record.state)
    for _ in range(STROKES + 4):
        record.undo("panel")
    for _ in range(STROKES + 4):
        record.redo("panel")
        same_as_all(record, memory)
    assert dicts.to_dict(record.state) == before


def test_undo_alternating_with_play():
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
    assert 0 < memory.given <= KEPT + fold.MARK_EVERY + 1
    memory.given = 0
    for _ in range(KEPT):
        record.undo("panel")
        assert memory.given == 0, "the steps are there again"
    same_as_all(record, memory)


def test_in_a_long_board_no_undo_reads_more_than_a_few_events():
    memory = Counting()
    record = Record(memory.store, memory.read, FullError)
    record.add({"kind": "match", "match": "m", "ruleset": "icf", "stage": "group", "breaks": "a"}, "panel")
    record.add({"kind": "play", "strokes": True}, "panel")
    for number in range(300):
        record.add({"kind": "stroke"}, "panel")
        if number % 7 == 3 and number < 240:
            record.add({"kind": "pause", "clock": "stroke", "left": 5000}, "panel")
    again = Record(memory.store, memory.read, FullError)
    again.load()
    for table in (record, again):
        assert len(table._marks) <= fold.MARKS_KEPT
        gaps = [table._marks[at + 1][0] - table._marks[at][0] for at in range(len(table._marks) - 1)]
        assert max(gaps) <= 64, gaps
        assert gaps[-1] <= fold.MARK_EVERY, gaps
    reads_nothing = 0
    for number in range(40):
        memory.given = 0
        again.undo("panel")
        if reads_nothing:
            assert memory.given == 0, (number, "a fold serves the next %d undos" % KEPT)
            reads_nothing -= 1
        else:
            assert 0 < memory.given <= KEPT + fold.MARK_EVERY + 1
            reads_nothing = KEPT
        same_as_all(again, memory)


def test_events_that_are_undone_are_not_read_again():
    record, memory = played()
    for _ in range(3 * STROKES):
        record.undo("panel")
    for number in range(3):
        record.add({"kind": "pause", "clock": "stroke", "left": 5000 + number}, "panel")
    again = Record(memory.store, memory.read, FullError)
    again.load()
    memory.given = 0
    again.undo("panel")
    assert memory.given <= KEPT + fold.MARK_EVERY + 3 + 1
    same_as_all(again, memory)
    assert again.state.paused == ("stroke", 5002)


def test_what_an_undo_reads_again_at_power_on_is_noted_once():
    record, memory = played()
    record.add({"kind": "decided", "winner": "a"}, "host")
    record.add({"kind": "hall", "do": "start", "ms": 1000}, "host")
    for _ in range(STROKES):
        record.add({"kind": "stroke"}, "panel")
    record.add({"kind": "decided", "winner": "b"}, "host")
    record.add({"kind": "hall", "do": "start", "ms": 2000}, "host")
    for _ in range(STROKES - 2):
        record.undo("panel")
    again = Record(memory.store, memory.read, FullError)
    again.load()
    assert (again.decided, again.hall_event["ms"]) == ("b", 2000)


def test_a_damaged_event_is_passed_over_by_undo():
    record, memory = played()
    record.undo("panel")
    gone = record.undoable - 3
    memory.events = [event for event in memory.events if event["seq"] != gone]
    again = Record(memory.store, memory.read, FullError)
    again.load()
    for _ in range(STROKES):
        again.undo("panel")
        same_as_all(again, memory)


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
        assert dicts.to_dict(again.state) == dicts.to_dict(record.state)
        whole = fold.fold(memory.read)
        assert (again.last_seq, again.last_kind) == (whole.last, whole.last_kind)
        assert text_of(again.ruling.clauses) == text_of(whole.rulings[-1][1].clauses)
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
    assert (again.state.setup.match, again.last_kind, again.last_seq) == ("n", "match", record.last_seq)
