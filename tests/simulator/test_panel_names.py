"""The names under which the panels' server answers (host_tools/simulator/server.py)."""

import socket

import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse

from host_tools.simulator.server import create_app

OWN = ["127.0.0.1:7700", "localhost", "192.168.1.10:7700", "[fe80::1]:7700", "[::1]", socket.gethostname()]
FOREIGN = ["evil.example", "evil.example:7700", "127.0.0.1.evil.example", "localhost.evil.example", "1", "[x"]


@pytest.mark.parametrize("host", OWN)
def test_it_answers_under_addresses_and_its_own_names(host: str) -> None:
    assert TestClient(create_app([])).get("/api/tables", headers={"host": host}).status_code == 200


@pytest.mark.parametrize("host", FOREIGN)
def test_a_page_that_rebinds_its_name_presses_no_key(host: str) -> None:
    """Its `Origin` fits its `Host`: both name the other site."""
    client = TestClient(create_app([]))
    for path in ("/", "/api/tables", "/panel/1", "/static/panel.js"):
        assert client.get(path, headers={"host": host}).status_code == 400
    headers = {"host": host, "origin": f"http://{host}"}
    with pytest.raises(WebSocketDenialResponse) as caught, client.websocket_connect("/ws/1", headers=headers):
        pass
    assert caught.value.status_code == 400


def test_a_request_with_two_lengths_is_refused() -> None:
    headers = {"host": "127.0.0.1", "content-length": "3", "transfer-encoding": "chunked"}
    answer = TestClient(create_app([])).post("/api/tables", headers=headers)
    assert (answer.status_code, answer.headers["connection"]) == (400, "close")
