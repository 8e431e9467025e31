"""Rulings on a table's page: in the reader's language, with the players' names."""

import re
from typing import Any

import pytest
import web_halls

from host_tools import i18n
from host_tools.i18n import language, speaking
from host_tools.web.pages import card

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
@pytest.mark.usefixtures("marked_languages")
def test_every_ruling_of_a_match_is_said_in_the_language(events: list[dict[str, Any]]) -> None:
    lines, english = shown("de", *events), shown("en", *events)
    assert [line["lang"] for line in lines] == ["de"] * len(lines)
    assert len(lines) >= 3
    for here, original in zip(lines, english, strict=True):
        assert "‹" in here["text"]
        assert here["laws"] or "laws" in original


def test_a_stroke_is_said_with_the_players_names() -> None:
    begin = {**BEGIN, **NAMES}
    for code in i18n.CODES:
        text = shown(code, begin, *STROKES[:3])[0]["text"]
        assert (text.count("Ann"), text.count("Cid"), text.count("1")) == (2, 0, 2), text


def test_without_names_the_sides_are_letters() -> None:
    text = shown("en", BEGIN, *STROKES[:2])[0]["text"]
    assert (len(re.findall(r"\bA\b", text)), len(re.findall(r"\bB\b", text))) == (2, 0)


def test_in_doubles_both_names_are_said() -> None:
    pairs = {**BEGIN, "doubles": True, "a": ["Ann", "Eve"], "b": ["Cid", "Bob"]}
    assert "Ann / Eve" in shown("en", pairs, {"kind": "play"})[0]["text"]


def test_a_name_is_never_read_as_a_text_with_holes() -> None:
    odd = {**BEGIN, "a": ["{side} {0} %s <b>"], "b": ["Cid"]}
    assert "{side} {0} %s <b>" in shown("de", odd, {"kind": "play"})[0]["text"]


@pytest.mark.parametrize("code", i18n.CODES)
def test_a_ruling_that_came_as_text_only_is_shown_as_it_came(code: str) -> None:
    ruling = {"seq": 1, "text": "Names corrected", "laws": []}
    with speaking(language(code)):
        page = card.page({**web_halls.view(3, NOW), "rulings": [ruling]})
    assert page["rulings"] == [{"text": "Names corrected", "lang": "en", "laws": []}]


def test_the_page_says_what_the_umpire_announces() -> None:
    view = web_halls.folded(3, NOW, {**BEGIN, **NAMES}, *STROKES[:2], {"kind": "foul", "side": "a"})
    with speaking(language("en")):
        assert card.page(view)["announced"] == "Foul. One penalty. Cid to place. Cid to play."
    for events in ((BOARD,), (STROKES[0], {"kind": "stroke"})):  # no board; the turn alone
        view = web_halls.folded(3, NOW, {**BEGIN, **NAMES}, *events)
        with speaking(language("en")):
            assert card.page(view)["announced"] == ""
