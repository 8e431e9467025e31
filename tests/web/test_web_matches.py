"""The pages of matches, players, pairs and teams: what they show of matches as tables recorded them."""

import itertools
import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import update
from test_web_pages import Tags
from web_fakes import FakeStore
from web_matches import NOW, Filled, filled

from boardside.game import fold
from host_tools import i18n
from host_tools.collector.hub import Hub
from host_tools.exports import played
from host_tools.exports.card import Played
from host_tools.store.database import reading, writing
from host_tools.store.tournament_schema import players
from host_tools.web import create_app
from host_tools.web.live.page_models import MatchPage
from host_tools.web.live.results import Results
from host_tools.web.pages import charts, match_page, match_record, player_pages
from host_tools.web.pages.match_record import Course, Figures, course, figures
from tests.bench import long_match
from tests.calls import calls


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Filled]:
    made = filled(tmp_path_factory.mktemp("matches"))
    yield made
    made.store.close()


@pytest.fixture(scope="module")
def hub() -> Hub:
    return Hub()


@pytest.fixture(scope="module")
def client(hall: Filled, hub: Hub) -> Iterator[TestClient]:
    app = create_app(hub, FakeStore(), now_ms=lambda: NOW, results=Results(hall.store, lambda: 1.0))
    with TestClient(app) as made:
        yield made


def read(hall: Filled, match_id: str) -> tuple[match_record.MatchRecord, Course | None]:
    with reading(hall.store.engine) as connection:
        record = match_record.read_record(connection, match_id)
        assert record is not None
        own = record.own
        return record, None if own is None else course(played.folded(connection, own))


def page(hall: Filled, match_id: str, **asked: Any) -> MatchPage:
    return match_page.page(*read(hall, match_id), **asked)


def text(client: TestClient, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, answer.text
    return " ".join(Tags(answer.text).text.split())


# -- the course ---------------------------------------------------------------------------------------


def test_a_course_has_the_boards_that_count_and_those_that_were_replayed(hall: Filled) -> None:
    _record, done = read(hall, "M2")
    assert done is not None
    counted = [(part.game, part.number) for part in done.parts if part.done]
    assert counted == [*((1, board) for board in range(1, 5)), (2, 1), (2, 2), (2, 3), (3, 1), (3, 2)]
    assert [(part.game, part.number) for part in done.parts if part.replayed] == [(2, 1)]


def test_a_protest_upheld_takes_its_boards_out() -> None:
    events = [
        {"kind": "match", "match": "m", "ruleset": "icf", "stage": "round", "breaks": "a"},
        *({"kind": "board", "winner": "a", "left": 5, "queen": "a"} for _ in range(2)),
        {"kind": "protest", "side": "b", "board": 1},
        {"kind": "ruled", "upheld": True},
        {"kind": "board", "winner": "b", "left": 3, "queen": "b"},
    ]
    numbered: list[dict[str, Any]] = [{**event, "seq": seq} for seq, event in enumerate(events, 1)]
    state = fold.fold(lambda: iter(numbered)).state
    done = course(Played(state, numbered))
    assert [(part.game, part.number, part.done) for part in done.parts] == [
        (1, 1, False),
        (1, 2, False),
        (1, 3, False),
        (1, 1, True),
    ]


def test_strokes_have_the_board_after_each(hall: Filled) -> None:
    first = page(hall, hall.strokes, step=0)["strokes"]
    last = page(hall, hall.strokes)["strokes"]
    assert first is not None
    assert last is not None
    assert [disc["is"] for disc in first["picture"]["discs"]].count("white") == 9
    on_board = [disc["is"] for disc in last["picture"]["discs"] if not disc["is"].endswith("down")]
    assert (on_board.count("white"), on_board.count("black")) == (4, 0)  # a broke, and has white
    assert (first["back"], last["forth"]) == ("", "")
    assert first["forth"] == f"/matches/{hall.strokes}?board=1&step=1#strokes"
    assert [stroke["is_shown"] for stroke in last["strokes"]].index(True) == last["of"]
    assert all(law["says"] for stroke in last["strokes"] for law in stroke["laws"])


@pytest.mark.parametrize("is_by_strokes", [False, True])
def test_the_api_has_the_course_that_the_page_shows(
    client: TestClient, hall: Filled, is_by_strokes: bool
) -> None:
    match_id = hall.strokes if is_by_strokes else "M2"
    record, course_ = read(hall, match_id)
    assert course_ is not None
    assert record.own is not None
    answer = client.get(f"/api/v1/matches/{match_id}/course").json()
    assert (answer["table"], answer["journal"]) == (record.own.table_no, record.own.journal)
    assert answer["state"]["result"] == course_.view["result"]
    assert answer["strokes"] == {
        side: {"made": made, "in_time": in_time} for side, (made, in_time) in course_.strokes.items()
    }
    parts = [(part.game, part.number, part.zeros, [act.seq for act in part.acts]) for part in course_.parts]
    assert parts == [
        (part["game"], part["number"], part["zeros"], [act["seq"] for act in part["acts"]])
        for part in answer["parts"]
    ]
    acts = [act for part in answer["parts"] for act in part["acts"]]
    assert [act["ruling"] for act in acts if act["ruling"]] == [
        dict(act.row()) for part in course_.parts for act in part.acts if act.ruling is not None
    ]
    boards = [act["situation"] for act in acts if act["kind"] == "stroke"]
    assert bool(boards) == is_by_strokes
    assert all({"turn", "down", "queen"} <= board.keys() for board in boards)
    refused = [client.get(f"/api/v1/matches/{each}/course") for each in ("none", hall.to_come)]
    assert [(answer.status_code, answer.json()["error"]["reason"]) for answer in refused] == [
        (404, "no_match"),
        (404, "no_course"),
    ]


def test_the_last_stroke_of_a_decided_board_awaits_nothing(hall: Filled) -> None:
    last = page(hall, hall.strokes)["strokes"]
    assert last is not None
    assert last["line"] == ""
    assert "awaited" not in last["picture"]["says"]
    before = page(hall, hall.strokes, step=last["of"] - 1)["strokes"]
    assert before is not None
    assert before["line"]


@pytest.mark.parametrize("match_id", ["M2", "open-ms-1-1-2"])
def test_what_came_after_the_last_board_belongs_to_it(hall: Filled, match_id: str) -> None:
    _record, done = read(hall, match_id)
    assert done is not None
    parts = page(hall, match_id)["parts"]
    last = done.parts[-1]
    assert last.done or last.started
    assert parts[-1]["rulings"][-1]["text"].startswith("Result confirmed")


def test_a_step_beyond_the_last_is_the_last(hall: Filled) -> None:
    strokes = page(hall, hall.strokes, board=99, step=9999)["strokes"]
    assert strokes is not None
    assert strokes["shown"]["number"] == strokes["of"]


def test_every_ruling_names_a_law_that_the_page_explains(hall: Filled) -> None:
    for match_id in ("M2", hall.strokes, "C1"):
        content = page(hall, match_id)
        anchors = {law["anchor"] for law in content["laws"]}
        rulings = [ruling for part in content["parts"] for ruling in part["rulings"]]
        assert {law["anchor"] for ruling in rulings for law in ruling["laws"]} <= anchors
        assert all(law["text"] for law in content["laws"])
    assert any(
        "Protest" in ruling["text"] for ruling in (r for p in page(hall, "M2")["parts"] for r in p["rulings"])
    )


@pytest.mark.usefixtures("marked_languages")
def test_a_law_is_told_in_the_readers_language(client: TestClient) -> None:
    english = re.findall('<dd lang="en">(.+?)</dd>', client.get("/matches/M2?lang=en").text)
    assert english
    german = re.findall('<dd lang="de">(.+?)</dd>', client.get("/matches/M2?lang=de").text)
    assert german == [f"‹{law}›" for law in english]
    client.cookies.clear()  # a page remembers its language


def test_a_law_that_a_language_lacks_is_marked_as_english(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(i18n.Language, "text", lambda _speaker, message, _context="": message)
    page = client.get("/matches/M2?lang=fr").text  # no other test keeps it
    assert '<dd lang="en">' in page
    assert '<dd lang="fr">' not in page
    client.cookies.clear()


def test_the_chart_marks_leads_queens_and_the_end(hall: Filled) -> None:
    chart = page(hall, "M2")["games"][0]["chart"]
    assert chart is not None
    assert [tick["number"] for tick in chart["ticks"]] == ["1", "2", "3", "4"]
    assert [mark["text"] for mark in chart["marks"]] == ["Q", "Q", "Q", "Q"]
    assert [bar["key"] for bar in chart["leads"]] == ["a", "a", "a", "a"]
    assert "led by up to" in chart["says"]


def test_the_course_ends_with_the_published_score(hall: Filled) -> None:
    game = page(hall, hall.strokes)["games"][0]
    assert game["chart"] is not None
    assert [side["end"] for side in game["chart"]["sides"]] == ["25", "7"]
    assert (game["rows"][-1]["a"], game["rows"][-1]["lead"]) == ("25", "A +18")
    assert " 25, " in game["chart"]["says"]
    assert "led by up to 18 points" in game["chart"]["says"]


@pytest.mark.parametrize("boards", [1, 8, 30])
def test_a_chart_of_a_usual_game_fits_a_phone(boards: int) -> None:
    done = [
        {"number": at, "winner": "a", "points": 1, "queen": None, "after": {"a": at, "b": 0}}
        for at in range(1, boards + 1)
    ]
    after = [board["after"] for board in done]
    drawn = charts.game_chart(done, after, {}, ["12:00"] * boards, {"title": "", "says": ""})
    assert drawn["width"] <= (330 if boards <= 8 else 30 * 24 + 64)
    tick_places = [tick["x"] for tick in drawn["ticks"] if tick["time"]]
    assert all(after - before >= 40 for before, after in itertools.pairwise(tick_places))


# -- the result and the seal --------------------------------------------------------------------------


def test_the_official_result_is_the_organisers_and_what_was_played_is_below(hall: Filled) -> None:
    content = page(hall, hall.corrected)
    assert (content["score"], content["b"]["outcome"]) == ("10–25", "won")
    assert content["changes"] == ["Corrected (was 25–7): the sheet was read wrongly"]
    assert "What table 7 recorded is below." in content["notes"][0]
    assert content["seal_says"].startswith("The record of table 7: ")


def test_a_walk_over_has_a_result_and_no_boards(hall: Filled) -> None:
    content = page(hall, hall.walk_over)
    assert (content["how"], content["games"], content["seal"]) == ("walk-over", [], "")
    assert content["winner"].endswith("has won")
    assert content["notes"] == ["No board of this match was recorded at a table."]


def test_a_list_says_who_won_a_walk_over(client: TestClient, hall: Filled) -> None:
    content = page(hall, hall.walk_over)
    [winner] = [side["name"] for side in (content["a"], content["b"]) if side["outcome"] == "won"]
    for code in i18n.CODES:
        listed = text(client, f"/events/ms?lang={code}")
        with i18n.speaking(i18n.language(code)):
            assert i18n.gettext("{name} by walk-over", name=winner) in listed
    client.cookies.clear()  # the choice of a language


def test_the_seal_says_what_it_means(hall: Filled) -> None:
    assert page(hall, "M2")["seal"] == "sealed"
    assert "unchanged" in page(hall, "M2")["seal_says"]
    assert page(hall, "D1")["seal"] == "unconfirmed"
    assert len(page(hall, "M2")["proof"]) == 64


# -- through the door ---------------------------------------------------------------------------------


def test_the_pages_of_all_kinds_of_matches(client: TestClient, hall: Filled) -> None:
    assert "Stroke by stroke" in text(client, f"/matches/{hall.strokes}?board=1&step=3")
    assert "the sheet was read wrongly" in text(client, f"/matches/{hall.corrected}")
    assert "walk-over" in text(client, f"/matches/{hall.walk_over}")
    assert "Semi-final" in text(client, f"/matches/{hall.to_come}")
    assert "Hohenschwangau" in text(client, "/matches/D1?lang=en")
    assert client.get("/matches/none").status_code == 404
    links = client.get(f"/matches/{hall.strokes}").text
    assert f'href="/matches/{hall.strokes}/card.pdf"' in links
    assert f'href="/matches/{hall.strokes}"' in client.get("/events/ms").text


@pytest.mark.parametrize("step", [0, 1, 2, ""])
def test_what_the_board_shows_is_said(client: TestClient, hall: Filled, step: int | str) -> None:
    page_html = client.get(f"/matches/{hall.strokes}?board=1" + (f"&step={step}" if step != "" else "")).text
    (label,) = re.findall(r'<svg class="lie"[^>]* aria-label="([^"]*)"', page_html)
    assert len(label) > 10


def test_a_match_begins_with_its_score_and_ends_with_its_proof(client: TestClient, hall: Filled) -> None:
    page_html = client.get(f"/matches/{hall.strokes}").text
    marks = [
        "verdict-score",
        'id="course-title"',
        'id="cards-title"',
        'id="laws-title"',
        'id="proof"',
        "/api/v1/",
    ]
    places = [page_html.index(mark) for mark in marks]
    assert places == sorted(places)


def test_a_match_that_did_not_change_is_not_sent_again(client: TestClient, hall: Filled) -> None:
    first = client.get(f"/matches/{hall.strokes}")
    again = client.get(f"/matches/{hall.strokes}", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_live_match_has_its_table_and_changes_with_it(client: TestClient, hall: Filled, hub: Hub) -> None:
    record, done = read(hall, "D1")
    assert done is not None
    assert record.own is not None
    view = {**done.view, "table": 4, "seq": record.own.last_seq, "link": {"state": "up", "heard_ms": NOW}}
    assert 'data-table=""' in client.get("/matches/D1").text
    client.portal.call(hub.publish, view)  # type: ignore[union-attr]
    client.portal.call(time.sleep, 0)  # type: ignore[union-attr]
    live = client.get("/matches/D1")
    assert 'data-table="4"' in live.text
    assert "/live?table=4" in live.text
    assert "etag" in live.headers
    client.portal.call(hub.publish, {**view, "seq": record.own.last_seq + 1})  # type: ignore[union-attr]
    assert client.get("/matches/D1").headers["cache-control"] == "no-store"  # not stored yet


def test_a_long_match_is_small_and_quick() -> None:
    numbered = [{**event, "seq": seq} for seq, event in enumerate(long_match.events(), 1)]
    folded = fold.fold(lambda: iter(numbered))
    played = Played(folded.state, numbered, rulings=folded.rulings)
    assert calls(lambda: course(played)) < 200_000
    done = course(played)
    assert sum(len(part.strokes) for part in done.parts) > 700


# -- players ------------------------------------------------------------------------------------------


def test_figures_are_counted_board_by_board(hall: Filled) -> None:
    _record, done = read(hall, "M2")
    assert done is not None
    mine, theirs = figures(done, "a"), figures(done, "b")
    assert (mine.boards, mine.won + theirs.won) == (9, 9)
    assert (mine.scored, mine.conceded) == (theirs.conceded, theirs.scored)
    assert (mine.black_slams, theirs.black_slams) == (1, 0)
    _record, rounds = read(hall, "C1")
    assert rounds is not None
    assert figures(rounds, "a").twenties == 6
    _record, by_strokes = read(hall, hall.strokes)
    assert by_strokes is not None
    assert figures(by_strokes, "a").comeback > 0  # b won the first board


def test_a_stroke_is_in_time_unless_its_own_clock_was_at_zero() -> None:
    events: list[dict[str, Any]] = [
        {"kind": "match", "match": "m", "ruleset": "icf", "stage": "round", "breaks": "a"},
        {"kind": "play", "strokes": True},
        {"kind": "expired", "clock": "break", "law": "46"},
        {"kind": "stroke", "own": 1},
        {"kind": "stroke"},
        {"kind": "expired", "clock": "placing", "law": "88a"},
        {"kind": "stroke"},
        {"kind": "expired", "clock": "stroke", "breach": "technical foul", "law": "50"},
        {"kind": "foul", "side": "a", "technical": True},
        {"kind": "place", "how": "done"},
        {"kind": "stroke"},
    ]
    numbered = [{**event, "seq": seq} for seq, event in enumerate(events, 1)]
    state = fold.fold(lambda: iter(numbered)).state
    done = course(Played(state, numbered))
    turns = {side: count for side, (count, _in_time) in done.strokes.items()}
    assert sum(turns.values()) == 4
    assert sum(in_time for _count, in_time in done.strokes.values()) == 3  # the break was late
    assert done.strokes["a"] == (turns["a"], turns["a"] - 1)
    mine = figures(done, "a")
    assert (mine.strokes, mine.in_time) == done.strokes["a"]


def test_figures_add_up() -> None:
    both = Figures(3, 2, 20, 8, 1, comeback=4, strokes=9, in_time=8).plus(
        Figures(2, 0, 1, 12, comeback=7, strokes=5, in_time=5)
    )
    assert both == Figures(5, 2, 21, 20, 1, comeback=7, strokes=14, in_time=13)


@pytest.mark.parametrize(
    ("asked", "matches"), [("ASHA", True), ("zoe", True), ("விக்", True), ("club", True), ("nobody", False)]
)
def test_the_index_finds_names_without_accents_and_capitals(
    client: TestClient, asked: str, matches: bool
) -> None:
    answer = client.get("/players", params={"q": asked, "lang": "en"}).text
    assert ("Nobody of this name." not in answer) is matches
    assert ('href="/players/' in answer) is matches


def test_a_players_page_has_form_and_figures(client: TestClient, hall: Filled) -> None:
    record, _done = read(hall, hall.strokes)
    assert record.event is not None
    assert record.fixture is not None
    number = record.event.entries[record.fixture.a or 0].players[0].number
    page_text = text(client, f"/players/{number}")
    for expected in (
        "Last matches:",
        "Matches won",
        "Boards won",
        "Average board",
        "Strokes in time",
        "Best comeback",
    ):
        assert expected in page_text
    assert client.get("/entries/99999").status_code == 404
    assert text(client, f"/entries/{record.fixture.a}")


def test_margins_stand_above_the_line_or_hang_below_it() -> None:
    drawn = charts.margins_chart([25, -10, 0])
    assert drawn is not None
    ahead, behind, level = drawn["bars"]
    assert [bar["text"] for bar in drawn["bars"]] == ["+25", "−10", "0"]
    assert (ahead["y"] + ahead["height"], behind["y"], level["height"]) == (drawn["zero"], drawn["zero"], 0)
    assert ahead["height"] / 25 == pytest.approx(behind["height"] / 10, abs=0.01)
    assert ahead["text_y"] < ahead["y"] < behind["y"] + behind["height"] < behind["text_y"] < drawn["height"]
    assert charts.margins_chart([25]) is None


def test_a_players_chart_has_the_points_of_each_match_as_the_player_saw_them(hall: Filled) -> None:
    record, _done = read(hall, hall.strokes)
    assert record.event is not None
    played = [
        (record.event, fixture, side)
        for fixture in record.event.fixtures
        for side in "ab"
        if fixture.result is not None and fixture.result.games
    ]
    both = player_pages.margins(played)
    assert len(both) >= 4
    assert sum(both) == 0, "what one side is ahead the other is behind"
    assert max(both) > 0


def test_of_a_deleted_player_nothing_but_the_results_is_said(hall: Filled) -> None:
    record, _done = read(hall, hall.strokes)
    assert record.event is not None
    assert record.fixture is not None
    player = record.event.entries[record.fixture.a or 0].players[0]
    with writing(hall.store.engine) as connection:
        connection.execute(update(players).where(players.c.id == player.id).values(name="", club=""))
    try:
        app = create_app(Hub(), FakeStore(), now_ms=lambda: NOW, results=Results(hall.store))
        with TestClient(app) as client:
            assert f'"/players/{player.number}"' not in client.get("/players").text
            page_text = text(client, f"/players/{player.number}")
            assert f"No. {player.number}" in page_text
            assert "Boards won" not in page_text
            assert "match by match" not in page_text
    finally:
        with writing(hall.store.engine) as connection:
            back = update(players).where(players.c.id == player.id)
            connection.execute(back.values(name=player.name, club=player.club))
