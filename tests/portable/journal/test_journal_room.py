"""A flash that is full or refuses a write, and the room that old matches give back."""

from journal_table import Table
from portable import raises

from boardside.journal import JournalError


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
