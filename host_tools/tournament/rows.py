"""Rows of the tournament's tables (host_tools/store/tournament_schema.py) as values of model.py, and back."""

import json
from collections.abc import Sequence
from typing import Any, cast

from sqlalchemy import Row

from host_tools.tournament.model import (
    Competition,
    Entry,
    Fixture,
    Player,
    Result,
    Source,
    Stage,
    StagePlan,
    Tournament,
)

Json = dict[str, Any]


def dump(value: Any) -> str:
    """JSON text, short."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def result(text: str | None) -> Result | None:
    """A result as it stands in a column."""
    return None if text is None else Result.from_json(json.loads(text))


def result_text(result: Result | None) -> str | None:
    """The inverse of `result`."""
    return None if result is None else dump(result.to_json())


def plan_json(plan: StagePlan) -> Json:
    """A planned stage, JSON-ready."""
    return {"kind": plan.kind, "name": plan.name, "settings": plan.settings}


def tournament(row: Row[Any]) -> Tournament:
    """Of `tournaments`."""
    values = dict(row._mapping)
    return Tournament(**{**values, "settings": json.loads(values["settings"])})


def competition(row: Row[Any]) -> Competition:
    """Of `competitions`."""
    planned = cast(list[Json], json.loads(row.format))
    plan = tuple(StagePlan(one["kind"], one["name"], one["settings"]) for one in planned)
    rules = None if row.rules is None else json.loads(row.rules)
    kept = (row.id, row.key, row.name, row.kind, row.ruleset, row.category)
    return Competition(*kept, rules, row.variant, plan, row.state)


def stage(row: Row[Any]) -> Stage:
    """Of `stages`."""
    kept = (row.id, row.competition_id, row.position, row.kind, row.name)
    return Stage(*kept, json.loads(row.settings), row.draw_seed, row.state)


def player(row: Row[Any]) -> Player:
    """Of `players`."""
    return Player(row.id, row.number, row.name, row.club, row.country, row.licence)


def entry(row: Row[Any], players: Sequence[Player]) -> Entry:
    """Of `entries`, with its players in their order."""
    return Entry(row.id, tuple(players), row.name, row.seeding, row.state == "withdrawn", row.changes)


def fixture(row: Row[Any]) -> Fixture:
    """Of `fixtures`, with `stage_position`, `corrected` and `replaced` beside its columns."""
    return Fixture(
        id=row.id,
        stage=row.stage_position,
        round=row.round,
        number=row.number,
        laws_stage=row.laws_stage,
        group=row.group_no,
        a=row.entry_a,
        b=row.entry_b,
        source_a=Source.parse(row.source_a),
        source_b=Source.parse(row.source_b),
        tie=row.tie,
        part=row.part,
        line_up=None if row.line_up is None else json.loads(row.line_up),
        state=row.state,
        hall=row.hall,
        table=row.table_no,
        umpire=row.umpire,
        called_at=row.called_at,
        report_by=row.report_by,
        decided_at=row.decided_at,
        result=result(row.result),
        corrected=bool(row.corrected),
        note=row.note,
        replaced=bool(row.replaced),
    )


def fixture_row(fixture: Fixture) -> Json:
    """Its columns, but for those that say where it belongs and which match at a table it is."""
    return {
        "id": fixture.id,
        "round": fixture.round,
        "group_no": fixture.group,
        "number": fixture.number,
        "laws_stage": fixture.laws_stage,
        "entry_a": fixture.a,
        "entry_b": fixture.b,
        "source_a": str(fixture.source_a),
        "source_b": str(fixture.source_b),
        "tie": fixture.tie,
        "part": fixture.part,
        "line_up": None if fixture.line_up is None else dump(fixture.line_up),
        "state": fixture.state,
        "hall": fixture.hall,
        "table_no": fixture.table,
        "umpire": fixture.umpire,
        "called_at": fixture.called_at,
        "report_by": fixture.report_by,
        "decided_at": fixture.decided_at,
        "result": result_text(fixture.result),
        "note": fixture.note,
    }
