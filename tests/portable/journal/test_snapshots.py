"""The snapshot on the file system: it counts only for this firmware and these bytes of the journal, whole."""

import json
import os

import flash
from nor import Nor

from boardside.app.snapshots import EVERY, STEP_BYTES, Snapshots
from boardside.game import dicts
from boardside.journal import Journal
from boardside.journal.ring import Ring
from boardside.table.core.record import Record

FIRMWARE = "0a" * 32


class Table:
    """A table's record over a ring, and its snapshots; `events` counts what it read."""

    def __init__(self, device, path, firmware=FIRMWARE):
        self.journal = Journal(Ring(device), lambda: 0)
        self.events = 0
        self.record = Record(self.journal.append, self.read, OSError)
        self.snapshots = Snapshots(self.journal, self.record, firmware, path)
        self.record.load()

    def read(self, from_seq=0):
        for event in self.journal.read_match(from_seq):
            self.events += 1
            yield event

    def add(self, event):
        self.record.add(event, "panel")

    def play(self, count):
        for number in range(count):
            self.add({"kind": "stroke", "own": 1} if number == 5 else {"kind": "stroke"})

    def rest(self):
        """As in idle moments; how many had something to do."""
        steps = 0
        while self.snapshots.step():
            steps += 1
        return steps


def begun(path, count=EVERY + 8):
    """A table with a snapshot in its first board, its device and the last number in the snapshot."""
    device = Nor(16)
    table = Table(device, path)
    table.add({"kind": "match", "match": "m", "ruleset": "icf", "stage": "group", "breaks": "a"})
    table.add({"kind": "play", "strokes": True})
    table.play(count)
    assert table.rest() > 1
    return table, device, table.record.last_seq


def again(device, path, firmware=FIRMWARE):
    """The table after a power-on, which must stand as from all events."""
    copy = Nor(image=device.image)
    whole = Table(copy, "none", "")
    table = Table(copy, path, firmware)
    assert dicts.to_dict(table.record.state) == dicts.to_dict(whole.record.state)
    assert dicts.situation_dict(table.record.state.situation) == dicts.situation_dict(
        whole.record.state.situation
    )
    assert (table.record.undoable, table.record.last_seq) == (whole.record.undoable, whole.record.last_seq)
    assert table.record.skipped == whole.record.skipped
    return table, whole.events


def counted(table, whole):
    """Whether its power-on made use of a snapshot."""
    return table.events < whole


def content(path):
    with open(path, "rb") as file:
        return file.read()


def put(path, data):
    with open(path, "wb") as file:
        file.write(data)


def in_folder(test):
    test(flash.mounted() + "/snapshot")


def test_d462_a_snapshot_keeps_that_time_was_called_in_the_last_board():
    def check(path):
        device = Nor(16)
        table = Table(device, path)
        rules = {"at_time": "counts"}
        event = {"kind": "match", "match": "m", "ruleset": "icf", "stage": "group", "breaks": "a"}
        table.add(dict(event, rules=rules))
        table.add({"kind": "play", "strokes": True})
        table.add({"kind": "time"})
        table.play(EVERY + 8)
        assert table.rest() > 1
        table, whole = again(device, path)
        assert counted(table, whole)
        assert dicts.to_dict(table.record.state)["last_board"] is True

    in_folder(check)


def test_a_power_on_reads_what_came_after_the_snapshot():
    def run(path):
        table, device, _ = begun(path)
        table.play(5)
        later, whole = again(device, path)
        assert later.events == 1 + 5 < whole
        later.play(EVERY - 6)
        assert later.rest() == 0, "too few events are new"
        later.play(1)
        assert later.rest() > 1

    in_folder(run)


def test_each_step_writes_little():
    def run(path):
        table, _, _ = begun(path)
        size = len(content(path))
        table.play(EVERY)
        assert table.rest() >= size // (2 * STEP_BYTES)

    in_folder(run)


def test_events_between_the_steps_do_no_harm():
    def run(path):
        table, device, last = begun(path)
        table.play(EVERY)
        while table.snapshots.step():
            table.play(1)
            table.record.undo("panel")
        later, whole = again(device, path)
        assert counted(later, whole)
        assert json.loads(content(path).split(b"\n")[0])[3] == last + EVERY

    in_folder(run)


def test_another_firmware_folds_the_events():
    def run(path):
        _, device, _ = begun(path)
        assert not counted(*again(device, path, "0b" * 32))
        assert not counted(*again(device, path, ""))
        assert counted(*again(device, path))

    in_folder(run)


def test_a_damaged_snapshot_does_not_count():
    def run(path):
        _, device, _ = begun(path)
        data = content(path)
        for at in range(0, len(data), 97):
            put(path, data[:at])
            assert not counted(*again(device, path)), at
            put(path, data[:at] + bytes([data[at] ^ 4]) + data[at + 1 :])
            assert not counted(*again(device, path)), at
        put(path, data)
        assert counted(*again(device, path))
        os.remove(path)
        assert not counted(*again(device, path))

    in_folder(run)


def test_a_journal_with_one_other_bit_is_folded_and_its_damage_reported():
    def run(path):
        _, device, _ = begun(path)
        image = bytes(device.image)
        end = max([at for at in range(4000) if image[at] != 255])
        for at in range(8, end, 41):
            device.image[:] = image
            device.image[at] ^= 1 << at % 8
            copy = Nor(image=device.image)
            whole = Table(copy, "none", "")
            table = Table(copy, path)
            assert table.events == whole.events, at
            assert table.record.skipped == whole.record.skipped
            assert table.journal.damaged == whole.journal.damaged

    in_folder(run)


def test_a_snapshot_of_another_journal_or_match_does_not_count():
    def run(path):
        begun(path)
        data = content(path)
        _, other, _ = begun(path)
        put(path, data)
        assert not counted(*again(other, path))
        device = Nor(16)
        third = Table(device, path)
        for name in ("m", "n"):
            third.add({"kind": "match", "match": name, "ruleset": "icf", "stage": "group", "breaks": "a"})
            third.add({"kind": "play", "strokes": True})
            third.play(EVERY if name == "m" else 3)
            third.rest()
        assert not counted(*again(device, path))

    in_folder(run)


def test_a_file_that_cannot_be_written_stops_nothing():
    def run(path):
        table, device, _ = begun(path)
        other = Table(Nor(image=device.image), path + "/no/such/folder")
        other.play(EVERY)
        other.snapshots.step()
        assert other.rest() == 0
        assert table.record.last_seq + EVERY == other.record.last_seq

    in_folder(run)
