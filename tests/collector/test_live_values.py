"""The types of live values fit what tables and collector really give: every field is there, with its type."""

import types
from operator import add, sub
from typing import (
    Any,
    Literal,
    NotRequired,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

import pytest
from test_folding_strokes import CARROM, CROKINOLE, folded, played

from boardside.table.table import Table
from host_tools import live_values
from host_tools.collector import view
from host_tools.collector.clocks import monotonic_ms
from host_tools.collector.hub import Hub
from host_tools.collector.live import JournalState, LiveTable
from host_tools.store.reasons import database_cause

STATUS = {
    "seq": 9,
    "clock": {"name": "stroke", "state": "running", "left": 9000, "length": 15000},
    "hall": {"state": "paused", "left": 60_000, "length": 90_000, "number": 2, "moment": 5},
}


def faults(value: Any, kind: Any, where: str = "", known: dict[Any, Any] | None = None) -> list[str]:
    """Where `value` is not of `kind`, a type as in annotations. `known`: what type variables stand for."""
    known = known or {}
    kind = known.get(kind, kind) if isinstance(kind, TypeVar) else kind
    origin, arguments = get_origin(kind), get_args(kind)
    if kind is Any:
        return []
    if origin in (Union, types.UnionType):
        each = [faults(value, argument, where, known) for argument in arguments]
        return [] if [] in each else [f"{where}: {value!r} is none of {kind}"]
    if origin is NotRequired:
        return faults(value, arguments[0], where, known)
    if origin is Literal:
        return [] if value in arguments else [f"{where}: {value!r} is none of {arguments}"]
    if is_typeddict(origin or kind):
        if not isinstance(value, dict):
            return [f"{where}: {value!r} is no dict"]
        owner = origin or kind
        known = {**known, **dict(zip(getattr(owner, "__parameters__", ()), arguments, strict=False))}
        hints = get_type_hints(owner, include_extras=True)
        missing = [f"{where}.{name} is missing" for name in owner.__required_keys__ - set(value)]
        others = [f"{where}.{name} is not in the type" for name in set(value) - set(hints)]
        inner = [
            faults(value[name], hints[name], f"{where}.{name}", known) for name in set(value) & set(hints)
        ]
        return [*missing, *others, *(fault for each in inner for fault in each)]
    if origin is list:
        if not isinstance(value, list | tuple):
            return [f"{where}: {value!r} is no list"]
        return [fault for item in value for fault in faults(item, arguments[0], f"{where}[]", known)]
    if origin is dict:
        if not isinstance(value, dict):
            return [f"{where}: {value!r} is no dict"]
        each = [faults(value[name], arguments[1], f"{where}.{name}", known) for name in value]
        return [fault for inner in each for fault in inner]
    if kind is int and isinstance(value, bool):
        return [f"{where}: {value!r} is no int"]
    return [] if isinstance(value, kind if kind is not None else type(None)) else [f"{where}: {value!r}"]


@pytest.mark.parametrize("ruleset", [*CARROM, CROKINOLE])
@pytest.mark.parametrize("doubles", [False, True])
def test_every_view_of_a_match_is_of_its_type(ruleset: str, doubles: bool) -> None:
    table = LiveTable(3, status=STATUS, heard_at=monotonic_ms())  # type: ignore[arg-type]
    assert faults(view.build(table, monotonic_ms()), live_values.TableView) == []
    events = played(ruleset, doubles=doubles, seed=11, events=160)
    for count in (1, 20, 60, len(events)):
        table.journal = JournalState("j", count, count, folded(events[:count]))
        table.compare()
        made = view.build(table, monotonic_ms(), "http://panels/")
        assert faults(made, live_values.TableView) == []
        assert made["match"] is not None


@pytest.mark.parametrize("ruleset", [*CARROM, CROKINOLE])
def test_every_status_of_a_table_is_of_its_type(ruleset: str) -> None:
    events = played(ruleset, doubles=False, seed=11, events=160)
    for count in (0, 1, 20, 60, len(events)):
        held = events[:count]
        table = Table(
            lambda event: {**event, "seq": 999},
            lambda start=0, held=held: (event for event in held if event["seq"] >= start),  # type: ignore[misc]
            {"table": 3, "journal": "j"},
            *(sub, add),
        )
        table.boot(0, "power")
        status = {**table.status(0), "hosts": ["laptop"], "problem": "panel: no answer"}
        status["letters"] = [178, 28, 4, 22, 2]  # of an e-paper: tests/portable/device/test_letters.py
        assert faults(status, live_values.TableStatus) == []
        assert set(live_values.TableStatus.__optional_keys__) - set(status) == {"battery"}


def test_a_change_is_of_its_type() -> None:
    hub = Hub()
    with hub.subscribe() as changes:
        hub.publish(view.build(LiveTable(3), monotonic_ms()))
        hub.show_hall(None, {"North": view.clock(LiveTable(3), STATUS["hall"])})
        hub.trouble(database_cause("disk_full", where="hall.sqlite3"))
        assert [faults(change, live_values.Change) for change in changes._waiting.values()] == [[], [], []]


def test_the_check_sees_what_is_wrong() -> None:
    good = view.build(LiveTable(3), monotonic_ms())
    for wrong in (
        {"seq": "9"},
        {"link": {}},
        {"left_side": "c"},
        {"points": {"a": 0, "b": None}},
        {"more": 1},
    ):
        assert len(faults({**good, **wrong}, live_values.TableView)) > 0, wrong
