"""A table's page, tile and overlay tell the result that stands, and beside it what the table had."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import web_halls
import web_tournament
from fastapi.testclient import TestClient
from test_web_feed import Client, running_with_threads, started
from test_web_pages import Tags
from web_fakes import FakeStore

from host_tools import i18n
from host_tools.collector.hub import Hub
from host_tools.store import Store
from host_tools.tournament.acts.matches import EnterResult
from host_tools.tournament.desk.desk import Desk
from host_tools.tournament.model.model import Fixture, Result
from host_tools.web import create_app
from host_tools.web.live import results, shown_tables
from host_tools.web.live.results import Results
from host_tools.web.pages import card, fixtures
from tests.waiting import until

NOW = 1_700_000_000_000
PLANNED = Fixture("M", 1, 1, 1, "round", a=1, b=2, state="done")
A_WINS = Result("a", "entered", ((25, 8),), (1, 0), (25, 8), 17)
OF_TABLE: dict[str, Any] = {
    "games": [[8, 25]],
    "winner": "b",
    "how": "played",
    "points": [8, 25],
    "games_won": [0, 1],
}


def decided(**changes: Any) -> dict[str, Any]:
    """Table 3, whose match of one game is confirmed: 8-25."""
    rules = {"points": 25, "queen": 3, "queen_until": 21, "games": 1}
    ended: dict[str, Any] = {
        "phase": "confirmed",
        "confirmed": True,
        "rules": rules,
        "points": {"a": 8, "b": 25},
    }
    ended |= {"games": {"a": 0, "b": 1}, "result": OF_TABLE}
    made = {**web_halls.view(3, NOW), **ended, "history": [{"number": 1, "boards": [], "points": [8, 25]}]}
    made["match"]["id"] = "M"
    made["seq"] = 9
    return {**made, **changes}


def shown(view: dict[str, Any], fixture: Fixture) -> Any:
    instead = results.official_of_view(view, fixture)
    return shown_tables.tile(view if instead is None else {**view, "official": instead})


def test_a_correction_is_told_large_and_the_tables_result_beside_it() -> None:
    tile = shown(decided(), replace(PLANNED, result=A_WINS, corrected=True))
    assert (tile["a"]["points"], tile["b"]["points"]) == ("25", "8")
    assert (tile["a"]["outcome"], tile["b"]["outcome"]) == ("won", "lost")
    assert (tile["phase"], tile["had"]) == ("Official result", "the table had 8–25")
    assert tile["result"] == "Maria Irudayam won 1–0"
    assert tile["spoken"] == "Table 3: Maria Irudayam won 1–0"


def test_a_match_of_three_games_has_its_games_right() -> None:
    games = ((25, 3), (4, 25), (25, 9))
    given = Result("a", "entered", games, (2, 1), (54, 37), 17)
    view = web_halls.view(
        3, NOW, phase="confirmed", history=[web_halls.game(1, "b", 5, "a"), web_halls.game(2, "b", 9, "b")]
    )
    tile = shown(view, replace(PLANNED, result=given, corrected=True))
    assert (tile["a"]["games"], tile["a"]["points"], tile["a"]["past"]) == (
        2, "25", [{"points": "25", "won": "yes"}, {"points": "4", "won": "no"}],
    )  # fmt: skip
    assert tile["had"].count("–25") == 2


@pytest.mark.parametrize("state", ["called", "playing", "held"])
def test_the_tables_own_result_stands_as_it_is(state: Any) -> None:
    own = replace(PLANNED, result=Result("b", "played", ((8, 25),), (0, 1), (8, 25), -17))
    assert results.official_of_view(decided(), own) is None
    assert results.official_of_view(decided(), replace(PLANNED, state=state)) is None


def test_a_result_that_does_not_stand_gives_no_winner() -> None:
    tile = shown(decided(), replace(PLANNED, state="ready"))
    assert (tile["phase"], tile["result"], tile["had"]) == ("No result stands", "", "the table had 8–25")
    assert [tile[side][name] for side in ("a", "b") for name in ("points", "outcome")] == [""] * 4
    assert tile["spoken"] == "Table 3: No result stands"
    assert tile["seal"] == "provisional"


def test_a_walk_over_counts_while_its_table_plays_on() -> None:
    given = Result("a", "walk_over", ((25, 0), (25, 0)), (2, 0), (50, 0), 50)
    view = web_halls.third_game(3, NOW)
    tile = shown(view, replace(PLANNED, result=given))
    assert (tile["phase"], tile["result"]) == ("Official result", "Maria Irudayam won 2–0 (walk-over)")
    assert tile["had"] == "the table had 1–1 · 12–22"
    assert (tile["clock"]["state"], tile["in_play"]) == ("off", "")
    assert shown(view, replace(PLANNED, state="playing"))["had"] == ""


def test_two_who_did_not_come_have_no_winner() -> None:
    tile = shown(decided(), replace(PLANNED, result=Result(None, "walk_over")))
    assert (tile["result"], tile["a"]["outcome"]) == ("walk-over", "")


def test_a_table_that_the_desk_ended_tells_how_far_it_was() -> None:
    ended = {**OF_TABLE, "desk": True, "winner": "a", "games": [], "points": [14, 9]}
    view = decided(result=ended, points={"a": 14, "b": 9}, history=[])
    assert shown(view, replace(PLANNED, result=A_WINS, corrected=True))["had"] == "the table had 14–9"


def test_the_boards_stay_as_the_table_has_them() -> None:
    view = web_halls.view(
        3, NOW, phase="confirmed", history=[web_halls.game(1, "b", 5, "a"), web_halls.game(2, "b", 9, "b")]
    )
    own = card.page(view)
    page = card.page({**view, "official": {"result": {**A_WINS.to_json()}}})
    assert (page["card"], page["games_done"]) == (own["card"], own["games_done"])
    assert shown_tables.live_score({**view, "official": {"result": None}})["match"] == ""


@pytest.fixture
def store(tmp_path: Path) -> Any:
    opened = web_tournament.opened(tmp_path)
    yield opened
    opened.close()


def of_table(store: Store) -> tuple[Desk, Fixture, dict[str, Any]]:
    """A desk, a match that its table has decided, and the table's view."""
    desk = Desk(store, lambda: web_tournament.START_MS + 10**9)
    fixture = next(
        each for each in desk.fixtures() if each.result and not each.corrected and each.state == "done"
    )
    assert fixture.result is not None
    result = fixture.result.to_json()
    own = {name: result[name] for name in ("winner", "games", "games_won")}
    view = decided(result={**own, "how": "played", "points": result["games"][-1]})
    view["match"]["id"] = fixture.id
    return desk, fixture, view


def test_a_planned_match_is_named_in_the_readers_language(store: Store) -> None:
    @running_with_threads
    async def tried() -> None:
        _desk, fixture, view = of_table(store)
        hub = Hub()
        hub.publish({**view, "match": {**view["match"], "title": "Men’s Singles, quarter-final 1"}})
        feed = started(hub)
        await until(lambda: feed.view(3) is not None)
        await results.look_official(feed, store)
        table_view = feed.view(3)
        assert table_view is not None
        assert table_view["planned"]["number"] == fixture.number
        with i18n.speaking(i18n.language("de")):
            heading = shown_tables.tile(table_view)["heading"]
            assert heading == f"{table_view['planned']['event']}, {fixtures.where(fixture)}"
        await feed.stop()

    tried()


def test_a_correction_comes_to_open_pages_and_goes_with_the_next_match(store: Store) -> None:
    @running_with_threads
    async def tried() -> None:
        desk, fixture, view = of_table(store)
        assert fixture.result is not None
        hub = Hub()
        hub.publish(view)
        feed = started(hub)
        client = Client(feed, heartbeat_s=60.0)
        await until(lambda: client.raw.endswith(b"]}\n\n"))
        await results.look_official(feed, store)
        assert "official" not in (feed.view(3) or {})
        other = "a" if fixture.result.winner == "b" else "b"
        games = ["25-1"] if other == "a" else ["1-25"]
        desk.do(EnterResult(games=games, reason="read wrongly", force=True), fixture)
        await results.look_official(feed, store)
        await until(lambda: client.raw.count(b'"official":{"result":{"winner":"%s"' % other.encode()) == 1)
        assert feed.view(3) is feed.view(3)
        await results.look_official(feed, store)
        hub.publish({**view, "match": {**view["match"], "id": "next"}})
        await until(lambda: b'"id":"next"' in client.raw)
        assert "official" not in (feed.view(3) or {})
        assert client.raw.count(b'"official"') == 1
        await feed.stop()
        await client.task

    tried()


def test_page_tile_overlay_and_api_have_it(store: Store) -> None:
    desk, fixture, view = of_table(store)
    desk.do(EnterResult(games=["25-1"], reason="read wrongly", force=True), fixture)
    hub = Hub()
    hub.publish(view)
    with TestClient(create_app(hub, FakeStore(), results=Results(store))) as client:
        client.portal.call(results.look_official, client.app.state.feed, store)  # type: ignore
        for path in ("/", "/tables/3", "/overlay/table/3"):
            assert "Official result the table had" in " ".join(Tags(client.get(path).text).text.split()), path
        assert client.get("/api/v1/tables/3").json()["table"]["official"]["result"]["games"] == [[25, 1]]
