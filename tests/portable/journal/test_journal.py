"""What the journal promises: order, envelope, and that it never loses or changes what it took."""

from journal_table import Table
from portable import raises

from boardside.journal import JournalError


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


def test_numbers_and_boots_go_on_after_each_power_on():
    table = Table()
    for boot in range(1, 8):
        assert table.journal.boot == boot
        stored = table.journal.append({"kind": "boot", "cause": "power-on"})
        assert (stored["seq"], stored["boot"]) == (boot, boot)
        table.start()


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


def test_each_new_journal_has_its_own_id():
    assert Table().journal.id != Table().journal.id


def test_a_reader_goes_on_when_a_new_match_begins():
    table = Table()
    stored = [table.begin("m1")] + table.play(20, "m1")
    seen = []
    for event in table.journal.read():
        seen.append(event)
        if event["seq"] == 10:
            stored += [table.begin("m2")] + table.play(20, "m2")
    assert seen == stored
