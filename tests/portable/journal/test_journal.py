"""What the journal promises: order, envelope, and that it never loses or changes what it took."""

from journal_table import Table
from portable import raises

from boardside.journal import JournalError


def test_a_new_journal_is_empty():
    journal = Table().journal
    assert (journal.first_seq, journal.last_seq, journal.last_match_seq) == (1, 0, 0)
    assert journal.last is None
    assert journal.boot == 1
    assert journal.torn == 0
    assert list(journal.read()) == []
    assert list(journal.read_match()) == []
    assert len(journal.id) == 8


def test_the_envelope_is_added():
    table = Table()
    table.time = 4711
    stored = table.begin()
    expected = {"kind": "match", "by": "host", "match": "m1", "ruleset": "icf", "stage": "round"}
    expected.update({"a": ["Ann"], "b": ["Bo"], "seq": 1, "boot": 1, "at": 4711})
    assert stored == expected
    table.time = 5000
    stored = table.journal.append({"kind": "play", "by": "panel", "match": "m1"})
    assert stored == {"kind": "play", "by": "panel", "match": "m1", "seq": 2, "boot": 1, "at": 5000}
    assert table.journal.last == stored


def test_what_is_returned_is_what_is_read_and_shares_nothing_with_what_was_given():
    table = Table()
    table.begin()
    nested = {"kind": "board", "by": "panel", "match": "m1", "winner": "a", "twenties": {"a": 1, "b": 0}}
    listed = {"kind": "names", "by": "host", "match": "m1", "a": ["Ann"]}
    flat = {"kind": "stroke", "by": "panel", "match": "m1", "own": 2}
    wide = {"kind": "info", "text": "a{b", "match": None, "seq": 77, "at": 5, "boot": 9}
    stored = [table.journal.append(event) for event in (nested, listed, flat, wide)]
    assert table.read(2) == stored
    nested["twenties"]["a"] = 9
    listed["a"].append("Bo")
    flat["own"] = 3
    assert table.read(2) == stored


def test_events_outside_a_match_have_no_match():
    table = Table()
    table.begin()
    stored = table.journal.append({"kind": "boot", "cause": "power-on", "match": None})
    assert stored == {"kind": "boot", "cause": "power-on", "by": "table", "seq": 2, "boot": 1, "at": 0}
    assert table.read(2) == [stored]


def test_an_event_of_an_older_match_keeps_its_match():
    table = Table()
    table.begin("m1")
    table.begin("m2")
    stored = table.journal.append({"kind": "names", "by": "host", "match": "m1", "a": ["Anna"]})
    assert stored["match"] == "m1"
    assert table.read(3) == [stored]


def test_what_is_read_is_what_was_stored_in_this_run_and_the_next():
    table = Table()
    stored = [table.begin()] + table.play(200)
    assert [event["seq"] for event in stored] == list(range(1, 202))
    assert table.read() == stored
    journal_id = table.journal.id
    table.start()
    assert table.read() == stored
    assert table.journal.id == journal_id
    assert table.journal.boot == 2
    assert (table.journal.last_seq, table.journal.last_match_seq) == (201, 1)
    assert table.journal.last == stored[-1]
    assert table.journal.torn == 0


def test_reading_can_begin_anywhere():
    table = Table()
    stored = [table.begin()] + table.play(60)
    for from_seq in range(1, 64):
        assert table.read(from_seq) == stored[from_seq - 1 :]


def test_reading_goes_on_while_events_are_stored():
    table = Table()
    stored = [table.begin()] + table.play(20)
    seen = []
    for event in table.journal.read():
        seen.append(event)
        if len(stored) < 90:
            stored += table.play(3)
    assert seen == stored


def test_numbers_and_boots_go_on_after_each_power_on():
    table = Table()
    for boot in range(1, 8):
        assert table.journal.boot == boot
        stored = table.journal.append({"kind": "boot", "cause": "power-on"})
        assert (stored["seq"], stored["boot"]) == (boot, boot)
        table.start()


def test_names_in_any_script_are_kept():
    table = Table()
    names = ["Zoë Łącki", "காரோம்", 'a "quoted" \\ name', "line\nbreak", "{brace} 1 2"]
    for name in names:
        table.journal.append({"kind": "names", "by": "host", "a": [name]})
    table.start()
    assert [event["a"][0] for event in table.read()] == names


def test_fields_of_any_kind_are_kept():
    table = Table()
    event = {"kind": "hall", "by": "host", "list": [1, None, True, "x"], "nested": {"deep": [{}]}, "ms": -5}
    stored = table.journal.append(event)
    for name in event:
        assert stored[name] == event[name]
    table.start()
    assert table.read() == [stored]


def test_a_large_event_is_stored_and_small_ones_after_it():
    table = Table()
    stored = [table.journal.append({"kind": "names", "by": "host", "a": ["x" * 1500]})]
    stored += table.play(3)
    table.start()
    assert table.read() == stored


def test_an_event_that_is_too_long_is_refused_and_nothing_changes():
    table = Table()
    table.begin()
    before = bytes(table.device.image)
    error = raises(JournalError, table.journal.append, {"kind": "names", "a": ["x" * 4000]})
    assert error.code == "too_long"
    assert bytes(table.device.image) == before
    assert table.journal.append({"kind": "play", "match": "m1"})["seq"] == 2


def test_the_last_match_is_read_alone():
    table = Table()
    table.begin("m1")
    table.play(40, "m1")
    stored = [table.begin("m2")] + table.play(9, "m2")
    assert list(table.journal.read_match()) == stored
    table.start()
    assert list(table.journal.read_match()) == stored


def test_each_new_journal_has_its_own_id():
    assert Table().journal.id != Table().journal.id


def test_a_match_too_long_for_the_memory_is_read_whole():
    table = Table()
    table.begin("m1")
    table.play(30, "m1")
    stored = [table.begin("m2")] + table.play(300, "m2")
    assert list(table.journal.read_match()) == stored
    for from_seq in (stored[0]["seq"], stored[40]["seq"], stored[-40]["seq"], stored[-1]["seq"]):
        assert table.read(from_seq) == stored[from_seq - stored[0]["seq"] :]
    table.start()
    assert list(table.journal.read_match()) == stored
    stored += table.play(5, "m2")
    assert list(table.journal.read_match()) == stored


def test_a_reader_goes_on_when_a_new_match_begins():
    table = Table()
    stored = [table.begin("m1")] + table.play(20, "m1")
    seen = []
    for event in table.journal.read():
        seen.append(event)
        if event["seq"] == 10:
            stored += [table.begin("m2")] + table.play(20, "m2")
    assert seen == stored
