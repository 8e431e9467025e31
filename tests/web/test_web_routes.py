"""The routes are made once in a process; each application has its own hall
behind."""

from fastapi.routing import APIRoute
from fastapi.testclient import TestClient
from starlette.routing import Mount, Route
from web_fakes import FakeStore

from host_tools.collector.hub import Hub
from host_tools.web import create_app


def test_two_applications_hold_the_same_routes() -> None:
    first, second = (create_app(Hub(), FakeStore()).routes for _ in range(2))
    made = [route for route in first if isinstance(route, APIRoute)]
    assert len(made) > 10
    assert all(here is there for here, there in zip(first, second, strict=True) if isinstance(here, APIRoute))
    # What is included instead of put is made anew for each, on its first request.
    assert {type(route) for route in first} <= {APIRoute, Route, Mount}


def test_each_answers_from_its_own_database() -> None:
    clients = [
        TestClient(create_app(Hub(), FakeStore(events=[{"id": number, "table": 3, "kind": "board"}])))
        for number in (1, 2)
    ]
    lists = [client.get("/api/v1/events").json()["events"] for client in clients]
    assert [[row["id"] for row in rows] for rows in lists] == [[1], [2]]
