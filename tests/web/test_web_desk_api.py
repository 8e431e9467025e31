"""The tournament by the JSON API: a whole small event by requests alone, and what is not taken."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from host_tools.collector.hub import Hub
from host_tools.store import Store
from host_tools.tournament.desk.desk import Desk
from host_tools.web import create_app

EVENT = "/api/v1/tournaments/-/events/ms"


class Script:
    """A script with a token."""

    def __init__(self, client: TestClient, token: str) -> None:
        self.client = client
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}

    def do(self, method: str, path: str, body: Any = None, status: int = 200) -> dict[str, Any]:
        answer = self.client.request(method, path, json=body, headers=self.headers)
        assert answer.status_code == status, answer.text
        content: dict[str, Any] = answer.json()
        assert content["version"] == 1
        return content

    def get(self, path: str, status: int = 200) -> dict[str, Any]:
        return self.do("GET", path, status=status)

    def post(self, path: str, body: Any = None, status: int = 200) -> dict[str, Any]:
        return self.do("POST", path, body or {}, status)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store.open(f"sqlite:///{tmp_path / 'hall.sqlite3'}")
    yield opened
    opened.close()


@pytest.fixture
def client(store: Store) -> Iterator[TestClient]:
    app = create_app(Hub(), store, admin_store=store, desk=Desk(store))
    with TestClient(app) as client:
        yield client


@pytest.fixture
def script(client: TestClient, store: Store) -> Script:
    return Script(client, store.tokens.make("streamer"))


@pytest.fixture
def drawn(script: Script) -> Script:
    """A knockout of four, drawn."""
    script.post("/api/v1/tournaments", {"key": "open", "name": "City Open"}, 201)
    script.post("/api/v1/tournaments/-/events", {"key": "ms", "name": "Men's Singles"}, 201)
    script.post(f"{EVENT}/import", {"lines": ["name", "Asha", "Bela", "Cem", "Dora"]})
    script.post(f"{EVENT}/draw", {"seed": "2026"})
    return script


def matches(script: Script, state: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = script.get(f"{EVENT}/matches?state={state}")["matches"]
    return rows


def test_an_event_is_played_by_requests_alone(drawn: Script, store: Store) -> None:
    first, second = matches(drawn, "ready")
    given = drawn.post(f"/api/v1/planned/{first['id']}/walk-over", {"winner": "a", "early": True})
    assert set(given["changed"]) > {first["id"]}
    typed = {"games": ["25-10", "25-3"], "reason": "the sheet was on paper"}
    drawn.post(f"/api/v1/planned/{second['id']}/result", typed)
    (final,) = matches(drawn, "ready")
    assert (final["title_a"], final["title_b"]) == (first["title_a"], second["title_a"])
    drawn.post(
        f"/api/v1/planned/{final['id']}/result", {"games": ["10-25", "9-25"], "reason": "the same again"}
    )
    (group,) = drawn.get(f"{EVENT}/standings")["groups"]
    assert group["places"][0]["title"] == second["title_a"]
    assert [row["match"] for row in drawn.get(f"{EVENT}/corrections")["corrections"]] == [
        second["id"],
        final["id"],
    ]
    done = drawn.get(f"/api/v1/planned/{final['id']}")["match"]
    assert done["result"]["games"] == [[10, 25], [9, 25]]
    assert done["corrected"] is True
    acts = store.admins.acts()
    assert {act["who"] for act in acts} == {"streamer"}
    assert [act["what"] for act in acts][:2] == ["match result", "match result"]


def test_the_same_seed_is_the_same_draw(drawn: Script) -> None:
    before = drawn.get(f"{EVENT}/matches")["matches"]
    assert drawn.do("POST", f"{EVENT}/undraw", {})["undrawn"] == [1]
    again = drawn.post(f"{EVENT}/draw", {"seed": "2026"})
    assert again["seed"] == "2026"
    assert again["matches"] == before


def test_a_call_needs_a_table_that_is_there(drawn: Script) -> None:
    (first, _) = matches(drawn, "ready")
    content = drawn.post(f"/api/v1/planned/{first['id']}/call", {"table": 3, "umpire": "Rao"}, 409)
    assert content["error"]["code"] == "refused"
    assert "3" in content["error"]["message"]
    called = drawn.post(f"/api/v1/planned/{first['id']}/call", {"table": 3, "umpire": "Rao", "force": True})
    assert called["match"]["state"] == "called"
    assert called["match"]["umpire"] == "Rao"
    assert called["remarks"]
    order = drawn.get(f"/api/v1/orders/{called['command']}")
    assert (order["table"], order["state"]) == (3, "pending")
    recalled = drawn.post(f"/api/v1/planned/{first['id']}/recall")
    assert recalled["match"]["state"] == "ready"


def test_a_list_with_a_broken_line_enters_nobody(drawn: Script) -> None:
    drawn.do("POST", f"{EVENT}/undraw", {})
    before = drawn.get(f"{EVENT}/entries")["entries"]
    refused = drawn.post(f"{EVENT}/import", {"lines": ["name,seeding", "Eva,1", "Finn,x"]}, 409)
    assert "line 3" in refused["error"]["message"]
    assert drawn.get(f"{EVENT}/entries")["entries"] == before
    made = drawn.post(f"{EVENT}/import", {"lines": ["name,seeding", "Eva,1", "Finn,2"]})
    assert [entry["title"] for entry in made["entries"]] == ["Eva", "Finn"]


def test_the_hall_by_requests(script: Script) -> None:
    assert script.get("/api/v1/hall")["state"] == "off"
    started = script.post("/api/v1/hall", {"do": "start", "ms": 60_000})
    assert (started["state"], started["by"]) == ("running", "streamer")
    content = script.post("/api/v1/hall", {"do": "pause", "number": 7}, 409)
    assert "in the meantime" in content["error"]["message"]
    assert script.post("/api/v1/hall", {"do": "pause", "number": 1})["state"] == "paused"
    order = script.post(
        "/api/v1/tables/4/match", {"a": ["Asha"], "b": ["Bela"], "rules": {"points": 23}}, 201
    )
    assert (order["table"], order["state"]) == (4, "pending")
    content = script.post("/api/v1/tables/4/match", {"a": ["Asha"], "b": ["Bela", "Cem"]}, 409)
    assert "two names" in content["error"]["message"]


WRITING = (
    ("POST", "/api/v1/tournaments"),
    ("POST", f"{EVENT}/draw"),
    ("POST", f"{EVENT}/undraw"),
    ("POST", "/api/v1/planned/x/call"),
    ("POST", "/api/v1/hall"),
    ("GET", "/api/v1/desk/tables"),
)


@pytest.mark.parametrize(("method", "path"), WRITING)
def test_nothing_is_changed_without_a_token(client: TestClient, method: str, path: str) -> None:
    wrong = {"": "token_missing", "bs_" + "x" * 43: "token_unknown", "y" * 1000: "token_missing"}
    for token, reason in wrong.items():
        content = Script(client, token).do(method, path, {}, 401)
        assert content["error"].items() >= {"code": "unauthorized", "reason": reason, "facts": {}}.items()


def test_without_a_token_the_answer_says_how_to_send_one(client: TestClient) -> None:
    answer = client.post("/api/v1/hall", json={})
    assert answer.headers["WWW-Authenticate"] == "Bearer"
    assert answer.json()["error"]["message"] == (
        "This needs a token: `boardside token add NAME` makes one; send `Authorization: Bearer TOKEN`."
    )


def test_every_route_that_changes_something_asks_for_a_token(client: TestClient) -> None:
    """By the schema: a route that is added without one is noticed."""
    schema = client.get("/api/v1/openapi.json").json()
    changing = [
        (path, method)
        for path, methods in schema["paths"].items()
        for method in methods
        if method in ("post", "put", "patch", "delete")
    ]
    assert len(changing) >= 18
    open_ones = [
        path_method
        for path_method in changing
        if not schema["paths"][path_method[0]][path_method[1]].get("security")
    ]
    assert open_ones == []


@pytest.mark.parametrize(
    "headers",
    [{"Origin": "http://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}],
)
def test_a_page_of_another_site_changes_nothing_even_with_a_token(
    script: Script, headers: dict[str, str]
) -> None:
    own = dict(script.headers)
    script.headers = {**own, **headers}
    content = script.post("/api/v1/hall", {"do": "start", "ms": 1000}, 403)
    assert content["error"]["code"] == "foreign_origin"
    assert content["error"]["reason"] == "page_of_other_site"
    assert script.get("/api/v1/hall")["state"] == "off"
    script.headers = {**own, "Origin": "http://testserver", "Sec-Fetch-Site": "same-origin"}
    assert script.post("/api/v1/hall", {"do": "start", "ms": 1000})["state"] == "running"


def test_a_removed_token_acts_no_more(script: Script, store: Store) -> None:
    script.post("/api/v1/hall", {"do": "start", "ms": 1000})
    assert store.tokens.remove("streamer")
    script.post("/api/v1/hall", {"do": "end"}, 401)


def test_a_slip_of_the_pen_is_not_taken(script: Script) -> None:
    content = script.post("/api/v1/tournaments", {"key": "open", "nmae": "City Open"}, 422)
    assert "nmae" in content["error"]["message"]


def test_a_whole_number_may_be_written_with_a_point(script: Script) -> None:
    assert script.post("/api/v1/hall", {"do": "start", "ms": 60000.0})["length_ms"] == 60_000
    script.post("/api/v1/hall", {"do": "start", "ms": 60000.5}, 422)


def test_the_description_says_which_texts_are_taken(client: TestClient) -> None:
    schemas = client.get("/api/v1/openapi.json").json()["components"]["schemas"]
    name = schemas["TournamentNew"]["properties"]["name"]
    assert re.search(name["pattern"], "Łukasz अनिल")
    assert not any(re.search(name["pattern"], text) for text in UNREADABLE if text != "\ud800")


UNREADABLE = ("a\x00b", "two\nlines", "\u202etnuoccA", "\ud800")


@pytest.mark.parametrize("name", UNREADABLE)
def test_a_name_is_one_line_that_people_can_read(script: Script, client: TestClient, name: str) -> None:
    script.post("/api/v1/tournaments", {"key": "open", "name": "City Open"}, 201)
    body = {"key": "ms", "name": "Singles", "rules": {"points": 25, "x": [{"deep": name}]}}
    headers = {**script.headers, "Content-Type": "application/json"}
    for text in (json.dumps(body), json.dumps({"key": "ms", "name": name})):
        answer = client.post("/api/v1/tournaments/-/events", content=text, headers=headers)
        assert answer.status_code == 422
        assert "cannot be shown" in answer.json()["error"]["message"]


@pytest.mark.parametrize("number", ["NaN", "-Infinity", "1e999", '{"deep": [NaN]}'])
def test_what_json_has_no_number_for_is_refused(script: Script, client: TestClient, number: str) -> None:
    headers = {**script.headers, "Content-Type": "application/json"}
    for rules in (f'{{"points": {number}}}', f'{{"base": {number}}}'):
        text = f'{{"a": ["A"], "b": ["B"], "rules": {rules}}}'
        answer = client.post("/api/v1/tables/1/match", content=text, headers=headers)
        assert answer.status_code == 422
        assert answer.json()["error"]["message"] == "'rules' has a number that JSON does not have."


def test_own_rules_that_cannot_be_are_refused_by_a_reason_of_their_own(script: Script) -> None:
    body = {"a": ["A"], "b": ["B"], "stage": "round", "rules": {"base": "own"}}
    error = script.post("/api/v1/tables/1/match", body, 409)["error"]
    assert error["reason"] == "rules_file"
    assert error["facts"]["why"]["reason"] == "base_unknown"
    assert error["facts"]["why"]["facts"]["base"] == "own"
    assert error["message"].startswith('own rules: base: "own" is no ruleset; allowed: icf')


def test_what_is_no_json_says_where_it_breaks_off(script: Script, client: TestClient) -> None:
    headers = {**script.headers, "Content-Type": "application/json"}
    answer = client.post("/api/v1/tournaments", content='{"key": "x"', headers=headers)
    assert answer.status_code == 422
    assert answer.json()["error"]["message"].startswith("The body is no JSON, at character 11: ")


@pytest.mark.parametrize(
    ("encoding", "name", "status"),
    [
        ("utf-8-sig", "Zoë", 200),
        ("utf-16", "Zoë", 200),
        ("latin-1", "Zoë", 200),
        ("cp1251", "Иван", 409),
    ],
)
def test_a_list_says_which_letters_it_wants(
    script: Script, client: TestClient, encoding: str, name: str, status: int
) -> None:
    script.post("/api/v1/tournaments", {"key": "open", "name": "City Open"}, 201)
    script.post("/api/v1/tournaments/-/events", {"key": "ms", "name": "Singles"}, 201)
    headers = {**script.headers, "Content-Type": "text/csv"}
    content = f"name\r\n{name}\r\n".encode(encoding)
    answer = client.post("/api/v1/import?event=ms", content=content, headers=headers)
    assert answer.status_code == status
    if status == 200:
        assert script.get(f"{EVENT}/entries")["entries"][0]["title"] == "Zoë"
    if status == 409:
        assert "line 2: a letter is not in UTF-8" in answer.json()["error"]["message"]


def test_a_match_that_is_not_there_is_named_before_its_result_is_read(script: Script) -> None:
    script.post("/api/v1/planned/none/result", {"games": ["25"], "reason": "x"}, 404)
    script.post("/api/v1/planned/none/call", {"table": 1}, 404)


def test_the_tables_can_be_seen_whatever_is_open(script: Script) -> None:
    assert script.get("/api/v1/desk/tables")["tables"] == []
    for key in ("one", "two"):
        script.post("/api/v1/tournaments", {"key": key, "name": "City Open"}, 201)
    assert script.get("/api/v1/desk/tables")["tables"] == []
    assert script.get("/api/v1/tournaments/two")["tournament"]["key"] == "two"


def test_a_key_is_revoked_once_and_stands_in_the_acts(script: Script, store: Store) -> None:
    store.keys.add(7, "ab" * 32, "spare")
    (key,) = script.get("/api/v1/tables/7/keys")["keys"]
    assert (key["state"], key["note"]) == ("new", "spare")
    assert "abab" not in str(key)
    for _ in range(2):
        (key,) = script.post("/api/v1/tables/7/keys/revoke")["keys"]
        assert key["state"] == "revoked"
    acts = script.get("/api/v1/acts")["acts"]
    assert [(act["who"], act["what"], act["detail"]) for act in acts] == [
        ("streamer", "key revoked", {"table": 7, "keys": 1})
    ]
    assert script.get(f"/api/v1/acts?before={acts[0]['id']}")["acts"] == []


def test_a_match_of_a_tie_can_be_assigned(script: Script, store: Store) -> None:
    body = {"a": ["Asha"], "b": ["Bela"], "tie": "North - South", "team_a": "North", "team_b": "South"}
    order = store.command(script.post("/api/v1/tables/4/match", body, 201)["id"])
    assert order is not None
    assert (order["event"]["tie"], order["event"]["teams"]) == ("North - South", {"a": "North", "b": "South"})


def test_what_the_rules_refuse_is_told_as_a_reason_with_facts_too(script: Script) -> None:
    asked = {"a": ["Ann"], "b": ["Bob"], "stage": "final", "rules": {"points": 0}}
    error = script.post("/api/v1/tables/4/match", asked, 409)["error"]
    assert error["message"] == "No table would take this match: rules.points: 0 must be 1 to 99."
    assert error["reason"] == "match_refused"
    facts = {"field": "rules.points", "value": 0, "low": 1, "high": 99}
    assert error["facts"] == {"why": {"reason": "out_of_range", "facts": facts}}


def test_what_is_not_there_is_named(script: Script) -> None:
    assert "tournament" in script.get("/api/v1/tournaments/none/events", 404)["error"]["message"]
    script.post("/api/v1/tournaments", {"key": "open", "name": "City Open"}, 201)
    assert "xy" in script.get("/api/v1/tournaments/-/events/xy/matches", 404)["error"]["message"]
    script.get("/api/v1/planned/none", 404)
    assert script.get("/api/v1/orders/none", 404)["error"] == {
        "code": "not_found",
        "message": "There is no order none.",
        "reason": "no_order",
        "facts": {"order": "none"},
    }
    decision = {"take": False, "why": "both were looked at"}
    assert script.post("/api/v1/journals/cafe/decision", decision, 409)["error"] == {
        "code": "refused",
        "message": "Journal cafe is not stopped: there is nothing to decide.",
        "reason": "journal_not_stopped",
        "facts": {"journal": "cafe"},
    }


def test_too_much_is_not_read(client: TestClient, store: Store) -> None:
    headers = {"Authorization": f"Bearer {store.tokens.make('s')}"}
    answer = client.post("/api/v1/tournaments", content=b"x" * 1_100_000, headers=headers)
    assert answer.status_code == 413
    error = answer.json()["error"]
    assert (error["code"], error["reason"], error["facts"]) == ("too_large", "body_too_large", {"most_mb": 1})
