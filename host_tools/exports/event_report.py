"""One event of a tournament in its present state: entries, stages, matches, standings and brackets."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from sqlalchemy import Connection

from host_tools.exports import bracket
from host_tools.exports.reasons import ExportError
from host_tools.tournament.model import ties, wording
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
    """One stage. places: by group, as `Desk.standings` has them; layout: of a knockout, else None;
    pages: the same in pictures that fit on paper.
    """

    stage: Stage
    fixtures: tuple[Fixture, ...]
    places: Mapping[int, list[Place]]
    layout: bracket.Layout | None = None
    pages: tuple[bracket.Layout, ...] = ()


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
        """The name of a side, or where the side will come from."""
        return wording.side(entry, source, self.entries, self.numbers)

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
    names = {entry.id: entry.title for entry in entries.values()}
    stages = []
    for stage in book.stages(competition.id):
        of_stage = tuple(fixture for fixture in fixtures if fixture.stage == stage.position)
        layout: bracket.Layout | None = None
        pages: tuple[bracket.Layout, ...] = ()
        if stage.kind == "knockout" and of_stage:
            matches = ties.folded(of_stage)
            layout = bracket.layout(matches, names, _waiting)
            pages = bracket.pages(matches, names, _waiting)
        places = stage_standings.of_stage(book, competition, stage, fixtures)
        stages.append(StageReport(stage, of_stage, places, layout, pages))
    corrections = tuple(book.corrections(competition.id))
    numbers = wording.numbers(competition, fixtures)
    return EventReport(tournament, competition, entries, tuple(stages), corrections, numbers)


def _waiting(source: Source) -> str:
    """The text in a bracket for a side that is not known. A winner needs none: a line shows where it comes
    from.
    """
    return (
        ""
        if source.kind == "winner"
        else "Loser"
        if source.kind == "loser"
        else wording.side(None, source, {})
    )


def score(fixture: Fixture) -> str:
    """A result as lists show it, a's points first: "25–10, 12–25, 25–3"; "w.o." without play; "" when there
    is none.
    """
    result = fixture.result
    if result is None:
        return ""
    if result.how == "walk_over":
        return "w.o."
    games = ", ".join(f"{a}\u2013{b}" for a, b in result.games)
    if not games and (any(result.games_won) or any(result.points)):
        pair = result.games_won if any(result.games_won) else result.points
        games = f"{pair[0]}\u2013{pair[1]}"
    words = {"conceded": "conceded", "lost": "by ruling"}
    if result.how == "entered" and not games:
        return "drawn" if result.winner is None else f"won by {result.winner.upper()}"
    return f"{games} {words.get(result.how, '')}".strip()


def stage_name(stage: Stage) -> str:
    """A stage's name, or its kind if it has none."""
    kinds = {"groups": "Groups", "round_robin": "Round robin", "preliminary": "Preliminary round"}
    kinds |= {"swiss": "Swiss system", "external": "Rounds"}
    return stage.name or kinds.get(stage.kind, "Knockout")


def seed(report: EventReport) -> str:
    """The seed with which the event was drawn; "" before the draw, and when another system drew it."""
    return next((stage.stage.seed for stage in report.stages if stage.stage.seed), "")


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
