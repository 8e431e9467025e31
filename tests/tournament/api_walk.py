"""Requests to the JSON API, which note the operation and the status of each answer."""

import asyncio
import json
import re
from collections.abc import Iterator
from typing import Any

from desk_hall import Hall
from fastapi.testclient import TestClient

from host_tools.collector.hub import Hub
from host_tools.tournament.acts.act import acts_on
from host_tools.tournament.desk.desk import Desk
from host_tools.tournament.model.model import Entry
from host_tools.web import KnownHosts, create_app

E = "/tournaments/-/events"
RR, KO, TEAM, SWISS = f"{E}/rr", f"{E}/ko", f"{E}/tm", f"{E}/sw"
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
    "ruleset": "none",
    "act": "999",
    "kind": "book",
}
SENSELESS = {"kind": "x", "number": "0", "entry": "0", "act": "0"}
#: Bodies that are well formed, by operation; {} where nothing must be there.
BODIES: dict[str, dict[str, Any]] = {
    "tournament_ruleset_save": {"key": "x", "file": {"base": "icf", "name": "X"}},
    "tournament_tournament_new": {"key": "x", "name": "X"},
    "tournament_event_add": {"key": "x", "name": "X"},
    "tournament_entry_add": {"players": [{"name": "X"}]},
    "tournament_entry_import": {"lines": ["name", "X"]},
    "tournament_entry_edit": {"seeding": 1},
    "tournament_event_fill": {"place": "1"},
    "tournament_entry_join": {"number": 1},
    "tournament_entry_bye": {"round": 1},
    "tournament_entry_apart": {"other": 1},
    "tournament_entry_part": {"number": 1},
    "tournament_entry_replace": {"out": "X", "name": "Y"},
    "tournament_match_call": {"table": 1},
    "tournament_match_exchange": {"table": 1},
    "tournament_event_swap": {"a": 1, "b": 2, "reason": "x"},
    "tournament_take_back": {"reason": "x"},
    "tournament_match_walk_over": {"winner": None},
    "tournament_match_result": {"games": ["25-10", "25-10"], "reason": "x"},
    "tournament_event_results": {"results": ["X1 25-0"], "reason": "paper"},
    "tournament_entry_return": {"reason": "x"},
    "tournament_match_clear": {"reason": "x"},
    "tournament_match_line_up": {"side": "a", "players": ["X"]},
    "tournament_event_decide": {
        "kind": "toss",
        "order": [{"entry": 1, "score": 2}, {"entry": 2, "score": 1}],
    },
    "tournament_report_decide": {"decision": "take", "reason": "x"},
    "tournament_protest_rule": {"ruling": "overrule"},
    "hall_decide_journal": {"take": False, "why": "x"},
    "hall_change": {"do": "pause"},
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
        """Path, method and operation of each request of the schema."""
        paths = self.schema["paths"].items()
        return [
            (path, method.upper(), operation)
            for path, methods in paths
            for method, operation in methods.items()
        ]

    def ask(self, method: str, path: str, status: int, body: Any = None, **more: Any) -> dict[str, Any]:
        """Make a request that is to be answered with this status."""
        content = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        kind = {"Content-Type": "text/csv"} if path.startswith("/import") else {}
        given = {"headers": {**self.headers, **kind}, **more}
        answer = self.client.request(method, f"/api/v1{path}", content=content, **given)
        assert answer.status_code == status, f"{method} {path}: {answer.text}"
        answered: dict[str, Any] = answer.json()
        assert answered["version"] == 1
        assert ("error" in answered) == (status >= 400)
        self._meet(method, path, status)
        return answered

    def tried(self, event: str, entry: int) -> None:
        """Ask for each act on an entry (tournament/acts) what it would do: done, or refused."""
        for verb, act in acts_on(Entry).items():
            path = f"{event}/entries/{entry}/{verb}"
            body = BODIES.get(f"tournament_{act.act.replace(' ', '_')}", {})
            given = {"json": body, "headers": self.headers}
            answer = self.client.post(f"/api/v1{path}?preview=true", **given)
            assert answer.status_code in (200, 409), f"{path}: {answer.text}"
            self._meet("POST", path, answer.status_code)

    def fetch(self, path: str) -> bytes:
        """A file that is answered with 200."""
        answer = self.client.get(f"/api/v1{path}", headers=self.headers)
        assert answer.status_code == 200, f"{path}: {answer.text}"
        self._meet("GET", path, 200)
        return answer.content

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
        """Makes the requests that are refused whatever stands in the database."""
        for path, method, operation in self.operations:
            bare = path.removeprefix("/api/v1")
            absent = bare.format_map(ABSENT)
            body = BODIES.get(operation["operationId"])
            named = {int(status) for status in operation["responses"]}
            if 401 in named:
                self.ask(method, absent, 401, body, headers={})
            if 404 in named:
                data = b"name\nX\n" if bare == "/import" else body if body is not None else {}
                query = "?hall=none" if bare == "/hall" else ""
                self.ask(method, absent + query, 404, data if method != "GET" else None)
            self.ask(method, absent, 421, body, headers={**self.headers, "Host": "evil.example"})
            if 403 in named:
                self.ask(method, absent, 403, body, headers={**self.headers, "Origin": "http://evil.example"})
            if 413 in named:
                self.ask(method, absent, 413, BIG * (8 if bare == "/import" else 1))
                self.ask_slowly(method, absent)
            if 400 in named:
                self.ask(method, absent, 400, NO_TEXT, headers=self.headers)
            if 422 in named:
                self._senseless(method, bare, absent, "requestBody" in operation)

    def _senseless(self, method: str, bare: str, absent: str, has_body: bool) -> None:
        if has_body and bare != "/import":
            self.ask(method, absent, 422, {"nmae": "a slip of the pen"})
            return
        wrong = {name: SENSELESS.get(name, TOO_LONG) for name in ABSENT}
        query = f"?limit=0&table=0&before=0&hall={TOO_LONG}&event={TOO_LONG}" if "{" not in bare else ""
        self.ask(method, bare.format_map(wrong) + query, 422, {} if method == "POST" else None)


def walking(hall: Hall) -> Iterator[Walk]:
    """The body of a fixture: requests to the pages of this hall, by a script with a token."""
    desk, hosts = Desk(hall.store, hall.clock), KnownHosts(["testserver"])
    app = create_app(Hub(), hall.store, admin_store=hall.store, desk=desk, hosts=hosts)
    with TestClient(app) as client:
        yield Walk(client, hall.store.tokens.make("script"))


def people(*names: str) -> dict[str, Any]:
    """A list of these players."""
    return {"lines": ["name", *names]}


def _swiss_round(walk: Walk) -> None:
    """The first round of a Swiss: pairs changed by hand, rounds changed, taken back."""
    stages = [{"kind": "swiss", "settings": {"rounds": 2, "clubs_apart": 1}}]
    walk.ask("POST", E, 201, {"key": "sw", "name": "Swiss", "stages": stages})
    walk.ask("POST", f"{SWISS}/import", 200, people("Gita", "Hari", "Indu", "Jaya"))
    drawn = walk.ask("POST", f"{SWISS}/draw", 200, {"seed": "2026"})["matches"]
    both = {"a": drawn[0]["b"], "b": drawn[1]["b"], "reason": "they came in one car"}
    changed = walk.ask("POST", f"{SWISS}/swap", 200, both)["matches"]
    assert [match["b"] for match in changed] == [drawn[1]["b"], drawn[0]["b"]]
    entry = f"{SWISS}/entries/{drawn[0]['a']}"
    walk.ask("POST", f"{entry}/bye?preview=true", 200, {"round": 2})
    walk.ask("POST", f"{entry}/apart?preview=true", 200, {"other": drawn[1]["a"]})
    walk.ask("POST", f"{SWISS}/swap", 409, {**both, "a": drawn[0]["a"], "b": drawn[1]["b"]})
    walk.ask("POST", f"{SWISS}/set", 200, {"rounds": 3})
    walk.ask("POST", f"{KO}/set", 409, {"rounds": 3})
    assert walk.ask("GET", f"{SWISS}/standings", 200)["groups"][0]["places"][0]["buchholz"] == 0
    assert walk.ask("POST", f"{SWISS}/undraw", 200)["undrawn"] == [1]


def edited(walk: Walk) -> None:
    """Makes the requests that edit and delete what was entered."""
    [asha, *_] = walk.ask("GET", f"{KO}/entries", 200)["entries"]
    at = f"{KO}/entries/{asha['id']}/edit"
    done = walk.ask("POST", at, 200, {"name": "Asha Rao", "seeding": 1, "reason": "typo"})
    assert (done["entry"]["title"], done["entry"]["seeding"], done["tables"]) == ("Asha Rao", 1, [])
    walk.ask("POST", at, 409, {"name": "Bela"})
    walk.ask("POST", at, 200, {"name": "Asha", "seeding": None})
    walk.ask("POST", f"{E}/yy/entries", 404, {"players": [{"name": "X"}]})
    walk.ask("POST", f"{E}/yy/import", 404, people("X"))
    walk.ask("POST", E, 201, {"key": "xx", "name": "Deleted"})
    event = walk.ask("POST", f"{E}/xx/set", 200, {"name": "Xx", "stages": [{"kind": "round_robin"}]})["event"]
    assert (event["name"], event["stages"][0]["kind"]) == ("Xx", "round_robin")
    walk.ask("POST", f"{E}/xx/set", 409, {"name": ""})
    walk.ask("POST", f"{E}/xx/import", 200, people("Xenia", "Yasmin"))
    [xenia, yasmin] = walk.ask("GET", f"{E}/xx/entries", 200)["entries"]
    walk.ask("POST", f"{E}/xx/entries/{xenia['id']}/delete", 200, {"reason": "twice"})
    walk.ask("POST", f"{E}/xx/entries", 201, {"players": [{"name": "Zoe"}]})
    drawn = walk.ask("POST", f"{E}/xx/draw", 200, {})["matches"]
    walk.ask("POST", f"{E}/xx/entries/{yasmin['id']}/delete", 409)
    typed = {"games": ["25-10", "25-10"], "reason": "x"}
    walk.ask("POST", f"/planned/{drawn[0]['id']}/result", 200, typed)
    walk.ask("POST", f"{E}/xx/delete", 409)
    walk.ask("POST", f"/planned/{drawn[0]['id']}/clear", 200, {"reason": "x"})
    walk.ask("POST", f"{E}/xx/delete", 200, {"reason": "nobody"})
    [asha, _] = walk.ask("GET", f"{RR}/entries", 200)["entries"]
    added = {"players": [{"name": "Zoe"}], "reserve": True}
    zoe = walk.ask("POST", f"{RR}/entries", 201, added)["entry"]
    assert (zoe["reserve"], zoe["withdrawn"]) == (1, True)
    walk.ask("POST", f"{RR}/draw", 200, {"seed": "x"})
    seen = walk.ask("POST", f"{RR}/entries/{asha['id']}/withdraw?preview=true", 200)
    assert (seen["reserve"]["title"], len(seen["changed"])) == ("Zoe", 1)
    assert seen["stages"] == [{"stage": 1, "decided": 0, "count": "none"}]
    walk.ask("POST", f"{RR}/entries/{asha['id']}/withdraw", 200, {"reason": "ill"})
    walk.ask("POST", f"{RR}/entries/{asha['id']}/withdraw?preview=true", 409)
    free = walk.ask("GET", f"{RR}/places", 200)
    assert [place["entry"] for place in free["places"]] == [asha["id"]]
    walk.ask("POST", f"{RR}/fill", 409, {"place": "x"})
    assert walk.ask("POST", f"{RR}/fill", 200, {"place": str(asha["id"])})["entry"]["title"] == "Zoe"
    walk.ask("POST", f"{RR}/undraw", 200)
    walk.ask("POST", f"{RR}/entries/{zoe['id']}/delete", 200)
    walk.ask("POST", f"{RR}/entries/{asha['id']}/return", 200, {"reason": "x"})
    walk.ask("POST", "/tournaments/-/set", 200, {"rest_minutes": 0, "presses": 1})
    walk.ask("POST", "/tournaments/-/set", 200, {"presses": None})
    settings = walk.ask("GET", "/tournaments/-/settings", 200)
    assert (settings["rest_minutes"], settings["presses"]) == (0, None)
    assert walk.ask("GET", "/tournaments/-/settings", 200) == settings
    walk.ask("POST", "/tournaments/-/set", 200, {"rest_minutes": 5})
    for status, name in ((200, "Open 2026"), (409, ""), (200, "Open")):
        walk.ask("POST", "/tournaments/-/set", status, {"name": name})


def before_play(walk: Walk) -> None:
    """Makes tournament, events, entries and draws."""
    for status in (201, 409):
        walk.ask("POST", "/tournaments", status, {"key": "open", "name": "Open"})
        walk.ask("POST", E, status, {"key": "ko", "name": "Knockout"})
    round_robin = {"key": "rr", "name": "League", "stages": [{"kind": "round_robin"}]}
    walk.ask("POST", E, 201, round_robin)
    walk.ask("POST", E, 201, {"key": "tm", "name": "Teams", "kind": "team", "ruleset": "vaishali"})
    for status, imported in ((201, 200), (409, 409)):
        walk.ask("POST", f"{KO}/import", imported, people("Asha", "Bela", "Cem", "Dora"))
        walk.ask("POST", f"{KO}/entries", status, {"players": [{"name": "Eva"}]})
    for status, event in ((200, "ko"), (409, "none")):
        walk.ask("POST", f"/import?event={event}&dry_run=true", status, b"name\r\nFaye\r\n")
    walk.ask("POST", f"{RR}/import", 200, people("Asha", "Bela"))
    for name in ("North", "South"):
        team = {"team": name, "players": [{"name": f"{name} {i}"} for i in range(5)]}
        walk.ask("POST", f"{TEAM}/entries", 201, team)
    entries = {entry["title"]: entry["id"] for entry in walk.ask("GET", f"{KO}/entries", 200)["entries"]}
    change = f"{KO}/entries/{entries['Dora']}/replace"
    walk.ask("POST", change, 200, {"out": "Dora", "name": "Dina"})
    walk.ask("POST", change, 409, {"out": "Dora", "name": "Dina"})
    edited(walk)
    for status in (200, 409):
        walk.ask("POST", f"{KO}/entries/{entries['Eva']}/withdraw", status)
    for status in (200, 409):
        walk.ask("POST", f"{KO}/entries/{entries['Eva']}/return", status, {"reason": "she is here"})
    walk.ask("POST", f"{KO}/entries/{entries['Eva']}/withdraw", 200)
    walk.ask("POST", f"{KO}/set", 200, {"withdrawals": "all"})
    assert walk.ask("GET", f"{KO}/withdrawals", 200)["count"] == "all"
    walk.ask("POST", f"{KO}/undraw", 409)
    for event in (KO, RR, TEAM):
        walk.ask("POST", f"{event}/draw", 200, {"seed": "2026"})
    walk.ask("POST", f"{KO}/draw", 409, {})
    _swiss_round(walk)
    walk.ask("POST", f"{KO}/undraw", 200)
    walk.ask("POST", f"{KO}/draw", 200, {})
