"""What is kept of a table's JSON and tile says what would be written anew, and is drawn once."""

import copy
import json
import random
import re
from typing import Any

import pytest
import web_halls

from host_tools.i18n import language, speaking
from host_tools.web.live import shown_tables
from host_tools.web.live.feed import JsonParts, TileDrawings, TileValues
from host_tools.web.pages import pages

NOW = 1_700_000_000_000
BOARD = {"after": {"a": 5, "b": 0}, "winner": "a"}
CHANGES: tuple[dict[str, Any], ...] = (
    {},
    {"clock": {"name": "stroke", "state": "paused", "end_ms": None, "left": 7, "length": 15_000}},
    {"hall": {"name": "hall", "state": "running", "end_ms": NOW + 9, "left": 9, "length": 60_000}},
    {"link": {"state": "stale", "heard_ms": NOW, "transport": "tcp", "port": "x", "keyed": True}},
    {"phase": "over", "result": {"winner": "b", "how": "played", "games_won": [0, 2]}},
    {"phase": "idle", "match": None},
    {"points": {"a": 9, "b": 4}, "turn": "b"},
    {"problem": "Its score differs."},
    {"rulings": [{"seq": 4, "text": "„ü“", "laws": ["72c"]}], "behind": 3},
    {"boards": [BOARD, BOARD], "situation": None},
)


def play(seed: int) -> list[dict[str, Any]]:
    """Views of one table as they may follow each other: the same objects stay, or equal ones come."""
    dice = random.Random(seed)
    views = [web_halls.view(3, NOW)]
    for _ in range(40):
        before = views[-1] if dice.random() < 0.6 else web_halls.view(3, NOW)
        made = copy.deepcopy(before) if dice.random() < 0.3 else dict(before)
        views.append({**made, **dice.choice(CHANGES)})
    return views


def test_pieces_give_the_whole_object_whatever_changes() -> None:
    for seed in range(10):
        parts = JsonParts()
        for view in play(seed):
            assert json.loads(parts.dumps(view)) == view


def test_a_piece_that_stays_is_written_once(monkeypatch: Any) -> None:
    written: list[object] = []

    def encode(value: object) -> str:
        written.append(value)
        return json.dumps(value, separators=(",", ":"))

    parts, boards = JsonParts(), [BOARD]
    for number in range(2):
        parts.dumps({"seq": number, "boards": boards})
    monkeypatch.setattr("host_tools.web.live.feed._encode", encode)
    text = parts.dumps({"seq": 2, "boards": [dict(BOARD)]})
    assert text == '{"seq":2,"boards":[{"after":{"a":5,"b":0},"winner":"a"}]}'
    assert written == [{"seq": 2}]
    parts.dumps({"seq": 3, "boards": []})
    assert parts.dumps({"seq": 4, "boards": []}) == '{"seq":4,"boards":[]}'


def test_an_object_without_values_is_one() -> None:
    assert JsonParts().dumps({}) == "{}"


def test_a_kept_tile_is_the_one_that_would_be_drawn() -> None:
    for seed in range(10):
        tile_values = TileValues()
        for view in play(seed):
            assert tile_values.tile(view) == shown_tables.tile(view)


def test_a_change_of_a_clock_alone_draws_no_tile_again(monkeypatch: Any) -> None:
    tile_values, first = TileValues(), web_halls.view(3, NOW)
    tile_values.tile(first)
    monkeypatch.setattr(shown_tables, "tile", lambda view: {"drawn": "anew"})
    assert tile_values.tile({**first, **CHANGES[1]})["clock"]["state"] == "paused"
    assert tile_values.tile({**first, "points": {"a": 9, "b": 9}}) == {"drawn": "anew"}


@pytest.fixture
def tiles() -> TileDrawings:
    return TileDrawings(pages.environment)


def shown(html: str) -> list[str]:
    """The points of both sides."""
    return re.findall(r'class="points"[^>]*>(\d+)<', html)


def test_two_viewers_cost_one_drawing(tiles: TileDrawings) -> None:
    views = web_halls.busy(8, NOW)
    first = [tiles.html(view) for view in views]
    assert [tiles.html(view) for view in views] == first
    assert tiles.drawings == 8


def test_a_choice_of_tables_costs_none(tiles: TileDrawings) -> None:
    views = web_halls.busy(8, NOW)
    for view in views:
        tiles.html(view)
    for chosen in range(8):
        for view in views[chosen:]:
            tiles.html(view)
    assert tiles.drawings == 8


def test_a_change_is_seen_at_once_and_costs_one_tile(tiles: TileDrawings) -> None:
    views = web_halls.busy(4, NOW)
    for view in views:
        tiles.html(view)
    views[1] = {**views[1], "points": {"a": 17, "b": 3}}
    drawn = [tiles.html(view) for view in views]
    assert shown(drawn[1]) == ["17", "3"]
    assert tiles.drawings == 5


def test_that_a_table_was_heard_again_draws_nothing(tiles: TileDrawings) -> None:
    view: dict[str, Any] = web_halls.third_game(3, NOW)
    before = tiles.html(view)
    later = {**view, "link": {**view["link"], "heard_ms": NOW + 900}}
    assert tiles.html(later) == before
    assert tiles.drawings == 1
    assert 'data-link="stale"' in tiles.html({**view, "link": {**view["link"], "state": "stale"}})


@pytest.mark.usefixtures("marked_languages")
def test_each_language_has_its_own(tiles: TileDrawings) -> None:
    view = web_halls.third_game(3, NOW)
    english = tiles.html(view)
    with speaking(language("de")):
        german = tiles.html(view)
    assert "‹" in german
    assert "‹" not in english
    assert tiles.html(view) == english
    assert tiles.drawings == 2


def test_no_more_are_kept_than_there_is_room_for_and_what_is_asked_for_stays() -> None:
    tiles = TileDrawings(pages.environment, most=3)
    first = web_halls.third_game(1, NOW)
    for table in range(2, 30):
        tiles.html(first)
        tiles.html(web_halls.third_game(table, NOW))
    assert len(tiles._kept) == 3
    assert tiles.drawings == 29


def test_a_table_without_hardware_is_marked_and_another_is_not(tiles: TileDrawings) -> None:
    view: dict[str, Any] = web_halls.third_game(3, NOW)
    mark = re.compile(r'<span class="soft"[^>]* hidden>')
    assert mark.search(tiles.html(view))
    assert not mark.search(tiles.html({**view, "link": {**view["link"], "transport": "soft"}}))
