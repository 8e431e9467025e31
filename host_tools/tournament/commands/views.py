"""The desk's values as JSON-ready dicts, version 1: for `--json` and for other programs."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from host_tools.laws import refusals
from host_tools.tournament.desk.report_views import ReportView
from host_tools.tournament.imports.importing import Imported
from host_tools.tournament.matches import stale_results
from host_tools.tournament.matches.protesting import ProtestView
from host_tools.tournament.model import remarks, wording
from host_tools.tournament.model.hall_tables import HallTable
from host_tools.tournament.model.model import Competition, Entry, Fixture, Place, Stage, Tournament
from host_tools.tournament.undo.undoing import Effects

Json = dict[str, Any]


def tournament(tournament: Tournament) -> Json:
    """Its columns."""
    return {
        name: getattr(tournament, name)
        for name in ("key", "name", "place", "days", "ruleset", "state", "settings", "made_at")
    }


def competition(competition: Competition, stages: list[Stage]) -> Json:
    """An event with its stages; `seed` of the draw, once it is drawn."""
    return {
        "key": competition.key,
        "name": competition.name,
        "kind": competition.kind,
        "ruleset": competition.ruleset,
        "category": competition.category,
        "rules": competition.rules,
        "variant": competition.variant,
        "state": competition.state,
        "seed": next((stage.seed for stage in stages if stage.seed), None),
        "stages": [
            {
                "position": stage.position,
                "kind": stage.kind,
                "name": stage.name,
                "settings": stage.settings,
                "state": stage.state,
                "swaps": swaps(stage),
            }
            for stage in stages
        ],
    }


def entry(entry: Entry) -> Json:
    """An entry with its players."""
    players = [
        {
            "number": player.number,
            "name": player.name,
            "club": player.club,
            "country": player.country,
            "licence": player.licence,
        }
        for player in entry.players
    ]
    kept = {
        "id": entry.id,
        "title": entry.title,
        "name": entry.name,
        "players": players,
        "seeding": entry.seeding,
    }
    return {
        **kept,
        "withdrawn": entry.withdrawn,
        "changes": entry.changes,
        "reserve": entry.reserve,
        "byes": [number for _, number in entry.byes],
        "apart": [each.other for each in entry.apart if each.until is None],
    }


def fixture(
    fixture: Fixture,
    competition: Competition,
    entries: Mapping[int, Entry],
    numbers: Mapping[str, str],
    live: str | None = None,
) -> Json:
    """A match: its sides (or where they come from), its state and its result; while it is played also its
    score so far (`live`, "25-10, 3-8"). numbers: of its event's matches for people, by id.
    """

    def side(entry_id: int | None, source: Any) -> Json:
        return {
            "entry": entry_id,
            "title": wording.side(entry_id, source, entries, numbers),
            "source": str(source),
        }

    in_play = {} if live is None else {"live": live}
    return {
        **in_play,
        "id": fixture.id,
        "event": competition.key,
        "where": wording.where(fixture),
        "stage": fixture.stage,
        "laws_stage": fixture.laws_stage,
        "group": fixture.group,
        "round": fixture.round,
        "number": fixture.number,
        "a": side(fixture.a, fixture.source_a),
        "b": side(fixture.b, fixture.source_b),
        "tie": fixture.tie,
        "part": fixture.part,
        "state": fixture.state,
        "hall": fixture.hall,
        "table": fixture.table,
        "umpire": fixture.umpire,
        "called_at": fixture.called_at,
        "report_by": fixture.report_by,
        "decided_at": fixture.decided_at,
        "result": None if fixture.result is None else fixture.result.to_json(),
        "result_version": stale_results.version(fixture.result),
        "corrected": fixture.corrected,
        "by_hand": fixture.by_hand,
        "unconfirmed": fixture.unconfirmed,
        "note": remarks.note(fixture.note_code, fixture.note_facts),
        "note_code": fixture.note_code,
        "note_facts": remarks.note_facts(fixture.note_code, fixture.note_facts),
    }


def imported(imported: Imported, dry_run: bool) -> Json:
    """What an import did, or would do."""
    return {
        "changes": [asdict(change) for change in imported.changes],
        "counts": imported.counts(),
        "same": imported.same,
        "left": imported.left,
        "remarks": [why.to_json() for why in imported.remarks],
        "dry_run": dry_run,
    }


def place(place: Place, entries: Mapping[int, Entry]) -> Json:
    """A line of a standing."""
    names = ("place", "entry", "played", "won", "drawn", "lost", "points", "buchholz", "net", "twenties")
    shown = {name: getattr(place, name) for name in (*names, "step", "open")}
    shown |= {"why": remarks.why(place), "reason": place.reason, "facts": place.facts}
    return {**shown, "title": entries[place.entry].title if place.entry in entries else ""}


REPORT = (
    *("number", "match", "event", "title", "players", "table", "reason", "facts", "state", "names", "score"),
    *("winner", "is_confirmed", "can_take", "seal", "since", "why", "decided_at", "version"),
)


def report(view: ReportView) -> Json:
    """A match at a table that does not count by itself."""
    shown = {name: getattr(view, name) for name in REPORT}
    says = remarks.of_report(view.reason, view.table, view.facts, view.is_confirmed)
    return {**shown, "who": view.actor, "says": says}


def table(table: HallTable) -> Json:
    """A table of the hall."""
    names = ("number", "hall", "link", "heard_at", "firmware", "status", "problem", "is_free")
    shown = {name: getattr(table, name) for name in names}
    why = "" if table.why is None else table.why.say("script")
    shown |= {
        "why": why,
        "reason": table.why and table.why.reason,
        "facts": table.why.facts if table.why else {},
    }
    return {
        **shown,
        "fixture": table.fixture and table.fixture.id,
        "match": table.match and table.match["match"],
    }


def protest(protest: ProtestView) -> Json:
    """A protest at a table."""
    about = ("match", "table", "number", "side", "game", "board", "state", "text", "lodged_at", "decide_by")
    shown = {name: getattr(protest, name) for name in (*about, "sent", "names", "fee", "paid")}
    why = None if protest.refused is None else refusals.of_answer(**protest.refused)
    return {**shown, "refused": why, "answer": protest.refused}


def swaps(stage: Stage) -> list[Json]:
    """The changes of the stage's draw by hand: the entries (ids) that were exchanged, why, who, when."""
    return [
        {"a": swap.a, "b": swap.b, "reason": swap.reason, "who": swap.actor, "at": swap.at}
        for swap in stage.swaps
    ]


def effects(seen: Effects) -> Json:
    """An act with what taking it back would do: the ids of the matches that would change, the acts that would
    be taken back with it, or why it cannot be taken back.
    """
    act = seen.act
    return {
        "id": act.number,
        "at": act.at,
        "who": act.actor,
        "what": act.name,
        "match": act.match,
        "why": act.reason,
        "taken_back_by": seen.by,
        "later": [each.number for each in seen.later],
        "refused": None if seen.refused is None else seen.refused.to_json(),
        "matches": [change.before.id for change in seen.changes],
        "standings": [{"stage": each.stage, "group": each.group} for each in seen.standings],
        "stages": [stage.position for stage in seen.stages],
        "drawn": [stage.position for stage in seen.begun],
    }
