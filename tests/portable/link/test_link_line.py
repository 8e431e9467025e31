"""The table's session on a bad line: silence, damage, noise, small pieces, the wrap of the ticks."""

from by_hand import Hand, kinds

from boardside.link.frame import TABLE_LINE_MAX
from boardside.link.session import HEARTBEAT_MS, SILENCE_MS


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
