"""The ring: what it promises beyond power cuts. Space, versions, damage."""

from nor import SECTOR, Nor
from portable import WHOLE, raises
from umpire import Umpire, check, recorded

from boardside.journal import Journal, JournalError, packing, record
from boardside.journal.ring import Ring
from boardside.journal.sectors import RECORDS_END

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
                    for field in ("seq", "boot", "match_seq", "at", "author", "text"):
                        assert getattr(unpacked, field) == getattr(made, field), (field, text)
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
