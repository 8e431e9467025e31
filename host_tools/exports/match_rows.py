"""A match as a row of an export: what the tournament knows of it, and what its table told. Pure."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Row

from host_tools.exports.event_report import EventReport
from host_tools.tournament.model import Fixture


def of_plan(report: EventReport, fixture: Fixture, row: Row[Any] | None) -> dict[str, Any]:
    """What the tournament knows of a match; row: of `matches`, where its table played it."""
    result = fixture.result
    found: dict[str, Any] = {
        "match": fixture.id,
        "tournament": report.tournament.key,
        "event": report.competition.key,
        **{
            name: getattr(fixture, name)
            for name in ("stage", "group", "round", "number", "laws_stage", "tie", "part", "hall", "umpire")
        },
        "ruleset": report.competition.ruleset,
        "entry_a": fixture.a,
        "entry_b": fixture.b,
        "a": report.side(fixture.a, fixture.source_a),
        "b": report.side(fixture.b, fixture.source_b),
        "table": fixture.table if row is None else row.table_no,
        "state": fixture.state,
        "corrected": fixture.corrected,
        "by_hand": fixture.by_hand,
        "held": fixture.state == "held",
        "note": fixture.note,
    }
    if result is not None:
        shown = {
            "winner": result.winner,
            "how": result.how,
            "games": _games(result.games),
            "net_a": result.net,
        }
        pairs = {"games_won": result.games_won, "points": result.points, "twenties": result.twenties}
        found |= {**shown, **_by_side(pairs)}
    return found


def of_table(row: Row[Any] | None) -> dict[str, Any]:
    """What its table told; nothing when none did."""
    if row is None:
        return {}
    names = json.loads(row.names)
    result = json.loads(row.official) if row.official else {}
    pairs = {"games_won": result.get("games_won"), "twenties": result.get("twenties")}
    games = result.get("games") or []
    pairs["points"] = (
        [sum(game[side] for game in games) for side in (0, 1)] if games else result.get("points")
    )
    found = {
        "match": row.match,
        "title": row.title,
        "laws_stage": row.stage,
        "ruleset": row.ruleset,
        "doubles": bool(row.doubles),
        "a": " / ".join(names.get("a", [])),
        "b": " / ".join(names.get("b", [])),
        "table": row.table_no,
        "state": row.phase,
        "winner": row.winner,
        "how": result.get("how"),
        "games": _games(games),
        "net_a": (result.get("net") or {}).get("a"),
        "corrected": False,
        "confirmed": bool(row.confirmed),
        "held": bool(result.get("held")),
        "seal": row.seal,
    }
    kept = {name: getattr(row, name) for name in ("journal", "first_seq", "started_at", "updated_at")}
    return {**found, **_by_side(pairs), **kept}


def _by_side(pairs: Mapping[str, Any]) -> dict[str, Any]:
    found = {}
    for name, pair in pairs.items():
        found[f"{name}_a"], found[f"{name}_b"] = tuple(pair) if pair else (None, None)
    return found


def _games(games: Iterable[Sequence[int]]) -> str:
    return " ".join(f"{a}-{b}" for a, b in games)
