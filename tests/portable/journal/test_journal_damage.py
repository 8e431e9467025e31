"""Torn tails, changed bytes, files in each other's place: what is left of a journal is read, and said."""

import os

from flash import files_below, mounted
from journal_table import Table, add_to, change, replace
from portable import raises

from boardside.journal import JournalError


def test_a_torn_tail_is_cut_off_and_reported():
    table = Table()
    stored = [table.begin()] + table.play(4)
    add_to(table.newest(), b"1234abcd 6 1 1 99 p bo")
    table.start()
    assert table.journal.torn == 22
    assert table.read() == stored
    # What was cut off may have been read before: its number is not used again, not even two boots later.
    assert table.journal.last_seq == 5
    table.start()
    assert table.journal.torn == 0
    after = table.journal.append({"kind": "boot", "cause": "power-on"})
    assert after["seq"] == 7
    table.start()
    assert table.read() == stored + [after]


def test_the_last_number_is_that_of_the_last_event_that_can_be_read():
    table = Table()
    stored = [table.begin()] + table.play(2)
    stored.append(table.journal.append({"kind": "names", "by": "panel", "match": "m1", "a": ["x" * 90]}))
    before = table.newest()
    while table.newest() == before:
        torn = table.journal.append({"kind": "names", "by": "panel", "match": "m1", "a": ["y" * 90]})
    change(before, lambda data: data[:-1])  # the end of an earlier segment's last line is gone
    change(table.newest(), lambda data: data[:-9])
    table.start()
    read = table.read()
    assert read == stored[: len(read)]
    assert read[-1]["seq"] == torn["seq"] - 1
    assert table.journal.last_seq == read[-1]["seq"]
    assert table.journal.append({"kind": "boot", "cause": "power-on"})["seq"] > torn["seq"]


def test_no_number_is_used_again_where_the_newest_file_is_twice_as_long_and_torn():
    table = Table()
    stored = [table.begin()] + table.play(1)
    while True:  # until the newest segment has more than one event
        before = table.newest()
        stored += table.play(1)
        if table.newest() == before:
            break
    newest = table.newest()
    change(newest, lambda data: data + data[: data.index(b"\n") + 1])
    table.start()
    assert table.read() == stored
    assert table.journal.last_seq == stored[-1]["seq"]
    assert table.play(1)[0]["seq"] == stored[-1]["seq"] + 1


def test_files_that_lie_in_each_others_place_bring_no_number_out_of_order():
    table = Table()
    stored = [table.begin()] + table.play(50)
    segments = sorted([path for path in files_below(table.path) if files_below(table.path)[path]])
    segments = [path for path in segments if not path.endswith("header")]
    for at, other_at in ((2, 5), (3, len(segments) - 1)):
        files = files_below(table.path)
        first, second = files[segments[at]], files[segments[other_at]]
        replace(segments[at], second)
        replace(segments[other_at], first)
        table.start()
        seen = table.read()
        assert [event for event in stored if event in seen] == seen
        assert seen[-1]["seq"] == table.journal.last_seq
        assert table.journal.damaged
        after = table.journal.append({"kind": "boot", "cause": "power-on"})
        assert after["seq"] > stored[-1]["seq"]
        replace(segments[at], first)
        replace(segments[other_at], second)
        for path in files_below(table.path):
            if path not in files and path not in segments:
                os.remove(path)


def test_every_damaged_byte_of_the_last_record_is_noticed():
    table = Table()
    stored = [table.begin()] + table.play(1)
    with open(table.newest(), "rb") as file:
        good = file.read()
    for index in range(len(good)):
        for flip in (1, 0x80, 0xFF):
            replace(table.newest(), good[:index] + bytes([good[index] ^ flip]) + good[index + 1 :])
            table.start()
            assert table.read() == stored[:1], (index, flip)
            assert table.journal.torn > 0
            assert table.journal.append({"kind": "play", "match": "m1"})["seq"] >= 3
            os.remove(table.newest())
            replace(table.path + "/00000001/00000002", good)


def test_a_damaged_record_in_the_middle_stops_nothing_else():
    table = Table()
    stored = [table.begin()] + table.play(50)
    segments = sorted([path for path in files_below(table.path) if files_below(table.path)[path]])
    change(segments[5], lambda data: b"X" + data[1:])
    table.start()
    seen = table.read()
    assert len(seen) == 50
    assert [event for event in stored if event in seen] == seen
    assert len(table.journal.damaged) == 1
    table.read()
    assert len(table.journal.damaged) == 1
    assert table.play(1)[0]["seq"] == 52


def test_a_match_whose_beginning_is_damaged_is_not_taken_for_another():
    table = Table()
    table.begin("m1")
    table.play(3, "m1")
    begin = table.begin("m2")
    table.play(3, "m2")
    path = "%s/%08d/%08d" % (table.path, begin["seq"], begin["seq"])
    change(path, lambda data: b"XXXXXXXX" + data[8:])
    table.start()
    later = table.read(begin["seq"])
    assert len(later) == 3
    for event in later:
        assert "match" not in event


def test_an_empty_segment_left_by_a_power_cut_is_no_damage():
    table = Table()
    stored = [table.begin()] + table.play(2)
    add_to("%s/%08d/%08d" % (table.path, 1, 4), b"")
    table.start()
    assert table.journal.torn == 0
    assert table.play(1)[0]["seq"] == 4
    assert table.read()[:3] == stored


def test_a_newer_format_is_refused_and_left_alone():
    table = Table()
    table.begin()
    replace(table.path + "/header", b'{"version": 2, "journal": "00000000"}')
    before = files_below(table.path)
    error = raises(JournalError, table.start)
    assert error.code == "version"
    assert "format 2" in error.message
    assert files_below(table.path) == before


def test_a_damaged_header_is_refused_and_left_alone():
    for damage in (b"", b"{", b"[]", b'{"version": 1}'):
        table = Table()
        table.begin()
        replace(table.path + "/header", damage)
        before = files_below(table.path)
        assert raises(JournalError, table.start).code == "header"
        assert files_below(table.path) == before


def test_a_journal_with_an_unfinished_header_is_begun_again():
    path = mounted() + "/journal"
    os.mkdir(path)
    add_to(path + "/header", b"")
    table = Table(path)
    assert table.begin()["seq"] == 1
    assert len(table.journal.id) == 8
