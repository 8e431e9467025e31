"""Several halls by the JSON API."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from host_tools.collector.hub import Hub
from host_tools.store import Store
from host_tools.tournament.acts.events import AddEvent
from host_tools.tournament.acts.tournament import NewTournament
from host_tools.tournament.desk.desk import Desk
from host_tools.web import create_app

API = "/api/v1"
OPEN = f"{API}/tournaments/-"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store.open(f"sqlite:///{tmp_path / 'hall.sqlite3'}")
    desk = Desk(opened)
    owner = desk.do(NewTournament(key="open", name="Open"), None)
    desk.do(AddEvent(key="ms", name="Men's Singles"), owner)
    yield opened
    opened.close()


@pytest.fixture
def client(store: Store) -> Iterator[TestClient]:
    app = create_app(Hub(), store, admin_store=store, desk=Desk(store))
    headers = {"Authorization": f"Bearer {store.tokens.make('script')}"}
    with TestClient(app, headers=headers) as made:
        yield made


def content(answer: Any, status: int = 200) -> Any:
    assert answer.status_code == status, answer.text
    return answer.json()


def test_halls_and_their_clocks_by_requests_alone(client: TestClient, store: Store) -> None:
    content(client.post(f"{OPEN}/set", json={"hall": "North", "tables": [1, 2]}))
    assert content(client.post(f"{OPEN}/set", json={"hall": "South", "tables": [2, 3]}))["halls"] == {
        "North": [1],
        "South": [2, 3],
    }
    assert content(client.get(f"{OPEN}/halls"))["halls"]["South"] == [2, 3]
    north = content(client.post(f"{API}/hall", json={"do": "start", "ms": 60_000, "hall": "north"}))
    assert (north["hall"], north["state"], north["halls"]) == ("North", "running", [])
    everybody = content(client.get(f"{API}/hall"))
    assert (everybody["hall"], everybody["state"], everybody["differ"]) == ("", "off", True), "South has none"
    assert [(row["hall"], row["state"]) for row in everybody["halls"]] == [
        ("North", "running"),
        ("South", "off"),
    ]
    content(client.post(f"{API}/hall", json={"do": "start", "ms": 90_000, "number": 1}), 409)
    alike = content(
        client.post(f"{API}/hall", json={"do": "start", "ms": 90_000, "number": everybody["number"]})
    )
    assert (alike["state"], alike["length_ms"], alike["differ"]) == ("running", 90_000, False)
    south = content(client.get(f"{API}/hall", params={"hall": "South"}))
    assert (south["state"], south["left_ms"]) == ("running", 90_000)
    assert [act["detail"].get("hall") for act in store.admins.acts() if act["what"] == "hall start"] == [
        None,
        "North",
    ]


def test_an_event_is_bound_to_a_hall(client: TestClient) -> None:
    content(client.post(f"{OPEN}/set", json={"hall": "North", "tables": [1]}))
    assert content(client.get(f"{OPEN}/events/ms/hall"))["hall"] == ""
    assert content(client.post(f"{OPEN}/events/ms/set", json={"hall": "north"}))["hall"] == "North"
    assert content(client.get(f"{OPEN}/events/ms/hall"))["hall"] == "North"
    refused = content(client.post(f"{OPEN}/events/ms/set", json={"hall": "West"}), 409)
    assert "there is North" in refused["error"]["message"]
    assert content(client.post(f"{OPEN}/events/ms/set", json={"hall": ""}))["hall"] == ""


def test_what_is_no_hall_and_no_table_is_refused(client: TestClient) -> None:
    assert "no table is in a hall" in content(client.get(f"{API}/hall?hall=West"), 404)["error"]["message"]
    content(client.post(f"{API}/hall", json={"do": "start", "ms": 1000, "hall": "West"}), 409)
    content(client.post(f"{OPEN}/set", json={"hall": "North", "tables": [0]}), 422)
    content(client.post(f"{OPEN}/set", json={"hall": "hall", "tables": [1]}), 409)
    anonymous = {"Authorization": ""}
    content(client.post(f"{OPEN}/set", json={"hall": "North", "tables": [1]}, headers=anonymous), 401)
    content(client.post(f"{OPEN}/events/ms/set", json={"hall": "North"}, headers=anonymous), 401)
