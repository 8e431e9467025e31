"""The JSON API: what it answers, and what it says to bad questions."""

from collections.abc import Iterator
from typing import Any

import pytest
import web_halls
from fastapi.testclient import TestClient
from web_fakes import FakeStore

from host_tools.collector.hub import Hub
from host_tools.store import StoreError
from host_tools.web import create_app
from host_tools.web.live import stream

NOW = 1_700_000_000_000
ROWS = [{"id": number, "table": 1 + number % 2, "kind": "board"} for number in range(1, 8)]


@pytest.fixture
def hub() -> Hub:
    hub = Hub()
    for view in web_halls.busy(4, NOW):
        hub.publish(view)
    return hub


@pytest.fixture
def store() -> FakeStore:
    return FakeStore(matches=ROWS, events=ROWS)


@pytest.fixture
def client(hub: Hub, store: FakeStore) -> Iterator[TestClient]:
    with TestClient(create_app(hub, store, now_ms=lambda: NOW), raise_server_exceptions=False) as client:
        yield client


def get(client: TestClient, path: str, status: int = 200) -> dict[str, Any]:
    answer = client.get(path)
    assert answer.status_code == status, answer.text
    body: dict[str, Any] = answer.json()
    if not path.endswith("openapi.json"):
        assert body["version"] == 1
    return body


def test_all_tables(client: TestClient, hub: Hub) -> None:
    body = get(client, "/api/v1/tables")
    assert [view["table"] for view in body["tables"]] == [1, 2, 3, 4]
    assert body["tables"][0] == hub.view(1)
    assert body["server_ms"] == NOW


def test_one_table_as_it_is_now(client: TestClient, hub: Hub) -> None:
    hub.heard(3, NOW + 77)
    assert get(client, "/api/v1/tables/3")["table"]["link"]["heard_ms"] == NOW + 77


def test_an_unheard_table_is_named(client: TestClient) -> None:
    error = get(client, "/api/v1/tables/12", 404)["error"]
    assert error["code"] == "not_found"
    assert "table 12" in error["message"]


@pytest.mark.parametrize("name", ["matches", "events"])
def test_pages_of_the_record(client: TestClient, name: str) -> None:
    first = get(client, f"/api/v1/{name}?limit=5")
    assert [row["id"] for row in first[name]] == [1, 2, 3, 4, 5]
    assert (first["next"], first["more"]) == (5, True)
    rest = get(client, f"/api/v1/{name}?limit=5&after={first['next']}")
    assert [row["id"] for row in rest[name]] == [6, 7]
    assert (rest["next"], rest["more"]) == (7, False)
    none = get(client, f"/api/v1/{name}?after=7")
    assert (none[name], none["next"], none["more"]) == ([], 7, False)


def test_the_record_of_one_table(client: TestClient) -> None:
    assert {row["table"] for row in get(client, "/api/v1/events?table=2")["events"]} == {2}


@pytest.mark.parametrize(
    ("path", "named"),
    [
        ("/api/v1/tables/none", "number"),
        ("/api/v1/tables/0", "number"),
        ("/api/v1/tables/10000", "number"),
        ("/api/v1/events?after=-1", "after"),
        ("/api/v1/events?after=x", "after"),
        ("/api/v1/events?limit=0", "limit"),
        ("/api/v1/events?limit=1001", "limit"),
        (f"/api/v1/events?after={2**63}", "after"),
        ("/api/v1/matches?table=-3", "table"),
        ("/api/v1/stream?table=x", "table"),
    ],
)
def test_a_bad_question_is_told_which_part_and_why(client: TestClient, path: str, named: str) -> None:
    error = get(client, path, 422)["error"]
    assert error["code"] == "invalid"
    assert error["message"].startswith(named)


def test_an_unknown_path_and_a_wrong_method_answer_in_json(client: TestClient) -> None:
    assert "/api/v1/nothing" in get(client, "/api/v1/nothing", 404)["error"]["message"]
    answer = client.post("/api/v1/tables")
    assert answer.status_code == 405
    assert answer.json()["error"]["code"] == "method_not_allowed"
    assert answer.headers["allow"] == "GET, HEAD"


def test_a_record_that_cannot_be_read_is_said_in_its_own_words(client: TestClient, store: FakeStore) -> None:
    store.failure = StoreError("disk_full", where="hall.sqlite3")
    error = get(client, "/api/v1/events", 503)["error"]
    assert error == {
        "code": "unavailable",
        "message": "The disk of hall.sqlite3 is full; make room on it.",
        "reason": "disk_full",
        "facts": {"where": "hall.sqlite3"},
    }


def test_too_many_streams_are_refused(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    assert stream.MAX_READERS >= 500
    monkeypatch.setattr("host_tools.web.live.stream.MAX_READERS", 0)
    assert "streams are open" in get(client, "/api/v1/stream", 503)["error"]["message"]


def test_the_schema_is_there_and_no_page_that_loads_from_elsewhere(client: TestClient) -> None:
    schema = get(client, "/api/v1/openapi.json")
    assert set(schema["paths"]) == {
        "/api/v1/tables",
        "/api/v1/tables/{number}",
        "/api/v1/matches",
        "/api/v1/events",
        "/api/v1/stream",
    }
    for path in ("/docs", "/redoc", "/api/v1/docs"):
        assert client.get(path).status_code == 404


def test_nothing_can_be_written(client: TestClient) -> None:
    for method in ("POST", "PUT", "PATCH", "DELETE"):
        for path in ("/", "/tables/1", "/api/v1/tables/1", "/api/v1/events", "/api/v1/stream"):
            assert client.request(method, path).status_code == 405
