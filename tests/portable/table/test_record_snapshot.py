"""A snapshot of the match: a power-on from it is as one from all events, and UNDO works as before."""

import json

from table_kit import FullError, Memory
from test_record_marks import Counting, played

from boardside.game import dicts, match, snapshot
from boardside.game.copies import fields_of
from boardside.game.state import from_row
from boardside.table.core.record import KEPT, Record
from boardside.table.ruling_words import text_of


def kept_rows(record):
    """The rows of a snapshot as they come back from a file."""
    rows = record.snapshot()
    return None if rows is None else [json.loads(json.dumps(row)) for row in rows]


def started(memory, rows=None):
    """A record after power-on."""
    record = Record(memory.store, memory.read, FullError)
    if rows is not None:
        record.kept = lambda: (lambda row=row: json.loads(json.dumps(row)) for row in rows)
    record.load()
    return record


def facts(state):
    """All of a state, the beginnings of its boards included."""
    situation = None if state.situation is None else dicts.situation_dict(state.situation)
    fields = [dicts.to_dict(state), situation, state.names, state.title, state.setup.rules, state.change_done]
    fields += [state.opener, state.seat, state.extra, state.trials, state.paused, state.how_laws]
    fields += [(dicts.board_dict(board), type(board.laws)) for board in state.boards]
    for game in state.history:
        fields.append([game.number, game.points, game.winner, game.how, game.laws])
        fields += [dicts.board_dict(board) for board in game.boards]
    fields += [(game, board, facts(from_row(start))) for game, board, start in state.starts]
    return fields


def same(record, other):
    assert facts(record.state) == facts(other.state)
    assert record.undoable == other.undoable
    assert record.redoable() == other.redoable()
    assert (record.last_seq, record.last_kind) == (other.last_seq, other.last_kind)
    assert (record.hall_event, record.played, record.round_expired, record.decided) == (
        other.hall_event,
        other.played,
        other.round_expired,
        other.decided,
    )
    assert (record.ruling is None) == (other.ruling is None)
    if record.ruling is not None:
        assert text_of(record.ruling.clauses) == text_of(other.ruling.clauses)
        assert record.ruling.laws == other.ruling.laws


def test_power_on_from_a_snapshot_is_as_from_all_events():
    record, memory = played()
    rows = kept_rows(record)
    memory.given = 0
    again = started(memory, rows)
    assert memory.given <= 2, "the first event alone was read"
    same(again, started(memory))
    while again.undoable:
        again.undo("panel")
        if again.undoable is None or again.undoable % 7 == 0:
            same(again, started(memory))


def test_a_snapshot_at_any_event_of_a_match_with_mistakes():
    memory = Counting()
    record = Record(memory.store, memory.read, FullError)
    kept = []

    def add(event):
        record.add(event, "panel")
        kept.append(kept_rows(record))

    add({"kind": "match", "match": "m", "ruleset": "icf", "stage": "round", "breaks": "a", "doubles": True})
    add({"kind": "names", "a": ["Asha", "Bela"], "title": "Round 1"})
    for board in range(10):
        if match.may(record.state, "sides") and record.state.change_due:
            add({"kind": "sides"})
        add({"kind": "play", "strokes": True})
        add({"kind": "stroke"})
        add({"kind": "stroke", "own": 1, "queen": True})
        record.undo("panel")
        kept.append(kept_rows(record))
        add({"kind": "pause", "clock": "stroke", "left": 5000})
        add({"kind": "stroke", "own": 2, "striker": True})
        add({"kind": "hall", "do": "start", "ms": 1000 + board})
        for _ in range(2):
            record.undo("panel")
            kept.append(kept_rows(record))
        record.redo("panel")
        kept.append(kept_rows(record))
        add({"kind": "board", "winner": "ab"[board % 3 == 0], "left": 5, "queen": "a"})
    for number, rows in enumerate(kept):
        assert rows is not None
        if number % 5 == 0 or number > len(kept) - 8:
            again = started(memory, rows)
            same(again, started(memory))
            again.undo("panel")
            memory.events.pop()


def test_a_snapshot_after_a_snapshot():
    record, memory = played()
    rows = kept_rows(record)
    for _ in range(3):
        again = started(memory, rows)
        for _ in range(KEPT + 2):
            again.undo("panel")
        again.add({"kind": "stroke", "own": 1}, "panel")
        again.add({"kind": "board", "winner": "a", "left": 1, "queen": "b"}, "panel")
        again.add({"kind": "play", "strokes": True}, "panel")
        for _ in range(5):
            again.add({"kind": "stroke"}, "panel")
        rows = kept_rows(again)
        again = started(memory, rows)
        same(again, started(memory))
    while again.undoable:
        again.undo("panel")
        if again.undoable is None or again.undoable % 5 == 0:
            same(again, started(memory))


def test_the_first_undo_after_a_snapshot_in_mid_board_reads_few_events():
    record, memory = played()
    again = started(memory, kept_rows(record))
    memory.given = 0
    again.undo("panel")
    assert memory.given <= 2 * KEPT


def test_whatever_is_wrong_with_the_rows_the_events_decide():
    record, memory = played()
    rows = kept_rows(record)
    ends = [row[:1] for row in rows].index(["end"])
    whole = started(memory)
    for at in range(0, len(rows), 3):
        for wrong in ([], ["s", 99, 1], ["g"], None, ["end", 1], ["s", 2])[: 6 if at < ends else 0]:
            same(started(memory, rows[:at] + [wrong] + rows[at + 1 :]), whole)
        same(started(memory, rows[:at]), whole)
    again = started(memory, rows[: ends + 2] + [["wrong"]] * (len(rows) - ends - 2))
    same(again, whole)
    rows[0][0] += 1
    same(started(memory, rows), whole)


def test_a_protest_and_crokinole_are_folded_from_their_events():
    record, _ = played()
    record.add({"kind": "protest", "side": "b", "about": "last"}, "panel")
    assert record.snapshot() is None
    memory = Memory()
    record = Record(memory.store, memory.read, FullError)
    assert record.snapshot() is None
    record.add({"kind": "match", "match": "c", "ruleset": "wcc", "stage": "group", "breaks": "a"}, "panel")
    assert record.snapshot() is None


def test_a_snapshot_does_not_change_with_what_is_played_meanwhile():
    record, memory = played()
    whole = kept_rows(record)
    rows = record.snapshot()
    taken = [next(rows)]
    record.undo("panel")
    record.add({"kind": "pause", "clock": "stroke", "left": 5000}, "panel")
    assert json.loads(json.dumps(taken + list(rows))) == whole
    same(started(memory, whole), started(memory))


def test_places_in_a_boards_row():
    assert snapshot._OF_BOARD[snapshot._LAWS] == "laws"


def test_a_copy_a_row_and_a_snapshot_have_every_field_of_a_state():
    state = match.new()
    for name in fields_of(type(state)):
        setattr(state, name, "value of " + name)
    other = match.new()
    other.take(state)
    for again in (state.copy(), from_row(state.row()), other):
        assert again.setup.match is None
        for name in fields_of(type(state)):
            assert getattr(again, name) == "value of " + name
            assert name in snapshot._FIELDS
