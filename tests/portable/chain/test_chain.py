"""The hash chain of a match and its seal: the same on every machine, changed by every change."""

import hashlib
import json

from boardside.chain import Chain, canonical, seal

MATCH = {"seq": 5, "kind": "match", "match": "m1", "a": ["Zoë"], "by": "host"}
BOARD = {"seq": 6, "kind": "board", "winner": "a", "left": 3, "queen": None, "demand": 0}


def chained(events):
    chain = Chain()
    for event in events:
        chain.add(event)
    return chain


def test_the_text_does_not_depend_on_the_order_of_fields():
    assert canonical({"b": 1, "a": {"d": True, "c": None}}) == '{"a":{"c":null,"d":true},"b":1}'
    assert canonical({"a": {"c": None, "d": True}, "b": 1}) == canonical(
        {"b": 1, "a": {"d": True, "c": None}}
    )


def test_every_character_has_one_way_of_being_written():
    assert canonical('"\\') == '"\\"\\\\"'
    assert canonical("a\tb\n\x08\x00\x7f") == '"a\\u0009b\\u000a\\u0008\\u0000\\u007f"'
    assert canonical("é€") == '"\\u00e9\\u20ac"'
    assert canonical("\U0001f3af") == '"\\ud83c\\udfaf"'
    assert canonical(" ~'/") == '" ~\'/"'


def test_numbers_flags_and_lists():
    assert canonical([1, -2, 0, True, False, None, [], {}]) == "[1,-2,0,true,false,null,[],{}]"
    assert canonical((1, 2)) == "[1,2]"
    assert canonical(2**53) == "9007199254740992"


def test_what_went_through_json_has_the_same_text():
    for value in (MATCH, BOARD, {"x": ["\x7f", "ä" * 50, "tab\t"], "y": {"z": [1, [2, {"q": "\\"}]]}}):
        assert canonical(json.loads(json.dumps(value))) == canonical(value)
        assert json.loads(canonical(value)) == value


def test_the_chain_is_as_written_in_its_description():
    head = hashlib.sha256(b"boardside match 1").digest()
    for text in (
        '{"a":["Zo\\u00eb"],"by":"host","kind":"match","match":"m1","seq":5}',
        '{"demand":0,"kind":"board","left":3,"queen":null,"seq":6,"winner":"a"}',
    ):
        head = hashlib.sha256(head + text.encode()).digest()
    chain = chained([MATCH, BOARD])
    assert chain.head == head
    assert chain.count == 2
    assert chain.hex == "".join(["%02x" % byte for byte in head])


def test_a_match_begins_a_chain_of_its_own():
    assert chained([BOARD, BOARD, MATCH]).hex == chained([MATCH]).hex


def test_any_change_shows():
    whole = chained([MATCH, BOARD, BOARD]).hex
    changed = dict(BOARD)
    changed["left"] = 4
    assert chained([MATCH, changed, BOARD]).hex != whole
    assert chained([MATCH, BOARD]).hex != whole
    assert chained([MATCH, BOARD, BOARD, BOARD]).hex != whole
    assert chained([MATCH, BOARD, changed]).hex != chained([MATCH, changed, BOARD]).hex


def test_a_copy_goes_its_own_way():
    chain = chained([MATCH])
    other = chain.copy()
    other.add(BOARD)
    assert chain.count == 1
    assert chain.hex != other.hex


def test_a_seal_needs_the_key_and_holds_for_one_head():
    head = chained([MATCH]).hex
    made = seal(b"k" * 16, head, 1)
    assert len(made) == 32
    assert made == seal(b"k" * 16, head, 1)
    assert made != seal(b"K" * 16, head, 1)
    assert made != seal(b"k" * 16, head, 2)
    assert made != seal(b"k" * 16, chained([BOARD]).hex, 1)
