"""The tournament as values for the organiser's pages. No I/O except queries to the desk."""

import time
from collections.abc import Mapping, Sequence

from host_tools.live_values import UNCONFIRMED
from host_tools.store.halls import HALLS_SETTING
from host_tools.tournament.acts.entries import Withdraw
from host_tools.tournament.acts.matches import ClearResult, WalkOver
from host_tools.tournament.commands import clearing_lines, undoing_lines, withdrawal_lines
from host_tools.tournament.desk.desk import Desk, DeskError, ReportView
from host_tools.tournament.desk.desk_base import Done
from host_tools.tournament.matches.clearing import Cleared
from host_tools.tournament.matches.protesting import ProtestView
from host_tools.tournament.model import planning, remarks, wording
from host_tools.tournament.model.hall_tables import rest_minutes
from host_tools.tournament.model.model import (
    DRAWN,
    Competition,
    Entry,
    Fixture,
    Place,
    Side,
    Source,
    Stage,
    Tournament,
)
from host_tools.tournament.rounds import pace, swiss_requests
from host_tools.tournament.standings import results, sports
from host_tools.tournament.undo.undoing import Effects
from host_tools.web.admin import rows as rows_of_admin
from host_tools.web.admin.act_forms import forms_on
from host_tools.web.admin.gate import HOME
from host_tools.web.admin.page_models import (
    CorrectionLine,
    DeskActLine,
    EntryPage,
    EntryRow,
    EventPage,
    EventRow,
    GroupStanding,
    HallTablesRow,
    LevelRow,
    MatchPage,
    MatchRow,
    ProtestRow,
    ReportRow,
    RoundPage,
    StagePart,
    StandingLine,
    TournamentPage,
)

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
#: At most this many reports are on the first page, so that a table that invents reports cannot bury the rest.
REPORTS_MOST = 12
KINDS = {"singles": "singles", "doubles": "doubles", "team": "teams"}


def match_rows(desk: Desk, competition: Competition, now_ms: int, live: Mapping[str, str]) -> list[MatchRow]:
    """The matches of an event, by stage, round, group and number. live: the scores of those in play."""
    entries = {entry.id: entry for entry in desk.entries(competition)}
    fixtures = desk.fixtures(competition)
    known = {fixture.id: fixture for fixture in fixtures}
    numbers = wording.numbers(competition, fixtures)
    return [
        match_row(fixture, competition, entries, known, numbers, now_ms, live.get(fixture.id, ""))
        for fixture in fixtures
    ]


def match_row(
    fixture: Fixture,
    competition: Competition,
    entries: Mapping[int, Entry],
    known: Mapping[str, Fixture],
    numbers: Mapping[str, str],
    now_ms: int,
    live: str = "",
) -> MatchRow:
    """A match in a list, at `now_ms` (UTC), with its score so far (`live`). known, numbers: its event's
    matches, and their numbers for people, by id.
    """
    left = (
        None if fixture.report_by is None or fixture.state != "called" else max(0, fixture.report_by - now_ms)
    )
    a = _side(fixture.a, fixture.source_a, entries, known)
    b = _side(fixture.b, fixture.source_b, entries, known)
    return {
        "id": fixture.id,
        "number": numbers[fixture.id],
        "event": competition.key,
        "stage": fixture.stage,
        "where": wording.where(fixture),
        "title": wording.title(competition, fixture),
        "a": a,
        "b": b,
        "state": fixture.state,
        "says": UNCONFIRMED if fixture.unconfirmed else STATES[fixture.state],
        "table": fixture.table,
        "umpire": fixture.umpire,
        "score": results.shown(fixture.result, sides=(a, b)),
        "live": live,
        "winner": fixture.result.winner if fixture.result else None,
        "by_hand": wording.MARKS.get(wording.mark(fixture)),
        "note": remarks.note(fixture.note_code, fixture.note_facts),
        "report": "" if left is None else minutes(left),
        "overdue": left == 0,
    }


def _side(
    entry: int | None, source: Source, entries: Mapping[int, Entry], known: Mapping[str, Fixture]
) -> str:
    if entry is None and source.fixture in known:
        return f"{source.kind} of {wording.where(known[source.fixture])}"
    return wording.side(entry, source, entries, {})


def event_row(desk: Desk, competition: Competition) -> EventRow:
    """An event in the list of events."""
    fixtures = [fixture for fixture in desk.fixtures(competition) if fixture.state not in ("bye", "off")]
    entries = [entry for entry in desk.entries(competition) if not entry.withdrawn]
    done = sum(1 for fixture in fixtures if fixture.state == "done")
    return {
        "key": competition.key,
        "name": competition.name,
        "kind": KINDS[competition.kind],
        "ruleset": competition.ruleset,
        "variant": competition.variant or "",
        "has_twenties": sports.of_ruleset(competition.ruleset).has_twenties,
        "state": competition.state,
        "says": EVENT_STATES.get(competition.state, competition.state),
        "entries": len(entries),
        "done": done,
        "matches": len(fixtures),
    }


def overview(desk: Desk, tournament: Tournament, now_ms: int) -> TournamentPage:
    """The tournament's first page: events, matches at tables, matches that can be called, and what needs
    attention.
    """
    competitions = desk.competitions(tournament)
    live = desk.live_scores()
    rows = [row for competition in competitions for row in match_rows(desk, competition, now_ms, live)]
    tables = desk.tables(tournament)
    reports = desk.reports()
    at_tables = [row for row in rows if row["state"] in ("called", "playing", "held")]
    presses = tournament.settings.get("presses")
    return {
        "tournament": tournament,
        "acts": forms_on(Tournament, f"{HOME}/tournament"),
        "events": [event_row(desk, competition) for competition in competitions],
        "event_choices": [(competition.key, competition.name) for competition in competitions],
        "at_tables": sorted(at_tables, key=lambda row: row["table"] or 0),
        "ready": [row for row in rows if row["state"] == "ready"],
        "overdue": [row for row in rows if row["overdue"]],
        "level": [row for competition in competitions for row in level_rows(desk, competition)],
        "protests": [protest_row(view, now_ms) for view in desk.protests()],
        "reports": [report_row(view) for view in reports[:REPORTS_MOST]],
        "more_reports": max(0, len(reports) - REPORTS_MOST),
        "free": [table.number for table in tables if table.is_free],
        "rest_minutes": rest_minutes(tournament),
        "presses": "" if presses is None else str(presses),
        "halls": hall_rows(tournament),
        "hall_of": {table.number: table.hall if len(desk.halls()) > 1 else "" for table in tables},
    }


def level_rows(desk: Desk, competition: Competition) -> list[LevelRow]:
    """The groups of an event in which somebody level must be put in order, by a shoot-out or by lot."""
    rows: list[LevelRow] = []
    entries = {entry.id: entry for entry in desk.entries(competition)}
    for stage in desk.stages(competition) if competition.state == "drawn" else ():
        groups = standing_rows(desk.standings(competition, stage.position), entries) if stage.seed else []
        rows += [
            {
                "event": competition.key,
                "name": competition.name,
                "where": group["name"] or stage.name or stage.kind.replace("_", " "),
                "entries": [line["title"] for line in group["open"]],
            }
            for group in groups
            if group["open"]
        ]
    return rows


def report_row(view: ReportView) -> ReportRow:
    """A table's report that does not count until the organiser accepts it."""
    seal = "its seal does not fit" if view.seal == "broken" else ""
    return {
        "number": view.number,
        "match": view.match,
        "title": view.title,
        "players": view.players,
        "names": view.names if view.reason != "other_names" and view.names != view.players else "",
        "table": view.table,
        "says": remarks.of_report(view.reason, view.table, view.facts, view.is_confirmed),
        "score": f"{'' if view.is_confirmed else 'so far '}{view.score}" if view.score else "",
        "seal": seal if view.reason != "broken_seal" else "",
        "state": view.state,
        "decided": f"{view.state} by {view.actor}: {view.why}" if view.actor and view.state != "open" else "",
        "can_take": view.can_take,
        "take": "Take it" if view.is_confirmed else "The names are right",
        "acts": forms_on(ReportView, f"{HOME}/tournament/reports/{view.number}", view),
    }


def protest_row(view: ProtestView, now_ms: int) -> ProtestRow:
    """A protest, with the time left of the hour to decide it (151c)."""
    left = view.decide_by - now_ms
    return {
        "match": view.match,
        "number": view.number,
        "table": view.table,
        "side": view.side,
        "side_name": " / ".join(view.names.get(view.side) or []) or f"side {view.side.upper()}",
        "where": f"game {view.game}, board {view.board}",
        "text": view.text,
        "left": minutes(left) if left > 0 else "",
        "standing": view.standing.say("page") if view.sent else "",
        "can_rule": view.sent is None or view.refused is not None,
        "state": view.state,
        "fee": view.shown_fee,
        "paid": view.paid or "",
        "acts": forms_on(ProtestView, f"{HOME}/tournament/protests/{view.match}/{view.number}"),
    }


def acts(desk: Desk, seen: Sequence[Effects]) -> list[DeskActLine]:
    """Acts of the desk, each with what taking it back would change."""
    lines: list[DeskActLine] = []
    for each in seen:
        act, event = each.act, each.competition
        entries = {} if event is None else {entry.id: entry for entry in desk.entries(event)}
        stages = [] if event is None else desk.stages(event)
        lines.append(
            {
                "number": act.number,
                "at": rows_of_admin.moment(act.at),
                "actor": act.actor,
                "act": rows_of_admin.ACTS.get(act.name, act.name),
                "about": desk.in_numbers(undoing_lines.about(act)),
                "reason": act.reason,
                "changes": list(map(desk.in_numbers, undoing_lines.lines(each, entries, stages, "page"))),
                "can_go": each.by is None and each.refused is None,
                "has_later": bool(each.later),
            }
        )
    return lines


def event_page(desk: Desk, competition: Competition, now_ms: int) -> EventPage:
    """One event: its entries, its matches grouped by what they need, the standings of its stages."""
    entries = {entry.id: entry for entry in desk.entries(competition)}
    rows = match_rows(desk, competition, now_ms, desk.live_scores())
    stages = [stage_part(desk, competition, stage, rows, entries) for stage in desk.stages(competition)]
    swiss = desk.swiss(competition)
    is_begun = any(row["state"] not in ("waiting", "ready", "bye") for row in rows)
    if swiss is not None and swiss.round > 1:
        is_begun = swiss.is_begun
    return {
        "event": event_row(desk, competition),
        "acts": forms_on(Competition, f"{HOME}/tournament/events/{competition.key}"),
        "stages": sorted(stages, key=_how_urgent),
        "entries": [entry_row(entry) for entry in entries.values()],
        "swiss": swiss,
        "swiss_remarks": [] if swiss is None else [each.say("page") for each in swiss.remarks],
        "asked": [each.say("page") for each in swiss_requests.asked(entries.values())],
        "namesakes": [
            (each.say("page"), entry.id)
            for each in desk.namesakes(competition)
            for entry in entries.values()
            if any(player.number == each.facts["number"] for player in entry.players)
        ],
        "check_in": [each.say("page") for each in desk.about_check_in(competition)],
        "takes_entries": desk.takes_entries(competition),
        "can_undraw": competition.state != "entries" and not is_begun,
        "halls": desk.halls(),
        "withdrawals": desk.withdrawals_of(competition),
        "played_in": desk.hall_of(competition),
        "is_open": competition.state == "entries",
        "swaps": wording.swaps(desk.stages(competition), entries),
        "can_swap": competition.state != "entries"
        and any(row["state"] == "ready" for row in rows)
        and not (swiss is not None and swiss.round > 1 and swiss.is_begun),
        "category": competition.category or "",
        "planned": "\n".join(map(planning.typed, competition.plan)),
    }


def round_page(desk: Desk, competition: Competition, now_ms: int, asked: str = "") -> RoundPage:
    """A round at a glance: what is at which table, what follows about when, what is over. asked:
    "STAGE-ROUND"; "": the first that is not over.
    """
    drawn = desk.fixtures(competition)
    planned = [each for each in drawn if each.state not in ("bye", "off")]
    rounds = sorted({(each.stage, each.round) for each in planned})
    keys = [f"{stage}-{number}" for stage, number in rounds]
    still = [(each.stage, each.round) for each in planned if each.state != "done"]
    selection = rounds[keys.index(asked)] if asked in keys else min(still, default=(rounds or [(0, 0)])[-1])
    own = {each.id for each in planned if (each.stage, each.round) == selection}
    free = len(desk.free_for(competition))
    begins = pace.expected(planned, free, now_ms)
    length = pace.pace_ms(planned)
    rows = [row for row in match_rows(desk, competition, now_ms, desk.live_scores()) if row["id"] in own]
    rows.sort(key=lambda row: (_GLANCE.get(row["state"], 2), row["table"] or 0, begins.get(row["id"], 0)))
    entries = {entry.id: entry for entry in desk.entries(competition)}
    clubs = {entry.title: entry.club for entry in entries.values() if entry.club}
    byes = [each.a for each in drawn if each.state == "bye" and (each.stage, each.round) == selection]
    stages = desk.stages(competition)
    # The match for the third place is of the Laws' semi-final, and stands after the final of its round.
    laws_stages = {(each.stage, each.round): each.laws_stage for each in reversed(planned)}

    def name(stage: int, number: int) -> str:
        known = laws_stages[stage, number]
        place = f"round {number}" if known in ("round", "group") else wording.STAGES[known]
        return place if len(stages) == 1 else f"{wording.stage(stages[stage - 1])}, {place}"

    return {
        "event": event_row(desk, competition),
        "rounds": [
            (key, name(stage, number), (stage, number) == selection)
            for key, (stage, number) in zip(keys, rounds, strict=True)
        ],
        "title": name(*selection) if rounds else "",
        "shown": f"{selection[0]}-{selection[1]}",
        "rows": rows,
        "clubs": clubs,
        "begins": {match: clock(at) for match, at in begins.items()},
        "report_by": {each.id: clock(each.report_by) for each in planned if each.report_by},
        "pace": "" if length is None else str(max(1, round(length / 60_000))),
        "can_enter": [row["id"] for row in rows if row["state"] in ("ready", "called", "playing")],
        "byes": [entries[entry].title for entry in byes if entry is not None],
    }


#: The order of a round at a glance: at a table, to come, over.
_GLANCE = {"called": 0, "playing": 0, "held": 0, "ready": 1, "waiting": 1}


def clock(ms: int) -> str:
    """The time of day here, "14:05"."""
    return time.strftime("%H:%M", time.localtime(ms / 1000))


def entry_page(desk: Desk, competition: Competition, entry: Entry) -> EntryPage:
    """One entry, to be edited, withdrawn or deleted."""
    entries = desk.entries(competition)
    namesakes = desk.namesakes(competition, [entry])
    return {
        "alike": {each.facts["number"]: each.facts["other_number"] for each in reversed(namesakes)},
        "namesakes": [each.say("page") for each in namesakes],
        "event": event_row(desk, competition),
        "entry": entry,
        "shown": wording.numbered(entry),
        "players": [player for player in entry.players if player.name],
        "leavers": [(player.number, f"{player.number}. {player.name}") for player in entry.players],
        "acts": forms_on(Entry, f"{HOME}/tournament/events/{competition.key}/entries/{entry.id}"),
        "event_acts": forms_on(Competition, f"{HOME}/tournament/events/{competition.key}"),
        "leaving": _leaving(desk, competition, entry),
        "places": _places(desk, competition) if entry.reserve else [],
        "can_be_reserve": entry.withdrawn
        and not any(entry.id in (each.a, each.b) for each in desk.fixtures(competition)),
        "rounds_to_come": [(str(number), str(number)) for number in desk.rounds_to_come(competition)],
        "others": [(str(each.id), each.title) for each in entries if each.id != entry.id],
        "asked": [each.say("page") for each in swiss_requests.asked(entries, entry.id)],
    }


def _leaving(desk: Desk, competition: Competition, entry: Entry) -> list[str]:
    """What withdrawing it would do; nothing for a reserve, or once it has withdrawn."""
    if entry.withdrawn:
        return []
    try:
        seen = desk.done(Withdraw(), entry, preview=True).value
    except DeskError:
        return []
    return list(map(desk.in_numbers, withdrawal_lines.lines(seen, competition, "page")))


def _places(desk: Desk, competition: Competition) -> list[tuple[str, str]]:
    """The places that a reserve can take: what the form sends, and words."""
    entries = {each.id: each for each in desk.entries(competition)}
    free = []
    for place in desk.places(competition):
        if place.entry is not None:
            free.append((str(place.entry.id), f"of {place.entry.title}, withdrawn"))
        elif place.group:
            free.append((place.match.id, f"in group {wording.group_letter(place.group)}, one more"))
        else:
            entry = place.match.b if place.match.a is None else place.match.a
            free.append((place.match.id, f"against {wording.side(entry, DRAWN, entries, {})}, a bye"))
    return free


def stage_part(
    desk: Desk,
    competition: Competition,
    stage: Stage,
    rows: Sequence[MatchRow],
    entries: Mapping[int, Entry],
) -> StagePart:
    """A stage of an event: its open matches, its finished matches and its standing."""
    own = [row for row in rows if row["stage"] == stage.position and row["state"] not in ("bye", "off")]
    return {
        "position": stage.position,
        "name": stage.name or stage.kind.replace("_", " ").capitalize(),
        "seed": stage.seed,
        "groups": standing_rows(desk.standings(competition, stage.position), entries) if stage.seed else [],
        "matches": own,
        "to_play": [row for row in own if row["state"] != "done"],
        "played": [row for row in own if row["state"] == "done"],
    }


def _how_urgent(part: StagePart) -> tuple[int, int]:
    """Sort key of a stage: stages in play or with an open decision first, then those to come, then finished
    ones, the latest first.
    """
    to_play = part["to_play"]
    is_on = any(row["state"] != "waiting" for row in to_play) or any(
        group["open"] for group in part["groups"]
    )
    if is_on or to_play or not part["played"]:
        return 0 if is_on else 1, part["position"]
    return 2, -part["position"]


def entry_row(entry: Entry) -> EntryRow:
    """An entry in its list."""
    return {
        "id": entry.id,
        "title": entry.title,
        "players": ", ".join(player.name for player in entry.players) if entry.name else "",
        "numbers": spans([player.number for player in entry.players]),
        "club": entry.club,
        "seeding": entry.seeding or "",
        "withdrawn": entry.withdrawn,
        "reserve": entry.reserve,
    }


def standing_rows(groups: Mapping[int, Sequence[Place]], entries: Mapping[int, Entry]) -> list[GroupStanding]:
    """The standings of a stage, a table for each group; `open`: the level entries that need a decision."""
    groups_shown: list[GroupStanding] = []
    for group, places in sorted(groups.items()):
        lines: list[StandingLine] = [
            {
                "place": place.place,
                "title": entries[place.entry].title,
                "entry": place.entry,
                "played": place.played,
                "won": place.won,
                "points": place.points,
                "net": place.net,
                "twenties": place.twenties,
                "buchholz": place.buchholz,
                "why": remarks.why(place),
                "open": place.open,
            }
            for place in places
        ]
        name = f"Group {wording.group_letter(group)}" if group else ""
        groups_shown.append(
            {"group": group, "name": name, "lines": lines, "open": [line for line in lines if line["open"]]}
        )
    return groups_shown


def match_page(desk: Desk, fixture: Fixture, now_ms: int) -> MatchPage:
    """One match, the actions it allows, and the results entered by hand."""
    competition = desk.event_of(fixture)
    entries = {entry.id: entry for entry in desk.entries(competition)}
    corrections: list[CorrectionLine] = [
        {
            "at": time.strftime("%H:%M:%S", time.localtime(entry.at / 1000)),
            "actor": entry.actor,
            "reason": remarks.correction(entry),
            "before": results.shown(entry.before) or "no result",
            "after": results.shown(entry.after) or "no result",
        }
        for entry in desk.corrections(competition)
        if entry.fixture == fixture.id
    ]
    known = {each.id: each for each in desk.fixtures(competition)}
    numbers = wording.numbers(competition, list(known.values()))
    sides = {side: entry for side, entry in (("a", fixture.a), ("b", fixture.b)) if entry in entries}
    is_known = fixture.a is not None and fixture.b is not None
    cleared = _clearing(desk, fixture)
    return {
        "match": match_row(
            fixture, competition, entries, known, numbers, now_ms, desk.live_scores().get(fixture.id, "")
        ),
        "number": numbers[fixture.id],
        "event": {"key": competition.key, "name": competition.name},
        "can_call": fixture.state == "ready",
        "about_players": [why.say("page") for why in desk.about_players(fixture)],
        "about_names": [why.say("page") for why in desk.about_names(fixture)],
        "can_recall": fixture.state in ("called", "playing"),
        "can_walk_over": is_known and fixture.state in ("ready", "called"),
        "giving": _giving(desk, competition, fixture, entries),
        "can_enter": is_known and fixture.state not in ("bye", "off"),
        "clearing": []
        if cleared is None
        else list(
            map(
                desk.in_numbers,
                clearing_lines.lines(cleared, competition, entries, desk.stages(competition), "page"),
            )
        ),
        "has_later": cleared is not None and bool(cleared.value.later),
        "can_line_up": competition.kind == "team" and is_known and fixture.state in ("ready", "waiting"),
        "teams": {side: entries[entry].title for side, entry in sides.items() if entry is not None},
        "crokinole": sports.of_ruleset(competition.ruleset).has_twenties,
        "can_draw": sports.of_ruleset(competition.ruleset).has_twenties
        and fixture.laws_stage in ("group", "round"),
        "corrections": corrections,
        "reports": [report_row(view) for view in desk.reports(only_open=False) if view.match == fixture.id],
        "protests": [
            protest_row(view, now_ms) for view in desk.protests(only_open=False) if view.match == fixture.id
        ],
    }


def _giving(
    desk: Desk, competition: Competition, fixture: Fixture, entries: Mapping[int, Entry]
) -> list[str]:
    """What a walk-over to the other side would do, when a side has withdrawn; else nothing."""
    gone = [
        side for side, entry in (("a", fixture.a), ("b", fixture.b)) if entry and entries[entry].withdrawn
    ]
    if not gone or fixture.state not in ("ready", "called"):
        return []
    winner: Side | None = None if len(gone) == 2 else "b" if gone == ["a"] else "a"
    try:
        seen = desk.done(WalkOver(winner=winner, early=True), fixture, preview=True)
    except DeskError:
        return []
    return clearing_lines.giving(seen, desk.stages(competition))


def _clearing(desk: Desk, fixture: Fixture) -> Done[Cleared] | None:
    """What clearing its result would do; None: it cannot be cleared."""
    if fixture.state != "done":
        return None
    try:
        return desk.done(ClearResult(reason="-", force=True), fixture, preview=True)
    except DeskError:
        return None


def minutes(ms: int) -> str:
    """A duration as "14:59", rounded up to full seconds as on the displays."""
    seconds = -(-ms // 1000)
    return f"{seconds // 60}:{seconds % 60:02}"


def hall_rows(tournament: Tournament) -> list[HallTablesRow]:
    """The halls that the tournament names, each with `name` and `tables` ("1-20, 25"), the lowest first."""
    halls: Mapping[str, Sequence[int]] = tournament.settings.get(HALLS_SETTING) or {}
    return [
        {"name": name, "tables": spans(numbers)}
        for name, numbers in sorted(halls.items(), key=lambda pair: min(pair[1]))
    ]


def spans(numbers: Sequence[int]) -> str:
    """1, 2, 3, 7 as "1-3, 7"."""
    ranges: list[list[int]] = []
    for number in sorted(set(numbers)):
        if ranges and ranges[-1][1] == number - 1:
            ranges[-1][1] = number
        else:
            ranges.append([number, number])
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in ranges)
