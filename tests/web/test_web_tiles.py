"""The tiles of the hall are drawn once for a change and a language, not for each viewer."""

import re
from typing import Any

import pytest
import web_halls

from host_tools.i18n import language, speaking
from host_tools.web.live.feed import TileDrawings
from host_tools.web.pages import pages

NOW = 1_800_000_000_000


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
