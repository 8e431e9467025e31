"""Words for a tournament's matches on a page: the sides, the place in the event, the state or the result."""

from collections.abc import Mapping, Sequence
from urllib.parse import quote

from host_tools.exports import match_place
from host_tools.exports.event_report import EventReport
from host_tools.i18n import gettext as _
from host_tools.i18n import ngettext, spoken
from host_tools.tournament.model import line_ups
from host_tools.tournament.model.hall_tables import EVENT_HALLS
from host_tools.tournament.model.model import Correction, Entry, Fixture, Place, Player, Result, Source, Stage
from host_tools.tournament.model.remarks import CORRECTIONS
from host_tools.tournament.standings.chances import Chance
from host_tools.web.live.page_models import MatchLine, PlaceLine, SideOfMatch
from host_tools.web.live.results import Programme
from host_tools.web.live.shown_tables import WORDS, clean, readable

#: A match in one of these states is at a table; in these it is over.
AT_TABLE = ("called", "playing", "held")
OVER = ("done", "bye", "off")


def address(match: str) -> str:
    """The address of a match's page."""
    return f"/matches/{quote(match, safe='')}"


def player_name(player: Player) -> str:
    """A player's name, readable; the start number if the player's data were deleted."""
    return readable(clean(player.name), player.latin) or _("No. {number}", number=player.number)


def entry_name(entry: Entry) -> str:
    """The title of an entry: of a player, a pair or a team."""
    return clean(entry.name) or " / ".join(player_name(player) for player in entry.players)


def where(fixture: Fixture) -> str:
    """A match's place in its event: "Group B, round 2", "Quarter-final 3"."""
    return match_place.where(match_place.planned(fixture))


def side(event: EventReport, fixture: Fixture, key: str) -> SideOfMatch:
    """A side of a match: its name, its players' start numbers, its entry, whether it won, whether it is
    known, and who plays in a team's match.
    """
    entry_id = fixture.a if key == "a" else fixture.b
    source = fixture.source_a if key == "a" else fixture.source_b
    entry = event.entries.get(entry_id) if entry_id is not None else None
    outcome = ""
    if fixture.result is not None and fixture.result.winner:
        outcome = "won" if fixture.result.winner == key else "lost"
    return {
        "name": entry_name(entry) if entry else origin(event, source),
        "is_known": entry is not None,
        "numbers": [player.number for player in entry.players] if entry else [],
        "outcome": outcome,
        "people": " / ".join(player_name(player) for player in team_players(event, fixture, key)),
        "entry": entry.id if entry else 0,
    }


def team_players(event: EventReport, fixture: Fixture, key: str) -> list[Player]:
    """The players of a team's match on side `key`; none while the team may still choose and has not named
    them.
    """
    entry = event.entries.get((fixture.a if key == "a" else fixture.b) or 0)
    if (
        event.competition.kind != "team"
        or fixture.part is None
        or entry is None
        or fixture.state in ("bye", "off")
    ):
        return []
    if fixture.state in ("waiting", "ready") and not (fixture.line_up or {}).get(key):
        return []
    return line_ups.people(event.competition, fixture, {key: entry})[key]


def origin(event: EventReport, source: Source) -> str:
    """The source of a side that is not known yet, such as the winner of another match."""
    matches = {}
    for fixture in event.fixtures:
        if source.fixture in (fixture.id, fixture.tie) and source.fixture not in matches:
            own = f", {match_place.part(fixture.part)}" if fixture.part else "\0"
            matches[source.fixture] = where(fixture).partition(own)[0]
    return match_place.origin(source, matches)


def score(result: Result | None) -> str:
    """The result in games, "2–1"; for a match of one game, its points."""
    if result is None or (result.how == "walk_over" and not any(result.games_won)):
        return ""
    if len(result.games) == 1:
        return f"{result.games[0][0]}–{result.games[0][1]}"
    pair = result.games_won if any(result.games_won) else result.points
    return f"{pair[0]}–{pair[1]}"


def games(result: Result | None) -> str:
    """The points of each game, "25–10, 4–25, 25–3"; empty for one game, whose points are the result."""
    if result is None or len(result.games) < 2:
        return ""
    return ", ".join(f"{a}–{b}" for a, b in result.games)


def match(event: EventReport, fixture: Fixture) -> MatchLine:
    """A match as a line of a list."""
    result = fixture.result if fixture.state in ("done", "held") else None
    sides = {key: side(event, fixture, key) for key in "ab"}
    return {
        "id": fixture.id,
        "number": event.numbers.get(fixture.id, ""),  # a tie as a whole has none
        "href": address(fixture.id),
        "where": where(fixture),
        "a": sides["a"],
        "b": sides["b"],
        "state": fixture.state,
        "says": standing(fixture),
        "table": fixture.table if fixture.state in AT_TABLE else None,
        "umpire": clean(fixture.umpire) if fixture.state in AT_TABLE else "",
        "score": score(result),
        "games": games(result),
        "how": _won_by(result, {key: each["name"] for key, each in sides.items()}),
        "corrected": correction(event, fixture),
        "event": {"key": event.competition.key, "name": clean(event.competition.name)},
    }


def how(result: Result | None) -> str:
    """In which way a match ended that was not played out."""
    return "" if result is None or result.how in ("played", "entered") else WORDS.get("how", result.how)


def _won_by(result: Result | None, names: Mapping[str, str]) -> str:
    """The same for a list of matches; who won a walk-over, since no score says it."""
    if result is None or result.how != "walk_over" or result.winner is None:
        return how(result)
    return _("{name} by walk-over", name=names[result.winner])


def standing(fixture: Fixture) -> str:
    """The state of a match in words; empty if the score already tells it."""
    if fixture.state == "called":
        if fixture.report_by is None:
            return _("called to table {table}", table=fixture.table)
        by = spoken().clock(fixture.report_by)
        return _("called to table {table}, report by {time}", table=fixture.table, time=by)
    if fixture.unconfirmed:
        return _("decided at table {table}, not confirmed", table=fixture.table)
    if fixture.state == "playing":
        return _("in play at table {table}", table=fixture.table)
    return "" if fixture.state == "done" else WORDS.get("fixture", fixture.state)


def _why(change: Correction) -> str:
    """The reason that a person gave for a correction, or Boardside's own."""
    if change.code is None:
        return clean(change.reason, 200)
    return clean(_(CORRECTIONS[change.code], **change.facts), 200)


def correction(event: EventReport, fixture: Fixture) -> str:
    """A note on a result that is not the table's: the earlier result and the reason; empty for a table's
    result.
    """
    change = event.last_corrections.get(fixture.id)
    if not fixture.corrected or change is None or fixture.state not in ("done", "held"):
        return ""
    return changed(change)


def changed(change: Correction) -> str:
    """What was done to a result by hand: the result before, and the reason."""
    reason = _why(change)
    if change.before is None:
        return _("Entered by the organiser: {reason}", reason=reason)
    was = score(change.before) or how(change.before)
    if change.after is None:
        return _("Taken away by the organiser (was {score}): {reason}", score=was, reason=reason)
    return _("Corrected (was {score}): {reason}", score=was, reason=reason)


def places(event: EventReport, lines: Sequence[Place], stage: int = 0) -> list[PlaceLine]:
    """The standing of a group. Before its first match nobody has a place, and nothing has decided one.

    stage: its position, to say what is certain for each entry.
    """
    has_begun = any(line.played for line in lines) or any(line.step == "withdrawn" for line in lines)
    models = [place(event, line, event.chances.get(stage, {}).get(line.entry)) for line in lines]
    if not has_begun:
        for model in models:
            model["place"], model["why"], model["open"] = 0, "", False
    return models


def place(event: EventReport, line: Place, chance: Chance | None = None) -> PlaceLine:
    """A line of a standing; of a place that points alone did not decide, the step that did."""
    entry = event.entries.get(line.entry)
    return {
        "place": line.place,
        "name": entry_name(entry) if entry else "?",
        "numbers": [player.number for player in entry.players] if entry else [],
        "entry": line.entry if entry else 0,
        "played": line.played,
        "won": line.won,
        "drawn": line.drawn,
        "lost": line.lost,
        "points": line.points,
        "net": ("+" if line.net > 0 else "") + signed(line.net),
        "twenties": line.twenties,
        "buchholz": line.buchholz,
        "why": why(line) if line.step != "points" or line.open else "",
        "chance": chance.code if chance else "",
        "chance_says": certain(chance) if chance else "",
        "open": line.open,
    }


def why(line: Place) -> str:
    """The deciding step with its figures: the entry's own, and those of the entries before and behind it."""
    step = WORDS.get("step", line.step)
    if line.figure is None or not line.against:
        return _("{step}: a shoot-out is to come", step=step) if line.open else step
    figure = signed(line.figure)
    better, worse = ([signed(other) for other in line.against if (other > line.figure) is is_better]
                     for is_better in (True, False))  # fmt: skip
    if better and worse:
        return _(
            "{step}: {figure}, behind {better}, ahead of {worse}",
            step=step, figure=figure, better=better[0], worse=worse[0],
        )  # fmt: skip
    if better:
        return _("{step}: {figure}, behind {better}", step=step, figure=figure, better=better[0])
    return _("{step}: {figure}, ahead of {worse}", step=step, figure=figure, worse=worse[0])


def certain(chance: Chance) -> str:
    """What is certain for an entry of a group, whatever happens in the matches to come."""
    match chance.code:
        case "through":
            return _("through") if chance.is_over else _("through, whatever happens")
        case "out":
            return _("out") if chance.is_over else _("out, unless somebody withdraws")
        case "wins":
            n = chance.matches
            return ngettext("through with {n} win", "through by winning all {n} matches left", n)


def signed(figure: int) -> str:
    """A number with the true minus sign."""
    return str(figure).replace("-", "−")


def stage_name(stage: Stage) -> str:
    """The name of a stage (`match_place.stage_name`)."""
    return clean(match_place.stage_name(stage))


def calls(programme: Programme, most: int = 12, hall: str = "") -> list[MatchLine]:
    """The matches that are called to a table, the latest call first, then the ready ones. hall: only calls in
    this hall, and no ready matches of events that are bound to another hall.
    """
    bound = programme.tournament.settings.get(EVENT_HALLS) or {}
    both = [(event, fixture) for event in programme.events for fixture in event.fixtures]
    called = [pair for pair in both if pair[1].state == "called" and hall in ("", pair[1].hall)]
    called.sort(key=lambda pair: -(pair[1].called_at or 0))
    ready = [pair for pair in both if pair[1].state == "ready"]
    ready = [pair for pair in ready if not hall or bound.get(pair[0].competition.key, hall) == hall]
    return [match(event, fixture) for event, fixture in [*called, *ready][:most]]


def latest(programme: Programme, most: int = 40) -> list[MatchLine]:
    """The results, the newest first."""
    done = [
        (event, fixture)
        for event in programme.events
        for fixture in event.fixtures
        if fixture.state in ("done", "held") and fixture.result is not None
    ]
    done.sort(key=lambda pair: -(pair[1].decided_at or 0))
    return [match(event, fixture) for event, fixture in done[:most]]
