"""The ring: what it promises beyond power cuts. Space, versions, damage, and moving in from segments."""

import os

import flash
from nor import SECTOR, Nor, cut_images
from portable import WHOLE, raises
from umpire import Umpire, check, recorded

from boardside.journal import Journal, JournalError, packing, record
from boardside.journal.homes import choose
from boardside.journal.ring import Ring
from boardside.journal.sectors import RECORDS_END
from boardside.journal.segments import Segments

ROOM = "A name that takes some room in the sector"


def reopened(device):
    return Journal(Ring(Nor(image=device.image)), lambda: 0)


def filled(device, count=60, match="m1"):
    umpire = Umpire(Ring(device))
    umpire.store({"kind": "match", "match": match, "by": "host"})
    for number in range(count):
        umpire.store({"kind": "names", "match": match, "a": [ROOM, str(number)]})
    return umpire


def test_a_blank_partition_is_an_empty_journal():
    journal = Journal(Ring(Nor(8)), lambda: 0)
    assert (journal.first_seq, journal.last_seq, journal.last_match_seq) == (1, 0, 0)
    assert (journal.last, journal.torn, journal.boot, journal.free_permille()) == (None, 0, 1, 1000)
    assert list(journal.read()) == [] == list(journal.read_match())
    assert journal.release(100) == 1


def test_leftovers_of_a_file_system_are_no_journal():
    device = Nor(8, bytes([7, 0, 255, 66]) * (2 * SECTOR))
    umpire = filled(device)
    assert list(reopened(device).read()) == umpire.accepted


def test_what_is_stored_is_read_from_anywhere_in_this_run_and_the_next():
    device = Nor(16)
    umpire = Umpire(Ring(device))
    umpire.play(recorded(150))
    umpire.start()
    umpire.earlier(90)
    for journal in (umpire.journal, reopened(device)):
        for from_seq in range(1, len(umpire.accepted) + 3, 7):
            assert list(journal.read(from_seq)) == umpire.accepted[from_seq - 1 :]
        assert journal.last == umpire.accepted[-1]
        assert journal.last_match_seq == umpire.journal.last_match_seq
        assert list(journal.read_match()) == umpire.accepted[journal.last_match_seq - 1 :]
    assert umpire.journal.boot == 2
    assert reopened(device).id == umpire.journal.id


def test_reading_goes_on_while_events_are_stored_over_many_sectors():
    umpire = filled(Nor(16), 10)
    seen = []
    for event in umpire.journal.read():
        seen.append(event)
        if len(umpire.accepted) < 300:
            umpire.store({"kind": "names", "match": "m1", "a": [ROOM]})
            umpire.store({"kind": "undo", "match": "m1", "of": 3})
    assert seen == umpire.accepted


def test_any_text_number_and_field_is_kept():
    device = Nor(8)
    umpire = Umpire(Ring(device))
    for text in (
        "Zoë Łącki",
        "காரோம்",
        'a "quoted" \\ name',
        "line\nbreak\x01\x1f",
        '"own":true,"side":"a"',
        "\x7f",
    ):
        umpire.store({"kind": "names", "by": "host", "a": [text], "future": {"deep": [None, True, -5, text]}})
        umpire.time += 3000000000
    umpire.start()
    umpire.time = 0
    umpire.store({"kind": "stroke", "match": None, "own": 9})
    assert list(reopened(device).read()) == umpire.accepted


def test_every_form_of_a_record_is_packed_and_unpacked():
    class Head:
        first_seq, match_seq, boot, at = 1000, 900, 7, 50_000

    head = Head()
    texts = [b"stroke", b'stroke{"own":1}', b'x{"a":"\\u0001 true null"}', b"board\x02"]
    texts += list(packing.WORDS)
    for seq in (1000, 1127, 1128, 70_000):
        for boot, match_seq, at in ((7, 900, 50_000), (8, 0, 0), (1, seq, 49_999), (300, 5, 1 << 33)):
            for writer in range(len(record.AUTHORS)):
                for text in texts:
                    made = record.Record(seq, boot, match_seq, at, writer, text)
                    body = packing.pack(made, head)
                    unpacked = packing.unpack(body, head)
                    assert record.encode(unpacked) == record.encode(made), text
                    assert packing.seq_in(body, head) == seq


def test_a_damaged_record_in_the_middle_stops_nothing_else():
    device = Nor(8)
    umpire = filled(device, 150)
    data = device.image
    for at in (500, 1500, SECTOR + 900):
        damaged = Nor(image=data)
        damaged.image[at] ^= 0x10
        journal = reopened(damaged)
        seen = list(journal.read())
        assert len(seen) == 150, at
        assert [event for event in umpire.accepted if event in seen] == seen
        assert len(journal.damaged) == 1
        list(journal.read())
        assert len(journal.damaged) == 1
        assert journal.torn == 0
        assert journal.append({"kind": "hall"})["seq"] == 152


def test_every_damaged_byte_costs_one_record_at_most_or_none():
    device = Nor(4)
    umpire = filled(device, 6)
    used = max([index for index in range(RECORDS_END) if device.image[index] != 0xFF]) + 1
    for at in range(0, used, 1 if WHOLE else 5):
        for flip in (1, 0xFF):
            damaged = Nor(image=device.image)
            damaged.image[at] ^= flip
            journal = reopened(damaged)
            seen = list(journal.read())
            assert [event["seq"] for event in seen] == [
                event["seq"] for event in umpire.accepted if event["seq"] in [row["seq"] for row in seen]
            ]
            assert len(seen) >= 6, at
            after = journal.append({"kind": "hall"})
            assert after["seq"] >= 8
            assert list(journal.read())[-1] == after


def test_one_of_the_two_heads_is_enough():
    device = Nor(8)
    umpire = filled(device, 150)
    for at in (20, RECORDS_END + 20, SECTOR + 20, SECTOR + RECORDS_END + 20):
        damaged = Nor(image=device.image)
        damaged.image[at] ^= 1
        assert list(reopened(damaged).read()) == umpire.accepted


def test_a_sector_without_heads_costs_only_its_own_records():
    device = Nor(8)
    umpire = filled(device, 250)
    for at in (SECTOR + 20, SECTOR + RECORDS_END + 20):
        device.image[at] ^= 1
    journal = reopened(device)
    seen = list(journal.read())
    assert 100 < len(seen) < 251
    assert seen[0] == umpire.accepted[0]
    assert seen[-1] == umpire.accepted[-1]
    while journal.tidy():
        pass
    assert list(journal.read()) == seen


def test_a_full_ring_refuses_a_match_first_then_everything_and_drops_nothing():
    device = Nor(40)
    umpire = Umpire(Ring(device))
    codes = []
    umpire.store({"kind": "match", "match": "m1"})
    while not codes:
        try:
            umpire.earlier(3)
        except JournalError as error:
            codes.append(error.code)
            message = error.message
    assert "connect" in message
    assert umpire.journal.free_permille() < 100
    more = 0
    while len(codes) == 1:
        try:
            umpire.store({"kind": "names", "match": "m1", "a": [ROOM] * 8})
            more += 1
        except JournalError as error:
            codes.append(error.code)
    assert codes == ["full", "full"]
    assert more > 8, more
    assert list(reopened(device).read()) == umpire.accepted
    # The host collects: room again.
    umpire.let_go()
    umpire.earlier(3)
    check(umpire.home, umpire.accepted, None, umpire.floor)


def test_the_present_match_is_never_dropped():
    umpire = filled(Nor(8), 100)
    for upto in (1, 50, 101, 10_000):
        assert umpire.journal.release(upto) == 1
    assert list(umpire.journal.read()) == umpire.accepted


def test_release_drops_whole_matches_the_host_has():
    device = Nor(32)
    umpire = Umpire(Ring(device))
    begins = []
    for match in ("m1", "m2", "m3"):
        begins.append(len(umpire.accepted) + 1)
        umpire.store({"kind": "match", "match": match})
        for _ in range(200):
            umpire.store({"kind": "names", "match": match, "a": [ROOM]})
    free = umpire.journal.free_permille()
    assert umpire.journal.release(begins[1] + 100) == begins[1]
    assert list(umpire.journal.read()) == umpire.accepted[begins[1] - 1 :]
    assert umpire.journal.first_seq == begins[1]
    assert umpire.journal.free_permille() > free
    assert umpire.journal.release(10_000) == begins[2]
    assert list(umpire.journal.read()) == umpire.accepted[begins[2] - 1 :]


def test_no_press_waits_for_an_erase_when_idle_moments_are_used():
    device = Nor(64)
    umpire = Umpire(Ring(device))
    while umpire.journal.tidy():
        pass
    umpire.store({"kind": "match", "match": "m1"})
    erased = []
    for number in range(2000):
        before = device.erases
        umpire.store({"kind": "stroke", "match": "m1", "own": number % 3})
        erased.append(device.erases - before)
        if number % 300 == 299:
            while umpire.journal.tidy():
                pass
    assert sum(erased) == 0
    assert device.erases / 2000 < 0.01
    assert device.writes / 2000 < 1.05


def test_without_idle_moments_one_press_in_a_sector_waits():
    device = Nor(64)
    umpire = Umpire(Ring(device))
    umpire.store({"kind": "match", "match": "m1"})
    erased = []
    for number in range(2000):
        before = device.erases
        umpire.store({"kind": "stroke", "match": "m1", "own": number % 3})
        erased.append(device.erases - before)
    assert max(erased) == 1
    assert sum(erased) == umpire.home.waits - 1 < 2000 / 150


def test_opening_reads_heads_and_one_sector():
    device = Nor(100)
    umpire = filled(device, 3000)
    device.reads = 0
    Journal(Ring(device), lambda: 0)
    assert device.reads < 2 * 100 + 30, device.reads
    assert umpire.journal.last_seq == 3001


# Versions.


def test_a_newer_format_is_refused_and_left_alone():
    device = Nor(8)
    packing.FORMATS[3] = packing.FORMATS[2]
    umpire = Umpire(Ring(device, 3))
    umpire.store({"kind": "boot"})
    del packing.FORMATS[3]
    before = bytes(device.image)
    error = raises(JournalError, Journal, Ring(device), lambda: 0)
    assert error.code == "version"
    assert "format 3" in error.message
    assert device.image == before


def test_an_older_format_is_read_and_carried_on_in_the_new_one():
    """Format 1 here: the line of the segments as it stands."""

    def pack(made, head):
        return bytearray(record.encode(made)[:-1])

    def unpack(body, head):
        return record.decode(bytes(body))

    packing.FORMATS[1] = (pack, unpack, lambda body, head: record.seq_of(bytes(body)))
    try:
        device = Nor(8)
        umpire = Umpire(Ring(device, 1))
        umpire.play(recorded(60))
        umpire.home = Ring(Nor(image=device.image))
        umpire.start()
        assert list(umpire.journal.read()) == umpire.accepted
        umpire.store({"kind": "boot", "match": None})
        assert umpire.home._contents.head.version == 2
        assert list(umpire.journal.read()) == umpire.accepted
    finally:
        del packing.FORMATS[1]


# Moving in.


def stock_table(count=40, blocks=48):
    """A directory with a journal in segments; (path, what is in it)."""
    path = flash.mounted(blocks) + "/journal"
    home = Segments(path)
    journal = Journal(home, lambda: 5)
    stored = [journal.append({"kind": "match", "match": "m1", "by": "host"})]
    for number in range(count):
        stored.append(journal.append({"kind": "board", "match": "m1", "winner": "a", "left": number % 9}))
    home.open()  # closes its file: littlefs may not lose an open one with what it belonged to
    return path, stored, journal.id


def test_without_a_partition_the_segments_are_the_home():
    path, stored, _ = stock_table()
    assert isinstance(choose(None, path, print), Segments)
    assert list(Journal(choose(None, path, print), lambda: 0).read()) == stored


def test_what_the_segments_hold_moves_into_the_ring():
    path, stored, journal_id = stock_table()
    said = []
    device = Nor(16)
    journal = Journal(choose(device, path, said.append), lambda: 0)
    assert list(journal.read()) == stored
    assert (journal.id, journal.boot, journal.last_seq) == (journal_id, 2, 41)
    assert said == ["the journal was moved into its partition: 41 events, 0 damaged ones left out"]
    assert raises(OSError, os.stat, path)
    assert os.stat(path + ".moved/header")
    after = journal.append({"kind": "boot"})
    again = Journal(choose(device, path, said.append), lambda: 0)
    assert list(again.read()) == stored + [after]
    assert len(said) == 1


def test_a_power_cut_at_any_write_of_the_move_loses_nothing():
    path, stored, journal_id = stock_table(9)
    device = Nor(8)
    device.log = []
    ring = Ring(device)
    choose(device, path, lambda text: None)
    for number, way, image, _ in cut_images(Nor(8).image, device.log):
        try:
            os.rename(path + ".moved", path)
        except OSError:
            pass
        again = Nor(image=image)
        journal = Journal(choose(again, path, lambda text: None), lambda: 0)
        assert list(journal.read()) == stored, (number, way)
        assert journal.id == journal_id
        after = journal.append({"kind": "boot"})
        assert after["seq"] == 11
        assert list(Journal(choose(again, path, lambda text: None), lambda: 0).read()) == stored + [after]
    assert ring.free_permille() == 1000


def test_another_journal_on_the_file_system_is_left_alone_and_reported():
    path, stored, _ = stock_table(3)
    device = Nor(8)
    umpire = filled(device)
    said = []
    journal = Journal(choose(device, path, said.append), lambda: 0)
    assert list(journal.read()) == umpire.accepted
    assert "another one" in said[0]
    assert list(Journal(Segments(path), lambda: 0).read()) == stored


def test_segments_that_cannot_be_read_stay_the_home_until_they_are_cared_for():
    path, _, _ = stock_table(3)
    with open(path + "/header", "w") as file:
        file.write('{"version": 9, "journal": "00000000"}')
    said = []
    error = raises(JournalError, Journal, choose(Nor(8), path, said.append), lambda: 0)
    assert error.code == "version"
    assert "format 9" in said[0]


def test_a_ring_too_small_for_the_segments_leaves_them_the_home():
    path, stored, _ = stock_table(900, 160)
    said = []
    journal = Journal(choose(Nor(4), path, said.append), lambda: 0)
    assert list(journal.read()) == stored
    assert "is not moved" in said[0]
