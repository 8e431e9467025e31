"""What each address answers beside GET: HEAD, wrong methods, packed pages; its routes are made once.

HEAD has the status and headers of GET and no body; a method that is not taken gets 405, and those that are
(RFC 9110, 15.5.6).
"""

import re
from collections import defaultdict
from collections.abc import Iterator

import pytest
import web_halls
from admin_client import AdminHall, admin_hall
from fastapi.routing import APIRoute
from fastapi.testclient import TestClient
from starlette.routing import Mount, Route
from web_fakes import FakeStore

from host_tools.collector.hub import Hub
from host_tools.web import create_app
from tests.web.http_dice import PLACES

WRONG = "PATCH"


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AdminHall]:
    with admin_hall(tmp_path_factory.mktemp("hall")) as built:
        yield built


def methods_by_address(hall: AdminHall) -> dict[str, set[str]]:
    by_address: dict[str, set[str]] = defaultdict(set)
    for route in hall.app.routes:
        if isinstance(route, Route):
            methods = route.methods or set()
            by_address[re.sub(r"\{[^}]*\}", "1", route.path)] |= methods | (
                {"HEAD"} if "GET" in methods else set()
            )
    return by_address


def test_each_address_names_all_its_methods(hall: AdminHall) -> None:
    addresses = methods_by_address(hall)
    assert len(addresses) > 50
    for path in addresses:
        # Another route may take the address as well: `check-in` may be the name of an act.
        alike = [
            route for route in hall.app.routes if isinstance(route, Route) and route.path_regex.match(path)
        ]
        methods = set().union(*(addresses[re.sub(r"\{[^}]*\}", "1", route.path)] for route in alike))
        answer = hall.client.request(WRONG, path, follow_redirects=False)
        assert answer.status_code == 405, path
        assert set(answer.headers["allow"].split(", ")) == methods, path
        if path.startswith("/api/"):
            error = answer.json()["error"]
            assert error["code"] == "method_not_allowed"
            assert all(re.search(rf"\b{method}\b", error["message"]) for method in methods), error


def test_for_an_address_of_several_routes_all_methods_are_named(hall: AdminHall) -> None:
    answer = hall.client.put("/api/v1/hall")
    assert answer.headers["allow"] == "GET, HEAD, POST"
    assert (
        answer.json()["error"]["message"]
        == "PUT is not possible at /api/v1/hall; possible is GET or HEAD or POST."
    )


def test_no_address_is_not_found_with_any_method(hall: AdminHall) -> None:
    answer = hall.client.put("/api/v1/nowhere")
    assert answer.status_code == 404
    assert "allow" not in answer.headers


#: They are other ones each time.
PASSING = ("set-cookie", "content-length")
STREAMS = ("/live", "/live/scores", "/live/together?of=/live", "/api/v1/stream")


def addresses(hall: AdminHall) -> set[str]:
    return {
        re.sub(r"\{(\w+)(?::\w+)?\}", lambda match: PLACES[match[1]][0], route.path)
        for route in hall.app.routes
        if isinstance(route, Route) and "GET" in (route.methods or ())
    } | {"/static/base.css", "/nowhere"}


def test_it_is_the_get_without_its_body(hall: AdminHall) -> None:
    paths = addresses(hall)
    assert len(paths) > 40
    for path in sorted(paths - set(STREAMS)):
        got, asked = (hall.client.request(method, path, follow_redirects=False) for method in ("GET", "HEAD"))
        assert asked.status_code == got.status_code, path
        assert asked.content == b"", path
        assert [(name, value) for name, value in asked.headers.items() if name not in PASSING] == [
            (name, value) for name, value in got.headers.items() if name not in PASSING
        ], path
        assert ("content-length" in asked.headers) == ("content-length" in got.headers), path


@pytest.mark.parametrize("path", STREAMS)
def test_a_stream_ends_with_its_headers(hall: AdminHall, path: str) -> None:
    answer = hall.client.head(path)
    assert (answer.status_code, answer.content) in ((200, b""), (404, b""))
    assert not hall.app.state.feed.readers


def test_where_nothing_is_to_be_got_it_is_refused(hall: AdminHall) -> None:
    answer = hall.client.head("/api/v1/planned/x/call")
    assert (answer.status_code, answer.headers["allow"]) == (405, "POST")


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


def test_two_applications_hold_the_same_routes() -> None:
    first, second = (create_app(Hub(), FakeStore()).routes for _ in range(2))
    made = [route for route in first if isinstance(route, APIRoute)]
    assert len(made) > 10
    assert all(here is other for here, other in zip(first, second, strict=True) if isinstance(here, APIRoute))
    # What is included instead of put is made anew for each, on its first request.
    assert {type(route) for route in first} <= {APIRoute, Route, Mount}


def test_each_answers_from_its_own_database() -> None:
    clients = [
        TestClient(create_app(Hub(), FakeStore(events=[{"id": number, "table": 3, "kind": "board"}])))
        for number in (1, 2)
    ]
    lists = [client.get("/api/v1/events").json()["events"] for client in clients]
    assert [[row["id"] for row in rows] for rows in lists] == [[1], [2]]
