"""Rulings on a table's page: in the reader's language, with the players' names."""

from typing import Any

import pytest
import web_halls

from host_tools.web import card, i18n
from host_tools.web.i18n import language, speaking

NOW = 1_700_000_000_000
OTHERS = [code for code in i18n.CODES if code != "en"]
BEGIN: dict[str, Any] = {"kind": "match", "match": "M1", "ruleset": "icf", "stage": "group", "breaks": "a"}
NAMES: dict[str, Any] = {"a": ["Ann"], "b": ["Cid"]}
BOARD: dict[str, Any] = {"kind": "board", "winner": "a", "left": 9, "queen": "a"}
STROKES = [
    {"kind": "play", "strokes": True},
    {"kind": "stroke", "own": 2},
    {"kind": "stroke", "own": 1, "striker": True},
    {"kind": "place", "how": "done"},
    {"kind": "undo"},
    {"kind": "foul", "side": "b"},
]
CROKINOLE = [
    {**BEGIN, **NAMES, "ruleset": "wcc"},
    {"kind": "play"},
    {"kind": "shot", "twenty": True},
    {"kind": "round", "total": {"a": 60, "b": 75}},
    {"kind": "override", "set": {"points_a": 2, "points_b": 4}},
    {"kind": "forfeit", "side": "b", "what": "match"},
    {"kind": "confirm"},
]
UMPIRES = [
    {**BEGIN, **NAMES},
    BOARD,
    {"kind": "protest", "side": "b"},
    {"kind": "ruled", "upheld": False},
    {"kind": "override", "set": {"points_a": 9, "left_side": "b"}},
    {"kind": "lost", "side": "a", "law": "143a"},
    {"kind": "confirm"},
]
WALKOVER = [{**BEGIN, **NAMES}, {"kind": "lost", "side": "b", "law": "143i"}, {"kind": "confirm"}]


def shown(code: str, *events: dict[str, Any]) -> list[dict[str, Any]]:
    """The rulings of a page, the newest first."""
    view = web_halls.folded(3, NOW, *events)
    assert view["problem"] is None
    with speaking(language(code)):
        rulings: list[dict[str, Any]] = card.page(view)["rulings"]
    return rulings


@pytest.mark.parametrize(
    "events",
    [
        [{**BEGIN, **NAMES}, {"kind": "play"}, *[BOARD] * 6, {"kind": "confirm"}],
        [{**BEGIN, **NAMES}, *STROKES],
        CROKINOLE,
        UMPIRES,
        WALKOVER,
    ],
    ids=["boards", "strokes", "crokinole", "umpire", "walkover"],
)
@pytest.mark.parametrize("code", OTHERS)
def test_every_ruling_of_a_match_is_said_in_every_language(code: str, events: list[dict[str, Any]]) -> None:
    lines, english = shown(code, *events), shown("en", *events)
    assert [line["lang"] for line in lines] == [code] * len(lines)
    assert len(lines) >= 3
    for here, there in zip(lines, english, strict=True):
        assert here["text"] != there["text"]
        assert here["laws"] or "laws" in there


def test_a_stroke_is_said_with_the_players_names() -> None:
    begin = {**BEGIN, **NAMES}
    assert shown("en", begin, *STROKES[:3])[0]["text"] == "Ann: 1 back, due 1; Ann goes on"
    assert shown("de", begin, *STROKES[:3])[0]["text"] == "Ann: 1 zurück, 1 schuldig; Ann spielt weiter"
    assert shown("fr", begin, *STROKES[:2])[0]["text"] == "Ann: 2 empoché(s); Ann continue"


def test_without_names_the_sides_are_letters() -> None:
    assert shown("de", BEGIN, *STROKES[:2])[0]["text"] == "A: 2 versenkt; A spielt weiter"


def test_in_doubles_both_names_are_said() -> None:
    pairs = {**BEGIN, "doubles": True, "a": ["Ann", "Eve"], "b": ["Cid", "Bob"]}
    assert shown("en", pairs, {"kind": "play"})[0]["text"] == '"Play": board 1, Ann / Eve breaks'


def test_a_name_is_never_read_as_a_text_with_holes() -> None:
    odd = {**BEGIN, "a": ["{side} {0} %s <b>"], "b": ["Cid"]}
    assert shown("de", odd, {"kind": "play"})[0]["text"] == "„Play“: Board 1, {side} {0} %s <b> stößt an"


@pytest.mark.parametrize("code", i18n.CODES)
def test_a_ruling_that_came_as_text_only_is_shown_as_it_came(code: str) -> None:
    ruling = {"seq": 1, "text": "Names corrected", "laws": []}
    with speaking(language(code)):
        page = card.page({**web_halls.view(3, NOW), "rulings": [ruling]})
    assert page["rulings"] == [{"text": "Names corrected", "lang": "en", "laws": []}]
