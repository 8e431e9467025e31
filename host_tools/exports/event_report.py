"""One event of a tournament in its present state: entries, stages, matches, standings and brackets."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from sqlalchemy import Connection

from host_tools.exports import match_place
from host_tools.exports.reasons import ExportError
from host_tools.i18n import gettext as _
from host_tools.i18n.labels import Words
from host_tools.tournament.model import wording
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.model import (
    Competition,
    Correction,
    Entry,
    Fixture,
    Place,
    Source,
    Stage,
    Tournament,
)
from host_tools.tournament.standings import stage_standings


@dataclass(frozen=True, slots=True)
class StageReport:
    """One stage. places: by group, as `Desk.standings` has them."""

    stage: Stage
    fixtures: tuple[Fixture, ...]
    places: Mapping[int, list[Place]]


@dataclass(frozen=True, slots=True)
class EventReport:
    """An event and all its data. entries: by their id, also those withdrawn. numbers: of the matches, for
    people (`wording.numbers`).
    """

    tournament: Tournament
    competition: Competition
    entries: Mapping[int, Entry]
    stages: tuple[StageReport, ...]
    corrections: tuple[Correction, ...] = ()
    numbers: Mapping[str, str] = field(default_factory=dict)

    def name(self, entry: int | None) -> str:
        """An entry's name; "" for no entry."""
        known = self.entries.get(entry) if entry is not None else None
        return known.title if known is not None else ""

    def side(self, entry: int | None, source: Source) -> str:
        """The name of a side, or where the side will come from, in the current language."""
        return self.name(entry) or match_place.origin(source, self.numbers)

    def number(self, match: str) -> str:
        """The number of a match for people, by its id."""
        return self.numbers.get(match, match)


def read(
    connection: Connection, tournament: str | None = None, event: str | None = None
) -> list[EventReport]:
    """The events of all tournaments, or of the one with this key, or the event with this key, in the order in
    which they were made. Raises ExportError for an unknown key.
    """
    book = Book(connection)
    reports = []
    tournaments = [owner for owner in reversed(book.tournaments()) if tournament in (None, owner.key)]
    if tournament is not None and not tournaments:
        raise ExportError("no_tournament", tournament=tournament)
    for owner in tournaments:
        for competition in book.competitions(owner.id):
            if event in (None, competition.key):
                reports.append(_report(book, owner, competition))
    if event is not None and not reports:
        keys = sorted({known.key for owner in tournaments for known in book.competitions(owner.id)})
        raise ExportError("no_event", event=event, keys=keys)
    return reports


def _report(book: Book, tournament: Tournament, competition: Competition) -> EventReport:
    fixtures = book.fixtures(competition.id)
    entries = {entry.id: entry for entry in book.entries(competition.id)}
    stages = []
    for stage in book.stages(competition.id):
        of_stage = tuple(fixture for fixture in fixtures if fixture.stage == stage.position)
        places = stage_standings.of_stage(book, competition, stage, fixtures)
        stages.append(StageReport(stage, of_stage, places))
    corrections = tuple(book.corrections(competition.id))
    numbers = wording.numbers(competition, fixtures)
    return EventReport(tournament, competition, entries, tuple(stages), corrections, numbers)


def score(fixture: Fixture, sides: Sequence[str]) -> str:
    """A result as lists show it in the current language, a's points first: "25–10, 12–25, 25–3"; without
    play "Asha by walk-over"; "" when there is none. sides: the names of both.
    """
    result = fixture.result
    if result is None:
        return ""
    if result.how == "walk_over":
        if result.winner is None:
            return _("w.o.")
        return _("{name} by walk-over", name=sides["ab".index(result.winner)])
    games = ", ".join(f"{a}\u2013{b}" for a, b in result.games)
    if not games and (any(result.games_won) or any(result.points)):
        pair = result.games_won if any(result.games_won) else result.points
        games = f"{pair[0]}\u2013{pair[1]}"
    if result.how == "entered" and not games:
        return _("drawn") if result.winner is None else _("won by {side}", side=result.winner.upper())
    way = Words().get("how", result.how) if result.how in ("conceded", "lost") else ""
    return f"{games} {way}".strip()


def seed(report: EventReport) -> str:
    """The seed with which the event was drawn; "" before the draw, and when another system drew it."""
    return next((stage.stage.seed for stage in report.stages if stage.stage.seed), "")


def spellings(report: EventReport) -> dict[str, str]:
    """The Latin spellings of the players' names."""
    players = [player for entry in report.entries.values() for player in entry.players]
    return {player.name: player.latin for player in players if player.name and player.latin}


def ranking(report: EventReport) -> list[tuple[StageReport, list[Place]]]:
    """The order of an event: first the last stage that is drawn, then from each earlier stage the entries
    that did not go on, with the places after those. A stage of groups ends the order: there is none across
    groups. Empty when nothing is drawn, or when the last stage has groups.
    """
    order: list[tuple[StageReport, list[Place]]] = []
    ranked: set[int] = set()
    for stage in reversed([drawn for drawn in report.stages if drawn.fixtures]):
        if set(stage.places) != {0}:
            break
        rest = [place for place in stage.places[0] if place.entry not in ranked]
        ahead = len(stage.places[0]) - len(rest)  # of this stage; all of them are ranked
        if ahead != len(ranked):
            break  # an entry came from elsewhere: no places can follow it
        if rest:
            order.append((stage, _counted_on(rest, ahead)))
        ranked.update(place.entry for place in rest)
    return order


def _counted_on(rest: list[Place], ahead: int) -> list[Place]:
    """Places behind `ahead` others; entries that were level stay level."""
    counted: list[Place] = []
    for number, place in enumerate(rest, ahead + 1):
        is_level = counted and rest[number - ahead - 2].place == place.place
        counted.append(replace(place, place=counted[-1].place if is_level else number))
    return counted
