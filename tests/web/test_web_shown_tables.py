"""What the pages say of a view: names, states, score card; and that no view, however poor, breaks them."""

from typing import Any

import pytest
import web_halls
from hypothesis import given
from hypothesis import strategies as st

from host_tools.web.live import shown_tables
from host_tools.web.pages import card
from tests.sampling import examples

NOW = 1_700_000_000_000


def named(a: list[str], b: list[str], doubles: bool = False) -> dict[str, Any]:
    view = web_halls.view(3, NOW)
    view["match"].update(names={"a": a, "b": b}, doubles=doubles)
    return view


@pytest.mark.parametrize(
    ("given_names", "doubles", "shown"),
    [
        ([], False, ["Player A"]),
        (["  "], False, ["Player A"]),
        (["Maria\n Irudayam\x00"], False, ["Maria Irudayam"]),
        (["रश्मि कुमारी"], False, ["रश्मि कुमारी"]),
        (["க்\u200dஷ"], False, ["க்\u200dஷ"]),
        (["x\u202egnirts"], False, ["x gnirts"]),
        (["One"], True, ["One", "Player A2"]),
        (["", "Two"], True, ["Player A1", "Two"]),
        (["One", "Two", "Three"], True, ["One", "Two"]),
        (["N" * 500], False, ["N" * shown_tables.NAME_MAX]),
    ],
)
def test_names(given_names: list[str], doubles: bool, shown: list[str]) -> None:
    assert shown_tables.names(named(given_names, ["B"], doubles), "a") == shown


@pytest.mark.parametrize(
    "url",
    ["javascript:alert(1)", "data:text/html,x", "//evil.example/", "http:///x", "http://a b/", "x", None],
)
def test_a_panel_address_that_is_no_web_address_is_not_offered(url: str | None) -> None:
    view = web_halls.view(3, NOW, panel_url=url)
    assert shown_tables.panel_url(view) == ""
    assert shown_tables.panel_origin(view) == ""


def test_the_panels_origin_leaves_out_path_and_user() -> None:
    view = web_halls.view(3, NOW, panel_url="http://me:secret@127.0.0.1:7510/panel/3")
    assert shown_tables.panel_origin(view) == "http://127.0.0.1:7510"


def test_the_breaker_has_white_while_a_board_is_on() -> None:
    tile = shown_tables.tile(web_halls.view(3, NOW, phase="board", breaker="b"))
    assert (tile["a"]["disc"], tile["b"]["disc"]) == ("black", "white")
    tile = shown_tables.tile(web_halls.view(3, NOW, phase="interval", breaker="b"))
    assert (tile["a"]["disc"], tile["b"]["disc"]) == ("", "")


def test_in_crokinole_a_disc_stands_only_at_the_side_that_shoots_first() -> None:
    tile = shown_tables.tile(web_halls.crokinole(3, NOW))
    assert (tile["a"]["disc"], tile["b"]["disc"]) == ("white", "")
    assert (tile["a"]["disc_says"], tile["b"]["disc_says"]) == ("shoots first", "")


def test_a_free_table_shows_no_players_and_no_score() -> None:
    tile = shown_tables.tile(web_halls.view(3, NOW, match=None, phase="idle"))
    assert tile["look"] == "free"
    assert tile["where"] == "Free table"
    assert tile["a"]["points"] == ""
    assert tile["versus"] == ""


def test_a_decided_match_shows_the_official_points_and_who_won() -> None:
    history = [web_halls.game(1, "b", 3, "a"), web_halls.game(2, "b", 4, "b")]
    view = web_halls.view(3, NOW, phase="over", history=history, points={"a": 4, "b": 29})
    tile = shown_tables.tile(view)
    assert tile["b"]["points"] == str(history[1]["points"]["b"])
    assert [tile["a"]["outcome"], tile["b"]["outcome"]] == ["lost", "won"]
    assert tile["result"] == "Yogesh Pardeshi won 2–0"
    assert len(tile["b"]["past"]) == 1, "the last game is shown large, not a second time"
    assert tile["seal"] == "provisional"
    view["confirmed"] = True
    assert shown_tables.tile(view)["seal"] == "confirmed"


def test_how_a_match_ended_is_said_when_it_was_not_played_out() -> None:
    result = {
        "winner": "a",
        "how": "walkover",
        "points": [25, 0],
        "games_won": [2, 0],
        "games": [[25, 0]] * 2,
    }
    view = web_halls.view(3, NOW, phase="confirmed", history=[web_halls.game(1, "a", 1, "a")] * 2)
    assert shown_tables.tile({**view, "result": result})["result"] == "Maria Irudayam won 2–0 (walk-over)"


def test_a_clock_of_a_decided_match_is_off() -> None:
    history = [web_halls.game(1, "a", 3, "a")] * 2
    view = web_halls.view(3, NOW, phase="over", history=history, clock=("stroke", "running", 9000, 15000))
    assert shown_tables.tile(view)["clock"]["state"] == "off"


def test_disagreement_is_a_warning_and_a_problem_in_words_goes_first() -> None:
    view = web_halls.view(3, NOW, agrees=False)
    assert "differ" in shown_tables.tile(view)["warning"]
    assert shown_tables.tile({**view, "problem": "Two devices say so."})["warning"] == "Two devices say so."
    assert shown_tables.tile({**view, "agrees": None})["warning"] == ""


def test_pips_are_as_many_as_games_win_the_match() -> None:
    view = web_halls.view(3, NOW, history=[web_halls.game(1, "a", 3, "a")])
    won_by_a = sum(game["winner"] == "a" for game in view["history"])
    assert [pip["won"] for pip in shown_tables.tile(view)["a"]["pips"]].count("yes") == won_by_a
    assert len(shown_tables.tile(view)["a"]["pips"]) == 2
    assert shown_tables.tile({**view, "rules": {"games": 1}})["a"]["pips"] == []


# -- the score card ------------------------------------------------------------------------------


def rows_of(view: dict[str, Any]) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = card.page(view)["card"]["rows"]
    return rows


def test_the_card_has_the_columns_of_the_form() -> None:
    first, second, third, fourth, fifth, sixth = rows_of(web_halls.third_game(3, NOW))
    assert (first["no"], first["breaker"]["name"]) == ("1", "Maria Irudayam")
    assert first["a"] == {"queen": "3", "queen_is": "counted", "cm": "5", "total": "8", "won": "yes"}
    assert first["b"] == {"queen": "–", "queen_is": "", "cm": "–", "total": "0", "won": "no"}
    # The loser's Queen counts for nobody (53b), yet the card shows who had her.
    assert (second["a"]["queen"], second["a"]["queen_is"]) == ("0", "uncounted")
    assert [r["text"] for r in third["remarks"]] == ["Queen on the board", "+1 on demand"]
    assert [law["says"] for law in fourth["laws"]] == ["Law 51", "Law 53b"]
    assert "Lost by ruling" in [r["text"] for r in fourth["remarks"]]
    assert fifth["state"] == "override"
    assert [r["text"] for r in fifth["remarks"]] == ["Override by the umpire (computed 9)"]
    assert (sixth["no"], sixth["state"], sixth["breaker"]["name"]) == ("6", "open", "Yogesh Pardeshi")


def test_the_queen_of_a_high_winner_counts_nothing() -> None:
    row = rows_of(
        web_halls.view(3, NOW, boards=[web_halls.board(7, "a", 4, "a", (22, 9), "a")], phase="change")
    )[0]
    assert (row["a"]["queen"], row["a"]["total"]) == ("0", "25")
    assert len(row["remarks"]) == 1  # what was scored


def test_the_queens_worth_is_the_rulesets() -> None:
    board = web_halls.board(7, "a", 4, "a", (22, 9), "a")
    board.update(points=9, after={"a": 31, "b": 9})
    view = web_halls.view(3, NOW, boards=[board], phase="change", rules={"queen": 5, "queen_until": 23})
    assert rows_of(view)[0]["a"]["queen"] == "5"


def test_extra_boards_slams_and_decisions_are_marked() -> None:
    board = web_halls.board(9, "b", 3, "b", (12, 12), "a", extra=True, slam="black", laws=["56b", "D20"])
    row = rows_of(web_halls.view(3, NOW, boards=[board], phase="change"))[0]
    assert row["no"] == "E"
    assert [r["text"] for r in row["remarks"]] == ["Extra board", "Black slam"]
    assert [law["says"] for law in row["laws"]] == ["Law 56b"]


def test_a_decided_match_shows_its_last_game_and_folds_the_others_away() -> None:
    history = [web_halls.game(1, "a", 5, "a"), web_halls.game(2, "b", 9, "b"), web_halls.game(3, "a", 4, "a")]
    page = card.page(web_halls.view(3, NOW, phase="over", history=history))
    assert page["card"]["title"] == "Game 3"
    assert [game["title"] for game in page["games_done"]] == ["Game 1", "Game 2"]
    assert page["games_done"][0]["score"] == f"{history[0]['points']['a']}–{history[0]['points']['b']}"


def test_rulings_come_newest_first_with_their_laws() -> None:
    rulings = card.page(web_halls.third_game(3, NOW))["rulings"]
    assert rulings[0]["text"] == "“Play”: board 6 begins"
    assert [law["says"] for law in rulings[0]["laws"]] == ["Law 5", "Law 46"]


# -- views of any firmware -------------------------------------------------------------------------


def test_a_view_with_nothing_but_its_number_can_be_shown() -> None:
    assert card.page({"table": 7})["href"] == "/tables/7"


_FIELDS = sorted(set(web_halls.third_game(3, NOW)) - {"table"})


@examples(150)
@given(
    st.sets(st.sampled_from(_FIELDS)), st.sampled_from(["board", "over", "interval", "idle", "sudden_death"])
)
def test_a_view_with_fields_missing_or_unknown_words_can_be_shown(missing: set[str], phase: str) -> None:
    view = web_halls.third_game(3, NOW, phase=phase if phase != "over" else "over")
    for field in missing:
        view[field] = None
    page = card.page(view)
    assert page["table"] == 3
    assert page["a"]["names"]
    assert page["b"]["names"]


def test_the_card_names_the_player_who_broke_where_the_seat_is_known() -> None:
    people = {"a": ["Ann", "Bea"], "b": ["Cid", "Dev"]}
    begin = {
        "kind": "match",
        "match": "M1",
        "ruleset": "icf",
        "stage": "group",
        "doubles": True,
        "breaks": "a",
    }
    boards = [{"kind": "board", "winner": winner, "left": 3, "queen": winner} for winner in "abab"]
    view = web_halls.folded(3, NOW, {**begin, **people}, *boards)
    rows = card.page(view)["card"]["rows"]
    assert [row["breaker"]["name"] for row in rows[:4]] == ["Ann", "Cid", "Bea", "Dev"]
    for board in view["boards"]:
        del board["seat"]  # of an older collector
    assert card.page(view)["card"]["rows"][0]["breaker"]["name"] == "Ann / Bea"
