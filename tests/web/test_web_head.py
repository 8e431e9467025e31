"""HEAD at every address that takes GET: the same status and headers, and no body."""

import re
from collections.abc import Iterator

import pytest
from admin_client import AdminHall, admin_hall
from starlette.routing import Route

from tests.web.http_dice import PLACES

#: They are other ones each time.
PASSING = ("set-cookie", "content-length")
STREAMS = ("/live", "/live/scores", "/live/together?of=/live", "/api/v1/stream")


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AdminHall]:
    with admin_hall(tmp_path_factory.mktemp("hall")) as built:
        yield built


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
