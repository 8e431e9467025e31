"""The desk's values as JSON-ready dicts, version 1: for `--json` and for other programs."""

from collections.abc import Mapping
from typing import Any

from host_tools.tournament import stale_results, wording
from host_tools.tournament.hall_tables import HallTable
from host_tools.tournament.model import Competition, Entry, Fixture, Place, Stage, Tournament
from host_tools.tournament.protesting import ProtestView
from host_tools.tournament.report_views import ReportView
from host_tools.words import desk as desk_words
from host_tools.words import places as place_words
from host_tools.words import reports as report_words

Json = dict[str, Any]


def tournament(one: Tournament) -> Json:
    """Its columns."""
    return {
        name: getattr(one, name)
        for name in ("key", "name", "place", "days", "ruleset", "state", "settings", "made_at")
    }


def competition(one: Competition, stages: list[Stage]) -> Json:
    """An event with its stages; `seed` of the draw, once it is drawn."""
    return {
        "key": one.key,
        "name": one.name,
        "kind": one.kind,
        "ruleset": one.ruleset,
        "category": one.category,
        "rules": one.rules,
        "variant": one.variant,
        "state": one.state,
        "seed": next((stage.seed for stage in stages if stage.seed), None),
        "stages": [
            {
                "position": stage.position,
                "kind": stage.kind,
                "name": stage.name,
                "settings": stage.settings,
                "state": stage.state,
            }
            for stage in stages
        ],
    }


def entry(one: Entry) -> Json:
    """An entry with its players."""
    players = [
        {
            "number": player.number,
            "name": player.name,
            "club": player.club,
            "country": player.country,
            "licence": player.licence,
        }
        for player in one.players
    ]
    kept = {"id": one.id, "title": one.title, "name": one.name, "players": players, "seeding": one.seeding}
    return {**kept, "withdrawn": one.withdrawn, "changes": one.changes}


def fixture(one: Fixture, of: Competition, entries: Mapping[int, Entry], live: str | None = None) -> Json:
    """A match: its sides (or where they come from), its state and its result; while it is played also its
    score so far (`live`, "25-10, 3-8").
    """

    def side(entry_id: int | None, source: Any) -> Json:
        return {"entry": entry_id, "title": wording.side(entry_id, source, entries), "source": str(source)}

    in_play = {} if live is None else {"live": live}
    return {
        **in_play,
        "id": one.id,
        "event": of.key,
        "where": wording.where(one),
        "stage": one.stage,
        "laws_stage": one.laws_stage,
        "group": one.group,
        "round": one.round,
        "number": one.number,
        "a": side(one.a, one.source_a),
        "b": side(one.b, one.source_b),
        "tie": one.tie,
        "part": one.part,
        "state": one.state,
        "hall": one.hall,
        "table": one.table,
        "umpire": one.umpire,
        "called_at": one.called_at,
        "report_by": one.report_by,
        "decided_at": one.decided_at,
        "result": None if one.result is None else one.result.to_json(),
        "result_version": stale_results.version(one.result),
        "corrected": one.corrected,
        "by_hand": one.by_hand,
        "note": desk_words.note(one.note_code, one.note_facts),
        "note_code": one.note_code,
        "note_facts": one.note_facts,
    }


def place(one: Place, entries: Mapping[int, Entry]) -> Json:
    """A line of a standing."""
    names = ("place", "entry", "played", "won", "drawn", "lost", "points", "net", "twenties")
    shown = {name: getattr(one, name) for name in (*names, "step", "open")}
    shown |= {"why": place_words.why(one), "reason": one.reason, "facts": one.facts}
    return {**shown, "title": entries[one.entry].title if one.entry in entries else ""}


REPORT = (
    *("number", "match", "event", "title", "players", "table", "reason", "facts", "state", "names", "score"),
    *("winner", "is_confirmed", "can_take", "seal", "since", "who", "why", "decided_at", "version"),
)


def report(one: ReportView) -> Json:
    """A match at a table that does not count by itself."""
    shown = {name: getattr(one, name) for name in REPORT}
    return {**shown, "says": report_words.say(one.reason, one.table, one.facts, one.is_confirmed)}


def table(one: HallTable) -> Json:
    """A table of the hall."""
    names = ("number", "hall", "link", "heard_at", "firmware", "status", "problem", "is_free")
    shown = {name: getattr(one, name) for name in names}
    why = "" if one.why is None else desk_words.say(one.why, "script")
    shown |= {"why": why, "reason": one.why and one.why.reason, "facts": one.why.facts if one.why else {}}
    return {**shown, "fixture": one.fixture and one.fixture.id, "match": one.match and one.match["match"]}


def protest(one: ProtestView) -> Json:
    """A protest at a table."""
    about = ("match", "table", "number", "side", "game", "board", "state", "text", "lodged_at", "decide_by")
    names = (*about, "sent", "refused")
    return {**{name: getattr(one, name) for name in names}, "names": one.names}
