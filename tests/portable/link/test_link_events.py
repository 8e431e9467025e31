"""The table's events on their way: order, window, going back, and how little is read and held."""

from by_hand import MemoryJournal, diff

from boardside.link.events import RESEND_MOST_MS, RESEND_MS, WINDOW, EventStream


def begun(count, from_seq=1):
    journal = MemoryJournal(count)
    stream = EventStream(journal.read, diff)
    stream.start(from_seq, journal.last_seq, 0)
    return journal, stream


def drain(stream, now=0):
    taken = []
    while stream.ready():
        entry = stream.take(now)
        if entry is None:
            break
        taken.append((entry[0], entry[1]["seq"]))
    return taken


def test_events_go_in_order_up_to_the_window():
    _, stream = begun(20)
    assert drain(stream) == [(seq - 1, seq) for seq in range(1, WINDOW + 1)]
    stream.ack(3, 0)
    assert [seq for _, seq in drain(stream)] == [WINDOW + 1, WINDOW + 2, WINDOW + 3]


def test_the_window_widens_by_what_is_acknowledged_and_narrows_when_that_is_overdue():
    _, stream = begun(200)
    stream.window_most = 4 * WINDOW
    for window in (WINDOW, 2 * WINDOW, 4 * WINDOW, 4 * WINDOW):
        assert len(drain(stream)) + stream.sent - stream.acked >= window
        assert stream.sent - stream.acked == window
        stream.ack(stream.sent, 0)
    drain(stream)
    stream.tick(RESEND_MS)
    assert len(drain(stream, RESEND_MS)) == WINDOW
    stream.start(1, 200, RESEND_MS)
    assert len(drain(stream, RESEND_MS)) == WINDOW


def test_events_begin_after_the_hosts_last_one():
    _, stream = begun(20, 18)
    assert drain(stream) == [(17, 18), (18, 19), (19, 20)]
    assert not stream.ready()


def test_a_journal_is_read_once_for_a_whole_catch_up():
    journal, stream = begun(100)
    for _ in range(100):
        for _, seq in drain(stream):
            stream.ack(seq, 0)
    assert stream.acked == 100
    assert journal.reads == [1]


def test_an_event_just_stored_is_sent_without_reading_flash():
    journal, stream = begun(0)
    for _ in range(5):
        event = journal.append(kind="play")
        stream.stored(event)
        assert drain(stream) == [(event["seq"] - 1, event["seq"])]
        stream.ack(event["seq"], 0)
    assert journal.reads == []


def test_events_stored_during_a_catch_up_follow_in_order():
    journal, stream = begun(3)
    first = stream.take(0)
    assert first is not None
    assert first[1]["seq"] == 1
    for _ in range(3):
        stream.stored(journal.append(kind="play"))
    assert [seq for _, seq in drain(stream)] == [2, 3, 4, 5, 6]


def test_during_silence_unacknowledged_events_are_sent_again_at_growing_intervals():
    _, stream = begun(5)
    drain(stream)
    stream.ack(2, 0)
    now, waits = 0, []
    for _ in range(6):
        start = now
        while not stream.ready() and now < 60000:
            now += 100
            stream.tick(now)
        waits.append(now - start)
        assert drain(stream, now)[0] == (2, 3)
    assert waits == [RESEND_MS, 2 * RESEND_MS, 4 * RESEND_MS, RESEND_MOST_MS, RESEND_MOST_MS, RESEND_MOST_MS]
    stream.ack(5, now)
    stream.tick(now + 100000)
    assert not stream.ready()


def test_progress_makes_it_quick_again():
    _, stream = begun(5)
    drain(stream)
    stream.tick(RESEND_MS)
    drain(stream, RESEND_MS)
    stream.ack(1, 1500)
    stream.tick(1500 + RESEND_MS - 1)
    assert not stream.ready()
    stream.tick(1500 + RESEND_MS)
    assert stream.ready()


def test_the_host_may_ask_for_what_it_misses():
    _, stream = begun(6)
    drain(stream)
    stream.again(3)
    assert drain(stream) == [(3, 4), (4, 5), (5, 6)]


def test_acknowledgements_of_the_unknown_are_ignored():
    _, stream = begun(4, 3)
    drain(stream)
    for wrong in (0, 1, -5, 5, 1000):
        stream.ack(wrong, 0)
        assert stream.acked == 2
        stream.again(wrong)
        assert stream.sent == 4


def test_what_another_connection_delivered_is_not_sent_again():
    journal, stream = begun(30)
    assert len(drain(stream)) == WINDOW
    stream.ack(25, 0)
    assert drain(stream) == [(seq - 1, seq) for seq in range(26, 31)]
    assert journal.reads == [1, 26]


def test_a_hole_in_the_journal_names_what_it_follows_on():
    journal, stream = begun(30)
    journal.events = [event for event in journal.events if not 4 <= event["seq"] <= 22]
    assert drain(stream)[:4] == [(0, 1), (1, 2), (2, 3), (3, 23)]
    stream.ack(23, 0)
    assert drain(stream)[0] == (23, 24)


def test_a_journal_that_lost_its_end_does_not_stall():
    journal, stream = begun(10)
    journal.events = journal.events[:4]
    assert [seq for _, seq in drain(stream)] == [1, 2, 3, 4]
    assert not stream.ready()
    stream.ack(4, 0)
    journal.events.append({"seq": 11, "kind": "play"})
    stream.stored(journal.events[-1])
    assert drain(stream) == [(4, 11)]


def test_after_an_append_a_new_iterator_replaces_one_that_had_ended():
    journal, stream = begun(2)
    assert stream.take(0)[1]["seq"] == 1
    exhausted = stream._iterator
    assert [event["seq"] for event in exhausted] == [2]
    stream.stored(journal.append(kind="play"))
    assert [seq for _, seq in drain(stream)] == [2, 3]


def test_time_may_wrap():
    wrap = 1 << 30

    def wrapping(new, old):
        return (new - old + wrap // 2) % wrap - wrap // 2

    journal = MemoryJournal(3)
    stream = EventStream(journal.read, wrapping)
    stream.start(1, 3, wrap - 500)
    drain(stream, wrap - 500)
    stream.tick(RESEND_MS - 501)
    assert not stream.ready()
    stream.tick(RESEND_MS - 500)
    assert stream.ready()
