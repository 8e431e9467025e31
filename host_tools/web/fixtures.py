"""Matches of a tournament in the words of a page: who meets, where in the event, how it stands or ended."""

from typing import Any

from host_tools.tournament import line_ups
from host_tools.tournament.hall_tables import EVENT_HALLS
from host_tools.tournament.model import Entry, Fixture, Place, Player, Result, Source, Stage
from host_tools.tournament.wording import group_letter
from host_tools.web.i18n import gettext as _
from host_tools.web.i18n import spoken
from host_tools.web.present import WORDS, clean
from host_tools.web.results import Event, Programme

#: A match in one of these states is at a table; in these it is over.
AT_TABLE = ("called", "playing", "held")
OVER = ("done", "bye", "off")
#: The names of stages in tournament/presets.py.
_RULEBOOKS = {
    "Knockout": "knockout",
    "Groups": "groups",
    "Preliminaries": "preliminary",
    "Play-off": "play_off",
    "Final": "final",
}


def player_name(player: Player) -> str:
    """A name; of somebody whose data were deleted the start number."""
    return clean(player.name) or _("No. {number}", number=player.number)


def entry_name(entry: Entry) -> str:
    """A player, a pair, a team."""
    return clean(entry.name) or " / ".join(player_name(player) for player in entry.players)


def where(event: Event, one: Fixture) -> str:
    """Group B, round 2; Quarter-final 3; Final; Third place; of a tie which match."""
    if one.group:
        text = _("Group {group}, round {round}", group=group_letter(one.group), round=one.round)
    elif one.source_a.kind == "loser":
        text = _("Third place")
    elif one.laws_stage == "final":
        text = WORDS.get("stage", "final")
    elif one.laws_stage in ("round", "group"):
        text = _("Round {round}, match {number}", round=one.round, number=one.number)
    else:
        text = f"{WORDS.get('stage', one.laws_stage)} {one.number}"
    return f"{text}, {part(one)}" if one.part else text


def part(one: Fixture) -> str:
    """Which match of a tie of teams."""
    kind, _space, number = (one.part or "").partition(" ")
    if kind == "singles":
        return _("singles")
    return _("doubles {number}", number=number) if number else _("doubles")


def side(event: Event, one: Fixture, key: str) -> dict[str, Any]:
    """A side of a match: its name, its players' numbers, whether it won, whether it is known, and of a team's
    match who plays it.
    """
    entry_id = one.a if key == "a" else one.b
    source = one.source_a if key == "a" else one.source_b
    entry = event.entries.get(entry_id) if entry_id is not None else None
    outcome = ""
    if one.result is not None and one.result.winner:
        outcome = "won" if one.result.winner == key else "lost"
    return {
        "name": entry_name(entry) if entry else origin(event, source),
        "is_known": entry is not None,
        "numbers": [player.number for player in entry.players] if entry else [],
        "outcome": outcome,
        "people": " / ".join(player_name(player) for player in team_players(event, one, key)),
    }


def team_players(event: Event, one: Fixture, key: str) -> list[Player]:
    """Who plays a team's match on side `key`; nobody while the team may still choose and has named none."""
    entry = event.entries.get((one.a if key == "a" else one.b) or 0)
    if event.of.kind != "team" or one.part is None or entry is None or one.state in ("bye", "off"):
        return []
    if one.state in ("waiting", "ready") and not (one.line_up or {}).get(key):
        return []
    return line_ups.people(event.of, one, {key: entry})[key]


def origin(event: Event, source: Source) -> str:
    """Where a side comes from that is not known yet."""
    if source.kind == "bye":
        return _("bye")
    if source.kind == "place":
        if source.group:
            return _("Group {group}, place {place}", group=group_letter(source.group), place=source.place)
        return _("Place {place}", place=source.place)
    if source.kind in ("winner", "loser"):
        of = next((one for one in event.fixtures if source.fixture in (one.id, one.tie)), None)
        match = where(event, of).partition(f", {part(of)}" if of.part else "\0")[0] if of else source.fixture
        if source.kind == "winner":
            return _("Winner of {match}", match=match)
        return _("Loser of {match}", match=match)
    return "?"


def score(result: Result | None) -> str:
    """2–1, or of a match of one game its points."""
    if result is None or (result.how == "walk_over" and not any(result.games_won)):
        return ""
    if len(result.games) == 1:
        return f"{result.games[0][0]}–{result.games[0][1]}"
    pair = result.games_won if any(result.games_won) else result.points
    return f"{pair[0]}–{pair[1]}"


def games(result: Result | None) -> str:
    """25–10, 4–25, 25–3; empty for one game, which is the score."""
    if result is None or len(result.games) < 2:
        return ""
    return ", ".join(f"{a}–{b}" for a, b in result.games)


def match(event: Event, one: Fixture) -> dict[str, Any]:
    """Everything that a line of a list shows of a match."""
    result = one.result if one.state in ("done", "held") else None
    return {
        "id": one.id,
        "where": where(event, one),
        "a": side(event, one, "a"),
        "b": side(event, one, "b"),
        "state": one.state,
        "says": standing(one),
        "table": one.table if one.state in AT_TABLE else None,
        "umpire": clean(one.umpire) if one.state in AT_TABLE else "",
        "score": score(result),
        "games": games(result),
        "how": how(result),
        "corrected": correction(event, one),
        "event": {"key": event.of.key, "name": clean(event.of.name)},
    }


def how(result: Result | None) -> str:
    """How a match ended when it was not played out."""
    return "" if result is None or result.how in ("played", "entered") else WORDS.get("how", result.how)


def standing(one: Fixture) -> str:
    """How a match stands, in words; empty when its score says it."""
    if one.state == "called":
        if one.report_by is None:
            return _("called to table {table}", table=one.table)
        by = spoken().clock(one.report_by)
        return _("called to table {table}, report by {time}", table=one.table, time=by)
    if one.state == "playing":
        return _("in play at table {table}", table=one.table)
    return "" if one.state == "done" else WORDS.get("fixture", one.state)


def correction(event: Event, one: Fixture) -> str:
    """That a result is not the table's: what it was, and why it was changed; empty when it is."""
    found = event.corrections.get(one.id)
    if not one.corrected or found is None or one.state not in ("done", "held"):
        return ""
    reason = clean(found.reason, 200)
    if found.before is not None:
        was = score(found.before) or how(found.before)
        return _("Corrected (was {score}): {reason}", score=was, reason=reason)
    return _("Entered by the organiser: {reason}", reason=reason)


def place(event: Event, line: Place) -> dict[str, Any]:
    """A line of a standing, with the step of the tie-break that put it there."""
    entry = event.entries.get(line.entry)
    return {
        "place": line.place,
        "name": entry_name(entry) if entry else "?",
        "numbers": [player.number for player in entry.players] if entry else [],
        "played": line.played,
        "won": line.won,
        "drawn": line.drawn,
        "lost": line.lost,
        "points": line.points,
        "net": ("+" if line.net > 0 else "") + signed(line.net),
        "twenties": line.twenties,
        "why": why(line),
        "open": line.open,
    }


def why(line: Place) -> str:
    """The deciding step with its figures."""
    step = WORDS.get("step", line.step)
    if line.figure is None or not line.against:
        return _("{step}: a shoot-out is to come", step=step) if line.open else step
    others = " / ".join(signed(figure) for figure in line.against)
    return _("{step} {figure} against {others}", step=step, figure=signed(line.figure), others=others)


def signed(figure: int) -> str:
    """A number with the true minus sign."""
    return str(figure).replace("-", "−")


def stage_name(stage: Stage) -> str:
    """What a stage is called: the rulebooks' own names are said in every language, others as they are."""
    if stage.name in _RULEBOOKS or not stage.name:
        return WORDS.get("kind", _RULEBOOKS.get(stage.name, stage.kind))
    return clean(stage.name)


def round_name(number: int, laws_stage: str = "round") -> str:
    """The head of the matches of one round."""
    if laws_stage in ("round", "group"):
        return _("Round {round}", round=number)
    return WORDS.get("stage", laws_stage)


def group_name(group: int) -> str:
    """The head of a group; empty where a stage has none."""
    return _("Group {group}", group=group_letter(group)) if group else ""


def calls(programme: Programme, most: int = 12, hall: str = "") -> list[dict[str, Any]]:
    """The matches that are called to a table or are next, the latest call first. hall: only those that are
    called there, and of those to come not the ones that are played in another hall.
    """
    bound = programme.tournament.settings.get(EVENT_HALLS) or {}
    both = [(event, one) for event in programme.events for one in event.fixtures]
    called = [pair for pair in both if pair[1].state == "called" and hall in ("", pair[1].hall)]
    called.sort(key=lambda pair: -(pair[1].called_at or 0))
    ready = [pair for pair in both if pair[1].state == "ready"]
    ready = [pair for pair in ready if not hall or bound.get(pair[0].of.key, hall) == hall]
    return [match(event, one) for event, one in [*called, *ready][:most]]


def latest(programme: Programme, most: int = 40) -> list[dict[str, Any]]:
    """The results, the newest first."""
    done = [
        (event, one)
        for event in programme.events
        for one in event.fixtures
        if one.state in ("done", "held") and one.result is not None
    ]
    done.sort(key=lambda pair: -(pair[1].decided_at or 0))
    return [match(event, one) for event, one in done[:most]]
