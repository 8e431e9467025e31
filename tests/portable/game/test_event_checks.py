"""What an event may hold, whatever the match: kinds, fields, types, the envelope."""

from matches import begin, board, kind, play
from portable import raises

from boardside.game import events, match
from boardside.game.errors import CODES, GameError


def refusal(event):
    error = raises(GameError, events.check, event)
    assert error.code in CODES
    assert str(error).split(" ")[0] == error.reason
    return error


def test_what_is_no_event():
    for value in (None, 5, "board", [], [1], {}, {"kind": 5}, {"kind": None}):
        assert refusal(value).code == "malformed"


def test_unknown_kinds_are_refused_by_name():
    error = refusal({"kind": "score"})
    assert error.code == "unknown"
    assert (error.reason, error.facts["value"]) == ("unknown_kind", "score")
    assert "board" in error.facts["allowed"]


def test_missing_and_null_fields_are_told_apart():
    assert str(refusal({"kind": "concede", "side": "a"})) == "missing field=what kind=concede"
    assert str(refusal({"kind": "concede", "side": "a", "what": None})) == "null field=what kind=concede"


def test_unknown_fields_are_left_alone():
    event = board("a", 5, colour="blue", x=[1])
    events.check(event)
    assert play([begin(), event]).points["a"] == 5
    assert event["colour"] == "blue"
    assert event["x"] == [1]


def test_control_characters_in_an_event_from_outside_are_refused():
    for text in ("A\nB", "\x1b[2J", "\x7f", "\x85", chr(0x2028)):
        for event in (begin(a=["Asha", text]), begin(teams={"a": text, "b": "x"}), begin(title=text)):
            event["doubles"] = True
            error = raises(GameError, events.check_new, event)
            assert (error.code, error.reason) == ("malformed", "control_character")
            assert error.facts["value"] == text
    events.check_new(begin(a=["Émile", "आशा"], rules={"points": 23}))


def test_a_tie_from_outside_is_of_two_teams():
    same = begin(tie="F", teams={"a": "CSE", "b": "CSE"})
    error = raises(GameError, events.check_new, same)
    assert (error.code, error.reason, error.facts) == ("impossible", "team_against_itself", {"team": "CSE"})
    events.check_new(begin(tie="F", teams={"a": "CSE", "b": "Civil"}))


def test_the_seal_of_a_confirmation_is_of_hexadecimal_digits():
    for text in ("zz", "0x1f", "AB", "12 34"):
        assert refusal(kind("confirm", chain=text)).reason == "not_hex"
        assert refusal(kind("confirm", seal=text)).reason == "not_hex"
    events.check(kind("confirm", chain="0f" * 32, events=9, seal="a9" * 16))


def test_every_kind_has_its_checks():
    for event, code in (
        (begin(stage="x"), "unknown"),
        (begin(match=""), "malformed"),
        (begin(match=7), "malformed"),
        (begin(doubles="yes"), "malformed"),
        (begin(a="Asha"), "malformed"),
        (begin(a=["1", "2", "3"]), "malformed"),
        (begin(a=[5]), "malformed"),
        (begin(title="x" * 81), "malformed"),
        (begin(breaks="c"), "unknown"),
        (kind("toss", breaks="c"), "unknown"),
        (kind("toss", breaks="a", choice="none"), "unknown"),
        (kind("replayed"), "malformed"),
        (kind("replayed", law="141"), "unknown"),
        (kind("concede", side="a", what="set"), "unknown"),
        (kind("concede", side="c", what="game"), "unknown"),
        (kind("lost", side="a"), "malformed"),
        (kind("override"), "malformed"),
        (kind("override", set={"points_c": 3}), "unknown"),
        (kind("override", set={"points_a": "3"}), "malformed"),
        (kind("pause", clock="tea", left=5), "unknown"),
        (kind("pause", clock="stroke", left=-5), "impossible"),
        (kind("resume"), "malformed"),
        (kind("expired", clock="stroke", breach=3), "malformed"),
        (kind("undo", of=0), "malformed"),
        (kind("undo", of="last"), "malformed"),
        (kind("boot"), "malformed"),
        (kind("boot", cause="power", torn=-1), "malformed"),
        (kind("hall", do="stop"), "unknown"),
        (kind("hall", do="start", ms="600"), "malformed"),
    ):
        error = refusal(event)
        assert error.code == code, (event, error.code, error)


def test_the_envelope_is_checked():
    events.check(board("a", 5, seq=1, boot=1, at=0, by="panel", match="M1"))
    events.check(kind("boot", cause="power", seq=1, boot=1, at=0, by="table", match=None))
    for fields in ({"seq": 0}, {"seq": "1"}, {"boot": -1}, {"at": -5}, {"at": 1.5}, {"match": 3}):
        event = board("a", 5)
        event.update(fields)
        assert refusal(event).code == "malformed"
    assert refusal(board("a", 5, by="me")).code == "unknown"


def test_long_values_are_shortened_where_there_are_no_words():
    error = refusal(kind("toss", breaks="x" * 500))
    assert len(str(error)) < 200
    assert len(str(refusal(board("a", 10**400)))) < 200


def test_singles_have_one_name_a_side():
    error = raises(GameError, match.apply, match.new(), begin(a=["Asha", "Anita"]))
    assert error.code == "impossible"
    assert error.reason == "two_names_in_singles"
    state = play([begin(a=["Asha", "Anita"], b=["Bela", "Berta"], doubles=True)])
    assert state.names == {"a": ["Asha", "Anita"], "b": ["Bela", "Berta"]}
    assert play([{"kind": "match", "match": "x", "ruleset": "icf", "stage": "final"}]).names == {
        "a": [],
        "b": [],
    }


def test_may_lists_the_events_that_are_taken_now():
    state = play([begin(breaks=None)])
    assert match.may(state, "toss")
    assert not match.may(state, "board")
    assert match.may(state, "undo")
    state = play([begin(), kind("play")])
    assert match.may(state, "board")
    assert not match.may(state, "play")
    assert not match.may(state, "confirm")
    assert not match.may(match.new(), "board")
    assert match.may(match.new(), "match")


def test_texts_have_up_to_80_characters():
    events.check(begin(title="x" * 80, match="y" * 80))
    assert refusal(begin(match="y" * 81)).code == "malformed"
