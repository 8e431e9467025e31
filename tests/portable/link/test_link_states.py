"""The table's states: each thing that can happen in each of them leads where MOVES says."""

from by_hand import HOST_NONCE, Hand, line

from boardside.link.session import ASKED, CLOSED, GO, HI, IDLE, MOVES, SAYS, SILENCE, SILENCE_MS, UP, UP_ASKED

OTHER_NONCE = "ffeeddccbbaa9988"


def brought_to(state):
    """A table in this state at 0 ms."""
    hand = Hand(3)
    if state in (UP, UP_ASKED):
        hand.up(0)
    if state in (ASKED, UP_ASKED):
        hand.sign(hand.hi(0, OTHER_NONCE if state == UP_ASKED else HOST_NONCE))
    assert hand.session._state == state
    return hand


def happens(hand, move):
    if move == HI:
        hand.session.receive(line('["hi",1,"hand","0011001100110011"]'), 10)
    elif move == GO:
        hand.say("go", "1,1", 10)
    elif move == SILENCE:
        hand.session.send(SILENCE_MS)
    else:
        hand.session.close()


def test_what_happens_leads_to_the_state_of_the_table_of_moves():
    for state, moves in MOVES.items():
        for move in (HI, GO, SILENCE, CLOSED):
            if move == GO and state in (IDLE, UP):
                continue  # it is signed for a question, and there is none
            hand = brought_to(state)
            happens(hand, move)
            assert hand.session._state == moves.get(move, state), (state, move)


def test_a_go_that_answers_no_question_changes_nothing():
    for state in (IDLE, UP):
        hand = Hand(3)
        hand.sign(hand.hi(0, OTHER_NONCE))
        strange = hand.signer
        hand = brought_to(state)
        hand.say("go", "1,1", 10, number=1, signer=strange)
        assert hand.session._state == state
        assert hand.session.refused == 1


def test_a_question_and_a_session_exist_in_their_states_only():
    for state in MOVES:
        session = brought_to(state).session
        assert (session._question is not None) == (state in (ASKED, UP_ASKED)), state
        assert (session._agreed is not None) == (state in (UP, UP_ASKED)), state
        assert session.up == (state in (UP, UP_ASKED))


def test_nothing_of_a_session_reaches_the_next():
    hand = brought_to(UP)
    hand.say("pi", "77", 10)
    hand.session.close()
    hand.up(20)
    said = hand.frames(20)
    assert [frame[0] for frame in said] == ["st", "ev", "ev", "ev"]
    assert said[0][1] == 1


def test_every_state_has_something_to_say():
    assert set(SAYS) == set(MOVES)
    assert [frame[0] for frame in brought_to(IDLE).frames(10)] == ["on"]
    assert [frame[0] for frame in brought_to(ASKED).frames(10_000)] == ["on"]
    for state in (UP, UP_ASKED):
        assert next(frame[0] for frame in brought_to(state).frames(4000)) == "st"
