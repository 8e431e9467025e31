"""The tournament as the organiser's pages draw it. Pure but for the desk it asks."""

import time
from collections.abc import Mapping, Sequence
from typing import Any

from host_tools.tournament import meanwhile, results, wording
from host_tools.tournament.desk import Desk
from host_tools.tournament.model import Competition, Entry, Fixture, Place, Source, Stage, Tournament
from host_tools.web.admin import standing_places

STATES = {
    "waiting": "waits",
    "ready": "ready",
    "called": "called",
    "playing": "playing",
    "held": "held: protest",
    "done": "done",
    "bye": "bye",
    "off": "not needed",
}
EVENT_STATES = {"entries": "entries are open", "drawn": "drawn", "done": "over"}
KINDS = {"singles": "singles", "doubles": "doubles", "team": "teams"}


def match_rows(desk: Desk, of: Competition, now_ms: int, live: Mapping[str, str]) -> list[dict[str, Any]]:
    """The matches of an event, by stage, round, group and number. live: the scores of those in play."""
    entries = {entry.id: entry for entry in desk.entries(of)}
    fixtures = desk.fixtures(of)
    known = {one.id: one for one in fixtures}
    return [match_row(one, of, entries, known, now_ms, live.get(one.id, "")) for one in fixtures]


def match_row(
    one: Fixture,
    of: Competition,
    entries: Mapping[int, Entry],
    known: Mapping[str, Fixture],
    now_ms: int,
    live: str = "",
) -> dict[str, Any]:
    """A match in a list, at `now_ms` (UTC), with its score so far (`live`). known: its event's, by id."""
    left = None if one.report_by is None or one.state != "called" else max(0, one.report_by - now_ms)
    return {
        "id": one.id,
        "event": of.key,
        "stage": one.stage,
        "where": wording.where(one),
        "title": wording.title(of, one),
        "a": _side(one.a, one.source_a, entries, known),
        "b": _side(one.b, one.source_b, entries, known),
        "state": one.state,
        "says": STATES[one.state],
        "table": one.table,
        "umpire": one.umpire,
        "score": results.shown(one.result),
        "live": live,
        "winner": one.result.winner if one.result else None,
        "by_hand": one.by_hand,
        "note": one.note,
        "report": "" if left is None else minutes(left),
        "overdue": left == 0,
    }


def _side(
    entry: int | None, source: Source, entries: Mapping[int, Entry], known: Mapping[str, Fixture]
) -> str:
    if entry is None and source.fixture in known:
        return f"{source.kind} of {wording.where(known[source.fixture])}"
    return wording.side(entry, source, entries)


def event_row(desk: Desk, of: Competition) -> dict[str, Any]:
    """An event in the list of events."""
    fixtures = [one for one in desk.fixtures(of) if one.state not in ("bye", "off")]
    entries = [entry for entry in desk.entries(of) if not entry.withdrawn]
    done = sum(1 for one in fixtures if one.state == "done")
    return {
        "key": of.key,
        "name": of.name,
        "kind": KINDS[of.kind],
        "ruleset": of.ruleset,
        "state": of.state,
        "says": EVENT_STATES.get(of.state, of.state),
        "entries": len(entries),
        "done": done,
        "matches": len(fixtures),
    }


def overview(desk: Desk, tournament: Tournament, now_ms: int) -> dict[str, Any]:
    """The tournament's first page: events, what is at the tables, what can be called, what to look at."""
    competitions = desk.competitions(tournament)
    live = desk.live_scores()
    rows = [row for of in competitions for row in match_rows(desk, of, now_ms, live)]
    tables = desk.tables(tournament)
    at_tables = [row for row in rows if row["state"] in ("called", "playing", "held")]
    return {
        "tournament": tournament,
        "events": [event_row(desk, of) for of in competitions],
        "at_tables": sorted(at_tables, key=lambda row: row["table"] or 0),
        "ready": [row for row in rows if row["state"] == "ready"],
        "overdue": [row for row in rows if row["overdue"]],
        "protests": [protest_row(view, now_ms) for view in desk.protests()],
        "free": [table.number for table in tables if table.is_free],
        "halls": standing_places.rows(tournament),
        "hall_of": {table.number: table.hall if len(desk.halls()) > 1 else "" for table in tables},
    }


def protest_row(view: Any, now_ms: int) -> dict[str, Any]:
    """An open protest, with what is left of the hour to decide it (151c)."""
    left = view.decide_by - now_ms
    return {
        "match": view.match,
        "number": view.number,
        "table": view.table,
        "side": view.side,
        "who": " / ".join(view.names.get(view.side) or []) or f"side {view.side.upper()}",
        "where": f"game {view.game}, board {view.board}",
        "text": view.text,
        "left": minutes(left) if left > 0 else "",
        "standing": view.standing if view.sent else "",
        "can_rule": view.sent is None or view.refused is not None,
    }


def event_page(desk: Desk, of: Competition, now_ms: int) -> dict[str, Any]:
    """One event: entries, matches by what they need, standings of its stages."""
    entries = {entry.id: entry for entry in desk.entries(of)}
    rows = match_rows(desk, of, now_ms, desk.live_scores())
    stages = [stage_part(desk, of, stage, rows, entries) for stage in desk.stages(of)]
    is_begun = any(row["state"] not in ("waiting", "ready", "bye") for row in rows)
    return {
        "event": event_row(desk, of),
        "stages": sorted(stages, key=_how_urgent),
        "entries": [entry_row(entry) for entry in entries.values()],
        "can_undraw": of.state != "entries" and not is_begun,
        "halls": desk.halls(),
        "played_in": desk.hall_of(of),
        "is_open": of.state == "entries",
    }


def stage_part(
    desk: Desk, of: Competition, stage: Stage, rows: Sequence[dict[str, Any]], entries: Mapping[int, Entry]
) -> dict[str, Any]:
    """A stage of an event: its matches, those to be played apart from those that were, and its standing."""
    own = [row for row in rows if row["stage"] == stage.position and row["state"] not in ("bye", "off")]
    return {
        "position": stage.position,
        "name": stage.name or stage.kind.replace("_", " ").capitalize(),
        "seed": stage.seed,
        "groups": standing_rows(desk.standings(of, stage.position), entries) if stage.seed else [],
        "matches": own,
        "to_play": [row for row in own if row["state"] != "done"],
        "played": [row for row in own if row["state"] == "done"],
    }


def _how_urgent(part: Mapping[str, Any]) -> tuple[int, int]:
    """What is played now, or owes a decision, comes first, then what is to come, then what is over, the last
    of it first.
    """
    to_play = part["to_play"]
    is_on = any(row["state"] != "waiting" for row in to_play) or any(
        group["open"] for group in part["groups"]
    )
    if is_on or to_play or not part["played"]:
        return 0 if is_on else 1, part["position"]
    return 2, -part["position"]


def entry_row(entry: Entry) -> dict[str, Any]:
    """An entry in its list."""
    return {
        "id": entry.id,
        "title": entry.title,
        "players": ", ".join(player.name for player in entry.players) if entry.name else "",
        "numbers": standing_places.spans([player.number for player in entry.players]),
        "club": entry.club,
        "seeding": entry.seeding or "",
        "withdrawn": entry.withdrawn,
    }


def standing_rows(
    groups: Mapping[int, Sequence[Place]], entries: Mapping[int, Entry]
) -> list[dict[str, Any]]:
    """The standings of a stage, a table for each group; `open` those who are level and need a decision."""
    found = []
    for group, places in sorted(groups.items()):
        lines = [
            {
                "place": place.place,
                "title": entries[place.entry].title,
                "entry": place.entry,
                "played": place.played,
                "won": place.won,
                "points": place.points,
                "net": place.net,
                "twenties": place.twenties,
                "why": place.why,
                "open": place.open,
            }
            for place in places
        ]
        name = f"Group {wording.group_letter(group)}" if group else ""
        found.append(
            {"group": group, "name": name, "lines": lines, "open": [one for one in lines if one["open"]]}
        )
    return found


def match_page(desk: Desk, one: Fixture, now_ms: int) -> dict[str, Any]:
    """One match, what may be done with it, and what was done by hand."""
    of = desk.competition_of(one)
    entries = {entry.id: entry for entry in desk.entries(of)}
    corrections = [
        {
            "at": time.strftime("%H:%M:%S", time.localtime(entry.at / 1000)),
            "who": entry.who,
            "reason": entry.reason,
            "before": results.shown(entry.before) or "no result",
            "after": results.shown(entry.after) or "no result",
        }
        for entry in desk.corrections(of)
        if entry.fixture == one.id
    ]
    known = {each.id: each for each in desk.fixtures(of)}
    sides = {side: entry for side, entry in (("a", one.a), ("b", one.b)) if entry in entries}
    is_known = one.a is not None and one.b is not None
    return {
        "match": match_row(one, of, entries, known, now_ms, desk.live_scores().get(one.id, "")),
        "event": {"key": of.key, "name": of.name},
        "can_call": one.state == "ready",
        "about_players": desk.about_players(one),
        "can_recall": one.state in ("called", "playing"),
        "can_walk_over": is_known and one.state in ("ready", "called"),
        "can_enter": is_known and one.state not in ("bye", "off"),
        "result_version": meanwhile.version(one.result),
        "can_line_up": of.kind == "team" and is_known and one.state in ("ready", "waiting"),
        "teams": {side: entries[entry].title for side, entry in sides.items() if entry is not None},
        "crokinole": of.ruleset == "wcc",
        "can_draw": of.ruleset == "wcc" and one.laws_stage in ("group", "round"),
        "corrections": corrections,
    }


def minutes(ms: int) -> str:
    """14:59; part of a second counts as one, as on the displays."""
    seconds = -(-ms // 1000)
    return f"{seconds // 60}:{seconds % 60:02}"
