"""The pages for many, as proxies and content delivery networks see them."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
import web_halls
from fastapi.testclient import TestClient
from web_fakes import FakeStore

from host_tools.collector.hub import Hub
from host_tools.store import Store
from host_tools.tournament.acts.events import AddEvent
from host_tools.tournament.acts.tournament import NewTournament
from host_tools.tournament.desk.desk import Desk
from host_tools.web import create_app
from host_tools.web.http.caching import LIVE, is_known
from host_tools.web.live.results import Results


def served(hub: Hub, now: int = 0) -> TestClient:
    """A server of this hub that began at `now`."""
    return TestClient(create_app(hub, FakeStore(), now_ms=lambda: now, is_cached=True))


@pytest.fixture
def hub() -> Hub:
    hub = Hub()
    hub.publish(web_halls.view(3, 0))
    return hub


@pytest.fixture
def client(hub: Hub) -> Iterator[TestClient]:
    with served(hub) as client:
        yield client


@pytest.mark.parametrize("path", ["/", "/tables/3", "/overlay/table/3", "/api/v1/matches"])
def test_what_has_not_changed_is_not_sent_again(client: TestClient, path: str) -> None:
    first = client.get(path)
    again = client.get(path, headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == first.headers["etag"] == client.head(path).headers["etag"]
    assert first.headers["cache-control"] == again.headers["cache-control"]
    assert first.headers["cache-control"].startswith("public")


def test_each_server_of_a_hall_has_the_same_tags(hub: Hub, client: TestClient) -> None:
    with served(hub, 5000) as other:
        for path in ("/", "/tables/3"):
            assert other.get(path).headers["etag"] == client.get(path).headers["etag"]
        hub.publish({**web_halls.view(3, 0), "name": "Centre court"})
        assert client.get("/").headers["etag"] != other.get("/tables/3").headers["etag"]


def test_each_server_of_a_tournament_has_the_same_revision(tmp_path: Path) -> None:
    store = Store.open(f"sqlite:///{tmp_path / 'hall.sqlite3'}")
    desk = Desk(store)
    desk.do(AddEvent(key="ms", name="Men's Singles"), desk.do(NewTournament(key="open", name="Open"), None))
    pages = []
    with ExitStack() as stack:
        for _ in range(2):
            results = Results(store, is_shared=True)
            app = create_app(Hub(), store, results=results, is_cached=True)
            client = stack.enter_context(TestClient(app))
            pages.append(client.get("/events").text)
    store.close()
    revisions = [re.findall(r'data-results="(\d+)"', page) for page in pages]
    assert revisions[0] == revisions[1] != []


def test_what_caches_may_keep(client: TestClient) -> None:
    def control(path: str) -> str:
        return str(client.get(path).headers["cache-control"])

    assert control("/") == control("/tables/3") == LIVE
    assert control("/overlay/table/3") == "public, no-cache"  # its script asks once
    assert control("/nothing") == control("/tables/99") == "no-store"
    assert control("/static/base.css") == "no-cache"
    named = re.findall(r'"(/static/\w{12}/[^"]+)"', client.get("/").text)
    assert len(named) > 4
    for path in named:
        assert client.get(path).headers["cache-control"] == "public, max-age=31536000, immutable"
    of_another = client.get("/static/0123456789ab/base.css")
    assert (of_another.status_code, of_another.headers["cache-control"]) == (200, "no-cache")
    page = client.get("/")
    assert {"Accept-Language", "Cookie"} <= set(re.split(", ?", page.headers["vary"]))
    assert "set-cookie" not in page.headers
    assert client.get("/?lang=de").headers["cache-control"] == "private, no-cache"  # it sets a cookie


def test_nothing_can_be_done_there(client: TestClient) -> None:
    for path in ("/admin", "/admin/login", "/api/v1/tournament"):
        assert client.get(path).status_code == 404
    for method in ("POST", "PUT", "DELETE"):
        answer = client.request(method, "/")
        assert (answer.status_code, answer.headers["allow"]) == (405, "GET, HEAD")


def test_tags_are_compared_weakly() -> None:
    assert is_known('"a", W/"b"', 'W/"a"')
    assert is_known("*", 'W/"a"')
    assert not is_known('"ab"', 'W/"a"')
    assert not is_known("", 'W/"a"')
