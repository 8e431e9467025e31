"""What is packed on its way to a phone, and what must not be."""

from collections.abc import Iterator

import pytest
import web_halls
from fastapi.testclient import TestClient
from web_fakes import FakeStore

from host_tools.collector.hub import Hub
from host_tools.web import create_app

NOW = 1_700_000_000_000


@pytest.fixture
def client() -> Iterator[TestClient]:
    hub = Hub()
    for view in web_halls.busy(60, NOW):
        hub.publish(view)
    with TestClient(create_app(hub, FakeStore(), now_ms=lambda: NOW)) as client:
        yield client


def encoding(client: TestClient, path: str, accepts: str = "gzip, br") -> str | None:
    answer = client.get(path, headers={"Accept-Encoding": accepts})
    return answer.headers.get("content-encoding")


@pytest.mark.parametrize(
    "path", ["/", "/tables/3", "/static/tile.css", "/static/live.js", "/overlay/table/3"]
)
def test_pages_and_scripts_are_packed(client: TestClient, path: str) -> None:
    answer = client.get(path, headers={"Accept-Encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"
    assert "Accept-Encoding" in answer.headers["vary"]
    assert encoding(client, path, "identity") is None


@pytest.mark.parametrize("path", ["/static/fonts/anek-latin.woff2", "/api/v1/tables", "/admin/login"])
def test_what_is_packed_already_or_holds_a_secret_is_not(client: TestClient, path: str) -> None:
    assert encoding(client, path) is None


def test_a_hall_weighs_a_tenth(client: TestClient) -> None:
    answer = client.get("/", headers={"Accept-Encoding": "gzip"})
    assert len(answer.content) > 10 * int(answer.headers["content-length"])


def test_who_has_a_script_gets_no_body(client: TestClient) -> None:
    tag = client.get("/static/live.js", headers={"Accept-Encoding": "gzip"}).headers["etag"]
    again = client.get("/static/live.js", headers={"Accept-Encoding": "gzip", "If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
