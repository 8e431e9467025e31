"""The table's session against frames written by hand: handshake, order, trust, commands, silence."""

from by_hand import HOST_NONCE, Hand, line, unsigned

from boardside.link.frame import TABLE_LINE_MAX
from boardside.link.session import HEARTBEAT_MS, SILENCE_MS, STATUS_GAP_MS


def kinds(frames):
    return [frame[0] for frame in frames]


def test_alone_it_calls_every_two_seconds_and_no_more():
    hand = Hand()
    assert hand.frames(0) == [["on", 1, 3]]
    assert hand.frames(HEARTBEAT_MS - 1) == []
    assert hand.frames(HEARTBEAT_MS) == [["on", 1, 3]]
    assert not hand.session.up
    assert hand.session.silent_ms(0) is None


def test_hi_is_answered_with_who_it_is_and_where_it_stands():
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


def test_a_command_in_parts_is_done_and_answered():
    hand = Hand()
    hand.up()
    hand.frames(0)
    hand.say("cm", '"c1",1,2,"{\\"kind\\":"', 10)
    assert hand.frames(10) == [["rx", 2, 2, "c1", 1]]
    hand.say("cm", '"c1",2,2,"\\"names\\"}"', 20)
    assert hand.frames(20) == [["ok", 3, 3, "c1", "ok", "done"]]
    assert hand.applied == [{"kind": "names", "cmd": "c1"}]


def test_a_command_sent_again_after_a_lost_answer_is_answered_only():
    hand = Hand()
    hand.up()
    hand.frames(0)
    for now in (10, 20, 30):
        hand.say("cm", '"c1",1,1,"{}"', now)
        assert kinds(hand.frames(now)) == ["ok"]
    hand.up(now=40)
    hand.frames(40)
    hand.say("cm", '"c1",1,1,"{}"', 50)
    assert kinds(hand.frames(50)) == ["ok"]
    assert len(hand.applied) == 1


def test_a_command_by_two_connections_is_done_once():
    hand = Hand()
    hand.up()
    hand.frames(0)
    hand.say("cm", '"c1",1,1,"{}"', 10)
    hand.session = hand.make()
    hand.up(now=20)
    hand.frames(20)
    hand.say("cm", '"c1",1,1,"{}"', 30)
    assert kinds(hand.frames(30)) == ["ok"]
    assert len(hand.applied) == 1


def test_a_refusal_carries_code_and_message():
    hand = Hand()
    hand.answer = (False, "not_now", "Zo\u00eb plays")
    hand.up()
    hand.frames(0)
    hand.say("cm", '"c1",1,1,"{}"', 10)
    assert hand.frames(10) == [["no", 2, 2, "c1", "not_now", "Zo\u00eb plays"]]


def test_commands_that_make_no_sense_change_nothing():
    hand = Hand()
    hand.up()
    hand.frames(0)
    for rest in (
        "1",
        '"c1",1,1',
        '"c1",0,1,"{}"',
        '"c1",2,1,"{}"',
        '"c1",1,65,"{}"',
        '"c1","1",1,"{}"',
        '5,1,1,"{}"',
        '"c1",1,1,{}',
        '"bad\\u0022id",1,1,"{}"',
        '"%s",1,1,"{}"' % ("c" * 17),
    ):
        hand.say("cm", rest, 10)
        assert hand.frames(10) == [], rest
    assert hand.applied == []


def test_a_command_that_is_too_long_is_refused():
    hand = Hand()
    hand.up()
    hand.frames(0)
    answer = []
    for part in range(1, 40):
        hand.say("cm", '"c1",%d,40,"%s"' % (part, "x" * 100), 10)
        answer += hand.frames(10)
    assert next(frame for frame in answer if frame[0] == "no")[3:5] == ["c1", "too_long"]
    assert hand.applied == []


def test_silence_ends_the_session_and_it_calls_again():
    hand = Hand()
    hand.up()
    hand.frames(0)
    hand.say("pi", "1", 1000)
    hand.frames(1000)
    assert hand.session.silent_ms(4000) == 3000
    hand.frames(1000 + SILENCE_MS - 1)
    assert hand.session.up
    assert kinds(hand.frames(1000 + SILENCE_MS)) == ["on"]
    assert not hand.session.up
    assert hand.session.acked == 0


def test_damaged_frames_do_not_keep_a_session_alive():
    hand = Hand()
    hand.up()
    hand.frames(0)
    for now in range(0, SILENCE_MS + 1, 500):
        hand.session.receive(b'$["pi",9,1]*00000000000000000000000000\n', now)
        hand.frames(now)
    assert not hand.session.up
    assert hand.session.bad > 10


def test_the_link_survives_the_wrap_of_the_ticks():
    wrap = 1 << 30

    def wrapping(new, old):
        return (new - old + wrap // 2) % wrap - wrap // 2

    hand = Hand(diff=wrapping)
    hand.up(now=wrap - 100)
    hand.frames(wrap - 100)
    assert kinds(hand.frames(HEARTBEAT_MS - 100)) == ["st"]
    hand.say("pi", "1", HEARTBEAT_MS)
    assert hand.session.silent_ms(HEARTBEAT_MS + 10) == 10
    assert hand.session.up


def test_pieces_are_never_longer_than_asked_for():
    hand = Hand(count=8)
    hand.up()
    whole = b""
    while True:
        piece = hand.session.send(0, 7)
        assert len(piece) <= 7
        if not piece:
            break
        whole += piece
    assert whole.count(b"\n") == 9
    assert whole[-1:] == b"\n"


def test_all_that_is_sent_is_printable():
    hand = Hand()
    hand.journal.append(kind="match", a=["Zo\u00eb \u0b85\u0ba3\u0bbf", "\x03\x7f"])
    hand.up()
    out = b""
    while True:
        piece = hand.session.send(0)
        if not piece:
            break
        out += piece
    for byte in out.replace(b"\n", b""):
        assert 0x20 <= byte < 0x7F


def test_noise_is_skipped_and_long_lines_are_dropped_and_counted():
    hand = Hand()
    hand.up()
    hand.frames(0)
    hand.session.receive(b"\x00\xff>>> import os\r\n" + b"$[" + b"x" * 10 * TABLE_LINE_MAX + b"\n\n\n", 0)
    assert hand.session.too_long == 1
    hand.say("pi", "5", 0)
    assert kinds(hand.frames(0)) == ["po"]


def test_a_closed_connection_says_nothing_of_the_old_session():
    hand = Hand(count=3)
    hand.up()
    assert hand.session.send(0, 5) != b""
    hand.session.close()
    assert hand.frames(10) == []
    assert hand.frames(HEARTBEAT_MS) == [["on", 1, 3]]
    assert not hand.session.up


def test_being_idle_allocates_nothing():
    try:
        import micropython
    except ImportError:
        return
    hand = Hand()
    hand.up()
    hand.frames(0)
    send = hand.session.send
    send(10)
    micropython.heap_lock()
    try:
        for _ in range(100):
            send(10)
    finally:
        micropython.heap_unlock()
