"""A tournament by the JSON API: every request of the schema is made, and every status that it names is met.

The schema itself is the list: a route or a status that is added without a line here is missed at the end.
"""

import asyncio
import json
import re
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest
from desk_hall import Hall
from fastapi.testclient import TestClient
from pydantic import ValidationError

from host_tools.collector.hub import Hub
from host_tools.store import Store, StoreError
from host_tools.store import database as databases
from host_tools.store.records import EventRecord
from host_tools.tournament.desk import Desk
from host_tools.web import KnownHosts, create_app, request_bodies
from host_tools.web.desk_api.requests import Asked

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
    "journal": "none",
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
    "tournament_decide_report": {"take": True, "why": "x"},
    "tournament_rule": {"upheld": False},
    "hall_decide_journal": {"take": False, "why": "x"},
    "hall_change": {"do": "pause"},
    "hall_set_hall": {"hall": "North", "tables": [1]},
    "hall_bind": {"hall": "North"},
    "hall_assign": {"a": ["X"], "b": ["Y"]},
}
BIG = b"x" * 1_100_000
NO_TEXT = b'{"name": "\xff"}'


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
        self._known.sort(key=lambda known: known[0].pattern.count("[^/]+"))

    @property
    def operations(self) -> list[tuple[str, str, dict[str, Any]]]:
        """Path, method, operation."""
        paths = self.schema["paths"].items()
        return [
            (path, method.upper(), operation)
            for path, methods in paths
            for method, operation in methods.items()
        ]

    def ask(self, method: str, path: str, status: int, body: Any = None, **more: Any) -> dict[str, Any]:
        """Make a request that is to be answered with this status."""
        content = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        kind = {"Content-Type": "text/csv"} if path.endswith("/import") else {}
        given = {"headers": {**self.headers, **kind}, **more}
        answer = self.client.request(method, f"/api/v1{path}", content=content, **given)
        assert answer.status_code == status, f"{method} {path}: {answer.text}"
        answered: dict[str, Any] = answer.json()
        assert answered["version"] == 1
        assert ("error" in answered) == (status >= 400)
        self._meet(method, path, status)
        return answered

    def ask_slowly(self, method: str, path: str) -> None:
        """Make a request whose body never comes: 408."""
        assert self.client.portal is not None
        status = self.client.portal.call(self._never_sent, method, f"/api/v1{path}")
        assert status == 408, f"{method} {path}"
        self._meet(method, path, status)

    async def _never_sent(self, method: str, path: str) -> int:
        given = {**self.headers, "Content-Length": "9", "Host": "testserver"}
        scope = {
            **{
                "type": "http",
                "method": method,
                "path": path,
                "raw_path": path.encode(),
                "query_string": b"",
            },
            **{"http_version": "1.1", "scheme": "http", "state": {}},
            "headers": [(name.lower().encode(), value.encode()) for name, value in given.items()],
        }
        answered: list[dict[str, Any]] = []

        async def never() -> dict[str, Any]:
            await asyncio.Event().wait()
            raise AssertionError

        async def send(message: Any) -> None:
            answered.append(message)

        await self.client.app(scope, never, send)
        assert (b"connection", b"close") in answered[0]["headers"]
        return int(answered[0]["status"])

    def _meet(self, method: str, path: str, status: int) -> None:
        bare = "/api/v1" + path.partition("?")[0]
        operation = next(
            operation for shape, verb, operation in self._known if verb == method and shape.fullmatch(bare)
        )
        self.met.add((operation["operationId"], status))

    def refused_everywhere(self) -> None:
        """What is refused whatever stands in the database."""
        for path, method, operation in self.operations:
            bare = path.removeprefix("/api/v1")
            absent = bare.format_map(ABSENT)
            body = BODIES.get(operation["operationId"])
            named = {int(status) for status in operation["responses"]}
            if 401 in named:
                self.ask(method, absent, 401, body, headers={})
            if 404 in named:
                data = b"name\nX\n" if bare.endswith("/import") else body if body is not None else {}
                query = "?hall=none" if bare == "/hall" else ""
                self.ask(method, absent + query, 404, data if method != "GET" else None)
            self.ask(method, absent, 421, body, headers={**self.headers, "Host": "evil.example"})
            if 403 in named:
                self.ask(method, absent, 403, body, headers={**self.headers, "Origin": "http://evil.example"})
            if 413 in named:
                self.ask(method, absent, 413, BIG)
                self.ask_slowly(method, absent)
            if 400 in named:
                self.ask(method, absent, 400, NO_TEXT, headers=self.headers)
            if 422 in named:
                self._senseless(method, bare, absent, "requestBody" in operation)

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
    desk, hosts = Desk(hall.store, hall.clock), KnownHosts(["testserver"])
    app = create_app(Hub(), hall.store, admin_store=hall.store, desk=desk, hosts=hosts)
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
    entries = {entry["title"]: entry["id"] for entry in walk.ask("GET", f"{KO}/entries", 200)["entries"]}
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
        f"/planned/{match['id']}" for match in walk.ask("GET", f"{KO}/matches?state=ready", 200)["matches"]
    )
    (final,) = (match["id"] for match in walk.ask("GET", f"{KO}/matches?state=waiting", 200)["matches"])
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
    ties = [match["id"] for match in walk.ask("GET", f"{TEAM}/matches?state=ready", 200)["matches"]]
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
    reported(walk, hall, called["match"]["id"])


def reported(walk: Walk, hall: Hall, match: str) -> None:
    """A table to which this match was not called has played it."""
    begun = {"kind": "match", "match": match, "stage": "final", "doubles": False, "a": ["X"], "b": ["Y"]}
    hall.enter(4, {**begun, "ruleset": "icf", "rules": {"games": 1, "points": 10}})
    hall.win(4)
    decision = {"take": True, "why": "they sat there"}
    walk.ask("POST", "/reports/1/decision", 409, {**decision, "known": "another"})
    [left] = walk.ask("POST", "/reports/1/decision", 200, {**decision, "take": False})["matches"]
    assert (left["id"], left["state"]) == (match, "called")
    walk.ask("POST", "/reports/1/decision", 200, decision)
    [report] = walk.ask("GET", "/reports", 200)["reports"]
    assert (report["state"], report["reason"], report["why"]) == ("taken", "other_table", "they sat there")
    taken = walk.ask("GET", f"/planned/{match}", 200)["match"]
    assert (taken["state"], taken["table"], taken["by_hand"]) == ("done", 4, None)
    walk.ask("POST", "/reports/1/decision", 200, {**decision, "take": False})
    walk.ask("POST", f"/planned/{match}/call", 200, {"table": 2})


def contradict(hall: Hall, stored: dict[str, Any]) -> None:
    """Another event comes under the number of this one."""
    body = json.dumps({"seq": stored["seq"], "kind": "boot"})
    name = (stored["journal"], stored["seq"], stored["table"])
    hall.store.write([EventRecord(*name, None, "boot", body, 5, repeated=True)])


def looked_at(walk: Walk, hall: Hall) -> None:
    """The hall, keys, and everything that is only read."""
    walk.ask("POST", "/hall", 409, {"do": "pause"})
    walk.ask("POST", "/hall", 200, {"do": "start", "ms": 60_000})
    walk.ask("POST", "/tables/3/match", 201, {"a": ["X"], "b": ["Y"]})
    walk.ask("POST", "/tables/3/match", 409, {"a": ["X"], "b": [""]})
    walk.ask("POST", "/tables/3/keys/revoke", 200)
    events = walk.ask("GET", "/events?limit=1", 200)["events"]
    journal, decision = events[0]["journal"], {"take": False, "why": "the umpire's card"}
    walk.ask("POST", f"/journals/{journal}/decision", 409, decision)
    contradict(hall, events[0])
    stops = walk.ask("POST", f"/journals/{journal}/decision", 200, decision)["journals"][0]["stops"]
    assert [(stop["state"], stop["why"]) for stop in stops] == [("kept", "the umpire's card")]
    walk.ask("POST", "/tournaments/-/halls", 200, {"hall": "North", "tables": [1, 2]})
    walk.ask("POST", "/tournaments/-/halls", 409, {"hall": " ", "tables": [1, 2]})
    walk.ask("POST", f"{RR}/hall", 200, {"hall": "North"})
    walk.ask("POST", f"{RR}/hall", 409, {"hall": "Nowhere"})
    for path in ("/tournaments/-/halls", f"{RR}/hall"):
        walk.ask("GET", path, 200)
    address = "/tournaments/open"
    for path in ("", "/players", "/events", "/events/ko", "/events/ko/standings", "/events/ko/corrections"):
        walk.ask("GET", address + path, 200)
    for path in (
        "/tournaments",
        "/hall",
        "/desk/tables",
        "/tables/3/keys",
        "/journals",
        "/acts",
        "/tables",
        "/matches",
        "/events",
    ):
        walk.ask("GET", path, 200)
    walk.ask("POST", f"{address}/close", 409)
    walk.ask("POST", f"{address}/close?anyway=true", 200)
    walk.ask("POST", f"{address}/open", 200)


#: Where they are met instead: a live table and a stream want a collector (test_web_api.py), 503 is below.
ELSEWHERE = {("live_table", 200), ("live_stream", 200)}


def test_every_request_and_every_status_of_the_schema(
    walk: Walk, hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request_bodies, "FIRST_S", 0.0)
    before_play(walk)
    played(walk, hall)
    looked_at(walk, hall)
    walk.refused_everywhere()
    named = {
        (operation["operationId"], int(status))
        for _, _, operation in walk.operations
        for status in operation["responses"]
    }
    assert {pair for pair in named if pair[1] != 503} - walk.met == ELSEWHERE
    assert walk.met <= named


#: In the place of every field, one after the other.
VALUES: tuple[Any, ...] = (None, True, 0, 5, -1, 2**70, 0.5, "5", "", "true", "x" * 999, [], ["x"], [1], {})


def variants(shape: Any, value: Any) -> Iterator[Any]:
    """`value`, which fits the schema `shape`, with one of its parts exchanged at a time."""
    yield from VALUES
    inner = [variant for variant in shape.get("anyOf", [shape]) if variant.get("type") in ("object", "array")]
    if inner and inner[0]["type"] == "array":
        for other in variants(inner[0]["items"], value[0] if value else None):
            yield [other]
    for name, part in inner[0].get("properties", {}).items() if inner else ():
        for other in variants(part, (value or {}).get(name)):
            yield {**(value or {}), name: other}


def test_a_refusal_has_its_reason_and_facts_beside_the_message(walk: Walk, hall: Hall) -> None:
    before_play(walk)
    absent = walk.ask("GET", "/tournaments/none", 404)["error"]
    assert (absent["code"], absent["reason"]) == ("not_found", "no_tournament")
    assert absent["facts"] == {"key": "none", "keys": ["open"]}
    hall.hear(1, link="stale")
    match = next(
        match["id"] for match in walk.ask("GET", f"{KO}/matches", 200)["matches"] if match["state"] == "ready"
    )
    refused = walk.ask("POST", f"/planned/{match}/call", 409, {"table": 1})["error"]
    assert (refused["code"], refused["reason"]) == ("refused", "table_not_callable")
    [why] = refused["facts"]["causes"]
    link = {"reason": "link_not_up", "facts": {"link": "stale"}}
    assert why == {"reason": "table_not_free", "facts": {"table": 1, "why": link}}
    assert refused["message"] == "Table 1 is not free: its link is stale."
    [table] = [row for row in walk.ask("GET", "/desk/tables", 200)["tables"] if row["number"] == 1]
    assert (table["free"], table["why"], table["reason"]) == (False, "its link is stale", "link_not_up")
    assert "reason" not in walk.ask("POST", "/tournaments", 422, {"nmae": "x"})["error"]


def test_a_note_is_a_code_with_facts_and_words(walk: Walk, hall: Hall) -> None:
    before_play(walk)
    match = next(
        match["id"] for match in walk.ask("GET", f"{KO}/matches", 200)["matches"] if match["state"] == "ready"
    )
    command = walk.ask("POST", f"/planned/{match}/call", 200, {"table": 1})["command"]
    hall.refuse(command, "its journal is full")
    Desk(hall.store, hall.clock).settle()
    noted = walk.ask("GET", f"/planned/{match}", 200)["match"]
    assert (noted["note_code"], noted["note_facts"]) == (
        "refused",
        {"table": 1, "why": "its journal is full"},
    )
    assert noted["note"].startswith("Table 1 refuses it: its journal is full.")


def test_the_schema_says_which_bodies_are_taken(walk: Walk) -> None:
    """What it forbids is refused, and what it allows is not: `true` and "5" are no numbers, 1 is no yes."""
    parts = walk.schema["components"]["schemas"]
    models = {model.__name__: model for model in Asked.__subclasses__()}
    counted = {True: 0, False: 0}
    for _, _, operation in walk.operations:
        content = operation.get("requestBody", {"content": {}})["content"].get("application/json")
        if content is None:
            continue
        shape = resolved(content["schema"], parts)
        allows = jsonschema.Draft202012Validator(shape).is_valid
        model = models[content["schema"]["$ref"].rsplit("/", 1)[1]]
        base = BODIES.get(operation["operationId"], {})
        assert allows(base), operation["operationId"]
        for body in variants(shape, base):
            assert is_taken(model, body) == allows(body), (operation["operationId"], body)
            counted[allows(body)] += 1
    assert counted[False] > 1000
    assert counted[True] > 100


def resolved(shape: Any, parts: dict[str, Any]) -> Any:
    """The schema with what it refers to in its place."""
    if isinstance(shape, list):
        return [resolved(part, parts) for part in shape]
    if not isinstance(shape, dict):
        return shape
    if "$ref" in shape:
        return resolved(parts[shape["$ref"].rsplit("/", 1)[1]], parts)
    return {key: resolved(part, parts) for key, part in shape.items()}


def is_taken(model: type[Asked], body: Any) -> bool:
    try:
        model.model_validate(body)
    except ValidationError:
        return False
    return True


def test_what_is_no_number_starts_no_clock(walk: Walk) -> None:
    for length in (True, "60000", 60_000.5, [60_000]):
        answer = walk.ask("POST", "/hall", 422, {"do": "start", "ms": length})
        assert "ms: " in answer["error"]["message"], length
        assert walk.ask("GET", "/hall", 200)["state"] == "off", length


#: They are refused with 503 only while too many pages are open (test_web_crowded.py).
WITHOUT_DATABASE = ("live_tables", "live_table", "live_stream")


def test_a_database_that_takes_nothing(walk: Walk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each request that names 503 gives it, with the reason, when the database is away."""

    def away(*_: object) -> None:
        raise StoreError("the disk is full")

    monkeypatch.setattr(databases, "explain", lambda *_: StoreError("the disk is full"))
    monkeypatch.setattr("sqlalchemy.engine.base.Engine.connect", away)
    named = [operation for operation in walk.operations if "503" in operation[2]["responses"]]
    assert len(named) >= 30
    for path, method, operation in named:
        if operation["operationId"] in WITHOUT_DATABASE:
            continue
        bare = path.removeprefix("/api/v1").format_map(ABSENT)
        body = BODIES.get(operation["operationId"], {}) if method == "POST" else None
        content = walk.ask(method, bare, 503, b"name\nX\n" if bare.endswith("/import") else body)
        assert content["error"] == {"code": "unavailable", "message": "the disk is full"}
