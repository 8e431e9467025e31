"""What the journal promises: order, envelope, recovery, and that it never loses or changes what it took."""

import os

from flash import files_below, mounted, room
from portable import raises

from boardside.journal import Journal, JournalError
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
    before = files_below(table.path)
    error = raises(JournalError, table.journal.append, {"kind": "names", "a": ["x" * 4000]})
    assert error.code == "too_long"
    assert files_below(table.path) == before
    assert table.journal.append({"kind": "play", "match": "m1"})["seq"] == 2


def test_the_last_match_is_read_alone():
    table = Table()
    table.begin("m1")
    table.play(40, "m1")
    stored = [table.begin("m2")] + table.play(9, "m2")
    assert list(table.journal.read_match()) == stored
    table.start()
    assert list(table.journal.read_match()) == stored


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
    for one, other in ((2, 5), (3, len(segments) - 1)):
        files = files_below(table.path)
        first, second = files[segments[one]], files[segments[other]]
        replace(segments[one], second)
        replace(segments[other], first)
        table.start()
        seen = table.read()
        assert [event for event in stored if event in seen] == seen
        assert seen[-1]["seq"] == table.journal.last_seq
        assert table.journal.damaged
        after = table.journal.append({"kind": "boot", "cause": "power-on"})
        assert after["seq"] > stored[-1]["seq"]
        replace(segments[one], first)
        replace(segments[other], second)
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


def test_a_journal_whose_header_was_never_finished_begins_anew():
    path = mounted() + "/journal"
    os.mkdir(path)
    add_to(path + "/header", b"")
    table = Table(path)
    assert table.begin()["seq"] == 1
    assert len(table.journal.id) == 8


def test_each_new_journal_has_its_own_id():
    assert Table().journal.id != Table().journal.id


def test_a_full_flash_refuses_a_new_match_first_and_says_what_to_do():
    table = Table()
    table.begin()
    table.free = 90
    table.start()
    error = raises(JournalError, table.begin, "m2")
    assert error.code == "full"
    assert "connect" in error.message
    assert len(table.play(100)) == 100


def test_an_almost_full_flash_refuses_everything_and_changes_nothing():
    table = Table()
    table.begin()
    table.free = 20
    table.start()
    stored = []
    code = ""
    while not code:
        try:
            stored += table.play(1)
        except JournalError as error:
            code = error.code
    assert code == "full"
    assert len(table.read()) == len(stored) + 1
    table.free = 500
    table.start()
    assert table.play(1)[0]["seq"] == len(stored) + 2


def test_release_drops_whole_matches_the_host_has():
    table = Table()
    kept = []
    for match in ("m1", "m2", "m3"):
        begin = table.begin(match)
        kept.append((begin["seq"], [begin] + table.play(45, match)))
    # The host has m1 and half of m2.
    assert table.journal.release(kept[1][0] + 20) == kept[1][0]
    while table.journal.tidy():
        pass
    assert table.read() == kept[1][1] + kept[2][1]
    assert table.journal.first_seq == kept[1][0]
    table.start()
    assert table.read() == kept[1][1] + kept[2][1]
    # It has everything; the present match stays.
    assert table.journal.release(10000) == kept[2][0]
    while table.journal.tidy():
        pass
    assert table.read() == kept[2][1]
    assert table.play(1, "m3")[0]["seq"] == kept[2][1][-1]["seq"] + 1


def test_release_of_less_than_a_match_drops_nothing():
    table = Table()
    stored = [table.begin()] + table.play(45)
    stored += [table.begin("m2")] + table.play(3, "m2")
    assert table.journal.release(30) == 1
    while table.journal.tidy():
        pass
    assert table.read() == stored


def test_a_reader_survives_that_its_place_is_dropped():
    table = Table()
    table.begin("m1")
    table.play(60, "m1")
    stored = [table.begin("m2")] + table.play(3, "m2")
    reader = table.journal.read()
    for _ in range(30):
        next(reader)
    table.journal.release(1000)
    while table.journal.tidy():
        pass
    assert list(reader)[-4:] == stored


def test_tidy_comes_to_an_end():
    table = Table()
    for _ in range(10):
        table.play(20)
        assert [table.journal.tidy() for _ in range(8)][-1] is False
        assert not table.journal.is_urgent


class Refusing:
    """`Segments` on a flash that refuses its n-th write, before or after the bytes are there."""

    def __init__(self, home):
        self.home = home
        self.fail_in = 0
        self.is_late = False
        self.begin_segment = home._begin_segment
        home._begin_segment = self._begin

    def _begin(self, seq):
        self.begin_segment(seq)
        self.home._file = RefusingFile(self.home._file, self)


class RefusingFile:
    def __init__(self, file, switch):
        self.file = file
        self.switch = switch

    def write(self, data):
        self.switch.fail_in -= 1
        if self.switch.fail_in == 0:
            if self.switch.is_late:
                self.file.write(data)
                self.file.flush()
            else:
                self.file.write(data[: len(data) // 2])
            raise OSError(5)
        self.file.write(data)

    def flush(self):
        self.file.flush()

    def close(self):
        self.file.close()


def test_a_refused_write_changes_nothing():
    for fail_in in range(1, 12):
        table = Table()
        switch = Refusing(table.home)
        stored = [table.begin()]
        codes = []
        switch.fail_in = fail_in
        for _ in range(20):
            try:
                stored += table.play(1)
            except JournalError as error:
                codes.append(error.code)
            assert table.read() == stored
        assert codes == ["failed"]
        assert table.read() == stored
        assert [event["seq"] for event in stored] == list(range(1, 21))
        table.start()
        assert table.read() == stored


def test_a_write_that_failed_after_the_bytes_were_there_counts():
    for fail_in in range(1, 12):
        table = Table()
        switch = Refusing(table.home)
        switch.is_late = True
        stored = [table.begin()]
        switch.fail_in = fail_in
        stored += table.play(20)
        assert table.read() == stored
        table.start()
        assert table.read() == stored


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
