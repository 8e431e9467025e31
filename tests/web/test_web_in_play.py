"""A board in play stroke by stroke, and a crokinole round, as the pages tell them."""

import json
from typing import Any

from host_tools.collector.clocks import monotonic_ms
from host_tools.collector.live import JournalState, LiveTable
from host_tools.collector.view import build
from host_tools.web.pages import card


def shown(*events: dict[str, Any]) -> dict[str, Any]:
    """The page of a table that has stored these events."""
    live = LiveTable(3, name="Table 3", journal=JournalState("j1", 0, 0))
    live.heard_at = monotonic_ms()
    assert live.journal is not None
    for seq, event in enumerate(events, 1):
        stored = {**event, "seq": seq}
        live.journal.fold.add(seq, stored, json.dumps(stored))
    assert live.journal.fold.problem is None
    return card.page(build(live, monotonic_ms()))


def begin(**more: Any) -> dict[str, Any]:
    event = {"kind": "match", "match": "M", "ruleset": "icf", "stage": "final", "breaks": "a"}
    return {**event, "a": ["Asha"], "b": ["Bela"], **more}


def kind(name: str, **fields: Any) -> dict[str, Any]:
    return {"kind": name, **fields}


PLAY = kind("play", strokes=True)


def test_whose_turn_and_what_is_on_the_board() -> None:
    page = shown(begin(), PLAY)
    assert page["in_play"] == "Asha to break"
    assert (page["a"]["turn"], page["b"]["turn"]) == ("yes", "no")
    page = shown(begin(), PLAY, kind("stroke", own=3), kind("stroke"))
    assert (page["a"]["turn"], page["b"]["turn"]) == ("no", "yes")
    assert (page["a"]["left"], page["b"]["left"]) == ("6 on the board", "9 on the board")
    assert page["rulings"][0]["laws"] == [{"law": "48", "says": "Law 48"}]


def test_the_queen_dues_and_placing() -> None:
    page = shown(begin(), PLAY, kind("stroke", own=3), kind("stroke", queen=True))
    assert page["in_play"] == "Asha to play · Queen to be covered"
    assert [man["is"] for man in page["a"]["men"]] == ["on"] * 6 + ["down"] * 3 + ["covering"]
    assert [man["is"] for man in page["b"]["men"]] == ["on"] * 9
    page = shown(begin(), PLAY, kind("stroke", own=3, queen=True), kind("stroke", striker=True))
    assert page["in_play"] == "Bela places 1 of the opponent’s"
    assert page["a"]["left"] == "6 on the board, Queen covered"
    assert [man["is"] for man in page["a"]["men"]] == ["on"] * 6 + ["owed"] + ["down"] * 2 + ["queen"]
    page = shown(begin(), PLAY, kind("stroke", striker=True))
    assert page["in_play"] == "Bela to play"
    assert page["a"]["left"] == "9 on the board, owes 1"


def test_the_last_ruling_stands_beside_the_board_in_play() -> None:
    page = shown(begin(), PLAY, kind("stroke", own=3), kind("stroke", striker=True))
    assert page["last"] == {"text": page["rulings"][0]["text"], "lang": "en", "laws": "Law 72a"}
    assert shown(begin(), kind("board", winner="a", left=5, queen="a"))["last"] == {
        "text": "",
        "lang": "en",
        "laws": "",
    }


def test_vaishali_lets_the_player_place_his_own() -> None:
    here = kind("situation", seat=0, left={"a": 1, "b": 5}, queen="board")
    page = shown(begin(ruleset="vaishali"), PLAY, here, kind("stroke", own=1))
    assert page["in_play"] == "Asha places 3 own · Bela places 2 of the opponent’s"


def test_in_doubles_the_seat_has_a_name() -> None:
    doubles = begin(doubles=True, a=["Asha", "Anu"], b=["Bela", "Bina"])
    page = shown(doubles, PLAY, kind("stroke"), kind("stroke"))
    assert page["in_play"] == "Anu to play"


def test_without_strokes_nothing_is_claimed() -> None:
    for events in ([begin()], [begin(), kind("play")], [begin(), PLAY, kind("stroke"), kind("leave")]):
        page = shown(*events)
        assert (page["in_play"], page["a"]["left"], page["a"]["turn"]) == ("", "", "no")


def test_a_board_that_is_over_waits_for_its_result() -> None:
    here = kind("situation", seat=0, left={"a": 1, "b": 4}, queen="a")
    assert shown(begin(), PLAY, here, kind("stroke", own=1))["in_play"].startswith("The board is over")


def test_a_protest_holds_the_result_back() -> None:
    page = shown(begin(), PLAY, kind("protest", side="b"))
    assert page["warning"] == "A protest is open: the result is held back (Law 150)"
    page = shown(begin(), PLAY, kind("protest", side="b"), kind("ruled", upheld=False))
    assert page["warning"] == ""


def test_remarks_say_where_a_result_comes_from() -> None:
    here = kind("situation", seat=0, left={"a": 1, "b": 4}, queen="a")
    other = kind("board", winner="a", left=5, queen="a")
    page = shown(begin(), PLAY, here, kind("stroke", own=1), other)
    assert {"text": "Corrected against the strokes"} in page["card"]["rows"][0]["remarks"]
    page = shown(begin(ruleset="vaishali"), kind("board", winner="a", left=6, queen="b"))
    assert {"text": "Account not open: 6 not credited"} in page["card"]["rows"][0]["remarks"]


def test_own_rules_category_and_tie_are_told() -> None:
    tie = {"tie": "QF1", "teams": {"a": "CSE", "b": "Civil"}}
    details = {row["name"]: row["value"] for row in shown(begin(variant="Club nights", **tie))["details"]}
    assert (details["Rules"], details["Tie"]) == ("Club nights", "QF1: CSE – Civil")


def test_a_crokinole_round_shot_by_shot() -> None:
    wcc = begin(ruleset="wcc", category="adult")
    page = shown(wcc, kind("play"), kind("shot", twenty=True), kind("shot"), kind("shot"))
    assert page["in_play"] == "Bela to shoot"
    assert (page["a"]["left"], page["b"]["left"]) == ("6 discs to shoot, 1 × 20", "7 discs to shoot")
    assert [man["is"] for man in page["a"]["men"]] == ["on"] * 6 + ["down"] * 2
    page = shown(wcc, kind("play"), kind("twenty", side="b"))
    assert (page["in_play"], page["b"]["left"]) == ("Asha to shoot · 20s 0–1", "")
    assert page["where"] == "Game 1, round 1"
    assert page["rulings"][0]["laws"][0]["says"] == "Starting To Play"
    assert shown(wcc, kind("play"))["a"]["disc_says"] == "shoots first"


def test_before_anything_went_down_no_count_is_claimed() -> None:
    page = shown(begin(), PLAY, kind("stroke"), kind("stroke"))
    assert (page["a"]["left"], page["b"]["left"], page["a"]["men"]) == ("", "", [])
