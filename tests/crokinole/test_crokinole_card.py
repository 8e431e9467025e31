"""The web's score card of a crokinole match: rounds in the columns that boards have."""

import json
from typing import Any

import web_halls

from boardside.game import dicts, fold
from host_tools.collector import view as collected
from host_tools.collector.live import JournalState, LiveTable
from host_tools.web.pages import card

NOW = 1_700_000_000_000
BEGIN = {"kind": "match", "match": "m", "ruleset": "wcc", "stage": "final", "breaks": "a"}
EVENTS: list[dict[str, Any]] = [
    BEGIN,
    {"kind": "round", "total": {"a": 85, "b": 60}, "twenties": {"a": 2, "b": 0}},
    {"kind": "round", "winner": "level", "twenties": {"a": 1, "b": 3}},
    {"kind": "round", "unshot": True},
    {"kind": "forfeit", "side": "a", "what": "round"},
]


def view_of(events: list[dict[str, Any]]) -> dict[str, Any]:
    state = dicts.to_dict(fold.fold(lambda: iter(events)).state)
    kept = {name: state[name] for name in ("rules", "points", "games", "breaker", "board", "game", "extra")}
    return web_halls.view(
        3, NOW, phase=state["phase"], boards=state["boards"], history=state["history"], **kept
    )


def test_a_card_holds_rounds_20s_discs_and_points() -> None:
    shown = card.page(view_of(EVENTS))["card"]
    assert shown["heads"] == card.round_heads()
    first, second, third, fourth, to_come = shown["rows"]
    assert (first["no"], first["breaker"]["name"], first["points"]) == ("1", "Maria Irudayam", "2–0")
    assert first["a"] == {"queen": "2", "queen_is": "twenty", "cm": "85", "total": "2", "won": "yes"}
    assert first["b"] == {"queen": "–", "queen_is": "", "cm": "60", "total": "0", "won": "no"}
    assert (second["a"]["cm"], second["b"]["queen"], second["points"]) == ("–", "3", "1–1")
    assert [[r["text"] for r in row["remarks"]] for row in (second, third, fourth)] == [
        ["Level"],
        ["Not shot"],
        ["Forfeited"],
    ]
    assert [law["says"] for law in fourth["laws"]] == ["Tournament Play"]
    assert (to_come["no"], to_come["state"]) == ("E", "open")  # level, 3-3: the fifth round


def test_the_collectors_view_of_a_crokinole_table_makes_a_page() -> None:
    table = LiveTable(3)
    table.journal = JournalState("j", 0, 0)
    for seq, event in enumerate(EVENTS, 1):
        table.journal.fold.add(seq, event, json.dumps(event))
    made = collected.build(table, 0)
    assert made["rules"]["sport"] == "crokinole"
    assert made["result"]["twenties"] == [3, 3]
    shown = json.loads(json.dumps(card.page(made)))["card"]
    assert shown["heads"] == card.round_heads()
    assert [row["no"] for row in shown["rows"]] == ["1", "2", "3", "4", "E"]


def test_a_card_without_a_round_says_so_in_its_own_words() -> None:
    shown = card.page(view_of([BEGIN]))["card"]
    assert shown["nothing"] == card.no_round()
    carrom = card.page(web_halls.view(3, NOW))["card"]
    assert carrom["nothing"] == "No board has been played in this game."
    assert carrom["heads"]["first"] == "Break by"
