"""What is kept of a table's JSON and of its tile says what would be written anew."""

import copy
import json
import random
from typing import Any

import web_halls

from host_tools.web.live import shown_tables
from host_tools.web.live.feed import JsonParts, TileValues

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
