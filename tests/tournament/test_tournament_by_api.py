"""A tournament by the JSON API: every request of the schema is made, and every status that it names is met.

The schema itself is the list: a route or a status that is added without a line here is missed at the end.
"""

import json
import re
from typing import Any

import pytest
from desk_hall import Hall
from fastapi.testclient import TestClient

from host_tools.collector.hub import Hub
from host_tools.store import Store, StoreError
from host_tools.store import database as databases
from host_tools.tournament.desk import Desk
from host_tools.web import create_app

E = "/tournaments/-/events"
RR, KO, TEAM = f"{E}/rr", f"{E}/ko", f"{E}/tm"
TOO_LONG = "x" * 99
#: What stands in a path that names something which is not there, and in one that makes no sense.
ABSENT = {
    "tournament": "none",
    "event": "none",
    "match": "none",
    "entry": "999",
    "order": "none",
    "number": "77",
}
SENSELESS = {"number": "0", "entry": "0"}
#: Bodies that are well formed, by operation; {} where nothing must be there.
BODIES: dict[str, dict[str, Any]] = {
    "tournament_new_tournament": {"key": "x", "name": "X"},
    "tournament_add_event": {"key": "x", "name": "X"},
    "tournament_add_entries": {"entries": [{"people": [{"name": "X"}]}]},
    "tournament_change": {"out": "X", "new": {"name": "Y"}},
    "tournament_call": {"table": 1},
    "tournament_walk_over": {"winner": None},
    "tournament_result": {"games": ["25-10", "25-10"], "reason": "x"},
    "tournament_line_up": {"side": "a", "players": ["X"]},
    "tournament_decide": {"kind": "toss", "order": [{"entry": 1, "score": 2}, {"entry": 2, "score": 1}]},
    "tournament_rule": {"upheld": False},
    "hall_change": {"do": "pause"},
    "hall_set_hall": {"hall": "North", "tables": [1]},
    "hall_bind": {"hall": "North"},
    "hall_assign": {"a": ["X"], "b": ["Y"]},
}
BIG = b"x" * 1_100_000


class Walk:
    """Makes requests, and remembers which operation answered with which status."""

    def __init__(self, client: TestClient, token: str) -> None:
        self.client = client
        self.schema = client.get("/api/v1/openapi.json").json()
        self.headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        self.met: set[tuple[str, int]] = set()
        self._known = [
            (re.compile(re.sub(r"\{[a-z]+\}", "[^/]+", path)), method.upper(), operation)
            for path, methods in self.schema["paths"].items()
            for method, operation in methods.items()
        ]
        self._known.sort(key=lambda one: one[0].pattern.count("[^/]+"))

    @property
    def operations(self) -> list[tuple[str, str, dict[str, Any]]]:
        """Path, method, operation."""
        paths = self.schema["paths"].items()
        return [(path, method.upper(), one) for path, methods in paths for method, one in methods.items()]

    def ask(self, method: str, path: str, status: int, body: Any = None, **more: Any) -> dict[str, Any]:
        """Make a request that is to be answered with this status."""
        content = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        kind = {"Content-Type": "text/csv"} if path.endswith("/import") else {}
        given = {"headers": {**self.headers, **kind}, **more}
        answer = self.client.request(method, f"/api/v1{path}", content=content, **given)
        assert answer.status_code == status, f"{method} {path}: {answer.text}"
        told: dict[str, Any] = {} if status == 413 else answer.json()
        if status != 413:
            assert told["version"] == 1
            assert ("error" in told) == (status >= 400)
        bare = "/api/v1" + path.partition("?")[0]
        found = next(one for shape, verb, one in self._known if verb == method and shape.fullmatch(bare))
        self.met.add((found["operationId"], status))
        return told

    def refused_everywhere(self) -> None:
        """What is refused whatever stands in the database: 401, 404, 413, 422."""
        for path, method, one in self.operations:
            bare = path.removeprefix("/api/v1")
            absent = bare.format_map(ABSENT)
            body = BODIES.get(one["operationId"])
            named = {int(status) for status in one["responses"]}
            if 401 in named:
                self.ask(method, absent, 401, body, headers={})
            if 404 in named:
                data = b"name\nX\n" if bare.endswith("/import") else body if body is not None else {}
                query = "?hall=none" if bare == "/hall" else ""
                self.ask(method, absent + query, 404, data if method != "GET" else None)
            if 413 in named:
                self.ask(method, absent, 413, BIG)
            if 422 in named:
                self._senseless(method, bare, absent, "requestBody" in one)

    def _senseless(self, method: str, bare: str, absent: str, has_body: bool) -> None:
        if has_body and not bare.endswith("/import"):
            self.ask(method, absent, 422, {"nmae": "a slip of the pen"})
            return
        wrong = {name: SENSELESS.get(name, TOO_LONG) for name in ABSENT}
        query = f"?limit=0&table=0&before=0&hall={TOO_LONG}" if "{" not in bare else ""
        self.ask(method, bare.format_map(wrong) + query, 422, {} if method == "POST" else None)


@pytest.fixture
def hall(store: Store) -> Hall:
    return Hall(store, 4)


@pytest.fixture
def walk(hall: Hall) -> Any:
    app = create_app(Hub(), hall.store, admin_store=hall.store, desk=Desk(hall.store, hall.clock))
    with TestClient(app) as client:
        yield Walk(client, hall.store.tokens.make("script"))


def people(*names: str) -> dict[str, Any]:
    return {"entries": [{"people": [{"name": name}]} for name in names]}


def before_play(walk: Walk) -> None:
    """Tournament, events, entries, draws."""
    for status in (201, 409):
        walk.ask("POST", "/tournaments", status, {"key": "open", "name": "Open"})
        walk.ask("POST", E, status, {"key": "ko", "name": "Knockout"})
    round_robin = {"key": "rr", "name": "League", "stages": [{"kind": "round_robin"}]}
    walk.ask("POST", E, 201, round_robin)
    walk.ask("POST", E, 201, {"key": "tm", "name": "Teams", "kind": "team", "ruleset": "vaishali"})
    for status in (201, 409):
        walk.ask("POST", f"{KO}/entries", status, people("Asha", "Bela", "Cem", "Dora"))
        walk.ask("POST", f"{KO}/entries/import", status, b"name\r\nEva\r\n")
    walk.ask("POST", f"{RR}/entries", 201, people("Asha", "Bela"))
    teams = [
        {"name": name, "people": [{"name": f"{name} {i}"} for i in range(5)]} for name in ("North", "South")
    ]
    walk.ask("POST", f"{TEAM}/entries", 201, {"entries": teams})
    entries = {one["title"]: one["id"] for one in walk.ask("GET", f"{KO}/entries", 200)["entries"]}
    change = f"{KO}/entries/{entries['Dora']}/change"
    walk.ask("POST", change, 200, {"out": "Dora", "new": {"name": "Dina"}})
    walk.ask("POST", change, 409, {"out": "Dora", "new": {"name": "Dina"}})
    for status in (200, 409):
        walk.ask("POST", f"{KO}/entries/{entries['Eva']}/withdraw", status)
    walk.ask("DELETE", f"{KO}/draw", 409)
    for event in (KO, RR, TEAM):
        walk.ask("POST", f"{event}/draw", 200, {"seed": "2026"})
    walk.ask("POST", f"{KO}/draw", 409, {})
    walk.ask("DELETE", f"{KO}/draw", 200)
    walk.ask("POST", f"{KO}/draw", 200, {})


def played(walk: Walk, hall: Hall) -> None:
    """Calls, results, protests, what a toss decides."""
    first, second = (
        f"/planned/{one['id']}" for one in walk.ask("GET", f"{KO}/matches?state=ready", 200)["matches"]
    )
    (final,) = (one["id"] for one in walk.ask("GET", f"{KO}/matches?state=waiting", 200)["matches"])
    for status in (200, 409):
        walk.ask("POST", f"{first}/call", status, {"table": 1})
    for status in (200, 409):
        walk.ask("POST", f"{first}/recall", status, {})
    walk.ask("POST", f"{first}/call", 200, {"table": 1})
    hall.take()
    hall.enter(1, {"kind": "toss", "breaks": "a"})
    hall.enter(1, {"kind": "board", "winner": "a", "left": 5, "queen": "a"})
    hall.enter(1, {"kind": "protest", "side": "a", "about": "last", "text": "moved"})
    (protest,) = walk.ask("GET", "/protests", 200)["protests"]
    ruling = f"/protests/{protest['match']}/ruling"
    walk.ask("POST", ruling, 200, {"upheld": False})
    hall.take()
    walk.ask("POST", ruling, 409, {"upheld": False})
    walk.ask("POST", f"{second}/call", 200, {"table": 2})
    walk.ask("POST", f"{second}/walk-over", 409, {"winner": "a"})  # their 15 minutes run
    for status in (200, 409):
        walk.ask("POST", f"{second}/walk-over", status, {"winner": "a", "early": True})
    typed = {"games": ["25-10", "25-10"], "reason": "from paper"}
    walk.ask("POST", f"{first}/result", 200, typed)
    walk.ask("POST", f"{first}/result", 409, {**typed, "games": ["25"]})
    assert walk.ask("GET", f"/planned/{final}", 200)["match"]["state"] == "ready"
    ties = [one["id"] for one in walk.ask("GET", f"{TEAM}/matches?state=ready", 200)["matches"]]
    named = {"side": "a", "players": ["North 3", "North 4"]}
    walk.ask("POST", f"/planned/{ties[0]}/line-up", 200, named)
    walk.ask("POST", f"/planned/{final}/line-up", 409, named)
    (league,) = walk.ask("GET", f"{RR}/matches", 200)["matches"]
    walk.ask("POST", f"/planned/{league['id']}/walk-over", 200, {"winner": None})
    order = [{"entry": league["a"], "score": 1}, {"entry": league["b"], "score": 0}]
    walk.ask("POST", f"{RR}/decisions", 409, {"kind": "toss", "order": order, "group": 9})
    walk.ask("POST", f"{RR}/decisions", 200, {"kind": "toss", "order": order})
    called = walk.ask("POST", "/desk/tables/2/call-next", 200, {})
    walk.ask("POST", "/desk/tables/2/call-next", 409, {})
    walk.ask("GET", f"/orders/{called['command']}", 200)


def looked_at(walk: Walk) -> None:
    """The hall, keys, and everything that is only read."""
    walk.ask("POST", "/hall", 409, {"do": "pause"})
    walk.ask("POST", "/hall", 200, {"do": "start", "ms": 60_000})
    walk.ask("POST", "/tables/3/match", 201, {"a": ["X"], "b": ["Y"]})
    walk.ask("POST", "/tables/3/match", 409, {"a": ["X"], "b": [""]})
    walk.ask("POST", "/tables/3/keys/revoke", 200)
    walk.ask("POST", "/tournaments/-/halls", 200, {"hall": "North", "tables": [1, 2]})
    walk.ask("POST", "/tournaments/-/halls", 409, {"hall": " ", "tables": [1, 2]})
    walk.ask("POST", f"{RR}/hall", 200, {"hall": "North"})
    walk.ask("POST", f"{RR}/hall", 409, {"hall": "Nowhere"})
    for path in ("/tournaments/-/halls", f"{RR}/hall"):
        walk.ask("GET", path, 200)
    of = "/tournaments/open"
    for path in ("", "/players", "/events", "/events/ko", "/events/ko/standings", "/events/ko/corrections"):
        walk.ask("GET", of + path, 200)
    for path in (
        "/tournaments",
        "/hall",
        "/desk/tables",
        "/tables/3/keys",
        "/acts",
        "/tables",
        "/matches",
        "/events",
    ):
        walk.ask("GET", path, 200)
    walk.ask("POST", f"{of}/close", 409)
    walk.ask("POST", f"{of}/close?anyway=true", 200)
    walk.ask("POST", f"{of}/open", 200)


#: Where they are met instead: a live table and a stream want a collector (test_web_api.py), 503 is below.
ELSEWHERE = {("live_table", 200), ("live_stream", 200)}


def test_every_request_and_every_status_of_the_schema(walk: Walk, hall: Hall) -> None:
    before_play(walk)
    played(walk, hall)
    looked_at(walk)
    walk.refused_everywhere()
    named = {
        (one["operationId"], int(status)) for _, _, one in walk.operations for status in one["responses"]
    }
    assert {one for one in named if one[1] != 503} - walk.met == ELSEWHERE
    assert walk.met <= named


def test_a_database_that_takes_nothing(walk: Walk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each request that names 503 gives it, with the reason, when the database is away."""

    def away(*_: object) -> None:
        raise StoreError("the disk is full")

    monkeypatch.setattr(databases, "explain", lambda *_: StoreError("the disk is full"))
    monkeypatch.setattr("sqlalchemy.engine.base.Engine.connect", away)
    named = [one for one in walk.operations if "503" in one[2]["responses"]]
    assert len(named) >= 30
    for path, method, one in named:
        if one["operationId"] == "live_stream":
            continue
        bare = path.removeprefix("/api/v1").format_map(ABSENT)
        body = BODIES.get(one["operationId"], {}) if method == "POST" else None
        told = walk.ask(method, bare, 503, b"name\nX\n" if bare.endswith("/import") else body)
        assert told["error"] == {"code": "unavailable", "message": "the disk is full"}
