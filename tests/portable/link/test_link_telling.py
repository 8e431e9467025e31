"""The table's session against frames written by hand: when events and status go out, and how far."""

from by_hand import Hand, kinds

from boardside.link.session import HEARTBEAT_MS, STATUS_GAP_MS


def test_an_event_is_told_when_it_is_stored_and_before_the_status():
    hand = Hand()
    hand.up()
    hand.frames(0)
    hand.session.event_stored(hand.journal.append(kind="play"))
    assert kinds(hand.frames(STATUS_GAP_MS)) == ["ev", "st"]
    assert hand.journal.reads == []


def test_the_status_comes_on_change_but_not_too_often_and_every_two_seconds():
    hand = Hand()
    hand.up()
    assert kinds(hand.frames(0)) == ["st"]
    hand.session.changed()
    assert hand.frames(STATUS_GAP_MS - 1) == []
    assert kinds(hand.frames(STATUS_GAP_MS)) == ["st"]
    assert hand.frames(STATUS_GAP_MS + HEARTBEAT_MS - 1) == []
    assert kinds(hand.frames(STATUS_GAP_MS + HEARTBEAT_MS)) == ["st"]


def test_the_status_is_not_starved_by_a_long_catch_up():
    hand = Hand(count=1000)
    hand.up()
    statuses = 0
    for now in range(0, 3000, 10):
        hand.session.changed()
        for frame in hand.frames(now):
            statuses += frame[0] == "st"
            if frame[0] == "ev":
                hand.say("ack", str(frame[4]["seq"]), now)
    assert hand.session.acked == 1000
    assert statuses >= 20


def test_frames_tell_how_far_the_host_was_heard():
    hand = Hand()
    hand.up()
    hand.frames(0)
    hand.say("pi", "1234", 10)
    hand.say("pi", "1235", 10, number=40)
    assert hand.frames(10) == [["po", 2, 40, 1235, 10]]


def test_only_a_host_that_keeps_what_it_gets_counts():
    hand = Hand(count=4)
    hand.up(keeps=0)
    hand.frames(0)
    hand.say("ack", "4", 1)
    assert hand.session.acked == 0
    hand.up(keeps=1)
    hand.frames(1)
    hand.say("ack", "4", 2)
    assert hand.session.acked == 4


def test_a_gap_is_filled_from_where_the_host_says():
    hand = Hand(count=4)
    hand.up()
    hand.frames(0)
    hand.say("re", "2", 10)
    assert [(frame[3], frame[4]["seq"]) for frame in hand.frames(10)] == [(2, 3), (3, 4)]
