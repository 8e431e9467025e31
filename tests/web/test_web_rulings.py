"""Rulings in the language of who looks: those that tables really write, and what is not known left whole."""

from typing import Any

import pytest
import web_halls

from host_tools.web import card, rulings
from host_tools.web.i18n import language, speaking

NOW = 1_700_000_000_000
CODES = ("hi", "ta", "de", "fr", "it")


def said(text: str, code: str) -> tuple[str, str]:
    with speaking(language(code)):
        return rulings.say(text)


@pytest.mark.parametrize(
    ("text", "german"),
    [
        ("A wins board 2: 5 + Queen 3 = 8", "A gewinnt Board 2: 5 + Queen 3 = 8"),
        ("B wins extra board 9: 4", "B gewinnt das Zusatzboard 9: 4"),
        ("A wins board 3: Queen 3 + demand 1 = 4", "A gewinnt Board 3: Queen 3 + auf Verlangen 1 = 4"),
        (
            "B wins board 3: 12; game 2 to B, 12-25; match to B 2-0",
            "B gewinnt Board 3: 12; Game 2 an B, 12–25; Match an B, 2–0",
        ),
        ('"Play": board 6, A breaks', "„Play“: Board 6, A stößt an"),
    ],
)
def test_a_usual_ruling_is_said_in_german(text: str, german: str) -> None:
    assert said(text, "de") == (german, "de")
    assert said(text, "en") == (text, "en")


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize(
    "text",
    ["A wins board 2: 5; the ceiling fell", "Names corrected", "", "C wins board 2: 5", "A wins board 2: x"],
)
def test_what_is_not_known_stays_as_it_came(text: str, code: str) -> None:
    assert said(text, code) == (text, "en")


@pytest.mark.parametrize("code", CODES)
def test_a_match_by_its_boards_is_told_in_every_language(code: str) -> None:
    begin: dict[str, Any] = {"kind": "match", "match": "M1", "ruleset": "icf", "stage": "group"}
    board = {"kind": "board", "winner": "a", "left": 9, "queen": "a"}
    events = [
        {**begin, "a": ["Ann"], "b": ["Cid"]},
        {"kind": "toss", "breaks": "a"},
        {"kind": "play"},
        *[board] * 6,
        {"kind": "confirm"},
    ]
    view = web_halls.folded(3, NOW, *events)
    assert len(view["rulings"]) == 8
    with speaking(language(code)):
        shown = card.page(view)["rulings"]
    assert [one["lang"] for one in shown] == [code] * 8
    assert not any("wins" in one["text"] for one in shown)
