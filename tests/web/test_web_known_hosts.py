"""Under which names the pages answer: the computer's own and those it was given, and any address."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from web_fakes import FakeStore

from host_tools.cli import pages
from host_tools.collector.hub import Hub
from host_tools.collector.reasons import CannotStart
from host_tools.collector.run import Options, _page_names
from host_tools.store import Store
from host_tools.web import BadName, KnownHosts, create_app
from host_tools.web.http import known_hosts

HOSTS = KnownHosts(["boardside.local", "Scores.Example.org."], own=lambda: {"laptop", "laptop.local"})


@pytest.mark.parametrize(
    "host",
    [
        *("localhost:7500", "127.0.0.1:7500", "192.168.178.20:7500", "[::1]:7500", "[fe80::1]", "10.0.0.5"),
        *("laptop", "LAPTOP.local:7500", "laptop.local.", "boardside.local", "scores.example.org:443"),
    ],
)
def test_an_address_and_a_name_of_its_own_are_known(host: str) -> None:
    assert HOSTS.knows(host)


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example", "localhost.evil.example", "laptop.evil.example", "127.0.0.1.evil.example", ""),
        *("boardside.local.evil.example", "evil.example#localhost", "a@localhost", "[evil]", "1.2.3", " "),
        *("localhost:80:80", "xn--lap-top.local", "[laptop]:7500x", "local", "example.org"),
    ],
)
def test_any_other_name_is_not(host: str) -> None:
    assert not HOSTS.knows(host)


def test_the_computers_name_stands_in_its_domains(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    resolver = tmp_path / "resolv.conf"
    resolver.write_text("# by the router\nnameserver 192.168.178.1\nsearch fritz.box Club.Example.\n")
    monkeypatch.setattr(known_hosts, "RESOLVER", resolver)
    monkeypatch.setattr("socket.gethostname", lambda: "Laptop.club.example")
    names = {"laptop.club.example", "laptop", "laptop.local", "laptop.fritz.box"}
    assert known_hosts.names_of_this_computer() == names
    resolver.unlink()
    assert known_hosts.names_of_this_computer() == {"laptop.club.example", "laptop", "laptop.local"}


@pytest.mark.parametrize(
    "name", ["", "http://scores.example.org", "scores.example.org:443", "a b", "-a", "*"]
)
def test_what_is_no_name_is_refused(name: str) -> None:
    with pytest.raises(BadName):
        KnownHosts([name])


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with TestClient(create_app(Hub(), FakeStore(), hosts=HOSTS), "http://laptop:7500") as made:
        yield made


def test_a_page_under_a_foreign_name_is_refused_with_what_to_do(client: TestClient) -> None:
    assert client.get("/").status_code == 200
    for path in ("/", "/static/base.css", "/live", "/api/v1/tables", "/nowhere"):
        answer = client.get(path, headers={"Host": "evil.example:7500"})
        assert answer.status_code == 421
        assert "name evil.example." in answer.text
        assert "--public-name evil.example" in answer.text
        assert answer.headers["x-content-type-options"] == "nosniff"
    error = client.get("/api/v1/tables", headers={"Host": "evil"}).json()["error"]
    assert (error["code"], error["reason"]) == ("unknown_host", "unknown_host")
    assert error["facts"] == {"host": "evil"}


def test_what_is_no_name_is_not_repeated(client: TestClient) -> None:
    answer = client.get("/", headers={"Host": "<b>evil</b>"})
    assert answer.status_code == 421
    assert "evil" not in answer.text
    error = client.get("/api/v1/tables", headers={"Host": "<b>evil</b>"}).json()["error"]
    assert (error["reason"], error["facts"]) == ("bad_host", {})


def test_the_collector_gives_its_pages_the_names_it_is_found_under(tmp_path: Path) -> None:
    options = Options(host="0.0.0.0", public_names=["scores.example.org"])
    names = _page_names(options, "4f2a")
    assert names == ["0.0.0.0", "boardside.local", "boardside-4f2a.local", "scores.example.org"]
    store = Store.open(f"sqlite:///{tmp_path / 'hall.sqlite3'}")
    try:
        with pytest.raises(CannotStart, match="no name of a computer"):
            pages(Hub(), store, None, None, ["http://x"])  # type: ignore[arg-type]
        conducted = pages(Hub(), store, None, None, names)  # type: ignore[arg-type]
        with TestClient(conducted._pages._app, "http://scores.example.org") as made:
            assert made.get("/").status_code == 200
            assert made.get("/", headers={"Host": "evil.example"}).status_code == 421
    finally:
        store.close()
