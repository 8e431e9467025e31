"""The host that a table reports: the one that proved itself, whatever name a stranger uses."""

from by_hand import HOST_NONCE, Hand, line


def test_the_host_of_a_session_is_who_asked_with_its_nonce():
    hand = Hand()
    identity = hand.hi(0)
    hand.session.receive(line('["hi",1,"stranger","%s"]' % HOST_NONCE), 5)
    hand.sign(identity)
    hand.say("go", "1,1", 10)
    assert hand.session.host == "hand"
    assert hand.session.keeper == "hand"


def test_a_stranger_that_asks_later_takes_no_name_from_it():
    hand = Hand(key=b"k" * 16)
    hand.up()
    hand.session.receive(line('["hi",1,"stranger","99112233445566aa"]'), 20)
    hand.frames(20)
    assert hand.session.keeper == "hand"
    hand.say("pi", "1", 30)
    assert hand.session.up


def test_a_host_that_only_looks_or_has_fallen_silent_keeps_nothing():
    hand = Hand()
    assert hand.session.keeper == ""
    hand.up(keeps=0)
    assert hand.session.up
    assert hand.session.keeper == ""
    other = Hand()
    other.up()
    other.frames(8000)
    assert other.session.keeper == ""
