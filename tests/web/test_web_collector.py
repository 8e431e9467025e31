"""The pages over the collector's own view, fold and database: what the rules decide is what is shown."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from host_tools.collector.clocks import monotonic_ms
from host_tools.collector.hub import Hub
from host_tools.collector.live import JournalState, LiveTable
from host_tools.collector.view import build
from host_tools.store import Store
from host_tools.store.rows import EventRecord
from host_tools.web import create_app
from host_tools.web.pages import card

MATCH = {
    "kind": "match", "match": "F1", "ruleset": "icf", "stage": "final", "doubles": True, "title": "Doubles",
    "a": ["Asha", "அனு"], "b": ["Bela", ""], "breaks": "b",
}  # fmt: skip


def board(winner: str, left: int, queen: str | None = None, **more: Any) -> dict[str, Any]:
    return {"kind": "board", "winner": winner, "left": left, "queen": queen, "demand": 0, **more}


class Table:
    """A table's events as the collector folds them."""

    def __init__(self) -> None:
        self.live = LiveTable(3, name="Table 3", journal=JournalState("j1", 0, 0))
        self.live.heard_at = monotonic_ms()
        self.seq = 0

    def add(self, *events: dict[str, Any]) -> None:
        assert self.live.journal is not None
        for event in events:
            self.seq += 1
            stored = {**event, "seq": self.seq}
            self.live.journal.fold.add(self.seq, stored, json.dumps(stored))

    def clock(self, name: str, state: str, left: int, length: int) -> None:
        self.live.status = {"clock": {"name": name, "state": state, "left": left, "length": length}}
        self.live.status_at = monotonic_ms()

    def view(self) -> dict[str, Any]:
        return build(self.live, monotonic_ms(), "http://127.0.0.1:7510/")


def test_a_match_from_toss_to_seal() -> None:
    table = Table()
    assert card.page(table.view())["look"] == "free"
    table.add(MATCH)
    page = card.page(table.view())
    assert (page["heading"], page["where"]) == ("Final, Doubles", "Game 1, board 1")
    assert [n["name"] for n in page["a"]["names"]] == ["Asha", "அனு"]
    assert [n["name"] for n in page["b"]["names"]] == ["Bela", "Player B2"]
    assert page["b"]["disc"] == "white"
    assert page["panel"] == "http://127.0.0.1:7510/panel/3"
    table.add({"kind": "play"}, board("a", 9, "a"), board("b", 4, "a"), board("a", 5, "board", points=7))
    page = card.page(table.view())
    assert (page["a"]["points"], page["b"]["points"]) == ("19", "4")
    first, second, third, coming = page["card"]["rows"]
    assert (first["a"]["queen"], first["a"]["cm"], first["a"]["total"]) == ("3", "9", "12")
    assert (second["a"]["queen_is"], second["b"]["cm"], second["b"]["total"]) == ("uncounted", "4", "4")
    assert third["state"] == "override"
    assert coming["state"] == "open"
    assert page["rulings"][0]["laws"], "every ruling names its Law"
    table.add(board("a", 6, "a"))
    page = card.page(table.view())
    assert (page["phase"], page["a"]["games"]) == ("Change of sides", 1)
    assert [p["points"] for p in page["a"]["past"]] == ["25"], "cut at the game's points (D6)"
    assert page["games_done"][0]["score"] == "25–4"
    table.add({"kind": "sides"}, board("a", 9, "a"), board("a", 9, "a"), board("a", 9))
    page = card.page(table.view())
    assert page["result"] == "Asha / அனு won 2–0"
    assert page["seal"] == "provisional"
    assert page["a"]["points"] == "25"
    table.add({"kind": "confirm"})
    assert card.page(table.view())["seal"] == "confirmed"


def test_a_clock_runs_to_the_tables_own_zero() -> None:
    table = Table()
    table.add(MATCH, {"kind": "play"})
    table.clock("stroke", "running", 9000, 15000)
    clock = card.page(table.view())["clock"]
    assert (clock["state"], clock["label"], clock["length"]) == ("running", "Stroke", 15000)
    assert isinstance(clock["end_ms"], int)
    table.clock("stroke", "paused", 4200, 15000)
    assert card.page(table.view())["clock"]["left"] == 4200


def test_lost_by_ruling_and_walk_over_are_named() -> None:
    table = Table()
    table.add(
        {**MATCH, "doubles": False, "a": ["Asha"], "b": ["Bela"]},
        {"kind": "lost", "side": "b", "law": "143i"},
    )
    page = card.page(table.view())
    assert page["result"] == "Asha won 2–0 (walk-over)"
    assert page["a"]["points"] == "25"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store.open(f"sqlite:///{tmp_path / 'hall.sqlite3'}")
    yield store
    store.close()


def test_the_api_reads_the_collectors_database(store: Store) -> None:
    bodies = [json.dumps({"kind": "play", "seq": seq, "note": "ஆ"}) for seq in (1, 2, 3)]
    store.write([EventRecord("j1", seq, 3, "F1", "play", body, 5) for seq, body in enumerate(bodies, 1)])
    with TestClient(create_app(Hub(), store)) as client:
        body = client.get("/api/v1/events?limit=2").json()
        assert [row["event"] for row in body["events"]] == [json.loads(body) for body in bodies[:2]]
        assert body["more"] is True
        rest = client.get(f"/api/v1/events?after={body['next']}&table=3").json()
        assert [row["seq"] for row in rest["events"]] == [3]
        assert client.get("/api/v1/events?table=4").json()["events"] == []
        assert client.get("/api/v1/matches").json()["matches"] == []
