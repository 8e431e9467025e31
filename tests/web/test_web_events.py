"""The tournament's public pages: events, players, corrections; and that viewers cost no reading."""

import asyncio
import itertools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import web_tournament
from fastapi.testclient import TestClient
from sqlalchemy import update
from test_web_pages import Tags
from web_fakes import FakeStore

from host_tools import i18n
from host_tools.collector.hub import Hub
from host_tools.exports.bracket import layout
from host_tools.exports.event_report import EventReport
from host_tools.store import Store, StoreError
from host_tools.store.database import writing
from host_tools.store.tournament_schema import players
from host_tools.tournament.acts.draws import Draw
from host_tools.tournament.acts.entries import Withdraw
from host_tools.tournament.acts.events import AddEvent
from host_tools.tournament.acts.tournament import NewTournament
from host_tools.tournament.desk.desk import Desk, NewEntry, Person
from host_tools.tournament.draw import bracket
from host_tools.tournament.model.model import Place
from host_tools.tournament.standings.chances import Chance
from host_tools.web import create_app
from host_tools.web.live.results import FRESH_S, Results
from host_tools.web.pages import brackets, events_pages, fixtures, player_pages, screens

NOW = 1_700_000_000_000


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = web_tournament.opened(tmp_path)
    yield opened
    opened.close()


class Clock:
    """Monotonic seconds, moved by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def results(store: Store, clock: Clock) -> Results:
    return Results(store, clock)


@pytest.fixture
def client(results: Results) -> Iterator[TestClient]:
    with TestClient(create_app(Hub(), FakeStore(), now_ms=lambda: NOW, results=results)) as client:
        yield client


def fresh_event(desk: Desk) -> EventReport:
    """The event ms as a new reading has it."""
    programme = asyncio.run(Results(desk.store).now())
    event = programme.event("ms") if programme else None
    assert event is not None
    return event


def text(client: TestClient, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, answer.text
    return " ".join(Tags(answer.text).text.split())


def test_the_overview_has_events_calls_and_results(client: TestClient) -> None:
    page = text(client, "/events")
    for expected in (
        "Boardside Open 2026",
        "Chennai, 12–14 March 2026",
        "Men’s Singles 16 entries · 26 of 31 matches played",
        "called to table 4, report by",
        "umpire S. Rao",
        "Corrected (was ",
        "the sheet was read wrongly",
    ):
        assert expected in page


def test_an_event_says_of_each_place_which_step_decided_it(client: TestClient) -> None:
    page = text(client, "/events/ms")
    assert "Group A" in page
    assert "Group D" in page
    assert re.search(r"net points: −?\d+, behind −?\d+", page)
    assert "Seed of the draw: 2026-march" in page


def test_a_players_page_has_his_matches_past_and_next(client: TestClient) -> None:
    page = text(client, "/players/1")
    assert "Maria Irudayam" in page
    assert "No. 1 · Club 0" in page
    assert "Played" in page
    assert page.count("Group A, round") + page.count("Group B, round") >= 3


def test_names_lead_to_their_players(client: TestClient) -> None:
    page = client.get("/events/ms").text
    number = re.search(r'<a href="/players/(\d+)">K\. Srinivas</a>', page)
    assert number
    assert "K. Srinivas" in text(client, f"/players/{number[1]}")


def test_who_was_deleted_is_a_number(client: TestClient, store: Store, clock: Clock) -> None:
    assert "Josef Meyer" in text(client, "/events/ms")
    with writing(store.engine) as connection:
        gone = update(players).where(players.c.name == "Josef Meyer")
        connection.execute(gone.values(name="", club="", removed_at=NOW))
    clock.now += 60
    assert "Josef Meyer" not in text(client, "/events/ms")
    assert "No. 9" in text(client, "/events/ms")


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("/events/xx", "has no event “xx”"),
        ("/events/%3Cscript%3E", "no event"),
        ("/players/999", "start number 999"),
    ],
)
def test_a_missing_page_says_what_is_missing(client: TestClient, path: str, says: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert says in answer.text
    assert "<script>" not in answer.text


def test_a_hall_without_a_tournament_has_none(tmp_path: Path) -> None:
    plain = Store.open(f"sqlite:///{tmp_path / 'plain.sqlite3'}")
    for results in (None, Results(plain)):
        with TestClient(create_app(Hub(), FakeStore(), results=results)) as client:
            assert "/events" not in client.get("/").text
            awaited = client.get("/events")
            assert awaited.status_code == 200
            assert "No tournament yet" in awaited.text
            assert "404" not in awaited.text
            if results is not None:
                assert "No tournament yet" in client.get("/players").text
                assert client.get("/players").status_code == 200
            assert client.get("/events/ms").status_code == 404
            assert client.get("/overlay/next").status_code == 200
            assert client.get("/screen").status_code == 200
    plain.close()


def test_names_do_no_harm(client: TestClient, store: Store, clock: Clock) -> None:
    evil = "<script>alert(1)</script>{{7*7}}{n}"
    with writing(store.engine) as connection:
        connection.execute(update(players).where(players.c.number == 1).values(name=evil))
    clock.now += 60
    for path in ("/events", "/events/ms", "/players/1", "/screen", "/screen/slides", "/overlay/next"):
        page = client.get(path).text
        assert "<script>alert" not in page
    assert evil in text(client, "/players/1")


# -- how often the database is asked ------------------------------------------------------------------


def test_a_thousand_looks_are_one_reading(client: TestClient, results: Results, clock: Clock) -> None:
    for _ in range(40):
        for path in ("/events", "/events/ms", "/players/3", "/screen/slides", "/"):
            client.get(path)
    assert results.readings == 1
    clock.now += FRESH_S + 1
    client.get("/events")
    assert results.readings == 2


def test_what_did_not_change_is_not_sent_again(client: TestClient, clock: Clock) -> None:
    first = client.get("/events/ms")
    clock.now += 60
    again = client.get("/events/ms", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    other = client.get("/events/ms?lang=de", headers={"If-None-Match": first.headers["etag"]})
    assert other.status_code == 200


def test_a_change_is_seen_and_keeps_the_standings_of_the_others(
    store: Store, results: Results, clock: Clock
) -> None:
    before = asyncio.run(results.now())
    assert before is not None
    desk = web_tournament.Day(store).desk
    tournament = desk.tournament()
    desk.do(Withdraw(), desk.entries(desk.competition(tournament, "cr"))[0])
    clock.now += 60
    after = asyncio.run(results.now())
    assert after is not None
    assert after.revision > before.revision

    def has_read_again(key: str) -> bool:
        event, earlier = after.event(key), before.event(key)
        assert event is not None
        assert earlier is not None
        return event.standings is not earlier.standings

    assert [has_read_again(key) for key in ("ms", "cr")] == [False, True]


def test_a_database_that_fails_leaves_the_last_that_was_read(
    client: TestClient, store: Store, results: Results, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = text(client, "/events")

    def fails() -> None:
        raise StoreError("locked", where="hall.sqlite3")

    monkeypatch.setattr(results, "_read", fails)
    clock.now += 60
    assert text(client, "/events") == first
    never = Results(store, clock)
    monkeypatch.setattr(never, "_read", fails)
    with TestClient(create_app(Hub(), FakeStore(), results=never)) as other:
        assert other.get("/events").status_code == 503
        assert other.get("/").status_code == 200


# -- drawing -------------------------------------------------------------------------------------------


def test_every_box_of_a_bracket_stands_between_the_two_it_follows(results: Results) -> None:
    programme = asyncio.run(results.now())
    event = programme.event("ms") if programme else None
    assert event is not None
    stage = event.stages[-1]
    made = brackets.drawing(event, stage)
    boxes = {(box["x"], box["y"]) for box in made["boxes"]}
    columns = sorted({x for x, _ in boxes})
    for left, right in itertools.pairwise(columns):
        before = sorted(y for x, y in boxes if x == left)
        after = sorted(y for x, y in boxes if x == right)
        assert after == [(before[2 * i] + before[2 * i + 1]) / 2 for i in range(len(after))]
    for box in made["boxes"]:
        assert 0 <= box["x"] <= made["width"] - brackets.SIZES.box_width
        assert 0 <= box["y"] <= made["height"] - brackets.SIZES.box_height
    assert len(made["lines"]) == 2 * (len(boxes) - len([box for box in boxes if box[0] == columns[0]]))
    assert len(brackets.drawing(event, stage, brackets.Part(2))["heads"]) == len(made["heads"]) - 1


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Ann / Bea", "Ann / Bea"),
        ("A / B", "A / B"),
        ("Kajal Kumari / Nidhi Gupta", "Kajal Kumari / Nidhi Gupta"),
        ("Ramakrishnan Venkatasubramanian Iyer / Ann", "Ramakrishnan Venkatasubra… / Ann"),
        ("Ann / Ramakrishnan Venkatasubramanian Iyer", "Ann / Ramakrishnan Venkatasubra…"),
        ("Ramakrishnan Venkatasubramanian Iyer", "Ramakrishnan Venkatasubramania…"),
        ("Jean Marie Dupont Lafayette / Ana Lucia Perez Gonzalez", "Jean Marie Du… / Ana Lucia Pere…"),
    ],
)
def test_of_a_pair_in_a_bracket_the_longest_name_is_cut_first(name: str, drawn: str) -> None:
    assert brackets._cut(name, brackets.NAME_PX) == drawn


@pytest.mark.parametrize(
    ("name", "is_slim"),
    [
        ("Mia / Ann", False),
        ("O’Neill Brannagh / Ana-Lucía Ferreyra", True),
        ("செல்வி மாறனார் / Meera Iyerson", True),
    ],
)
def test_the_names_of_a_usual_pair_are_whole_in_slim_letters(name: str, is_slim: bool) -> None:
    assert (brackets._measured(name) > brackets.NAME_PX) is is_slim
    assert brackets._cut(name, brackets.NAME_PX / brackets._slim(name)) == name


def test_a_large_bracket_is_complete_over_several_drawings() -> None:
    for size, drawings in ((4, 1), (16, 1), (32, 3), (64, 5), (128, 9), (1024, 64 + 8 + 1)):
        planned = bracket.fixtures(list(range(1, size + 1)), stage=1, prefix="ms", third=True)
        parts = brackets.parts(planned, 8)
        assert len(parts) == drawings
        assert {fixture.id for part in parts for fixture in planned if part.has(fixture)} == {
            fixture.id for fixture in planned
        }
        for part in parts:
            own = [fixture for fixture in planned if part.has(fixture)]
            column = [
                fixture
                for fixture in own
                if fixture.round == part.first and not bracket.is_for_third_place(fixture)
            ]
            assert len(column) <= 8
            placed = {box.fixture.id: box.y for box in layout(own, brackets.SIZES).boxes}
            tops = [placed[fixture.id] for fixture in column]
            assert tops == [brackets.SIZES.top + n * brackets.SIZES.pitch for n in range(len(column))]
            assert max(placed.values()) <= brackets.SIZES.top + 8 * brackets.SIZES.pitch


def test_a_knockout_says_which_place_everybody_has(client: TestClient) -> None:
    page = text(client, "/events/wd")
    assert "PlaceNamePlayedWonNetReached" in page, page
    assert "still in" in text(client, "/events/ms")


def test_why_is_said_with_true_minus_signs_and_in_the_language() -> None:
    line = Place(3, 1, 3, 1, 0, 2, 2, -23, 0, "net", "by_step", {}, figure=-23, against=(21, -34))
    with i18n.speaking(i18n.language("de")):
        assert all(figure in fixtures.why(line) for figure in ("−23", "21", "−34"))
    owed = Place(2, 1, 3, 1, 0, 2, 2, 0, 0, "level", "level_with_one", {}, open=True)
    assert fixtures.why(owed) == "level: a shoot-out is to come"


@pytest.mark.usefixtures("marked_languages")
def test_what_is_certain_is_said_in_the_language() -> None:
    wins = Chance("wins", 2)
    assert "2" in fixtures.certain(wins)
    assert "1" in fixtures.certain(Chance("wins", 1))
    assert fixtures.certain(Chance("out", 0)) != fixtures.certain(Chance("out", is_over=True))
    with i18n.speaking(i18n.language("de")):
        assert fixtures.certain(Chance("through"))[0] == "‹"


@pytest.fixture
def fresh_groups(tmp_path: Path) -> Iterator[web_tournament.Day]:
    """Sixteen entries in four groups, drawn, nothing played."""
    store = Store.open(f"sqlite:///{tmp_path / 'groups.sqlite3'}")
    day = web_tournament.Day(store)
    tournament = day.desk.do(NewTournament(key="open", name="Groups", ruleset="vkk"), None)
    event = day.desk.do(AddEvent(key="ms", name="Singles"), tournament).event
    day.desk.add_entries(event, [NewEntry((Person(name),)) for name in web_tournament.MEN])
    day.desk.do(Draw(seed="seed"), event)
    yield day
    store.close()


def test_a_group_has_no_places_before_its_first_match_and_says_what_is_certain_before_its_last(
    fresh_groups: web_tournament.Day,
) -> None:
    desk = fresh_groups.desk
    event = desk.competition(desk.tournament(), "ms")
    before = events_pages.whole(fresh_event(desk))["stages"][-1]
    assert {line["place"] for group in before["groups"] for line in group["lines"]} == {0}
    assert {line["why"] for group in before["groups"] for line in group["lines"]} == {""}
    assert [each["is_open"] for each in before["rounds"]] == [True, False, False]
    fresh_groups.play(event, 16)
    page = events_pages.whole(fresh_event(desk))
    now = page["stages"][-1]
    assert [each["name"] for each in now["rounds"]] == ["Round 3", "Round 2", "Round 1"]
    assert [each["is_open"] for each in now["rounds"]] == [True, False, False]
    for group in now["groups"]:
        points = [line["points"] for line in group["lines"]]
        for line in group["lines"]:
            assert line["place"]
            assert bool(line["why"]) is (points.count(line["points"]) > 1), "where places were level"
    assert any(line["chance"] for group in now["groups"] for line in group["lines"])
    assert len(page["next"]) == events_pages.NEXT_MOST
    assert len(page["latest"]) == events_pages.NEXT_MOST


def test_matches_in_play_come_first_and_results_last(results: Results) -> None:
    programme = asyncio.run(results.now())
    event = programme.event("ms") if programme else None
    assert event is not None
    page = events_pages.whole(event)
    assert {line["state"] for line in page["playing"]} == {"called"}
    knockout = page["stages"][0]
    assert [each["is_open"] for each in knockout["rounds"]] == [True, True, False]
    assert [line["state"] for line in knockout["rounds"][0]["matches"]] == ["called"] * 2 + ["done"] * 2
    groups = page["stages"][1]
    assert [each["name"] for each in groups["rounds"]] == ["Round 3", "Round 2", "Round 1"]
    assert not any(each["is_open"] for each in groups["rounds"])


def test_the_last_round_of_an_event_that_is_over_is_open(fresh_groups: web_tournament.Day) -> None:
    desk = fresh_groups.desk
    event = desk.competition(desk.tournament(), "ms")
    fresh_groups.play(event, 100)
    knockout, groups = events_pages.whole(fresh_event(desk))["stages"]
    assert knockout["rounds"][0]["name"] == "Final"
    assert [each["is_open"] for each in knockout["rounds"]] == [True, False, False]
    assert not any(each["is_open"] for each in groups["rounds"])


def test_the_pairs_of_an_event_that_is_not_drawn_lead_to_their_pages(
    client: TestClient, store: Store, clock: Clock
) -> None:
    desk = web_tournament.Day(store).desk
    event = desk.do(
        AddEvent(key="xd", name="Mixed Doubles", kind="doubles", ruleset="icf"), desk.tournament()
    ).event
    desk.add_entries(event, [NewEntry((Person("Ann"), Person("Bo")))])
    clock.now += 60
    assert re.search(r'<a href="/entries/\d+">Ann / Bo</a>', client.get("/events/xd").text)


# -- the big screen --------------------------------------------------------------------------------------


def test_the_screen_has_its_slides_in_the_order_that_was_asked(client: TestClient) -> None:
    page = Tags(client.get("/screen/slides?pages=brackets,calls,hall").text)
    kinds = [a["data-kind"] for tag, a in page.tags if tag == "section"]
    assert kinds == ["brackets", "brackets", "calls"]
    only = Tags(client.get("/screen/slides?pages=brackets,standings&event=wd").text)
    assert [a["data-kind"] for tag, a in only.tags if tag == "section"] == ["brackets"]


@pytest.mark.parametrize(
    "query", ["pages=all", "pages=hall;play", "seconds=0", "seconds=x", "tables=x", "lang=xx"]
)
def test_a_screen_that_makes_no_sense_is_explained(client: TestClient, query: str) -> None:
    assert client.get(f"/screen?{query}").status_code == 422


def test_long_standings_go_on_in_the_next_column_and_slide() -> None:
    card = {"name": "A", "lines": list(range(6))}
    packed = list(screens._packed([card] * 5))
    assert [len(slide) for slide in packed] == [2, 2, 1]
    assert sum(len(column) for slide in packed for column in slide) == 5


def test_players_are_in_the_order_of_the_names_they_are_called_by(tmp_path: Path) -> None:
    store = Store.open(f"sqlite:///{tmp_path}/hall.sqlite3")
    desk = Desk(store)
    event = desk.do(
        AddEvent(key="ms", name="Singles"),
        desk.do(NewTournament(key="open", name="Open", ruleset="icf"), None),
    ).event
    people = [
        Person("李春竹", latin="Li Chunzhu"),
        Person("Ben Çelik"),
        Person("Asha S."),
        Person("Zoe Arora"),
    ]
    desk.add_entries(event, [NewEntry((person,)) for person in people])
    page = player_pages.index(asyncio.run(Results(store, Clock()).now()))
    assert [line["name"] for line in page["players"]] == [
        *("Zoe Arora", "Asha S.", "Ben Çelik"),
        "李春竹 (Li Chunzhu)",
    ]
    store.close()
