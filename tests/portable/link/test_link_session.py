"""The table's session against frames written by hand: handshake, order, trust."""

from by_hand import HOST_NONCE, Hand, kinds, line, unsigned

from boardside.link.session import HEARTBEAT_MS


def test_alone_it_calls_every_two_seconds_and_no_more():
    hand = Hand()
    assert hand.frames(0) == [["on", 1, 3]]
    assert hand.frames(HEARTBEAT_MS - 1) == []
    assert hand.frames(HEARTBEAT_MS) == [["on", 1, 3]]
    assert not hand.session.up
    assert hand.session.silent_ms(0) is None


def test_hi_is_answered_with_the_tables_identity_and_its_last_event():
    hand = Hand(count=5)
    frame = hand.hi(0)
    assert frame == ["id", 1, 3, "Table 3", "0badcafe", 7, 1, 5, "0.1.0", "01" * 8, HOST_NONCE]
    assert not hand.session.up


def test_the_same_hi_again_gets_the_same_answer_another_one_a_new_nonce():
    hand = Hand()
    first = hand.hi(0)
    assert hand.hi(1000) == first
    assert hand.hi(2000, "ffffffffffffffff")[9] != first[9]


def test_go_brings_it_up_and_the_status_comes_at_once():
    hand = Hand(count=2)
    hand.up(now=50)
    frames = hand.frames(50)
    assert frames[0] == ["st", 1, 1, 50, {"phase": "idle"}]
    assert frames[1:] == [
        ["ev", 2, 1, 0, {"seq": 1, "kind": "play"}],
        ["ev", 3, 1, 1, {"seq": 2, "kind": "play"}],
    ]
    assert hand.session.host == "hand"


def test_nothing_but_who_it_is_leaves_the_table_before_go():
    hand = Hand(count=5, key=b"secret")
    hand.hi(0)
    hand.session.event_stored(hand.journal.append(kind="play"))
    assert kinds(hand.frames(100)) == []
    assert kinds(hand.frames(HEARTBEAT_MS)) == ["on"]


def test_a_wrong_key_gets_nowhere():
    hand = Hand(count=5, key=b"secret")
    identity = hand.hi(0)
    for wrong in (b"", b"Secret", b"secret "):
        hand.sign(identity, wrong)
        hand.say("go", "1,1", 0)
        assert not hand.session.up
    assert hand.session.refused == 3
    hand.sign(identity)
    hand.say("go", "1,1", 0)
    assert hand.session.up


def test_go_must_ask_for_what_can_be():
    for rest in ("0,1", "7,1", "-1,1", '"1",1', "1", "true,1", "null,1"):
        hand = Hand(count=5)
        hand.sign(hand.hi(0))
        hand.say("go", rest, 0)
        assert not hand.session.up, rest
    hand = Hand(count=5)
    hand.up(from_seq=6)
    assert kinds(hand.frames(0)) == ["st"]


def test_frames_of_an_older_session_are_harmless():
    hand = Hand(count=20)
    hand.up()
    old = hand.signer
    hand.frames(0)
    hand.up(now=10)
    hand.frames(10)
    hand.say("ack", "8", 20, number=99, signer=old)
    hand.say("cm", '"c1",1,1,"{}"', 20, number=100, signer=old)
    hand.say("go", "1,1", 20, number=1, signer=old)
    assert hand.session.acked == 0
    assert hand.applied == []
    assert hand.session.refused == 3


def test_a_frame_twice_counts_once_and_an_older_one_not_at_all():
    hand = Hand(count=20)
    hand.up()
    hand.frames(0)
    hand.say("ack", "3", 10, number=5)
    assert hand.session.acked == 3
    hand.say("ack", "7", 11, number=5)
    hand.say("ack", "7", 12, number=4)
    assert hand.session.acked == 3
    hand.say("ack", "7", 13, number=6)
    assert hand.session.acked == 7


def test_a_frame_thrown_back_or_forged_is_refused():
    hand = Hand(count=3)
    hand.up()
    hand.frames(0)
    body = '["ack",50,3]'
    for mac in (
        hand.signer.mac(b"<", body.encode()),
        unsigned().mac(b">", body.encode()),
        b"0" * 16,
        b"f" * 16,
        b"",
    ):
        hand.session.receive(line(body, mac.decode()), 0)
    assert hand.session.acked == 0
    hand.session.receive(line(body, hand.signer.mac(b">", body.encode()).decode()), 0)
    assert hand.session.acked == 3


def test_a_repeated_hi_just_before_go_is_answered_already():
    hand = Hand(count=1)
    hand.sign(hand.hi(0))
    hand.session.receive(line('["hi",1,"hand","%s"]' % HOST_NONCE), 10)
    hand.say("go", "1,1", 10)
    assert kinds(hand.frames(10)) == ["st", "ev"]
    assert hand.session.up


def test_a_new_hi_does_not_end_the_present_session_until_it_is_proven():
    hand = Hand(count=3)
    hand.up()
    hand.frames(0)
    before = hand.signer
    hand.session.receive(line('["hi",1,"intruder","%s"]' % ("9" * 16)), 10)
    frames = hand.frames(10)
    assert kinds(frames) == ["id"]
    assert hand.session.up
    assert hand.session.host == "hand"
    hand.say("ack", "2", 20, signer=before)
    assert hand.session.acked == 2


def test_a_hi_that_is_none_is_not_answered():
    hand = Hand()
    hand.frames(0)
    for body in (
        '["hi"]',
        '["hi",1]',
        '["hi",1,"x"]',
        '["hi",1,5,"aa"]',
        '["hi",1,"",""]',
        '["hi",1,"a\\"b","aa"]',
        '["hi",1,"x","%s"]' % ("a" * 17),
        '["HI",1,"x","aa"]',
    ):
        hand.session.receive(line(body), 1)
        assert hand.frames(1) == [], body


def test_a_hi_of_a_stranger_is_read_only_as_long_as_one_can_be():
    hand = Hand(count=1)
    hand.frames(0)
    hand.session.receive(line('["hi",1,"hand","%s",%s]' % (HOST_NONCE, "[" * 60 + "]" * 60)), 10)
    hand.session.receive(line('["hi",1,"hand","%s",' % HOST_NONCE + "[" * 400), 10)
    assert kinds(hand.frames(10)) == []
    hand.session.receive(line('["hi", 1, "hand", "%s", "of a later version"]' % HOST_NONCE), 10)
    assert kinds(hand.frames(10)) == ["id"]


def test_questions_without_end_make_no_more_than_eight_keys_a_second():
    hand = Hand(count=1)
    hand.frames(0)
    for number in range(500):
        hand.session.receive(line('["hi",1,"hand","%016x"]' % number), 1000 + number)
    assert hand.nonces == 8
    hand.session.receive(line('["hi",1,"hand","%s"]' % HOST_NONCE), 2000)
    assert hand.nonces == 9


def test_a_status_that_was_prepared_is_sent_with_its_own_time():
    hand = Hand()
    hand.up(now=50)
    assert hand.session.prepare(50)
    assert not hand.session.prepare(55), "it is there"
    assert hand.frames(60) == [["st", 1, 1, 50, {"phase": "idle"}]]
    assert not hand.session.prepare(61), "none is due"


def test_what_changes_behind_a_prepared_status_is_in_the_one_that_is_sent():
    hand = Hand()
    hand.up(now=50)
    hand.frames(50)
    hand.session.changed()
    assert hand.session.prepare(500)
    hand.session.changed()
    assert hand.frames(510) == [["st", 2, 1, 510, {"phase": "idle"}]]
    assert hand.frames(700) == [], "nothing has changed since"


def test_an_event_goes_before_a_status_and_alone_nothing_is_prepared():
    hand = Hand()
    assert not hand.session.prepare(0)
    hand.up(now=50)
    hand.frames(50)
    hand.session.event_stored(hand.journal.append(kind="play"))
    assert not hand.session.prepare(500)
    assert kinds(hand.frames(500)) == ["ev", "st"]
