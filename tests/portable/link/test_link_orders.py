"""The table's session against frames written by hand: commands, whole, in parts, twice, and senseless."""

from by_hand import Hand, kinds


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


def test_a_refusal_of_the_rules_has_reason_and_facts_behind_what_every_host_knows():
    hand = Hand()
    hand.up()
    hand.frames(0)
    facts = {"field": "how", "value": "Zo\u00eb", "allowed": ("done", "forgone")}
    hand.answer = (False, "unknown", "A line", "not_a_choice", facts)
    hand.say("cm", '"c1",1,1,"{}"', 5)
    frame = hand.frames(10)[0]
    assert frame[3:7] == ["c1", "unknown", "A line", "not_a_choice"]
    assert frame[7] == {"field": "how", "value": "Zo\u00eb", "allowed": ["done", "forgone"]}
    hand.answer = (False, "unknown", "A line", "not_a_choice", {"value": "x" * 600})
    hand.say("cm", '"c2",1,1,"{}"', 15)
    assert hand.frames(20)[0][3:] == ["c2", "unknown", "A line", "not_a_choice", {}]


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
