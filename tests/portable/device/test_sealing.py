"""The chain that goes with the journal, over power-on and damage, and the seal on a confirmation."""

from boardside.app.sealing import STEP_EVENTS, Sealing
from boardside.chain import Chain, seal
from boardside.journal import JournalError

KEY = b"0123456789abcdef"


class Events:
    """A journal as far as sealing needs one."""

    def __init__(self):
        self.stored = []
        self.last_seq = self.last_match_seq = 0

    def append(self, event):
        self.last_seq += 1
        if event["kind"] == "match":
            self.last_match_seq = self.last_seq
        self.stored.append(dict(event, seq=self.last_seq))
        return self.stored[-1]

    def read(self, from_seq=1):
        return iter([event for event in self.stored if event["seq"] >= from_seq])

    def read_match(self, from_seq=0):
        return self.read(max(self.last_match_seq, from_seq))


class Table:
    """A journal, and what seals it."""

    def __init__(self):
        self.journal = Events()
        self.start()

    def start(self, key=KEY):
        self.sealing = Sealing(self.journal, key)

    def begin(self, match="m1"):
        return self.add("match", match=match, ruleset="icf", stage="round")

    def add(self, kind, match="m1", **fields):
        fields.update({"kind": kind, "by": "panel", "match": match})
        return self.sealing.append(fields)

    def play(self, count):
        for left in range(count):
            self.add("board", winner="a", left=left % 10)


def head_before(journal, confirm):
    chain = Chain()
    for event in journal.read():
        if event["seq"] < confirm["seq"]:
            chain.add(event)
    return chain


def test_a_confirmation_carries_the_head_and_its_seal():
    table = Table()
    table.sealing.append({"kind": "boot", "by": "table", "cause": "power"})
    table.begin()
    table.play(3)
    confirm = table.add("confirm")
    chain = head_before(table.journal, confirm)
    assert chain.count == confirm["events"] == 4
    assert confirm["chain"] == chain.hex
    assert confirm["seal"] == seal(KEY, chain.hex, 4)


def test_without_a_key_there_is_the_head_but_no_seal():
    table = Table()
    table.start(b"")
    table.begin()
    confirm = table.add("confirm")
    assert confirm["events"] == 1
    assert "seal" not in confirm


def test_after_power_on_the_confirmation_alone_is_enough():
    table = Table()
    table.begin()
    table.play(3 * STEP_EVENTS)
    table.start()
    table.sealing.append({"kind": "boot", "by": "table", "cause": "power"})
    confirm = table.add("confirm")
    assert confirm["events"] == 3 * STEP_EVENTS + 2
    assert confirm["chain"] == head_before(table.journal, confirm).hex


def test_it_catches_up_a_few_events_at_a_time_while_play_goes_on():
    table = Table()
    table.begin()
    table.play(3 * STEP_EVENTS)
    table.start()
    steps = 0
    while table.sealing.step():
        steps += 1
        if steps == 2:
            table.play(2)
        assert steps < 10
    assert steps >= 3
    table.play(1)
    assert not table.sealing.step(), "it is there: nothing to read any more"
    confirm = table.add("confirm")
    assert confirm["chain"] == head_before(table.journal, confirm).hex


def test_the_next_match_begins_a_chain_of_its_own():
    table = Table()
    table.begin()
    table.play(2)
    table.add("confirm")
    first = table.begin("m2")
    table.add("board", "m2", winner="b", left=1)
    confirm = table.add("confirm", "m2")
    assert confirm["events"] == 2
    assert confirm["chain"] != head_before(table.journal, first).hex
    assert confirm["chain"] == head_before(table.journal, confirm).hex


def test_a_second_confirmation_seals_the_first_too():
    table = Table()
    table.begin()
    table.add("confirm")
    table.add("undo", of=2)
    again = table.add("confirm")
    assert again["events"] == 3
    assert again["chain"] == head_before(table.journal, again).hex


class Broken:
    """A journal that can be written but not read."""

    last_match_seq = 1
    last_seq = 5

    def append(self, event):
        return dict(event, seq=6)

    def read_match(self, from_seq):
        raise JournalError("failed", "the flash failed (error 5): switch the table off and on")


def test_flash_that_cannot_be_read_does_not_hold_up_the_umpire():
    stored = Sealing(Broken(), KEY).append({"kind": "confirm", "by": "panel"})
    assert stored == {"kind": "confirm", "by": "panel", "seq": 6}


class Lossy(Broken):
    """A journal whose last records are damaged."""

    def read_match(self, from_seq):
        return iter([event for event in ({"kind": "match", "seq": 1},) if event["seq"] >= from_seq])


def test_what_cannot_be_read_is_not_counted():
    sealing = Sealing(Lossy(), b"")
    confirm = sealing.append({"kind": "confirm", "by": "panel"})
    assert confirm["events"] == 1


class Snapshots(Events):
    """A journal whose iterators do not show what is appended while they are in use."""

    def read_match(self, from_seq=0):
        return iter(list(self.read(max(self.last_match_seq, from_seq))))


def test_what_is_appended_behind_an_open_iterator_is_not_left_out():
    table = Table()
    table.journal = Snapshots()
    table.start()
    table.begin()
    table.play(STEP_EVENTS - 1)
    table.start()
    table.sealing.step()
    table.journal.append({"kind": "board", "by": "panel"})
    table.start()
    assert table.sealing.step()
    table.play(1)
    confirm = table.add("confirm")
    assert confirm["chain"] == head_before(table.journal, confirm).hex


def test_what_found_no_memory_for_the_chain_is_taken_in_later():
    table = Table()
    table.begin()
    table.play(2)
    chain = table.sealing._chain
    add = chain.add

    def fails(event):
        raise MemoryError

    chain.add = fails
    assert table.add("board", winner="a", left=3)["seq"] == 4, "it is stored"
    chain.add = add
    table.play(1)
    assert table.sealing.step() is False
    confirm = table.add("confirm")
    assert confirm["events"] == 5
    assert confirm["chain"] == head_before(table.journal, confirm).hex
